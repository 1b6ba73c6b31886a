package sources_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"iucomstudien/internal/job"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/sqlite"
)

// labelled is a set of documents and of searches with the documents they must find.
type labelled struct {
	Documents map[string]string `json:"documents"`
	Queries   []struct {
		Kind  string   `json:"kind"`
		Terms []string `json:"terms"`
		Want  []string `json:"want"`
	} `json:"queries"`
}

func labelledSet(t testing.TB) labelled {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "search.json"))
	if err != nil {
		t.Fatal(err)
	}
	var set labelled
	if err := json.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	return set
}

// library is a library over a new database.
func library(t testing.TB) (*sources.Library, *sqlite.DB) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "studies.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	refs, err := legalref.New()
	if err != nil {
		t.Fatal(err)
	}
	l, err := sources.NewLibrary(db, refs)
	if err != nil {
		t.Fatal(err)
	}
	return l, db
}

// write puts files into a folder.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func sync(t testing.TB, l *sources.Library, f sources.Folder) sources.State {
	t.Helper()
	s, err := l.Sync(t.Context(), f, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func terms(texts ...string) []sources.Term {
	var list []sources.Term
	for _, s := range texts {
		list = append(list, sources.Term{Kind: sources.Word, Text: s, From: "rule"})
	}
	return list
}

func TestTheLabelledSearchesFindTheirDocuments(t *testing.T) {
	set := labelledSet(t)
	l, _ := library(t)
	dir := t.TempDir()
	write(t, dir, set.Documents)
	sync(t, l, sources.Folder{Collection: "own", Path: dir})
	first, all := map[string]int{}, map[string]int{}
	misses := 0
	for _, q := range set.Queries {
		hits, err := l.Own("", "own").Search(t.Context(), terms(q.Terms...), 10)
		if err != nil {
			t.Fatal(err)
		}
		all[q.Kind]++
		if len(hits) > 0 && slices.Contains(q.Want, hits[0].Document) {
			first[q.Kind]++
			continue
		}
		misses++
		found := []string{}
		for _, h := range hits {
			found = append(found, fmt.Sprintf("%s %.2f", h.Document, h.Score))
		}
		t.Logf("%s %q: want first one of %v, got %v", q.Kind, q.Terms, q.Want, found)
	}
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%-10s %d of %d", kind, first[kind], all[kind])
	}
	if limit := (len(set.Queries) + 19) / 20; misses > limit {
		t.Errorf("%d of %d searches miss, at most %d may", misses, len(set.Queries), limit)
	}
}

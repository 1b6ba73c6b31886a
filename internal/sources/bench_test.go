package sources_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/job"
	"iucomstudien/internal/sources"
)

// files makes 200 documents of about six printed pages from the labelled set's texts.
func files(t testing.TB) map[string]string {
	set := labelledSet(t)
	var texts []string
	for _, text := range set.Documents {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	all := make(map[string]string)
	for i := range 200 {
		var b strings.Builder
		for k := range 40 {
			fmt.Fprintf(&b, "§ %d Nummer %d\n%s\n", k+1, i*40+k, texts[(i+k*7)%len(texts)])
		}
		all[fmt.Sprintf("d%03d.txt", i)] = b.String()
	}
	return all
}

func BenchmarkIndexing200Documents(b *testing.B) {
	dir := b.TempDir()
	write(b, dir, files(b))
	for b.Loop() {
		l, _ := library(b)
		if _, err := l.Sync(b.Context(), sources.Folder{Collection: "own", Path: dir}, job.Silent); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearchIn200Documents(b *testing.B) {
	dir := b.TempDir()
	write(b, dir, files(b))
	l, _ := library(b)
	sync(b, l, sources.Folder{Collection: "own", Path: dir})
	own := l.Own("", "own")
	asked := terms("§ 1096 ABGB", "Mietzinsminderung", "Schimmel Wohnung", "Erhaltungspflicht des Vermieters", "Kündigungsgründe", "Anzeige des Mangels")
	for b.Loop() {
		hits, err := own.Search(b.Context(), asked, 60)
		if err != nil || len(hits) == 0 {
			b.Fatal(len(hits), err)
		}
	}
}

package sources_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"iucomstudien/internal/sources"
)

func names(s sources.State) []string {
	list := []string{}
	for _, d := range s.Documents {
		list = append(list, d.Name)
	}
	return list
}

func search(t *testing.T, l *sources.Library, text string) []string {
	t.Helper()
	hits, err := l.Own("", "own").Search(t.Context(), terms(text), 10)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, h := range hits {
		list = append(list, h.Document)
	}
	return list
}

func TestTheIndexFollowsTheFiles(t *testing.T) {
	l, _ := library(t)
	dir := t.TempDir()
	own := sources.Folder{Collection: "own", Path: dir, Skip: "goldstandard"}
	write(t, dir, map[string]string{
		"a.txt": "Der Vermieter erhält das Haus.", "unter/b.txt": "Der Käufer prüft die Ware.",
		"goldstandard/g.txt": "Der Experte löst den Fall.", ".versteckt": "Nichts.", "~$a.docx": "Nichts.",
		"scan.txt": "  \n ", "bild.png": "\x89PNG\r\n\x1a\n0000",
	})
	s := sync(t, l, own)
	if want := []string{"a.txt", "bild.png", "scan.txt", "unter/b.txt"}; !slices.Equal(names(s), want) {
		t.Fatalf("documents = %v, want %v", names(s), want)
	}
	reasons := map[string]string{}
	for _, d := range s.Unreadable() {
		reasons[d.Name] = d.Problem.ID
	}
	if len(reasons) != 2 || reasons["scan.txt"] == "" || reasons["bild.png"] == "" {
		t.Errorf("unreadable = %v", reasons)
	}
	if got := search(t, l, "Experten"); len(got) != 0 {
		t.Errorf("the gold standard was searched: %v", got)
	}
	if s = sync(t, l, own); s.Read != 0 || s.Gone != 0 {
		t.Errorf("nothing changed, yet %d were read and %d are gone", s.Read, s.Gone)
	}

	write(t, dir, map[string]string{"a.txt": "Die Mieterin rügt den Schimmel."})
	if err := os.Remove(filepath.Join(dir, "unter", "b.txt")); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "scan.txt"), later, later); err != nil {
		t.Fatal(err)
	}
	if s = sync(t, l, own); s.Read != 1 || s.Gone != 1 {
		t.Errorf("read %d, gone %d, want 1 and 1: the same content at another time is not read anew", s.Read, s.Gone)
	}
	if got := search(t, l, "Vermieter Käufer"); len(got) != 0 {
		t.Errorf("what is gone is found: %v", got)
	}
	if got := search(t, l, "Schimmel"); !slices.Equal(got, []string{"a.txt"}) {
		t.Errorf("what is new is not found: %v", got)
	}
}

func TestAFolderThatIsNotThereIsEmpty(t *testing.T) {
	l, _ := library(t)
	s := sync(t, l, sources.Folder{Collection: "own", Path: filepath.Join(t.TempDir(), "fehlt")})
	if len(s.Documents) != 0 {
		t.Errorf("documents = %v", names(s))
	}
}

func TestTheGoldStandardIsSearchedOnlyWhenNamedAndMarked(t *testing.T) {
	l, _ := library(t)
	own, gold := t.TempDir(), t.TempDir()
	write(t, own, map[string]string{"a.txt": "Die Miete ist gemindert."})
	write(t, gold, map[string]string{"g.txt": "Die Miete ist gemindert, sagt der Experte."})
	sync(t, l, sources.Folder{Collection: "own", Path: own})
	sync(t, l, sources.Folder{Collection: "gold", Path: gold})
	if got := search(t, l, "Miete gemindert"); !slices.Equal(got, []string{"a.txt"}) {
		t.Errorf("found %v", got)
	}
	hits, err := l.Own("gold", "own", "gold").Search(t.Context(), terms("Miete gemindert"), 10)
	if err != nil || len(hits) != 2 {
		t.Fatalf("%d hits, %v", len(hits), err)
	}
	for _, h := range hits {
		if h.Gold != (h.Document == "g.txt") {
			t.Errorf("%s marked as gold standard: %t", h.Document, h.Gold)
		}
	}
}

func TestNoTermIsReadAsAnOperator(t *testing.T) {
	l, _ := library(t)
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "Die Miete ist gemindert."})
	sync(t, l, sources.Folder{Collection: "own", Path: dir})
	for _, hostile := range []string{
		`"`, `" OR words : "`, `miete" NOT "gemindert`, "NEAR(miete gemindert, 2)", "words:*", "-miete", "^miete", "(", "*", "'; DROP TABLE document; --",
		"\x00", "🏠", "§", "", "a", "AND OR NOT", "miete*", "{words citations} : miete",
	} {
		if _, err := l.Own("", "own").Search(t.Context(), terms(hostile), 10); err != nil {
			t.Errorf("%q: %v", hostile, err)
		}
	}
}

package extract

import (
	"context"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// The same document in four formats: what each has to say about it.
func TestTheSameDocumentReadsTheSameInEveryFormat(t *testing.T) {
	const want = `Lösungsskizze mit Änderungen
Der Anspruch ist nachträglich eingefügt gegeben gemäß § 280 Abs. 1 BGB, [1] weil die Pflichtverletzung vorliegt.`
	for _, name := range []string{"sp-lo.doc", "sp-lo.docx", "sp-lo.rtf"} {
		doc, err := Read(context.Background(), name, load(t, "corpus/"+name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(strings.TrimSpace(doc.Text), want) {
			t.Errorf("%s begins %q", name, doc.Text[:200])
		}
		if !strings.HasSuffix(doc.Text, "Schlusssatz.\n[1] Fußnotentext: BGH NJW 2020, 1234.\n[i] Endnotentext am Schluss.\n") {
			t.Errorf("%s ends %q", name, doc.Text[len(doc.Text)-200:])
		}
		if !slices.Equal(doc.Headers, []string{"Kopfzeile: Lehrstuhl für Bürgerliches Recht"}) ||
			!slices.Equal(doc.Footers, []string{"Fußzeile: Übungsfall Seite 1"}) || !slices.Equal(doc.Comments, []string{"Kommentartext des Korrektors"}) {
			t.Errorf("%s: %q %q %q", name, doc.Headers, doc.Footers, doc.Comments)
		}
		if got := kinds(doc); !slices.Equal(got, []string{"tracked-changes", "comments", "hidden-text"}) {
			t.Errorf("%s: warnings %v", name, got)
		}
		if strings.Contains(doc.Text, "gelöscht") || strings.Contains(doc.Text, "HYPERLINK") {
			t.Errorf("%s: deleted text or an instruction is in the text", name)
		}
	}
}

func TestListNumbersOfAWordDocument(t *testing.T) {
	for _, name := range []string{"en-lo.doc", "en-lo.docx"} {
		doc, err := Read(context.Background(), name, load(t, "corpus/"+name))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"1. there was a contract", "a) the description", "• Burden of proof"} {
			if !strings.Contains(doc.Text, "\n"+line) {
				t.Errorf("%s lacks %q", name, line)
			}
		}
	}
}

func TestOldAndForeignContainersAreNamed(t *testing.T) {
	for _, c := range []struct{ name, data, problem string }{
		{"Word 2", "\xdb\xa5\x2d\x00" + strings.Repeat("\x00", 100), "file.old-word"},
		{"a container that is cut off", oleStart + strings.Repeat("\x00", 400) + "W\x00o\x00r\x00d\x00D\x00o\x00c\x00u\x00m\x00e\x00n\x00t\x00\x00\x00", "file.broken"},
	} {
		if _, err := Read(context.Background(), "a.doc", []byte(c.data)); !study.HasProblem(err, c.problem) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDocumentWarningsAndProblemsHaveSentences(t *testing.T) {
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		keys := []string{"problem.file.no-pdf-reader", "problem.file.too-many-pages", "problem.file.old-word"}
		for _, kind := range []string{"tracked-changes", "comments", "hidden-text", "damaged", "embedded-left-out", "please-check", "unreadable", "pages-without-text"} {
			keys = append(keys, "extract.warning."+kind)
		}
		for _, key := range keys {
			if !words.Has(key) {
				t.Errorf("%s: no sentence %s", l, key)
			}
		}
	}
}

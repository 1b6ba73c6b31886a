package handout_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/study"
)

// TestAnswersThatNameTheirOriginAreFoundAndTheirTwinsAreNot holds sentences by which an answer tells who wrote it, and legal sentences
// with the same words that tell nothing.
func TestAnswersThatNameTheirOriginAreFoundAndTheirTwinsAreNot(t *testing.T) {
	f, err := os.Open("testdata/leaks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	secrets := handout.SecretsOf([]study.Answer{
		{ID: "a01", Origin: study.Origin{Provider: "Google", Model: "gemini-2.5-flash"}},
		{ID: "a02", Origin: study.Origin{Provider: "Meta", Model: "claude-sonnet-4-5"}},
		{ID: "a03", Origin: study.Origin{Participant: "T01"}}, {ID: "a04", Origin: study.Origin{Participant: "T02"}},
	})
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var c struct {
			Leak bool
			Text string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		found := audit(t, pack(t, []folder.File{{Name: "a.txt", Data: []byte(c.Text)}}), secrets)
		if c.Leak && len(found) == 0 {
			t.Errorf("line %d: not found in %q", n, c.Text)
		}
		if !c.Leak && len(found) > 0 {
			t.Errorf("line %d: %q tells no origin, found %+v", n, c.Text, found)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatAWordFileOrPageHidesIsFound(t *testing.T) {
	part := func(name, content string) folder.File {
		return folder.File{Name: "a.docx", Data: pack(t, []folder.File{{Name: name, Data: []byte(content)}})}
	}
	sheet := func(name, content string) folder.File {
		return folder.File{Name: "a.xlsx", Data: pack(t, []folder.File{{Name: name, Data: []byte(content)}})}
	}
	secrets := handout.SecretsOf([]study.Answer{{ID: "a01", Origin: study.Origin{Provider: "Lumen AI", Participant: "T01"}}})
	for _, c := range []struct {
		name string
		file folder.File
		what handout.Kind
	}{
		{"description of a picture", part("word/document.xml", `<wp:docPr id="1" descr="Answer by a model trained by OpenAI"/>`), handout.SelfNaming},
		{"target of a link", part("word/_rels/document.xml.rels", `<Relationship Target="https://x.example/?utm_source=copilot.com"/>`), handout.Link},
		{"hidden text", part("word/document.xml", `<w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r>`), handout.Trace},
		{"inserted text", part("word/document.xml", `<w:ins w:id="1"><w:r/></w:ins>`), handout.Trace},
		{"remarks", part("word/comments.xml", `<w:comments/>`), handout.Trace},
		{"own data", part("customXml/item1.xml", `<x/>`), handout.Trace},
		{"embedded file", part("word/embeddings/oleObject1.bin", `x`), handout.Trace},
		{"sensitivity label", part("docMetadata/LabelInfo.xml", `<x/>`), handout.Trace},
		{"header", part("word/header1.xml", `<w:t>T01</w:t>`), handout.Participant},
		{"footnote", part("word/footnotes.xml", `<w:t>Lumen</w:t><w:t> AI</w:t>`), handout.Provider},
		{"remarks of a workbook", sheet("xl/threadedComments/threadedComment1.xml", "<x/>"), handout.Trace},
		{"time of a workbook", sheet("docProps/core.xml", "<dcterms:modified>2001-02-03T04:05:06Z</dcterms:modified>"), handout.TimeStamp},
		{"remark in a page", folder.File{Name: "a.html", Data: []byte("<!-- Lumen AI -->")}, handout.Provider},
		{"hidden in a page", folder.File{Name: "a.html", Data: []byte(`<p style="display:none">T01</p>`)}, handout.Participant},
		{"name cut by marks", folder.File{Name: "a.html", Data: []byte("<p>Lum<b>en</b> AI</p>")}, handout.Provider},
		{"name cut by a soft hyphen", folder.File{Name: "a.txt", Data: []byte("Lu\u00admen AI")}, handout.Provider},
		{"name cut by a line end", folder.File{Name: "a.txt", Data: []byte("Lumen\nAI")}, handout.Provider},
		{"name with a no-break blank", folder.File{Name: "a.txt", Data: []byte("Lumen\u00a0AI")}, handout.Provider},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := audit(t, pack(t, []folder.File{c.file}), secrets)
			if !slices.ContainsFunc(found, func(f handout.Finding) bool { return f.What == c.what }) {
				t.Errorf("findings %+v, want %s", found, c.what)
			}
		})
	}
}

func TestHowAnArchiveIsPackedIsLookedAt(t *testing.T) {
	archive := func(write func(*zip.Writer) error) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		if err := write(w); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	create := func(names ...string) func(*zip.Writer) error {
		return func(w *zip.Writer) error {
			for _, name := range names {
				if _, err := w.CreateHeader(&zip.FileHeader{Name: name, Modified: moment}); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if found := audit(t, archive(create("a.txt", "b.txt")), handout.Secrets{}); len(found) > 0 {
		t.Fatalf("findings %+v", found)
	}
	front := []byte("#!/bin/sh by T01\n")
	for name, data := range map[string][]byte{
		"order of the files": archive(create("b.txt", "a.txt")),
		"number of a user": archive(func(w *zip.Writer) error {
			_, err := w.CreateHeader(&zip.FileHeader{Name: "a.txt", Modified: moment, Extra: []byte{0x75, 0x78, 3, 0, 1, 2, 3}})
			return err
		}),
		"bytes before the first file": append(front, archive(func(w *zip.Writer) error { w.SetOffset(int64(len(front))); return create("a.txt")(w) })...),
	} {
		found := audit(t, data, handout.Secrets{})
		if len(found) != 1 || found[0].What != handout.Archive {
			t.Errorf("%s: findings %+v", name, found)
		}
	}
}

func TestAQuestionInTheFirstPersonTellsNoOrigin(t *testing.T) {
	question := "Ich bin Studentin und habe eine Wohnung gemietet. Wie lange bin ich gebunden?"
	found := audit(t, pack(t, []folder.File{{Name: "01_Frage.txt", Data: []byte(question)}}), handout.Secrets{Public: []string{question}})
	if len(found) != 1 || !found[0].Public {
		t.Errorf("findings %+v, want one that the question itself says", found)
	}
}

func TestAnIDAsAPlaceInATableTellsNoOrigin(t *testing.T) {
	secrets := handout.SecretsOf([]study.Answer{{ID: "x01", Origin: study.Origin{Participant: "T01"}}})
	for text, leaks := range map[string]bool{
		"Nach Tarifposition T01 beträgt der Satz 5 %.": false, "See Schedule T01, row 3.": false, "Zgodnie z pozycją T01 taryfy": false,
		"Antwort von T01": true, "T01:": true,
	} {
		if found := audit(t, pack(t, []folder.File{{Name: "a.txt", Data: []byte(text)}}), secrets); len(found) > 0 != leaks {
			t.Errorf("%q: findings %+v", text, found)
		}
	}
}

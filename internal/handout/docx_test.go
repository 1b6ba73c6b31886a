package handout_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/officetest"
	"iucomstudien/internal/study"
)

// templateFile is where the template of an answer stands; -update writes it from its parts below testdata.
const templateFile = "../../assets/templates/answer.docx"

// templateParts are the parts of the template in the order of their names.
func templateParts(t *testing.T) []folder.File {
	t.Helper()
	root := os.DirFS("testdata/answer.docx.parts")
	var parts []folder.File
	for file, part := range map[string]string{
		"content-types.xml": "[Content_Types].xml", "rels.xml": "_rels/.rels", "document.xml": "word/document.xml",
		"document-rels.xml": "word/_rels/document.xml.rels", "styles.xml": "word/styles.xml",
	} {
		f, err := root.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(f)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, folder.File{Name: part, Data: data})
	}
	return parts
}

func TestTheTemplateOfAnAnswerIsMadeOfItsParts(t *testing.T) {
	want, err := handout.Zip(templateParts(t), time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(templateFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(templateFile)
	if err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s is not what its parts make (%v); write it with -update", templateFile, err)
	}
}

// documentOf is the Word file of the one answer of a folder.
func documentOf(t rapid.TB, text string) []byte {
	t.Helper()
	in := input()
	in.Answers = []study.BlindedAnswer{{Code: "X", Text: text}}
	return []byte(content(t, build(t, in, study.German), "Antworten/Antwort_X.docx"))
}

// textOf reads a Word file as the program reads one that a person brings.
func textOf(t rapid.TB, data []byte) string {
	t.Helper()
	doc, err := extract.Read(context.Background(), "a.docx", data)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Text
}

func TestAnAnswerKeepsItsParagraphsInWord(t *testing.T) {
	text := "Die Kündigung ist unwirksam.\n\nSie muss & darf nicht <b>mündlich</b> erfolgen;\n„so“ § 33 MRG.\n\nPLACE_TEXT PLACE_HEADING {{text}} ]]> &amp;"
	data := documentOf(t, text)
	read := "Antwort X\n" + strings.ReplaceAll(text, "\n\n", "\n") + "\n" // a paragraph or a broken line is a line when read
	if got := textOf(t, data); got != read {
		t.Errorf("read back:\n%q, want\n%q", got, read)
	}
	eachPart(t, data, "", func(name string, _ *zip.File, data []byte) {
		if n, breaks := bytes.Count(data, []byte("<w:p>")), bytes.Count(data, []byte("<w:br/>")); name == "word/document.xml" && (n != 4 || breaks != 1) {
			t.Errorf("%d paragraphs with %d broken lines, want heading and 3 with 1", n, breaks)
		}
	})
}

func TestNoTextBreaksAWordFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// An empty answer is refused before it comes to a file.
		text := rapid.StringOfN(rapid.Rune(), 1, 80, -1).Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(t, "text")
		eachPart(t, documentOf(t, text), "", func(name string, _ *zip.File, data []byte) {
			dec := xml.NewDecoder(bytes.NewReader(data))
			for {
				if _, err := dec.Token(); errors.Is(err, io.EOF) {
					return
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		})
	})
}

func TestAWordFileTellsNothingButTheAnswer(t *testing.T) {
	data := documentOf(t, "Antwort")
	if !bytes.Equal(data, documentOf(t, "Antwort")) {
		t.Error("equal answers give other bytes")
	}
	var parts []string
	eachPart(t, data, "", func(_ string, part *zip.File, data []byte) {
		parts = append(parts, part.Name)
		if !part.Modified.Equal(moment) {
			t.Errorf("%s has the time %s", part.Name, part.Modified)
		}
		for _, trace := range []string{"rsid", "w:author", "Application", "creator", "dcterms"} {
			if bytes.Contains(data, []byte(trace)) {
				t.Errorf("%s holds %q", part.Name, trace)
			}
		}
	})
	if got, want := strings.Join(parts, " "), "[Content_Types].xml _rels/.rels word/_rels/document.xml.rels word/document.xml word/styles.xml"; got != want {
		t.Errorf("parts %s, want %s", got, want)
	}
}

func TestLibreOfficeOpensAnAnswer(t *testing.T) {
	answer := documentOf(t, "Die Kündigung\tist unwirksam.\n\nZweiter Absatz.")
	pages := officetest.Find(t).PDF(t, map[string][]byte{"answer.docx": answer})
	doc, err := extract.Read(t.Context(), "answer.pdf", pages["answer.docx"])
	if err != nil || !strings.Contains(doc.Text, "Zweiter Absatz.") || !strings.Contains(doc.Text, "Antwort X") {
		t.Errorf("the PDF says %q, %v", doc.Text, err)
	}
}

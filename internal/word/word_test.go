package word_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/officetest"
	"iucomstudien/internal/word"
)

func drawing(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 60, 30))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(t *testing.T) word.Document {
	return word.Document{
		Language: "de-AT", Title: "Bericht <1> & mehr",
		Fields: map[string]string{"footer": "Studie „A“ & {{body}} {{footer}}"},
		Blocks: []word.Block{
			word.Text(word.Title, "Bericht"),
			word.Heading{Level: 1, Text: "Ergebnis", Bookmark: "result"},
			word.Paragraph{Runs: []word.Run{
				{Text: "Antwort "}, {Text: "X", Bold: true, Colour: "2e7d32", Link: "result", Tip: "Reporter, am 3. März"}, {Text: "\tEnde\nneue Zeile", Mono: true},
			}},
			word.Text(word.Bullet, "erster Punkt"),
			word.Text(word.Task, "noch offen"),
			word.Text(word.Caption, "Tabelle 1"),
			word.Table{Alt: "Zwei Spalten", Columns: []int{3, 1}, Header: []word.Row{word.Cells("Größe", "Wert")},
				Rows: []word.Row{{{Runs: word.Plain("Sensitivität"), Heading: true}, {Runs: word.Plain("0,5"), Right: true}}, {{Runs: word.Plain("über beide"), Span: 2}}, {}}},
			word.Picture{PNG: drawing(t), Title: "Fluss", Alt: "Ein graues Feld"},
			word.PageBreak{},
			word.Text(word.Quote, "bad \x00\x01\uFFFE <w:p> ]]> & \"'"),
		},
	}
}

func written(t testing.TB, d word.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := word.Write(&b, templates.Document, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parts unpacks a file and checks that each XML part is well-formed.
func parts(t testing.TB, file []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(text)
		if strings.HasSuffix(f.Name, ".png") {
			continue
		}
		for dec := xml.NewDecoder(bytes.NewReader(text)); ; {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s is not well-formed: %v", f.Name, err)
			}
		}
	}
	return all
}

func TestAFileHoldsWhatMakesItAccessible(t *testing.T) {
	p := parts(t, written(t, sample(t)))
	for part, wants := range map[string][]string{
		"word/document.xml": {`w:val="Heading1"`, `<w:tblHeader/>`, `descr="Ein graues Feld"`, `w:tblDescription w:val="Zwei Spalten"`,
			`w:anchor="b_result"`, `w:tooltip="Reporter, am 3. März"`, `<w:color w:val="2e7d32"/>`, `<w:gridSpan w:val="2"/>`},
		"word/footer1.xml":             {"Studie „A“ &amp; {{body}} {{footer}}", " PAGE ", " NUMPAGES "},
		"word/styles.xml":              {`<w:lang w:val="de-AT"`},
		"docProps/core.xml":            {"<dc:title>Bericht &lt;1&gt; &amp; mehr</dc:title>", "<dc:language>de-AT</dc:language>"},
		"word/_rels/document.xml.rels": {"media/drawn1.png"},
	} {
		for _, want := range wants {
			if !strings.Contains(p[part], want) {
				t.Errorf("%s lacks %s", part, want)
			}
		}
	}
}

func TestTheSameBlocksGiveTheSameBytes(t *testing.T) {
	if !bytes.Equal(written(t, sample(t)), written(t, sample(t))) {
		t.Error("two files differ")
	}
}

func TestNoTextBreaksTheFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"{{body}}", "{{footer}}", "</w:t>", "\uE0000\uE001", "\xff\x00", "]]>", "\r\n\t"})).Draw(rt, "text")
		d := word.Document{Language: s, Title: s, Fields: map[string]string{"footer": s}, Blocks: []word.Block{
			word.Heading{Level: 9, Text: s, Bookmark: s}, word.Paragraph{Bookmark: s, Runs: []word.Run{{Text: s, Link: s, Tip: s, Colour: s, Shade: s}}},
			word.Table{Alt: s, Rows: []word.Row{word.Cells(s, s), word.Cells(s)}}, word.Table{},
		}}
		parts(t, written(t, d))
	})
}

func TestAPlaceWithoutAValueIsRefused(t *testing.T) {
	err := word.Write(io.Discard, templates.Document, word.Document{})
	if err == nil || !strings.Contains(err.Error(), "{{footer}}") {
		t.Errorf("got %v", err)
	}
}

func TestAPictureThatIsNoneIsRefused(t *testing.T) {
	d := word.Document{Fields: map[string]string{"footer": ""}, Blocks: []word.Block{word.Picture{PNG: []byte("GIF89a"), Title: "flow"}}}
	if err := word.Write(io.Discard, templates.Document, d); err == nil || !strings.Contains(err.Error(), "flow") {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoTemplateIsRefused(t *testing.T) {
	for _, data := range [][]byte{nil, []byte("PK"), []byte("text")} {
		if err := word.Write(io.Discard, data, word.Document{}); err == nil {
			t.Errorf("%q was taken", data)
		}
		if _, err := word.Fields(data); err == nil {
			t.Errorf("%q has places", data)
		}
	}
}

func TestATemplateNamesItsPlaces(t *testing.T) {
	got, err := word.Fields(templates.Document)
	if err != nil || len(got) != 1 || got[0] != "footer" {
		t.Errorf("got %v, %v", got, err)
	}
}

func FuzzTemplate(f *testing.F) {
	f.Add(templates.Document)
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		d := word.Document{Fields: map[string]string{"footer": "x"}, Blocks: []word.Block{word.Text(word.Body, "y")}}
		_ = word.Write(io.Discard, data, d) // an error or a file, never a panic
	})
}

func TestLibreOfficeOpensTheFile(t *testing.T) {
	officetest.Find(t).PDF(t, map[string][]byte{"sample.docx": written(t, sample(t))})
}

func BenchmarkALargeDocument(b *testing.B) {
	d := word.Document{Language: "en-GB", Fields: map[string]string{"footer": "x"}}
	table := word.Table{Header: []word.Row{word.Cells("code", "rater", "verdict", "comment")}}
	for range 14000 {
		table.Rows = append(table.Rows, word.Cells("X", "R01", "correct", "a comment of some words"))
	}
	d.Blocks = []word.Block{table}
	for b.Loop() {
		if err := word.Write(io.Discard, templates.Document, d); err != nil {
			b.Fatal(err)
		}
	}
}

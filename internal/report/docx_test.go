package report_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"iucomstudien/internal/officetest"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

func docx(t *testing.T, m *report.Model, l study.Language) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.DOCX(&b, m, catalogue(t, l)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// part reads a part of a Word file and holds that it is well-formed.
func part(t *testing.T, file []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(raw)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return string(raw)
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// letters keeps letters and digits, so that two ways of setting the same text compare equal.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestTheWordFileSaysWhatThePageSays compares the texts of both, heading by heading, cell by cell.
func TestTheWordFileSaysWhatThePageSays(t *testing.T) {
	for name, m := range variants(t) {
		page := html(t, m, study.German)
		document := part(t, docx(t, m, study.German), "word/document.xml")
		said := letters(unescaped(t, tags.ReplaceAllString(document, "")))
		for _, text := range parse(t, page).texts {
			if l := letters(text); !strings.Contains(said, l) {
				t.Errorf("%s: the Word file does not say %q", name, text)
			}
		}
		if n, want := strings.Count(document, "<w:tbl>"), strings.Count(page, "<table>"); n != want {
			t.Errorf("%s: %d tables, want %d", name, n, want)
		}
		if n, want := strings.Count(document, "<w:tblHeader/>"), strings.Count(page, "<thead>"); n != want {
			t.Errorf("%s: %d header rows, want %d", name, n, want)
		}
		if n, want := strings.Count(document, "<wp:inline"), strings.Count(page, "<svg"); n != want {
			t.Errorf("%s: %d pictures, want %d", name, n, want)
		}
	}
}

func unescaped(t *testing.T, s string) string {
	t.Helper()
	var text string
	if err := xml.Unmarshal([]byte("<x>"+s+"</x>"), &text); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheWordFileIsBuiltForEveryReader(t *testing.T) {
	for _, l := range study.Languages() {
		file := docx(t, whole(t), l)
		document := part(t, file, "word/document.xml")
		for what, want := range map[string]string{
			"a title": `<w:pStyle w:val="Title"/>`, "headings": `<w:pStyle w:val="Heading1"/>`, "smaller headings": `<w:pStyle w:val="Heading3"/>`,
			"the colour of the Reporter": `w:fill="2e7d32"`, "that of the control": `w:fill="b04f06"`, "a screen tip": `w:tooltip="Z: `,
			"the place it leads to": `w:name="b_answer_Z"`, "what differs in a question": `<w:strike/>`,
		} {
			if !strings.Contains(document, want) {
				t.Errorf("%s: the file lacks %s", l, what)
			}
		}
		if strings.Contains(document, `descr=""`) {
			t.Errorf("%s: a picture has no alternative text", l)
		}
		if footer := part(t, file, "word/footer1.xml"); !strings.Contains(footer, " PAGE ") || !strings.Contains(footer, "DEMO-MIETE-01") {
			t.Errorf("%s: the footer has no page number or no study", l)
		}
		if styles := part(t, file, "word/styles.xml"); !strings.Contains(styles, `w:lang w:val="`+string(l)+"-") {
			t.Errorf("%s: the language of the text is not set", l)
		}
	}
}

func TestTheSameDataGiveTheSameWordFile(t *testing.T) {
	m := whole(t)
	if first := docx(t, m, study.Polish); !bytes.Equal(first, docx(t, m, study.Polish)) {
		t.Error("two files of the same data differ")
	}
}

func TestHostileTextsStayTextsInTheWordFile(t *testing.T) {
	document := part(t, docx(t, hostile(t), study.English), "word/document.xml")
	if n := strings.Count(document, "x-evil"); n < 100 {
		t.Errorf("the text stands %d times only", n)
	}
	if strings.Contains(document, "<x-evil") {
		t.Error("a text became markup")
	}
}

func TestLibreOfficeOpensTheReport(t *testing.T) {
	reports := make(map[string][]byte)
	for _, l := range study.Languages() {
		reports["report."+string(l)+".docx"] = docx(t, whole(t), l)
	}
	officetest.Find(t).PDF(t, reports)
}

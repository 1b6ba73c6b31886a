package consent_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/officetest"
	"iucomstudien/internal/stard/consent"
	"iucomstudien/internal/study"
	"iucomstudien/internal/word"
)

var update = flag.Bool("update", false, "make the forms anew of their parts")

// TestTheFormsAreMadeOfTheirParts keeps the wording of the forms readable: testdata holds the text of each language, the
// rest is that of the Word template of package word.
func TestTheFormsAreMadeOfTheirParts(t *testing.T) {
	for _, l := range study.Languages() {
		made := packed(t, l)
		if *update {
			file := filepath.Join("..", "..", "..", "assets", "templates", "consent", "consent."+string(l)+".docx")
			if err := os.WriteFile(file, made, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		have, err := templates.Consent.ReadFile("consent/consent." + string(l) + ".docx")
		if err != nil {
			t.Fatal(err)
		}
		if part(t, made, "word/document.xml") != part(t, have, "word/document.xml") {
			t.Errorf("%s: the form differs from its text in testdata", l)
		}
	}
}

func packed(t *testing.T, l study.Language) []byte {
	t.Helper()
	own, err := os.ReadFile(filepath.Join("testdata", "document."+string(l)+".xml"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	root := os.DirFS(filepath.Join("..", "..", "word", "testdata", "document"))
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if name == "word/document.xml" {
			data = own
		}
		w, err := z.Create(name)
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

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
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func filled() consent.Form {
	f := consent.Form{Study: "Mietrecht & <mehr>", Fields: map[consent.Field]string{}}
	for _, field := range consent.Fields() {
		f.Fields[field] = "Angabe zu " + string(field)
	}
	return f
}

func written(t *testing.T, f consent.Form, l study.Language) []byte {
	t.Helper()
	cat, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := consent.Docx(&b, f, cat); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEveryFieldHasItsPlaceInEveryForm(t *testing.T) {
	for _, l := range study.Languages() {
		template, err := templates.Consent.ReadFile("consent/consent." + string(l) + ".docx")
		if err != nil {
			t.Fatal(err)
		}
		places, err := word.Fields(template)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range consent.Fields() {
			if !slices.Contains(places, string(f)) {
				t.Errorf("%s: the form has no place for %s", l, f)
			}
		}
		text := part(t, written(t, filled(), l), "word/document.xml")
		for _, want := range []string{"Mietrecht &amp; &lt;mehr&gt;", "Angabe zu controller", "☐"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the form lacks %q", l, want)
			}
		}
		if strings.Contains(text, "☒") || strings.Contains(text, "☑") {
			t.Errorf("%s: a box is ticked beforehand", l)
		}
	}
}

func TestAFormWithGapsIsNeverCalledComplete(t *testing.T) {
	for _, l := range study.Languages() {
		cat, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		complete := cat.T("consent.complete")
		if text := part(t, written(t, filled(), l), "word/document.xml"); !strings.Contains(text, complete) {
			t.Errorf("%s: a complete form does not say so", l)
		}
		for _, field := range consent.Fields() {
			f := filled()
			f.Fields[field] = " "
			text := part(t, written(t, f, l), "word/document.xml")
			if field.Required() == strings.Contains(text, complete) || field.Required() != (len(f.Open()) == 1) {
				t.Errorf("%s: without %s: %v", l, field, f.Open())
			}
		}
		empty := part(t, written(t, consent.Form{}, l), "word/document.xml")
		if strings.Contains(empty, "{{") || strings.Contains(empty, "‹") {
			t.Errorf("%s: an empty form shows a place without words", l)
		}
	}
}

func TestFieldsAreReadAsTheyAreTyped(t *testing.T) {
	if f, text, err := consent.Parse("contact= a@example.org, or = so "); err != nil || f != consent.Contact || text != "a@example.org, or = so" {
		t.Errorf("got %s %q %v", f, text, err)
	}
	for typed, id := range map[string]string{"contact": "consent.bad-field", "": "consent.bad-field", "x=y": "consent.bad-field",
		"contact=" + strings.Repeat("ä", 2001): "consent.long-field"} {
		if _, _, err := consent.Parse(typed); !study.HasProblem(err, id) {
			t.Errorf("%.20q: %v", typed, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("contact=x")
	f.Fuzz(func(t *testing.T, typed string) {
		if field, _, err := consent.Parse(typed); err == nil && !slices.Contains(consent.Fields(), field) {
			t.Errorf("%q is read as the field %q", typed, field)
		}
	})
}

func TestLibreOfficeOpensTheForms(t *testing.T) {
	forms := make(map[string][]byte)
	for _, l := range study.Languages() {
		forms[string(l)+".docx"] = written(t, consent.Form{Study: "S"}, l)
	}
	officetest.Find(t).PDF(t, forms)
}

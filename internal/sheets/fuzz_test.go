package sheets_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// FuzzRead checks what holds for every file of every format: it is refused as a whole, or every rating has an issued
// code, once, and values on their scales.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.csv")
	if err != nil {
		f.Fatal(err)
	}
	saved, err := filepath.Glob("testdata/saved/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, saved...) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, true, true)
	}
	f.Add([]byte("Code,Grade\nX,1-2\nX,2\n,3\n"), false, false)
	f.Add([]byte("# minutes;1,5 h\nCode;Note\nX;\n"), false, false)
	f.Add(openDocumentOf(f, spoilable{rows: [][]string{{"# Minuten", "90"}, {"Code", "Note", "Zielfrage"}, {"X", "2", "ja"}, {"y.", "01. Apr", "?"}}}), true, true)
	for _, text := range jsonSeeds() {
		f.Add([]byte(text), true, true)
	}
	f.Fuzz(checkAnyFile)
}

// FuzzReadJSON is FuzzRead for the one format that is read here and not in package extract.
func FuzzReadJSON(f *testing.F) {
	for _, text := range jsonSeeds() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkAnyFile(t, []byte("{"+text), true, true) })
}

func jsonSeeds() []string {
	return []string{
		`{"format":"iucom-rating-sheet/1","head":{"reviewer":"R01","minutes":"90","content":"x"},"columns":["code","grade","grid"],"rows":[["X","1","blocked"],["Y","01. Apr","n/a"],["Y","",""]]}`,
		`{"format":"iucom-rating-sheet/2","columns":[],"rows":[]}`, `{"format":"iucom-rating-sheet/1","columns":["code","code"],"rows":[["X"]]}`, `{"rows":[[1]]}`,
	}
}

func checkAnyFile(t *testing.T, data []byte, gold, target bool) {
	form := sampleForm
	form.Gold, form.Target = gold, target
	r, err := sheets.Read(t.Context(), "R01.csv", data, form, sheets.Options{})
	if err != nil {
		if len(study.Problems(err)) == 0 {
			t.Fatalf("refused without a reason for a person: %v", err)
		}
		return
	}
	var seen []study.Code
	for _, x := range r.Ratings {
		if !slices.Contains(form.Codes, x.Code) || slices.Contains(seen, x.Code) {
			t.Fatalf("code %s, after %v", x.Code, seen)
		}
		seen = append(seen, x.Code)
		checkScales(t, x, gold, target)
	}
	for _, p := range r.Refused {
		if p.Column == "" || p.Args["value"] == nil || p.Row < 1 && r.Format != "json" { // JSON has no rows above its table
			t.Fatalf("refused without a place: %v", p)
		}
	}
}

func checkScales(t *testing.T, x study.Rating, gold, target bool) {
	t.Helper()
	if a, ok := x.Agreement.Get(); ok && (a < 0 || a > 100 || !gold) {
		t.Fatalf("agreement %d", a)
	}
	if g, ok := x.Grade.Get(); ok && (g < 1 || g > 5) {
		t.Fatalf("grade %d", g)
	}
	if g, ok := x.Grid.Get(); ok && !g.Valid() {
		t.Fatalf("grid %d", g)
	}
	if c, ok := x.Category.Get(); ok && (!slices.Contains(study.Categories(), c) || !gold) {
		t.Fatalf("category %q", c)
	}
	if v, ok := x.Target.Get(); ok && (!slices.Contains(study.Targets(), v) || !target) {
		t.Fatalf("target %q", v)
	}
	if v, ok := x.Guess.Get(); ok && !slices.Contains(study.Guesses(), v) {
		t.Fatalf("origin %q", v)
	}
}

package sheets_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// FuzzRead checks what holds for every file: it is refused as a whole, or every rating has an issued code, once, and
// values on their scales.
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
	f.Fuzz(func(t *testing.T, data []byte, gold, target bool) {
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
			if p.Row < 1 || p.Column == "" || p.Args["value"] == nil {
				t.Fatalf("refused without a place: %v", p)
			}
		}
	})
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

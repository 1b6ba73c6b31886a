package sheets_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

var sampleForm = sheets.Form{
	Study: "DEMO-MIETE-01", Language: study.German, Codes: []study.Code{"X", "Y", "Z", "W", "Q", "K"}, Gold: true, Target: true,
}

func readSheet(t *testing.T, name string, data []byte, form sheets.Form, opts sheets.Options) sheets.Reading {
	t.Helper()
	r, err := sheets.Read(context.Background(), name, data, form, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// refusal is a refused cell without its facts.
type refusal struct {
	Row                int
	Column, Value, Why string
}

func refusals(r sheets.Reading) []refusal {
	var list []refusal
	for _, p := range r.Refused {
		list = append(list, refusal{p.Row, p.Column, p.Args["value"].(string), p.ID})
	}
	return list
}

func TestTheSheetsOfTheSampleAreReadWhole(t *testing.T) {
	for _, reviewer := range []string{"R01", "R02", "R03"} {
		r := readSheet(t, "any.csv", sample(t, "Bewertung_DEMO-MIETE-01_"+reviewer+".csv"), sampleForm, sheets.Options{})
		if r.Reviewer != reviewer || r.Study != "DEMO-MIETE-01" || len(r.Ratings) != 6 {
			t.Errorf("reviewer %q, study %q, %d ratings", r.Reviewer, r.Study, len(r.Ratings))
		}
		if len(r.Refused)+len(r.Ignored)+len(r.Questions)+len(r.Understood)+len(r.Missing) > 0 {
			t.Errorf("%s: refused %v, ignored %v, questions %v, understood %v", reviewer, r.Refused, r.Ignored, r.Questions, r.Understood)
		}
	}
	r := readSheet(t, "R03.csv", sample(t, "Bewertung_DEMO-MIETE-01_R03.csv"), sampleForm, sheets.Options{})
	k := r.Ratings[5]
	if k.Agreement.IsKnown() || k.Agreement.Why() != study.Missing || k.Grade.Or(0) != 2 || k.Comment != "Prozent kann ich nicht angeben" {
		t.Errorf("K of R03: %+v", k)
	}
}

func TestTheCountNamesExactlyWhatWasTaken(t *testing.T) {
	for name, want := range map[string][2]int{
		"Bewertung_DEMO-MIETE-01_R01.csv": {6, 36}, "Bewertung_DEMO-MIETE-01_R03.csv": {6, 35}, "broken_for_import_tests.csv": {4, 19},
	} {
		rows, values := readSheet(t, name, sample(t, name), sampleForm, sheets.Options{}).Taken()
		if rows != want[0] || values != want[1] {
			t.Errorf("%s: %d rows, %d values, want %v", name, rows, values, want)
		}
	}
}

func TestTheBrokenSheetGivesWhatItsRemarksSay(t *testing.T) {
	r := readSheet(t, "broken.csv", sample(t, "broken_for_import_tests.csv"), sampleForm, sheets.Options{})
	want := []refusal{
		{5, "Note 1–5", "1-2", "ratings.value-not-allowed"},
		{6, "Kategorie", "teilweise", "ratings.value-not-allowed"},
		{6, "Rasterstufe", "01. Apr", "ratings.date"},
		{7, "Code", "J", "ratings.unknown-code"},
		{8, "Übereinstimmung %", "120", "ratings.value-not-allowed"},
		{9, "Code", "Q", "ratings.code-twice"},
	}
	got := refusals(r)
	slices.SortStableFunc(got, func(a, b refusal) int { return a.Row - b.Row })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	x := r.Ratings[0]
	if x.Category.Or("") != study.Hallucinated || x.Agreement.Or(0) != 8 || x.Grid.Or(0) != study.GridBlocked ||
		x.Target.Or("") != study.Yes || x.Guess.Or("") != study.GuessAI {
		t.Errorf("X: %+v", x)
	}
	if z := r.Ratings[2]; z.Agreement.Or(0) != 50 || z.Grade.Or(0) != 3 || z.Category.IsKnown() || z.Grid.IsKnown() {
		t.Errorf("Z: %+v", z)
	}
	if q := r.Ratings[3]; q.Code != "Q" || q.Guess.Why() != study.Missing || q.Agreement.IsKnown() || q.Grade.Or(0) != 1 {
		t.Errorf("Q: %+v", q)
	}
	if !slices.Equal(r.Missing, []study.Code{"W", "K"}) || r.Reviewer != "R04" {
		t.Errorf("missing %v, reviewer %q", r.Missing, r.Reviewer)
	}
}

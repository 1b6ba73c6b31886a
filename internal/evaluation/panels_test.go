package evaluation_test

import (
	"math"
	"strings"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// sheetsOf makes a sheet a person; a string has a letter an answer: c correct, i incomplete, h hallucinated, - a gap.
func sheetsOf(t *testing.T, people ...string) evaluation.Input {
	t.Helper()
	in := evaluation.Input{Gold: true, Replicates: 100}
	letters := map[rune]study.Category{'c': study.Correct, 'i': study.Incomplete, 'h': study.Hallucinated}
	for p, row := range people {
		s := evaluation.Sheet{Rater: study.Rater{ID: "R0" + string(rune('1'+p)), Kind: study.HumanRater}}
		for i, l := range strings.ReplaceAll(row, " ", "") {
			code := study.Code(rune('A' + i))
			if p == 0 {
				in.Codes = append(in.Codes, code)
			}
			if c, ok := letters[l]; ok {
				s.Ratings = append(s.Ratings, study.Rating{Code: code, Category: study.Known(c)})
			}
		}
		in.Sheets = append(in.Sheets, s)
	}
	return in
}

// A program made -0.03 of 0.87 by taking gaps for a category, a single rater ended in a warning about a division, and
// two raters without a common answer got 1.0.
func TestGapsAreNoCategoryAndWhatIsNotSharedIsNoAgreement(t *testing.T) {
	full := compute(t, sheetsOf(t, "cich cich ich", "cich cich hch"))
	gaps := compute(t, sheetsOf(t, "cich cich ich c---", "cich cich hch -ci-"))
	want, _ := figure(t, full, "kappa_R01_R02_category").Value()
	got := figure(t, gaps, "kappa_R01_R02_category")
	if v, ok := got.Value(); !ok || v != want || got.N("pairs") != 11 || got.LeftOut[0].N != 4 {
		t.Errorf("kappa %v of %d pairs, want %v of 11; left out %v", got, got.N("pairs"), want, got.LeftOut)
	}
	alphaFull, _ := figure(t, full, "alpha_category_nominal").Value()
	if v, ok := figure(t, gaps, "alpha_category_nominal").Value(); !ok || math.Abs(v-alphaFull) > 1e-12 {
		t.Errorf("alpha %v, want %v: answers rated once add nothing", v, alphaFull)
	}
	for name, c := range map[string]struct {
		in    evaluation.Input
		alpha stats.Reason
		kappa stats.Reason
	}{
		"nothing in common":    {sheetsOf(t, "cih---", "---cih"), stats.NothingPairable, stats.NoPairs},
		"one answer in common": {sheetsOf(t, "cihc--", "---hih"), stats.TooFewUnits, stats.TooFewUnits},
		"one person":           {sheetsOf(t, "cihcih"), evaluation.OneRater, ""},
	} {
		f := compute(t, c.in)
		if a := figure(t, f, "alpha_category_nominal"); a.Reason() != c.alpha || a.Interval != nil {
			t.Errorf("%s: alpha %v", name, a)
		}
		if c.kappa != "" {
			if k := figure(t, f, "kappa_R01_R02_category"); k.Reason() != c.kappa || k.Interval != nil {
				t.Errorf("%s: kappa %v", name, k)
			}
		}
	}
}

// Where six raters judged some answers and two others the rest, one kappa over all turned negative with 8 % conflicts.
func TestAChangingPanelGivesAlphaWithANoteAndAgreementPanelByPanel(t *testing.T) {
	f := compute(t, sheetsOf(t, "cihc ---- ----", "cihc ---- ----", "---- cchi cihc", "---- cchi cihh"))
	whole := figure(t, f, "alpha_category_nominal")
	if v, ok := whole.Value(); !ok || v < 0.8 {
		t.Errorf("alpha over all %v", whole)
	}
	if v, ok := figure(t, f, "panel.R01+R02.alpha_category_nominal").Value(); !ok || v != 1 {
		t.Errorf("first panel %v", v)
	}
	second := figure(t, f, "panel.R03+R04.alpha_category_nominal")
	if v, ok := second.Value(); !ok || v >= 1 || second.N("units") != 8 {
		t.Errorf("second panel %v of %d answers", second, second.N("units"))
	}
	if n := compute(t, sheetsOf(t, "cihc cihc cihc ----", "cihc ---- cihc cihc", "---- cihc cihc cihc")).Agreement[0].Panels; len(n) != 4 {
		t.Errorf("%d panels, want those of three pairs and of all three", len(n))
	}
	changed := figure(t, compute(t, sheetsOf(t, "cihcih", "cihcih", "cih---")), "alpha_category_nominal")
	if !changed.HasNote(stats.NoteUnequalRaters) {
		t.Errorf("notes %v do not tell of the panel", changed.Notes)
	}
	if panels := compute(t, tenancy(t)).Agreement[1].Panels; panels != nil {
		t.Errorf("one missing rating is no change of the panel: %+v", panels)
	}
}

// Krippendorff's own example (four raters, twelve answers, with gaps) came out otherwise in two programs. Here it goes
// the whole way from sheets to the figure of a report; its ordinal and interval values are 0.815 and 0.849.
func TestTheTextbookExampleComesOutOfSheetsAsPrinted(t *testing.T) {
	rows := []string{"1 2 3 3 2 1 4 1 2 - - -", "1 2 3 3 2 2 4 1 2 5 - 3", "- 3 3 3 2 3 4 2 2 5 1 -", "1 2 3 3 2 4 4 1 2 5 1 -"}
	in := evaluation.Input{Replicates: 100}
	for p, row := range rows {
		s := evaluation.Sheet{Rater: study.Rater{ID: "R0" + string(rune('1'+p)), Kind: study.HumanRater}}
		for i, cell := range strings.Fields(row) {
			code := study.Code(rune('A' + i))
			if p == 0 {
				in.Codes = append(in.Codes, code)
			}
			if cell != "-" {
				n := int(cell[0] - '0')
				s.Ratings = append(s.Ratings, study.Rating{Code: code, Grade: study.Known(n), Grid: study.Known(study.Grid(n))})
			}
		}
		in.Sheets = append(in.Sheets, s)
	}
	f := compute(t, in)
	for name, want := range map[string]float64{"alpha_grid_ordinal": 0.815, "alpha_grade_interval": 0.849} {
		got := figure(t, f, name)
		if v, ok := got.Value(); !ok || math.Abs(v-want) > 0.0005 {
			t.Errorf("%s: %v, printed %v", name, got, want)
		}
		if level := got.Variant; !strings.HasSuffix(name, level) {
			t.Errorf("%s: level of measurement %q", name, level)
		}
	}
}

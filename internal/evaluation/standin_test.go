package evaluation_test

import (
	"maps"
	"slices"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

func TestTheAIGraderIsComparedWithEachPersonInEveryMeasureThatWasAsked(t *testing.T) {
	f := compute(t, tenancy(t))
	var measures []evaluation.Measure
	for _, s := range f.StandIn {
		measures = append(measures, s.Measure)
		if len(s.People) != 3 || !s.WinningRate.HasNote(stats.NoteFewItems) {
			t.Errorf("%s: %d people, notes %v", s.Measure, len(s.People), s.WinningRate.Notes)
		}
	}
	if want := []evaluation.Measure{evaluation.OfCategory, evaluation.OfAgreement, evaluation.OfGrid}; !slices.Equal(measures, want) {
		t.Errorf("measures %v, want %v", measures, want)
	}
	// By hand: on six answers the grader is nowhere farther from the others than R01, so all six leads less 0.2 are
	// negative: p = 1/64; of three equal p values Benjamini-Yekutieli makes p (1 + 1/2 + 1/3).
	p, ok := f.StandIn[0].People[0].P.Value()
	if want := 1.0 / 64 * (1 + 1.0/2 + 1.0/3); !ok || p != want {
		t.Errorf("p %v %v, want %v", p, ok, want)
	}
}

func TestStandingInIsNotJudgedWhereItCanNotBe(t *testing.T) {
	in := tenancy(t)
	in.Gold = false
	if f := compute(t, in); len(f.StandIn) != 1 || f.StandIn[0].Measure != evaluation.OfGrid {
		t.Errorf("without a gold standard: %+v", f.StandIn)
	}
	in = tenancy(t)
	in.Gradings = nil
	if f := compute(t, in); f.StandIn != nil {
		t.Errorf("without an AI grader: %+v", f.StandIn)
	}
	in = tenancy(t)
	in.Sheets = nil
	for _, s := range compute(t, in).StandIn {
		if s.WinningRate.Reason() != evaluation.NoPeople || s.Passed {
			t.Errorf("without people: %v", s.WinningRate)
		}
	}
	in = tenancy(t)
	in.Codes = in.Codes[:4]
	for _, s := range compute(t, in).StandIn {
		if s.WinningRate.Reason() != stats.TooFewUnits || s.Passed {
			t.Errorf("on four answers: %v", s.WinningRate)
		}
	}
}

func TestAgreementWithoutTheAIGraderIsThatOfThePeople(t *testing.T) {
	f := compute(t, tenancy(t))
	for _, l := range f.LeftOut {
		last := l.Raters[len(l.Raters)-1]
		if last.Rater.Kind != study.AIRater {
			t.Fatalf("%s ends with %s", l.Measure, last.Rater.ID)
		}
		people, _ := figure(t, f, "alpha_"+string(l.Measure)+"_"+l.Level).Value()
		if without, ok := last.Without.Value(); !ok || without != people {
			t.Errorf("%s: %v without the AI grader, %v of people", l.Measure, without, people)
		}
	}
}

func TestTablesOfAWorkingCarryWords(t *testing.T) {
	f := compute(t, tenancy(t))
	for name, want := range map[string][]string{
		"alpha_category_nominal":             {"correct", "incomplete", "hallucinated"},
		"alpha_grid_ordinal":                 {"1", "2", "3", "4", "blocked"},
		"kappa_R01_R02_category":             {"correct", "incomplete", "hallucinated"},
		"blinding_humans.p0":                 {"human", "ai"},
		"blinding_humans.dealt":              {"human", "ai", "origin"},
		"stand_in.category.winning_rate":     {"items", "judge_wins", "rater_wins", "p_single", "p"},
		"left_out.AI.alpha_category_nominal": {"correct", "incomplete", "hallucinated"},
	} {
		tables := figure(t, f, name).Explain().Tables
		if len(tables) == 0 || !slices.Equal(tables[0].Columns, want) {
			t.Errorf("%s: %+v, want columns %v", name, tables, want)
		}
	}
}

func TestAnAnswerOfUnknownOriginTakesNoPartInTheBlindingCheck(t *testing.T) {
	in := tenancy(t)
	in.Conditions = maps.Clone(in.Conditions)
	in.Conditions["X"] = ""
	f := compute(t, in)
	if f.Humans.Guesses != 15 || f.Humans.Dealt.N("answers") != 5 {
		t.Errorf("%d guesses on %d answers, want 15 on 5", f.Humans.Guesses, f.Humans.Dealt.N("answers"))
	}
}

func TestIntervalsOfManyAnswersAreCorrectedAndThoseOfAHandfulAreNot(t *testing.T) {
	for n, want := range map[int]string{6: "bootstrap_units_percentile", 12: "bootstrap_units_bca"} {
		in := evaluation.Input{Replicates: 200}
		sheets := []evaluation.Sheet{{Rater: study.Rater{ID: "R01"}}, {Rater: study.Rater{ID: "R02"}}}
		for i := range n {
			code := study.Code(rune('A' + i))
			in.Codes = append(in.Codes, code)
			for j := range sheets {
				sheets[j].Ratings = append(sheets[j].Ratings, study.Rating{Code: code, Grade: study.Known(1 + (i*i+j*(i%3))%5)})
			}
		}
		in.Sheets = sheets
		f := figure(t, compute(t, in), "alpha_grade_interval")
		if f.Interval == nil || f.Interval.Method != want {
			t.Errorf("%d answers: %+v, want %s", n, f.Interval, want)
		}
	}
}

package evaluation_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// answered is an answer of which so many people said correct and hallucinated, with a median grade.
func answered(c study.Condition, right, wrong, grade int) evaluation.AnswerFigures {
	return evaluation.AnswerFigures{Condition: c, People: evaluation.Verdicts{
		Categories: map[study.Category]int{study.Correct: right, study.Hallucinated: wrong},
		Grade:      evaluation.Median{N: right + wrong, Better: grade, Worse: grade},
	}}
}

// cases makes one test a case; each gives the answers.
func cases(each ...[]evaluation.AnswerFigures) []evaluation.CaseAnswers {
	var all []evaluation.CaseAnswers
	for i, a := range each {
		all = append(all, evaluation.CaseAnswers{Case: fmt.Sprintf("case-%02d", i), Answers: a, Reference: study.Known(study.No)})
	}
	return all
}

func planned(t testing.TB, h evaluation.Hypothesis) evaluation.Hypothesis {
	t.Helper()
	h.ID, h.Claim = "H1", "the Reporter is right more often than the control"
	h, err := h.Planned()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func confirm(t *testing.T, tests []evaluation.CaseAnswers, open int, hypotheses ...evaluation.Hypothesis) evaluation.Confirmatory {
	t.Helper()
	c, err := evaluation.Confirm(context.Background(), hypotheses, tests, open, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pairsOf makes cases of two conditions: both right, only the first, only the second, both wrong.
func pairsOf(a, b, c, d int) []evaluation.CaseAnswers {
	var each [][]evaluation.AnswerFigures
	add := func(n, first, second int) {
		for range n {
			each = append(each, []evaluation.AnswerFigures{
				answered(study.Reporter, 2*first, 2*(1-first), 5-3*first), answered(study.Control, 2*second, 2*(1-second), 5-3*second)})
		}
	}
	add(a, 1, 1)
	add(b, 1, 0)
	add(c, 0, 1)
	add(d, 0, 0)
	return cases(each...)
}

var both = []study.Condition{study.Reporter, study.Control}

func TestTwoConditionsOverCasesAreComparedByMcNemar(t *testing.T) {
	h := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: both, Test: evaluation.McNemarExact})
	got := confirm(t, pairsOf(10, 9, 1, 5), 0, h).Hypotheses[0]
	// By hand: 2 (1 + 10) / 2^10 = 22/1024; difference (9 - 1)/25.
	if p, ok := got.P.Value(); !ok || math.Abs(p-22.0/1024) > 1e-15 {
		t.Errorf("p %v, want 22/1024", got.P)
	}
	if d, ok := got.Effects[0].Value(); !ok || d != 0.32 || got.Effects[0].Interval == nil {
		t.Errorf("difference %v, want 8 of 25", got.Effects[0])
	}
	if !got.Decided || len(got.Paired) != 25 {
		t.Errorf("decided %v on %d cases", got.Decided, len(got.Paired))
	}
}

func TestNumbersOverCasesAreComparedBySignedRanks(t *testing.T) {
	h := planned(t, evaluation.Hypothesis{Outcome: evaluation.MedianGrade, Conditions: both})
	if h.Test != evaluation.Wilcoxon {
		t.Fatalf("the test that fits is %s", h.Test)
	}
	got := confirm(t, pairsOf(0, 6, 0, 0), 0, h).Hypotheses[0]
	if p, ok := got.P.Value(); !ok || p != 2.0/64 {
		t.Errorf("p %v, want 2/2^6", got.P)
	}
	if v, ok := got.Effects[0].Value(); !ok || v != -3 || got.Effects[0].Interval == nil {
		t.Errorf("pseudo-median %v, want -3 grades", got.Effects[0])
	}
}

func TestThreeConditionsTakeTheTestsForThree(t *testing.T) {
	three := []study.Condition{study.Reporter, study.Control, study.Student}
	var each [][]evaluation.AnswerFigures
	for range 8 {
		each = append(each, []evaluation.AnswerFigures{answered(study.Reporter, 3, 0, 1), answered(study.Control, 0, 3, 4), answered(study.Student, 0, 3, 5)})
	}
	q := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: three})
	f := planned(t, evaluation.Hypothesis{Outcome: evaluation.MedianGrade, Conditions: three})
	for i, got := range confirm(t, cases(each...), 0, q, f).Hypotheses {
		// Both statistics reach their largest value, n (k - 1) = 16, whose p with two degrees of freedom is exp(-8).
		if p, ok := got.P.Value(); !ok || math.Abs(p-math.Exp(-8)) > 1e-12 {
			t.Errorf("%s: p %v, want exp(-8)", got.Test, got.P)
		}
		if v, ok := got.Effects[0].Value(); !ok || v != 1 || got.Effects[0].Interval == nil {
			t.Errorf("%d: effect %v", i, got.Effects[0])
		}
	}
}

func TestOneCaseCanNotBeCompared(t *testing.T) {
	for n, why := range map[int]stats.Reason{0: evaluation.NoCase, 1: evaluation.OneCase} {
		for _, o := range evaluation.Outcomes() {
			h := planned(t, evaluation.Hypothesis{Outcome: o, Conditions: both})
			got := confirm(t, pairsOf(0, n, 0, 0), 0, h).Hypotheses[0]
			if len(got.Paired) != n { // rates and readings have no value here
				why = evaluation.NoCase
			}
			if _, ok := got.P.Value(); ok || got.P.Reason() != why || got.Decided || got.Adjusted.Reason() != why {
				t.Errorf("%d cases, %s: %v", n, o, got.P)
			}
			why = map[int]stats.Reason{0: evaluation.NoCase, 1: evaluation.OneCase}[n]
		}
	}
}

func TestWhatStandsInTheWayOfADecisionIsNoted(t *testing.T) {
	few := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: both, Test: evaluation.McNemarExact})
	more := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: both, Cases: 30})
	less := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: both, Cases: 5})
	for _, c := range []struct {
		name  string
		h     evaluation.Hypothesis
		tests []evaluation.CaseAnswers
		open  int
		note  string
	}{
		{"five cases can not reach 5 %", few, pairsOf(0, 5, 0, 0), 0, evaluation.NoteCanNotDecide},
		{"thirty were planned", more, pairsOf(0, 12, 0, 0), 0, evaluation.NoteNotYetPlanned},
		{"five were planned", less, pairsOf(0, 12, 0, 0), 0, evaluation.NoteMoreThanPlanned},
		{"tests are still blinded", few, pairsOf(0, 12, 0, 0), 2, evaluation.NoteTestsOpen},
	} {
		got := confirm(t, c.tests, c.open, c.h).Hypotheses[0]
		if !slices.Equal(got.P.Notes, []string{c.note}) {
			t.Errorf("%s: notes %v, want %s", c.name, got.P.Notes, c.note)
		}
		if want := c.note == evaluation.NoteMoreThanPlanned; got.Decided != want {
			t.Errorf("%s: decided %v", c.name, got.Decided)
		}
	}
}

func TestTheFamilyStaysThePlannedOne(t *testing.T) {
	computed := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: both})
	never := planned(t, evaluation.Hypothesis{Outcome: evaluation.RateOfFacts, Conditions: both})
	got := confirm(t, pairsOf(0, 8, 0, 4), 0, computed, never).Hypotheses
	p, _ := got[0].P.Value()
	if adjusted, ok := got[0].Adjusted.Value(); !ok || adjusted != 2*p {
		t.Errorf("adjusted %v, want twice %v: the other hypothesis counts although it has no data", adjusted, p)
	}
}

func TestAnswersToOneCaseAreBroughtTogether(t *testing.T) {
	h := planned(t, evaluation.Hypothesis{Outcome: evaluation.IsCorrect, Conditions: []study.Condition{study.Reporter, study.Student}})
	students := func(right ...int) []evaluation.AnswerFigures {
		list := []evaluation.AnswerFigures{answered(study.Reporter, 3, 0, 1)}
		for _, r := range right {
			list = append(list, answered(study.Student, r, 3-r, 3))
		}
		return list
	}
	tests := cases(students(3, 3, 0), students(3, 0), students(), students(1))
	tests = append(tests, evaluation.CaseAnswers{Case: "case-03", Answers: students(0, 0)}) // the last case in a second test
	got := confirm(t, tests, 0, h).Hypotheses[0]
	want := []evaluation.PairedCase{{Case: "case-00", Values: []float64{1, 1}}, {Case: "case-03", Values: []float64{1, 0}}}
	if fmt.Sprint(got.Paired) != fmt.Sprint(want) || !slices.Equal(got.LeftOut, []string{"case-01", "case-02"}) {
		t.Errorf("paired %v, left out %v", got.Paired, got.LeftOut)
	}
}

func TestHypothesesThatCanNotBeTestedAreRefused(t *testing.T) {
	good := evaluation.Hypothesis{Claim: "a", Outcome: evaluation.IsCorrect, Conditions: both}
	for id, change := range map[string]func(*evaluation.Hypothesis){
		"hypothesis.no-claim":   func(h *evaluation.Hypothesis) { h.Claim = " \n" },
		"hypothesis.long-claim": func(h *evaluation.Hypothesis) { h.Claim = fmt.Sprint(make([]int, 2000)) },
		"hypothesis.outcome":    func(h *evaluation.Hypothesis) { h.Outcome = "beauty" },
		"hypothesis.conditions": func(h *evaluation.Hypothesis) { h.Conditions = h.Conditions[:1] },
		"hypothesis.condition":  func(h *evaluation.Hypothesis) { h.Conditions = []study.Condition{study.Student, study.Student} },
		"hypothesis.test":       func(h *evaluation.Hypothesis) { h.Test = evaluation.Wilcoxon },
		"hypothesis.level":      func(h *evaluation.Hypothesis) { h.Level = 5 },
		"hypothesis.cases":      func(h *evaluation.Hypothesis) { h.Cases = -1 },
	} {
		h := good
		change(&h)
		if _, err := h.Planned(); !study.HasProblem(err, id) {
			t.Errorf("%s: got %v", id, err)
		}
	}
	if h, err := good.Planned(); err != nil || h.Test != evaluation.McNemarMidP || h.Level != 0.05 {
		t.Errorf("%+v, %v", h, err)
	}
}

// TestSwappingTheConditionsTurnsTheEffectAround holds for every outcome of two conditions and all data.
func TestSwappingTheConditionsTurnsTheEffectAround(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var each [][]evaluation.AnswerFigures
		for range rapid.IntRange(2, 12).Draw(rt, "cases") {
			var list []evaluation.AnswerFigures
			for _, c := range both {
				list = append(list, answered(c, rapid.IntRange(0, 3).Draw(rt, "right"), rapid.IntRange(0, 3).Draw(rt, "wrong"), rapid.IntRange(1, 5).Draw(rt, "grade")))
			}
			each = append(each, list)
		}
		for _, o := range []evaluation.Outcome{evaluation.IsCorrect, evaluation.MedianGrade} {
			h := evaluation.Hypothesis{ID: "H1", Outcome: o, Conditions: both, Test: evaluation.TestFor(o, 2), Level: 0.05}
			turned := h
			turned.Conditions = []study.Condition{study.Control, study.Reporter}
			c, err := evaluation.Confirm(context.Background(), []evaluation.Hypothesis{h, turned}, cases(each...), 0, 1)
			if err != nil {
				rt.Fatal(err)
			}
			one, other := c.Hypotheses[0], c.Hypotheses[1]
			p, _ := one.P.Value()
			q, _ := other.P.Value()
			if math.Abs(p-q) > 1e-12 || len(one.Effects) != len(other.Effects) {
				rt.Fatalf("%s: p %v and %v", o, p, q)
			}
			for i := range one.Effects {
				v, okV := one.Effects[i].Value()
				w, okW := other.Effects[i].Value()
				if okV != okW || math.Abs(v+w) > 1e-12 {
					rt.Fatalf("%s: effects %v and %v", o, v, w)
				}
			}
		}
	})
}

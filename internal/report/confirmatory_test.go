package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// confirmed is the sample study with hypotheses over 14 invented cases, one of each kind of test, and one that nothing
// can be said about.
func confirmed(t *testing.T) *report.Model {
	t.Helper()
	m := tenancy(t)
	three := []study.Condition{study.Reporter, study.Control, study.Student}
	hypotheses := []evaluation.Hypothesis{
		{Outcome: evaluation.IsCorrect, Conditions: three[:2], Test: evaluation.McNemarExact},
		{Outcome: evaluation.IsCorrect, Conditions: three[:2], Cases: 30},
		{Outcome: evaluation.IsCorrect, Conditions: three},
		{Outcome: evaluation.MedianGrade, Conditions: three[:2]},
		{Outcome: evaluation.MedianGrade, Conditions: three},
		{Outcome: evaluation.RateOfFacts, Conditions: three[:2]},
	}
	for i, h := range hypotheses {
		h.ID, h.Claim = fmt.Sprintf("H%d", i+1), "The Reporter does <better> than others"
		var err error
		if hypotheses[i], err = h.Planned(); err != nil {
			t.Fatal(err)
		}
		m.Confirmatory.Kept = append(m.Confirmatory.Kept, report.KeptHypothesis{Hypothesis: hypotheses[i], Time: at(5), Seq: 3, Hash: strings.Repeat("ab", 32),
			Sheets: i, KeyOpened: i == 1})
	}
	var err error
	if m.Confirmatory.Confirmatory, err = evaluation.Confirm(context.Background(), hypotheses, invented(14, three), 1, 7); err != nil {
		t.Fatal(err)
	}
	m.Confirmatory.Deleted = 1
	return m
}

// invented makes cases in which the first origin is mostly better.
func invented(cases int, conditions []study.Condition) []evaluation.CaseAnswers {
	r := rand.New(rand.NewPCG(5, 5))
	var all []evaluation.CaseAnswers
	for i := range cases {
		c := evaluation.CaseAnswers{Case: fmt.Sprintf("case-%02d", i)}
		for j, condition := range conditions {
			right, grade := 0, min(5, 1+2*j+r.IntN(3))
			if r.Float64() < 0.9-0.4*float64(j) {
				right = 3
			}
			c.Answers = append(c.Answers, evaluation.AnswerFigures{Condition: condition, People: evaluation.Verdicts{
				Categories: map[study.Category]int{study.Correct: right, study.Incomplete: 3 - right},
				Grade:      evaluation.Median{N: 3, Better: grade, Worse: grade}}})
		}
		all = append(all, c)
	}
	return all
}

func TestResultsAreMarkedAsConfirmatoryOrExploratory(t *testing.T) {
	page := html(t, confirmed(t), study.English)
	if strings.Count(page, ">exploratory<") != 4 || strings.Count(page, ">confirmatory<") != 1 {
		t.Errorf("%d exploratory and %d confirmatory marks", strings.Count(page, ">exploratory<"), strings.Count(page, ">confirmatory<"))
	}
	for _, sentence := range []string{
		"before the first test of the study was unblinded", "1 test is still blinded", "1 test was deleted after it had been unblinded",
		"Not yet decided", "The study key had been opened before", "Planned cases", "p after Holm’s correction",
		"no case has a value for every origin", "entry 3 of the study log",
	} {
		if !strings.Contains(page, sentence) {
			t.Errorf("the page does not say %q", sentence)
		}
	}
}

func TestWithoutAHypothesisEverythingIsExploratory(t *testing.T) {
	page := html(t, tenancy(t), study.English)
	if strings.Contains(page, ">confirmatory<") || strings.Count(page, "All results of this report are exploratory") != 2 {
		t.Error("a report without hypotheses must call everything exploratory, in its summary and in its place")
	}
}

func TestAFinishedStudyIsDecided(t *testing.T) {
	m := confirmed(t)
	var err error
	h := m.Confirmatory.Kept[3].Hypothesis
	if m.Confirmatory.Confirmatory, err = evaluation.Confirm(context.Background(), []evaluation.Hypothesis{h}, invented(14, h.Conditions), 0, 7); err != nil {
		t.Fatal(err)
	}
	m.Confirmatory.Kept = m.Confirmatory.Kept[3:4]
	if page := html(t, m, study.English); !strings.Contains(page, "A difference is confirmed") || !strings.Contains(page, "The better outcome: Reporter") {
		t.Error("the result is not said")
	}
}

func TestOneCaseIsSaidInWords(t *testing.T) {
	m := confirmed(t)
	var err error
	h := m.Confirmatory.Kept[0].Hypothesis
	if m.Confirmatory.Confirmatory, err = evaluation.Confirm(context.Background(), []evaluation.Hypothesis{h}, invented(1, h.Conditions), 0, 7); err != nil {
		t.Fatal(err)
	}
	if page := html(t, m, study.German); !strings.Contains(page, "es gibt nur einen") {
		t.Error("the page does not say why one case is not enough")
	}
}

func TestTheDataFileHoldsTheHypothesesWithTheirRecord(t *testing.T) {
	var b bytes.Buffer
	if err := report.JSON(&b, confirmed(t)); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Confirmatory struct {
			Hypotheses []struct {
				ID, Outcome, Test, Hash, Time string
				Paired                        []evaluation.PairedCase
				P                             struct{ Value *float64 }
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	h := d.Confirmatory.Hypotheses
	if len(h) != 6 || h[0].Hash == "" || h[0].Time == "" || len(h[0].Paired) != 14 || h[0].P.Value == nil || h[5].P.Value != nil {
		t.Errorf("%+v", h)
	}
}

func TestEveryWordOfAHypothesisHasAText(t *testing.T) {
	for _, l := range study.Languages() {
		cat := catalogue(t, l)
		var keys []string
		for _, o := range evaluation.Outcomes() {
			keys = append(keys, "confirm.outcome."+string(o))
		}
		for _, p := range evaluation.PlannedTests() {
			keys = append(keys, "confirm.test."+string(p))
		}
		for _, n := range evaluation.ConfirmNotes() {
			keys = append(keys, "report.note."+strings.ReplaceAll(n, "_", "-"), "report.note-meaning."+strings.ReplaceAll(n, "_", "-"))
		}
		for _, n := range confirmed(t).Confirmatory.List() {
			keys = append(keys, "report.method-name."+strings.ReplaceAll(n.Figure.Method, "_", "-"))
		}
		for _, k := range keys {
			if !cat.Has(k) {
				t.Errorf("%s lacks %s", l, k)
			}
		}
	}
}

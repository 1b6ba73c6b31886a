package stard_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stard"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// one is a case with a reference and the readings of Reporter runs; "" is an answer that nobody read.
func one(test string, reference study.Target, readings ...study.Target) stard.Participant {
	p := stard.Participant{Test: test, Case: test}
	if reference != "" {
		p.Reference = study.Known(reference)
	}
	for _, r := range readings {
		a := stard.Answer{Condition: study.Reporter, By: study.HumanRater}
		if r != "" {
			a.Reading = study.Known(r)
		}
		p.Answers = append(p.Answers, a)
	}
	return p
}

func TestACaseIsOneUnitWhateverTheNumberOfItsAnswers(t *testing.T) {
	yes, no, open := study.Yes, study.No, study.Indeterminate
	for name, tt := range map[string]struct {
		readings []study.Target
		want     study.Target
	}{
		"most runs":              {[]study.Target{yes, yes, no}, yes},
		"a tie":                  {[]study.Target{yes, no}, open},
		"a tie of three":         {[]study.Target{yes, no, open}, open},
		"most are indeterminate": {[]study.Target{open, open, yes}, open},
		"one was not read":       {[]study.Target{"", no}, no},
	} {
		r := compute(t, []stard.Participant{one("T1", yes, tt.readings...)})
		table := r.Tables[0]
		if got, ok := table.Cases[0].Index.Get(); !ok || got != tt.want || int(table.N())+table.Indeterminate() != 1 {
			t.Errorf("%s: %v in a table of %d", name, table.Cases[0].Index, table.N())
		}
	}
}

func TestWhatIsNotReadIsCountedWithItsReason(t *testing.T) {
	blocked := one("T2", study.No)
	blocked.Answers = []stard.Answer{{Condition: study.Reporter, Lost: stard.Blocked}}
	changed := one("T5", study.No, study.Yes)
	changed.Answers[0].Lost = stard.OtherQuestion
	r := compute(t, []stard.Participant{one("T1", study.Yes, study.Yes), blocked, one("T3", study.Yes), one("T4", study.No, ""), changed, one("T6", "", study.Yes)})
	table := r.Tables[0]
	got := map[stard.Loss]int{}
	for _, l := range table.Lost {
		got[l.Why] = len(l.Tests)
	}
	if fmt.Sprint(got) != fmt.Sprint(map[stard.Loss]int{stard.NotRun: 1, stard.Blocked: 1, stard.NotRead: 1, stard.OtherQuestion: 1}) || table.N() != 1 || table.Missing() != 4 {
		t.Errorf("lost %v, %d in the table", got, table.N())
	}
	if len(r.Flow.NoReference) != 1 || r.Flow.Referenced != 5 {
		t.Errorf("flow %+v", r.Flow)
	}
}

func TestCasesThatTakeNoPartAreInNoTable(t *testing.T) {
	var list []stard.Participant
	for _, why := range stard.Exclusions() {
		p := one(string(why), study.Yes, study.Yes)
		p.Excluded = why
		list = append(list, p)
	}
	r := compute(t, list)
	if len(r.Tables) != 0 || r.Flow.Eligible != 0 || len(r.Flow.Excluded) != len(list) || r.Flow.Asked != len(list) {
		t.Errorf("%+v", r)
	}
}

func TestAnEmptyDenominatorIsAWordAndNoNumber(t *testing.T) {
	r := compute(t, []stard.Participant{one("T1", study.No, study.No)})
	for name, want := range map[string]stats.Reason{stard.Sensitivity: stats.NoData, stard.PPV: stats.NoData, stard.PositiveLR: stats.NoData,
		stard.DiagnosticOdds: stats.NoData, stard.Youden: stats.EmptyMargin, stard.F1: stats.EmptyMargin} {
		f := r.Tables[0].Figure(name)
		if _, ok := f.Value(); ok || f.Reason() != want || f.Interval != nil {
			t.Errorf("%s: %v", name, f.Figure)
		}
	}
	if f := r.Tables[0].Figure(stard.Specificity); f.K != 1 || f.N != 1 {
		t.Errorf("specificity %d/%d", f.K, f.N)
	}
}

func TestTheSumsOfTheFlowAreChecked(t *testing.T) {
	for name, spoil := range map[string]func(*stard.Result){
		"a case is lost":               func(r *stard.Result) { r.Flow.Asked++ },
		"a reference is lost":          func(r *stard.Result) { r.Flow.NoReference = nil },
		"an answer is lost":            func(r *stard.Result) { r.Flow.Columns[1].Lost = nil },
		"a positive is lost":           func(r *stard.Result) { r.Flow.Columns[0].Cells.TP-- },
		"a negative is lost":           func(r *stard.Result) { r.Flow.Columns[0].Negative++ },
		"an indeterminate one is lost": func(r *stard.Result) { r.Flow.Columns[1].IndeterminateNo++ },
	} {
		r := compute(t, twelve(t))
		spoil(&r)
		if err := r.Check(); !study.HasProblem(err, "stard.flow-sums") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWhateverComesInTheFlowAddsUp draws cases of every kind.
func TestWhateverComesInTheFlowAddsUp(t *testing.T) {
	references := []study.Target{study.Yes, study.No, study.Indeterminate, ""}
	readings := append(study.Targets(), "")
	rapid.Check(t, func(rt *rapid.T) {
		var list []stard.Participant
		for i := range rapid.IntRange(0, 12).Draw(rt, "cases") {
			p := one(fmt.Sprintf("T%d", i), rapid.SampledFrom(references).Draw(rt, "reference"))
			p.Excluded = rapid.SampledFrom(append(stard.Exclusions(), stard.TakesPart, stard.TakesPart)).Draw(rt, "excluded")
			for range rapid.IntRange(0, 5).Draw(rt, "answers") {
				a := stard.Answer{Condition: rapid.SampledFrom(study.Conditions()).Draw(rt, "condition"),
					Lost: rapid.SampledFrom(append(stard.Losses(), stard.NotLost, stard.NotLost)).Draw(rt, "lost")}
				if said := rapid.SampledFrom(readings).Draw(rt, "reading"); said != "" {
					a.Reading = study.Known(said)
				}
				p.Answers = append(p.Answers, a)
			}
			list = append(list, p)
		}
		r, err := stard.Compute(list)
		if err != nil {
			rt.Fatal(err)
		}
		for _, table := range r.Tables {
			if got := int(table.N()) + table.Indeterminate() + table.Missing(); got != r.Flow.Referenced {
				rt.Fatalf("%s holds %d cases of %d", table.Condition, got, r.Flow.Referenced)
			}
			for _, f := range table.Figures {
				if v, ok := f.Value(); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
					rt.Fatalf("%s is %v", f.Name, v)
				}
			}
		}
	})
}

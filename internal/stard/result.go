package stard

import (
	"fmt"
	"slices"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Result is what came of the comparison.
type Result struct {
	Flow   Flow
	Tables []Table // by condition, in the order of reports
	Areas  []Area
}

// Table compares one condition with the reference.
type Table struct {
	Condition        study.Condition
	Cells            stats.TwoByTwo
	IndeterminateYes int // index result indeterminate, reference yes
	IndeterminateNo  int
	Lost             []Lost
	Cases            []Case
	Figures          []Figure
	PerAnswer        Reading // every answer by itself: not independent, an additional view
	Several          int     // cases with more than one reading
	ByAI             int     // cases whose reading is the AI grader's alone
}

// Lost counts cases without a reading for one reason.
type Lost struct {
	Why   Loss
	Tests []string
}

// Case is one cell of the comparison.
type Case struct {
	Test      string
	Reference study.Target
	Index     study.Maybe[study.Target] // Missing where it was lost
	Lost      Loss
}

// Reading counts readings by reference.
type Reading struct {
	Cells                             stats.TwoByTwo
	IndeterminateYes, IndeterminateNo int
}

// Figure is one measure of accuracy.
type Figure struct {
	Name string // machine word: "sensitivity", "positive-lr" …
	stats.Figure
	K, N int64 // numerator and denominator of a proportion; 0 of any other
}

// Area is the comparison within one area of law: an exploratory view.
type Area struct {
	Area      string
	Condition study.Condition
	Right     Figure // accuracy
}

// The names of the figures in the order of the report. Those up to accuracy are the five that STARD's authors ask for;
// the two last stand beside indeterminate readings, which leave the table.
const (
	Sensitivity    = "sensitivity"
	Specificity    = "specificity"
	PPV            = "ppv"
	NPV            = "npv"
	Accuracy       = "accuracy"
	Prevalence     = "prevalence"
	PositiveLR     = "positive-lr"
	NegativeLR     = "negative-lr"
	DiagnosticOdds = "diagnostic-odds-ratio"
	Youden         = "youden-index"
	Balanced       = "balanced-accuracy"
	F1             = "f1"
	MCC            = "mcc"
	Decided        = "decided"       // share of readings that are yes or no
	AccuracyAll    = "accuracy-all"  // right readings of all, indeterminate ones counted as not right
	perCondition   = "per-condition" // key of the whole table in a Problem
)

// Names lists the figures in the order of the report.
func Names() []string {
	return []string{Sensitivity, Specificity, PPV, NPV, Accuracy, Prevalence, PositiveLR, NegativeLR, DiagnosticOdds, Youden,
		Balanced, F1, MCC, Decided, AccuracyAll}
}

// Indeterminate is how many readings stand outside the table.
func (t Table) Indeterminate() int { return t.IndeterminateYes + t.IndeterminateNo }

// Missing is how many cases with a reference have no reading.
func (t Table) Missing() int {
	n := 0
	for _, l := range t.Lost {
		n += len(l.Tests)
	}
	return n
}

// N is how many cases are in the table.
func (t Table) N() int64 { return t.Cells.TP + t.Cells.FP + t.Cells.FN + t.Cells.TN }

// Figure gives one measure by its name; one without a number where there is none of that name.
func (t Table) Figure(name string) Figure {
	for _, f := range t.Figures {
		if f.Name == name {
			return f
		}
	}
	return Figure{Name: name, Figure: stats.Undefined(name, stats.NotComputed)}
}

// Compute counts the tables, computes the figures and checks the sums. The error is a fault of the program.
func Compute(participants []Participant) (Result, error) {
	r := Result{Flow: flowOf(participants)}
	for _, c := range conditionsOf(participants) {
		t, err := tableOf(c, participants)
		if err != nil {
			return Result{}, fmt.Errorf("table of %s: %w", c, err)
		}
		r.Tables = append(r.Tables, t)
		r.Flow.Columns = append(r.Flow.Columns, columnOf(t))
	}
	var err error
	if r.Areas, err = areasOf(participants, r.Tables); err != nil {
		return Result{}, err
	}
	return r, r.Check()
}

// conditionsOf lists the conditions under which an answer to any case came in, or should have.
func conditionsOf(participants []Participant) []study.Condition {
	var list []study.Condition
	for _, c := range study.Conditions() {
		if slices.ContainsFunc(participants, func(p Participant) bool {
			return p.Excluded == TakesPart && slices.ContainsFunc(p.Answers, func(a Answer) bool { return a.Condition == c })
		}) {
			list = append(list, c)
		}
	}
	return list
}

// compared tells whether a case can stand in a table: it takes part and has a reference, which is given back.
func (p Participant) compared() (study.Target, bool) {
	reference, ok := p.Reference.Get()
	return reference, ok && p.Excluded == TakesPart && (reference == study.Yes || reference == study.No)
}

func tableOf(c study.Condition, participants []Participant) (Table, error) {
	t := Table{Condition: c}
	lost := map[Loss][]string{}
	for _, p := range participants {
		reference, ok := p.compared()
		if !ok {
			continue
		}
		one := t.read(p, reference)
		if one.Lost != NotLost {
			lost[one.Lost] = append(lost[one.Lost], p.Test)
		}
		t.Cases = append(t.Cases, one)
	}
	for _, why := range Losses() {
		if len(lost[why]) > 0 {
			t.Lost = append(t.Lost, Lost{why, lost[why]})
		}
	}
	var err error
	t.Figures, err = t.figures()
	return t, err
}

// read decides what a condition answered on one case and counts it.
func (t *Table) read(p Participant, reference study.Target) Case {
	one := Case{Test: p.Test, Reference: reference, Lost: NotRun}
	counts := map[study.Target]int{}
	readings, ai := 0, 0
	for _, a := range p.Answers {
		if a.Condition != t.Condition {
			continue
		}
		said, known := a.Reading.Get()
		switch {
		case a.Lost != NotLost:
			one.Lost = later(one.Lost, a.Lost)
		case !known:
			one.Lost = later(one.Lost, NotRead)
		default:
			counts[said]++
			readings++
			if a.By == study.AIRater {
				ai++
			}
			t.PerAnswer.count(said, reference)
		}
	}
	if readings == 0 {
		return one
	}
	said := mostRead(counts)
	one.Index, one.Lost = study.Known(said), NotLost
	sum := Reading{t.Cells, t.IndeterminateYes, t.IndeterminateNo}
	sum.count(said, reference)
	t.Cells, t.IndeterminateYes, t.IndeterminateNo = sum.Cells, sum.IndeterminateYes, sum.IndeterminateNo
	if readings > 1 {
		t.Several++
	}
	if ai == readings {
		t.ByAI++
	}
	return one
}

// later is the reason that came later on an answer's way: it says how far the condition got.
func later(a, b Loss) Loss {
	if slices.Index(Losses(), b) > slices.Index(Losses(), a) {
		return b
	}
	return a
}

// mostRead is the reading that most answers gave; a tie is indeterminate.
func mostRead(counts map[study.Target]int) study.Target {
	best, most := study.Indeterminate, 0
	for _, said := range study.Targets() {
		switch n := counts[said]; {
		case n > most:
			best, most = said, n
		case n == most && n > 0:
			best = study.Indeterminate
		}
	}
	return best
}

func (r *Reading) count(said, reference study.Target) {
	yes := reference == study.Yes
	cell := map[study.Target]*int64{study.Yes: &r.Cells.FP, study.No: &r.Cells.TN}
	if yes {
		cell = map[study.Target]*int64{study.Yes: &r.Cells.TP, study.No: &r.Cells.FN}
	}
	switch {
	case cell[said] != nil:
		*cell[said]++
	case yes:
		r.IndeterminateYes++
	default:
		r.IndeterminateNo++
	}
}

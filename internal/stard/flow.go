package stard

import (
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Flow counts the cases on their way to the tables, box by box.
type Flow struct {
	Asked       int // cases with a target question
	Excluded    []Excluded
	Eligible    int
	NoReference []string // tests
	Referenced  int
	Columns     []FlowColumn // by condition
}

// Excluded are the cases that were taken out for one reason.
type Excluded struct {
	Why   Exclusion
	Tests []string
}

// FlowColumn is what became of the cases with a reference under one condition.
type FlowColumn struct {
	Condition                         study.Condition
	Answered                          int
	Lost                              []Lost
	Positive, Negative, NotDecided    int
	Cells                             stats.TwoByTwo
	IndeterminateYes, IndeterminateNo int
}

// flowOf counts the trunk of the flow.
func flowOf(participants []Participant) Flow {
	f := Flow{Asked: len(participants)}
	excluded := map[Exclusion][]string{}
	for _, p := range participants {
		if p.Excluded != TakesPart {
			excluded[p.Excluded] = append(excluded[p.Excluded], p.Test)
			continue
		}
		f.Eligible++
		if _, ok := p.compared(); ok {
			f.Referenced++
		} else {
			f.NoReference = append(f.NoReference, p.Test)
		}
	}
	for _, why := range Exclusions() {
		if len(excluded[why]) > 0 {
			f.Excluded = append(f.Excluded, Excluded{why, excluded[why]})
		}
	}
	return f
}

// columnOf counts a column of the flow from the cases themselves, not from the table, so that [Result.Check] compares two
// ways of counting.
func columnOf(t Table) FlowColumn {
	c := FlowColumn{Condition: t.Condition, Lost: t.Lost, Cells: t.Cells, IndeterminateYes: t.IndeterminateYes, IndeterminateNo: t.IndeterminateNo}
	for _, one := range t.Cases {
		said, ok := one.Index.Get()
		if !ok {
			continue
		}
		c.Answered++
		switch said {
		case study.Yes:
			c.Positive++
		case study.No:
			c.Negative++
		default:
			c.NotDecided++
		}
	}
	return c
}

// Check makes sure that the flow adds up: every case is in one box, and every column holds all cases with a reference.
// Problem: stard.flow-sums (Args: box, condition, have, want).
func (r Result) Check() error {
	out := 0
	for _, e := range r.Flow.Excluded {
		out += len(e.Tests)
	}
	sums := []sum{
		{"eligible", "", r.Flow.Eligible + out, r.Flow.Asked},
		{"referenced", "", r.Flow.Referenced + len(r.Flow.NoReference), r.Flow.Eligible},
	}
	for _, c := range r.Flow.Columns {
		lost := 0
		for _, l := range c.Lost {
			lost += len(l.Tests)
		}
		on := string(c.Condition)
		sums = append(sums,
			sum{"answered", on, c.Answered + lost, r.Flow.Referenced},
			sum{"positive", on, int(c.Cells.TP + c.Cells.FP), c.Positive},
			sum{"negative", on, int(c.Cells.FN + c.Cells.TN), c.Negative},
			sum{"indeterminate", on, c.IndeterminateYes + c.IndeterminateNo, c.NotDecided},
			sum{perCondition, on, c.Positive + c.Negative + c.NotDecided, c.Answered})
	}
	for _, s := range sums {
		if s.have != s.want {
			return &study.Problem{ID: "stard.flow-sums", Args: map[string]any{"box": s.box, "condition": s.condition, "have": s.have, "want": s.want}}
		}
	}
	return nil
}

// sum is one sum of the flow diagram.
type sum struct {
	box, condition string
	have, want     int
}

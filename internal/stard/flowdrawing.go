package stard

import (
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/stard/page"
)

// flowPart draws the flow of cases (items 16 and 19).
func (w *writer) flowPart() []page.Block {
	d := w.flow().Draw()
	blocks := []page.Block{page.Paragraph(w.T("stard.flow.intro")), {Kind: page.Picture, Text: w.T("stard.figure-caption.flow"), Drawing: &d}}
	t := page.Table{Caption: w.T("stard.table.lost"), Columns: w.columns("condition", 20, "lost", 35, "tests", 45)}
	for _, e := range w.Result.Flow.Excluded {
		t.Rows = append(t.Rows, page.Row(w.T("stard.all-conditions"), w.T("stard.excluded."+string(e.Why)), w.some(e.Tests)))
	}
	if none := w.Result.Flow.NoReference; len(none) > 0 {
		t.Rows = append(t.Rows, page.Row(w.T("stard.all-conditions"), w.T("stard.no-reference"), w.some(none)))
	}
	for _, c := range w.Result.Tables {
		for _, l := range c.Lost {
			t.Rows = append(t.Rows, page.Row(w.Condition(c.Condition), w.T("stard.lost."+string(l.Why)), w.some(l.Tests)))
		}
	}
	for _, c := range w.Result.Tables {
		t.Rows = append(t.Rows, w.singles(c)...)
	}
	if len(t.Rows) == 0 {
		return append(blocks, page.Paragraph(w.T("stard.flow.nobody-lost")))
	}
	return append(blocks, page.Of(t))
}

// singles lists the answers of a condition that were lost while others to the same case were read.
func (w *writer) singles(t Table) [][]page.Cell {
	read := map[string]bool{}
	for _, c := range t.Cases {
		read[c.Test] = c.Lost == NotLost
	}
	lost := map[Loss][]string{}
	for _, p := range w.Participants {
		for _, a := range p.Answers {
			if a.Condition == t.Condition && a.Lost != NotLost && read[p.Test] {
				lost[a.Lost] = append(lost[a.Lost], p.Test)
			}
		}
	}
	var rows [][]page.Cell
	for _, why := range Losses() {
		if len(lost[why]) > 0 {
			rows = append(rows, page.Row(w.Condition(t.Condition), w.T("stard.lost.single", "reason", w.T("stard.lost."+string(why))),
				w.N("stard.lost.answers", len(lost[why]), "tests", strings.Join(slices.Compact(lost[why]), ", "))))
		}
	}
	return rows
}

// some names tests, with their number.
func (w *writer) some(tests []string) string {
	return w.T("stard.tests", "n", len(tests), "tests", strings.Join(tests, ", "))
}

// flow is the flow of cases as a drawing.
func (w *writer) flow() chart.Flow {
	f := w.Result.Flow
	box := func(key string, n int) string { return w.T("stard.box."+key, "n", n) }
	excluded := chart.FlowBox{Title: box("excluded", f.Asked-f.Eligible)}
	for _, e := range f.Excluded {
		excluded.Lines = append(excluded.Lines, fmt.Sprintf("%s: %d", w.T("stard.excluded."+string(e.Why)), len(e.Tests)))
	}
	c := chart.Flow{
		Heading: chart.Heading{ID: "flow", Title: w.T("stard.figure-caption.flow"), Desc: w.flowWords()},
		Trunk: []chart.FlowStep{
			{Box: chart.FlowBox{Title: box("asked", f.Asked)}, Out: &excluded},
			{Box: chart.FlowBox{Title: box("eligible", f.Eligible)}, Out: &chart.FlowBox{Title: box("no-reference", len(f.NoReference))}},
			{Box: chart.FlowBox{Title: box("referenced", f.Referenced)}},
		},
	}
	for _, col := range f.Columns {
		c.Columns = append(c.Columns, w.flowColumn(col))
	}
	return c
}

func (w *writer) flowColumn(col FlowColumn) chart.FlowColumn {
	lost := chart.FlowBox{}
	n := 0
	for _, l := range col.Lost {
		n += len(l.Tests)
		lost.Lines = append(lost.Lines, fmt.Sprintf("%s: %d", w.T("stard.lost."+string(l.Why)), len(l.Tests)))
	}
	lost.Title = w.T("stard.box.lost", "n", n)
	leaf := func(key string, all int, yes, no int64) chart.FlowBox {
		return chart.FlowBox{Title: w.T("stard.box."+key, "n", all), Lines: []string{w.T("stard.box.yes", "n", yes), w.T("stard.box.no", "n", no)}}
	}
	return chart.FlowColumn{
		Fill:  chart.OfCondition(col.Condition),
		Steps: []chart.FlowStep{{Box: chart.FlowBox{Title: w.Condition(col.Condition), Lines: []string{w.T("stard.box.answered", "n", col.Answered)}}, Out: &lost}},
		Leaves: []chart.FlowBox{
			leaf("positive", col.Positive, col.Cells.TP, col.Cells.FP), leaf("negative", col.Negative, col.Cells.FN, col.Cells.TN),
			leaf("indeterminate", col.NotDecided, int64(col.IndeterminateYes), int64(col.IndeterminateNo)),
		},
	}
}

// flowWords says the flow for those who do not see the drawing.
func (w *writer) flowWords() string {
	f := w.Result.Flow
	s := w.T("stard.flow.words", "asked", f.Asked, "eligible", f.Eligible, "referenced", f.Referenced)
	for _, c := range f.Columns {
		s += " " + w.T("stard.flow.words.column", "condition", w.Condition(c.Condition), "answered", c.Answered,
			"positive", c.Positive, "negative", c.Negative, "indeterminate", c.NotDecided)
	}
	return s
}

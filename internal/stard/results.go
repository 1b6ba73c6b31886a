package stard

import (
	"fmt"
	"strconv"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/stard/page"
)

// tablesPart shows the two-by-two table of each condition (item 23).
func (w *writer) tablesPart() []page.Block {
	if len(w.Result.Tables) == 0 {
		return []page.Block{page.Paragraph(w.T("stard.nothing"))}
	}
	blocks := []page.Block{page.Paragraph(w.T("stard.tables.intro"))}
	for _, t := range w.Result.Tables {
		blocks = append(blocks, page.Of(w.crossTable(t)))
	}
	if several := w.several(); several != "" {
		blocks = append(blocks, page.Small(several), page.Of(w.perAnswer()))
	}
	return blocks
}

// crossTable is the table of one condition with the rows that stand outside it.
func (w *writer) crossTable(t Table) page.Table {
	c := t.Cells
	row := func(key string, yes, no int64) []page.Cell {
		return page.Row(w.T("stard.row."+key), number(yes), number(no), number(yes+no))
	}
	yes, no := missingBy(t)
	return page.Table{
		Caption: w.T("stard.table.cross", "condition", w.Condition(t.Condition)),
		Columns: w.columns("index", 40, "reference-yes", -20, "reference-no", -20, "sum", -20),
		Rows: [][]page.Cell{
			row("positive", c.TP, c.FP), row("negative", c.FN, c.TN), row("in-table", c.TP+c.FN, c.FP+c.TN),
			row("indeterminate", int64(t.IndeterminateYes), int64(t.IndeterminateNo)), row("missing", yes, no),
			row("all", c.TP+c.FN+int64(t.IndeterminateYes)+yes, c.FP+c.TN+int64(t.IndeterminateNo)+no),
		},
	}
}

// missingBy counts the cases without a reading by their reference.
func missingBy(t Table) (yes, no int64) {
	for _, c := range t.Cases {
		switch {
		case c.Lost == NotLost:
		case c.Reference == "yes":
			yes++
		default:
			no++
		}
	}
	return yes, no
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// several says which conditions have cases with more than one answer; "" where none has.
func (w *writer) several() string {
	n := 0
	for _, t := range w.Result.Tables {
		n += t.Several
	}
	if n == 0 {
		return ""
	}
	return w.N("stard.several", n)
}

// perAnswer is the additional view in which every answer counts by itself.
func (w *writer) perAnswer() page.Table {
	t := page.Table{Caption: w.T("stard.table.per-answer"), Columns: w.columns("condition", 25, "tp", -12, "fp", -12, "fn", -12, "tn", -12, "indeterminate", -20)}
	for _, r := range w.Result.Tables {
		c := r.PerAnswer.Cells
		t.Rows = append(t.Rows, page.Row(w.Condition(r.Condition), number(c.TP), number(c.FP), number(c.FN), number(c.TN),
			strconv.Itoa(r.PerAnswer.IndeterminateYes+r.PerAnswer.IndeterminateNo)))
	}
	return t
}

// figuresPart shows every figure with its interval, the forest plot and the table for a paper (items 18 and 24).
func (w *writer) figuresPart() []page.Block {
	if len(w.Result.Tables) == 0 {
		return []page.Block{page.Paragraph(w.T("stard.nothing"))}
	}
	d := w.forest().Draw(w)
	blocks := []page.Block{page.Paragraph(w.T("stard.figures.intro")), page.Of(w.paperTable()), {Kind: page.Picture, Text: w.T("stard.figure-caption.forest"), Drawing: &d}}
	for _, t := range w.Result.Tables {
		one := page.Table{Caption: w.T("stard.table.figures", "condition", w.Condition(t.Condition)), Columns: w.columns("figure", 38, "value", 30, "interval", 32)}
		for _, f := range t.Figures {
			one.Rows = append(one.Rows, page.Row(w.FigureName(f.Name), w.Value(f), w.Interval(f)))
		}
		blocks = append(blocks, page.Of(one))
	}
	return append(blocks, page.Small(w.T("stard.figures.prevalence")), page.Small(w.T("stard.figures.decided")), page.Paragraph(w.reached()))
}

// paperFigures are the measures of the table for a paper.
var paperFigures = []string{Sensitivity, Specificity, PPV, NPV, Accuracy}

// paperTable is the table as a paper prints it: a row for each condition.
func (w *writer) paperTable() page.Table {
	t := page.Table{Caption: w.T("stard.table.paper"), Columns: w.columns("condition", 14)}
	for _, name := range paperFigures {
		t.Columns = append(t.Columns, page.Column{Title: w.FigureName(name), Width: 15})
	}
	t.Columns = append(t.Columns, w.columns("outside", 12)...)
	for _, r := range w.Result.Tables {
		row := page.Row(w.Condition(r.Condition))
		for _, name := range paperFigures {
			row = append(row, page.Cell{Text: w.paperValue(r.Figure(name))})
		}
		t.Rows = append(t.Rows, append(row, page.Cell{Text: fmt.Sprintf("%d / %d", r.Indeterminate(), r.Missing())}))
	}
	return t
}

// paperValue is a proportion with its interval in one cell.
func (w *writer) paperValue(f Figure) string {
	if _, ok := f.Figure.Value(); !ok {
		return w.Reason(f.Reason())
	}
	return w.Value(f) + " " + w.Interval(f)
}

// forest draws the intervals of sensitivity, specificity and accuracy.
func (w *writer) forest() chart.Forest {
	f := chart.Forest{
		Heading: chart.Heading{ID: "forest", Title: w.T("stard.figure-caption.forest"), Desc: w.T("stard.forest.words")},
		Axis:    w.T("stard.forest.axis"), Min: 0, Max: 1, Ticks: []float64{0, 0.25, 0.5, 0.75, 1}, Decimals: 2,
	}
	for _, name := range []string{Sensitivity, Specificity, Accuracy} {
		for _, t := range w.Result.Tables {
			one := t.Figure(name)
			row := chart.Estimate{Label: w.T("stard.forest.row", "figure", w.FigureName(name), "condition", w.Condition(t.Condition))}
			if v, ok := one.Figure.Value(); ok {
				row.Value, row.Defined = v, true
				row.Text = w.Number(v, 2)
				if one.Interval != nil {
					row.Low, row.High, row.Interval = one.Interval.Low, one.Interval.High, true
					row.Text += " " + w.T("report.interval.limits", "low", w.Number(row.Low, 2), "high", w.Number(row.High, 2))
				}
			} else {
				row.Text = w.Reason(one.Reason())
			}
			f.Rows = append(f.Rows, row)
		}
	}
	return f
}

// reached says how wide the intervals of accuracy came out, for who plans the next study (item 18).
func (w *writer) reached() string {
	var parts []string
	for _, t := range w.Result.Tables {
		f := t.Figure(Accuracy)
		if f.Interval != nil {
			parts = append(parts, w.N("stard.reached.one", int(f.N), "condition", w.Condition(t.Condition), "width", w.Number(100*(f.Interval.High-f.Interval.Low), 0)))
		}
	}
	if len(parts) == 0 {
		return w.T("stard.reached.none")
	}
	return w.T("stard.reached", "list", w.List(parts))
}

// areasPart shows the accuracy by area of law (item 17), marked as exploratory.
func (w *writer) areasPart() []page.Block {
	t := page.Table{Caption: w.T("stard.table.areas"), Columns: w.columns("area", 28, "condition", 22, "right", 25, "interval", 25)}
	for _, a := range w.Result.Areas {
		t.Rows = append(t.Rows, page.Row(w.Stated(a.Area), w.Condition(a.Condition), w.Value(a.Right), w.Interval(a.Right)))
	}
	return []page.Block{page.Paragraph(w.T("stard.areas.intro")), page.Of(t)}
}

// agreementPart says how alike raters read (item 17).
func (w *writer) agreementPart() []page.Block {
	blocks := []page.Block{page.Paragraph(w.T("stard.agreement.intro"))}
	for _, a := range w.Agreement {
		key := "stard.agreement.ai"
		if a.People {
			key = "stard.agreement.people"
		}
		if a.All == 0 {
			blocks = append(blocks, page.Paragraph(w.T(key+".none")))
			continue
		}
		blocks = append(blocks, page.Paragraph(w.T(key, "equal", a.Equal, "all", a.All, "percent", w.Number(100*float64(a.Equal)/float64(a.All), 1))))
	}
	return append(blocks, page.Small(w.T("stard.agreement.note")))
}

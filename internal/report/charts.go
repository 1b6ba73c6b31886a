package report

import (
	"html/template"
	"strings"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// draw puts a drawing into the page as it is: package chart escapes its texts. The Word file takes the same drawings in
// the same order.
func (p *page) draw(d chart.Drawing) template.HTML {
	p.drawings = append(p.drawings, d)
	return template.HTML(d.SVG())
}

// CategoryChart shows people's categories by condition.
func (p *page) CategoryChart() template.HTML {
	c := chart.Stacked{Heading: p.heading("categories")}
	for _, k := range study.Categories() {
		c.Series = append(c.Series, chart.Series{Name: p.T("category." + string(k)), Fill: chart.OfCategory(k)})
	}
	for _, cond := range p.Figures.Conditions {
		bar := chart.Bar{Label: p.Condition(cond.Condition), Note: p.verdictCount(cond.People.Ratings - cond.People.Missing.Category)}
		for _, k := range study.Categories() {
			bar.Parts = append(bar.Parts, cond.People.Categories[k])
		}
		c.Bars = append(c.Bars, bar)
	}
	return p.draw(c.Draw())
}

// GridChart shows people's levels of the university grid by condition.
func (p *page) GridChart() template.HTML {
	c := chart.Stacked{Heading: p.heading("grid")}
	for g := study.Grid(1); g <= study.GridBlocked; g++ {
		c.Series = append(c.Series, chart.Series{Name: p.T("report.grid-legend." + g.String()), Fill: chart.OfGrid(g)})
	}
	for _, cond := range p.Figures.Conditions {
		c.Bars = append(c.Bars, chart.Bar{Label: p.Condition(cond.Condition), Parts: cond.People.Grid[:],
			Note: p.verdictCount(cond.People.Ratings - cond.People.Missing.Grid)})
	}
	return p.draw(c.Draw())
}

// verdictCount is the note of a bar; without verdicts the word for missing.
func (p *page) verdictCount(n int) string {
	if n <= 0 {
		return p.T("absence.missing")
	}
	return p.N("report.verdicts", n)
}

// AgreementChart shows alpha of every measure with its interval, of people alone and with the AI grader.
func (p *page) AgreementChart() template.HTML {
	f := chart.Forest{Heading: p.heading("alpha"), Axis: p.T("report.chart.alpha.axis"), Min: 0, Max: 1,
		Ticks: []float64{0, 0.2, 0.4, 0.6, 0.8, 1}, Decimals: 1,
		Marks: []chart.Mark{{At: stats.AlphaTentative, Name: p.cat.Number(stats.AlphaTentative, 3)},
			{At: stats.AlphaFirm, Name: p.cat.Number(stats.AlphaFirm, 3)}}}
	for _, a := range p.Figures.Agreement {
		if a.People.Reason() == evaluation.NotAsked {
			continue
		}
		f.Rows = append(f.Rows, p.estimate(p.Measure(a.Measure), a.People))
		if p.Grader != nil && a.WithAI.Reason() != evaluation.NotAskedOfAI {
			f.Rows = append(f.Rows, p.estimate(p.T("report.with-ai"), a.WithAI))
		}
	}
	return p.draw(f.Draw(p.cat))
}

func (p *page) estimate(label string, f stats.Figure) chart.Estimate {
	e := chart.Estimate{Label: label, Text: p.Value(f, 2)}
	if e.Value, e.Defined = f.Value(); e.Defined && f.Interval != nil {
		e.Low, e.High, e.Interval = f.Interval.Low, f.Interval.High, true
		e.Text += " " + p.Interval(f, 2)
	}
	return e
}

// AIMatrix shows how often the AI grader's category met people's.
func (p *page) AIMatrix() template.HTML {
	m := chart.Matrix{Heading: p.heading("matrix"), RowTitle: p.T("report.chart.matrix.rows"), ColumnTitle: p.T("report.chart.matrix.columns")}
	for i, k := range study.Categories() {
		m.Words = append(m.Words, p.T("category."+string(k)))
		m.Cells = append(m.Cells, p.Figures.Matrix[i][:])
	}
	return p.draw(m.Draw())
}

// RatesChart shows both rates of every origin with their intervals.
func (p *page) RatesChart() template.HTML {
	f := chart.Forest{Heading: p.heading("rates"), Axis: p.T("report.chart.rates.axis"), Min: 0, Max: 100, Ticks: []float64{0, 20, 40, 60, 80, 100}}
	for _, c := range p.Figures.Conditions {
		for _, one := range []struct {
			key   string
			share evaluation.Share
		}{{"report.chart.rates.sources", c.Sources.Share}, {"report.chart.rates.facts", c.Facts.Share}} {
			e := chart.Estimate{Label: p.T(one.key, "origin", p.Condition(c.Condition)), Text: p.Rate(one.share), Fill: chart.OfCondition(c.Condition)}
			if e.Value, e.Defined = one.share.Percent(); e.Defined && one.share.Figure.Interval != nil {
				e.Low, e.High, e.Interval = 100*one.share.Figure.Interval.Low, 100*one.share.Figure.Interval.High, true
			}
			f.Rows = append(f.Rows, e)
		}
	}
	return p.draw(f.Draw(p.cat))
}

// SpreadChart shows how people's grades spread: answer by answer, and by origin where there are too many for a drawing.
func (p *page) SpreadChart() template.HTML {
	s := chart.Spread{Heading: p.heading("spread"), Steps: []string{"1", "2", "3", "4", "5"}}
	add := func(label string, c study.Condition, v *evaluation.Verdicts) {
		n := 0
		for _, k := range v.Grades {
			n += k
		}
		note := p.T("absence.missing")
		if n > 0 {
			note = p.N("report.grades", n)
		}
		s.Rows = append(s.Rows, chart.SpreadRow{Label: label, Counts: v.Grades[:], Fill: chart.OfCondition(c), Note: note})
	}
	if len(p.Figures.Answers) <= manyAnswers {
		for i := range p.Figures.Answers {
			a := &p.Figures.Answers[i]
			add(p.nameOf(*a), a.Condition, &a.People)
		}
	} else {
		for i := range p.Figures.Conditions {
			c := &p.Figures.Conditions[i]
			add(p.Condition(c.Condition), c.Condition, &c.People)
		}
	}
	return p.draw(s.Draw())
}

func (p *page) heading(name string) chart.Heading {
	return chart.Heading{ID: name, Title: p.T("report.chart." + name + ".title"), Desc: p.T("report.chart." + name + ".desc")}
}

// paletteCSS gives the page the colours of charts and codes, light and dark.
func paletteCSS() template.CSS {
	var light, dark strings.Builder
	for _, f := range chart.Fills() {
		light.WriteString(".fill-" + f.Name + "{fill:" + f.Light + "}")
		dark.WriteString(".fill-" + f.Name + "{fill:" + f.Dark + "}")
	}
	for _, c := range append(study.Conditions(), "unknown") {
		f := chart.OfCondition(c)
		light.WriteString(".code-" + f.Name + "{background:" + f.Light + ";color:#fff}.bar-" + f.Name + "{border-color:" + f.Light + "}")
		dark.WriteString(".code-" + f.Name + "{background:" + f.Dark + ";color:#111}.bar-" + f.Name + "{border-color:" + f.Dark + "}")
	}
	return template.CSS(light.String() + "@media screen and (prefers-color-scheme:dark){" + dark.String() + "}")
}

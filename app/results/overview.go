package results

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// conditionColour is the colour of a condition in every chart of the program.
var conditionColour = map[study.Condition]fyne.ThemeColorName{
	study.Reporter: widgets.ColorReporter, study.Control: widgets.ColorControl, study.OtherAI: widgets.ColorOtherAI,
	study.Professional: widgets.ColorProfessional, study.Student: widgets.ColorStudent,
}

// categoryTexture tells the categories of one condition apart.
var categoryTexture = map[study.Category]widgets.Texture{
	study.Correct: widgets.Solid, study.Incomplete: widgets.Striped, study.Hallucinated: widgets.Crossed,
}

// leadWidth keeps what stands beside lead words beginning at one line, in letters of the text size.
const leadWidth = 14

// overview says the result in words first, then shows a bar a condition, then everything else that was found.
func (p *Page) overview() fyne.CanvasObject {
	lead, rest := p.leading()
	box := widgets.Column(widgets.Card(widgets.Tight(widgets.Strong(lead.Lead), widgets.Text(minus(lead.Text)))))
	for _, warning := range p.warnings() {
		box.Add(widgets.Note(widgets.SignalWait, warning))
	}
	box.Add(widgets.Subheading(p.t("result.conditions")))
	p.addConditions(box)
	box.Add(widgets.Subheading(p.t("result.in-words")))
	for _, f := range rest {
		box.Add(widgets.Entry(widgets.Wide(leadWidth, widgets.Strong(f.Lead)), widgets.Text(minus(f.Text))))
	}
	box.Add(widgets.Subheading(p.t("report.section.limits")))
	for _, limit := range p.view.Screen.Limits {
		box.Add(widgets.Text("– " + limit))
	}
	return widgets.NewScroll(box)
}

// leading is the finding that comes first: what people judged, or what was compared where nobody was asked.
func (p *Page) leading() (first report.Finding, rest []report.Finding) {
	at, verdicts := 0, p.t("report.summary.verdicts")
	for i, f := range p.view.Screen.Findings {
		if f.Lead == verdicts {
			at = i
		}
	}
	for i, f := range p.view.Screen.Findings {
		if i == at {
			first = f
		} else if f.Text != p.view.Screen.Unmeasured {
			rest = append(rest, f)
		}
	}
	return first, rest
}

// warnings are what one must know before reading any figure.
func (p *Page) warnings() []string {
	var all []string
	if s := p.view.Screen.Unmeasured; s != "" {
		all = append(all, s)
	}
	for _, g := range p.view.Graders {
		switch {
		case !g.Complete:
			all = append(all, p.t("result.grader.incomplete", "rater", g.Rater.ID, "model", g.Rater.Model, "why", p.because(g)))
		case g.Reason.Warns():
			all = append(all, p.t("result.grader.dependent", "rater", g.Rater.ID, "model", g.Rater.Model, "why", p.t("grader."+string(g.Reason.Why))))
		}
		if g.Complete && g.NoDifferentiation {
			all = append(all, p.t("result.grader.alike", "rater", g.Rater.ID))
		}
	}
	return all
}

// because says why a grader did not finish.
func (p *Page) because(g conduct.GraderRun) string {
	if key := "problem." + g.Because; p.words.Has(key) {
		sentence, _ := p.words.Problem(&study.Problem{ID: g.Because})
		return sentence
	}
	return p.t("result.grader.stopped")
}

// addConditions adds a bar a condition: how people judged its answers, and how far they agree with the gold standard.
func (p *Page) addConditions(box *fyne.Container) {
	figures := p.view.Figures
	if !figures.Gold {
		box.Add(widgets.Text(p.t("result.no-gold")))
	} else {
		box.Add(p.legend())
		box.Add(widgets.Entry(widgets.Wide(leadWidth, widgets.Text("")), widgets.Small(p.t("result.legend.n"))))
	}
	for i, c := range p.view.Screen.Conditions {
		box.Add(p.conditionRow(c, i))
	}
}

// conditionRow is one condition with its bar and its figures in words.
func (p *Page) conditionRow(c report.ConditionView, i int) fyne.CanvasObject {
	colour := conditionColour[c.Condition]
	codes := make([]string, len(c.Codes))
	for k, code := range c.Codes {
		codes[k] = string(code)
	}
	name := widgets.Line(1, widgets.Mark(colour), widgets.Strong(c.Name))
	about := widgets.Small(p.t("result.about."+string(c.Condition)) + " " + p.words.N("result.codes", len(codes), "codes", listed(codes)))
	lines := []fyne.CanvasObject{about}
	if p.view.Figures.Gold {
		var parts []widgets.Part
		people := p.view.Figures.Conditions[i].People
		for _, category := range study.Categories() {
			parts = append(parts, widgets.Part{Label: p.t("category." + string(category)), Count: people.Categories[category],
				Color: colour, Texture: categoryTexture[category]})
		}
		lines = append([]fyne.CanvasObject{widgets.Flush(widgets.NewShareBar(parts)), widgets.Text(c.Shares)},
			widgets.Text(p.t("result.mean-agreement", "mean", c.Mean)), about)
	}
	if c.Rates != "" {
		lines = append(lines[:len(lines)-1], widgets.Text(c.Rates), about)
	}
	return widgets.Entry(widgets.Wide(leadWidth, name), tight(lines))
}

// tight stands a bar and texts below each other without the air between texts.
func tight(lines []fyne.CanvasObject) fyne.CanvasObject {
	if len(lines) > 0 {
		if _, text := lines[0].(*widget.Label); !text {
			return widgets.Column(lines[0], widgets.Tight(lines[1:]...))
		}
	}
	return widgets.Tight(lines...)
}

// mostCodes is how many codes are listed: nobody reads a longer list.
const mostCodes = 12

func listed(codes []string) string {
	if len(codes) > mostCodes {
		return strings.Join(codes[:mostCodes], ", ") + " …"
	}
	return strings.Join(codes, ", ")
}

// legend says which part of a bar is which.
func (p *Page) legend() fyne.CanvasObject {
	var row []fyne.CanvasObject
	for _, category := range study.Categories() {
		part := widgets.Part{Color: theme.ColorNameForeground, Texture: categoryTexture[category]}
		row = append(row, widgets.Line(-1, widgets.NewSwatch(part), widget.NewLabel(p.t("category."+string(category)))))
	}
	return widgets.Entry(widgets.Wide(leadWidth, widgets.Text(p.t("result.legend"))), widgets.Row(row...))
}

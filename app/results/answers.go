package results

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// answers lists the answers, and shows the chosen one with its text and everything that was said about it.
func (p *Page) answers() fyne.CanvasObject {
	all := p.view.Screen.Answers
	room := container.NewStack()
	list := widgets.NewList(func() int { return len(all) },
		func() fyne.CanvasObject {
			title := widgets.Cut("")
			title.TextStyle.Bold = true
			return widgets.Line(1, widgets.NewDot(), widgets.Tight(title, widgets.Cut("")))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects
			row[0].(*widgets.Dot).Set(conditionColour[all[i].Condition])
			texts := row[1].(*fyne.Container).Objects
			texts[0].(*widget.Label).SetText(p.t("report.code-origin", "code", string(all[i].Code), "origin", p.condition(all[i].Condition)))
			texts[1].(*widget.Label).SetText(p.judged(i))
		})
	list.OnSelected = func(i widget.ListItemID) {
		room.Objects = []fyne.CanvasObject{p.answer(all[i])}
		room.Refresh()
	}
	if len(all) > 0 {
		list.Select(0)
	}
	return widgets.Beside(0.32, widgets.Flush(list), room)
}

func (p *Page) condition(c study.Condition) string {
	if !c.Valid() {
		return p.t("report.origin-unknown")
	}
	return p.t("condition." + string(c))
}

// judged says in a line how people judged an answer.
func (p *Page) judged(i int) string {
	if p.view.Screen.Answers[i].Unmeasured {
		return p.t("report.no-measurement")
	}
	var parts []string
	for _, category := range study.Categories() {
		if n := p.view.Figures.Answers[i].People.Categories[category]; n > 0 {
			parts = append(parts, p.t("report.count-of", "n", n, "word", p.t("category."+string(category))))
		}
	}
	if len(parts) == 0 {
		return p.words.Absence(study.Missing)
	}
	return strings.Join(parts, " · ")
}

// answer shows one answer: its text above, what was said about it below.
func (p *Page) answer(a report.AnswerView) fyne.CanvasObject {
	box := widgets.Column()
	if a.Unmeasured {
		box.Add(widgets.Note(widgets.SignalWait, p.t("report.gold-attached.yes")))
	}
	for _, v := range a.Verdicts {
		box.Add(p.verdict(v))
	}
	for _, one := range p.view.Adjudicated {
		if category, ok := one.Agreed.Get(); ok && one.Code == a.Code {
			box.Add(p.named(p.t("result.agreed"), p.t("category."+string(category))+" ("+strings.Join(one.By, ", ")+"): "+one.Reason))
		}
	}
	if a.Grading != nil {
		p.addGrading(box, a.Grading)
	}
	box.Add(widgets.Subheading(p.t("result.origin")))
	for _, o := range a.Origin {
		switch {
		case o.Mono:
			box.Add(p.named(o.Name, inGroups(o.Value)))
		case len(o.Difference) == 0:
			box.Add(p.named(o.Name, o.Value))
		}
	}
	title := widgets.Tight(widgets.Strong(p.t("report.code-origin", "code", string(a.Code), "origin", p.condition(a.Condition))),
		widgets.Text(a.Source+" · "+p.t("report.column.words")+": "+a.Length))
	return widgets.Filled(1, title, widgets.Above(0.45, widgets.Flush(widgets.NewTextView(a.Text)), widgets.NewScroll(box)))
}

// inGroups parts a checksum, which would be wider than the room, into groups that wrap.
func inGroups(sum string) string {
	const group = 16
	var parts []string
	for len(sum) > group {
		parts, sum = append(parts, sum[:group]), sum[group:]
	}
	return strings.Join(append(parts, sum), " ")
}

// named is a name and what it is, in one text that wraps.
func (p *Page) named(name, value string) fyne.CanvasObject {
	return widgets.Entry(widgets.Wide(leadWidth, widgets.Strong(name)), widgets.Text(value))
}

// raterWidth keeps what raters said beginning at one line, in letters of the text size.
const raterWidth = 9

// verdict is what one rater said.
func (p *Page) verdict(v report.VerdictRow) fyne.CanvasObject {
	var said []string
	add := func(name, value string) { said = append(said, name+": "+value) }
	if p.view.Figures.Gold {
		add(p.t("report.measure.category"), v.Category)
		add(p.t("report.measure.agreement"), v.Agreement)
	}
	add(p.t("report.measure.grade"), v.Grade)
	add(p.t("report.measure.grid"), v.Grid)
	if p.view.Figures.Target {
		add(p.t("result.target"), v.Target)
	}
	add(p.t("report.column.guess"), v.Guess)
	text := strings.Join(said, " · ")
	if v.Comment != p.t("report.none") {
		text += "\n" + p.t("report.column.comment") + ": " + v.Comment
	}
	return widgets.Entry(widgets.Wide(raterWidth, widgets.Strong(v.Rater)), widgets.Text(text))
}

// addGrading adds what only the AI grader is asked.
func (p *Page) addGrading(box *fyne.Container, g *report.GradingView) {
	box.Add(widgets.Subheading(p.t("result.ai")))
	for _, row := range [][2]string{{"report.column.sources", g.Sources}, {"report.column.facts", g.Facts}, {"report.column.level-a", g.SystemA},
		{"result.bars", g.Bars}, {"result.quality", g.Quality}, {"result.sub", g.Sub}} {
		box.Add(p.named(p.t(row[0]), row[1]))
	}
	for _, note := range g.Notes {
		box.Add(widgets.Note(widgets.SignalWait, note))
	}
	for i, d := range g.Departures {
		inside := widgets.Column(widgets.Strong(p.t("result.departure", "n", i+1)))
		for _, row := range [][2]string{{"result.departure.passage", d.Passage}, {"result.departure.reason", d.Reason},
			{"result.departure.evidence", d.Evidence}, {"result.departure.solution", d.Solution}} {
			text := row[1]
			if strings.TrimSpace(text) == "" {
				text = p.words.Absence(study.Missing)
			}
			inside.Add(widgets.Tight(widgets.Strong(p.t(row[0])), widgets.Text(text)))
		}
		box.Add(widgets.Card(inside))
	}
}

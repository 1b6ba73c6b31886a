package results

import (
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/report"
	"iucomstudien/internal/stats"
)

// agreement shows how far raters agree, whether the blinding held, and how the AI grader compares with people.
func (p *Page) agreement() fyne.CanvasObject {
	s := p.view.Screen
	box := widgets.Column(widgets.Subheading(p.t("report.section.agreement")), widgets.Text(p.t("report.agreement.intro")))
	for _, a := range s.Agreement {
		box.Add(p.coefficient(a))
	}
	for _, text := range append([]string{s.Interval}, s.Panels...) {
		if text != "" {
			box.Add(widgets.Small(minus(text)))
		}
	}
	box.Add(widgets.Subheading(p.t("report.section.blinding")))
	box.Add(widgets.Text(p.t("report.blinding.intro")))
	for _, b := range s.Blinding {
		p.addBlinding(box, b)
	}
	box.Add(widgets.Small(p.t("result.bang.about")))
	if s.Identical != "" {
		box.Add(widgets.Subheading(p.t("report.section.ai")))
		box.Add(widgets.Text(s.Identical))
	}
	for _, text := range s.StandIn {
		box.Add(widgets.Text(minus(text)))
	}
	for _, g := range p.view.Graders {
		box.Add(p.grader(g))
	}
	return widgets.NewScroll(box)
}

// coefficient is one measure with where it lies between chance and full agreement, and how it is read.
func (p *Page) coefficient(a report.AgreementView) fyne.CanvasObject {
	name := widgets.Tight(widgets.Strong(a.Measure), widgets.Text(a.Raters))
	text := widgets.Text(p.t("result.alpha", "value", minus(a.Value), "interval", minus(a.Interval), "reading", a.Strength) + " · " + a.RestsOn)
	if scale := p.scale(a.Figure, 0, 1, p.t("result.scale.chance"), p.t("result.scale.full")); scale != nil {
		return widgets.Entry(widgets.Wide(leadWidth, name), widgets.Column(scale, text))
	}
	return widgets.Entry(widgets.Wide(leadWidth, name), widgets.Text(a.Value+": "+a.Strength))
}

// minus writes the sign of numbers below 0 as the letters of the window have it.
func minus(text string) string { return strings.ReplaceAll(text, "\u2212", "\u2013") }

// scale shows where a figure lies with its interval; nil where it has no number.
func (p *Page) scale(f stats.Figure, from, to float64, fromWord, toWord string) fyne.CanvasObject {
	v, ok := f.Value()
	if !ok {
		return nil
	}
	low, high := v, v
	if f.Interval != nil {
		low, high = f.Interval.Low, f.Interval.High
	}
	return widgets.Flush(widgets.NewScale(from, to, v, low, high, fromWord, toWord))
}

// addBlinding adds the check of one kind of rater.
func (p *Page) addBlinding(box *fyne.Container, b report.BlindingView) {
	inside := widgets.Column(widgets.Text(minus(b.Sentence)))
	if b.Right != "" {
		inside.Add(widgets.Text(p.t("result.right-guesses", "share", b.Right)))
	}
	for _, one := range b.Bang {
		if scale := p.scale(one.Figure, -1, 1, p.t("result.scale.wrong"), p.t("result.scale.right")); scale != nil {
			inside.Add(scale)
		}
		inside.Add(widgets.Text(p.t("result.bang", "origin", one.Truth, "value", minus(one.Value))))
	}
	for _, text := range []string{b.Each, b.Stricter} {
		if text != "" {
			inside.Add(widgets.Text(minus(text)))
		}
	}
	box.Add(widgets.Entry(widgets.Wide(leadWidth, widgets.Strong(b.Raters)), inside))
}

// grader says who graded, and why it was chosen.
func (p *Page) grader(g conduct.GraderRun) fyne.CanvasObject {
	state := p.t("cli.grade.run.complete")
	if !g.Complete {
		state = p.t("cli.grade.run.incomplete")
	}
	text := state
	if g.Reason.Why != "" {
		text += " · " + p.t("grader."+string(g.Reason.Why))
	}
	if g.Rater.Replayed {
		text += " · " + p.t("report.replayed")
	}
	signal := widgets.SignalGo
	if !g.Complete || g.Reason.Warns() {
		signal = widgets.SignalWait
	}
	return widgets.Lit(signal, 1, widgets.Wide(leadWidth, widgets.Strong(g.Rater.ID+": "+g.Rater.Model)), widgets.Text(text))
}

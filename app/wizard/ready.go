package wizard

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// readyPage shows with a light a line what is there and what is missing; what is missing is mended under its line. Below
// stands what kinds of test are possible now.
func (w *Wizard) readyPage() fyne.CanvasObject {
	rows := widgets.Column()
	for _, c := range w.checks() {
		rows.Add(w.checkRow(c))
	}
	if w.readyNow() && w.view.test.State == study.Collecting {
		rows.Add(widgets.Row(widgets.NewMainButton(w.t("wizard.ready.go"), func() { w.Show("blinding") })))
	}
	rows.Add(widgets.Subheading(w.t("wizard.ready.kinds")))
	for _, k := range w.kinds() {
		rows.Add(widgets.Lit(k.signal, 0, widgets.Tight(widgets.Strong(w.t("wizard.kind."+k.name)), widgets.Text(k.text))))
	}
	return widgets.NewScroll(rows)
}

// check is one line of the readiness check.
type check struct {
	name     string // its button and its form stand under "wizard.ready.<name>"
	there    bool
	optional bool
	text     string
	mend     func() fyne.CanvasObject // shown under the line when its button is pressed; nil: the button leads to page
	page     string
	fixed    bool // nothing can be changed any more
}

// checks are the lines in the order of the steps.
func (w *Wizard) checks() []check {
	v, words := w.view, w.host.Words()
	answers := usable(v.answers)
	fixed := v.test.State != "" && v.test.State != study.Collecting
	ai := w.t("wizard.ready.ai.none")
	providers, err := w.conduct.Providers(w.ctx)
	if err != nil {
		w.host.Fault(err)
	}
	if len(providers) > 0 {
		ai = words.N("wizard.ready.ai.there", len(providers))
	}
	list := []check{
		{name: "ai", there: len(providers) > 0, optional: true, text: ai, mend: w.mendAI},
		{name: "case", there: v.kase.Facts != "", text: w.t("wizard.ready.case"), page: "case"},
		{name: "area", there: v.kase.Area != "", optional: true, text: w.areaText(), mend: w.mendArea, fixed: fixed},
		{name: "gold", there: len(v.gold) > 0, optional: true, text: words.N("wizard.ready.gold", len(v.gold)), page: "gold", mend: w.mendGold, fixed: fixed},
		{name: "answers", there: answers >= leastAnswers, text: words.N("wizard.ready.answers", answers), page: "answers", mend: w.mendAnswers, fixed: fixed},
		{name: "target", there: v.kase.TargetQuestion != "", optional: true, text: w.t("wizard.ready.target"), page: "stard"},
	}
	if w.ref.Test != "" {
		return list
	}
	for i := range list { // without a test there is nothing to add anything to
		if list[i].name != "ai" {
			list[i].mend = nil
			list[i].page = "case"
		}
	}
	return list
}

func (w *Wizard) areaText() string {
	if w.view.kase.Area == "" {
		return w.t("wizard.ready.area")
	}
	return w.t("wizard.ready.area.is", "area", w.view.kase.Area)
}

// stateWidth keeps the sentences of all lines beginning at one place, in letters of the text size.
const stateWidth = 8

// checkRow is one light with its word and its sentence, a button that opens what mends it, and a way to its page.
func (w *Wizard) checkRow(c check) fyne.CanvasObject {
	signal, state := widgets.SignalWait, w.t("wizard.state.missing")
	switch {
	case c.there:
		signal, state = widgets.SignalGo, w.t("wizard.state.done")
	case c.optional:
		signal, state = widgets.SignalOff, w.t("wizard.state.optional")
	}
	var do *widgets.Button
	if c.mend != nil && !c.fixed {
		do = widgets.NewButton(w.t("wizard.ready.mend."+c.name), func() {
			if w.mending == c.name {
				w.mending = ""
			} else {
				w.mending = c.name
			}
			w.redraw()
		})
	} else {
		page := c.page
		if page == "" {
			page = "case"
		}
		do = widgets.NewButton(w.t("wizard."+page), func() { w.Show(page) })
	}
	line := widgets.Lit(signal, 1, widgets.Wide(stateWidth, widgets.Strong(state)), widgets.Text(c.text), widgets.Flush(do))
	if c.mend == nil || w.mending != c.name || c.fixed {
		return widgets.Column(line, widget.NewSeparator())
	}
	return widgets.Column(line, widgets.Card(c.mend()), widget.NewSeparator())
}

// kind is one kind of test, and whether it is possible now.
type kind struct {
	name   string
	signal widgets.Signal
	text   string
}

// kinds tells for each kind of test whether it is possible now, and what it still needs.
func (w *Wizard) kinds() []kind {
	v := w.view
	enough := usable(v.answers) >= leastAnswers
	providers, err := w.conduct.Providers(w.ctx)
	if err != nil {
		providers = nil
	}
	people := slices.ContainsFunc(v.answers, func(a study.Answer) bool { return a.TakesPart() && a.Condition.Human() })
	machines := slices.ContainsFunc(v.answers, func(a study.Answer) bool { return a.TakesPart() && !a.Condition.Human() })
	needs := map[string]bool{"answers": enough, "gold": len(v.gold) > 0, "ai": len(providers) > 0,
		"target": v.kase.TargetQuestion != "", "both": people && machines}
	var list []kind
	for _, k := range []struct {
		name  string
		needs []string
	}{
		{"people", []string{"answers"}},
		{"origin", []string{"answers", "both"}},
		{"gold", []string{"answers", "gold"}},
		{"grader", []string{"answers", "ai"}},
		{"stard", []string{"answers", "target"}},
	} {
		one := kind{k.name, widgets.SignalGo, w.t("wizard.kind." + k.name + ".about")}
		if i := slices.IndexFunc(k.needs, func(n string) bool { return !needs[n] }); i >= 0 {
			one.signal = widgets.SignalOff
			one.text = w.t("wizard.kind.needs." + k.needs[i])
		}
		list = append(list, one)
	}
	return list
}

package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// readyPage shows with a light a line what is there and what is missing, and leads to where it is mended.
func (w *Wizard) readyPage() fyne.CanvasObject {
	v, words := w.view, w.host.Words()
	answers := usable(v.answers)
	rows := widgets.Column(
		w.readyRow("case", v.kase.Facts != "", false, w.t("wizard.ready.case")),
		w.readyRow("case", v.kase.Area != "", true, w.t("wizard.ready.area")),
		w.readyRow("gold", len(v.gold) > 0, true, words.N("wizard.ready.gold", len(v.gold))),
		w.readyRow("answers", answers >= leastAnswers, false, words.N("wizard.ready.answers", answers)),
		w.readyRow("stard", v.kase.TargetQuestion != "", true, w.t("wizard.ready.target")),
	)
	if w.readyNow() && v.test.State == study.Collecting {
		rows.Add(widgets.Row(widgets.NewMainButton(w.t("wizard.ready.go"), func() { w.Show("blinding") })))
	}
	return widgets.NewScroll(rows)
}

// stateWidth keeps the sentences of all lines beginning at one place, in letters of the text size.
const stateWidth = 8

// readyRow is one light with its word and its sentence, and a button to the page where it is mended.
func (w *Wizard) readyRow(page string, there, optional bool, text string) fyne.CanvasObject {
	signal, state := widgets.SignalWait, w.t("wizard.state.missing")
	switch {
	case there:
		signal, state = widgets.SignalGo, w.t("wizard.state.done")
	case optional:
		signal, state = widgets.SignalOff, w.t("wizard.state.optional")
	}
	mend := widgets.Flush(widgets.NewButton(w.t("wizard."+page), func() { w.Show(page) }))
	line := widgets.Lit(signal, 1, widgets.Wide(stateWidth, widgets.Strong(state)), widgets.Text(text), mend)
	return widgets.Column(line, widget.NewSeparator())
}

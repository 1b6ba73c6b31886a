package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
)

// readyPage shows with a light a line what is there and what is missing, and leads to where it is mended.
func (w *Wizard) readyPage() fyne.CanvasObject {
	v := w.view
	answers := usable(v.answers)
	rows := container.NewVBox(
		w.readyRow("case", v.kase.Facts != "", false, w.t("wizard.ready.case")),
		w.readyRow("case", v.kase.Area != "", false, w.t("wizard.ready.area")),
		w.readyRow("gold", len(v.gold) > 0, true, w.host.Words().N("wizard.ready.gold", len(v.gold))),
		w.readyRow("answers", answers >= 2, false, w.host.Words().N("wizard.ready.answers", answers)),
		w.readyRow("stard", v.kase.TargetQuestion != "", true, w.t("wizard.ready.target")),
	)
	if w.readyNow() {
		onward := widget.NewButton(w.t("wizard.ready.go"), func() { w.Show("start") })
		onward.Importance = widget.HighImportance
		rows.Add(container.NewHBox(onward))
	}
	return container.NewVScroll(rows)
}

// readyRow is one light with its sentence and a button to the page where it is mended.
func (w *Wizard) readyRow(page string, there, optional bool, text string) fyne.CanvasObject {
	signal, state := widgets.SignalWait, w.t("wizard.state.missing")
	switch {
	case there:
		signal, state = widgets.SignalGo, w.t("wizard.state.done")
	case optional:
		signal, state = widgets.SignalOff, w.t("wizard.state.optional")
	}
	word := widget.NewLabelWithStyle(state, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	mend := widget.NewButton(w.t("wizard."+page), func() { w.Show(page) })
	sentence := widget.NewLabel(text)
	sentence.Wrapping = fyne.TextWrapWord
	return container.NewBorder(nil, nil, container.NewHBox(widgets.NewLight(signal), word), mend, sentence)
}

package wizard

import (
	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
)

// stardPage shows the target question and its reference.
func (w *Wizard) stardPage() fyne.CanvasObject {
	k := w.view.kase
	if k.TargetQuestion == "" {
		return widgets.Column(widgets.Note(widgets.SignalInfo, w.t("wizard.stard.none")))
	}
	reference := w.t("absence.missing")
	if r, ok := k.Reference.Get(); ok {
		reference = w.t("target." + string(r))
	}
	return widgets.NewScroll(widgets.Column(
		widgets.Tight(widgets.Bold(w.t("field.target")), widgets.Text(k.TargetQuestion)),
		widgets.Tight(widgets.Bold(w.t("field.reference")), widgets.Text(reference)),
		widgets.Note(widgets.SignalInfo, w.t("wizard.stard.rule")),
	))
}

package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// nameLines is how many lines the name of a study takes at most beside its steps; the whole of it stands in its report.
const nameLines = 3

// sideHead names the study, and its tests where there is more than one, and begins a new one.
func (w *Wizard) sideHead() fyne.CanvasObject {
	box := widgets.Column(widgets.Brief(w.study.Name, nameLines))
	if len(w.tests) == 0 {
		return box
	}
	if len(w.tests) > 1 || w.ref.Test == "" {
		box.Add(w.testChoice())
	}
	if w.ref.Test != "" && w.view.test.State != study.Collecting {
		box.Add(widgets.NewQuietButton(w.t("wizard.new-test"), theme.ContentAddIcon(), w.newTest))
	}
	box.Add(widget.NewSeparator())
	return box
}

// testChoice lets the person go from one test of the study to another.
func (w *Wizard) testChoice() fyne.CanvasObject {
	var ids, words []string
	for _, t := range w.tests {
		ids = append(ids, t.ID)
		words = append(words, t.ID)
	}
	if w.ref.Test == "" {
		ids, words = append(ids, ""), append(words, w.t("wizard.new-test"))
	}
	choice := widgets.NewChoice(ids, words)
	choice.Choose(w.ref.Test)
	choice.OnChanged = func(string) {
		if id, ok := choice.Value(); ok && id != w.ref.Test {
			w.openTest(id)
		}
	}
	return choice
}

// openTest shows another test of the study.
func (w *Wizard) openTest(id string) {
	w.ref.Test = id
	w.staged, w.sheets, w.chosen, w.code = nil, nil, "", ""
	if err := w.read(w.ctx); err != nil {
		w.host.Fault(err)
		return
	}
	w.show(w.firstOpen())
}

// OpenTest shows a test of the study, unless it is in hand.
func (w *Wizard) OpenTest(id string) {
	if id != w.ref.Test {
		w.openTest(id)
	}
}

// newTest begins a test of another case, or of the same one from the archive.
func (w *Wizard) newTest() {
	w.openTest("")
	w.Show("case")
}

package wizard

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// goldPage lists the expert documents and takes in more.
func (w *Wizard) goldPage() fyne.CanvasObject {
	if w.ref.Test == "" {
		return explanation(w.t("wizard.needs-case"))
	}
	add := widget.NewButton(w.t("wizard.gold.add"), func() { w.host.ChooseFiles(w.TakeGold) })
	add.Importance = widget.HighImportance
	open := widget.NewButton(w.t("wizard.open-folder"), func() {
		dir, err := w.conduct.GoldFolder(context.Background(), w.ref)
		if err != nil {
			w.host.Fault(err)
			return
		}
		w.host.OpenFolder(dir)
	})
	if w.view.test.State != study.Collecting {
		add.Disable()
	}
	notice := explanation(w.goldNotice())
	list := widget.NewList(func() int { return len(w.view.gold) },
		func() fyne.CanvasObject { return widget.NewLabel("") },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			d := w.view.gold[i]
			o.(*widget.Label).SetText(fmt.Sprintf("%s   (%s)", d.Name, w.size(d.Size)))
		})
	return container.NewBorder(container.NewVBox(container.NewHBox(add, open), notice), nil, nil, nil, list)
}

// goldNotice says what the number of documents means.
func (w *Wizard) goldNotice() string {
	switch len(w.view.gold) {
	case 0:
		return w.t("wizard.gold.none")
	case 1:
		return w.t("gold.only-one")
	}
	return w.host.Words().N("wizard.ready.gold", len(w.view.gold))
}

// TakeGold adds files to the gold standard.
func (w *Wizard) TakeGold(files []conduct.File) {
	if _, err := w.conduct.AddGold(context.Background(), w.ref, files); err != nil {
		w.host.Fault(err)
		return
	}
	w.host.Say(w.host.Words().N("wizard.gold.added", len(files)))
	w.again()
}

// size writes a number of bytes as people read it.
func (w *Wizard) size(n int64) string {
	if n < 1<<20 {
		return w.host.Words().Number(float64(n)/(1<<10), 1) + " kB"
	}
	return w.host.Words().Number(float64(n)/(1<<20), 1) + " MB"
}

package wizard

import (
	"context"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// goldPage lists the expert documents and takes in more.
func (w *Wizard) goldPage() fyne.CanvasObject {
	add := widgets.NewButton(w.t("wizard.gold.add"), func() { w.host.ChooseFiles(conduct.KindDocument, w.takeGold) })
	folder := widgets.NewButton(w.t("wizard.add-folder"), func() { w.host.ChooseFolder(w.takeGold) })
	open := widgets.NewButton(w.t("wizard.open-folder"), w.openGold)
	reload := widgets.NewButton(w.t("wizard.gold.reload"), w.reloadGold)
	buttons := widgets.Row(add, folder, open, reload)
	if w.view.test.State != study.Collecting {
		buttons = widgets.Row(open)
	}
	top := widgets.Column(buttons)
	switch len(w.view.gold) {
	case 0:
		top.Add(widgets.Note(widgets.SignalInfo, w.t("wizard.gold.none")))
		return top
	case 1:
		top.Add(widgets.Note(widgets.SignalWait, w.t("gold.only-one")))
	}
	return widgets.Filled(1, top, w.documents())
}

// askToRemoveGold takes a document out of the gold standard on the person's word.
func (w *Wizard) askToRemoveGold(name string) {
	w.host.Ask(host.Question{
		Title: w.t("wizard.gold.remove.yes"), Text: w.t("wizard.gold.remove.question", "name", name),
		Yes: w.t("wizard.gold.remove.yes"), Careful: true, Then: func() { w.removeGold(name) },
	})
}

// removeGold takes a document out, and offers to bring it back.
func (w *Wizard) removeGold(name string) {
	var removed conduct.RemovedGold
	ref := w.ref
	w.start(host.Job{
		Title: w.t("wizard.gold.remove.yes"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			removed, err = w.conduct.RemoveGold(ctx, ref, name)
			return err
		},
		After: func(end job.End) {
			w.again()
			if end == job.Done {
				w.host.Done(w.t("wizard.gold.removed", "name", name), func() { w.restoreGold(ref, removed) })
			}
		},
	})
}

// restoreGold brings a document back.
func (w *Wizard) restoreGold(ref conduct.Ref, removed conduct.RemovedGold) {
	w.start(host.Job{
		Title: w.t("app.undo"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error { return w.conduct.RestoreGold(ctx, ref, removed) },
		After: func(end job.End) {
			w.again()
			if end == job.Done {
				w.host.Say(w.t("wizard.gold.restored", "name", removed.Document.Name))
			}
		},
	})
}

// openGold shows the folder of the area of law.
func (w *Wizard) openGold() {
	dir, err := w.conduct.GoldFolder(w.ctx, w.ref)
	if err != nil {
		w.host.Fault(err)
		return
	}
	w.host.OpenFolder(dir)
}

// takeGold adds files to the gold standard.
func (w *Wizard) takeGold(files []conduct.File) {
	w.start(host.Job{
		Title: w.t("wizard.gold.adding"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			_, err := w.conduct.AddGold(ctx, w.ref, files)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				w.host.Say(w.host.Words().N("wizard.gold.added", len(files)))
			}
			w.again()
		},
	})
}

// size writes a number of bytes as people read it.
func (w *Wizard) size(n int64) string {
	if n < 1<<20 {
		return w.host.Words().Number(float64(n)/(1<<10), 1) + " kB"
	}
	return w.host.Words().Number(float64(n)/(1<<20), 1) + " MB"
}

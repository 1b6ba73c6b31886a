package wizard

import (
	"context"

	"iucomstudien/app/host"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// chooseText takes another file for an answer that is there; what is known about it stays.
func (w *Wizard) chooseText(id string) {
	w.host.ChooseFile(conduct.KindDocument, func(files []conduct.File) { w.TakeText(id, files) })
}

// TakeText puts the text of the one file that was chosen into an answer.
func (w *Wizard) TakeText(id string, files []conduct.File) {
	if len(files) != 1 {
		w.host.Fault(&study.Problem{ID: "app.one-file", Args: map[string]any{"count": len(files)}})
		return
	}
	w.replaceText(id, files[0])
}

// replaceText puts the text of a file into an answer, and offers to take that back.
func (w *Wizard) replaceText(id string, f conduct.File) {
	var done conduct.ReplacedText
	ref := w.ref
	w.start(host.Job{
		Title: w.t("wizard.answers.replacing"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			done, err = w.conduct.ReplaceText(ctx, ref, id, f)
			return err
		},
		After: func(end job.End) {
			w.chosen = id
			w.again()
			if end == job.Done {
				w.host.Done(w.t("wizard.answers.replaced", "file", f.Name), func() { w.undoText(ref, done) })
			}
		},
	})
}

// undoText gives an answer its former text again.
func (w *Wizard) undoText(ref conduct.Ref, done conduct.ReplacedText) {
	w.start(host.Job{
		Title: w.t("app.undo"), Quiet: true,
		Work:  func(ctx context.Context, _ job.Report) error { return w.conduct.UndoReplaceText(ctx, ref, done) },
		After: func(job.End) { w.again() },
	})
}

package wizard

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// batchOrder is what was asked of a provider in a batch and goes on with the same order: for answers or for grades.
type batchOrder struct {
	Test  string              `json:"test"`
	Ask   *conduct.AskOrder   `json:"ask,omitempty"`
	Grade *conduct.GradeOrder `json:"grade,omitempty"`
}

// remember keeps an order until its replies are in, also over the end of the window.
func (w *Wizard) remember(o batchOrder) {
	w.forget(o)
	w.draft.Batches = append(w.draft.Batches, o)
	w.typed()
}

// forget drops the order of the same kind for the same test.
func (w *Wizard) forget(o batchOrder) {
	var left []batchOrder
	for _, b := range w.draft.Batches {
		if b.Test != o.Test || (b.Ask == nil) != (o.Ask == nil) {
			left = append(left, b)
		}
	}
	w.draft.Batches = left
	w.typed()
}

// waitsForBatch tells whether an order stands still until a batch is ready.
func waitsForBatch(err error) bool {
	return study.HasProblem(err, "llm.batch-waiting") || study.HasProblem(err, "llm.batch-in-doubt")
}

// batchesShown says which batches are open, with the buttons that look for replies and that end them; nil: none is open.
func (w *Wizard) batchesShown() fyne.CanvasObject {
	if len(w.view.batches) == 0 {
		return nil
	}
	lines := []string{w.t("wizard.batch.open")}
	for _, b := range w.view.batches {
		lines = append(lines, w.t("wizard.batch.line", "provider", b.Provider, "model", b.Model, "n", b.Requests-b.Waiting, "all", b.Requests,
			"time", b.Written.Local().Format("2006-01-02 15:04"), "state", w.t("batch.state."+string(b.State))))
	}
	return widgets.Note(widgets.SignalWait, strings.Join(lines, "\n"), widgets.Flush(widgets.Ends(
		widgets.Flow(widgets.NewMainButton(w.t("wizard.batch.look"), w.lookForReplies)),
		widgets.NewDangerButton(w.t("wizard.batch.cancel"), w.askToCancelBatches))))
}

// lookForReplies goes on with what was asked in batches, and fetches what has come of those that somebody else began.
func (w *Wizard) lookForReplies() {
	ref, orders := w.ref, slices.Clone(w.draft.Batches)
	var done []conduct.Asked
	var waits error
	w.start(host.Job{
		Title: w.t("wizard.batch.look"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			if done, waits, err = w.goOnAsking(ctx, ref, orders, report); err != nil {
				return err
			}
			if _, err = w.conduct.FetchBatches(ctx, ref); waitsForBatch(err) {
				err = nil
			}
			return err
		},
		After: func(end job.End) {
			if end == job.Done && waits == nil {
				w.forgetAll(ref.Test)
			}
			w.again()
			switch {
			case end != job.Done:
			case waits != nil && !waitsForBatch(waits):
				w.host.Fault(waits)
			case len(w.view.batches) > 0:
				w.host.Say(w.t("wizard.batch.not-yet"))
			case len(orders) > 0:
				said := []string{w.t("wizard.batch.in")}
				for _, one := range done {
					said = append(said, w.askedSaid(one))
				}
				w.host.Say(strings.Join(said, " "))
			default:
				w.host.Say(w.t("wizard.batch.in-elsewhere"))
			}
		},
	})
}

// goOnAsking gives the orders of a test again: what is answered by now is taken in, and nothing is sent twice.
func (w *Wizard) goOnAsking(ctx context.Context, ref conduct.Ref, orders []batchOrder, report job.Report) (done []conduct.Asked, waits, err error) {
	for _, o := range orders {
		if o.Test != ref.Test {
			continue
		}
		if o.Ask != nil {
			var one conduct.Asked
			one, err = w.conduct.Ask(ctx, ref, *o.Ask, report)
			done = append(done, one)
		} else if o.Grade != nil {
			_, err = w.conduct.Grade(ctx, ref, *o.Grade, report)
		}
		if onlyOpen(err) {
			err = nil // the page of answers asks
		}
		if err != nil && !errors.Is(err, conduct.ErrWaiting) {
			return done, nil, err
		}
		waits = errors.Join(waits, err)
	}
	return done, waits, nil
}

// forgetAll drops the orders of a test whose replies are in.
func (w *Wizard) forgetAll(test string) {
	w.forget(batchOrder{Test: test, Ask: &conduct.AskOrder{}})
	w.forget(batchOrder{Test: test, Grade: &conduct.GradeOrder{}})
}

// askToCancelBatches ends the open batches on the person's word.
func (w *Wizard) askToCancelBatches() {
	w.host.Ask(host.Question{Title: w.t("wizard.batch.cancel"), Text: w.t("wizard.batch.cancel.question"), Yes: w.t("wizard.batch.cancel.yes"),
		Careful: true, Then: func() { w.cancelBatches(w.ref, w.view.batches) }})
}

// cancelBatches asks the provider to end batches; what was answered by then comes by looking for replies.
func (w *Wizard) cancelBatches(ref conduct.Ref, list []ledger.Batch) {
	w.start(host.Job{
		Title: w.t("wizard.batch.cancel"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			var failed []error
			for _, b := range list {
				failed = append(failed, w.conduct.CancelBatch(ctx, b.Mark))
			}
			return errors.Join(failed...)
		},
		After: func(end job.End) {
			if end == job.Done {
				w.forgetAll(ref.Test)
				w.host.Say(w.t("wizard.batch.cancelled"))
			}
			w.again()
		},
	})
}

package wizard

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// alignPart has spelling and style of the blinded answers aligned by a model, and says what became of each.
func (w *Wizard) alignPart() fyne.CanvasObject {
	column := widgets.Column(widgets.Text(w.t("wizard.align.about")))
	form, shown := w.newModelForm()
	column.Add(shown)
	if form != nil {
		column.Add(widgets.Row(widgets.NewButton(w.t("wizard.asking.estimate"), func() {
			var o conduct.AlignOrder
			o.Provider, o.Model = form.chosen()
			w.align(o)
		})))
	}
	if len(w.aligned) > 0 {
		grid := widgets.Grid([]float32{1, 8})
		for _, a := range w.aligned {
			grid.Add(widgets.Strong(string(a.Code)))
			grid.Add(widgets.Text(w.alignedSaid(a)))
		}
		column.Add(grid)
	}
	return widgets.NewScroll(column)
}

// alignedSaid says what became of one answer, and what would have changed where it was kept word for word.
func (w *Wizard) alignedSaid(a conduct.AlignedAnswer) string {
	switch {
	case a.Problem != nil:
		sentence, remedy := w.host.Words().Problem(a.Problem)
		return sentence + " " + remedy
	case a.Taken:
		return w.t("align.taken")
	}
	text := w.t("align.kept." + a.Why)
	if changed := append(append([]string{}, a.Missing...), a.Added...); len(changed) > 0 {
		text += ": " + strings.Join(changed, " · ")
	}
	return text
}

// align says what it needs and aligns on the person's word.
func (w *Wizard) align(o conduct.AlignOrder) {
	w.askToPay(paid{
		title: w.t("wizard.align"), about: func() string { return w.t("wizard.align.leaves") },
		forecast: func(ctx context.Context, _ job.Report) (llm.Forecast, error) {
			return w.conduct.ForecastAligning(ctx, w.ref, o)
		},
		send: func(terms conduct.Terms) {
			o.Terms = terms
			w.sendAligning(o, nil)
		},
	})
}

// sendAligning aligns; the requests named in again are sent once more, though they were sent before.
func (w *Wizard) sendAligning(o conduct.AlignOrder, again []int64) {
	var done []conduct.AlignedAnswer
	var waits error
	w.start(host.Job{
		Title: w.t("wizard.align"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			if err = w.retry(ctx, again); err != nil {
				return err
			}
			if done, err = w.conduct.Align(ctx, w.ref, o, report); errors.Is(err, conduct.ErrWaiting) {
				waits, err = err, nil
			}
			return err
		},
		After: func(end job.End) {
			w.aligned = done
			w.again()
			if waits != nil {
				w.host.Fault(waits)
			}
			var found []*study.Problem
			for _, a := range done {
				if a.Problem != nil {
					found = append(found, a.Problem)
				}
			}
			if end == job.Done {
				w.askAgain(found, func(again []int64) { w.sendAligning(o, again) })
			}
		},
	})
}

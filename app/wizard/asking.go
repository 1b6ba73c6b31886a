package wizard

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// askingPage asks a model for answers: plainly, or with what a search of the own documents brings.
func (w *Wizard) askingPage() fyne.CanvasObject {
	back := widgets.NewButton(w.t("app.cancel"), func() { w.setAsking(false) })
	form, shown := w.newModelForm()
	if form == nil {
		return widgets.Column(widgets.Subheading(w.t("wizard.asking")), shown, widgets.Row(back))
	}
	conditions := []study.Condition{study.Reporter, study.Control}
	condition := widgets.NewChoice(conditions, []string{w.t("wizard.asking.reporter"), w.t("wizard.asking.control")})
	runs := widgets.NewField()
	runs.SetText("1")
	gold := widgets.NewCheck(w.t("wizard.asking.gold"), nil)
	warning := widgets.Note(widgets.SignalWait, w.t("wizard.asking.gold-warning"))
	about := widgets.Text("")
	settle := func() {
		c, _ := condition.Value()
		about.SetText(w.t("wizard.asking." + string(c) + ".about"))
		form.allowBatch(c == study.Control)
		if c == study.Control || len(w.view.gold) == 0 {
			gold.SetChecked(false)
			gold.Hide()
		} else {
			gold.Show()
		}
		if gold.Checked {
			warning.Show()
		} else {
			warning.Hide()
		}
	}
	condition.OnChanged = func(string) { settle() }
	gold.OnChanged = func(bool) { settle() }
	condition.Choose(study.Reporter)
	settle()
	ask := widgets.NewMainButton(w.t("wizard.asking.estimate"), func() {
		c, _ := condition.Value()
		most := conduct.MostReporterRuns
		if c == study.Control {
			most = conduct.MostControlRuns
		}
		n := countIn(runs, 1, most)
		runs.SetText(strconv.Itoa(n))
		o := conduct.AskOrder{Condition: c, Runs: n, Gold: gold.Checked, Batch: form.batch.Checked}
		o.Provider, o.Model = form.chosen()
		w.ask(o)
	})
	w.first = condition
	return widgets.NewScroll(widgets.Column(widgets.Subheading(w.t("wizard.asking")),
		widgets.Narrow(60, widgets.Flush(widget.NewForm(
			widget.NewFormItem(w.t("wizard.asking.kind"), condition),
			widget.NewFormItem(w.t("wizard.asking.runs"), runs)))),
		about, form.root, form.batches, gold, warning, widgets.Row(ask, back)))
}

// setAsking opens or closes the form.
func (w *Wizard) setAsking(on bool) {
	w.asking = on
	w.redraw()
}

// ask says what asking will need and which names leave the computer, and asks on the person's word.
func (w *Wizard) ask(o conduct.AskOrder) {
	var names []string
	w.askToPay(paid{
		title: w.t("wizard.asking." + string(o.Condition)),
		about: func() string { return w.namesSaid(names) + "\n\n" + w.t("wizard.asking.leaves") },
		forecast: func(ctx context.Context, report job.Report) (f llm.Forecast, err error) {
			if names, err = w.conduct.NamesSent(ctx, w.ref); err != nil {
				return f, err
			}
			return w.conduct.ForecastAsking(ctx, w.ref, o, report)
		},
		or: w.t("wizard.asking.to-case"), orThen: func() { w.Show("case") },
		send: func(terms conduct.Terms) {
			o.Terms = terms
			w.sendAsking(o, nil)
		},
	})
}

// namesSaid says which names stand in the facts as they are sent.
func (w *Wizard) namesSaid(names []string) string {
	if len(names) == 0 {
		return w.t("cli.ask.no-names")
	}
	return w.host.Words().N("wizard.asking.names", len(names), "names", strings.Join(names, "; "))
}

// sendAsking asks; the requests named in again are sent once more, though they were sent before.
func (w *Wizard) sendAsking(o conduct.AskOrder, again []int64) {
	var done conduct.Asked
	var waits error
	w.start(host.Job{
		Title: w.t("wizard.asking." + string(o.Condition)), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			if err = w.retry(ctx, again); err != nil {
				return err
			}
			if done, err = w.conduct.Ask(ctx, w.ref, o, report); errors.Is(err, conduct.ErrWaiting) {
				waits, err = err, nil
			}
			return err
		},
		After: func(end job.End) {
			sent := o.Batch && waitsForBatch(waits)
			if sent {
				w.remember(batchOrder{Test: w.ref.Test, Ask: &o})
			}
			if done.Done() > 0 || sent {
				w.asking = false
			}
			w.again()
			if end != job.Done {
				return
			}
			if sent {
				w.host.Say(w.t("wizard.batch.sent"))
				return
			}
			w.sayAsked(done, waits)
			w.askAgain(problemsOf(done), func(again []int64) { w.sendAsking(o, again) })
		},
	})
}

// comparesUnfairly tells whether models saw the gold standard that others are measured against.
func (w *Wizard) comparesUnfairly() bool {
	saw, others := false, false
	for _, a := range w.view.answers {
		if a.TakesPart() {
			saw = saw || a.Origin.SawGold
			others = others || !a.Origin.SawGold
		}
	}
	return saw && others
}

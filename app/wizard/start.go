package wizard

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// startPage shows how far the test has come, starts it, takes ratings in and unblinds.
func (w *Wizard) startPage() fyne.CanvasObject {
	if w.sheets != nil {
		return w.sheets.draw()
	}
	if w.grading {
		return w.gradingPage()
	}
	rows := widgets.Column()
	if open := w.batchesShown(); open != nil {
		rows.Add(open)
	}
	for _, s := range w.view.steps {
		rows.Add(w.stepRow(s))
	}
	if w.view.test.State == study.BlindedOut {
		rows.Add(w.reviewersShown())
	}
	return widgets.Filled(1, widgets.Column(widgets.Card(widgets.Text(w.overview())), w.actions()), widgets.Tall(bodyLines/2, widgets.NewScroll(rows)))
}

// overview says in a sentence what is compared.
func (w *Wizard) overview() string {
	words := w.host.Words()
	gold := w.t("wizard.start.without-gold")
	if len(w.view.gold) > 0 && w.view.test.UseGold {
		gold = words.N("wizard.start.with-gold", len(w.view.gold))
	}
	return words.N("wizard.start.compared", usable(w.view.answers)) + " " + gold + " " +
		w.t("wizard.start.seed", "seed", w.view.test.Seed) + " " + w.spent()
}

// stepWidth keeps the states of all steps beginning at one place, in letters of the text size.
const stepWidth = 14

// stepRow is one step of the conduct with its light and what it waits for.
func (w *Wizard) stepRow(s conduct.StepState) fyne.CanvasObject {
	signal := map[conduct.State]widgets.Signal{
		conduct.Done: widgets.SignalGo, conduct.Waiting: widgets.SignalWait,
		conduct.Ready: widgets.SignalInfo, conduct.Locked: widgets.SignalOff,
	}[s.State]
	text := w.t("step-state." + string(s.State))
	if s.Skipped {
		signal, text = widgets.SignalOff, w.t("step-state.skipped")
	}
	if s.Why != nil {
		sentence, remedy := w.host.Words().Problem(s.Why)
		text += ". " + sentence + " " + remedy
	}
	if s.Name == "ratings" {
		text = w.sheetsThere(text)
	}
	return widgets.Lit(signal, 1, widgets.Wide(stepWidth, widgets.Strong(w.t("step."+s.Name))), widgets.Text(text))
}

// sheetsThere says whose sheets are in, and how many ratings each holds; with none it leaves the text as it is.
func (w *Wizard) sheetsThere(text string) string {
	there, err := w.conduct.Reviewers(context.Background(), w.ref)
	if err != nil || len(there) == 0 {
		return text
	}
	parts := make([]string, len(there))
	for i, r := range there {
		parts[i] = r.ID + " (" + w.host.Words().N("wizard.start.ratings-of", r.Values) + ")"
	}
	return w.host.Words().N("wizard.start.sheets", len(there), "sheets", strings.Join(parts, ", "))
}

// actions are the buttons of the page; those that make no sense now are not shown.
func (w *Wizard) actions() fyne.CanvasObject {
	var buttons []fyne.CanvasObject
	add := func(shown bool, text string, important bool, do func()) {
		if !shown {
			return
		}
		b := widgets.NewButton(text, do)
		if important {
			b.Importance = widget.HighImportance
			w.first = b
		}
		buttons = append(buttons, b)
	}
	state := w.view.test.State
	rated := w.step("unblind").State == conduct.Ready
	out := state == study.BlindedOut
	sample := out && w.conduct.IsSample(w.ref) && !rated
	add(state == study.Collecting && usable(w.view.answers) >= leastAnswers, w.t("wizard.start.run"), true, w.run)
	add(sample, w.t("wizard.start.sample-ratings"), true, w.rateSample)
	add(out && rated, w.t("wizard.start.unblind"), true, w.unblind)
	add(out, w.t("wizard.start.ratings"), !rated && !sample, func() { w.host.ChooseFiles(conduct.KindRatings, w.takeRatings) })
	add(out, w.t("wizard.grading.open"), false, func() { w.setGrading(true) })
	add(out, w.t("wizard.add-folder"), false, func() { w.host.ChooseFolder(w.takeRatings) })
	add(out && rated && len(w.view.gold) > 0, w.t("result.next.adjudication"), false, func() { w.host.ShowAdjudication(w.ref) })
	add(state == study.Unblinded, w.t("wizard.start.result"), true, func() { w.host.ShowResult(w.ref) })
	add(state != study.Collecting, w.t("wizard.open-folder"), false, w.openFolder)
	return widgets.Row(buttons...)
}

// run takes the test as far as it goes by itself. What is doubtful and what the leak audit finds is asked about, as on the
// page of blinding: answers that are not blinded yet are blinded first.
func (w *Wizard) run() {
	if w.step("blind").State != conduct.Ready {
		w.runOn()
		return
	}
	w.start(host.Job{
		Title: w.t("step.blind"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) error {
			return w.conduct.Blind(ctx, w.ref, w.blindOptions(), report)
		},
		After: func(end job.End) {
			w.again()
			if end == job.Done {
				w.runOn()
			}
		},
	})
}

// runOn goes on with a test whose answers are blinded, or that waits for something.
func (w *Wizard) runOn() {
	if len(w.view.blinded) == 0 || w.view.test.State != study.Collecting {
		w.runKnowing()
		return
	}
	w.startKnowing(w.t("wizard.start.run"), w.runKnowing)
}

// runKnowing goes on when the person knows what is doubtful.
func (w *Wizard) runKnowing() {
	var found error
	w.start(host.Job{
		Title: w.t("wizard.start.run"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) error {
			err := w.conduct.Run(ctx, w.ref, report)
			switch {
			case errors.Is(err, conduct.ErrWaiting):
				return nil // the page says what it waits for
			case isLeak(err):
				found = err
				return nil
			}
			return err
		},
		After: func(end job.End) {
			w.again()
			switch {
			case found != nil:
				w.askToAccept(found)
			case end == job.Done && w.view.test.State == study.BlindedOut:
				w.host.Say(w.t("wizard.blinding.written"))
			}
		},
	})
}

// rateSample brings in the recorded reply and sheets of the sample study.
func (w *Wizard) rateSample() {
	w.start(host.Job{
		Title: w.t("step.ratings"),
		Work: func(ctx context.Context, report job.Report) error {
			return w.conduct.RateSample(ctx, w.ref, report)
		},
		After: func(job.End) { w.again() },
	})
}

// unblind opens the key after a question, and writes the report.
func (w *Wizard) unblind() {
	w.host.Ask(host.Question{
		Title: w.t("wizard.start.unblind"), Text: w.sheetsThere("") + "\n\n" + w.t("wizard.start.unblind.question"), Yes: w.t("wizard.start.unblind"), Careful: true,
		Then: func() {
			w.start(host.Job{
				Title: w.t("step.unblind"), Quiet: true,
				Work: func(ctx context.Context, report job.Report) error {
					if err := w.conduct.Unblind(ctx, w.ref); err != nil {
						return err
					}
					return w.conduct.Run(ctx, w.ref, report)
				},
				After: func(end job.End) {
					w.again()
					if end == job.Done {
						w.host.ShowResult(w.ref)
					}
				},
			})
		},
	})
}

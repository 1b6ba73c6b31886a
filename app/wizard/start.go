package wizard

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// startPage shows how far the test has come, starts it, takes ratings in and unblinds.
func (w *Wizard) startPage() fyne.CanvasObject {
	if w.ref.Test == "" {
		return explanation(w.t("wizard.needs-case"))
	}
	rows := container.NewVBox(explanation(w.overview()))
	for _, s := range w.view.steps {
		rows.Add(w.stepRow(s))
	}
	return container.NewBorder(nil, w.actions(), nil, nil, container.NewVScroll(rows))
}

// overview says in a sentence what is compared.
func (w *Wizard) overview() string {
	words := w.host.Words()
	gold := w.t("wizard.start.without-gold")
	if len(w.view.gold) > 0 && w.view.test.UseGold {
		gold = words.N("wizard.start.with-gold", len(w.view.gold))
	}
	return words.N("wizard.start.compared", usable(w.view.answers)) + " " + gold + " " +
		w.t("wizard.start.seed", "seed", w.view.test.Seed)
}

// stepRow is one step of the conduct with its light and what it waits for.
func (w *Wizard) stepRow(s conduct.StepState) fyne.CanvasObject {
	signal := map[conduct.State]widgets.Signal{
		conduct.Done: widgets.SignalGo, conduct.Waiting: widgets.SignalWait,
		conduct.Ready: widgets.SignalOff, conduct.Locked: widgets.SignalOff,
	}[s.State]
	text := w.t("step."+s.Name) + ": " + w.t("step-state."+string(s.State))
	if s.Why != nil {
		sentence, remedy := w.host.Words().Problem(s.Why)
		text += ". " + sentence + " " + remedy
	}
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return container.NewBorder(nil, nil, widgets.NewLight(signal), nil, l)
}

// actions are the buttons of the page; those that make no sense now are not shown.
func (w *Wizard) actions() fyne.CanvasObject {
	row := container.NewHBox()
	add := func(shown bool, key string, important bool, do func()) {
		if !shown {
			return
		}
		b := widget.NewButton(w.t(key), do)
		if important {
			b.Importance = widget.HighImportance
		}
		row.Add(b)
	}
	state := w.view.test.State
	rated := slices.ContainsFunc(w.view.steps, func(s conduct.StepState) bool { return s.Name == "unblind" && s.State == conduct.Ready })
	out := state == study.BlindedOut
	add(state == study.Collecting && usable(w.view.answers) >= 2, "wizard.start.run", true, w.run)
	add(out, "wizard.start.ratings", !rated, func() { w.host.ChooseFiles(w.TakeRatings) })
	add(out && w.conduct.IsSample(w.ref) && !rated, "wizard.start.sample-ratings", false, w.rateSample)
	add(out && rated, "wizard.start.unblind", true, w.unblind)
	add(state != study.Collecting, "wizard.open-folder", false, w.openTest)
	add(state == study.Unblinded, "wizard.start.result", true, func() { w.host.ShowResult(w.ref) })
	return row
}

// run takes the test as far as it goes by itself.
func (w *Wizard) run() {
	w.host.Start(w.t("wizard.start.run"), func(ctx context.Context, report job.Report) error {
		err := w.conduct.Run(ctx, w.ref, report)
		if errors.Is(err, conduct.ErrWaiting) {
			return nil // the page says what it waits for
		}
		return err
	}, w.again)
}

// rateSample brings in the recorded reply and sheets of the sample study.
func (w *Wizard) rateSample() {
	w.host.Start(w.t("step.ratings"), func(ctx context.Context, report job.Report) error {
		return w.conduct.RateSample(ctx, w.ref, report)
	}, w.again)
}

// TakeRatings reads filled sheets, shows what was understood and takes them over on the person's word.
func (w *Wizard) TakeRatings(files []conduct.File) {
	ctx := context.Background()
	preview, err := w.conduct.PreviewRatings(ctx, w.ref, files)
	if err != nil {
		w.host.Fault(err)
		return
	}
	words := w.host.Words()
	text := ""
	for _, s := range preview {
		text += s.Reviewer + ": " + words.N("cli.ratings.taken", s.Values()) + "\n"
		for _, p := range s.Refused {
			sentence, remedy := words.Problem(p)
			text += "– " + sentence + " " + remedy + "\n"
		}
	}
	w.host.Confirm(text, w.t("wizard.start.take-ratings"), func() {
		if _, err := w.conduct.ImportRatings(ctx, w.ref, preview, false); err != nil {
			w.host.Fault(err)
			return
		}
		w.again()
	})
}

// unblind opens the key after a question, and writes the report.
func (w *Wizard) unblind() {
	w.host.Confirm(w.t("wizard.start.unblind.question"), w.t("wizard.start.unblind"), func() {
		w.host.Start(w.t("step.unblind"), func(ctx context.Context, report job.Report) error {
			if err := w.conduct.Unblind(ctx, w.ref); err != nil {
				return err
			}
			return w.conduct.Run(ctx, w.ref, report)
		}, func() {
			w.again()
			w.host.ShowResult(w.ref)
		})
	})
}

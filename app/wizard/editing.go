package wizard

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// askToWithdraw takes an answer back on the person's word.
func (w *Wizard) askToWithdraw(a study.Answer) {
	id := a.Origin.Participant
	w.host.Ask(host.Question{
		Title: w.t("wizard.answers.withdraw"), Text: w.t("wizard.answers.withdraw.question", "id", id),
		Yes: w.t("wizard.answers.withdraw"), Careful: true, Then: func() { w.withdraw(id) },
	})
}

// withdraw takes an answer back and says what only a person can do.
func (w *Wizard) withdraw(id string) {
	var left conduct.Withdrawal
	w.start(host.Job{
		Title: w.t("wizard.answers.withdraw"),
		Work: func(ctx context.Context, _ job.Report) (err error) {
			left, err = w.conduct.WithdrawConsent(ctx, w.ref, id)
			return err
		},
		After: func(end job.End) {
			w.again()
			if end != job.Done || len(left.Left) == 0 {
				return
			}
			var lines []string
			for _, p := range left.Left {
				sentence, remedy := w.host.Words().Problem(p)
				lines = append(lines, sentence+" "+remedy)
			}
			w.host.Ask(host.Question{Title: w.t("wizard.answers.left-to-do"), Text: strings.Join(lines, "\n\n"), Yes: w.t("app.understood")})
		},
	})
}

// editOrigin corrects what is known about an answer's origin.
func (w *Wizard) editOrigin(a study.Answer) {
	form := newOriginForm(w.t)
	form.set(a.Condition, a.Origin)
	keep := widgets.NewMainButton(w.t("wizard.answers.keep-origin"), func() {
		hint := form.hint()
		hint.Origin.Prompt = a.Origin.Prompt
		w.keepOrigin(a, hint)
	})
	back := widgets.NewButton(w.t("app.cancel"), w.redraw)
	w.offers = []fyne.CanvasObject{keep, back}
	w.page.Objects = []fyne.CanvasObject{w.framed(w.Shown(), widgets.Filled(1, widgets.Card(form.root), widgets.Flush(widgets.NewTextView(a.Text))))}
	w.page.Refresh()
	w.host.Focus(form.condition)
}

// keepOrigin keeps a corrected origin. Where it is refused the form stays as it is.
func (w *Wizard) keepOrigin(a study.Answer, said conduct.Hint) {
	w.start(host.Job{
		Title: w.t("wizard.answers.keep-origin"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			return w.conduct.SetOrigin(ctx, w.ref, a.ID, said.Condition, said.Origin, a.Question)
		},
		After: func(end job.End) {
			if end == job.Done {
				w.again()
			}
		},
	})
}

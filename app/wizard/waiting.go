package wizard

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// open lists the answers that wait for a person's word: until then they take no part, and nothing can be blinded.
func (w *Wizard) open() []conduct.Aside {
	var list []conduct.Aside
	for _, a := range w.view.asides {
		if a.Open {
			list = append(list, a)
		}
	}
	return list
}

// asideShown is an answer that takes no part, with why, and the buttons for what can be said about it.
func (w *Wizard) asideShown(a conduct.Aside) fyne.CanvasObject {
	sentence, remedy := w.sentence(a.Problem)
	signal, row := widgets.SignalOff, fyne.CanvasObject(widgets.Column())
	if a.Open && w.view.test.State == study.Collecting {
		signal, row = widgets.SignalWait, w.decisions(a)
	}
	note := widgets.Line(0, widgets.Lit(signal, 0, widgets.Text(sentence+" "+remedy)), widgets.Flush(w.sizing()))
	if a.Open && asksOrigin(a.Problem.ID) {
		note = widgets.Column(note, explained(w.t, ""))
	}
	return widgets.Filled(2, note, row, answerText(a.Answer.Text))
}

// decisions are the buttons for an answer that waits: what lets it in or keeps it, and apart from that what takes it out.
func (w *Wizard) decisions(a conduct.Aside) fyne.CanvasObject {
	button := func(text string, d conduct.Decision) fyne.CanvasObject {
		return widgets.NewButton(text, func() { w.decide(a, d) })
	}
	row := widgets.Flow()
	out := container.NewHBox()
	switch id := a.Problem.ID; {
	case isConsentQuestion(id):
		row.Add(button(w.t("wizard.answers.consent-confirmed"), conduct.Decision{Consent: study.ConsentGiven}))
		out.Add(widgets.NewDangerButton(w.t("wizard.answers.consent-denied"), func() { w.askToDeny(a) }))
	case asksOrigin(id):
		for _, c := range study.Conditions() {
			row.Add(button(w.condition(c), conduct.Decision{Condition: c}))
		}
	case isEnd(id):
		row.Add(button(w.t("wizard.answers.accept-end"), conduct.Decision{AcceptEnd: true}))
	default:
		row.Add(button(w.t("wizard.answers.it-counts"), conduct.Decision{Take: true}))
	}
	row.Add(widgets.NewButton(w.t("wizard.answers.replace"), func() { w.chooseText(a.ID) }))
	out.Add(widgets.NewDangerButton(w.t("wizard.answers.leave-out"), func() { w.askToLeaveOut(a) }))
	return widgets.Flush(widgets.Ends(row, out))
}

// askToDeny takes an answer out for good, on the person's word.
func (w *Wizard) askToDeny(a conduct.Aside) {
	w.host.Ask(host.Question{Title: w.t("wizard.answers.consent-denied"), Text: w.t("wizard.answers.consent-denied.question"),
		Yes: w.t("wizard.answers.consent-denied"), Careful: true, Then: func() { w.decide(a, conduct.Decision{Consent: study.ConsentDenied}) }})
}

// askToLeaveOut lets an answer take no part, on the person's word.
func (w *Wizard) askToLeaveOut(a conduct.Aside) {
	w.host.Ask(host.Question{Title: w.t("wizard.answers.leave-out"), Text: w.t("wizard.answers.leave-out.question"),
		Yes: w.t("wizard.answers.leave-out"), Careful: true, Then: func() { w.decide(a, conduct.Decision{LeaveOut: true}) }})
}

// asksOrigin tells whether it has to be said where an answer comes from.
func asksOrigin(id string) bool {
	return id == "intake.condition-missing" || id == "intake.source-unclear"
}

// decide takes over a person's word.
func (w *Wizard) decide(a conduct.Aside, d conduct.Decision) {
	w.start(host.Job{
		Title: w.t("wizard.answers.decide"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			done, err := w.conduct.DecideAnswer(ctx, w.ref, a.ID, d)
			if err == nil {
				w.chosen = chosenAfter(done)
			}
			return err
		},
		After: func(job.End) { w.again() },
	})
}

// chosenAfter is the ID under which an answer stands after a decision; "" when it is gone.
func chosenAfter(done conduct.Decided) string {
	switch {
	case done.Answer != nil:
		return done.Answer.ID
	case done.Aside != nil:
		return done.Aside.ID
	}
	return ""
}

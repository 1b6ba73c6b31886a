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

// mostRepeats is how often a grading may be repeated from the window.
const mostRepeats = 20

// gradingPage asks who grades by AI, and how often.
func (w *Wizard) gradingPage() fyne.CanvasObject {
	back := widgets.NewButton(w.t("app.cancel"), func() { w.setGrading(false) })
	form, shown := w.newModelForm()
	if form == nil {
		return widgets.Column(widgets.Subheading(w.t("wizard.grading")), shown, widgets.Row(back))
	}
	repeats := widgets.NewField()
	repeats.SetText("1")
	second := w.secondGrader()
	leave := widgets.NewCheck(w.t("wizard.grading.leave-out"), nil)
	start := widgets.NewMainButton(w.t("wizard.asking.estimate"), func() {
		o := conduct.GradeOrder{Repeats: countIn(repeats, 1, mostRepeats), Leave: conduct.LeavePrivate(leave.Checked), Batch: form.batch.Checked}
		repeats.SetText(strconv.Itoa(o.Repeats))
		o.Grader.Provider, o.Grader.Model = form.chosen()
		if name, ok := second.Value(); ok && name != "" {
			o.Second = &llm.Choice{Provider: name}
		}
		w.grade(o)
	})
	form.allowBatch(true)
	w.first = form.provider
	return widgets.NewScroll(widgets.Column(widgets.Subheading(w.t("wizard.grading")), widgets.Text(w.t("wizard.grading.about")), form.root,
		widgets.Narrow(60, widgets.Flush(widget.NewForm(
			widget.NewFormItem(w.t("wizard.grading.second"), second),
			widget.NewFormItem(w.t("wizard.grading.repeats"), repeats)))),
		form.batches, leave, widgets.Row(start, back)))
}

// secondGrader offers the providers for a second grading, or none.
func (w *Wizard) secondGrader() *widgets.Choice[string] {
	list, err := w.conduct.Providers(w.ctx)
	if err != nil {
		w.host.Fault(err)
	}
	names, words := []string{""}, []string{w.t("wizard.grading.nobody")}
	for _, p := range list {
		names, words = append(names, p.Name), append(words, p.Name+" · "+p.Model)
	}
	choice := widgets.NewChoice(names, words)
	choice.Choose("")
	return choice
}

// setGrading opens or closes the form.
func (w *Wizard) setGrading(on bool) {
	w.grading = on
	w.redraw()
}

// grade says who will grade and what it needs, and lets them on the person's word.
func (w *Wizard) grade(o conduct.GradeOrder) {
	var list []conduct.GraderForecast
	var attempts []conduct.Attempt
	w.host.Start(host.Job{
		Title: w.t("wizard.model.estimating"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			if list, err = w.conduct.ForecastGrading(ctx, w.ref, o); err != nil {
				return err
			}
			attempts, err = w.conduct.Attempts(ctx, w.ref)
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			unknown := false
			parts := make([]string, 0, len(list)+2)
			for _, f := range list {
				parts = append(parts, w.graderSaid(f))
				unknown = unknown || len(f.Forecast.Unknown) > 0
			}
			if len(attempts) > 0 {
				parts = append(parts, w.host.Words().N("cli.grade.found-attempts", len(attempts)))
			}
			parts = append(parts, w.t("wizard.grading.leaves"))
			o.Terms.UnknownPrice = unknown
			w.host.Ask(host.Question{Title: w.t("wizard.grading"), Text: strings.Join(parts, "\n\n"), Yes: w.t("wizard.model.send"),
				Then: func() { w.runGrading(o, nil) }})
		},
	})
}

// graderSaid says of one grader who it is, why it was chosen, and what it needs.
func (w *Wizard) graderSaid(f conduct.GraderForecast) string {
	lines := []string{w.t("cli.grade.who", "rater", f.Rater, "model", f.Choice.Model, "provider", f.Choice.Provider,
		"why", w.t("grader."+string(f.Reason.Why)), "parts", f.Parts, "repeats", f.Repeats)}
	if f.Reason.Warns() {
		lines = append(lines, w.t("cli.grade.warning"))
	}
	if len(f.LeftOut) > 0 {
		lines = append(lines, w.t("cli.grade.left-out", "codes", codesText(f.LeftOut)))
	}
	return strings.Join(append(lines, w.estimate(f.Forecast)), "\n")
}

// codesText is a list of codes as text.
func codesText(codes []study.Code) string {
	words := make([]string, len(codes))
	for i, c := range codes {
		words[i] = string(c)
	}
	return strings.Join(words, ", ")
}

// runGrading lets the graders grade, beside the window; the requests named in again are sent once more, though they were
// sent before.
func (w *Wizard) runGrading(o conduct.GradeOrder, again []int64) {
	var waits error
	var runs []conduct.GraderRun
	w.start(host.Job{
		Title: w.t("wizard.grading"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			if err = w.retry(ctx, again); err != nil {
				return err
			}
			if runs, err = w.conduct.Grade(ctx, w.ref, o, report); errors.Is(err, conduct.ErrWaiting) {
				waits, err = err, nil
			}
			return err
		},
		After: func(end job.End) {
			sent := o.Batch && waitsForBatch(waits)
			if sent {
				w.remember(batchOrder{Test: w.ref.Test, Grade: &o})
			}
			if end == job.Done && (waits == nil || sent) {
				w.grading = false
			}
			w.again()
			switch {
			case end != job.Done:
			case sent:
				w.host.Say(w.t("wizard.batch.sent"))
			case waits != nil:
				w.host.Fault(waits)
				w.askAgain(study.Problems(waits), func(again []int64) { w.runGrading(o, again) })
			default:
				w.host.Say(w.gradedSaid(runs))
			}
		},
	})
}

// gradedSaid says of each grader how many answers it graded, and which it declined to.
func (w *Wizard) gradedSaid(runs []conduct.GraderRun) string {
	var said []string
	for _, r := range runs {
		text := r.Rater.ID + ": " + w.host.Words().N("cli.grade.taken", r.Graded)
		if len(r.Refused) > 0 {
			text += "; " + w.t("wizard.grading.refused", "codes", codesText(r.Refused))
		}
		said = append(said, text+".")
	}
	return strings.Join(said, " ")
}

package wizard

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// stardPage shows the target question and its reference, and lets both be set as long as nothing was handed out.
func (w *Wizard) stardPage() fyne.CanvasObject {
	k := w.view.kase
	open := w.view.test.State == study.Collecting
	column := widgets.Column()
	switch {
	case open:
		column.Add(w.targetForm())
	case k.TargetQuestion == "":
		column.Add(widgets.Note(widgets.SignalInfo, w.t("wizard.stard.none")))
	default:
		column.Add(widgets.Tight(widgets.Bold(w.t("field.target")), widgets.Text(k.TargetQuestion)))
	}
	if k.TargetQuestion == "" {
		return widgets.NewScroll(column)
	}
	column.Add(widgets.Tight(widgets.Bold(w.t("field.reference")), widgets.Text(w.referenceSaid())))
	if open {
		column.Add(w.referenceForm())
	}
	column.Add(widgets.Note(widgets.SignalInfo, w.t("wizard.stard.rule")))
	return widgets.NewScroll(column)
}

// referenceSaid is the reference with who or what set it.
func (w *Wizard) referenceSaid() string {
	k := w.view.kase
	r, ok := k.Reference.Get()
	if !ok {
		return w.t("absence.missing")
	}
	text := w.t("target." + string(r))
	if k.ReferenceBy != "" {
		text += " (" + k.ReferenceBy + ")"
	}
	return text
}

// targetForm asks for the target question.
func (w *Wizard) targetForm() fyne.CanvasObject {
	target := widgets.NewField()
	target.SetText(w.view.kase.TargetQuestion)
	if w.draft.Target != nil {
		target.SetText(*w.draft.Target)
	}
	target.SetPlaceHolder(w.t("field.example", "text", w.t("field.target.example")))
	target.OnChanged = func(text string) {
		w.draft.Target = &text
		w.typed()
	}
	keep := func() {
		_, err := w.conduct.EditCase(w.ctx, w.view.kase.ID, func(k *study.Case) { k.TargetQuestion = target.Text })
		if !w.did(err) {
			return
		}
		w.draft.Target = nil
		w.again()
	}
	target.OnSubmitted = func(string) { keep() }
	w.first = target
	return widgets.Column(widgets.Bold(w.t("field.target")), widgets.Flush(target), widgets.Row(widgets.NewButton(w.t("wizard.stard.keep"), keep)))
}

// referenceForm has the reference read from the gold standard by a model, or set by a person.
func (w *Wizard) referenceForm() fyne.CanvasObject {
	column := widgets.Column()
	if len(w.view.gold) > 0 {
		form, shown := w.newModelForm()
		column.Add(widgets.Strong(w.t("wizard.stard.read")))
		column.Add(widgets.Text(w.t("wizard.stard.read.about")))
		column.Add(shown)
		if form != nil {
			column.Add(widgets.Row(widgets.NewButton(w.t("wizard.stard.read.start"), func() { w.askToRead(form) })))
		}
	}
	answer := widgets.NewChoice([]study.Target{study.Yes, study.No}, []string{w.t("target.yes"), w.t("target.no")})
	author := widgets.NewField()
	author.SetText(w.draft.Author)
	author.SetPlaceHolder(w.t("wizard.stard.author"))
	author.OnChanged = func(text string) {
		w.draft.Author = text
		w.typed()
	}
	set := widgets.NewButton(w.t("wizard.stard.set"), func() {
		r, _ := answer.Value()
		if _, err := w.conduct.SetReference(w.ctx, w.ref, r, author.Text); !w.did(err) {
			return
		}
		w.draft.Author = ""
		w.again()
	})
	column.Add(widgets.Strong(w.t("wizard.stard.set.title")))
	column.Add(widgets.Row(widgets.Wide(8, answer), widgets.Wide(24, author), set))
	return widgets.Card(column)
}

// askToRead has a model read the reference, after a question.
func (w *Wizard) askToRead(form *modelForm) {
	var o conduct.ModelOrder
	o.Choice.Provider, o.Choice.Model = form.chosen()
	_, known := w.view.kase.Reference.Get()
	w.host.Ask(host.Question{Title: w.t("wizard.stard.read"), Text: w.host.Words().N("wizard.model.requests", 1) + "\n\n" + w.t("wizard.stard.read.leaves"),
		Yes: w.t("wizard.model.send"), Then: func() { w.readReference(o, known, nil) }})
}

// readReference reads; a price that is not known is asked about before anything is sent. The requests named in again are
// sent once more, though they were sent before.
func (w *Wizard) readReference(o conduct.ModelOrder, replace bool, again []int64) {
	var waits error
	w.start(host.Job{
		Title: w.t("wizard.stard.read"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			if err := w.retry(ctx, again); err != nil {
				return err
			}
			_, err := w.conduct.ReadReference(ctx, w.ref, o, replace)
			if errors.Is(err, conduct.ErrWaiting) || study.HasProblem(err, "llm.price-unknown") || mayBeSentAgain(err) {
				waits, err = err, nil
			}
			return err
		},
		After: func(job.End) {
			w.again()
			switch {
			case study.HasProblem(waits, "llm.price-unknown") && !o.Terms.UnknownPrice:
				w.host.Ask(host.Question{Title: w.t("wizard.stard.read"), Text: w.host.Words().Error(waits), Yes: w.t("wizard.model.send"), Careful: true,
					Then: func() {
						o.Terms.UnknownPrice = true
						w.readReference(o, replace, nil)
					}})
			case waits != nil:
				w.host.Fault(waits)
				w.askAgain(study.Problems(waits), func(again []int64) { w.readReference(o, replace, again) })
			}
		},
	})
}

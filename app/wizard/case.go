package wizard

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// casePage shows the case of the test, or lets the person type an own question or choose one of the archive.
func (w *Wizard) casePage() fyne.CanvasObject {
	if w.ref.Test != "" {
		return w.caseShown()
	}
	cases, err := w.conduct.Cases(w.ctx, "")
	if err != nil {
		w.host.Fault(err)
	}
	if len(cases) == 0 {
		return w.caseForm()
	}
	own, archive := w.t("wizard.case.own"), w.t("wizard.case.archive")
	which := widget.NewRadioGroup([]string{own, archive}, nil)
	which.Horizontal, which.Required = true, true
	body := container.NewStack()
	form := w.caseForm()
	keep := w.offers[0]
	which.OnChanged = func(text string) {
		if w.fromArchive = text == archive; w.fromArchive {
			body.Objects = []fyne.CanvasObject{w.archive(cases)}
			keep.Hide()
		} else {
			body.Objects = []fyne.CanvasObject{form}
			keep.Show()
		}
		body.Refresh()
	}
	if w.fromArchive {
		which.SetSelected(archive)
	} else {
		which.SetSelected(own)
	}
	return widgets.Filled(1, which, body)
}

// caseShown is the case of a test that exists: it is fixed, since answers refer to it.
func (w *Wizard) caseShown() fyne.CanvasObject {
	k := w.view.kase
	facts := widgets.Grid([]float32{2, 5},
		widgets.Strong(w.t("field.title")), widgets.Text(k.Title),
		widgets.Strong(w.t("field.area")), widgets.Text(orDash(k.Area)),
		widgets.Strong(w.t("field.jurisdiction")), widgets.Text(orDash(k.Jurisdiction)),
		widgets.Strong(w.t("field.law-as-of")), widgets.Text(orDash(k.LawAsOf)),
	)
	return widgets.Filled(2, facts, widgets.Bold(w.t("field.facts")), widgets.Flush(widgets.NewTextView(k.Facts)))
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// bound is a field that keeps what is typed in the draft, so that it is there again when the page is.
func (w *Wizard) bound(to *string, example string) *widgets.Field {
	e := widgets.NewField()
	e.SetText(*to)
	e.SetPlaceHolder(w.t("field.example", "text", example))
	e.OnChanged = func(text string) {
		*to = text
		w.typed()
	}
	return e
}

// caseForm is the form for an own question; the button that keeps it is the page's offer.
func (w *Wizard) caseForm() fyne.CanvasObject {
	d := &w.draft.Case
	title := w.bound(&d.Title, w.t("field.title.example"))
	w.first = title
	reference := w.referenceChoice(d)
	keep := widgets.NewMainButton(w.t("wizard.case.keep"), w.keepCase)
	small := widgets.Grid([]float32{3, 2, 2},
		w.labelled("field.area", w.bound(&d.Area, w.t("field.area.example"))),
		w.labelled("field.jurisdiction", w.bound(&d.Jurisdiction, "AT")),
		w.labelled("field.law-as-of", w.bound(&d.LawAsOf, "2026-03-01")),
	)
	target := widgets.Grid([]float32{5, 3},
		w.labelled("field.target", w.bound(&d.TargetQuestion, w.t("field.target.example"))),
		w.labelled("field.reference", reference),
	)
	file := widgets.NewButton(w.t("wizard.case.from-file"), func() { w.host.ChooseFile(conduct.KindDocument, w.takeFacts) })
	form := widgets.Filled(3, w.labelled("field.title", title), small,
		widgets.Line(0, widgets.Bold(w.t("field.facts")), widgets.Flush(file)), w.factsField(d), target)
	w.offers = []fyne.CanvasObject{keep}
	return widgets.NewScroll(form)
}

// labelled puts the name of a field above it.
func (w *Wizard) labelled(key string, field fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Column(widgets.Strong(w.t(key)), widgets.Flush(field))
}

// longFacts is the length in bytes from which on facts are shown and not edited: the toolkit's field is too slow for
// more, and facts of that length come from a file.
const longFacts = 4000

// factsField is the field for facts and question.
func (w *Wizard) factsField(d *study.Case) fyne.CanvasObject {
	if len(d.Facts) > longFacts {
		clearing := widgets.NewButton(w.t("wizard.case.clear"), func() {
			before := d.Facts
			d.Facts = ""
			w.redraw()
			w.host.Done(w.t("wizard.case.cleared"), func() { w.setFacts(before) })
		})
		return widgets.Filled(0, widgets.Flush(widgets.NewTextView(d.Facts)), widgets.Row(clearing))
	}
	facts := widgets.NewPaper(4)
	facts.SetText(d.Facts)
	facts.SetPlaceHolder(w.t("field.facts.example"))
	facts.OnChanged = func(text string) {
		d.Facts = text
		w.typed()
	}
	return widgets.Flush(facts)
}

// referenceChoice asks for the reference of the target question.
func (w *Wizard) referenceChoice(d *study.Case) fyne.CanvasObject {
	unset := study.Target("")
	choice := widgets.NewChoice([]study.Target{unset, study.Yes, study.No},
		[]string{w.t("field.reference.none"), w.t("target.yes"), w.t("target.no")})
	choice.Choose(d.Reference.Or(unset))
	choice.OnChanged = func(string) {
		d.Reference = study.Maybe[study.Target]{}
		if t, ok := choice.Value(); ok && t != unset {
			d.Reference = study.Known(t)
		}
		w.typed()
	}
	return choice
}

// takeFacts puts the text of a document into the form.
func (w *Wizard) takeFacts(files []conduct.File) {
	if len(files) != 1 {
		w.host.Fault(&study.Problem{ID: "app.one-file", Args: map[string]any{"count": len(files)}})
		return
	}
	text := ""
	w.host.Start(host.Job{
		Title: w.t("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			text, err = conduct.TextOf(ctx, files[0])
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				before := w.draft.Case.Facts
				w.setFacts(text)
				if before != "" {
					w.host.Done(w.t("wizard.case.replaced"), func() { w.setFacts(before) })
				}
			}
		},
	})
}

// setFacts puts a text into the form.
func (w *Wizard) setFacts(text string) {
	w.draft.Case.Facts = text
	w.redraw()
}

// keepCase keeps the typed case in the archive and takes it for the test.
func (w *Wizard) keepCase() {
	typed := w.draft.Case
	typed.LawAsOf = isoDay(typed.LawAsOf)
	kept, err := w.conduct.KeepCase(w.ctx, typed)
	if !w.did(err) {
		return
	}
	w.draft.Case = study.Case{}
	w.takeCase(kept.ID, typed)
}

// archive lists the cases kept so far; choosing one takes it for the test.
func (w *Wizard) archive(cases []study.Case) fyne.CanvasObject {
	rows := widgets.Column()
	for _, k := range cases {
		take := widgets.NewButton(w.t("wizard.case.take"), func() { w.takeCase(k.ID, w.draft.Case) })
		about := widgets.Small(orDash(k.Area) + " · " + firstWords(k.Facts))
		rows.Add(widgets.Card(widgets.Line(0, widgets.Tight(widgets.Strong(k.Title), about), widgets.Flush(take))))
	}
	return widgets.NewScroll(rows)
}

// takeCase makes the test of a case, and offers to take that back: the case stays in the archive, and the form has again
// what was typed. Whatever comes into the test takes the offer away.
func (w *Wizard) takeCase(id string, typed study.Case) {
	made, err := w.conduct.CreateTest(w.ctx, study.Test{StudyID: w.study.ID, CaseID: id, UseGold: true})
	if err != nil {
		w.host.Fault(err)
		return
	}
	w.ref.Test = made.ID
	w.again()
	w.Show("gold")
	w.host.Done(w.t("wizard.case.taken", "test", made.ID), func() {
		if err := w.conduct.DeleteTest(w.ctx, conduct.Ref{Study: w.study.ID, Test: made.ID}); err != nil {
			w.host.Fault(err)
			return
		}
		w.draft.Case, w.fromArchive = typed, true
		w.openTest("")
		w.Show("case")
	})
}

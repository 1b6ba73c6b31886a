package wizard

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// casePage shows the case of the test, or lets the person choose one of the archive or type an own question.
func (w *Wizard) casePage() fyne.CanvasObject {
	if w.ref.Test != "" {
		return w.caseShown()
	}
	form, submit := w.caseForm()
	own := container.NewBorder(nil, container.NewHBox(submit), nil, nil, form)
	archive, err := w.archive()
	if err != nil {
		w.host.Fault(err)
		return own
	}
	tabs := container.NewAppTabs(
		container.NewTabItem(w.t("wizard.case.own"), own),
		container.NewTabItem(w.t("wizard.case.archive"), archive),
	)
	return tabs
}

// caseShown is the case of a test that exists: it is fixed, since answers refer to it.
func (w *Wizard) caseShown() fyne.CanvasObject {
	k := w.view.kase
	facts := widget.NewForm(
		widget.NewFormItem(w.t("field.title"), widget.NewLabel(k.Title)),
		widget.NewFormItem(w.t("field.area"), widget.NewLabel(orDash(k.Area))),
		widget.NewFormItem(w.t("field.jurisdiction"), widget.NewLabel(orDash(k.Jurisdiction))),
		widget.NewFormItem(w.t("field.law-as-of"), widget.NewLabel(orDash(k.LawAsOf))),
	)
	return container.NewBorder(facts, nil, nil, nil, widgets.NewTextView(k.Facts))
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// caseForm is the form for an own question, with the button that keeps it.
func (w *Wizard) caseForm() (fyne.CanvasObject, *widget.Button) {
	title, area, jurisdiction, day, target := widget.NewEntry(), widget.NewEntry(), widget.NewEntry(), widget.NewEntry(), widget.NewEntry()
	day.SetPlaceHolder("2026-03-01")
	area.SetPlaceHolder(w.t("field.area.example"))
	jurisdiction.SetPlaceHolder("AT")
	target.SetPlaceHolder(w.t("field.target.example"))
	facts := widget.NewMultiLineEntry()
	facts.Wrapping = fyne.TextWrapWord
	facts.SetMinRowsVisible(8)
	facts.SetPlaceHolder(w.t("field.facts.example"))
	none := w.t("field.reference.none")
	reference := widget.NewSelect([]string{none, w.t("target.yes"), w.t("target.no")}, nil)
	reference.SetSelected(none)
	file := widget.NewButton(w.t("wizard.case.from-file"), func() {
		w.host.ChooseFiles(func(files []conduct.File) {
			text, err := conduct.TextOf(context.Background(), files[0])
			if err != nil {
				w.host.Fault(err)
				return
			}
			facts.SetText(text)
		})
	})
	submit := widget.NewButton(w.t("wizard.case.keep"), func() {
		k := study.Case{Title: title.Text, Area: area.Text, Jurisdiction: jurisdiction.Text, LawAsOf: day.Text, Facts: facts.Text, TargetQuestion: target.Text}
		switch reference.SelectedIndex() {
		case 1:
			k.Reference = study.Known(study.Yes)
		case 2:
			k.Reference = study.Known(study.No)
		}
		kept, err := w.conduct.KeepCase(context.Background(), k)
		if err != nil {
			w.host.Fault(err)
			return
		}
		w.takeCase(kept.ID)
	})
	submit.Importance = widget.HighImportance
	form := widget.NewForm(
		widget.NewFormItem(w.t("field.title"), title),
		widget.NewFormItem(w.t("field.area"), area),
		widget.NewFormItem(w.t("field.jurisdiction"), jurisdiction),
		widget.NewFormItem(w.t("field.law-as-of"), day),
		widget.NewFormItem(w.t("field.facts"), container.NewBorder(nil, container.NewHBox(file), nil, nil, facts)),
		widget.NewFormItem(w.t("field.target"), target),
		widget.NewFormItem(w.t("field.reference"), reference),
	)
	return container.NewVScroll(form), submit
}

// archive lists the cases kept so far; choosing one takes it for the test.
func (w *Wizard) archive() (fyne.CanvasObject, error) {
	cases, err := w.conduct.Cases(context.Background(), "")
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return explanation(w.t("wizard.case.archive.empty")), nil
	}
	list := widget.NewList(func() int { return len(cases) },
		func() fyne.CanvasObject {
			return container.NewBorder(nil, nil, nil, widget.NewButton(w.t("wizard.case.take"), nil), widget.NewLabel(""))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			row := o.(*fyne.Container)
			row.Objects[0].(*widget.Label).SetText(cases[i].Title)
			row.Objects[1].(*widget.Button).OnTapped = func() { w.takeCase(cases[i].ID) }
		})
	return list, nil
}

// takeCase makes the test of a case.
func (w *Wizard) takeCase(id string) {
	made, err := w.conduct.CreateTest(context.Background(), study.Test{StudyID: w.study.ID, CaseID: id, UseGold: true})
	if err != nil {
		w.host.Fault(err)
		return
	}
	w.ref.Test = made.ID
	w.again()
	w.Show("gold")
}

// stardPage shows the target question and its reference.
func (w *Wizard) stardPage() fyne.CanvasObject {
	k := w.view.kase
	if k.TargetQuestion == "" {
		return explanation(w.t("wizard.stard.none"))
	}
	reference := w.t("absence.missing")
	if r, ok := k.Reference.Get(); ok {
		reference = w.t("target." + string(r))
	}
	question := widget.NewLabel(k.TargetQuestion)
	question.Wrapping = fyne.TextWrapWord
	return widget.NewForm(
		widget.NewFormItem(w.t("field.target"), question),
		widget.NewFormItem(w.t("field.reference"), widget.NewLabel(reference)),
	)
}

package app

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// ShowHome shows the studies, and offers the sample study where it is not there yet.
func (s *Shell) ShowHome() {
	s.wizard = nil
	studies, err := s.conduct.Studies(s.ctx)
	if err != nil {
		s.Fault(err)
	}
	title := widget.NewLabelWithStyle(s.words.T("home.title"), fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	title.SizeName = theme.SizeNameHeadingText
	about := widget.NewLabel(s.words.T("home.about"))
	about.Wrapping = fyne.TextWrapWord
	create := widget.NewButtonWithIcon(s.words.T("home.new"), theme.ContentAddIcon(), s.showNewStudy)
	create.Importance = widget.HighImportance
	buttons := container.NewHBox(create)
	if !s.sampleThere(studies) {
		buttons.Add(widget.NewButtonWithIcon(s.words.T("home.sample"), theme.DocumentIcon(), s.openSample))
	}
	top := container.NewVBox(title, about, buttons, widget.NewSeparator())
	s.set(container.NewPadded(container.NewBorder(top, nil, nil, nil, s.studyList(studies))))
}

// sampleThere tells whether the sample study is among the studies.
func (s *Shell) sampleThere(studies []study.Study) bool {
	for _, one := range studies {
		if s.conduct.IsSampleStudy(one.ID) {
			return true
		}
	}
	return false
}

// studyList lists the studies with their state; the newest stands first.
func (s *Shell) studyList(studies []study.Study) fyne.CanvasObject {
	if len(studies) == 0 {
		none := widget.NewLabel(s.words.T("home.none"))
		none.Wrapping = fyne.TextWrapWord
		return none
	}
	states := make([]string, len(studies))
	for i := range studies {
		states[i] = s.stateOf(studies[len(studies)-1-i].ID)
	}
	list := widget.NewList(func() int { return len(studies) },
		func() fyne.CanvasObject {
			state := widget.NewLabel("")
			state.Importance = widget.LowImportance
			name := widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
			name.Truncation = fyne.TextTruncateEllipsis
			return container.NewVBox(name, state)
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			texts := o.(*fyne.Container).Objects
			texts[0].(*widget.Label).SetText(studies[len(studies)-1-i].Name)
			texts[1].(*widget.Label).SetText(states[i])
		})
	list.OnSelected = func(i widget.ListItemID) { s.OpenStudy(studies[len(studies)-1-i].ID) }
	return list
}

// stateOf says in a line how a study stands.
func (s *Shell) stateOf(studyID string) string {
	tests, err := s.conduct.Tests(s.ctx, studyID)
	if err != nil || len(tests) == 0 {
		return studyID + " · " + s.words.T("home.no-test")
	}
	return studyID + " · " + s.words.T("state."+string(tests[len(tests)-1].State))
}

// openSample makes the sample study and opens it.
func (s *Shell) openSample() {
	var ref conduct.Ref
	var refused []*study.Problem
	s.Start(s.words.T("home.sample"), func(ctx context.Context, report job.Report) (err error) {
		ref, refused, err = s.conduct.OpenSample(ctx, report)
		return err
	}, func() {
		if ref.Study == "" {
			return
		}
		s.OpenStudy(ref.Study)
		if len(refused) > 0 {
			s.Say(s.words.Error(study.JoinProblems(refused)))
		}
	})
}

// showNewStudy asks for the few things a study begins with.
func (s *Shell) showNewStudy() {
	name, lead, institution := widget.NewEntry(), widget.NewEntry(), widget.NewEntry()
	languages := study.Languages()
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = s.words.T("language." + string(l))
	}
	language := widget.NewSelect(names, nil)
	language.SetSelected(s.words.T("language." + string(s.words.Language())))
	form := widget.NewForm(
		widget.NewFormItem(s.words.T("field.study-name"), name),
		widget.NewFormItem(s.words.T("field.lead"), lead),
		widget.NewFormItem(s.words.T("field.institution"), institution),
		widget.NewFormItem(s.words.T("field.study-language"), language),
	)
	form.SubmitText, form.CancelText = s.words.T("home.create"), s.words.T("app.cancel")
	form.OnSubmit = func() {
		made, err := s.conduct.CreateStudy(s.ctx, study.Study{
			Name: name.Text, Lead: lead.Text, Institution: institution.Text, Language: languages[language.SelectedIndex()],
		})
		if err != nil {
			s.Fault(err)
			return
		}
		s.OpenStudy(made.ID)
	}
	form.OnCancel = s.ShowHome
	form.Refresh()
	title := widget.NewLabelWithStyle(s.words.T("home.new"), fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	title.SizeName = theme.SizeNameHeadingText
	s.set(container.NewPadded(container.NewVBox(title, form)))
	s.win.Canvas().Focus(name)
}

// Dropped takes files that were dropped onto the window to where they belong on the page that is shown.
func (s *Shell) Dropped(paths []string) {
	if s.wizard == nil || s.wizard.Ref().Test == "" {
		s.Fault(&study.Problem{ID: "app.drop-nowhere"})
		return
	}
	s.load(paths, func(files []conduct.File) {
		if !s.wizard.Take(files) {
			s.Fault(&study.Problem{ID: "app.drop-nowhere"})
		}
	})
}

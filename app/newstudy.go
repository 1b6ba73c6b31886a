package app

import (
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// ShowNewStudy asks for the few things a study begins with.
func (s *Shell) ShowNewStudy() {
	s.wizard, s.result = nil, conduct.Ref{}
	name, lead, institution := widgets.NewField(), widgets.NewField(), widgets.NewField()
	languages := study.Languages()
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = s.words.T("language.own." + string(l))
	}
	language := widgets.NewChoice(languages, names)
	language.Choose(s.words.Language())
	create := func() {
		spoken, _ := language.Value()
		made, err := s.conduct.CreateStudy(s.ctx, study.Study{
			Name: name.Text, Lead: lead.Text, Institution: institution.Text, Language: spoken,
		})
		if err != nil {
			s.Fault(err)
			return
		}
		s.message.clear()
		s.OpenStudy(made.ID)
	}
	for _, e := range []*widgets.Field{name, lead, institution} {
		e.OnSubmitted = func(string) { create() }
	}
	form := widget.NewForm(
		widget.NewFormItem(s.words.T("field.study-name"), name),
		widget.NewFormItem(s.words.T("field.lead"), lead),
		widget.NewFormItem(s.words.T("field.institution"), institution),
		widget.NewFormItem(s.words.T("field.study-language"), language),
	)
	body := widgets.Column(
		widgets.Heading(s.words.T("home.new")), widgets.Text(s.words.T("home.new.about")), widgets.Narrow(60, form),
		widgets.Row(widgets.NewMainButton(s.words.T("home.create"), create), widgets.NewButton(s.words.T("app.cancel"), s.ShowHome)))
	margin := theme.InnerPadding()
	s.set(widgets.NewScroll(widgets.Inset(2*margin, margin, body)), "", s.ShowNewStudy)
	s.Focus(name)
}

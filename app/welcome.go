package app

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
)

// welcomed tells whether the questions of the first start were answered once.
func (s *Shell) welcomed() bool { return s.app.Preferences().Bool(welcomedPreference) }

// ShowWelcome asks the few things of the first start: language and look; and says where documents go. Everything has a
// default, which Enter takes; all of it stands in the settings as well.
func (s *Shell) ShowWelcome() {
	s.wizard, s.result = nil, conduct.Ref{}
	documents, _ := s.Home()
	start := func() {
		s.app.Preferences().SetBool(welcomedPreference, true)
		s.ShowHome()
	}
	begin := widgets.NewMainButton(s.words.T("welcome.begin"), start)
	open := widgets.NewIconButton(s.words.T("wizard.open-folder"), theme.FolderOpenIcon(), func() { s.OpenFolder(documents) })
	form := container.New(layout.NewFormLayout(),
		widgets.Bold(s.words.T("settings.language")), settings.LanguageChoice(s),
		widgets.Bold(s.words.T("settings.look")), settings.LookChoice(s.app, s.words))
	body := widgets.Column(widgets.Heading(s.words.T("welcome.title")), widgets.Text(s.words.T("welcome.about")),
		widgets.Narrow(40, form),
		widgets.Tight(widgets.Bold(s.words.T("welcome.documents")), widgets.Text(documents)),
		widgets.Text(s.words.T("welcome.network")),
		widgets.Row(begin, open), emptyPicture())
	margin := theme.InnerPadding()
	s.set(widgets.NewScroll(widgets.Inset(2*margin, margin, body)), "", s.ShowWelcome)
	s.onEscape = start // whoever wants no questions has answered them all as they stand
	s.Focus(begin)
}

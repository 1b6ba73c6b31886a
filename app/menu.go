package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"iucomstudien/app/wizard"
	"iucomstudien/internal/conduct"
)

// menu is the list of all commands of the window, each with its key.
func (s *Shell) menu() *fyne.MainMenu {
	quit := s.item("app.quit", fyne.KeyQ, s.close)
	quit.IsQuit = true
	file := fyne.NewMenu(s.words.T("app.menu.study"),
		s.item("home.new", fyne.KeyN, s.ShowNewStudy),
		s.item("home.sample", "", s.OpenSample),
		s.item("app.menu.studies", fyne.KeyH, s.ShowHome),
		fyne.NewMenuItemSeparator(),
		s.item("app.settings", fyne.KeyComma, s.ShowSettings),
		quit,
	)
	steps := fyne.NewMenu(s.words.T("app.menu.steps"))
	for i, name := range wizard.Pages() {
		steps.Items = append(steps.Items, s.item("wizard."+name, stepKeys[i], func() { s.showStep(name) }))
	}
	help := fyne.NewMenu(s.words.T("app.menu.help"),
		s.item("app.menu.documents", "", func() {
			documents, _ := s.Home()
			s.OpenFolder(documents)
		}),
		s.item("app.menu.about", "", func() { s.Say(s.words.T("app.about", "program", conduct.Program)) }),
	)
	return fyne.NewMainMenu(file, steps, help)
}

// stepKeys are the keys of the seven steps.
var stepKeys = []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6, fyne.Key7}

// item is one command; it does nothing while a question is asked.
func (s *Shell) item(key string, shortcut fyne.KeyName, do func()) *fyne.MenuItem {
	item := fyne.NewMenuItem(s.words.T(key), func() {
		if s.win.Canvas().Overlays().Top() == nil {
			do()
		}
	})
	if shortcut != "" {
		item.Shortcut = &desktop.CustomShortcut{KeyName: shortcut, Modifier: fyne.KeyModifierShortcutDefault}
	}
	return item
}

// showStep shows a step of the study in hand.
func (s *Shell) showStep(name string) {
	if s.wizard == nil {
		s.Say(s.words.T("app.no-study-open"))
		return
	}
	s.wizard.Show(name)
}

package app

import (
	"context"

	"fyne.io/fyne/v2"

	"iucomstudien/app/wizard"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// menu is the list of all commands of the window, each with its key. The list of keys under Help is made from it.
func (s *Shell) menu() *fyne.MainMenu {
	quit := s.item("app.quit", fyne.KeyQ, s.close)
	// Whether work is stopped is asked also when something else is open; to the toolkit it is the command that quits.
	quit.Action, quit.IsQuit = s.close, true
	file := fyne.NewMenu(s.words.T("app.menu.study"),
		s.item("home.new", fyne.KeyN, s.ShowNewStudy),
		s.item("home.sample", "", s.OpenSample),
		s.item("app.menu.studies", fyne.KeyH, s.ShowHome),
		s.item("archive.title", fyne.KeyF, s.ShowArchive),
		s.item("app.menu.result", fyne.KeyR, s.showLastResult),
		fyne.NewMenuItemSeparator(),
		s.item("app.settings", fyne.KeyComma, s.ShowSettings),
		quit,
	)
	steps := fyne.NewMenu(s.words.T("app.menu.steps"))
	for i, name := range wizard.Pages() {
		steps.Items = append(steps.Items, s.item("wizard."+name, stepKeys[i], func() { s.showStep(name) }))
	}
	help := fyne.NewMenu(s.words.T("app.menu.help"),
		s.item("help.title", fyne.KeyF1, s.ShowHelp),
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
		item.Shortcut = s.shortcut(shortcut)
	}
	return item
}

// showStep shows a step of the study in hand; from a result it leads back to the steps of that test.
func (s *Shell) showStep(name string) {
	s.backToStudy()
	s.backFromResult()
	if s.wizard == nil {
		s.Say(s.words.T("app.no-study-open"))
		return
	}
	s.wizard.Show(name)
}

// backFromResult opens the steps of the test whose result is shown; elsewhere it does nothing.
func (s *Shell) backFromResult() {
	ref := s.result
	if s.wizard != nil || ref.Study == "" {
		return
	}
	s.OpenStudy(ref.Study)
	if s.wizard != nil {
		s.wizard.OpenTest(ref.Test)
	}
}

// showLastResult shows the result of the test that was unblinded last: of the study in hand where it has one.
func (s *Shell) showLastResult() {
	inHand := ""
	if s.wizard != nil {
		inHand = s.wizard.Ref().Study
	}
	s.beside(func(ctx context.Context) (func(), error) {
		ref, err := s.lastResult(ctx, inHand)
		return func() {
			if ref.Test == "" {
				s.Say(s.words.T("app.no-result"))
				return
			}
			s.ShowResult(ref)
		}, err
	})
}

// lastResult finds the test that was unblinded last, in one study or, where it has none or none is named, in all.
func (s *Shell) lastResult(ctx context.Context, inHand string) (conduct.Ref, error) {
	studies, err := s.conduct.Studies(ctx)
	if err != nil {
		return conduct.Ref{}, err
	}
	var last, own study.Test
	for _, one := range studies {
		tests, err := s.conduct.Tests(ctx, one.ID)
		if err != nil {
			return conduct.Ref{}, err
		}
		for _, t := range tests {
			if t.State != study.Unblinded {
				continue
			}
			if t.Finished.After(last.Finished) {
				last = t
			}
			if t.StudyID == inHand && t.Finished.After(own.Finished) {
				own = t
			}
		}
	}
	if own.ID != "" {
		last = own
	}
	return conduct.Ref{Study: last.StudyID, Test: last.ID}, nil
}

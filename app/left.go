package app

import (
	"fyne.io/fyne/v2"

	"iucomstudien/app/wizard"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// left is a screen that was left for the settings or the list of keys, as it stood.
type left struct {
	objects  []fyne.CanvasObject
	where    string
	redraw   func()
	wizard   *wizard.Wizard
	result   conduct.Ref
	name     string
	focus    fyne.Focusable
	language study.Language
	conduct  *conduct.Conduct
	before   *left // what that screen leads back to itself; nil: nothing
	escape   func()
}

// leaveScreen takes the screen in hand as it stands.
func (s *Shell) leaveScreen() *left {
	return &left{s.content.Objects, s.where.Text, s.redraw, s.wizard, s.result, s.screenName, s.win.Canvas().Focused(), s.words.Language(),
		s.conduct, s.before, s.onEscape}
}

// comeBack shows a screen as it was left. Where the window speaks another language by now it is drawn anew; where the
// studies were opened anew meanwhile it is looked for among them, and the start page shown when it is gone.
func (s *Shell) comeBack(before *left) {
	w := before.wizard
	lists := s.screenName == settingsPlace && (before.name == homePlace || before.name == archivePlace) // a study may be erased by now
	switch {
	case before.conduct != s.conduct, w != nil && !s.there(w.Ref().Study, w.Ref().Test):
		s.comeBackTo(before)
		return
	case lists:
		before.redraw()
		return
	case before.wizard == nil && before.language != s.words.Language():
		before.redraw()
		return
	}
	s.show(before.objects, before.where, before.redraw)
	s.wizard, s.result, s.screenName, s.before, s.onEscape = before.wizard, before.result, before.name, before.before, before.escape
	if w != nil { // what the settings changed shows itself; what was read and not kept stays
		if err := w.Refresh(s.ctx); err != nil {
			s.Fault(err)
		}
		if before.language != s.words.Language() {
			s.Focus(w.First())
			return
		}
	}
	s.Focus(before.focus)
}

// comeBackTo looks for what a screen was about in the studies that are open now.
func (s *Shell) comeBackTo(before *left) {
	ref, page := before.result, ""
	if w := before.wizard; w != nil {
		ref, page = w.Ref(), w.Shown()
	}
	switch {
	case ref.Study == "" || !s.there(ref.Study, ref.Test):
		s.ShowHome()
	case page != "":
		s.openTest(ref, page)
	default:
		s.ShowResult(ref)
	}
}

// backToStudy leaves the settings or the list of keys for the study that they were opened from; elsewhere it does
// nothing.
func (s *Shell) backToStudy() {
	for b := s.before; b != nil; b = b.before {
		if b.wizard != nil || b.result.Study != "" {
			s.comeBack(b)
			return
		}
	}
}

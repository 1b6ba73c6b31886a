package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Disabled keeps the keyboard away from a scroll whose content is all in sight.
func (s *Scroll) Disabled() bool { return s.Content.MinSize().Height <= s.Size().Height }

// Enable and Disable are of no use here: a scroll takes the keyboard whenever there is something to scroll.
func (s *Scroll) Enable() {}

// Disable does nothing.
func (s *Scroll) Disable() {}

// FocusGained shows that the keys scroll.
func (s *Scroll) FocusGained() {
	s.focused = true
	s.Refresh()
}

// FocusLost takes the mark of the keyboard away.
func (s *Scroll) FocusLost() {
	s.focused = false
	s.Refresh()
}

// TypedRune is not needed: nothing can be typed here.
func (s *Scroll) TypedRune(rune) {}

// TypedKey scrolls; a key that does not scroll is the window's. With several scrolls on a page this one is meant.
func (s *Scroll) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		s.Key(fyne.KeyPageDown)
	case fyne.KeyEscape, fyne.KeyF1:
		passOn(s.seen, e)
	default:
		s.Key(e.Name)
	}
}

// CreateRenderer draws the toolkit's scroll, with a frame while it has the keyboard.
func (s *Scroll) CreateRenderer() fyne.WidgetRenderer {
	return framed(s.Scroll.CreateRenderer(), func() bool { return s.focused })
}

// framed draws a widget of the toolkit with a frame around it while it has the keyboard.
func framed(inner fyne.WidgetRenderer, focused func() bool) fyne.WidgetRenderer {
	r := &framedRenderer{WidgetRenderer: inner, frame: canvas.NewRectangle(color.Transparent)}
	r.dress = func() {
		r.frame.Hidden = !focused()
		r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNamePrimary), 2
		r.frame.CornerRadius = theme.InputRadiusSize()
		r.frame.Refresh()
	}
	r.dress()
	return r
}

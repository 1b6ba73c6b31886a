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

// TypedKey scrolls by a line, a page or to either end.
func (s *Scroll) TypedKey(e *fyne.KeyEvent) {
	line, page, all := 2*theme.TextSize(), s.Size().Height-2*theme.TextSize(), s.Content.MinSize().Height
	step, ok := map[fyne.KeyName]float32{
		fyne.KeyUp: -line, fyne.KeyDown: line, fyne.KeyPageUp: -page, fyne.KeyPageDown: page, fyne.KeySpace: page,
		fyne.KeyHome: -all, fyne.KeyEnd: all,
	}[e.Name]
	if ok {
		y := min(max(s.Offset.Y+step, 0), max(0, all-s.Size().Height))
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, y))
	}
}

// CreateRenderer draws the toolkit's scroll, with a frame while it has the keyboard.
func (s *Scroll) CreateRenderer() fyne.WidgetRenderer {
	r := &framedRenderer{WidgetRenderer: s.Scroll.CreateRenderer(), frame: canvas.NewRectangle(color.Transparent)}
	r.dress = func() {
		r.frame.Hidden = !s.focused
		r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNamePrimary), 2
		r.frame.CornerRadius = theme.InputRadiusSize()
		r.frame.Refresh()
	}
	r.dress()
	return r
}

package app

import (
	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
)

// typedKey takes the keys that nothing with the keyboard had a use for: Escape takes the message away, or closes what is
// closed by it; F1 lists all keys; arrows and pages scroll.
func (s *Shell) typedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyF1:
		s.ShowHelp()
	case e.Name != fyne.KeyEscape:
		if scroll := widest(s.content); scroll != nil {
			scroll.Key(e.Name)
		}
	case s.message.root.Visible():
		s.message.clear()
	case s.onEscape != nil:
		s.onEscape()
	}
}

// widest is the scroll with the most room below an object; nil where nothing scrolls.
func widest(o fyne.CanvasObject) *widgets.Scroll {
	if o == nil || !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *widgets.Scroll:
		return o
	case *widgets.Page:
		if !o.Disabled() {
			return &o.Scroll
		}
		return widest(o.Content)
	case *fyne.Container:
		var found *widgets.Scroll
		for _, child := range o.Objects {
			if s := widest(child); s != nil && (found == nil || area(s) > area(found)) {
				found = s
			}
		}
		return found
	}
	return nil
}

func area(o fyne.CanvasObject) float32 { return o.Size().Width * o.Size().Height }

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Scroll shows an object that may be higher than the room. It tells the object its width before it asks for its height.
type Scroll struct{ container.Scroll }

// NewScroll makes a scroll around an object.
func NewScroll(o fyne.CanvasObject) *Scroll {
	s := &Scroll{}
	s.Direction = container.ScrollVerticalOnly
	s.Content = o
	s.ExtendBaseWidget(s)
	return s
}

// Resize settles the content at the new width first.
func (s *Scroll) Resize(size fyne.Size) {
	if size.Width > 0 {
		settle(s.Content, size.Width)
	}
	s.Scroll.Resize(size)
	if size.Width > 0 { // what can grow fills the room, also where the scroll itself kept its size
		s.Content.Resize(fyne.NewSize(size.Width, max(size.Height, s.Content.MinSize().Height)))
	}
}

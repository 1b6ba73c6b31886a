package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Scroll shows an object that may be higher than the room. It tells the object its width before it asks for its height,
// and brings into sight what the keyboard goes to. Where something is out of sight it takes the keyboard itself, so that
// texts are read without a mouse.
type Scroll struct {
	container.Scroll
	focused bool              // keys scroll
	seen    fyne.CanvasObject // itself, as it stands on the page
	outer   *Scroll           // that scrolls this one with the page around it; nil: none does
}

// NewScroll makes a scroll around an object.
func NewScroll(o fyne.CanvasObject) *Scroll {
	s := &Scroll{}
	s.Direction = container.ScrollVerticalOnly
	s.Content = o
	s.ExtendBaseWidget(s)
	s.seen = s
	s.follow(o)
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

// lineStep is how far an arrow scrolls, in heights of the text.
const lineStep = 3

// Key scrolls by the keys that scroll elsewhere: arrows, pages, the beginning and the end.
func (s *Scroll) Key(name fyne.KeyName) {
	page, all := s.Size().Height-lineStep*theme.TextSize(), s.Content.Size().Height
	steps := map[fyne.KeyName]float32{
		fyne.KeyUp: -lineStep * theme.TextSize(), fyne.KeyDown: lineStep * theme.TextSize(),
		fyne.KeyPageUp: -page, fyne.KeyPageDown: page, fyne.KeyHome: -all, fyne.KeyEnd: all,
	}
	if step, ok := steps[name]; ok {
		s.ScrollToOffset(s.Offset.AddXY(0, step))
	}
}

// passOn gives the window a key that a widget has no use for: Escape, F1 and those that scroll.
func passOn(o fyne.CanvasObject, e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd:
	default:
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// follower is a widget that tells when the keyboard comes to it.
type follower interface {
	fyne.CanvasObject
	onFocus(func())
}

// Follow asks what was added to the content since to tell when the keyboard comes to it.
func (s *Scroll) Follow() { s.follow(s.Content) }

// follow asks everything below an object to tell when the keyboard comes to it.
func (s *Scroll) follow(o fyne.CanvasObject) {
	if card, ok := o.(*OpeningCard); ok {
		s.follow(card.inside)
	}
	switch o := o.(type) {
	case follower:
		o.onFocus(func() { s.reveal(o) })
	case *fyne.Container:
		for _, child := range o.Objects {
			s.follow(child)
		}
	case *Ground:
		s.follow(o.inside)
	case *Scroll:
		o.outer = s
	}
}

// reveal scrolls as little as is needed to see an object as a whole.
func (s *Scroll) reveal(o fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s.seen).Y
	bottom := top + o.Size().Height
	move := float32(0)
	switch air := theme.Padding(); {
	case top < 0:
		move = top - air
	case bottom > s.Size().Height:
		move = bottom - s.Size().Height + air
	}
	if move != 0 {
		s.ScrollToOffset(s.Offset.AddXY(0, move))
	}
	if s.outer != nil {
		s.outer.reveal(o)
	}
}

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// List is the toolkit's list with a frame while it has the keyboard: its own mark is so faint that it is not seen, and
// not there at all on the line that is chosen. Escape and F1 go to the window.
type List struct {
	widget.List
	focused bool
	reveal  func() // brings the list into sight; nil where it does not scroll
}

func (l *List) onFocus(reveal func()) { l.reveal = reveal }

// NewList makes a list of any length; only the lines in sight are made.
func NewList(length func() int, create func() fyne.CanvasObject, update func(i widget.ListItemID, line fyne.CanvasObject)) *List {
	l := &List{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// FocusGained shows that the list has the keyboard.
func (l *List) FocusGained() {
	l.focused = true
	l.List.FocusGained()
	l.Refresh()
	if l.reveal != nil {
		l.reveal()
	}
}

// FocusLost takes the frame away.
func (l *List) FocusLost() {
	l.focused = false
	l.List.FocusLost()
	l.Refresh()
}

// TypedKey moves and chooses, by Enter as well as by the space bar.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	case fyne.KeyEscape, fyne.KeyF1:
		passOn(l, e)
	default:
		l.List.TypedKey(e)
	}
}

// CreateRenderer draws the toolkit's list with a frame.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return framed(l.List.CreateRenderer(), func() bool { return l.focused })
}

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Page shows what fills the room, with lists and texts that scroll for themselves. Where texts are so large that its
// lists would have no line to show, it scrolls as a whole instead.
type Page struct{ Scroll }

// NewPage makes a page of an object that grows with the room; see [Tall] for how much its parts keep at least.
func NewPage(o fyne.CanvasObject) *Page {
	p := &Page{}
	p.Direction = container.ScrollVerticalOnly
	p.Content = o
	p.ExtendBaseWidget(p)
	p.seen = p
	p.follow(o)
	return p
}

// tallLayout keeps an object from becoming so low that nothing is seen in it.
type tallLayout struct{ lines float32 }

// Tall shows an object at least so many heights of the text size high.
func Tall(lines float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&tallLayout{lines}, o)
}

// Layout gives the whole room.
func (l *tallLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}

// MinSize is that of the object, and high enough.
func (l *tallLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(0, l.lines*theme.TextSize())
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// flowLayout stands objects beside each other and begins a new line where the room ends.
type flowLayout struct{ width float32 } // for which it was laid out last

// Flow stands objects beside each other in as many lines as they need: no button is ever cut off.
func Flow(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flowLayout{}, objects...)
}

// Row stands buttons beside each other, flush with the texts above and below them.
func Row(objects ...fyne.CanvasObject) *fyne.Container { return Flush(Flow(objects...)) }

// Layout places the objects.
func (l *flowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.place(objects, func(o fyne.CanvasObject, at fyne.Position, of fyne.Size) {
		o.Move(at)
		o.Resize(of)
	})
}

// MinSize is the widest object, and the height of all lines at the present width.
func (l *flowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	l.place(objects, func(_ fyne.CanvasObject, at fyne.Position, of fyne.Size) {
		size = size.Max(fyne.NewSize(of.Width, at.Y+of.Height))
	})
	return size
}

// place tells where each object goes.
func (l *flowLayout) place(objects []fyne.CanvasObject, put func(o fyne.CanvasObject, at fyne.Position, of fyne.Size)) {
	at, line := fyne.NewPos(0, 0), float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		size := o.MinSize()
		if at.X > 0 && l.width > 0 && at.X+size.Width > l.width {
			at = fyne.NewPos(0, at.Y+line+theme.Padding())
			line = 0
		}
		put(o, at, size)
		at.X += size.Width + theme.Padding()
		line = max(line, size.Height)
	}
}

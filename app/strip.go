package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
)

// stripLines is how many lines of a message have room below the screens.
const stripLines = 2

// stripLayout is the place below the screens for messages and the running job. It is as high without them as with them,
// so that no button moves when something is said. Where both are there they share it.
type stripLayout struct{}

// newStrip makes the place for a message and the bar of a job.
func newStrip(message, job fyne.CanvasObject) fyne.CanvasObject {
	return widgets.On(widgets.ColorQuiet, container.New(stripLayout{}, message, job))
}

// Layout shares the width among what is visible.
func (stripLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	shown := 0
	for _, o := range objects {
		if o.Visible() {
			shown++
		}
	}
	width := size.Width / float32(max(1, shown))
	x := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(width, size.Height))
		x += width
	}
}

// MinSize has room for the lines of a message, whatever is shown.
func (stripLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	line := fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height
	return fyne.NewSize(0, stripLines*line+2*theme.InnerPadding())
}

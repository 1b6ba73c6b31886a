package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Check is a box to tick with a text that wraps; the toolkit's own is as wide as its text, whatever the room.
type Check struct {
	widget.Check
	words   *widget.Label
	focused bool
}

// NewCheck makes a box with a text; changed is told of every change, nil: nobody asks.
func NewCheck(text string, changed func(on bool)) *Check {
	c := &Check{words: Text(text)}
	c.OnChanged = changed
	c.ExtendBaseWidget(c)
	return c
}

// Said is the text beside the box.
func (c *Check) Said() string { return c.words.Text }

// Tapped ticks the box, wherever in box or text it was tapped.
func (c *Check) Tapped(*fyne.PointEvent) {
	if c.Disabled() {
		return
	}
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(c); canvas != nil {
		canvas.Focus(c)
	}
	c.SetChecked(!c.Checked)
}

// TypedKey hands on what a box has no use for.
func (c *Check) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		c.SetChecked(!c.Checked)
		return
	}
	passOn(c, e)
}

// FocusGained shows that the box has the keyboard.
func (c *Check) FocusGained() {
	c.focused = true
	c.Check.FocusGained()
	c.Refresh()
}

// FocusLost takes the frame away.
func (c *Check) FocusLost() {
	c.focused = false
	c.Check.FocusLost()
	c.Refresh()
}

// CreateRenderer shows the toolkit's box before the text, with a frame around both while they have the keyboard.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRenderer{WidgetRenderer: c.Check.CreateRenderer(), check: c, frame: canvas.NewRectangle(color.Transparent)}
	r.dress()
	return r
}

type checkRenderer struct {
	fyne.WidgetRenderer // of the box
	check               *Check
	frame               *canvas.Rectangle
}

func (r *checkRenderer) dress() {
	r.frame.Hidden = !r.check.focused
	r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNameForeground), 2
	r.frame.CornerRadius = theme.InputRadiusSize()
	r.frame.Refresh()
}

// boxWidth is what the box takes before the text.
func (r *checkRenderer) boxWidth() float32 {
	return r.WidgetRenderer.MinSize().Width - theme.InnerPadding()
}

func (r *checkRenderer) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject(nil), r.WidgetRenderer.Objects()...), r.check.words, r.frame)
}

func (r *checkRenderer) MinSize() fyne.Size {
	box := r.WidgetRenderer.MinSize()
	return fyne.NewSize(r.boxWidth()+leastWidth*theme.TextSize(), max(box.Height, r.check.words.MinSize().Height))
}

func (r *checkRenderer) Layout(size fyne.Size) {
	box := r.WidgetRenderer.MinSize()
	r.WidgetRenderer.Layout(fyne.NewSize(box.Width, min(size.Height, box.Height)))
	words := r.check.words
	words.Move(fyne.NewPos(r.boxWidth(), 0))
	words.Resize(fyne.NewSize(max(0, size.Width-r.boxWidth()), size.Height))
	r.frame.Move(fyne.NewPos(1, 1))
	r.frame.Resize(size.SubtractWidthHeight(2, 2))
}

func (r *checkRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.check.words.Refresh()
	r.dress()
}

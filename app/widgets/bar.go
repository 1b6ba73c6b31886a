package widgets

import (
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Part is one part of a bar of shares.
type Part struct {
	Label string // said in the legend
	Count int
	Color fyne.ThemeColorName
}

// ShareBar shows how a whole is made up, each part with its number inside. Parts stand in the order of the legend and
// are parted by a gap, so that they are told apart without colour.
type ShareBar struct {
	widget.BaseWidget
	parts []Part
}

// NewShareBar makes a bar.
func NewShareBar(parts []Part) *ShareBar {
	b := &ShareBar{parts: parts}
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer draws rectangles and numbers.
func (b *ShareBar) CreateRenderer() fyne.WidgetRenderer {
	r := &shareRenderer{bar: b}
	for range b.parts {
		text := canvas.NewText("", color.Black)
		text.Alignment = fyne.TextAlignCenter
		text.TextStyle.Bold = true
		r.boxes = append(r.boxes, canvas.NewRectangle(color.Transparent))
		r.texts = append(r.texts, text)
	}
	r.Refresh()
	return r
}

type shareRenderer struct {
	bar   *ShareBar
	boxes []*canvas.Rectangle
	texts []*canvas.Text
}

func (r *shareRenderer) Destroy() {}

func (r *shareRenderer) Objects() []fyne.CanvasObject {
	var list []fyne.CanvasObject
	for i := range r.boxes {
		list = append(list, r.boxes[i], r.texts[i])
	}
	return list
}

func (r *shareRenderer) MinSize() fyne.Size {
	return fyne.NewSize(10*theme.TextSize(), 1.7*theme.TextSize())
}

// gap parts two parts.
const gap = 2

func (r *shareRenderer) Layout(size fyne.Size) {
	total := 0
	for _, p := range r.bar.parts {
		total += p.Count
	}
	x := float32(0)
	for i, p := range r.bar.parts {
		width := float32(0)
		if total > 0 {
			width = size.Width * float32(p.Count) / float32(total)
		}
		height := r.texts[i].MinSize().Height
		r.boxes[i].Move(fyne.NewPos(x, 0))
		r.boxes[i].Resize(fyne.NewSize(max(0, width-gap), size.Height))
		r.texts[i].Move(fyne.NewPos(x, (size.Height-height)/2))
		r.texts[i].Resize(fyne.NewSize(max(0, width-gap), height))
		r.boxes[i].Hidden = p.Count == 0
		r.texts[i].Hidden = p.Count == 0 || width < r.texts[i].MinSize().Width
		x += width
	}
}

func (r *shareRenderer) Refresh() {
	for i, p := range r.bar.parts {
		r.boxes[i].FillColor = themed(p.Color)
		r.boxes[i].CornerRadius = theme.InputRadiusSize() / 2
		r.texts[i].Color = themed(theme.ColorNameBackground)
		r.texts[i].TextSize = theme.TextSize()
		r.texts[i].Text = fmt.Sprint(p.Count)
		r.boxes[i].Refresh()
		r.texts[i].Refresh()
	}
	r.Layout(r.bar.Size())
}

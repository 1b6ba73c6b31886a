package widgets

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Part is one part of a bar of shares.
type Part struct {
	Label string // read beside the bar's colour: no part is told by colour alone
	Count int
	Color fyne.ThemeColorName
}

// ShareBar shows how a whole is made up, each part with its number inside and its word in the legend below.
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
		text := canvas.NewText("", nil)
		text.Alignment = fyne.TextAlignCenter
		r.boxes = append(r.boxes, canvas.NewRectangle(nil))
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

func (r *shareRenderer) MinSize() fyne.Size { return fyne.NewSize(160, 1.8*theme.TextSize()) }

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
		r.boxes[i].Move(fyne.NewPos(x, 0))
		r.boxes[i].Resize(fyne.NewSize(width, size.Height))
		r.texts[i].Move(fyne.NewPos(x, (size.Height-r.texts[i].MinSize().Height)/2))
		r.texts[i].Resize(fyne.NewSize(width, r.texts[i].MinSize().Height))
		r.texts[i].Hidden = width < r.texts[i].MinSize().Width
		x += width
	}
}

func (r *shareRenderer) Refresh() {
	for i, p := range r.bar.parts {
		r.boxes[i].FillColor = themed(p.Color)
		r.texts[i].Color = themed(theme.ColorNameBackground)
		r.texts[i].TextSize = theme.TextSize()
		r.texts[i].Text = fmt.Sprint(p.Count)
		r.boxes[i].Refresh()
		r.texts[i].Refresh()
	}
	r.Layout(r.bar.Size())
}

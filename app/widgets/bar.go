package widgets

import (
	"fmt"
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Texture is what a part of a bar carries besides its colour, so that parts are told apart without it.
type Texture int

const (
	Solid   Texture = iota // the colour alone
	Striped                // stripes of the colour and of the ground
	Crossed                // thin lines both ways on the ground
)

// Part is one part of a bar of shares.
type Part struct {
	Label   string // said in the legend
	Count   int
	Color   fyne.ThemeColorName
	Texture Texture
}

// ShareBar shows how a whole is made up, each part with its number inside. Parts stand in the order of the legend, are
// parted by a gap and differ in texture, so that they are told apart without colour.
type ShareBar struct {
	widget.BaseWidget
	parts  []Part
	swatch bool // a sample for a legend: no number, and small
}

// NewShareBar makes a bar.
func NewShareBar(parts []Part) *ShareBar {
	b := &ShareBar{parts: parts}
	b.ExtendBaseWidget(b)
	return b
}

// NewSwatch makes a sample of a part for a legend.
func NewSwatch(p Part) *ShareBar {
	p.Count = 1
	b := NewShareBar([]Part{p})
	b.swatch = true
	return b
}

// CreateRenderer draws the bar and its numbers, each on a plate in the colour of the ground.
func (b *ShareBar) CreateRenderer() fyne.WidgetRenderer {
	r := &shareRenderer{bar: b, area: canvas.NewRaster(b.paint)}
	for range b.parts {
		text := canvas.NewText("", color.Black)
		text.Alignment = fyne.TextAlignCenter
		text.TextStyle.Bold = true
		r.plates = append(r.plates, canvas.NewRectangle(color.Transparent))
		r.texts = append(r.texts, text)
	}
	r.Refresh()
	return r
}

// gap parts two parts.
const gap = 2

// places gives where each part begins, and at last where the bar ends.
func (b *ShareBar) places(width float32) []float32 {
	total := 0
	for _, p := range b.parts {
		total += p.Count
	}
	at, before := []float32{0}, 0
	for _, p := range b.parts {
		before += p.Count
		x := float32(0)
		if total > 0 {
			x = width * float32(before) / float32(total)
		}
		at = append(at, x)
	}
	return at
}

// paint draws the parts into a picture of so many pixels.
func (b *ShareBar) paint(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	width := b.Size().Width
	if width <= 0 {
		return img
	}
	scale := float32(w) / width
	ground := themed(theme.ColorNameBackground)
	at := b.places(width)
	for i, p := range b.parts {
		from, to := int(at[i]*scale), int((at[i+1]-gap)*scale)
		if i == len(b.parts)-1 {
			to = w
		}
		ink := themed(p.Color)
		for x := from; x < min(to, w); x++ {
			for y := range h {
				edge := float32(min(x-from, to-1-x, y, h-1-y)) < scale
				if edge || p.Texture.inked(float32(x)/scale, float32(y)/scale) {
					img.Set(x, y, ink)
				} else {
					img.Set(x, y, ground)
				}
			}
		}
	}
	return img
}

// Measures of textures in the theme's units.
const (
	stripeStep, stripeWidth = 8, 4
	crossStep, crossWidth   = 8, 1.3
)

// inked tells whether a place carries the colour.
func (t Texture) inked(x, y float32) bool {
	within := func(v, step, width float32) bool {
		return v-step*float32(int(v/step)) < width
	}
	switch t {
	case Striped:
		return within(x+y, stripeStep, stripeWidth)
	case Crossed:
		return within(x+y, crossStep, crossWidth) || within(x-y+1000*crossStep, crossStep, crossWidth)
	}
	return true
}

type shareRenderer struct {
	bar    *ShareBar
	area   *canvas.Raster
	plates []*canvas.Rectangle
	texts  []*canvas.Text
}

func (r *shareRenderer) Destroy() {}

func (r *shareRenderer) Objects() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.area}
	for i := range r.texts {
		list = append(list, r.plates[i], r.texts[i])
	}
	return list
}

func (r *shareRenderer) MinSize() fyne.Size {
	if r.bar.swatch {
		return fyne.NewSize(1.9*theme.TextSize(), 1.1*theme.TextSize())
	}
	return fyne.NewSize(10*theme.TextSize(), 1.9*theme.TextSize())
}

func (r *shareRenderer) Layout(size fyne.Size) {
	r.area.Resize(size)
	at := r.bar.places(size.Width)
	for i, p := range r.bar.parts {
		text := r.texts[i].MinSize()
		plate := fyne.NewSize(text.Width+theme.InnerPadding(), text.Height)
		middle := (at[i] + at[i+1] - gap) / 2
		place := fyne.NewPos(middle-plate.Width/2, (size.Height-plate.Height)/2)
		r.plates[i].Move(place)
		r.plates[i].Resize(plate)
		r.texts[i].Move(place)
		r.texts[i].Resize(plate)
		hidden := r.bar.swatch || p.Count == 0 || at[i+1]-at[i] < plate.Width+2*gap
		r.plates[i].Hidden, r.texts[i].Hidden = hidden, hidden
	}
}

func (r *shareRenderer) Refresh() {
	for i, p := range r.bar.parts {
		r.plates[i].FillColor, r.plates[i].CornerRadius = themed(theme.ColorNameBackground), theme.InputRadiusSize()/2
		r.texts[i].Color, r.texts[i].TextSize = themed(theme.ColorNameForeground), theme.TextSize()
		r.texts[i].Text = fmt.Sprint(p.Count)
	}
	r.Layout(r.bar.Size())
	canvas.Refresh(r.bar)
}

package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Scale shows where a value lies between two ends, with its interval as a band. Ends have words; the value itself is
// said beside it by whoever shows it, so that nothing rests on the picture alone.
type Scale struct {
	widget.BaseWidget
	value, low, high float32 // as shares of the way from one end to the other, 0 to 1
	from, to         string
}

// NewScale makes a scale from one end to the other; what lies outside is shown at the end.
func NewScale(from, to, value, low, high float64, fromWord, toWord string) *Scale {
	share := func(v float64) float32 { return float32(min(1, max(0, (v-from)/(to-from)))) }
	s := &Scale{value: share(value), low: share(low), high: share(high), from: fromWord, to: toWord}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer draws line, band and mark.
func (s *Scale) CreateRenderer() fyne.WidgetRenderer {
	r := &scaleRenderer{scale: s, line: canvas.NewRectangle(color.Black), band: canvas.NewRectangle(color.Black), mark: canvas.NewRectangle(color.Black),
		from: canvas.NewText(s.from, color.Black), to: canvas.NewText(s.to, color.Black)}
	r.to.Alignment = fyne.TextAlignTrailing
	r.Refresh()
	return r
}

type scaleRenderer struct {
	scale            *Scale
	line, band, mark *canvas.Rectangle
	from, to         *canvas.Text
}

// Measures of a scale in the theme's units.
const (
	scaleLine = 2
	scaleBand = 10
	scaleMark = 4
)

func (r *scaleRenderer) Destroy() {}

func (r *scaleRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.line, r.band, r.mark, r.from, r.to}
}

func (r *scaleRenderer) MinSize() fyne.Size {
	words := r.from.MinSize().Add(r.to.MinSize())
	return fyne.NewSize(words.Width+2*theme.InnerPadding(), 2*scaleBand+words.Height/2)
}

func (r *scaleRenderer) Layout(size fyne.Size) {
	place := func(o fyne.CanvasObject, x, width, height float32) {
		o.Move(fyne.NewPos(x, scaleBand-height/2))
		o.Resize(fyne.NewSize(width, height))
	}
	s := r.scale
	place(r.line, 0, size.Width, scaleLine)
	place(r.band, s.low*size.Width, max(scaleMark, (s.high-s.low)*size.Width), scaleBand)
	place(r.mark, min(s.value*size.Width, size.Width-scaleMark), scaleMark, 2*scaleBand)
	below := fyne.NewPos(0, 2*scaleBand)
	r.from.Move(below)
	r.from.Resize(r.from.MinSize())
	r.to.Move(below)
	r.to.Resize(fyne.NewSize(size.Width, r.to.MinSize().Height))
}

func (r *scaleRenderer) Refresh() {
	r.line.FillColor = themed(theme.ColorNameSeparator)
	r.band.FillColor = themed(theme.ColorNameSelection)
	r.mark.FillColor = themed(theme.ColorNamePrimary)
	for _, t := range []*canvas.Text{r.from, r.to} {
		t.Color, t.TextSize = themed(theme.ColorNameForeground), theme.CaptionTextSize()
	}
	canvas.Refresh(r.scale)
}

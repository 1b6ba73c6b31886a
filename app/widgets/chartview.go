package widgets

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ChartView shows a drawing as large as its width allows, drawn anew with the pixels of the screen whenever its size or
// the look of the window changes.
type ChartView struct {
	widget.BaseWidget
	ratio float32 // of the height to the width
	draw  func(pixels int, dark bool) (image.Image, error)

	drawn  image.Image // for the pixels and the look below
	pixels int
	dark   bool
}

// widestChart is how wide a drawing gets at most, in letters of the text size: beyond that its texts are larger than
// those around it.
const widestChart = 62

// NewChartView makes a view. draw gives the picture for a number of pixels across, on light or dark ground.
func NewChartView(ratio float64, draw func(pixels int, dark bool) (image.Image, error)) *ChartView {
	v := &ChartView{ratio: float32(ratio), draw: draw}
	v.ExtendBaseWidget(v)
	return v
}

// width is how wide the drawing is in the room there is.
func (v *ChartView) width() float32 { return min(v.Size().Width, widestChart*theme.TextSize()) }

// paint draws the picture unless it is there already; what can not be drawn stays empty.
func (v *ChartView) paint(w, h int) image.Image {
	dark := isDark()
	if v.drawn != nil && v.pixels == w && v.dark == dark {
		return v.drawn
	}
	img, err := v.draw(w, dark)
	if err != nil {
		return image.NewNRGBA(image.Rect(0, 0, w, h))
	}
	v.drawn, v.pixels, v.dark = img, w, dark
	return img
}

// isDark tells whether the window has dark ground now.
func isDark() bool {
	r, g, b, _ := themed(theme.ColorNameBackground).RGBA()
	return r+g+b < 3*0x8000
}

// CreateRenderer shows the picture.
func (v *ChartView) CreateRenderer() fyne.WidgetRenderer {
	return &chartRenderer{view: v, picture: canvas.NewRaster(v.paint)}
}

type chartRenderer struct {
	view    *ChartView
	picture *canvas.Raster
}

func (r *chartRenderer) Destroy() {}

func (r *chartRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.picture} }

func (r *chartRenderer) MinSize() fyne.Size {
	return fyne.NewSize(12*theme.TextSize(), r.view.width()*r.view.ratio)
}

func (r *chartRenderer) Layout(fyne.Size) {
	r.picture.Resize(fyne.NewSize(r.view.width(), r.view.width()*r.view.ratio))
}

func (r *chartRenderer) Refresh() {
	r.Layout(r.view.Size())
	r.picture.Refresh()
}

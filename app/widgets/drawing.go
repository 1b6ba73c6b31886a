package widgets

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// drawingColours are the words that stand for colours in a drawing, and what the look puts in their place.
var drawingColours = []struct {
	word  string
	color fyne.ThemeColorName
}{
	{"ink", theme.ColorNameForeground}, {"quiet", theme.ColorNameSeparator},
	{"accent", theme.ColorNamePrimary}, {"signal", theme.ColorNameWarning},
}

// Drawing is a vector picture in the colours of the look: in the drawing the words ink, quiet, accent and signal stand
// where colours do. It says nothing that is not said beside it, and takes no keyboard.
type Drawing struct {
	widget.BaseWidget
	name  string
	svg   string
	size  fyne.Size
	image *canvas.Image
}

// NewDrawing shows a drawing at a size. The name is its own: pictures of one name share what was drawn.
func NewDrawing(name string, svg []byte, size fyne.Size) *Drawing {
	d := &Drawing{name: name, svg: string(svg), size: size, image: canvas.NewImageFromResource(nil)}
	d.image.FillMode = canvas.ImageFillContain
	d.ExtendBaseWidget(d)
	d.dress()
	return d
}

// Refresh takes the colours from the theme anew.
func (d *Drawing) Refresh() {
	d.dress()
	d.BaseWidget.Refresh()
}

// dress puts the colours of the look into the drawing. The name says which they are, since the toolkit keeps what it drew
// by name.
func (d *Drawing) dress() {
	name, svg := d.name, d.svg
	for _, c := range drawingColours {
		written := hex(themed(c.color))
		svg = strings.ReplaceAll(svg, `"`+c.word+`"`, `"`+written+`"`)
		name += written
	}
	if d.image.Resource == nil || d.image.Resource.Name() != name+".svg" {
		d.image.Resource = fyne.NewStaticResource(name+".svg", []byte(svg))
		d.image.Refresh()
	}
}

// hex writes a colour as a drawing does.
func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}

// MinSize is the size at which the drawing is shown.
func (d *Drawing) MinSize() fyne.Size { return d.size }

// CreateRenderer shows the picture.
func (d *Drawing) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(d.image) }

// illustratedLayout stands a drawing at the right of texts as long as they stay as high as they are without it.
type illustratedLayout struct{}

// Illustrated stands a drawing at the right of a title and its explanation. It is as high as they are, at most its own
// size, and goes away where the room is narrow or texts are large: it never takes room from what a person works with.
func Illustrated(texts fyne.CanvasObject, d *Drawing) fyne.CanvasObject {
	return container.New(illustratedLayout{}, texts, d)
}

// Widths and text sizes from which on a drawing is shown, and the least height at which it still says something.
const (
	illustratedWidth = 620
	illustratedText  = 18
	leastDrawing     = 56
)

// Layout gives the texts what the drawing leaves, or everything.
func (illustratedLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	texts, drawing := objects[0], objects[1].(*Drawing)
	texts.Move(fyne.NewPos(0, 0))
	alone := settle(texts, size.Width)
	height := min(drawing.size.Height, alone)
	width := drawing.size.Width * height / drawing.size.Height
	drawing.Hidden = size.Width < illustratedWidth || theme.TextSize() > illustratedText || height < leastDrawing
	if drawing.Hidden {
		return
	}
	gap := 2 * theme.InnerPadding()
	if beside := settle(texts, size.Width-width-gap); beside > alone+2*theme.TextSize() {
		drawing.Hidden = true
		settle(texts, size.Width)
		return
	}
	drawing.Move(fyne.NewPos(size.Width-width-theme.Padding(), 0))
	drawing.Resize(fyne.NewSize(width, height))
}

// MinSize is that of the texts at their present width.
func (illustratedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Heading is the title of a screen.
func Heading(text string) *widget.Label { return titled(text, theme.SizeNameHeadingText) }

// Subheading is the title of a part of a screen.
func Subheading(text string) *widget.Label { return titled(text, theme.SizeNameSubHeadingText) }

func titled(text string, size fyne.ThemeSizeName) *widget.Label {
	l := Text(text)
	l.TextStyle.Bold = true
	l.SizeName = size
	return l
}

// Text is a short text that wraps; long ones are for [TextView].
func Text(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// Strong is a short text of importance that wraps.
func Strong(text string) *widget.Label {
	l := Text(text)
	l.TextStyle.Bold = true
	return l
}

// Small is small print that wraps.
func Small(text string) *widget.Label {
	l := Text(text)
	l.SizeName, l.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return l
}

// Bold is a text of importance on one line.
func Bold(text string) *widget.Label {
	return widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
}

// Cut is a text on one line that ends in an ellipsis where the room does.
func Cut(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

// Ground paints a colour of the theme behind an object.
type Ground struct {
	widget.BaseWidget
	color  fyne.ThemeColorName
	border bool
	inside fyne.CanvasObject
}

// On puts an object on a ground of a colour.
func On(color fyne.ThemeColorName, o fyne.CanvasObject) *Ground {
	g := &Ground{color: color, inside: o}
	g.ExtendBaseWidget(g)
	return g
}

// Card puts an object on a quiet ground with a margin and a border; the border stands where texts begin.
func Card(o fyne.CanvasObject) fyne.CanvasObject {
	g := On(ColorQuiet, Inset(theme.Padding(), theme.InnerPadding()/2, o))
	g.border = true
	return Inset(theme.InnerPadding(), theme.Padding()/2, g)
}

// CreateRenderer shows ground and object.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	r := &groundRenderer{ground: g, paint: canvas.NewRectangle(nil)}
	r.Refresh()
	return r
}

type groundRenderer struct {
	ground *Ground
	paint  *canvas.Rectangle
}

func (r *groundRenderer) Destroy() {}

func (r *groundRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.paint, r.ground.inside}
}

func (r *groundRenderer) MinSize() fyne.Size { return r.ground.inside.MinSize() }

func (r *groundRenderer) Layout(size fyne.Size) {
	r.paint.Resize(size)
	r.ground.inside.Resize(size)
}

func (r *groundRenderer) Refresh() {
	r.paint.FillColor = themed(r.ground.color)
	if r.ground.border {
		r.paint.StrokeColor, r.paint.StrokeWidth = themed(theme.ColorNameSeparator), 1
		r.paint.CornerRadius = theme.InputRadiusSize()
	}
	r.paint.Refresh()
	r.ground.inside.Refresh()
}

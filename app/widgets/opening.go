package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// OpeningCard is a card that opens as a whole: by a tap anywhere on it, or by Enter or the space bar when it has the
// keyboard. Buttons on it do what they say.
type OpeningCard struct {
	widget.BaseWidget
	Name   string // what is opened, for whoever does not see the card
	open   func()
	inside fyne.CanvasObject

	paint            *canvas.Rectangle
	focused, hovered bool
	reveal           func() // brings the card into sight; nil where it does not scroll
}

// NewOpeningCard makes a card around an object.
func NewOpeningCard(name string, inside fyne.CanvasObject, open func()) *OpeningCard {
	c := &OpeningCard{Name: name, open: open, paint: canvas.NewRectangle(color.Transparent),
		inside: Inset(theme.Padding(), theme.InnerPadding()/2, inside)}
	c.ExtendBaseWidget(c)
	return c
}

func (c *OpeningCard) onFocus(reveal func()) { c.reveal = reveal }

// Tapped opens.
func (c *OpeningCard) Tapped(*fyne.PointEvent) { c.open() }

// Cursor tells the mouse that the card can be pressed.
func (c *OpeningCard) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn lifts the card under the pointer.
func (c *OpeningCard) MouseIn(*desktop.MouseEvent) { c.hovered = true; c.dress() }

// MouseMoved is not needed.
func (c *OpeningCard) MouseMoved(*desktop.MouseEvent) {}

// MouseOut puts it back.
func (c *OpeningCard) MouseOut() { c.hovered = false; c.dress() }

// FocusGained shows that the card has the keyboard.
func (c *OpeningCard) FocusGained() {
	c.focused = true
	c.dress()
	if c.reveal != nil {
		c.reveal()
	}
}

// FocusLost takes the frame away.
func (c *OpeningCard) FocusLost() { c.focused = false; c.dress() }

// TypedRune is not needed.
func (c *OpeningCard) TypedRune(rune) {}

// TypedKey opens on Enter and space.
func (c *OpeningCard) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.open()
	default:
		passOn(c, e)
	}
}

// dress takes colours from the theme anew.
func (c *OpeningCard) dress() {
	c.paint.CornerRadius = theme.InputRadiusSize()
	c.paint.FillColor, c.paint.StrokeColor, c.paint.StrokeWidth = themed(ColorQuiet), themed(theme.ColorNameSeparator), 1
	if c.hovered {
		c.paint.StrokeColor = themed(theme.ColorNameInputBorder)
	}
	if c.focused {
		c.paint.StrokeColor, c.paint.StrokeWidth = themed(theme.ColorNameForeground), 2
	}
	c.paint.Refresh()
}

// Refresh draws ground and object anew.
func (c *OpeningCard) Refresh() {
	c.dress()
	c.inside.Refresh()
	c.BaseWidget.Refresh()
}

// CreateRenderer shows ground and object.
func (c *OpeningCard) CreateRenderer() fyne.WidgetRenderer {
	c.dress()
	return &openingRenderer{c}
}

type openingRenderer struct{ card *OpeningCard }

func (r *openingRenderer) Destroy() {}

func (r *openingRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.card.paint, r.card.inside}
}

func (r *openingRenderer) MinSize() fyne.Size {
	return r.card.inside.MinSize().AddWidthHeight(2*theme.InnerPadding(), theme.Padding())
}

func (r *openingRenderer) Layout(size fyne.Size) {
	margin := fyne.NewPos(theme.InnerPadding(), theme.Padding()/2)
	room := size.SubtractWidthHeight(2*margin.X, 2*margin.Y)
	for _, o := range r.Objects() {
		o.Move(margin)
		o.Resize(room)
	}
}

func (r *openingRenderer) Refresh() {}

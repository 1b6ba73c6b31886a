package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Signal is what a traffic light shows.
type Signal int

const (
	SignalOff  Signal = iota // not yet
	SignalGo                 // all is there
	SignalWait               // something is missing
	SignalStop               // it can not go on
	SignalInfo               // worth knowing
)

// signalLook is colour and picture of each signal; the picture and the word beside it tell them apart without colour.
var signalLook = map[Signal]struct {
	color fyne.ThemeColorName
	icon  fyne.ThemeIconName
}{
	SignalOff:  {ColorSoft, theme.IconNameRadioButton},
	SignalGo:   {theme.ColorNameSuccess, theme.IconNameConfirm},
	SignalWait: {theme.ColorNameWarning, theme.IconNameWarning},
	SignalStop: {theme.ColorNameError, theme.IconNameError},
	SignalInfo: {theme.ColorNamePrimary, theme.IconNameInfo},
}

// Light is a traffic light: a picture in the signal's colour.
type Light struct {
	widget.BaseWidget
	signal Signal
	icon   *canvas.Image
}

// NewLight makes a light.
func NewLight(s Signal) *Light {
	l := &Light{signal: s, icon: canvas.NewImageFromResource(nil)}
	l.icon.FillMode = canvas.ImageFillContain
	l.ExtendBaseWidget(l)
	l.dress()
	return l
}

// Signal is what the light shows.
func (l *Light) Signal() Signal { return l.signal }

// Set changes what the light shows.
func (l *Light) Set(s Signal) {
	l.signal = s
	l.Refresh()
}

// Refresh takes colour and picture from the theme anew.
func (l *Light) Refresh() {
	l.dress()
	l.BaseWidget.Refresh()
}

func (l *Light) dress() {
	look := signalLook[l.signal]
	l.icon.Resource = theme.NewColoredResource(theme.Icon(look.icon), look.color)
	l.icon.SetMinSize(fyne.NewSquareSize(theme.IconInlineSize()))
	l.icon.Refresh()
}

// CreateRenderer shows the picture at the size of a line.
func (l *Light) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewCenter(l.icon))
}

// lit is a light that begins where texts begin.
func lit(l *Light) fyne.CanvasObject { return container.New(&afterLayout{theme.InnerPadding()}, l) }

// Lit is a line that a light begins; the object at index grow takes what is left of the width.
func Lit(s Signal, grow int, objects ...fyne.CanvasObject) *fyne.Container {
	return Line(grow+1, append([]fyne.CanvasObject{lit(NewLight(s))}, objects...)...)
}

// Note is a short text with a light before it, on a quiet ground.
func Note(s Signal, text string, more ...fyne.CanvasObject) fyne.CanvasObject {
	return Card(Column(append([]fyne.CanvasObject{Lit(s, 0, Text(text))}, more...)...))
}

// Mark is a filled dot in a colour, for the word that stands beside it. It begins where texts begin.
func Mark(color fyne.ThemeColorName) fyne.CanvasObject {
	icon := widget.NewIcon(theme.NewColoredResource(theme.Icon(theme.IconNameRadioButtonFill), color))
	return container.New(&afterLayout{theme.InnerPadding() / 2}, icon)
}

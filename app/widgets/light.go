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
)

// signalLook is colour and picture of each signal; the picture and the word beside it tell them apart without colour.
var signalLook = map[Signal]struct {
	color fyne.ThemeColorName
	icon  fyne.ThemeIconName
}{
	SignalOff:  {theme.ColorNameDisabled, theme.IconNameRadioButton},
	SignalGo:   {theme.ColorNameSuccess, theme.IconNameConfirm},
	SignalWait: {theme.ColorNameWarning, theme.IconNameWarning},
	SignalStop: {theme.ColorNameError, theme.IconNameError},
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
	l.icon.Refresh()
}

// CreateRenderer shows the picture at the size of a line.
func (l *Light) CreateRenderer() fyne.WidgetRenderer {
	size := theme.IconInlineSize()
	l.icon.SetMinSize(fyne.NewSquareSize(size))
	return widget.NewSimpleRenderer(container.NewCenter(l.icon))
}

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Dot is a filled dot whose colour may change, for the lines of a list; a word stands beside it.
type Dot struct{ widget.Icon }

// NewDot makes a dot.
func NewDot() *Dot {
	d := &Dot{}
	d.ExtendBaseWidget(d)
	return d
}

// Set gives the dot a colour; "" is that of small print.
func (d *Dot) Set(color fyne.ThemeColorName) {
	if color == "" {
		color = ColorSoft
	}
	d.SetResource(theme.NewColoredResource(theme.Icon(theme.IconNameRadioButtonFill), color))
}

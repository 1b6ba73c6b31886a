package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Names of the colours of the program beside the toolkit's own.
const (
	ColorReporter     fyne.ThemeColorName = "iucom-reporter"
	ColorControl      fyne.ThemeColorName = "iucom-control"
	ColorOtherAI      fyne.ThemeColorName = "iucom-other-ai"
	ColorProfessional fyne.ThemeColorName = "iucom-professional"
	ColorStudent      fyne.ThemeColorName = "iucom-student"

	ColorQuiet  fyne.ThemeColorName = "iucom-quiet"  // ground of the side bar, of notes and of heads of tables
	ColorChosen fyne.ThemeColorName = "iucom-chosen" // ground of what is chosen in the side bar
	ColorSoft   fyne.ThemeColorName = "iucom-soft"   // small print
)

// pair is a colour in the light and in the dark look.
type pair struct{ light, dark color.NRGBA }

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

func veil(v uint32, alpha uint8) color.NRGBA {
	c := rgb(v)
	c.A = alpha
	return c
}

// colours are the program's own. Texts have at least 4.5:1 against every ground they stand on; a test holds them to it.
var colours = map[fyne.ThemeColorName]pair{
	theme.ColorNameBackground:        {rgb(0xffffff), rgb(0x15191c)},
	theme.ColorNameForeground:        {rgb(0x1b2328), rgb(0xe9edf0)},
	theme.ColorNameDisabled:          {rgb(0x5d6870), rgb(0x98a4ac)},
	theme.ColorNameDisabledButton:    {rgb(0xf3f5f7), rgb(0x20262b)},
	theme.ColorNamePlaceHolder:       {rgb(0x5d6870), rgb(0x98a4ac)},
	theme.ColorNameButton:            {rgb(0xe4eaef), rgb(0x2b333a)},
	theme.ColorNameInputBackground:   {rgb(0xf7f9fa), rgb(0x1c2226)},
	theme.ColorNameInputBorder:       {rgb(0x8c99a3), rgb(0x5e6b75)},
	theme.ColorNameSeparator:         {rgb(0xd6dde2), rgb(0x323b42)},
	theme.ColorNameHeaderBackground:  {rgb(0xeef2f5), rgb(0x1d2327)},
	theme.ColorNameMenuBackground:    {rgb(0xffffff), rgb(0x22292e)},
	theme.ColorNameOverlayBackground: {rgb(0xffffff), rgb(0x1d2327)},
	theme.ColorNameSelection:         {rgb(0xcfe3f1), rgb(0x24465c)},
	theme.ColorNameHover:             {veil(0x000000, 0x10), veil(0xffffff, 0x14)},
	theme.ColorNamePressed:           {veil(0x000000, 0x20), veil(0xffffff, 0x28)},
	theme.ColorNameScrollBar:         {veil(0x000000, 0x70), veil(0xffffff, 0x70)},
	theme.ColorNameShadow:            {veil(0x000000, 0x40), veil(0x000000, 0xa0)},

	theme.ColorNamePrimary:             {rgb(0x1d5a7d), rgb(0x7cc0e4)},
	theme.ColorNameForegroundOnPrimary: {rgb(0xffffff), rgb(0x0b2230)},
	theme.ColorNameHyperlink:           {rgb(0x1d5a7d), rgb(0x7cc0e4)},
	theme.ColorNameFocus:               {veil(0x000000, 0x1c), veil(0xffffff, 0x1c)},
	theme.ColorNameSuccess:             {rgb(0x2a7330), rgb(0x81c784)},
	theme.ColorNameForegroundOnSuccess: {rgb(0xffffff), rgb(0x0d2610)},
	theme.ColorNameWarning:             {rgb(0x8a5200), rgb(0xffb74d)},
	theme.ColorNameForegroundOnWarning: {rgb(0xffffff), rgb(0x2c1c00)},
	theme.ColorNameError:               {rgb(0xb3261e), rgb(0xf2938c)},
	theme.ColorNameForegroundOnError:   {rgb(0xffffff), rgb(0x33100d)},

	ColorReporter:     {rgb(0x2a7330), rgb(0x81c784)},
	ColorControl:      {rgb(0xa84f00), rgb(0xffb74d)},
	ColorOtherAI:      {rgb(0x6a1b9a), rgb(0xce93d8)},
	ColorProfessional: {rgb(0x1557a5), rgb(0x90caf9)},
	ColorStudent:      {rgb(0x006b76), rgb(0x80deea)},
	ColorQuiet:        {rgb(0xf1f4f7), rgb(0x1d2327)},
	ColorChosen:       {rgb(0xd5e6f2), rgb(0x24465c)},
	ColorSoft:         {rgb(0x55616a), rgb(0xa3afb7)},
}

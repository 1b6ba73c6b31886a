package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Theme is the look of the program: the toolkit's own with a quieter accent, and a text size that a person may choose.
type Theme struct {
	Scale float32            // of texts, 1 is the toolkit's own
	Force *fyne.ThemeVariant // nil: as the system has it
}

// Names of the colours of the program beside the toolkit's own.
const (
	ColorReporter     fyne.ThemeColorName = "iucom-reporter"
	ColorControl      fyne.ThemeColorName = "iucom-control"
	ColorOtherAI      fyne.ThemeColorName = "iucom-other-ai"
	ColorProfessional fyne.ThemeColorName = "iucom-professional"
	ColorStudent      fyne.ThemeColorName = "iucom-student"
	ColorQuiet        fyne.ThemeColorName = "iucom-quiet" // ground of side bar and cards
)

// pair is a colour in the light and in the dark look.
type pair struct{ light, dark color.NRGBA }

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// colours are the program's own, each with at least 4.5:1 against its ground.
var colours = map[fyne.ThemeColorName]pair{
	theme.ColorNamePrimary: {rgb(0x1d5a7d), rgb(0x6fb7dd)},
	theme.ColorNameFocus:   {rgb(0x8fc1de), rgb(0x2f6d92)},
	theme.ColorNameSuccess: {rgb(0x2e7d32), rgb(0x81c784)},
	theme.ColorNameWarning: {rgb(0x9a5b00), rgb(0xffb74d)},
	theme.ColorNameError:   {rgb(0xb3261e), rgb(0xf2938c)},
	ColorReporter:          {rgb(0x2e7d32), rgb(0x81c784)},
	ColorControl:           {rgb(0xb35900), rgb(0xffb74d)},
	ColorOtherAI:           {rgb(0x6a1b9a), rgb(0xce93d8)},
	ColorProfessional:      {rgb(0x1557a5), rgb(0x90caf9)},
	ColorStudent:           {rgb(0x00747f), rgb(0x80deea)},
	ColorQuiet:             {rgb(0xeef2f5), rgb(0x1c2226)},
}

// Color gives the colour of a name in a variant.
func (t *Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if t.Force != nil {
		v = *t.Force
	}
	if p, ok := colours[name]; ok {
		if v == theme.VariantDark {
			return p.dark
		}
		return p.light
	}
	return theme.DefaultTheme().Color(name, v)
}

// Font is the toolkit's own.
func (t *Theme) Font(s fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(s) }

// Icon is the toolkit's own.
func (t *Theme) Icon(n fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(n) }

// scaled are the sizes that grow with the chosen text size.
var scaled = map[fyne.ThemeSizeName]bool{
	theme.SizeNameText: true, theme.SizeNameCaptionText: true, theme.SizeNameHeadingText: true,
	theme.SizeNameSubHeadingText: true, theme.SizeNameInlineIcon: true,
}

// Size is the toolkit's own, texts by the chosen scale.
func (t *Theme) Size(n fyne.ThemeSizeName) float32 {
	size := theme.DefaultTheme().Size(n)
	if scaled[n] && t.Scale > 0 {
		return size * t.Scale
	}
	return size
}

// themed asks the current theme for a colour, as a widget does when it is drawn.
func themed(name fyne.ThemeColorName) color.Color {
	app := fyne.CurrentApp()
	return app.Settings().Theme().Color(name, app.Settings().ThemeVariant())
}

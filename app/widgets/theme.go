package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Theme is the look of the program: the toolkit's own with quieter colours, and a text size that a person may choose.
type Theme struct {
	Scale float32            // of texts, 1 is the toolkit's own
	Force *fyne.ThemeVariant // nil: as the system has it
}

// Color gives the colour of a name in a variant.
func (t *Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if t.Force != nil {
		v = *t.Force
	}
	p, ok := colours[name]
	switch {
	case !ok:
		return theme.DefaultTheme().Color(name, v)
	case v == theme.VariantDark:
		return p.dark
	}
	return p.light
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

// own are the sizes of the program that differ from the toolkit's: small print stays readable, titles stay modest.
var own = map[fyne.ThemeSizeName]float32{
	theme.SizeNameCaptionText: 12, theme.SizeNameHeadingText: 22, theme.SizeNameSubHeadingText: 17,
	theme.SizeNameSeparatorThickness: 1, theme.SizeNameInputBorder: 1,
}

// Size is the toolkit's own, texts by the chosen scale.
func (t *Theme) Size(n fyne.ThemeSizeName) float32 {
	size, ok := own[n]
	if !ok {
		size = theme.DefaultTheme().Size(n)
	}
	if scaled[n] && t.Scale > 0 {
		return size * t.Scale
	}
	return size
}

// themed asks the current theme for a colour, as a widget does when it is drawn.
func themed(name fyne.ThemeColorName) color.Color {
	settings := fyne.CurrentApp().Settings()
	return settings.Theme().Color(name, settings.ThemeVariant())
}

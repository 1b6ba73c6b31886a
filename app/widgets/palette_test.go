package widgets

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// luminance is the relative luminance of a colour as WCAG 2 defines it.
func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// contrast is the contrast of two colours as WCAG 2 defines it, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// over lays a veil over a ground.
func over(veil, ground color.NRGBA) color.NRGBA {
	mix := func(v, g uint8) uint8 {
		return uint8((int(v)*int(veil.A) + int(g)*(255-int(veil.A))) / 255)
	}
	return color.NRGBA{mix(veil.R, ground.R), mix(veil.G, ground.G), mix(veil.B, ground.B), 0xff}
}

// variants are the two looks.
var variants = map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark}

func colourIn(t *testing.T, name fyne.ThemeColorName, v fyne.ThemeVariant) color.NRGBA {
	t.Helper()
	c := (&Theme{}).Color(name, v)
	n, ok := c.(color.NRGBA)
	if !ok {
		t.Fatalf("%s is not a colour of the program", name)
	}
	return n
}

func TestTextsAreReadableOnEveryGroundTheyStandOn(t *testing.T) {
	const enough = 4.5
	screen := []fyne.ThemeColorName{theme.ColorNameBackground, ColorQuiet, theme.ColorNameOverlayBackground}
	for _, pairing := range []struct {
		texts, grounds []fyne.ThemeColorName
	}{
		{[]fyne.ThemeColorName{theme.ColorNameForeground},
			append([]fyne.ThemeColorName{theme.ColorNameButton, ColorChosen, theme.ColorNameSelection, theme.ColorNameInputBackground,
				theme.ColorNameMenuBackground, theme.ColorNameHeaderBackground}, screen...)},
		{[]fyne.ThemeColorName{ColorSoft, theme.ColorNameDisabled}, screen},
		{[]fyne.ThemeColorName{theme.ColorNamePlaceHolder}, []fyne.ThemeColorName{theme.ColorNameInputBackground}},
		{[]fyne.ThemeColorName{theme.ColorNamePrimary, theme.ColorNameSuccess, theme.ColorNameWarning, theme.ColorNameError,
			ColorReporter, ColorControl, ColorOtherAI, ColorProfessional, ColorStudent}, screen},
		{[]fyne.ThemeColorName{theme.ColorNameForegroundOnPrimary}, []fyne.ThemeColorName{theme.ColorNamePrimary}},
		{[]fyne.ThemeColorName{theme.ColorNameForegroundOnSuccess, theme.ColorNameBackground}, []fyne.ThemeColorName{theme.ColorNameSuccess}},
		{[]fyne.ThemeColorName{theme.ColorNameForegroundOnWarning, theme.ColorNameBackground}, []fyne.ThemeColorName{theme.ColorNameWarning}},
		{[]fyne.ThemeColorName{theme.ColorNameForegroundOnError, theme.ColorNameBackground}, []fyne.ThemeColorName{theme.ColorNameError}},
	} {
		for look, v := range variants {
			for _, text := range pairing.texts {
				for _, ground := range pairing.grounds {
					if got := contrast(colourIn(t, text, v), colourIn(t, ground, v)); got < enough {
						t.Errorf("%s: %s on %s has %.2f:1", look, text, ground, got)
					}
				}
			}
		}
	}
}

func TestAPressedOrMarkedButtonStaysReadable(t *testing.T) {
	for look, v := range variants {
		for text, ground := range map[fyne.ThemeColorName]fyne.ThemeColorName{
			theme.ColorNameForeground: theme.ColorNameButton, theme.ColorNameForegroundOnPrimary: theme.ColorNamePrimary,
		} {
			for _, veil := range []fyne.ThemeColorName{theme.ColorNameHover, theme.ColorNameFocus} {
				laid := over(colourIn(t, veil, v), colourIn(t, ground, v))
				if got := contrast(colourIn(t, text, v), laid); got < 4.5 {
					t.Errorf("%s: %s on %s under %s has %.2f:1", look, text, ground, veil, got)
				}
			}
		}
	}
}

func TestFieldsAreToldFromTheirGround(t *testing.T) {
	for look, v := range variants {
		for _, ground := range []fyne.ThemeColorName{theme.ColorNameBackground, ColorQuiet} {
			border := over(colourIn(t, theme.ColorNameInputBorder, v), colourIn(t, ground, v))
			if got := contrast(border, colourIn(t, ground, v)); got < 2.5 {
				t.Errorf("%s: the border of fields on %s has %.2f:1", look, ground, got)
			}
		}
	}
}

func TestTheChosenLookHoldsWhateverTheSystemSays(t *testing.T) {
	dark := theme.VariantDark
	forced := &Theme{Force: &dark}
	if got, want := forced.Color(theme.ColorNameBackground, theme.VariantLight), (&Theme{}).Color(theme.ColorNameBackground, dark); got != want {
		t.Errorf("the background is %v, want %v", got, want)
	}
}

func TestTextsGrowAndGapsDoNot(t *testing.T) {
	normal, large := &Theme{Scale: 1}, &Theme{Scale: 1.5}
	if got, want := large.Size(theme.SizeNameText), 1.5*normal.Size(theme.SizeNameText); got != want {
		t.Errorf("text is %v, want %v", got, want)
	}
	if normal.Size(theme.SizeNamePadding) != large.Size(theme.SizeNamePadding) {
		t.Error("gaps grow with texts")
	}
	if got := (&Theme{}).Size(theme.SizeNameText); got != normal.Size(theme.SizeNameText) {
		t.Errorf("without a choice text is %v", got)
	}
}

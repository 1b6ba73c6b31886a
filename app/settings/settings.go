package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Preferences of the look.
const (
	lookPreference = "look" // "", light, dark
	sizePreference = "text-size"
)

// sizes are the text sizes offered, as factors.
var sizes = []float64{0.9, 1, 1.2, 1.5, 2}

// looks are the looks offered, by their words; "" follows the system.
var looks = []string{"", "light", "dark"}

// variants are the looks that a person may force.
var variants = map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark}

// ThemeFor is the look as it was chosen earlier.
func ThemeFor(app fyne.App) *widgets.Theme {
	t := &widgets.Theme{Scale: float32(app.Preferences().FloatWithFallback(sizePreference, 1))}
	if v, ok := variants[app.Preferences().String(lookPreference)]; ok {
		t.Force = &v
	}
	return t
}

// LanguageChoice chooses the language of the window; each is called as it calls itself.
func LanguageChoice(host Host) fyne.CanvasObject {
	words := host.Words()
	names := make([]string, len(study.Languages()))
	for i, l := range study.Languages() {
		names[i] = words.T("language.own." + string(l))
	}
	choice := widgets.NewChoice(study.Languages(), names)
	choice.Choose(words.Language())
	choice.OnChanged = func(string) {
		if l, ok := choice.Value(); ok && l != words.Language() {
			host.SetLanguage(l)
		}
	}
	return choice
}

// LookChoice chooses a light or a dark window, or that of the system.
func LookChoice(app fyne.App, words *lang.Catalogue) fyne.CanvasObject {
	choice := widgets.NewChoice(looks, []string{words.T("settings.look.system"), words.T("settings.look.light"), words.T("settings.look.dark")})
	choice.Choose(app.Preferences().String(lookPreference))
	choice.OnChanged = func(string) {
		if look, ok := choice.Value(); ok {
			app.Preferences().SetString(lookPreference, look)
			app.Settings().SetTheme(ThemeFor(app))
		}
	}
	return choice
}

func sizeChoice(app fyne.App, words *lang.Catalogue) fyne.CanvasObject {
	names := make([]string, len(sizes))
	for i, size := range sizes {
		names[i] = words.Number(100*size, 0) + " %"
	}
	choice := widgets.NewChoice(sizes, names)
	choice.Choose(app.Preferences().FloatWithFallback(sizePreference, 1))
	choice.OnChanged = func(string) {
		if size, ok := choice.Value(); ok {
			app.Preferences().SetFloat(sizePreference, size)
			app.Settings().SetTheme(ThemeFor(app))
		}
	}
	return choice
}

package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	SetLanguage(l study.Language)
}

// Preferences of the look.
const (
	lookPreference = "look" // "", light, dark
	sizePreference = "text-size"
)

// sizes are the text sizes offered, as factors.
var sizes = []float64{0.9, 1, 1.2, 1.5, 2}

// looks are the looks offered, by their words; "" follows the system.
var looks = []string{"", "light", "dark"}

// ThemeFor is the look as it was chosen earlier.
func ThemeFor(app fyne.App) *widgets.Theme {
	t := &widgets.Theme{Scale: float32(app.Preferences().FloatWithFallback(sizePreference, 1))}
	variants := map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark}
	if v, ok := variants[app.Preferences().String(lookPreference)]; ok {
		t.Force = &v
	}
	return t
}

// New draws the page.
func New(app fyne.App, host Host) fyne.CanvasObject {
	words := host.Words()
	title := widget.NewLabelWithStyle(words.T("app.settings"), fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	title.SizeName = theme.SizeNameHeadingText
	form := widget.NewForm(
		widget.NewFormItem(words.T("settings.language"), languageChoice(host)),
		widget.NewFormItem(words.T("settings.look"), lookChoice(app, words)),
		widget.NewFormItem(words.T("settings.text-size"), sizeChoice(app, words)),
	)
	return container.NewPadded(container.NewVBox(title, form))
}

func languageChoice(host Host) *widget.Select {
	words := host.Words()
	languages := study.Languages()
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = words.T("language." + string(l))
	}
	choice := widget.NewSelect(names, nil)
	choice.SetSelected(words.T("language." + string(words.Language())))
	choice.OnChanged = func(string) { host.SetLanguage(languages[choice.SelectedIndex()]) }
	return choice
}

func lookChoice(app fyne.App, words *lang.Catalogue) *widget.Select {
	names := []string{words.T("settings.look.system"), words.T("settings.look.light"), words.T("settings.look.dark")}
	choice := widget.NewSelect(names, nil)
	for i, look := range looks {
		if app.Preferences().String(lookPreference) == look {
			choice.SetSelectedIndex(i)
		}
	}
	choice.OnChanged = func(string) {
		app.Preferences().SetString(lookPreference, looks[choice.SelectedIndex()])
		app.Settings().SetTheme(ThemeFor(app))
	}
	return choice
}

func sizeChoice(app fyne.App, words *lang.Catalogue) *widget.Select {
	names := make([]string, len(sizes))
	chosen := 1
	for i, size := range sizes {
		names[i] = words.Number(100*size, 0) + " %"
		if size == app.Preferences().FloatWithFallback(sizePreference, 1) {
			chosen = i
		}
	}
	choice := widget.NewSelect(names, nil)
	choice.SetSelectedIndex(chosen)
	choice.OnChanged = func(string) {
		app.Preferences().SetFloat(sizePreference, sizes[choice.SelectedIndex()])
		app.Settings().SetTheme(ThemeFor(app))
	}
	return choice
}

package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	SetLanguage(l study.Language)
	Home() (documents, database string)
	OpenFolder(path string)
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

// New draws the page.
func New(app fyne.App, host Host) fyne.CanvasObject {
	words := host.Words()
	documents, database := host.Home()
	open := widgets.NewIconButton(words.T("wizard.open-folder"), theme.FolderOpenIcon(), func() { host.OpenFolder(documents) })
	look := container.New(layout.NewFormLayout(),
		widgets.Bold(words.T("settings.language")), languageChoice(host),
		widgets.Bold(words.T("settings.look")), lookChoice(app, words),
		widgets.Bold(words.T("settings.text-size")), sizeChoice(app, words),
	)
	margin := theme.InnerPadding()
	return widgets.NewScroll(widgets.Inset(2*margin, margin, widgets.Column(
		widgets.Heading(words.T("app.settings")), widgets.Text(words.T("settings.about")), widgets.Narrow(40, look),
		widget.NewSeparator(),
		widgets.Tight(widgets.Bold(words.T("settings.documents")), widgets.Text(documents)),
		widgets.Tight(widgets.Bold(words.T("settings.database")), widgets.Text(database)), widgets.Row(open),
		widget.NewSeparator(), widgets.Small(words.T("app.about", "program", conduct.Program)),
	)))
}

func languageChoice(host Host) fyne.CanvasObject {
	words := host.Words()
	names := make([]string, len(study.Languages()))
	for i, l := range study.Languages() {
		names[i] = words.T("language." + string(l))
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

func lookChoice(app fyne.App, words *lang.Catalogue) fyne.CanvasObject {
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

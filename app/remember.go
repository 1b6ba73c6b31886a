package app

import (
	"fyne.io/fyne/v2"

	"iucomstudien/internal/study"
)

// What the toolkit's preferences keep of the window. The study itself never stands among them.
const (
	languagePreference = "language"
	widthPreference    = "window-width"
	heightPreference   = "window-height"
	welcomedPreference = "welcomed"
)

// firstWidth and firstHeight are the size of the first window.
const firstWidth, firstHeight = 1180, 760

// PreferredLanguage is the language chosen earlier, or that of the system.
func PreferredLanguage(app fyne.App, system study.Language) study.Language {
	if l := study.Language(app.Preferences().String(languagePreference)); l.Valid() {
		return l
	}
	return system
}

// rememberedSize is the size that the window had when it was closed last.
func rememberedSize(app fyne.App) fyne.Size {
	p := app.Preferences()
	width, height := p.FloatWithFallback(widthPreference, firstWidth), p.FloatWithFallback(heightPreference, firstHeight)
	return fyne.NewSize(max(float32(width), leastWidth), max(float32(height), leastHeight))
}

// rememberSize keeps the size of the window for the next start.
func rememberSize(app fyne.App, size fyne.Size) {
	app.Preferences().SetFloat(widthPreference, float64(size.Width))
	app.Preferences().SetFloat(heightPreference, float64(size.Height))
}

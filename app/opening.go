package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Opening makes the main window before there is anything to show in it, so that a person sees at once that the program
// starts. [New] takes it over.
func Opening(app fyne.App, l study.Language) (fyne.Window, error) {
	words, err := lang.ForWindow(l)
	if err != nil {
		return nil, err
	}
	w := app.NewWindow(words.T("app.title"))
	w.SetPadded(false)
	w.SetContent(container.NewCenter(widgets.Subheading(words.T("app.opening"))))
	w.Resize(rememberedSize(app))
	return w, nil
}

package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// faultWidth and faultHeight are the size of the window that says why the program can not start.
const faultWidth, faultHeight = 600, 260

// ShowFault says in a window of its own why the program can not start: the studies are open already, the disk is full,
// the file is damaged.
func ShowFault(app fyne.App, l study.Language, fault error) fyne.Window {
	words, err := lang.ForWindow(l)
	if err != nil {
		fyne.LogError("starting", fault)
		app.Quit()
		return nil
	}
	text := words.Error(fault)
	w := app.NewWindow(words.T("app.title"))
	w.SetMaster()
	quit := widgets.NewMainButton(words.T("app.close"), w.Close)
	quit.OnEscape = w.Close
	copying := widgets.NewButton(words.T("app.copy-details"), func() { app.Clipboard().SetContent(text + "\n\n" + fault.Error()) })
	copying.OnEscape = w.Close
	body := widgets.NewScroll(widgets.Lit(widgets.SignalStop, 0, widgets.Text(text)))
	buttons := container.NewHBox(layout.NewSpacer(), copying, quit)
	margin := theme.InnerPadding()
	w.SetContent(widgets.Framed(fyne.NewSize(faultWidth/2, faultHeight/2), widgets.Inset(margin, margin,
		widgets.Filled(1, widgets.Subheading(words.T("app.can-not-start")), body, buttons))))
	w.Resize(fyne.NewSize(faultWidth, faultHeight))
	w.Canvas().Focus(quit)
	w.Show()
	return w
}

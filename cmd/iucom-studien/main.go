package main

import (
	"context"
	"os"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app"
	"iucomstudien/app/settings"
	"iucomstudien/assets/icons"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// appID is the identifier under which the toolkit keeps the window's preferences.
const appID = "at.iucom.studien"

// homeVariable names the environment variable that moves database and documents.
const homeVariable = "IUCOM_STUDIEN_HOME"

// windowWidth and windowHeight are the size of the first window.
const windowWidth, windowHeight = 1180, 760

func main() {
	a := fyneapp.NewWithID(appID)
	a.SetIcon(fyne.NewStaticResource("app.png", icons.AppPNG))
	a.Settings().SetTheme(settings.ThemeFor(a))
	language := app.PreferredLanguage(a, lang.FromSystem(os.Getenv))
	var c *conduct.Conduct
	a.Lifecycle().SetOnStarted(func() {
		// Opening may take a while (integrity check, migration): not before the first picture.
		go func() {
			opened, err := open()
			fyne.Do(func() {
				if err == nil {
					c = opened
					err = show(a, c, language)
				}
				if err != nil {
					showFault(a, language, err)
				}
			})
		}()
	})
	a.Run()
	if c != nil {
		if err := c.Close(); err != nil {
			fyne.LogError("closing the database", err)
		}
	}
}

// open opens database and documents.
func open() (*conduct.Conduct, error) {
	home, err := folder.At(os.Getenv(homeVariable))
	if err != nil {
		return nil, err
	}
	return conduct.Open(context.Background(), conduct.Config{Home: home})
}

// show opens the main window.
func show(a fyne.App, c *conduct.Conduct, language study.Language) error {
	shell, err := app.New(a, c, app.Options{Language: language, Post: fyne.Do})
	if err != nil {
		return err
	}
	shell.Window().Resize(fyne.NewSize(windowWidth, windowHeight))
	shell.Window().Show()
	return nil
}

// showFault says in a window of its own why the program can not start.
func showFault(a fyne.App, language study.Language, fault error) {
	words, err := lang.New(language)
	if err != nil {
		fyne.LogError("starting", fault)
		a.Quit()
		return
	}
	text := widget.NewLabel(words.Error(fault))
	text.Wrapping = fyne.TextWrapWord
	w := a.NewWindow(words.T("app.title"))
	w.SetMaster()
	w.SetContent(container.NewPadded(container.NewBorder(nil, widget.NewButton(words.T("app.close"), a.Quit), nil, nil, container.NewVScroll(text))))
	w.Resize(fyne.NewSize(560, 220))
	w.Show()
}

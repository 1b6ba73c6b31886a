package main

import (
	"context"
	"os"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"iucomstudien/app"
	"iucomstudien/app/settings"
	"iucomstudien/assets/icons"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// homeVariable names the environment variable that moves database and documents.
const homeVariable = "IUCOM_STUDIEN_HOME"

func main() {
	if status, child := extract.RunChild(os.Args, os.Stdin, os.Stdout); child {
		os.Exit(status)
	}
	p := &program{}
	home := make(chan opened, 1)
	go func() { home <- p.openHome() }() // while the toolkit starts
	fyneapp.SetMetadata(metadata)
	a := fyneapp.NewWithID(metadata.ID)
	a.SetIcon(fyne.NewStaticResource("app.png", icons.AppPNG))
	a.Settings().SetTheme(settings.ThemeFor(a))
	p.app = a
	// Opening may take a while (integrity check, migration): the window's goroutine does not wait for it.
	a.Lifecycle().SetOnStarted(func() { go p.open(home) })
	a.Run()
	p.close()
}

// program is the running window with what it stands on.
type program struct {
	app        fyne.App
	conduct    *conduct.Conduct
	shell      *app.Shell
	passphrase app.Passphrase // of the file with the keys of providers
}

// opened is a conduct, or why there is none.
type opened struct {
	conduct *conduct.Conduct
	err     error
}

// open waits for database and documents and shows the window, or says why it can not.
func (p *program) open(home <-chan opened) {
	found := <-home
	fyne.Do(func() {
		err := found.err
		if err == nil {
			p.conduct = found.conduct
			err = p.show()
		}
		if err != nil {
			app.ShowFault(p.app, p.language(), err)
		}
	})
}

// openHome opens the conduct where the environment says.
func (p *program) openHome() opened {
	home, err := folder.At(os.Getenv(homeVariable))
	if err != nil {
		return opened{err: err}
	}
	c, err := conduct.Open(context.Background(), conduct.Config{Home: home, Keyring: secrets.System, Passphrase: p.passphrase.Get})
	return opened{c, err}
}

// show shows the main window.
func (p *program) show() (err error) {
	if p.shell, err = app.New(p.app, p.conduct, app.Options{Language: p.language(), Post: fyne.Do, Passphrase: &p.passphrase,
		Welcome: os.Getenv(homeVariable) == ""}); err != nil {
		return err
	}
	p.shell.Window().Show()
	return nil
}

// close waits for work that was stopped, and closes the database.
func (p *program) close() {
	if p.shell != nil {
		p.shell.Wait()
	}
	if p.conduct != nil {
		if err := p.conduct.Close(); err != nil {
			fyne.LogError("closing the database", err)
		}
	}
}

// language is the language chosen earlier, or that of the system.
func (p *program) language() study.Language {
	return app.PreferredLanguage(p.app, lang.FromSystem(os.Getenv))
}

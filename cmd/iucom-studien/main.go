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
	fyneapp.SetMetadata(metadata)
	a := fyneapp.NewWithID(metadata.ID)
	a.SetIcon(fyne.NewStaticResource("app.png", icons.AppPNG))
	a.Settings().SetTheme(settings.ThemeFor(a))
	p := &program{app: a}
	var err error
	if p.window, err = app.Opening(a, p.language()); err != nil {
		fyne.LogError("opening the window", err)
		os.Exit(1)
	}
	p.window.Show()
	a.Lifecycle().SetOnStarted(func() { go p.open() })
	a.Run()
	p.close()
}

// program is the running window with what it stands on.
type program struct {
	app        fyne.App
	window     fyne.Window // says at first that the studies are being opened
	conduct    *conduct.Conduct
	shell      *app.Shell
	passphrase app.Passphrase // of the file with the keys of providers
}

// open opens database and documents and shows the studies, or says why it can not.
func (p *program) open() {
	// Opening may take a while (integrity check, migration): not before the first picture, which this waits for.
	fyne.DoAndWait(func() {})
	c, err := p.openHome()
	fyne.Do(func() {
		if err == nil {
			p.conduct = c
			err = p.show()
		}
		if err != nil {
			app.ShowFault(p.app, p.language(), err)
			p.window.Close()
		}
	})
}

// openHome opens the conduct where the environment says.
func (p *program) openHome() (*conduct.Conduct, error) {
	home, err := folder.At(os.Getenv(homeVariable))
	if err != nil {
		return nil, err
	}
	return conduct.Open(context.Background(), conduct.Config{Home: home, Keyring: secrets.System, Passphrase: p.passphrase.Get})
}

// show shows the studies in the window.
func (p *program) show() (err error) {
	p.shell, err = app.New(p.app, p.conduct, app.Options{Language: p.language(), Window: p.window, Post: fyne.Do, Passphrase: &p.passphrase,
		Reopen: func(context.Context) (*conduct.Conduct, error) { return p.openHome() }})
	if err != nil {
		return err
	}
	p.shell.KeepDailyCopy()
	return nil
}

// close waits for work that was stopped, and closes the database.
func (p *program) close() {
	if p.shell != nil {
		p.shell.Wait()
	}
	if p.shell != nil {
		p.conduct = p.shell.Conduct() // another one where a copy was restored
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

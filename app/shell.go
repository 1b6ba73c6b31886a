package app

import (
	"context"
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/results"
	"iucomstudien/app/settings"
	"iucomstudien/app/wizard"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Options are what the shell takes from the world around it.
type Options struct {
	Language study.Language
	// Post runs a function on the window's goroutine; fyne.Do in the program, a queue in tests.
	Post func(func())
	// Open shows a file or folder with the system's own means; nil: through the toolkit.
	Open func(path string) error
}

// Shell is the main window.
type Shell struct {
	app     fyne.App
	win     fyne.Window
	conduct *conduct.Conduct
	words   *lang.Catalogue
	post    func(func())
	open    func(path string) error

	content *fyne.Container // the screen in hand
	message *message
	jobs    *jobBar
	wizard  *wizard.Wizard // nil on the start page
	ctx     context.Context
	stop    context.CancelFunc
}

// New makes the main window on an open conduct. Its context ends with the window.
func New(app fyne.App, c *conduct.Conduct, o Options) (*Shell, error) {
	words, err := lang.New(o.Language)
	if err != nil {
		return nil, err
	}
	s := &Shell{app: app, conduct: c, words: words, post: o.Post, open: o.Open}
	if s.open == nil {
		s.open = s.openURL
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.win = app.NewWindow(words.T("app.title"))
	s.win.SetMaster()
	s.build()
	s.win.SetOnDropped(func(_ fyne.Position, uris []fyne.URI) {
		paths := make([]string, len(uris))
		for i, u := range uris {
			paths[i] = u.Path()
		}
		s.post(func() { s.Dropped(paths) })
	})
	s.win.SetCloseIntercept(s.close)
	s.ShowHome()
	return s, nil
}

// Window is the window itself.
func (s *Shell) Window() fyne.Window { return s.win }

// build makes the frame around the screens: tool bar above, messages and the running job below.
func (s *Shell) build() {
	s.content = container.NewStack()
	s.message = newMessage(s.words)
	s.jobs = newJobBar(s)
	home := widget.NewButtonWithIcon(s.words.T("app.home"), theme.HomeIcon(), s.ShowHome)
	prefs := widget.NewButtonWithIcon(s.words.T("app.settings"), theme.SettingsIcon(), s.ShowSettings)
	for _, b := range []*widget.Button{home, prefs} {
		b.Importance = widget.LowImportance
	}
	bar := container.NewBorder(nil, nil, container.NewHBox(home), prefs)
	top := container.NewVBox(bar, widget.NewSeparator())
	below := container.NewVBox(s.message.root, s.jobs.root)
	s.win.SetContent(container.NewBorder(top, below, nil, nil, s.content))
}

// Words are the texts of the window.
func (s *Shell) Words() *lang.Catalogue { return s.words }

// SetLanguage lets the window speak another language, without a restart.
func (s *Shell) SetLanguage(l study.Language) {
	words, err := lang.New(l)
	if err != nil {
		s.Fault(err)
		return
	}
	s.words = words
	s.app.Preferences().SetString(languagePreference, string(l))
	s.win.SetTitle(words.T("app.title"))
	s.build()
	s.ShowSettings()
}

// languagePreference keeps the window's language; the study itself never stands among the preferences.
const languagePreference = "language"

// PreferredLanguage is the language chosen earlier, or that of the system.
func PreferredLanguage(app fyne.App, system study.Language) study.Language {
	if l := study.Language(app.Preferences().String(languagePreference)); l.Valid() {
		return l
	}
	return system
}

// set shows a screen.
func (s *Shell) set(screen fyne.CanvasObject) {
	s.content.Objects = []fyne.CanvasObject{screen}
	s.content.Refresh()
}

// OpenStudy shows the seven steps of a study.
func (s *Shell) OpenStudy(id string) {
	w, err := wizard.New(s.ctx, s.conduct, s, id)
	if err != nil {
		s.Fault(err)
		return
	}
	s.wizard = w
	s.set(w.Root())
}

// ShowResult shows what an unblinded test came to.
func (s *Shell) ShowResult(ref conduct.Ref) {
	screen, err := results.New(s.ctx, s.conduct, s, ref)
	if err != nil {
		s.Fault(err)
		return
	}
	s.set(screen)
}

// ShowSettings shows the settings.
func (s *Shell) ShowSettings() {
	s.wizard = nil
	s.set(settings.New(s.app, s))
}

// Say shows a line to the person.
func (s *Shell) Say(text string) { s.message.say(text) }

// Fault tells what went wrong and how it is mended.
func (s *Shell) Fault(err error) { s.message.fault(s.words.Error(err), err.Error(), s.app.Clipboard()) }

// Confirm asks before something is done, with the answer named by what it does.
func (s *Shell) Confirm(question, yes string, then func()) {
	text := widget.NewLabel(question)
	text.Wrapping = fyne.TextWrapWord
	scroll := container.NewVScroll(text)
	d := dialog.NewCustomConfirm(s.words.T("app.confirm"), yes, s.words.T("app.cancel"), scroll, func(ok bool) {
		if ok {
			then()
		}
	}, s.win)
	d.Resize(fyne.NewSize(620, 380))
	d.Show()
}

// ChooseFiles lets the person choose a file; several are dropped onto the window.
func (s *Shell) ChooseFiles(then func(files []conduct.File)) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil {
			s.Fault(err)
			return
		}
		if r == nil {
			return
		}
		path := r.URI().Path()
		if err := r.Close(); err != nil {
			s.Fault(err)
			return
		}
		s.load([]string{path}, then)
	}, s.win)
	d.Resize(fyne.NewSize(860, 600))
	d.Show()
}

// load reads files and hands them on.
func (s *Shell) load(paths []string, then func(files []conduct.File)) {
	files, err := conduct.LoadFiles(s.ctx, paths)
	if err != nil {
		s.Fault(err)
		return
	}
	then(files)
}

// OpenFolder shows a folder, or a file with the program the system has for it.
func (s *Shell) OpenFolder(path string) {
	if err := s.open(path); err != nil {
		s.Say(s.words.T("app.folder-at", "path", path))
	}
}

// openURL shows a path through the toolkit.
func (s *Shell) openURL(path string) error {
	return s.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
}

// close asks before a running job is stopped, then ends.
func (s *Shell) close() {
	if !s.jobs.running() {
		s.end()
		return
	}
	s.Confirm(s.words.T("app.close-while-running"), s.words.T("app.close"), s.end)
}

func (s *Shell) end() {
	s.stop()
	s.win.Close()
}

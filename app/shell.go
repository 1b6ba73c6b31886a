package app

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/results"
	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/app/wizard"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Options are what the shell takes from the world around it.
type Options struct {
	Language study.Language
	// Window is the one that [Opening] made; nil: a new one.
	Window fyne.Window
	// Post runs a function on the window's goroutine; fyne.Do in the program, a queue in tests.
	Post func(func())
	// Beat is how often a running job is shown anew; 0 takes [DefaultBeat].
	Beat time.Duration
	// Now is the time; nil takes the clock.
	Now func() time.Time
	// Welcome asks the questions of the first start, unless they were answered once.
	Welcome bool
	// Passphrase is where the passphrase of the file with the keys goes when a person enters it; nil: nowhere.
	Passphrase *Passphrase
	// Reopen opens the conduct again after it was closed for a change of what lies on disk; nil: it is opened at the same
	// home with the system's clock.
	Reopen func(ctx context.Context) (*conduct.Conduct, error)
	// Open shows a file or folder with the system's own means; nil: through the toolkit.
	Open func(path string) error
}

// leastWidth and leastHeight are the least size of the screens: the window fits a projector of 1024 by 768.
const leastWidth, leastHeight = 760, 440

// Shell is the main window.
type Shell struct {
	app     fyne.App
	win     fyne.Window
	conduct *conduct.Conduct
	words   *lang.Catalogue
	post    func(func())
	open    func(path string) error
	reopen  func(ctx context.Context) (*conduct.Conduct, error)

	content *fyne.Container // the screen in hand
	where   *widget.Label   // names the study in hand, beside the way home
	message *message
	jobs    *jobBar
	modal   *modal // the question in hand; nil when none is asked

	lastFolder string // from which files were chosen last

	redraw     func()         // draws the screen in hand anew, in another language for instance
	settings   *settings.Page // the page of settings as it was left; nil before it was opened
	passphrase *Passphrase
	wizard     *wizard.Wizard           // nil where no steps are shown
	result     conduct.Ref              // of the test whose result is shown; no study where none is
	archive    *archive                 // as it was left; nil before it was opened
	screenName string                   // of a screen that is remembered and no study's; "" for others
	onEscape   func()                   // closes the screen in hand; nil: Escape does not
	before     *left                    // what the settings or the list of keys were opened from; nil elsewhere
	drafts     map[string]*wizard.Draft // what was typed and not kept, by study
	ctx        context.Context          // ends with the window
	stop       context.CancelFunc

	now     func() time.Time
	turn    int             // counts the screens that were shown
	place   int             // counts screens, their pages and the parts of pages
	screen  context.Context // ends with the screen in hand
	leave   context.CancelFunc
	looking int            // lookups for a screen that are under way
	lookups sync.WaitGroup // what reads beside the window
	held    *modal         // says that the studies are closed for a moment; nil: they are open
}

// New makes the main window on an open conduct. Its context ends with the window.
func New(app fyne.App, c *conduct.Conduct, o Options) (*Shell, error) {
	words, err := lang.ForWindow(o.Language)
	if err != nil {
		return nil, err
	}
	s := &Shell{app: app, conduct: c, words: words, post: o.Post, open: o.Open, drafts: make(map[string]*wizard.Draft)}
	if s.open == nil {
		s.open = s.openURL
	}
	if s.reopen = o.Reopen; s.reopen == nil {
		s.reopen = s.openSame
	}
	if s.passphrase = o.Passphrase; s.passphrase == nil {
		s.passphrase = &Passphrase{}
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.screen, s.leave = context.WithCancel(s.ctx)
	if s.now = o.Now; s.now == nil {
		s.now = time.Now
	}
	if s.win = o.Window; s.win == nil {
		if s.win, err = Opening(app, o.Language); err != nil {
			return nil, err
		}
	}
	s.win.SetMaster()
	s.jobs = newJobBar(s, o.Beat)
	s.build()
	s.win.SetOnDropped(func(_ fyne.Position, uris []fyne.URI) {
		paths := make([]string, len(uris))
		for i, u := range uris {
			paths[i] = u.Path()
		}
		s.post(func() { s.Dropped(paths) })
	})
	s.win.SetCloseIntercept(s.close)
	s.win.Resize(rememberedSize(app))
	if o.Welcome && !s.welcomed() {
		s.ShowWelcome()
	} else {
		s.ShowLastPlace()
	}
	s.sayMissing()
	return s, nil
}

// Window is the window itself.
func (s *Shell) Window() fyne.Window { return s.win }

// Conduct is what the window works on now.
func (s *Shell) Conduct() *conduct.Conduct { return s.conduct }

// Words are the texts of the window.
func (s *Shell) Words() *lang.Catalogue { return s.words }

// build makes the frame around the screens: the way home above, messages and the running job below.
func (s *Shell) build() {
	s.content = container.NewStack()
	s.where = widgets.Cut("")
	s.message = newMessage(s)
	s.jobs.build()
	home := widgets.NewQuietButton(s.words.T("app.home"), theme.HomeIcon(), s.ShowHome)
	prefs := widgets.NewQuietButton(s.words.T("app.settings"), theme.SettingsIcon(), s.ShowSettings)
	bar := widgets.On(widgets.ColorQuiet, widgets.Inset(theme.Padding(), theme.Padding()/2, widgets.Line(1, home, s.where, prefs)))
	top := widgets.Column(bar)
	s.win.SetContent(widgets.Filled(1, top, widgets.Framed(fyne.NewSize(leastWidth, leastHeight), s.content), newStrip(s.message.root, s.jobs.root)))
	s.win.SetMainMenu(s.menu())
	s.win.Canvas().SetOnTypedKey(s.typedKey)
	s.win.Canvas().AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) {
		if s.win.Canvas().Overlays().Top() == nil {
			s.message.takeBack()
		}
	})
}

// set shows a screen; again draws it anew.
func (s *Shell) set(screen fyne.CanvasObject, where string, again func()) {
	s.show([]fyne.CanvasObject{screen}, where, again)
}

// show shows the objects of a screen. What was looked up for the one before is of no use any more.
func (s *Shell) show(objects []fyne.CanvasObject, where string, again func()) {
	s.leave()
	s.screen, s.leave = context.WithCancel(s.ctx)
	s.turn++
	s.redraw, s.onEscape, s.screenName, s.before = again, nil, "", nil
	s.where.SetText(where)
	s.content.Objects = objects
	s.content.Refresh()
	if s.modal == nil {
		s.win.Canvas().Unfocus()
	}
	s.place++
	s.message.wentOn()
}

// PageTurned is told by a screen that shows another of its pages, by itself or because the person asked for it.
func (s *Shell) PageTurned() {
	s.place++
	s.message.wentOn()
}

// PartTurned is told by a screen on which the person turned to another of its parts.
func (s *Shell) PartTurned() {
	s.place++
	s.message.turned(s.place - 1)
}

// OpenStudy shows the seven steps of a study.
func (s *Shell) OpenStudy(id string) {
	if s.drafts[id] == nil {
		s.drafts[id] = &wizard.Draft{}
	}
	w, err := wizard.New(s.ctx, s.conduct, s, id, s.drafts[id])
	if err != nil {
		s.Fault(err)
		return
	}
	s.wizard, s.result = w, conduct.Ref{}
	s.set(w.Root(), w.StudyName(), func() {
		s.openTest(w.Ref(), w.Shown())
	})
	s.Focus(w.First())
}

// ShowResult shows what an unblinded test came to.
func (s *Shell) ShowResult(ref conduct.Ref) { s.showResult(ref, "") }

// showResult shows a result with one of its parts in front; "" for the first.
func (s *Shell) showResult(ref conduct.Ref, part string) {
	var page *results.Page
	page = results.Open(s.conduct, s, ref, part, func(screen fyne.CanvasObject, title string, first fyne.Focusable) {
		s.wizard, s.result = nil, ref
		s.set(screen, title, func() { s.showResult(ref, page.Part()) })
		s.Focus(first)
	})
}

// ShowSettings shows the settings, with the part in front that was there last.
func (s *Shell) ShowSettings() {
	part := ""
	if s.settings != nil {
		part = s.settings.Part()
	}
	s.showSettings(part)
}

// ShowProviders shows where providers of models are entered.
func (s *Shell) ShowProviders() { s.showSettings("ai") }

// showSettings shows the settings with one of their parts in front. They lead back to the screen they were opened from.
func (s *Shell) showSettings(part string) {
	before := s.before
	if s.screenName != settingsPlace {
		before = s.leaveScreen()
	}
	back := func() { s.comeBack(before) }
	s.wizard, s.result = nil, conduct.Ref{}
	room := container.NewStack()
	s.set(room, before.where, s.ShowSettings)
	s.screenName, s.before, s.onEscape = settingsPlace, before, back
	s.settings = settings.New(s.app, s, s.conduct, part, back) // what it looks up beside the window is for this screen
	room.Objects = []fyne.CanvasObject{s.settings.Root}
	room.Refresh()
	s.Focus(s.settings.First())
}

// SetPassphrase takes the passphrase of the file with the keys.
func (s *Shell) SetPassphrase(text string) { s.passphrase.Set(text) }

// SetLanguage lets the window speak another language, without a restart.
func (s *Shell) SetLanguage(l study.Language) {
	words, err := lang.ForWindow(l)
	if err != nil {
		s.Fault(err)
		return
	}
	s.words = words
	s.app.Preferences().SetString(languagePreference, string(l))
	s.win.SetTitle(words.T("app.title"))
	again, said := s.redraw, s.message
	s.build()
	again()
	s.message.takeOver(said)
}

// Home is where database and documents are.
func (s *Shell) Home() (documents, database string) {
	h := s.conduct.Home()
	return h.Documents, h.Database()
}

// Say shows a line to the person.
func (s *Shell) Say(text string) { s.message.say(text) }

// Copy puts a text onto the clipboard.
func (s *Shell) Copy(text string) { s.app.Clipboard().SetContent(text) }

// Done shows what was done and offers to take it back, by a button and by Ctrl+Z.
func (s *Shell) Done(text string, back func()) { s.message.done(text, back) }

// Fault tells what went wrong and how it is mended.
func (s *Shell) Fault(err error) { s.message.fault(err) }

// Mended takes away what is said of a fault that was put right.
func (s *Shell) Mended() { s.message.mended() }

// Focus puts the keyboard onto a part of the screen; nil leaves it where it is. While a question is asked the keyboard
// stays with it, and comes to the part afterwards.
func (s *Shell) Focus(o fyne.Focusable) {
	switch {
	case o == nil:
	case s.modal != nil:
		s.modal.later = o
	default:
		s.win.Canvas().Focus(o)
	}
}

// close closes the window once everything is done that was set going before: files that were dropped a moment ago have
// begun to be read by then.
func (s *Shell) close() { s.post(s.closeNow) }

// closeNow asks before a running job is stopped, then ends.
func (s *Shell) closeNow() {
	if s.ctx.Err() != nil {
		return // it was closed
	}
	if s.held != nil {
		return // what lies on disk is being changed; it can be cancelled
	}
	if !s.jobs.running() {
		s.end()
		return
	}
	s.askToClose()
}

// end remembers the size of the window and closes it.
func (s *Shell) end() {
	s.rememberPlace()
	s.stop()
	rememberSize(s.app, s.win.Canvas().Size())
	s.win.SetCloseIntercept(nil)
	s.win.Close()
}

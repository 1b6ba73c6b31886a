package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// choosing is what a dialog for files asks for.
type choosing struct {
	title   string
	yes     string   // what is done: «Read», «Save»
	fits    string   // what is shown at first, in words
	endings []string // of that; nil: every file
	folder  bool     // a folder is chosen, and no file
	one     bool     // no more than one file is chosen
	save    string   // name under which a file is to be saved; "": files are opened
	then    func(paths []string)
}

// chooser is the one dialog of the window for opening and saving. The toolkit's own speaks English, offers every file and
// forgets where it was.
type chooser struct {
	modal *modal
	shell *Shell
	want  choosing

	dir    string
	all    []listed // in the folder
	shown  []listed // of these, what is offered
	marked map[string]bool
	tapped time.Time // when a line was tapped last
	last   string    // which
	read   int       // counts the folders that were read
	sure   string    // path that is replaced at the next press

	path, name *lineField
	list       *widgets.PickList
	note       *fyne.Container
	every      bool // files of every kind are offered
}

// choose asks for files, a folder or a place to save.
func (s *Shell) choose(want choosing) {
	if s.modal != nil {
		return // a question is asked
	}
	c := &chooser{shell: s, want: want, marked: make(map[string]bool), modal: &modal{shell: s, typed: s.win.Canvas().OnTypedKey()}}
	c.path, c.name = newLineField(c.cancel), newLineField(c.cancel)
	c.path.OnSubmitted = c.goTyped
	c.name.SetText(want.save)
	c.name.OnChanged = func(string) { c.sure = ""; c.say("") }
	c.name.OnSubmitted = func(string) { c.take() }
	c.list = widgets.NewPickList(func() int { return len(c.shown) }, c.row)
	c.list.OnTap, c.list.OnOpen, c.list.OnKey = c.tap, c.open, c.key
	c.note = widgets.Column()
	c.modal.no = widgets.NewButton(s.words.T("app.cancel"), c.cancel)
	c.modal.yes = widgets.NewMainButton(want.yes, c.take)
	c.modal.no.OnEscape, c.modal.yes.OnEscape = c.cancel, c.cancel
	c.modal.wide = true
	c.modal.open(c.draw(), s.win.Canvas().Size().Height*chooserShare, c.cancel)
	c.showFolder(s.startFolder(), "")
	if want.save != "" {
		s.win.Canvas().Focus(c.name)
		return
	}
	s.win.Canvas().Focus(c.list)
}

// chooserShare is how much of the window's height the dialog takes, so that names are read and many are in sight.
const chooserShare = 0.94

// placesShare is the share of the width that the usual folders have.
const placesShare = 0.26

// draw puts the dialog together.
func (c *chooser) draw() fyne.CanvasObject {
	t := c.shell.words.T
	up := widgets.NewIconButton(t("files.up"), theme.MoveUpIcon(), c.up)
	up.OnEscape = c.cancel
	rows := []fyne.CanvasObject{widgets.Subheading(c.want.title), widgets.Flush(widgets.Line(1, up, c.path)),
		widgets.Beside(placesShare, c.places(), widgets.Flush(c.list)), c.note}
	if c.want.save != "" {
		rows = append(rows, widgets.Flush(widgets.Line(1, widgets.Bold(t("files.name")), c.name)))
	}
	buttons := widgets.Line(0, c.kinds(), c.modal.no, c.modal.yes)
	return widgets.Filled(2, append(rows, widgets.Flush(buttons))...)
}

// places are the usual folders.
func (c *chooser) places() fyne.CanvasObject {
	documents, _ := c.shell.Home()
	column := widgets.Column()
	for _, p := range places(documents) {
		name := p.path
		if p.key != "" {
			name = c.shell.words.T("files.place." + p.key)
		}
		b := widgets.NewQuietButton(name, theme.FolderIcon(), func() { c.showFolder(p.path, "") })
		b.Alignment = widget.ButtonAlignLeading
		b.OnEscape = c.cancel
		column.Add(b)
	}
	return widgets.NewScroll(column)
}

// kinds chooses between what fits and every file; it is a text where there is nothing to choose.
func (c *chooser) kinds() fyne.CanvasObject {
	t := c.shell.words.T
	switch {
	case c.want.folder:
		return widgets.Text(t("files.whole-folder"))
	case c.want.endings == nil:
		return widgets.Text("")
	}
	choice := widgets.NewChoice([]bool{false, true}, []string{c.want.fits, t("files.all")})
	choice.Choose(false)
	choice.OnChanged = func(string) {
		c.every, _ = choice.Value()
		c.offer("")
	}
	return widgets.Narrow(34, choice)
}

// row is a line of the list.
func (c *chooser) row(i int) widgets.PickRow {
	f := c.shown[i]
	r := widgets.PickRow{Title: f.name, About: f.about(c.shell.words), Icon: theme.FileTextIcon(), Marked: c.marked[f.name], Dim: c.want.folder && !f.folder}
	switch {
	case f.folder:
		r.Icon = theme.FolderIcon()
	case r.Marked:
		r.Icon = theme.CheckButtonCheckedIcon()
	case c.want.save == "" && !c.want.folder && !c.want.one:
		r.Icon = theme.CheckButtonIcon()
	}
	return r
}

// showFolder reads a folder beside the window, since a drive may be slow, and shows it with the keyboard on the one that it
// was left for.
func (c *chooser) showFolder(dir, from string) {
	s := c.shell
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	c.read++
	now := c.read
	c.dir, c.all, c.sure = dir, nil, ""
	c.marked = make(map[string]bool)
	c.path.SetText(dir)
	c.offer("")
	c.say(s.words.T("files.reading"))
	s.beside(func(ctx context.Context) (func(), error) {
		all, err := list(ctx, dir)
		return func() {
			switch {
			case now != c.read || s.modal != c.modal: // another folder was opened, or the dialog closed
			case err != nil:
				c.fault(err)
			default:
				c.all = all
				s.rememberFolder(dir)
				c.say("")
				c.offer(from)
			}
		}, nil
	})
}

// offer shows what fits in the folder.
func (c *chooser) offer(from string) {
	endings := c.want.endings
	if c.every {
		endings = nil
	}
	c.shown = nil
	at := 0
	for _, f := range c.all {
		if f.folder || fits(f.name, endings) {
			if f.name == from {
				at = len(c.shown)
			}
			c.shown = append(c.shown, f)
		}
	}
	c.list.Again(at)
	switch {
	case c.all == nil:
	case len(c.all) == 0:
		c.say(c.shell.words.T("files.empty"))
	case len(c.shown) == 0:
		c.say(c.shell.words.N("files.none-fits", len(c.all)))
	default:
		c.say("")
	}
	c.able()
}

// able lets the dialog be confirmed where there is something to confirm.
func (c *chooser) able() {
	n := len(c.marked)
	c.modal.yes.SetEnabled(c.want.folder || c.want.save != "" || n > 0)
	if text := c.want.yes; c.want.save == "" && n > 1 {
		c.modal.yes.SetText(c.shell.words.T("files.several", "do", text, "n", n))
	} else if c.modal.yes.Text != text && c.sure == "" {
		c.modal.yes.SetText(text)
	}
}

// tap goes into a folder and marks a file, or takes the mark away. Two taps on a file in a moment take it.
func (c *chooser) tap(i int) {
	f, now := c.shown[i], c.shell.now()
	twice := c.last == f.name && now.Sub(c.tapped) < twiceWithin
	c.last, c.tapped = f.name, now
	switch {
	case f.folder:
		c.showFolder(filepath.Join(c.dir, f.name), "")
	case c.want.folder:
	case c.want.save != "":
		c.name.SetText(f.name)
	case twice:
		c.mark(f.name)
		c.take()
	case c.marked[f.name]:
		delete(c.marked, f.name)
		c.show()
	default:
		c.mark(f.name)
	}
}

// twiceWithin is how quickly two taps are one that opens.
const twiceWithin = 500 * time.Millisecond

// open is Enter on a line: into a folder; a file is taken, with those that are marked.
func (c *chooser) open(i int) {
	f := c.shown[i]
	if !f.folder && !c.want.folder && c.want.save == "" {
		c.mark(f.name)
		c.take()
		return
	}
	c.last = ""
	c.tap(i)
}

// mark marks a file, in place of another where one is enough.
func (c *chooser) mark(name string) {
	if c.want.one {
		clear(c.marked)
	}
	c.marked[name] = true
	c.show()
}

func (c *chooser) show() {
	c.list.Refresh()
	c.able()
}

// key is a key on the list that it has no use for.
func (c *chooser) key(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		c.cancel()
	case fyne.KeyBackspace, fyne.KeyLeft:
		c.up()
	case fyne.KeyRight:
		if i := c.list.Cursor(); i < len(c.shown) && c.shown[i].folder {
			c.tap(i)
		}
	}
}

// up goes to the folder above.
func (c *chooser) up() { c.showFolder(filepath.Dir(c.dir), filepath.Base(c.dir)) }

// goTyped goes to the folder that was typed or pasted; the path of a file takes it.
func (c *chooser) goTyped(text string) {
	path := strings.Trim(strings.TrimSpace(text), `"`)
	if path == "" {
		return
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.dir, path)
	}
	if !isFolder(path) && isFile(path) && !c.want.folder && c.want.save == "" {
		c.finish([]string{path})
		return
	}
	c.showFolder(path, "")
	c.shell.win.Canvas().Focus(c.list)
}

// makeFolder makes a folder that was typed, and goes there.
func (c *chooser) makeFolder(dir string) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		c.fault(&study.Problem{ID: "app.folder-not-made", File: dir, Err: err})
		return
	}
	c.showFolder(dir, "")
	c.shell.win.Canvas().Focus(c.list)
}

// say shows a line between list and buttons; "" takes it away.
func (c *chooser) say(text string) {
	c.note.Objects = nil
	if text != "" {
		c.note.Objects = []fyne.CanvasObject{widgets.Text(text)}
	}
	c.arrange()
}

// fault says why a folder is not shown; one that is not there can be made where something is to go into it.
func (c *chooser) fault(err error) {
	t := c.shell.words.T
	line := widgets.Lit(widgets.SignalWait, 0, widgets.Text(c.shell.words.Error(err)))
	c.note.Objects = []fyne.CanvasObject{line}
	if study.HasProblem(err, "app.no-such-folder") && (c.want.folder || c.want.save != "") {
		dir := c.dir
		makes := widgets.NewButton(t("files.make-folder"), func() { c.makeFolder(dir) })
		makes.OnEscape = c.cancel
		c.note.Add(widgets.Row(makes))
	}
	c.modal.yes.Disable()
	c.arrange()
}

// arrange gives the list the room that the line leaves.
func (c *chooser) arrange() {
	c.note.Refresh()
	if c.modal.popUp != nil {
		c.modal.popUp.Content.Refresh()
	}
}

// cancel closes the dialog. The folder is kept for the next time.
func (c *chooser) cancel() { c.modal.close() }

// take confirms the dialog.
func (c *chooser) take() {
	switch {
	case c.modal.yes.Disabled():
	case c.want.folder:
		c.finish([]string{c.dir})
	case c.want.save != "":
		c.takeName()
	default:
		names := make([]string, 0, len(c.marked))
		for name := range c.marked {
			names = append(names, filepath.Join(c.dir, name))
		}
		slices.Sort(names)
		c.finish(names)
	}
}

// takeName saves under the name that was typed, over another file only when it is pressed once more.
func (c *chooser) takeName() {
	t, name := c.shell.words.T, strings.TrimSpace(c.name.Text)
	if name == "" || strings.ContainsAny(name, `/\`) {
		c.say(t("files.no-name"))
		return
	}
	if filepath.Ext(name) == "" {
		name += filepath.Ext(c.want.save)
	}
	path := filepath.Join(c.dir, name)
	if isFile(path) && c.sure != path {
		c.say(t("files.there-already", "name", name))
		c.sure = path
		c.modal.yes.SetText(t("files.replace"))
		return
	}
	c.finish([]string{path})
}

// finish closes the dialog and hands on what was chosen.
func (c *chooser) finish(paths []string) {
	c.modal.close()
	c.want.then(paths)
}

package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

// queue is the window's goroutine in tests: whoever waits for a job runs what was posted, in its order.
type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	list  []func()
}

func newQueue() *queue {
	q := &queue{}
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *queue) post(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, f)
	q.ready.Signal()
}

// next waits for what was posted first and runs it.
func (q *queue) next() {
	q.mu.Lock()
	for len(q.list) == 0 {
		q.ready.Wait()
	}
	f := q.list[0]
	q.list = q.list[1:]
	q.mu.Unlock()
	f()
}

func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.list) == 0
}

// house is a window on an empty database, as a person would find it at the first start.
type house struct {
	t      *testing.T
	app    fyne.App
	queue  *queue
	shell  *Shell
	dir    string
	moment time.Time // goes on by a minute whenever it is looked at
	opened []string  // what was shown with the system's own means
}

// newHouse opens the window in a language, at a size.
func newHouse(t *testing.T, l study.Language, size fyne.Size) *house {
	t.Helper()
	h := &house{t: t, app: test.NewTempApp(t), queue: newQueue(), dir: t.TempDir()}
	h.moment = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	c, err := h.open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	h.app.Settings().SetTheme(settings.ThemeFor(h.app))
	h.shell, err = New(h.app, c, Options{Language: l, Post: h.queue.post, Beat: time.Hour, Reopen: h.open, Open: func(path string) error {
		h.opened = append(h.opened, path)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	h.shell.win.Resize(size)
	t.Cleanup(func() {
		h.shell.stop()
		h.settle()
		if err := h.shell.Conduct().Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// open opens the studies of the house.
func (h *house) open(ctx context.Context) (*conduct.Conduct, error) {
	home, err := folder.At(h.dir)
	if err != nil {
		return nil, err
	}
	return conduct.Open(ctx, conduct.Config{Home: home, Now: func() time.Time {
		h.moment = h.moment.Add(time.Minute)
		return h.moment
	}})
}

// roomy is the size of the first window, small that of a projector, less menu and frame.
var roomy, small = fyne.NewSize(firstWidth, firstHeight), fyne.NewSize(1024, 700)

// settle runs until no job is going on and nothing is left to do.
func (h *house) settle() {
	for h.shell.jobs.running() || h.shell.looking > 0 || !h.queue.empty() {
		h.queue.next()
	}
}

// tap presses the button with this text and waits for what it set going.
func (h *house) tap(text string) {
	h.t.Helper()
	b := h.button(text)
	if b == nil {
		h.t.Fatalf("no button %q in sight; there are %q; message %q", text, h.buttons(), h.shell.message.shown())
	}
	if b.Disabled() {
		h.t.Fatalf("the button %q can not be pressed", text)
	}
	test.Tap(b)
	h.settle()
}

// say taps the button with the text of a key.
func (h *house) tapKey(key string, args ...any) {
	h.t.Helper()
	h.tap(h.shell.words.T(key, args...))
}

// button is the first button in sight with this text; those of a question go first.
func (h *house) button(text string) *widgets.Button {
	for _, root := range h.roots() {
		for _, o := range inSight(root) {
			if b, ok := o.(*widgets.Button); ok && b.Text == text {
				return b
			}
		}
	}
	return nil
}

// buttons lists the texts of the buttons in sight.
func (h *house) buttons() []string {
	var list []string
	for _, o := range inSight(h.roots()[0]) {
		if b, ok := o.(*widgets.Button); ok {
			list = append(list, b.Text)
		}
	}
	return list
}

// roots are the question in hand, if there is one, and the screen.
func (h *house) roots() []fyne.CanvasObject {
	c := h.shell.win.Canvas()
	if top := c.Overlays().Top(); top != nil {
		return []fyne.CanvasObject{top}
	}
	return []fyne.CanvasObject{c.Content()}
}

// screen is all texts in sight, a line each.
func (h *house) screen() string {
	var b strings.Builder
	for _, root := range h.roots() {
		for _, text := range textsOf(root) {
			b.WriteString(text + "\n")
		}
	}
	return b.String()
}

// sees fails unless all texts are in sight.
func (h *house) sees(texts ...string) {
	h.t.Helper()
	screen := h.screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			h.t.Errorf("%q is not in sight:\n%s", text, screen)
		}
	}
}

// inSight lists every visible object below a root, in the order in which they are drawn.
func inSight(root fyne.CanvasObject) []fyne.CanvasObject {
	if root == nil || !root.Visible() {
		return nil
	}
	list := []fyne.CanvasObject{root}
	switch o := root.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, inSight(child)...)
		}
	case *widgets.List:
		list = append(list, &o.List) // by this name tests look for it
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, inSight(child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, inSight(child)...)
		}
	}
	return list
}

// textsOf lists the texts that a person reads below a root.
func textsOf(root fyne.CanvasObject) []string {
	var list []string
	for _, o := range inSight(root) {
		switch o := o.(type) {
		case *widget.Label:
			list = append(list, o.Text)
		case *widgets.Button:
			list = append(list, o.Text)
		case *widgets.Field:
			list = append(list, o.Text, o.PlaceHolder)
		case *widgets.Paper:
			list = append(list, o.Text, o.PlaceHolder)
		case *widget.RadioGroup:
			list = append(list, o.Options...)
		case *widgets.TextView:
			list = append(list, o.Text())
		case *widgets.StepList:
			for _, s := range o.Steps() {
				list = append(list, s.Title, s.State)
			}
		}
	}
	return list
}

// sampleFile is the path of a file of the bundled sample study.
func sampleFile(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "assets", "sample", "study-tenancy", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// press types a key where the keyboard is.
func (h *house) press(key fyne.KeyName) {
	c := h.shell.win.Canvas()
	switch focused := c.Focused(); {
	case focused != nil:
		focused.TypedKey(&fyne.KeyEvent{Name: key})
	case c.OnTypedKey() != nil:
		c.OnTypedKey()(&fyne.KeyEvent{Name: key})
	}
}

// command runs a command of the main menu by the key of its text.
func (h *house) command(key string) {
	h.t.Helper()
	h.pressCommand(key)
	h.settle()
}

// pressCommand runs a command and waits for nothing.
func (h *house) pressCommand(key string) {
	h.t.Helper()
	for _, m := range h.shell.win.MainMenu().Items {
		for _, item := range m.Items {
			if item.Label == h.shell.words.T(key) {
				item.Action()
				return
			}
		}
	}
	h.t.Fatalf("the menu has no %s", key)
}

// find is the first object of a kind in sight.
func find[T fyne.CanvasObject](h *house) T {
	h.t.Helper()
	for _, o := range inSight(h.roots()[0]) {
		if found, ok := o.(T); ok {
			return found
		}
	}
	var none T
	h.t.Fatalf("no %T in sight", none)
	return none
}

// entry is the n-th field for a line of text in sight.
func (h *house) entry(n int) *widgets.Field {
	h.t.Helper()
	for _, o := range inSight(h.roots()[0]) {
		if e, ok := o.(*widgets.Field); ok {
			if n == 0 {
				return e
			}
			n--
		}
	}
	h.t.Fatalf("%d fields too few", n+1)
	return nil
}

// entryWith is the field in sight with this example text.
func (h *house) entryWith(placeholder string) *widgets.Field {
	h.t.Helper()
	for _, o := range inSight(h.roots()[0]) {
		if e, ok := o.(*widgets.Field); ok && e.PlaceHolder == placeholder {
			return e
		}
	}
	h.t.Fatalf("no field %q", placeholder)
	return nil
}

// line chooses the first line of the list in sight that shows a text.
func (h *house) line(text string) {
	h.t.Helper()
	list := find[*widget.List](h)
	template := list.CreateItem()
	for i := range list.Length() {
		list.UpdateItem(i, template)
		if strings.Contains(strings.Join(textsOf(template), "\n"), text) {
			list.Select(i)
			h.settle()
			return
		}
	}
	h.t.Fatalf("no line with %q", text)
}

// choice chooses these words in the first choice in sight that offers them.
func (h *house) choice(words string) {
	h.t.Helper()
	for _, o := range inSight(h.roots()[0]) {
		if c, ok := o.(interface{ SetSelected(string) }); ok {
			if s, ok := o.(interface{ Words() []string }); ok && slices.Contains(s.Words(), words) {
				c.SetSelected(words)
				h.settle()
				return
			}
		}
	}
	h.t.Fatalf("no choice offers %q", words)
}

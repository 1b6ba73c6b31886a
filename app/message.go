package app

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/lang"
)

// message says below the screens what was done or what went wrong, at a place that is kept free for it: it hides nothing
// and moves nothing. It waits until it is closed or replaced, until what went wrong is mended, or until the person goes on
// to another screen.
type message struct {
	shell   *Shell
	root    *fyne.Container
	text    *widget.Label
	light   *widgets.Light
	copy    *widgets.Button
	undo    *widgets.Button // takes back what was done; hidden where it can not be
	back    func()          // what undo does
	details string
	err     error                              // what went wrong; nil: something was done
	saying  func(words *lang.Catalogue) string // says it in another language; nil: its words are not known
	place   int                                // of the window that it is about
	turn    int                                // of the screen on which it was said
	since   time.Time                          // when it came
	least   time.Duration                      // how long it stays in any case
}

// mostLines is how many faults are shown at once; all of them are in the details.
const mostLines = 4

// leastSaid and leastFault are how long a message stays though the person goes on to another screen: what was done
// often leads to one by itself, and a fault must be read.
const leastSaid, leastFault = 2 * time.Second, 8 * time.Second

func newMessage(s *Shell) *message {
	m := &message{shell: s, text: widgets.Text(""), light: widgets.NewLight(widgets.SignalInfo)}
	m.copy = widgets.NewButton(s.words.T("app.copy-details"), func() { s.app.Clipboard().SetContent(m.details) })
	m.undo = widgets.NewIconButton(s.words.T("app.undo"), theme.ContentUndoIcon(), m.takeBack)
	closing := widgets.NewQuietButton(s.words.T("app.dismiss"), theme.CancelIcon(), m.clear)
	closing.OnEscape = m.clear
	buttons := container.NewCenter(container.NewHBox(m.undo, m.copy, closing))
	said := widgets.NewScroll(widgets.Line(0, m.text)) // in the middle of the place, and more than has room there scrolls
	m.root = widgets.Inset(theme.InnerPadding(), 0, container.NewBorder(nil, nil, container.NewCenter(m.light), buttons, said))
	m.root.Hide()
	return m
}

// say shows what was done.
func (m *message) say(text string) {
	m.done(text, nil)
}

// done shows what was done and offers to take it back.
func (m *message) done(text string, back func()) {
	m.copy.Hide()
	m.back, m.err, m.saying = back, nil, nil
	if said, ok := m.shell.words.Saying(text); ok {
		m.saying = said.In
	}
	m.show(widgets.SignalInfo, text, leastSaid)
}

// takeBack takes back what the message says was done, once.
func (m *message) takeBack() {
	if back := m.back; back != nil && m.root.Visible() {
		m.back = nil
		m.clear()
		turn := m.turn
		back()
		if turn != m.shell.turn { // the screen on which it was done was drawn anew since, in another language for instance
			m.shell.redraw()
		}
	}
}

// fault shows what went wrong; everything, with the words for developers, can be copied.
func (m *message) fault(err error) { m.tell(widgets.SignalStop, err) }

// notice shows what did not take part though the work went well; it can be copied as a fault can.
func (m *message) notice(err error) { m.tell(widgets.SignalWait, err) }

func (m *message) tell(signal widgets.Signal, err error) {
	words := m.shell.words
	text := words.Error(err)
	m.details = text + "\n\n" + err.Error()
	lines := strings.Split(text, "\n")
	if more := len(lines) - mostLines; more > 0 {
		text = strings.Join(lines[:mostLines], "\n") + "\n" + words.N("app.more-faults", more)
	}
	m.copy.Show()
	m.back, m.err, m.saying = nil, err, nil
	m.show(signal, text, leastFault)
}

func (m *message) show(s widgets.Signal, text string, least time.Duration) {
	m.since, m.least, m.place, m.turn = m.shell.now(), least, m.shell.place, m.shell.turn
	m.undo.Hidden = m.back == nil
	m.light.Set(s)
	m.text.SetText(text)
	m.root.Show()
	m.shell.relayout()
}

// mended takes away what is said of a fault.
func (m *message) mended() {
	if m.err != nil && m.light.Signal() == widgets.SignalStop {
		m.clear()
	}
}

// clear takes the message away.
func (m *message) clear() {
	m.root.Hide()
	m.shell.relayout()
}

// wentOn takes the message away when the person went on to another screen, unless it came so lately that it belongs to
// that screen or was not read yet.
func (m *message) wentOn() {
	if m.root.Visible() && m.shell.now().Sub(m.since) >= m.least {
		m.clear()
	}
}

// turned takes the message away when the person turned to another part of the screen and it was about the one before. A
// message about something else, for instance about work that ended meanwhile, goes as on the way to another screen.
func (m *message) turned(from int) {
	if m.root.Visible() && m.place == from {
		m.clear()
		return
	}
	m.wentOn()
}

// takeOver shows what an earlier message showed, in the present language as far as its words are known.
func (m *message) takeOver(before *message) {
	if before.shown() == "" || m.shown() != "" {
		return
	}
	turn := before.turn
	switch {
	case before.err != nil:
		m.tell(before.light.Signal(), before.err)
	case before.saying != nil:
		m.done(before.saying(m.shell.words), before.back)
	default:
		m.done(before.text.Text, before.back)
	}
	m.turn = turn
}

// shown is the text in sight; "" when there is none.
func (m *message) shown() string {
	if !m.root.Visible() {
		return ""
	}
	return m.text.Text
}

// relayout lays message and job bar out anew at their place.
func (s *Shell) relayout() {
	if root := s.win.Content(); root != nil {
		root.Refresh()
	}
}

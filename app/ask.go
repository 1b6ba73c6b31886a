package app

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
)

// modal is a question over the window. Escape is Cancel wherever the keyboard is; Enter presses the button that has it.
type modal struct {
	shell   *Shell
	popUp   *widget.PopUp
	yes, no *widgets.Button
	text    string
	typed   func(*fyne.KeyEvent) // what the canvas did with keys before
	later   fyne.Focusable       // what a screen gave the keyboard to meanwhile; nil: nothing
	closing bool                 // asks whether running work is stopped
	wide    bool                 // shows a list, and takes more room than a question
}

// longText is the length from which on a question's text is shown in a view that breaks lines itself, in letters.
const longText = 1200

// questionWidth is the width of questions at the usual size of texts, shortHeight the least height.
const questionWidth, shortHeight = 640, 180

// wider is how much wider than a question a dialog with a list is.
const wider = 1.6

// Ask asks before something is done, with the answer named by what it does.
func (s *Shell) Ask(q host.Question) {
	m := &modal{shell: s, text: q.Text, typed: s.win.Canvas().OnTypedKey()}
	m.no = widgets.NewButton(s.words.T("app.cancel"), m.close)
	reason := newLineField(m.close)
	m.yes = widgets.NewMainButton(q.Yes, func() {
		m.close()
		switch {
		case q.Reason != "":
			q.Because(strings.TrimSpace(reason.Text))
		case q.Then != nil:
			q.Then()
		}
	})
	m.no.OnEscape, m.yes.OnEscape = m.close, m.close
	var body fyne.CanvasObject = widgets.NewScroll(widgets.Text(q.Text))
	if utf8.RuneCountInString(q.Text) > longText {
		body = widgets.NewTextView(q.Text)
	}
	buttons := container.NewHBox(layout.NewSpacer(), m.no, m.yes)
	if q.Then == nil && q.Reason == "" { // something to know, not to decide
		m.no.Hide()
	}
	if q.Or != "" {
		buttons = container.NewHBox(layout.NewSpacer(), m.no, m.other(q), m.yes)
	}
	title := widgets.Subheading(q.Title)
	inside, rest := widgets.Filled(1, title, body, buttons), widgets.Column(title, buttons)
	if q.Reason != "" {
		reason.opens(m.yes)
		why, field := widgets.Strong(q.Reason), widgets.Flush(reason)
		inside, rest = widgets.Filled(1, title, body, why, field, buttons), widgets.Column(title, why, field, buttons)
	}
	m.open(inside, m.heightFor(q.Text, rest), m.close)
	switch {
	case q.Reason != "":
		s.win.Canvas().Focus(reason)
	case q.Careful:
		s.win.Canvas().Focus(m.no)
	default:
		s.win.Canvas().Focus(m.yes)
	}
}

// width is how wide a question is: it grows with its text, and stays within the window.
func (m *modal) width() float32 {
	width := theme.TextSize() / theme.DefaultTheme().Size(theme.SizeNameText) * questionWidth
	if m.wide {
		width *= wider
	}
	return min(width, m.shell.win.Canvas().Size().Width-40)
}

// heightFor is the height at which a question's text is seen as a whole, with the rest of it. Where the window is not
// as high the text scrolls.
func (m *modal) heightFor(text string, rest fyne.CanvasObject) float32 {
	const frame, air = 4, 2 // margins of the pop-up and of what is inside, and of the scroll
	room := m.width() - frame*theme.InnerPadding()
	height := widgets.HeightAt(rest, room) + frame*theme.InnerPadding() + air*theme.Padding()
	if utf8.RuneCountInString(text) > longText {
		return max(height, m.shell.win.Canvas().Size().Height)
	}
	return max(shortHeight, height+widgets.HeightAt(widgets.Text(text), room))
}

// open shows the question at a height; escape is what Escape does.
func (m *modal) open(inside fyne.CanvasObject, height float32, escape func()) {
	canvas := m.shell.win.Canvas()
	m.popUp = widget.NewModalPopUp(widgets.Inset(theme.InnerPadding(), theme.InnerPadding(), inside), canvas)
	m.popUp.Resize(fyne.NewSize(m.width(), min(height, canvas.Size().Height-40)))
	m.shell.modal = m
	m.popUp.Show()
	canvas.SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			escape()
		}
	})
}

// other is the button of the other way to do it.
func (m *modal) other(q host.Question) *widgets.Button {
	b := widgets.NewButton(q.Or, func() {
		m.close()
		q.OrThen()
	})
	b.OnEscape = m.close
	return b
}

// lineField is a line to be typed in a question. Escape is Cancel here too.
type lineField struct {
	widgets.Field
	onEscape func()
}

func newLineField(onEscape func()) *lineField {
	f := &lineField{onEscape: onEscape}
	f.ExtendBaseWidget(f)
	return f
}

// opens lets a button be pressed only with a reason.
func (f *lineField) opens(yes *widgets.Button) {
	yes.Disable()
	f.OnChanged = func(text string) { yes.SetEnabled(strings.TrimSpace(text) != "") }
	f.OnSubmitted = func(string) {
		if !yes.Disabled() {
			yes.OnTapped()
		}
	}
}

// TypedKey types; Escape cancels the question.
func (f *lineField) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		f.onEscape()
		return
	}
	f.Field.TypedKey(e)
}

// close takes the question away.
func (m *modal) close() {
	if m.shell.modal != m {
		return
	}
	m.shell.modal = nil
	m.popUp.Hide()
	m.shell.win.Canvas().SetOnTypedKey(m.typed)
	m.shell.Focus(m.later)
}

// askToClose asks whether a running job is stopped for good.
func (s *Shell) askToClose() {
	if s.modal != nil {
		s.modal.close()
	}
	s.Ask(host.Question{Title: s.words.T("app.close-title"), Text: s.words.T("app.close-while-running"),
		Yes: s.words.T("app.close"), Careful: true, Then: s.end})
	s.modal.closing = true
}

// workEnded takes the question away whether work is stopped, when there is none any more.
func (s *Shell) workEnded() {
	if s.modal != nil && s.modal.closing {
		s.modal.close()
	}
}

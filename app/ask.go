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
}

// longText is the length from which on a question's text is shown in a view that scrolls, in letters.
const longText = 400

// questionWidth, shortHeight and longHeight are the sizes of questions.
const questionWidth, shortHeight, longHeight = 640, 220, 460

// Ask asks before something is done, with the answer named by what it does.
func (s *Shell) Ask(q host.Question) {
	m := &modal{shell: s, text: q.Text, typed: s.win.Canvas().OnTypedKey()}
	m.no = widgets.NewButton(s.words.T("app.cancel"), m.close)
	reason := &reasonField{onEscape: m.close}
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
	height := float32(shortHeight)
	var body fyne.CanvasObject = widgets.NewScroll(widgets.Text(q.Text))
	if utf8.RuneCountInString(q.Text) > longText {
		height, body = longHeight, widgets.NewTextView(q.Text)
	}
	buttons := container.NewHBox(layout.NewSpacer(), m.no, m.yes)
	if q.Then == nil && q.Reason == "" { // something to know, not to decide
		m.no.Hide()
	}
	if q.Or != "" {
		buttons = container.NewHBox(layout.NewSpacer(), m.no, m.other(q), m.yes)
	}
	inside := widgets.Filled(1, widgets.Subheading(q.Title), body, buttons)
	if q.Reason != "" {
		reason.opens(m.yes)
		inside = widgets.Filled(1, widgets.Subheading(q.Title), body, widgets.Strong(q.Reason), widgets.Flush(reason), buttons)
	}
	m.open(inside, height, m.close)
	switch {
	case q.Reason != "":
		s.win.Canvas().Focus(reason)
	case q.Careful:
		s.win.Canvas().Focus(m.no)
	default:
		s.win.Canvas().Focus(m.yes)
	}
}

// open shows the question at a height; escape is what Escape does.
func (m *modal) open(inside fyne.CanvasObject, height float32, escape func()) {
	canvas := m.shell.win.Canvas()
	m.popUp = widget.NewModalPopUp(widgets.Inset(theme.InnerPadding(), theme.InnerPadding(), inside), canvas)
	room := canvas.Size()
	grown := theme.TextSize() / theme.DefaultTheme().Size(theme.SizeNameText) // a question grows with its text
	m.popUp.Resize(fyne.NewSize(min(questionWidth*grown, room.Width-40), min(height*grown, room.Height-40)))
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

// reasonField is the line in which a person says why. Escape is Cancel here too.
type reasonField struct {
	widgets.Field
	onEscape func()
}

// opens lets a button be pressed only with a reason.
func (r *reasonField) opens(yes *widgets.Button) {
	r.ExtendBaseWidget(r)
	yes.Disable()
	r.OnChanged = func(text string) {
		if strings.TrimSpace(text) == "" {
			yes.Disable()
			return
		}
		yes.Enable()
	}
	r.OnSubmitted = func(string) {
		if !yes.Disabled() {
			yes.OnTapped()
		}
	}
}

// TypedKey types; Escape cancels the question.
func (r *reasonField) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		r.onEscape()
		return
	}
	r.Field.TypedKey(e)
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

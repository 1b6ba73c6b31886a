package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/internal/lang"
)

// message is the line below the screens that says what was done or what went wrong. It hides nothing and waits until
// it is closed or replaced.
type message struct {
	words *lang.Catalogue
	root  *fyne.Container
	text  *widget.Label
	icon  *widget.Icon
	copy  *widget.Button
}

func newMessage(words *lang.Catalogue) *message {
	m := &message{words: words, text: widget.NewLabel(""), icon: widget.NewIcon(nil)}
	m.text.Wrapping = fyne.TextWrapWord
	m.text.Selectable = true
	m.copy = widget.NewButton(words.T("app.copy-details"), nil)
	closing := widget.NewButtonWithIcon("", theme.CancelIcon(), m.clear)
	closing.Importance = widget.LowImportance
	m.root = container.NewBorder(widget.NewSeparator(), nil, m.icon, container.NewHBox(m.copy, closing), m.text)
	m.root.Hide()
	return m
}

// say shows what was done.
func (m *message) say(text string) {
	m.icon.SetResource(theme.InfoIcon())
	m.copy.Hide()
	m.show(text)
}

// fault shows what went wrong; the details for developers can be copied.
func (m *message) fault(text, details string, clipboard fyne.Clipboard) {
	m.icon.SetResource(theme.NewErrorThemedResource(theme.ErrorIcon()))
	m.copy.OnTapped = func() { clipboard.SetContent(text + "\n\n" + details) }
	m.copy.Show()
	m.show(text)
}

func (m *message) show(text string) {
	m.text.SetText(text)
	m.root.Show()
}

func (m *message) clear() { m.root.Hide() }

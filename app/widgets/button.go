package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Button is a button that Enter presses as well as the space bar, and that may know what Escape does where it stands.
type Button struct {
	widget.Button
	OnEscape func() // nil: nothing
}

// NewButton makes a button.
func NewButton(text string, do func()) *Button { return NewIconButton(text, nil, do) }

// NewIconButton makes a button with a picture.
func NewIconButton(text string, icon fyne.Resource, do func()) *Button {
	b := &Button{}
	b.Text, b.Icon, b.OnTapped = text, icon, do
	b.ExtendBaseWidget(b)
	return b
}

// NewMainButton makes the button of the step that comes next.
func NewMainButton(text string, do func()) *Button {
	b := NewButton(text, do)
	b.Importance = widget.HighImportance
	return b
}

// NewQuietButton makes a button without a ground, for what stands at the margin.
func NewQuietButton(text string, icon fyne.Resource, do func()) *Button {
	b := NewIconButton(text, icon, do)
	b.Importance = widget.LowImportance
	return b
}

// SetEnabled lets the button be pressed, or not.
func (b *Button) SetEnabled(on bool) {
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// TypedKey presses on Enter and space.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
	case fyne.KeyEscape:
		if b.OnEscape != nil {
			b.OnEscape()
		}
	default:
		b.Button.TypedKey(e)
	}
}

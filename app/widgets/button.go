package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Button is a button that Enter presses as well as the space bar, that may know what Escape does where it stands, and
// that shows with a frame that it has the keyboard.
type Button struct {
	widget.Button
	OnEscape func() // nil: nothing
	focused  bool
	reveal   func() // brings the button into sight; nil where it does not scroll
}

func (b *Button) onFocus(reveal func()) { b.reveal = reveal }

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

// NewDangerButton makes the button of what can not be taken back, or takes something away: a bin in the colour of faults,
// the same everywhere. It stands at the right end of its line, apart from the others.
func NewDangerButton(text string, do func()) *Button {
	return NewIconButton(text, theme.NewColoredResource(theme.DeleteIcon(), theme.ColorNameError), do)
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
		if b.OnEscape == nil {
			passOn(b, e)
			return
		}
		b.OnEscape()
	default:
		b.Button.TypedKey(e)
		passOn(b, e)
	}
}

// FocusGained shows that the button has the keyboard.
func (b *Button) FocusGained() {
	b.focused = true
	b.Button.FocusGained()
	if b.reveal != nil {
		b.reveal()
	}
}

// FocusLost takes the frame away.
func (b *Button) FocusLost() {
	b.focused = false
	b.Button.FocusLost()
}

// CreateRenderer draws the toolkit's button with a frame for the keyboard.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &framedRenderer{WidgetRenderer: b.Button.CreateRenderer(), frame: canvas.NewRectangle(color.Transparent)}
	r.dress = func() {
		r.frame.Hidden = !b.focused
		r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNameForeground), 2
		if b.Importance == widget.HighImportance { // a dark frame is lost on a dark ground
			r.frame.StrokeColor = themed(theme.ColorNameForegroundOnPrimary)
		}
		r.frame.CornerRadius = theme.InputRadiusSize()
		r.frame.Refresh()
	}
	r.dress()
	return r
}

// framedRenderer draws a frame around what another renderer draws.
type framedRenderer struct {
	fyne.WidgetRenderer
	frame *canvas.Rectangle
	dress func()
}

func (r *framedRenderer) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject(nil), r.WidgetRenderer.Objects()...), r.frame)
}

func (r *framedRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.frame.Move(fyne.NewPos(1, 1))
	r.frame.Resize(size.SubtractWidthHeight(2, 2))
}

func (r *framedRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.dress()
}

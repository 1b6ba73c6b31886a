package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Paper is a field for several lines. Unlike the toolkit's own it lets Tab go on to the next field, so that nobody who
// works with the keyboard alone is caught in it.
type Paper struct {
	widget.Entry
	OnLeft func() // called when the keyboard goes elsewhere; nil: nobody asks
}

// FocusLost tells that the keyboard went elsewhere.
func (p *Paper) FocusLost() {
	p.Entry.FocusLost()
	if p.OnLeft != nil {
		p.OnLeft()
	}
}

// NewPaper makes a field of a number of lines.
func NewPaper(lines int) *Paper {
	p := &Paper{}
	p.MultiLine, p.Wrapping = true, fyne.TextWrapWord
	p.SetMinRowsVisible(lines)
	p.ExtendBaseWidget(p)
	return p
}

// AcceptsTab is false: Tab leaves the field.
func (p *Paper) AcceptsTab() bool { return false }

// TypedKey types; F1 goes to the window.
func (p *Paper) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyF1 {
		passOn(p, e)
		return
	}
	p.Entry.TypedKey(e)
}

// Field is a field for one line. Unlike the toolkit's own it hands on F1, so that the list of keys opens wherever the
// keyboard is.
type Field struct{ widget.Entry }

// NewField makes a field for a line.
func NewField() *Field {
	f := &Field{}
	f.ExtendBaseWidget(f)
	return f
}

// NewSecret makes a field for a line that nobody may read along.
func NewSecret() *Field {
	f := &Field{}
	f.Password = true
	f.ExtendBaseWidget(f)
	return f
}

// TypedKey types; F1 goes to the window.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyF1 {
		passOn(f, e)
		return
	}
	f.Entry.TypedKey(e)
}

// Choice lets a person choose one of a few values by their words.
type Choice[T comparable] struct {
	widget.Select
	values  []T
	focused bool
	reveal  func() // brings the choice into sight; nil where it does not scroll
}

func (c *Choice[T]) onFocus(reveal func()) { c.reveal = reveal }

// FocusGained shows that the choice has the keyboard.
func (c *Choice[T]) FocusGained() {
	c.focused = true
	c.Select.FocusGained()
	if c.reveal != nil {
		c.reveal()
	}
}

// FocusLost takes the frame away.
func (c *Choice[T]) FocusLost() {
	c.focused = false
	c.Select.FocusLost()
}

// NewChoice makes a choice; words are those of the values, in their order.
func NewChoice[T comparable](values []T, words []string) *Choice[T] {
	c := &Choice[T]{values: values}
	c.Options, c.PlaceHolder = words, "–" // the toolkit's own words are in the system's language
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer draws the toolkit's choice with the border of a field, so that it is seen on any ground.
func (c *Choice[T]) CreateRenderer() fyne.WidgetRenderer {
	r := &framedRenderer{WidgetRenderer: c.Select.CreateRenderer(), frame: canvas.NewRectangle(color.Transparent)}
	r.dress = func() {
		r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNameInputBorder), 1
		if c.focused {
			r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNameForeground), 2
		}
		r.frame.CornerRadius = theme.InputRadiusSize()
		r.frame.Refresh()
	}
	r.dress()
	return r
}

// TypedKey chooses; Escape and F1 go to the window.
func (c *Choice[T]) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyF1 || e.Name == fyne.KeyEscape {
		passOn(c, e)
		return
	}
	c.Select.TypedKey(e)
}

// Value is what was chosen; ok is false when nothing was.
func (c *Choice[T]) Value() (v T, ok bool) {
	i := c.SelectedIndex()
	if i < 0 {
		return v, false
	}
	return c.values[i], true
}

// Choose chooses a value; one that is not offered leaves nothing chosen.
func (c *Choice[T]) Choose(v T) {
	for i, one := range c.values {
		if one == v {
			c.SetSelectedIndex(i)
			return
		}
	}
	c.ClearSelected()
}

// Words are the words of the values, in their order.
func (c *Choice[T]) Words() []string { return c.Options }

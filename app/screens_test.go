package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/font/sfnt"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// fits checks that nothing on the screen is cut off: texts that do not wrap have their width, those that do have their
// height, and everything that can be pressed lies within the window.
func (h *house) fits(name string) {
	h.t.Helper()
	room := h.shell.win.Canvas().Size()
	driver := fyne.CurrentApp().Driver()
	for _, o := range inSight(h.roots()[0]) {
		at := driver.AbsolutePositionForObject(o)
		switch o := o.(type) {
		case *widget.Label:
			h.labelFits(name, o)
			if right := at.X + o.Size().Width; right > room.Width+1 {
				h.t.Errorf("%s: %q ends at %v of %v", name, o.Text, right, room.Width)
			}
		case *widgets.Button, *widgets.Field, *widgets.StepList:
			if right := at.X + o.Size().Width; right > room.Width+1 {
				h.t.Errorf("%s: %T %v ends at %v of %v", name, o, textsOf(o), right, room.Width)
			}
			if least := o.MinSize(); o.Size().Width < least.Width-1 || o.Size().Height < least.Height-1 {
				h.t.Errorf("%s: %T %v has %v and needs %v", name, o, textsOf(o), o.Size(), least)
			}
		}
	}
}

// labelFits checks one text.
func (h *house) labelFits(name string, l *widget.Label) {
	h.t.Helper()
	least := l.MinSize()
	if l.Truncation == fyne.TextTruncateOff && l.Size().Width < least.Width-1 {
		h.t.Errorf("%s: %q is %v wide and needs %v", name, l.Text, l.Size().Width, least.Width)
	}
	if l.Size().Height < least.Height-1 {
		h.t.Errorf("%s: %q is %v high and needs %v", name, l.Text, l.Size().Height, least.Height)
	}
	if l.Wrapping == fyne.TextWrapWord {
		style := l.TextStyle
		for word := range strings.FieldsSeq(l.Text) {
			width := fyne.MeasureText(word, theme.Size(sizeOf(l)), style).Width
			if !strings.ContainsAny(word, "/\\_") && width > l.Size().Width-2*theme.InnerPadding()+1 {
				h.t.Errorf("%s: the word %q is %v wide in a text of %v", name, word, width, l.Size().Width)
			}
		}
	}
}

func sizeOf(l *widget.Label) fyne.ThemeSizeName {
	if l.SizeName == "" {
		return theme.SizeNameText
	}
	return l.SizeName
}

// speaks checks that every text is there and can be drawn with the letters that the program brings along.
func (h *house) speaks(name string) {
	h.t.Helper()
	for _, text := range h.ownTexts() {
		if strings.ContainsAny(text, "‹›") {
			h.t.Errorf("%s: a text is missing: %s", name, text)
		}
		if strings.Contains(text, "studyctl") {
			h.t.Errorf("%s: a command of the terminal is named: %s", name, text)
		}
		if strings.Contains(text, "{{") || strings.Contains(text, "<no value>") {
			h.t.Errorf("%s: a place was not filled: %s", name, text)
		}
		for _, r := range text {
			if !drawable(h.t, r) {
				h.t.Errorf("%s: the font has no %q (in %q)", name, r, text)
			}
		}
	}
}

// ownTexts are the texts in sight that the program says itself.
func (h *house) ownTexts() []string {
	var list []string
	for _, o := range inSight(h.roots()[0]) {
		switch o := o.(type) {
		case *widget.Label:
			list = append(list, o.Text)
		case *widgets.Button:
			list = append(list, o.Text)
		case *widgets.Field:
			list = append(list, o.PlaceHolder)
		}
	}
	return list
}

// textFont is the font that the toolkit brings along.
var textFont = func() *sfnt.Font {
	f, err := sfnt.Parse(theme.DefaultTextFont().Content())
	if err != nil {
		return nil
	}
	return f
}()

// drawable tells whether the font has a letter.
func drawable(t *testing.T, r rune) bool {
	t.Helper()
	if r == '\n' {
		return true
	}
	if textFont == nil {
		t.Fatal("the toolkit's font can not be read")
	}
	var b sfnt.Buffer
	i, err := textFont.GlyphIndex(&b, r)
	return err == nil && i != 0
}

// reachesAll checks that Tab leads to everything that can be pressed or filled in, and back to where it began.
func (h *house) reachesAll(name string) {
	h.t.Helper()
	c := h.shell.win.Canvas()
	before := c.Focused()
	c.Unfocus()
	var reached []fyne.Focusable
	for range 200 {
		c.FocusNext()
		f := c.Focused()
		if f == nil || slices.Contains(reached, f) {
			break
		}
		reached = append(reached, f)
	}
	for _, o := range inSight(h.roots()[0]) {
		f, ok := o.(fyne.Focusable)
		if !ok || !pressable(o) {
			continue
		}
		if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
			continue
		}
		if _, bare := o.(*widget.Entry); bare {
			h.t.Errorf("%s: a field of the toolkit's own keeps F1 to itself: %v", name, textsOf(o))
		}
		if l, ok := o.(*widget.List); ok && slices.ContainsFunc(reached, func(r fyne.Focusable) bool {
			own, ok := r.(*widgets.List)
			return ok && &own.List == l
		}) {
			continue
		}
		if !slices.Contains(reached, f) {
			h.t.Errorf("%s: Tab never comes to %T %v", name, o, textsOf(o))
		}
	}
	c.Unfocus()
	if before != nil {
		c.Focus(before)
	}
}

// aligned checks that no list stands left of where the texts of the page begin.
func (h *house) aligned(name string) {
	h.t.Helper()
	driver, margin := fyne.CurrentApp().Driver(), float32(-1)
	for _, o := range inSight(h.roots()[0]) {
		switch o := o.(type) {
		case *widget.Label:
			if margin < 0 && o.SizeName == theme.SizeNameHeadingText {
				margin = driver.AbsolutePositionForObject(o).X + theme.InnerPadding()
			}
		case *widgets.List:
			if x := driver.AbsolutePositionForObject(o).X; x < margin-1 {
				h.t.Errorf("%s: a list begins at %v, texts at %v", name, x, margin)
			}
		}
	}
}

// pressable tells whether an object is one of those that a person works with.
func pressable(o fyne.CanvasObject) bool {
	switch o.(type) {
	case *widgets.Button, *widgets.Check, *widgets.Field, *widgets.Paper, *widgets.StepList, *widgets.TextView, *widget.List,
		*widgets.Choice[study.Language], *widgets.Choice[study.Condition], *widgets.Choice[string], *widgets.Choice[int], *widget.Entry:
		return true
	}
	return false
}

// TestTabGoesFromTopToBottom holds the order of the keyboard to the order of reading, on a page with fields, a list and
// buttons at both ends.
func TestTabGoesFromTopToBottom(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.message.clear()
	for _, page := range []string{"gold", "answers", "blinding"} {
		h.shell.wizard.Show(page)
		c, driver := h.shell.win.Canvas(), fyne.CurrentApp().Driver()
		c.Focus(h.shell.wizard.Steps())
		last := float32(0)
		for c.FocusNext(); c.Focused() != nil; c.FocusNext() {
			o := c.Focused().(fyne.CanvasObject)
			y := driver.AbsolutePositionForObject(o).Y
			if y < last-1 {
				if y < 60 {
					break // back at the top of the window
				}
				t.Errorf("%s: %T %v stands at %v, after %v", page, o, textsOf(o), y, last)
			}
			last = y
		}
	}
}

// TestLargeTextsFitToo walks through the steps at large sizes of texts.
func TestLargeTextsFitToo(t *testing.T) {
	for _, c := range []struct {
		scale float64
		size  fyne.Size
	}{{1.5, small}, {2, fyne.NewSize(1366, 768)}} {
		for _, l := range study.Languages() {
			t.Run(fmt.Sprintf("%s-%v", l, c.scale), func(t *testing.T) {
				h := newHouse(t, l, c.size)
				h.app.Preferences().SetFloat("text-size", c.scale)
				h.app.Settings().SetTheme(settings.ThemeFor(h.app))
				h.tapKey("home.sample")
				h.shell.message.clear()
				for _, page := range []string{"ready", "case", "gold", "answers", "blinding", "stard", "start"} {
					h.shell.wizard.Show(page)
					h.fits(page)
				}
			})
		}
	}
}

package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// TextView shows a long text without editing it. It breaks lines itself and draws only those that can be seen, so that
// two hundred pages open at once. A click or a drag marks whole lines; Ctrl+C copies the marked part of the original
// text, or all of it where nothing is marked.
type TextView struct {
	widget.BaseWidget

	text    string
	lines   []span
	breaker *breaker
	size    float32 // of the text, for which widths were measured
	width   float32 // for which lines were broken

	from, to int // marked lines, from <= to; from is -1 when none is
	anchor   int // where marking began
	focused  bool

	scroll *container.Scroll
	sheet  *textSheet
}

// NewTextView makes a view of a text.
func NewTextView(text string) *TextView {
	v := &TextView{text: text, from: -1, to: -1}
	v.sheet = newTextSheet(v)
	v.scroll = container.NewVScroll(v.sheet)
	v.scroll.OnScrolled = func(fyne.Position) { v.sheet.Refresh() }
	v.ExtendBaseWidget(v)
	return v
}

// Text is the whole text as it was given.
func (v *TextView) Text() string { return v.text }

// SetText shows another text from its beginning.
func (v *TextView) SetText(text string) {
	v.text, v.width = text, 0
	v.from, v.to = -1, -1
	v.wrap(v.Size().Width)
	v.scroll.ScrollToTop()
	v.sheet.Refresh()
}

// Lines is how many lines the text takes at the present width.
func (v *TextView) Lines() int { return len(v.lines) }

// Line is one line as it is shown.
func (v *TextView) Line(i int) string {
	return strings.ReplaceAll(v.text[v.lines[i].start:v.lines[i].end], "\t", "    ")
}

// Marked is the marked part of the original text, with its line ends; "" when nothing is marked.
func (v *TextView) Marked() string {
	if v.from < 0 {
		return ""
	}
	return v.text[v.lines[v.from].start:v.lines[v.to].end]
}

// mark marks the lines between two, in either order.
func (v *TextView) mark(a, b int) {
	last := len(v.lines) - 1
	a, b = min(max(a, 0), last), min(max(b, 0), last)
	v.from, v.to = min(a, b), max(a, b)
	v.sheet.Refresh()
}

// Resize breaks the lines anew when the width has changed.
func (v *TextView) Resize(size fyne.Size) {
	v.wrap(size.Width)
	v.BaseWidget.Resize(size)
}

// Refresh breaks the lines anew when the size of texts has changed.
func (v *TextView) Refresh() {
	v.wrap(v.Size().Width)
	v.BaseWidget.Refresh()
	v.sheet.Refresh()
}

// CreateRenderer shows the scrolled sheet.
func (v *TextView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.scroll) }

// MinSize leaves room for a few lines.
func (v *TextView) MinSize() fyne.Size {
	return fyne.NewSize(12*theme.TextSize(), 4*v.lineHeight())
}

// lineHeight is the distance of two lines.
func (v *TextView) lineHeight() float32 { return 1.5 * theme.TextSize() }

// margin is what stays free at both sides of a line.
func (v *TextView) margin() float32 { return theme.InnerPadding() }

// wrap breaks the text for a width, unless it is broken for that width already.
func (v *TextView) wrap(width float32) {
	size := theme.TextSize()
	if width <= 0 || width == v.width && size == v.size {
		return
	}
	if size != v.size {
		v.breaker = newBreaker(func(s string) float32 {
			return fyne.MeasureText(strings.ReplaceAll(s, "\t", "    "), size, fyne.TextStyle{}).Width
		})
	}
	v.width, v.size = width, size
	v.from, v.to = -1, -1
	v.lines = v.breaker.lines(v.text, width-2*v.margin()-theme.ScrollBarSize())
}

// FocusGained shows where the keyboard is.
func (v *TextView) FocusGained() { v.focused = true; v.sheet.Refresh() }

// FocusLost takes the mark of the keyboard away.
func (v *TextView) FocusLost() { v.focused = false; v.sheet.Refresh() }

// TypedRune is not needed: nothing can be typed here.
func (v *TextView) TypedRune(rune) {}

// TypedKey scrolls.
func (v *TextView) TypedKey(e *fyne.KeyEvent) {
	page := v.scroll.Size().Height - v.lineHeight()
	steps := map[fyne.KeyName]float32{
		fyne.KeyUp: -v.lineHeight(), fyne.KeyDown: v.lineHeight(), fyne.KeyPageUp: -page, fyne.KeyPageDown: page,
		fyne.KeySpace: page, fyne.KeyHome: -v.scroll.Content.Size().Height, fyne.KeyEnd: v.scroll.Content.Size().Height,
	}
	if step, ok := steps[e.Name]; ok {
		v.scroll.ScrollToOffset(v.scroll.Offset.AddXY(0, step))
		v.sheet.Refresh()
	}
	switch {
	case e.Name == fyne.KeyF1, e.Name == fyne.KeyEscape && v.from < 0:
		passOn(v, e)
	case e.Name == fyne.KeyEscape:
		v.from, v.to = -1, -1
		v.sheet.Refresh()
	}
}

// TypedShortcut copies and marks everything.
func (v *TextView) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy:
		text := v.Marked()
		if text == "" {
			text = v.text
		}
		fyne.CurrentApp().Clipboard().SetContent(text)
	case *fyne.ShortcutSelectAll:
		v.mark(0, len(v.lines)-1)
	}
}

// textSheet is what is scrolled: as high as all lines, with widgets for those in sight alone.
type textSheet struct {
	widget.BaseWidget
	view *TextView
}

func newTextSheet(v *TextView) *textSheet {
	s := &textSheet{view: v}
	s.ExtendBaseWidget(s)
	return s
}

// MinSize is the height of all lines.
func (s *textSheet) MinSize() fyne.Size {
	return fyne.NewSize(0, float32(len(s.view.lines))*s.view.lineHeight()+2*theme.Padding())
}

// lineAt is the line at a height.
func (s *textSheet) lineAt(y float32) int { return int((y - theme.Padding()) / s.view.lineHeight()) }

// MouseDown begins marking, or with Shift goes on with it, and takes the keyboard.
func (s *textSheet) MouseDown(e *desktop.MouseEvent) {
	v := s.view
	if c := fyne.CurrentApp().Driver().CanvasForObject(v); c != nil {
		c.Focus(v)
	}
	if len(v.lines) == 0 {
		return
	}
	if e.Modifier&fyne.KeyModifierShift == 0 || v.from < 0 {
		v.anchor = s.lineAt(e.Position.Y)
	}
	v.mark(v.anchor, s.lineAt(e.Position.Y))
}

// MouseUp is not needed.
func (s *textSheet) MouseUp(*desktop.MouseEvent) {}

// Dragged marks up to the line under the pointer.
func (s *textSheet) Dragged(e *fyne.DragEvent) {
	if len(s.view.lines) > 0 {
		s.view.mark(s.view.anchor, s.lineAt(e.Position.Y))
	}
}

// DragEnd is not needed.
func (s *textSheet) DragEnd() {}

// Cursor says that the text can be marked.
func (s *textSheet) Cursor() desktop.Cursor { return desktop.TextCursor }

// CreateRenderer draws the lines in sight.
func (s *textSheet) CreateRenderer() fyne.WidgetRenderer {
	return &sheetRenderer{sheet: s, frame: canvas.NewRectangle(nil), marked: canvas.NewRectangle(nil)}
}

// sheetRenderer keeps as many texts as fit the view and moves them along.
type sheetRenderer struct {
	sheet         *textSheet
	frame, marked *canvas.Rectangle
	texts         []*canvas.Text
	objects       []fyne.CanvasObject
}

func (r *sheetRenderer) Destroy() {}

func (r *sheetRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *sheetRenderer) MinSize() fyne.Size { return r.sheet.MinSize() }

func (r *sheetRenderer) Layout(fyne.Size) { r.Refresh() }

// Refresh shows the lines that can be seen now.
func (r *sheetRenderer) Refresh() {
	v := r.sheet.view
	height := v.lineHeight()
	first := max(0, int((v.scroll.Offset.Y-theme.Padding())/height))
	count := min(int(v.scroll.Size().Height/height)+2, len(v.lines)-first)
	for len(r.texts) < count {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	r.objects = append(r.objects[:0], r.frame, r.marked)
	r.drawFrame()
	for i := range max(0, count) {
		t := r.texts[i]
		t.Text, t.TextSize, t.Color = v.Line(first+i), theme.TextSize(), themed(theme.ColorNameForeground)
		t.Move(fyne.NewPos(v.margin(), theme.Padding()+float32(first+i)*height+(height-t.MinSize().Height)/2))
		t.Resize(t.MinSize())
		r.objects = append(r.objects, t)
		t.Refresh()
	}
	canvas.Refresh(r.sheet)
}

// drawFrame shows what is marked, and where the keyboard is.
func (r *sheetRenderer) drawFrame() {
	v := r.sheet.view
	r.frame.FillColor, r.frame.StrokeWidth = themed(ColorQuiet), 0
	if v.focused {
		r.frame.StrokeColor, r.frame.StrokeWidth = themed(theme.ColorNamePrimary), 2
	}
	r.frame.Move(fyne.NewPos(0, v.scroll.Offset.Y))
	r.frame.Resize(v.scroll.Size())
	r.marked.Hidden = v.from < 0
	if v.from >= 0 {
		r.marked.FillColor = themed(theme.ColorNameSelection)
		r.marked.Move(fyne.NewPos(0, theme.Padding()+float32(v.from)*v.lineHeight()))
		r.marked.Resize(fyne.NewSize(r.sheet.Size().Width, float32(v.to-v.from+1)*v.lineHeight()))
	}
	r.frame.Refresh()
	r.marked.Refresh()
}

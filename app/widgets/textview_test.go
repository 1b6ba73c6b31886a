package widgets_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
)

// shown puts an object into a window of a size.
func shown(t testing.TB, o fyne.CanvasObject, size fyne.Size) fyne.Window {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(&widgets.Theme{Scale: 1})
	w := app.NewWindow("")
	w.SetPadded(false)
	w.SetContent(o)
	w.Resize(size)
	t.Cleanup(w.Close)
	return w
}

// page is a text of a few paragraphs.
const page = "Erstens. Die Kündigung ist unwirksam, weil sie nicht gerichtlich erklärt wurde.\n\n  1. Form\n  2. Frist\n\nZweitens. Ein Rückstand besteht."

func TestTextViewShowsEveryWordInOrder(t *testing.T) {
	v := widgets.NewTextView(page)
	shown(t, v, fyne.NewSize(300, 200))
	var words []string
	for i := range v.Lines() {
		words = append(words, strings.Fields(v.Line(i))...)
	}
	if got, want := strings.Join(words, " "), strings.Join(strings.Fields(page), " "); got != want {
		t.Errorf("shown %q\nwant  %q", got, want)
	}
}

func TestNoLineOfATextViewIsWiderThanItsRoom(t *testing.T) {
	v := widgets.NewTextView(strings.Repeat(page+" Rechtsschutzversicherungsgesellschaften ", 20))
	shown(t, v, fyne.NewSize(260, 200))
	room := v.Size().Width
	for i := range v.Lines() {
		if w := fyne.MeasureText(v.Line(i), theme.TextSize(), fyne.TextStyle{}).Width; w > room {
			t.Errorf("line %d is %v wide, there is room for %v: %q", i, w, room, v.Line(i))
		}
	}
}

func TestTextViewBreaksAnewForAnotherWidth(t *testing.T) {
	v := widgets.NewTextView(strings.Repeat(page+"\n", 10))
	w := shown(t, v, fyne.NewSize(300, 200))
	narrow := v.Lines()
	w.Resize(fyne.NewSize(900, 200))
	if wide := v.Lines(); wide >= narrow {
		t.Errorf("%d lines at 300, %d at 900", narrow, wide)
	}
}

func TestTextViewDrawsOnlyWhatIsInSight(t *testing.T) {
	v := widgets.NewTextView(strings.Repeat("Absatz.\n", 5000))
	w := shown(t, v, fyne.NewSize(300, 210))
	objects := 0
	walk(w.Content(), func(fyne.CanvasObject) { objects++ })
	if objects > 60 {
		t.Errorf("%d objects are drawn for a view of ten lines", objects)
	}
}

// drag marks from one height to another.
func drag(t *testing.T, w fyne.Window, from, to float32, shift bool) {
	t.Helper()
	var sheet desktop.Mouseable
	walk(w.Content(), func(o fyne.CanvasObject) {
		if m, ok := o.(desktop.Mouseable); ok {
			sheet = m
		}
	})
	modifier := fyne.KeyModifier(0)
	if shift {
		modifier = fyne.KeyModifierShift
	}
	at := func(y float32) fyne.PointEvent { return fyne.PointEvent{Position: fyne.NewPos(5, y)} }
	sheet.MouseDown(&desktop.MouseEvent{PointEvent: at(from), Button: desktop.MouseButtonPrimary, Modifier: modifier})
	sheet.(fyne.Draggable).Dragged(&fyne.DragEvent{PointEvent: at(to)})
	sheet.(fyne.Draggable).DragEnd()
	sheet.MouseUp(&desktop.MouseEvent{PointEvent: at(to)})
}

// walk visits everything that is drawn below an object.
func walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			walk(child, visit)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			walk(child, visit)
		}
	}
}

func TestMarkedLinesAreCopiedWithTheirParagraphs(t *testing.T) {
	v := widgets.NewTextView("eins\n\nzwei\ndrei")
	w := shown(t, v, fyne.NewSize(300, 200))
	clipboard := fyne.CurrentApp().Clipboard()
	line := 1.5 * theme.TextSize()
	first := theme.Padding() + line/2

	v.TypedShortcut(&fyne.ShortcutCopy{})
	if got := clipboard.Content(); got != "eins\n\nzwei\ndrei" {
		t.Errorf("with nothing marked %q was copied", got)
	}
	drag(t, w, first, first+2*line, false)
	v.TypedShortcut(&fyne.ShortcutCopy{})
	if got := clipboard.Content(); got != "eins\n\nzwei" {
		t.Errorf("%q was copied", got)
	}
	if w.Canvas().Focused() != v {
		t.Error("marking did not take the keyboard")
	}
	drag(t, w, first+3*line, first+3*line, true)
	if got := v.Marked(); got != "eins\n\nzwei\ndrei" {
		t.Errorf("Shift marked %q", got)
	}
	drag(t, w, first+2*line, first-50, false)
	if got := v.Marked(); got != "eins\n\nzwei" {
		t.Errorf("upwards %q was marked", got)
	}
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := v.Marked(); got != "" {
		t.Errorf("Escape left %q marked", got)
	}
	v.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := v.Marked(); got != v.Text() {
		t.Errorf("everything is %q", got)
	}
	v.SetText("neu")
	if v.Marked() != "" || v.Text() != "neu" {
		t.Error("another text begins unmarked")
	}
}

func TestTextViewIsReadWithTheKeyboard(t *testing.T) {
	var paragraphs strings.Builder
	for i := range 500 {
		fmt.Fprintf(&paragraphs, "Absatz %d\n", i)
	}
	v := widgets.NewTextView(paragraphs.String())
	w := shown(t, v, fyne.NewSize(300, 210))
	w.Canvas().Focus(v)
	before := picture(w)
	for _, key := range []fyne.KeyName{fyne.KeyPageDown, fyne.KeyDown, fyne.KeyEnd} {
		v.TypedKey(&fyne.KeyEvent{Name: key})
	}
	end := picture(w)
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	if before != picture(w) {
		t.Error("Home does not lead back to the beginning")
	}
	if before == end {
		t.Error("End shows the beginning")
	}
}

// picture is the text in sight.
func picture(w fyne.Window) string {
	var lines []string
	walk(w.Content(), func(o fyne.CanvasObject) {
		if text, ok := o.(*canvas.Text); ok {
			lines = append(lines, text.Text)
		}
	})
	return strings.Join(lines, "\n")
}

// BenchmarkOpenTwoHundredPages opens a long text as a window does: broken, and its first lines drawn.
func BenchmarkOpenTwoHundredPages(b *testing.B) {
	text := strings.Repeat(strings.Repeat("Gemäß § 1096 Abs 1 ABGB ist der Mieter von der Entrichtung des Zinses befreit. ", 8)+"\n\n", 620)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		shown(b, widgets.NewTextView(text), fyne.NewSize(800, 600))
	}
}

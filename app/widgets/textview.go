package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// TextView shows a long text without editing it. It breaks lines itself and shows them in a list, so that two hundred
// pages open at once. Ctrl+C copies through its own button row in the screens; lines are not selectable.
type TextView struct {
	widget.BaseWidget

	text  string
	lines []string
	width float32 // for which lines were broken
	list  *widget.List
}

// NewTextView makes a view of a text.
func NewTextView(text string) *TextView {
	v := &TextView{text: text}
	v.list = widget.NewList(
		func() int { return len(v.lines) },
		func() fyne.CanvasObject { return widget.NewLabel("") },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*widget.Label).SetText(v.lines[i]) },
	)
	v.list.HideSeparators = true
	v.ExtendBaseWidget(v)
	return v
}

// Text is the whole text as it was given.
func (v *TextView) Text() string { return v.text }

// SetText shows another text from its beginning.
func (v *TextView) SetText(text string) {
	v.text, v.width = text, 0
	v.wrap(v.Size().Width)
	v.list.ScrollToTop()
}

// Lines is how many lines the text takes at the present width.
func (v *TextView) Lines() int { return len(v.lines) }

// Resize breaks the lines anew when the width has changed.
func (v *TextView) Resize(size fyne.Size) {
	v.BaseWidget.Resize(size)
	v.wrap(size.Width)
}

// CreateRenderer shows the list.
func (v *TextView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.list) }

// MinSize leaves room for a few lines.
func (v *TextView) MinSize() fyne.Size { return fyne.NewSize(200, 6*theme.TextSize()) }

// wrap breaks the text for a width, unless it is broken for that width already.
func (v *TextView) wrap(width float32) {
	if width <= 0 || width == v.width {
		return
	}
	v.width = width
	room := width - 4*theme.Padding() - theme.Size(theme.SizeNameScrollBar)
	v.lines = breakLines(v.text, room, func(s string) float32 {
		return fyne.MeasureText(s, theme.TextSize(), fyne.TextStyle{}).Width
	})
	v.list.Refresh()
}

// breakLines fills lines greedily by the widths of words, each distinct word measured once. A word wider than the room
// gets a line of its own and is cut where it overflows.
func breakLines(text string, room float32, measure func(string) float32) []string {
	widths := make(map[string]float32)
	width := func(word string) float32 {
		w, ok := widths[word]
		if !ok {
			w = measure(word)
			widths[word] = w
		}
		return w
	}
	blank := measure(" ")
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line, used := "", float32(0)
		for _, word := range strings.Fields(paragraph) {
			w := width(word)
			if used > 0 && used+blank+w > room {
				lines = append(lines, line)
				line, used = "", 0
			}
			for w > room && len(word) > 1 {
				head, tail := cutWord(word, room, measure)
				lines = append(lines, head)
				word, w = tail, measure(tail)
			}
			if used > 0 {
				line, used = line+" ", used+blank
			}
			line, used = line+word, used+w
		}
		lines = append(lines, line)
	}
	return lines
}

// cutWord cuts a word so that its head fits; at least one letter is taken.
func cutWord(word string, room float32, measure func(string) float32) (head, tail string) {
	runes := []rune(word)
	n := len(runes)
	for n > 1 && measure(string(runes[:n])) > room {
		n = max(1, n*3/4)
	}
	return string(runes[:n]), string(runes[n:])
}

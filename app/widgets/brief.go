package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// BriefText is a text of importance that wraps and ends in an ellipsis after a number of lines, whatever its length.
type BriefText struct {
	widget.Label
	whole string
	most  int
	width float32 // for which it was broken last
}

// Brief makes a text of at most so many lines.
func Brief(text string, lines int) *BriefText {
	b := &BriefText{whole: text, most: max(1, lines)}
	b.Text, b.Wrapping, b.TextStyle.Bold = text, fyne.TextWrapWord, true
	b.ExtendBaseWidget(b)
	return b
}

// Whole is the text with nothing left out.
func (b *BriefText) Whole() string { return b.whole }

// Resize breaks the text at the new width.
func (b *BriefText) Resize(size fyne.Size) {
	if size.Width != b.width {
		b.width = size.Width
		if text := b.brief(size.Width - 2*theme.InnerPadding()); text != b.Text {
			b.SetText(text)
		}
	}
	b.Label.Resize(size)
}

// Refresh breaks the text anew, since texts may have another size now.
func (b *BriefText) Refresh() {
	if b.width > 0 {
		b.Text = b.brief(b.width - 2*theme.InnerPadding())
	}
	b.Label.Refresh()
}

// brief is what has room in the lines.
func (b *BriefText) brief(room float32) string {
	measure := func(s string) float32 { return fyne.MeasureText(s, theme.TextSize(), b.TextStyle).Width }
	lines := newBreaker(measure).lines(b.whole, room)
	if len(lines) <= b.most {
		return b.whole
	}
	last := lines[b.most-1]
	line := strings.TrimSpace(b.whole[last.start:last.end])
	for line != "" && measure(line+" …") > room {
		cut := strings.LastIndexByte(line, ' ')
		line = line[:max(0, cut)]
	}
	return strings.TrimSpace(b.whole[:last.start]+line) + " …"
}

package extract

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
)

// secondRead reads a file with the second engine. Only the child process calls it.
func secondRead(data []byte) (pages childPages) {
	defer func() {
		if fault := recover(); fault != nil {
			pages = childPages{Fault: fmt.Sprint(fault)}
		}
	}()
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return childPages{Password: errors.Is(err, pdf.ErrInvalidPassword), Fault: err.Error()}
	}
	n := r.NumPage()
	if n > maxPages {
		return childPages{TooMany: true}
	}
	for i := range n {
		pages.Pages = append(pages.Pages, secondPage(r.Page(i+1)))
	}
	return pages
}

// secondPage gives the text of a page as the engine puts it together, or from the places of the letters where words ran
// together because the file holds no blanks.
func secondPage(p pdf.Page) string {
	if p.V.IsNull() {
		return ""
	}
	plain := pageText(func() string {
		s, err := p.GetPlainText(nil)
		if err != nil {
			return ""
		}
		return s
	})
	if meanWord(plain) <= plausibleWord {
		return plain
	}
	placed := pageText(func() string { return placedText(p.Content().Text) })
	if placed == "" || meanWord(placed) >= meanWord(plain) {
		return plain
	}
	return placed
}

// plausibleWord is the mean length of words up to which a text counts as one with blanks between them. German legal
// texts have about seven letters a word.
const plausibleWord = 11

// pageText runs a reading of a page; one that fails gives nothing.
func pageText(read func() string) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return read()
}

// meanWord is the mean length of a text's words.
func meanWord(s string) float64 {
	words := strings.Fields(s)
	if len(words) == 0 {
		return 0
	}
	return float64(utf8.RuneCountInString(s)) / float64(len(words))
}

// placedText puts letters together by their places: a new line at another height, a blank at a gap.
func placedText(letters []pdf.Text) string {
	lines := slices.Clone(letters)
	slices.SortStableFunc(lines, func(a, b pdf.Text) int {
		if d := a.Y - b.Y; d > 2 || d < -2 {
			return cmp.Compare(b.Y, a.Y)
		}
		return 0
	})
	var out strings.Builder
	var last pdf.Text
	for i, t := range lines {
		switch {
		case i == 0:
		case last.Y-t.Y > 2 || t.Y-last.Y > 2:
			out.WriteByte('\n')
		case t.X > last.X+last.W+0.2*t.FontSize:
			out.WriteByte(' ')
		}
		out.WriteString(t.S)
		last = t
	}
	return out.String()
}

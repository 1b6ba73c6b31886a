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
	fonts := make(map[string]*pdf.Font)
	for i := range n {
		pages.Pages = append(pages.Pages, secondPage(r.Page(i+1), fonts))
	}
	return pages
}

// secondPage gives the text of a page: as the engine puts it together, or from the places of the letters, whichever
// looks more like text. The first runs words together where a file holds no blanks.
func secondPage(p pdf.Page, fonts map[string]*pdf.Font) (text string) {
	if p.V.IsNull() {
		return ""
	}
	plain := pageText(func() string {
		for _, name := range p.Fonts() {
			if fonts[name] == nil {
				f := p.Font(name)
				fonts[name] = &f
			}
		}
		s, err := p.GetPlainText(fonts)
		if err != nil {
			return ""
		}
		return s
	})
	placed := pageText(func() string { return placedText(p.Content().Text) })
	if implausible(placed) < implausible(plain) {
		return placed
	}
	return plain
}

// pageText runs a reading of a page; one that fails gives nothing.
func pageText(read func() string) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return read()
}

// implausible tells how far the length of a text's words is from that of words of our languages, which is six letters.
func implausible(s string) float64 {
	words := strings.Fields(s)
	if len(words) == 0 {
		return 1000
	}
	mean := float64(utf8.RuneCountInString(s)) / float64(len(words))
	return max(mean-6, 6-mean)
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

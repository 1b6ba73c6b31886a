package extract

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// pdfPage is a page: its characters, and the lines they form.
type pdfPage struct {
	chars  []pdfChar
	height float64 // of the paper; 0 unknown
	size   float64 // height of a capital of the running text
	lines  []pdfLine
}

// pdfBox is a rectangle on the page.
type pdfBox struct{ left, bottom, right, top float64 }

// around is the smallest box that holds both.
func (b pdfBox) around(o pdfBox) pdfBox {
	return pdfBox{min(b.left, o.left), min(b.bottom, o.bottom), max(b.right, o.right), max(b.top, o.top)}
}

// pdfLine is a line of text, or a part of one, in one column.
type pdfLine struct {
	pdfBox
	chars  []pdfChar
	filled bool    // some character is no blank
	own    bool    // chars are shared with no other line
	hyphen bool    // a word runs on in the next line
	base   float64 // the line on which the letters stand
	size   float64 // height of a capital
	sized  bool    // the size was seen, not guessed
	column int
	band   int // part of the page between lines that run across all columns
	number int // of the note that begins here, as in the file; 0 none
	shown  int // the number under which it is shown
	raised int // characters of that number
	note   bool
}

// Measures in heights of a capital, which is about 0.7 of the type size.
const (
	cellGap   = 2.2  // between words: from here on they stand in different cells or columns
	gutterGap = 1.0  // the least width of the gap between columns
	sameSize  = 0.13 // the share by which sizes may differ and still be the same
)

// hyphenSign is what PDFium puts where a word was divided at a line's end.
const hyphenSign = '\x02'

// layOut makes lines of the characters and puts them in reading order.
func (p *pdfPage) layOut() {
	parts := p.fragments()
	p.size = medianSize(parts)
	parts = splitCells(parts, p.size)
	gutters := findGutters(parts, p.size)
	parts = inColumns(parts, gutters)
	p.lines = mergeLines(parts)
	for i := range p.lines {
		p.lines[i].measure(p.size)
	}
	p.chars = nil
}

// fragments cuts the characters where PDFium ends a line and where the next character stands on another height.
func (p *pdfPage) fragments() []pdfLine {
	var all []pdfLine
	var open pdfLine
	end := func(hyphen bool) {
		open.trim()
		if len(open.chars) > 0 {
			open.hyphen = hyphen
			all = append(all, open)
		}
		open = pdfLine{}
	}
	for _, c := range p.chars {
		switch {
		case c.r == '\r' || c.r == '\n':
			end(false)
			continue
		case c.r == hyphenSign:
			end(true)
			continue
		case unicode.IsControl(c.r) && c.r != '\t':
			continue
		}
		box := pdfBox{c.left, c.bottom, c.right, c.top}
		if c.right > c.left && len(open.chars) > 0 && open.leaves(box) {
			end(false)
		}
		if !unicode.IsSpace(c.r) {
			open.grow(box)
		}
		open.chars = append(open.chars, c)
	}
	end(false)
	return all
}

// grow takes a character's place into the line's.
func (l *pdfLine) grow(b pdfBox) {
	if l.filled {
		b = l.around(b)
	}
	l.pdfBox, l.filled = b, true
}

// leaves tells whether a character no longer stands in the line.
func (l *pdfLine) leaves(b pdfBox) bool {
	if !l.filled {
		return false
	}
	overlap := min(l.top, b.top) - max(l.bottom, b.bottom)
	height := max(l.top-l.bottom, b.top-b.bottom)
	return overlap < -0.3*height
}

// trim takes blanks off both ends.
func (l *pdfLine) trim() {
	blank := func(c pdfChar) bool { return unicode.IsSpace(c.r) }
	for len(l.chars) > 0 && blank(l.chars[0]) {
		l.chars = l.chars[1:]
	}
	for len(l.chars) > 0 && blank(l.chars[len(l.chars)-1]) {
		l.chars = l.chars[:len(l.chars)-1]
	}
}

// tall tells whether a letter is as high as a capital.
func tall(r rune) bool {
	return unicode.IsUpper(r) && r != 'Q' && r != 'J' || unicode.IsDigit(r) || strings.ContainsRune("bdfhklß", r)
}

// onBase tells whether a letter stands on the line and does not reach below it.
func onBase(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !strings.ContainsRune("gjpqyQJfçąęžșț", r) && r < 0x250
}

// medianSize is the height of a capital of the running text; of any letter where there are no capitals.
func medianSize(parts []pdfLine) float64 {
	var heights, any []float64
	for _, l := range parts {
		for _, c := range l.chars {
			if c.top <= c.bottom {
				continue
			}
			any = append(any, c.top-c.bottom)
			if tall(c.r) {
				heights = append(heights, c.top-c.bottom)
			}
		}
	}
	if len(heights) == 0 {
		heights = any
	}
	if len(heights) == 0 {
		return 7
	}
	return max(median(heights), 0.5)
}

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Clone(all)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// splitCells cuts lines at gaps that no word space is as wide as.
func splitCells(parts []pdfLine, size float64) []pdfLine {
	var all []pdfLine
	for _, l := range parts {
		from, right := 0, math.Inf(-1)
		limit := cellGap * max(size, (l.top-l.bottom)*0.7)
		for i, c := range l.chars {
			if unicode.IsSpace(c.r) {
				continue
			}
			if c.left-right > limit && !math.IsInf(right, -1) {
				all = append(all, l.part(from, i))
				from = i
			}
			right = max(right, c.right)
		}
		rest := l.part(from, len(l.chars))
		rest.hyphen = l.hyphen
		all = append(all, rest)
	}
	return all
}

// part is a part of a line as a line of its own.
func (l *pdfLine) part(from, to int) pdfLine {
	p := pdfLine{chars: l.chars[from:to]}
	p.trim()
	for _, c := range p.chars {
		if !unicode.IsSpace(c.r) {
			p.grow(pdfBox{c.left, c.bottom, c.right, c.top})
		}
	}
	return p
}

// mergeLines puts parts that follow one another on the same height into one line: what a raised number or a table cell
// had cut off.
func mergeLines(parts []pdfLine) []pdfLine {
	var all []pdfLine
	for _, l := range parts {
		if last := len(all) - 1; last >= 0 && all[last].continues(l) {
			prev := &all[last]
			sign := ' '
			if l.left-prev.right > cellGap*max(prev.top-prev.bottom, l.top-l.bottom)*0.7 {
				sign = '\t'
			}
			if !prev.own {
				prev.chars, prev.own = slices.Clone(prev.chars), true
			}
			if prev.hyphen {
				prev.chars = append(prev.chars, pdfChar{r: '-'})
			}
			if l.left-prev.right > 0.15*(l.top-l.bottom) {
				prev.chars = append(prev.chars, pdfChar{r: sign})
			}
			prev.chars = append(prev.chars, l.chars...)
			prev.pdfBox = prev.around(l.pdfBox)
			prev.hyphen = l.hyphen
			continue
		}
		all = append(all, l)
	}
	return all
}

// continues tells whether o stands right of l on the same height.
func (l *pdfLine) continues(o pdfLine) bool {
	if l.column != o.column || l.band != o.band || o.left < l.right-0.3*(o.top-o.bottom) {
		return false
	}
	overlap := min(l.top, o.top) - max(l.bottom, o.bottom)
	return overlap > 0.5*min(l.top-l.bottom, o.top-o.bottom)
}

// measure finds the line on which the letters stand and their size, and a raised number at the beginning.
func (l *pdfLine) measure(pageSize float64) {
	var bases, letters, figures []float64
	for _, c := range l.chars {
		if c.top <= c.bottom {
			continue
		}
		if onBase(c.r) {
			bases = append(bases, c.bottom)
		}
		switch {
		case !tall(c.r):
		case unicode.IsDigit(c.r):
			figures = append(figures, c.top-c.bottom)
		default:
			letters = append(letters, c.top-c.bottom)
		}
	}
	if len(letters) == 0 {
		letters = figures // these may be set small, as marks of notes
	}
	l.base, l.size = l.bottom, pageSize
	if len(bases) > 0 {
		l.base = median(bases)
	}
	if l.sized = len(letters) > 0; l.sized {
		l.size = median(letters)
	}
}

// isRaised tells whether a character is set small and high, as the marks of notes are.
func (l *pdfLine) isRaised(c pdfChar) bool {
	height := c.top - c.bottom
	return height > 0 && c.bottom > l.base+0.2*l.size && height < 0.88*l.size
}

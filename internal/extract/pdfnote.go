package extract

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// smallPrint is how much smaller than the running text notes are set.
const smallPrint = 0.94

// findNotes marks the lines of footnotes: small print that begins with a raised number, or that begins with a number at the end
// of a page. body is the size of the running text.
func (p *pdfPage) findNotes(body float64) {
	p.findStarts(body)
	ends := make(map[bool]int) // where notes end that are or are not set small, as far as looked
	for i := 0; i < len(p.lines); i++ {
		if p.lines[i].number == 0 || p.lines[i].note {
			continue
		}
		small := p.lines[i].size <= smallPrint*body
		raised := p.lines[i].raised > 0
		end := max(ends[small], i+1)
		for end < len(p.lines) && p.belongs(i, end, small, body) {
			end++
		}
		ends[small] = end
		if end < len(p.lines) && !(raised && small) || !raised && !small {
			continue // a list, small print inside the text, or a raised number at the beginning of a line
		}
		for k := i; k < end; k++ {
			p.lines[k].note = true
		}
		i = end - 1
	}
}

// endNote begins a note at the end of a printed web page, backSign ends it: a link back to its mark.
var (
	endNote  = regexp.MustCompile(`^\[?(\d{1,3})[.\])]? `)
	backSign = regexp.MustCompile(` ?↩[\x{fe0e}\x{fe0f}]?$`)
)

// maxNoteLines is how many lines a note may have.
const maxNoteLines = 40

// findEndNotes marks the notes at the end of printed web pages.
func findEndNotes(pages []pdfPage) {
	var lines []*pdfLine
	for i := range pages {
		for k := range pages[i].lines {
			lines = append(lines, &pages[i].lines[k])
		}
	}
	next := 1 // a line of a note may begin with a number, too
	for end, l := range lines {
		if !backSign.MatchString(l.text()) {
			continue
		}
		l.trimEnd(backSign)
		for from := end; from >= 0 && from > end-maxNoteLines && !lines[from].note; from-- {
			m := endNote.FindStringSubmatch(lines[from].text())
			if m == nil || m[1] != strconv.Itoa(next) {
				continue
			}
			lines[from].number = next
			next++
			for k := from; k <= end; k++ {
				lines[k].note = true
			}
			break
		}
	}
}

// trimEnd takes what matches off the line's end.
func (l *pdfLine) trimEnd(end *regexp.Regexp) {
	text := l.text()
	cut := utf8.RuneCountInString(text[end.FindStringIndex(text)[0]:])
	l.chars = l.chars[:len(l.chars)-cut]
}

// belongs tells whether line k continues the notes that begin at line i.
func (p *pdfPage) belongs(i, k int, small bool, body float64) bool {
	l := &p.lines[k]
	if l.column == p.lines[k-1].column && l.base > p.lines[k-1].base+l.size {
		return false // it stands higher: something else
	}
	if small {
		return l.size <= smallPrint*body
	}
	return true
}

// findStarts finds lines that begin like a note.
func (p *pdfPage) findStarts(body float64) {
	for i := range p.lines {
		l := &p.lines[i]
		if l.note {
			continue
		}
		digits, raised := 0, 0
		for _, c := range l.chars {
			if !unicode.IsDigit(c.r) || c.r > '9' || digits == 4 {
				break
			}
			digits++
			if l.isRaised(c) {
				raised++
			}
		}
		if digits == 0 || digits == 4 || digits >= len(l.chars) {
			continue
		}
		next := l.chars[digits].r
		apart := unicode.IsSpace(next) || unicode.IsUpper(next)
		if raised < digits && !(apart && l.size <= smallPrint*body) {
			continue
		}
		n, err := strconv.Atoi(string(runesOf(l.chars[:digits])))
		if err != nil || n == 0 {
			continue
		}
		l.number = n
		if raised == digits {
			l.raised = digits
		}
	}
}

func runesOf(chars []pdfChar) []rune {
	all := make([]rune, len(chars))
	for i, c := range chars {
		all[i] = c.r
	}
	return all
}

// text is the line as it stands.
func (l *pdfLine) text() string { return string(runesOf(l.chars)) }

// pdfMarks are the marks of notes that may stand on a page.
type pdfMarks struct {
	shown map[int]int  // number in the file to number shown
	apart map[int]bool // numbers that stand raised after something other than a figure: then «385¹» is no mark
}

// marksOn looks for the marks of notes on a page.
func (p *pdfPage) marksOn(shown map[int]int) pdfMarks {
	m := pdfMarks{shown, make(map[int]bool)}
	for i := range p.lines {
		l := &p.lines[i]
		if l.note {
			continue
		}
		for from := 0; from < len(l.chars); from++ {
			to, n := l.raisedNumber(from)
			if to > from && from > 0 && !unicode.IsDigit(l.chars[from-1].r) {
				m.apart[n] = true
			}
			from = max(from, to)
		}
	}
	return m
}

// take gives the number under which a mark is shown, once; 0 for a raised number that is none.
func (m pdfMarks) take(n int, afterFigure bool) int {
	if afterFigure && m.apart[n] {
		return 0
	}
	shown := m.shown[n]
	delete(m.shown, n)
	return shown
}

// raisedNumber reads a raised number that begins at a place, and gives the place behind it: the same when there is none.
func (l *pdfLine) raisedNumber(from int) (to, n int) {
	to = from
	for to < len(l.chars) && to < from+9 && l.chars[to].r >= '0' && l.chars[to].r <= '9' && l.isRaised(l.chars[to]) {
		n = 10*n + int(l.chars[to].r-'0')
		to++
	}
	return to, n
}

// marked is the line with the marks of notes in brackets, as in other formats. Raised figures that are the mark of none of
// the notes (squares, editions of books, articles) become raised characters, so that no number runs together with another.
func (l *pdfLine) marked(marks pdfMarks) string {
	out := newProse()
	i := 0
	if l.note && l.number > 0 {
		for i < len(l.chars) && (unicode.IsSpace(l.chars[i].r) || strings.ContainsRune("[0123456789].)", l.chars[i].r)) {
			i++
		}
		out.write("[" + strconv.Itoa(l.shown) + "] ")
	}
	for i < len(l.chars) {
		to, n := l.raisedNumber(i)
		if to == i {
			out.write(string(l.chars[i].r))
			i++
			continue
		}
		shown := 0
		if i > 0 {
			shown = marks.take(n, unicode.IsDigit(l.chars[i-1].r))
		}
		if shown > 0 {
			out.mark(strconv.Itoa(shown))
		} else {
			out.write(raised(string(runesOf(l.chars[i:to]))))
		}
		i = to
	}
	out.placeMarks("")
	return strings.TrimSpace(out.top().line.String())
}

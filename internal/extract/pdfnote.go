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

// raisedDigits are small high figures as characters.
var raisedDigits = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")

// text is the line as it stands.
func (l *pdfLine) text() string { return string(runesOf(l.chars)) }

// marked is the line with the marks of notes in brackets, as in other formats. Raised figures that are the mark of none of
// the notes (squares, editions of books) become raised characters, so that no number runs together with another.
func (l *pdfLine) marked(notes map[int]int) string {
	out := newProse()
	chars := l.chars
	if l.note && l.number > 0 {
		for len(chars) > 0 && (unicode.IsSpace(chars[0].r) || strings.ContainsRune("[0123456789].)", chars[0].r)) {
			chars = chars[1:]
		}
		out.write("[" + strconv.Itoa(l.shown) + "] ")
	}
	for i := 0; i < len(chars); {
		from := i
		for i < len(chars) && chars[i].r >= '0' && chars[i].r <= '9' && l.isRaised(chars[i]) {
			i++
		}
		if i == from {
			out.write(string(chars[i].r))
			i++
			continue
		}
		digits := string(runesOf(chars[from:i]))
		n, err := strconv.Atoi(digits)
		if shown := notes[n]; err == nil && shown > 0 && !l.note && from > 0 {
			delete(notes, n)
			out.mark(strconv.Itoa(shown))
			continue
		}
		for _, d := range digits {
			out.write(string(raisedDigits[d-'0']))
		}
	}
	out.placeMarks("")
	return strings.TrimSpace(out.top().line.String())
}

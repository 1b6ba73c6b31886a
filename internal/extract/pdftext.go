package extract

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pdfJoin puts lines together to paragraphs.
type pdfJoin struct {
	out   strings.Builder
	open  strings.Builder
	last  *pdfLine
	first *pdfLine // of the paragraph
	words map[string]bool
	body  float64         // size of the running text
	notes bool            // notes are joined, not the running text
	spans map[int]pdfSpan // margins of the columns of the page
	gap   float64         // from line to line, on this page
}

// pdfSpan is the left and right margin of a column.
type pdfSpan struct{ left, right float64 }

// pdfText is the text of all pages: the running text, then the notes.
func pdfText(pages []pdfPage) string {
	body := bodySize(pages)
	findEndNotes(pages)
	for i := range pages {
		pages[i].findNotes(body)
	}
	all := numberNotes(pages)
	words := vocabulary(pages)
	text, notes := pdfJoin{words: words, body: body}, pdfJoin{words: words, body: body, notes: true}
	for i := range pages {
		p := &pages[i]
		here := p.marksOn(p.noteNumbers(all))
		text.page(p)
		notes.page(p)
		for k := range p.lines {
			l := &p.lines[k]
			if l.note {
				notes.add(l, l.marked(pdfMarks{}))
			} else {
				text.add(l, l.marked(here))
			}
		}
	}
	return text.finish() + notes.finish()
}

// numberNotes gives every note the number under which it is shown, and these by the numbers in the file. Where a file begins anew on
// every page, notes are counted through, since all stand together at the end.
func numberNotes(pages []pdfPage) map[int]int {
	all := make(map[int]int)
	anew := false
	var notes []*pdfLine
	for i := range pages {
		for k := range pages[i].lines {
			l := &pages[i].lines[k]
			if !l.note || l.number == 0 {
				continue
			}
			_, twice := all[l.number]
			anew = anew || twice
			all[l.number] = l.number
			l.shown = l.number
			notes = append(notes, l)
		}
	}
	if anew {
		for i, l := range notes {
			l.shown = i + 1
		}
	}
	return all
}

// noteNumbers is the notes whose marks may stand on a page: those at its bottom; in a file that has none there, all.
func (p *pdfPage) noteNumbers(all map[int]int) map[int]int {
	here := make(map[int]int)
	for _, l := range p.lines {
		if l.note && l.number > 0 {
			here[l.number] = l.shown
		}
	}
	if len(here) == 0 {
		maps.Copy(here, all)
	}
	return here
}

// bodySize is the size of most letters of the file.
func bodySize(pages []pdfPage) float64 {
	count := make(map[int]int)
	for _, p := range pages {
		for _, l := range p.lines {
			count[int(l.size*10+0.5)] += len(l.chars)
		}
	}
	best, most := 70, 0
	for size, n := range count {
		if n > most || n == most && size > best {
			best, most = size, n
		}
	}
	return float64(best) / 10
}

// vocabulary is the words that stand undivided in the file, in small letters.
func vocabulary(pages []pdfPage) map[string]bool {
	all := make(map[string]bool)
	for _, p := range pages {
		for i := range p.lines {
			fields := strings.Fields(p.lines[i].text())
			for k, w := range fields {
				if k < len(fields)-1 || !p.lines[i].hyphen {
					all[strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }))] = true
				}
			}
		}
	}
	return all
}

// page takes in the measures of a page.
func (j *pdfJoin) page(p *pdfPage) {
	j.spans = make(map[int]pdfSpan)
	var gaps []float64
	rights := make(map[int][]float64)
	for i := range p.lines {
		l := &p.lines[i]
		if l.note != j.notes {
			continue
		}
		s, known := j.spans[l.column]
		if !known {
			s.left = l.left
		}
		s.left = min(s.left, l.left)
		j.spans[l.column] = s
		rights[l.column] = append(rights[l.column], l.right)
		if i > 0 {
			if g := p.lines[i-1].base - l.base; g > 0.5*l.size && g < 4*l.size {
				gaps = append(gaps, g)
			}
		}
	}
	for column, all := range rights {
		slices.Sort(all)
		s := j.spans[column]
		s.right = all[len(all)*19/20]
		j.spans[column] = s
	}
	slices.Sort(gaps)
	if j.gap = 0; len(gaps) > 0 {
		j.gap = gaps[len(gaps)/3]
	}
	if j.last != nil {
		j.last = &pdfLine{hyphen: j.last.hyphen, column: -2, size: j.last.size}
	}
}

// add takes in a line.
func (j *pdfJoin) add(l *pdfLine, text string) {
	if text == "" {
		return
	}
	if j.last != nil && (j.last.hyphen && j.open.Len() <= maxParagraph || !j.breaks(l, text)) {
		j.join(text)
	} else {
		j.end()
		j.open.WriteString(text)
		j.first = l
	}
	j.last = l
}

func (j *pdfJoin) end() {
	if j.open.Len() > 0 {
		j.out.WriteString(j.open.String())
		j.out.WriteByte('\n')
		j.open.Reset()
	}
}

func (j *pdfJoin) finish() string {
	j.end()
	return j.out.String()
}

// listLabel begins a line that is an item of a list.
var listLabel = regexp.MustCompile(`^(?:[•·▪◦○●■□➢✓–—*-]|\(?\d{1,3}[.)]|\(?[a-zA-Z]{1,2}\)|\(?[ivxIVX]{1,5}[.)]|§{1,2} ?\d+[a-z]?\.?)(?:\s|$)`)

// maxParagraph bounds what is put together to one paragraph.
const maxParagraph = 100_000

// headingSize is how much larger than the running text headings are that go on in a second line.
const headingSize = 1.08

// breaks tells whether a line begins a new paragraph.
func (j *pdfJoin) breaks(l *pdfLine, text string) bool {
	last := j.last
	if j.open.Len() > maxParagraph {
		return true
	}
	if last.column != l.column || last.band != l.band || l.base > last.base-0.3*l.size {
		return !runsOn(j.open.String(), text)
	}
	bigger := max(l.size, last.size)
	unit := l.size
	span := j.spans[l.column]
	switch {
	case l.note && l.number > 0:
		return true
	case strings.Contains(text, "\t") || strings.HasSuffix(strings.TrimRight(j.open.String(), " "), "\t"):
		return true
	case l.sized && last.sized && bigger-min(l.size, last.size) > sameSize*bigger:
		return true
	case l.size > headingSize*j.body && last.base-l.base < 2.2*unit && !listLabel.MatchString(text):
		return false // a heading of several lines
	case j.gap > 0 && last.base-l.base > 1.35*max(j.gap, 1.2*unit):
		return true
	case j.roomFor(l, text, span):
		return true
	}
	startsList := listLabel.MatchString(text)
	if startsList && (l.left < last.left-0.8*unit || l.left > last.left+0.8*unit || endsClause(j.open.String())) {
		return true
	}
	inList := j.first != nil && listLabel.MatchString(j.open.String())
	indented := l.left > last.left+1.2*unit && l.left > span.left+1.2*unit
	return indented && !inList && last != j.first
}

// roomFor tells whether the first word of a line would have found room at the end of the line before: then that line was
// ended on purpose.
func (j *pdfJoin) roomFor(l *pdfLine, text string, span pdfSpan) bool {
	word, _, _ := strings.Cut(text, " ")
	n := utf8.RuneCountInString(word)
	if n == 0 || n > len(l.chars) {
		return false
	}
	right := l.left
	for _, c := range l.chars[:n] {
		right = max(right, c.right)
	}
	return right-l.left+l.size < span.right-j.last.right
}

// endsClause tells whether a text ends where an item of a list may end.
func endsClause(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " "))
	return strings.ContainsRune(".;:,!?”“\"", r)
}

// runsOn tells whether a sentence goes on in another column or on another page.
func runsOn(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(before))
	first, _ := utf8.DecodeRuneInString(after)
	if strings.ContainsRune(".!?:;”“»\"", last) {
		return false
	}
	return unicode.IsLower(first) && !listLabel.MatchString(after)
}

// suspended are words before which a hyphen at a line's end stays: «Haupt- und Nebenleistung».
var suspended = map[string]bool{
	"und": true, "oder": true, "bzw.": true, "sowie": true, "als": true, "noch": true, "bis": true, "and": true, "or": true,
	"to": true, "i": true, "lub": true, "oraz": true, "albo": true,
}

// join adds a line to the paragraph; a word divided at the line's end is put together.
func (j *pdfJoin) join(text string) {
	before := strings.TrimRight(j.open.String(), " ")
	next, _, _ := strings.Cut(text, " ")
	stem := before[strings.LastIndexAny(before, " \t\n")+1:]
	divided := j.last != nil && j.last.hyphen
	bare, sign := stem, "-"
	if !divided {
		r, n := utf8.DecodeLastRuneInString(stem)
		if !strings.ContainsRune("-\u2010\u00ad\u2011", r) || n == len(stem) {
			j.open.WriteString(" " + text)
			return
		}
		bare, sign = stem[:len(stem)-n], string(r)
	}
	keep := before[:len(before)-len(stem)]
	j.open.Reset()
	j.open.WriteString(keep + bare)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case sign != "\u00ad" && suspended[next]:
		j.open.WriteString(sign + " " + text)
	case sign == "\u00ad" || unicode.IsLower(first) && !j.hyphenated(bare, next):
		j.open.WriteString(text)
	default:
		j.open.WriteString(sign + text)
	}
}

// hyphenated tells whether the file writes a word with a hyphen elsewhere, and nowhere without.
func (j *pdfJoin) hyphenated(a, b string) bool {
	letters := func(r rune) bool { return !unicode.IsLetter(r) }
	a, b = strings.ToLower(strings.TrimLeftFunc(a, letters)), strings.ToLower(strings.TrimRightFunc(b, letters))
	return j.words[a+"-"+b] && !j.words[a+b]
}

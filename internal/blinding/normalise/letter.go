package normalise

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	headLines     = 40 // lines in which the head of a letter is looked for
	proseWords    = 12 // words of a sentence with which the body begins
	tailLines     = 8  // lines in which the close of a letter is looked for
	signatureMost = 4  // lines of a signature
	longestLabel  = 80 // runes of a reference line
	longestClose  = 60 // runes of a close and of a signature line
)

// letter takes away what makes a letter, mail or exam paper of an answer: letterhead, addressee, place and date,
// references, salutation, close, signature, page numbers, delivery notes and cover (L1-L10). Only whole lines go, in
// the head before the first long sentence and in the last lines; of a subject line only the label goes.
func (p *pass) letter() bool {
	l := letterFinder{pass: p, text: p.d.cur, lines: p.d.lineList()}
	if len(l.lines) == 0 {
		return false
	}
	l.fate = make([]fate, len(l.lines))
	l.pages()
	for round, before := 0, -1; round < rounds && l.taken > before; round++ {
		before = l.taken
		l.head = l.headEnd()
		l.notes()
		l.cover()
		l.letterHead()
		l.close()
	}
	if !slices.ContainsFunc(l.fate, func(f fate) bool { return !f.gone }) {
		p.flag(L1, "letter-only", 0, len(l.text))
		return false
	}
	return p.d.apply(l.cuts())
}

// fate is what is to become of a line.
type fate struct {
	gone    bool
	rule    Rule
	label   int  // bytes of a label that goes while the rest stays
	capital bool // the line begins with a capital from now on
}

// letterFinder looks for the parts of a letter.
type letterFinder struct {
	*pass
	text  string
	lines []textLine
	fate  []fate
	head  int // index of the first line that is not in the head
	taken int // lines that go
}

func (l *letterFinder) line(i int) string { return l.text[l.lines[i].start:l.lines[i].end] }

func (l *letterFinder) take(i int, rule Rule) {
	l.fate[i].gone, l.fate[i].rule = true, rule
	l.taken++
}

// fits tells whether a line matches a form.
func (l *letterFinder) fits(form, line string) bool { return l.matches(form, line) }

// blockEnd is the index after the last line of the block that i belongs to.
func (l *letterFinder) blockEnd(i int) int {
	for i++; i < len(l.lines) && !l.lines[i].blank; i++ {
	}
	return i
}

// headEnd is the index of the first line that is running text: a sentence of twelve words, or a long line that goes on
// in the next.
func (l *letterFinder) headEnd() int {
	seen := 0
	for i := range l.lines {
		if l.fate[i].gone {
			continue
		}
		if seen++; seen > headLines || l.isProse(i) || l.isWrappedProse(i) {
			return i
		}
	}
	return len(l.lines)
}

// isWrappedProse tells whether a long line goes on in the next one.
func (l *letterFinder) isWrappedProse(i int) bool {
	line := l.line(i)
	if i+1 >= len(l.lines) || l.lines[i+1].blank || utf8.RuneCountInString(line) < wrapWidth || strings.Contains(line, ":") {
		return false
	}
	next := l.line(i + 1)
	return unicode.IsLower(firstRune(next)) && !l.fits("L1.street", next) // Polish streets begin in lower case: "ul. Lipowa 3"
}

// isProse tells whether a line holds a sentence of twelve words or more, some of them in lower case.
func (l *letterFinder) isProse(i int) bool {
	for _, s := range sentences(l.text, l.lines[i].start, l.lines[i].end) {
		words, lower := 0, 0
		for w := range strings.FieldsSeq(l.text[s.start:s.end]) {
			r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `"'([`))
			if !unicode.IsLetter(r) {
				continue
			}
			words++
			if unicode.IsLower(r) {
				lower++
			}
		}
		if words >= proseWords && lower >= 4 {
			return true
		}
	}
	return false
}

// notes takes away notes about delivery and confidentiality, and signatures of devices (L9), at both ends.
func (l *letterFinder) notes() {
	for i := range l.lines {
		if i >= l.head && i < len(l.lines)-tailLines || l.fate[i].gone {
			continue
		}
		line := l.line(i)
		note := l.fits("L9", line) && !l.protected(line) || l.fits("L9.addressed", line)
		if note && (!unicode.IsLower(firstRune(line)) || l.opens(i) || l.isLetter()) {
			l.take(i, L9)
		}
	}
}

// opens tells whether no line above one stays. In lower case it may be an item of a list elsewhere: "by post".
func (l *letterFinder) opens(i int) bool {
	return !slices.ContainsFunc(l.fate[:i], func(f fate) bool { return !f.gone })
}

// label is the part of a line before its colon, and the length with the colon; "" where there is none.
func label(line string) (string, int) {
	n := strings.IndexByte(line, ':')
	if n <= 0 || n > 60 {
		return "", 0
	}
	return strings.TrimSpace(line[:n]), n + 1
}

// letterHead takes away the head of a letter line by line (L1-L5).
func (l *letterFinder) letterHead() {
	l.references()
	salutation := l.salutation()
	l.subject()
	l.letterheads(salutation)
	l.placeAndDate()
}

// references takes away reference lines and the header of a mail (L3).
func (l *letterFinder) references() {
	mail := 0
	for i := range l.head {
		if name, _ := label(l.line(i)); name != "" && (l.fits("L3.mail", name) || l.fits("L4.label", name)) {
			mail++
		}
	}
	for i := range l.head {
		line := l.line(i)
		if l.fate[i].gone || utf8.RuneCountInString(line) > longestLabel || l.describesDecision(i) {
			continue
		}
		name, size := label(line)
		switch {
		case name != "" && strings.TrimSpace(line[size:]) == "" && !l.fits("L3.label", name):
		case name != "" && (l.fits("L3.label", name) || mail >= 2 && l.fits("L3.mail", name)), l.fits("L3.line", line):
			l.take(i, L3)
		}
	}
}

// decisionLabels stand beside a file number where a decision is described, not a letter.
var decisionLabels = setOfWords([]string{"gericht", "court", "sąd", "entscheidung", "urteil", "judgment", "decision", "wyrok", "orzeczenie",
	"rechtssatz", "leitsatz", "fundstelle", "ecli", "citation", "spruchkörper", "senat"})

// describesDecision tells whether a line stands among lines that describe a decision.
func (l *letterFinder) describesDecision(i int) bool {
	for k := max(0, i-decisionLines); k < min(len(l.lines), i+decisionLines+1); k++ {
		if name, _ := label(l.line(k)); decisionLabels[strings.ToLower(name)] {
			return true
		}
	}
	return false
}

// decisionLines is how far from a file number the other facts of a decision stand.
const decisionLines = 3

// salutation takes away the salutation (L5) and gives its index, or -1. What follows begins with a capital.
func (l *letterFinder) salutation() int {
	found := -1
	for i := range min(l.head+1, len(l.lines)) {
		line := l.line(i)
		if l.fate[i].gone {
			continue
		}
		if utf8.RuneCountInString(line) > longestLabel || !l.fits("L5", line) && !l.isRecipient(line) {
			if n := strings.IndexAny(line, ",!"); n > 0 && l.fits("L5", line[:n+1]) {
				l.flag(L5, "salutation-kept", l.lines[i].start, l.lines[i].start+n+1)
			}
			continue
		}
		l.take(i, L5)
		found = i
	}
	if found >= 0 {
		for i := found + 1; i < len(l.lines); i++ {
			if name, _ := label(l.line(i)); l.fate[i].gone || name != "" && l.fits("L4.label", name) {
				continue
			}
			l.fate[i].capital = true
			break
		}
	}
	return found
}

// isRecipient tells whether a line is nothing but a name from the header of the mail, with the mark of a salutation: "Elena,".
func (l *letterFinder) isRecipient(line string) bool {
	name := strings.TrimRight(line, ",!")
	if name == line || strings.Contains(name, " ") || !unicode.IsUpper(firstRune(name)) {
		return false
	}
	for i := range l.head {
		if l.fate[i].gone && l.fate[i].rule == L3 && strings.Contains(l.line(i), name) {
			return true
		}
	}
	return false
}

// subject takes away the label of the subject line (L4).
func (l *letterFinder) subject() {
	for i := range l.head {
		line := l.line(i)
		name, size := label(line)
		if l.fate[i].gone || name == "" || !l.fits("L4.label", name) {
			continue
		}
		if rest := strings.TrimSpace(line[size:]); rest == "" {
			l.take(i, L4)
			continue
		}
		l.fate[i].rule, l.fate[i].label = L4, size+blanksAt(line[size:])
		return
	}
}

// placeAndDate takes away the line with place and date (L2). Several such lines are a list of events and stay; a bare
// date goes only from a letter.
func (l *letterFinder) placeAndDate() {
	var placed, dates []int
	for i := range l.head {
		if l.fate[i].gone {
			continue
		}
		switch line := l.line(i); {
		case !hasDigit(line) || len(line) > longestLabel || l.describesDecision(i):
		case l.fits("L2.bare", line):
			dates = append(dates, i)
		case l.fits("L2", line):
			placed = append(placed, i)
		}
	}
	if len(placed)+len(dates) != 1 {
		return
	}
	if len(placed) == 1 {
		l.take(placed[0], L2)
	} else if l.isLetter() {
		l.take(dates[0], L2)
	}
}

// isLetter tells whether parts of a letter were found, or a close stands at the end.
func (l *letterFinder) isLetter() bool {
	for _, f := range l.fate {
		if f.rule >= L1 && f.rule <= L5 && (f.gone || f.label > 0) {
			return true
		}
	}
	for i := max(0, len(l.lines)-tailLines); i < len(l.lines); i++ {
		if line := l.line(i); len(line) <= 2*longestClose && l.fits("L6", line) {
			return true
		}
	}
	return false
}

// cuts gives the edits: neighbouring lines of one block that go under the same rule are one segment.
func (l *letterFinder) cuts() []edit {
	var edits editList
	for i := 0; i < len(l.lines); i++ {
		f := l.fate[i]
		start, end := l.lines[i].start, l.lines[i].end
		switch {
		case f.gone:
			for i+1 < len(l.lines) && !l.lines[i+1].blank && l.fate[i+1].gone && l.fate[i+1].rule == f.rule {
				i++
				end = l.lines[i].end
			}
			edits.delete(start, end, f.rule)
		case f.label > 0:
			edits.delete(start, start+f.label, f.rule)
			l.capital(&edits, start+f.label)
		case f.capital:
			l.capital(&edits, start)
		}
	}
	return edits.list
}

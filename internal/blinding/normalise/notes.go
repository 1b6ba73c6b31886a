package normalise

import (
	"strconv"
	"strings"
)

// tokens takes away the source tokens of assistants (S1), with a blank before them.
func (p *pass) tokens() {
	text := p.d.cur
	var cuts editList
	take := func(start, end int) {
		if text[start] == '<' && p.isHTML(text[start:end]) ||
			isLetter(text[start]) && start > 0 && alnum(text[start-1]) && !hasFoldedPrefix(text[start:], "citeturn") {
			return
		}
		for start > 0 && text[start-1] == ' ' {
			start--
		}
		if text[start] == ' ' && end < len(text) && alnum(text[end]) {
			start++ // the next sentence begins right behind the token: its blank stays
		}
		if n := len(cuts.list); n > 0 && start <= cuts.list[n-1].end {
			cuts.list[n-1].end = end
			return
		}
		cuts.delete(start, end, S1)
	}
	if hasWordToken(text) {
		for _, m := range p.tables.token.FindAllStringIndex(text, -1) {
			take(m[0], m[1])
		}
	} else {
		scanAt(text, tokenMarks, p.tables.tokenAt, func(start int, m []string) int {
			take(start, start+len(m[0]))
			return start + len(m[0])
		})
	}
	p.d.apply(cuts.list)
}

// tokenMarks are the characters with which source tokens begin that are no words.
const tokenMarks = "[【<{^\ue200\ue201\ue202\ue203\ue204\ue205\ue206"

// hasWordToken tells whether a text may hold a source token that begins with a letter or a colon.
func hasWordToken(text string) bool {
	if strings.Contains(text, "oaicite") {
		return true
	}
	for rest := text; ; {
		n := strings.Index(rest, "turn")
		if n < 0 {
			return false
		}
		if rest = rest[n+len("turn"):]; rest != "" && digit(rest[0]) {
			return true
		}
	}
}

// isHTML tells whether a tag has a name that the rule about HTML knows.
func (p *pass) isHTML(tag string) bool {
	m := p.tables.htmlTag.FindStringSubmatch(tag)
	return m != nil && p.tables.htmlKinds[strings.ToLower(m[2])] != ""
}

// notes takes away what points to web sources: trackers (S3), chips that name only a host (S5), the closing list of
// addresses (S4) and its markers; markers of footnotes with content become "(Fn n)" (S2).
func (p *pass) notes() {
	p.trackers()
	text := p.d.cur
	if strings.IndexByte(text, '[') < 0 && addressStart(text) < 0 {
		return
	}
	r := noteReader{pass: p, text: text, starts: make(map[int]bool)}
	r.readLines()
	r.closing()
	r.findEntries()
	r.chips()
	r.markers()
	r.entries()
	p.d.apply(r.edits.sorted())
}

// noteReader finds source markers and what they point to.
type noteReader struct {
	*pass
	text    string
	lines   []noteLine
	edits   editList
	note    map[string]int  // number of a note -> index of its line
	margins bool            // bracketed numbers at line starts number the paragraphs
	listed  int             // index of the first line of a closing list that stays, or len(lines)
	starts  map[int]bool    // where lines and notes begin
	pointed map[string]bool // numbers of notes that a marker points to

	goneNumbers map[string]bool // numbers of the closing list that is taken away
}

// noteLine is a line that is not blank.
type noteLine struct {
	start, end int    // without indentation and trailing blanks
	body       int    // where the text after the marks of the line begins
	number     string // of an entry; "" for other lines
	mark       span   // the number with its brackets
	plain      bool   // the number stands without brackets: "1."
	gone       bool   // part of a closing list that is taken away
	note       bool   // a footnote with content
	done       bool   // a footnote that is written as one: "Fn 1:"
	inner      bool   // a note that follows another one in the same line
}

// readLines splits the text into lines and reads their numbers.
func (r *noteReader) readLines() {
	for start := 0; start < len(r.text); {
		end := lineEnd(r.text, start)
		line := r.text[start:end]
		if trimmed := strings.TrimSpace(line); trimmed != "" {
			l := noteLine{start: start + blanksAt(line)}
			l.end = l.start + len(trimmed)
			r.readMarks(&l)
			r.runIn(l)
		}
		start = end + 1
	}
	r.listed = len(r.lines)
}

// runIn appends a line, or the notes that follow each other in it: "[1] … [2] … [3] …".
func (r *noteReader) runIn(l noteLine) {
	r.starts[l.start] = true
	for l.number != "" && !l.plain && !l.done {
		next := " [" + strconv.Itoa(atoi(l.number)+1) + "] "
		n := strings.Index(r.text[l.body:l.end], next)
		if n < 0 {
			break
		}
		rest := l
		l.end = l.body + n
		rest.start = l.end + 1
		r.readMarks(&rest)
		rest.inner = true
		r.lines = append(r.lines, l)
		r.starts[rest.start] = true
		l = rest
	}
	r.lines = append(r.lines, l)
}

// readMarks reads the bullet and number at the start of a line.
func (r *noteReader) readMarks(l *noteLine) {
	l.body = l.start
	for l.body < l.end && strings.IndexByte("->*+#_ \t", r.text[l.body]) >= 0 {
		l.body++
	}
	if l.body == l.end {
		l.body = l.start
		return
	}
	rest := r.text[l.body:l.end]
	number, size := noteNumber(rest)
	switch {
	case strings.HasPrefix(rest, "Fn "):
		if n, _, ok := strings.Cut(rest[len("Fn "):], ":"); ok && isNumber(n, 2) {
			l.number, l.done = n, true
		}
	case size > 0 && !strings.HasPrefix(rest[size:], "("):
		l.number, l.mark = number, span{l.body, l.body + size}
		if strings.HasPrefix(rest[size:], ":") {
			l.mark.end++
		}
		l.body = l.mark.end
	case digit(rest[0]):
		n := len(rest) - len(strings.TrimLeft(rest, plainDigits))
		if n <= 2 && n < len(rest) && (rest[n] == '.' || rest[n] == ')') {
			l.number, l.mark, l.plain = rest[:n], span{l.body, l.body + n + 1}, true
			l.body += n + 1
		}
	}
	l.body += blanksAt(r.text[l.body:l.end])
}

// noteNumber reads "[12]" or "[^12]" or "[^label]" at the start of s: the number or label and the length.
func noteNumber(s string) (string, int) {
	if len(s) < 3 || s[0] != '[' {
		return "", 0
	}
	close := strings.IndexByte(s[:min(len(s), 24)], ']')
	if close < 2 {
		return "", 0
	}
	inner := s[1:close]
	if label, ok := strings.CutPrefix(inner, "^"); ok && label != "" && !strings.ContainsAny(label, " ^[") {
		return label, close + 1
	}
	if isNumber(inner, 2) && inner[0] != '0' {
		return inner, close + 1
	}
	return "", 0
}

// findEntries finds the footnotes: bracketed numbers at line starts that stand in one block at the end, after a marker
// that points to them. Where they open the paragraphs of the answer they are margin numbers.
func (r *noteReader) findEntries() {
	r.note = make(map[string]int)
	first := -1
	for i, l := range r.lines {
		if l.number != "" && !l.plain && !l.done && !l.gone {
			first = i
			break
		}
	}
	if first >= 0 {
		r.margins = first == 0 || r.runsOn(first)
	}
	for i := range r.lines {
		l := &r.lines[i]
		caret := l.number != "" && !l.done && strings.HasPrefix(r.text[l.mark.start:], "[^")
		switch {
		case l.number == "" || l.done || l.gone || !caret && r.margins && !l.plain:
		case l.plain && i < r.listed:
		default:
			if _, taken := r.note[l.number]; !taken {
				r.note[l.number] = i
				l.note = !r.isAddressEntry(r.text[l.body:l.end])
			}
		}
	}
}

// runsOn tells whether ordinary text follows the entries that begin at a line.
func (r *noteReader) runsOn(first int) bool {
	strangers := 0
	for i := first + 1; i < len(r.lines); i++ {
		l := r.lines[i]
		if l.number == "" && !l.gone && r.separate(i) && !r.isClosingLine(i) {
			strangers++
		}
	}
	return strangers > 0
}

// separate tells whether a blank line stands before a line.
func (r *noteReader) separate(i int) bool {
	return i > 0 && strings.Count(r.text[r.lines[i-1].end:r.lines[i].start], "\n") > 1
}

// entries rewrites the numbers of footnotes that a marker points to.
func (r *noteReader) entries() {
	for _, l := range r.lines {
		if !l.note || !r.pointed[l.number] {
			continue
		}
		if l.inner {
			r.edits.replace(l.mark.start-1, l.mark.start, "\n\n", S2)
		}
		r.edits.replace(l.mark.start, l.mark.end, "Fn "+l.number+":", S2)
		if l.mark.end < l.end && r.text[l.mark.end] != ' ' {
			r.edits.replace(l.mark.end, l.mark.end, " ", S2)
		}
	}
}

// maxMarker is the highest number of a source marker; higher ones are years or margin numbers.
const maxMarker = 99

// numbersIn reads "1", "1, 2" or "1-3" inside brackets.
func numbersIn(inner string) []string {
	var all []string
	for _, part := range strings.FieldsFunc(inner, func(c rune) bool { return c == ',' || c == ';' }) {
		part = strings.TrimPrefix(strings.TrimSpace(part), "^")
		from, to, ranged := strings.Cut(part, "-")
		if !isNumber(from, 2) || from[0] == '0' {
			return nil
		}
		all = append(all, from)
		if !ranged {
			continue
		}
		a, _ := strconv.Atoi(from)
		b, err := strconv.Atoi(to)
		if err != nil || b <= a || b > maxMarker {
			return nil
		}
		for n := a + 1; n <= b; n++ {
			all = append(all, strconv.Itoa(n))
		}
	}
	return all
}

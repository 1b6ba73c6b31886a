package normalise

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// marker is a group of source markers that follow each other: "[1][3]".
type marker struct {
	start, end int
	numbers    []string
	targets    []string // of markers that are links
	brackets   int      // how many there are
	spaced     bool     // a blank stands before it
	labels     bool     // footnote labels with a caret
}

// markers takes away the source markers of the running text, or turns them into references to footnotes (S2).
func (r *noteReader) markers() {
	found := r.findMarkers()
	sources := isSeries(found) || slices.ContainsFunc(found, func(m marker) bool { return !m.spaced && !r.stays(m, true) })
	r.pointed = make(map[string]bool)
	for _, m := range found {
		if r.stays(m, sources || m.brackets > 1) {
			continue
		}
		with := ""
		for _, n := range m.numbers {
			if i, ok := r.note[n]; ok && r.lines[i].note && r.lines[i].start > m.end {
				with += "(Fn " + n + ")"
				r.pointed[n] = true
			}
		}
		start := m.start
		if m.spaced && with == "" {
			for start > 0 && r.text[start-1] == ' ' {
				start--
			}
		}
		for _, t := range m.targets {
			r.source(t)
		}
		r.edits.replace(start, m.end, with, S2)
	}
}

// findMarkers finds the groups of bracketed numbers that do not open a line.
func (r *noteReader) findMarkers() []marker {
	var found []marker
	for i := nextByte(r.text, 0, '['); i >= 0; {
		m, ok := r.markerAt(i)
		if !ok {
			i = nextByte(r.text, i+1, '[')
			continue
		}
		if !r.starts[m.start] && !r.opensLine(m.start) {
			found = append(found, m)
		}
		i = nextByte(r.text, m.end, '[')
	}
	return found
}

// markerAt reads a group of markers at i.
func (r *noteReader) markerAt(i int) (marker, bool) {
	m := marker{start: i, end: i}
	for m.end < len(r.text) && r.text[m.end] == '[' {
		if !r.oneMarker(&m) {
			break
		}
		m.brackets++
		next := m.end + separators(r.text[m.end:])
		if next < len(r.text) && r.text[next] == '[' && next > m.end {
			probe := marker{start: next, end: next}
			if r.oneMarker(&probe) {
				m.end = next
			}
		}
	}
	if m.end == i {
		return m, false
	}
	m.spaced = i > 0 && r.text[i-1] == ' '
	return m, true
}

// oneMarker reads one bracket of a group: "[1]", "[1, 2]", "[^1]", "[1](address)" or "[[1]](address)".
func (r *noteReader) oneMarker(m *marker) bool {
	rest := r.text[m.end:min(len(r.text), m.end+longestTag)]
	if l, ok := linkAt(r.text, m.end); ok {
		numbers := numbersIn(strings.Trim(l.label, "[]"))
		if numbers == nil {
			return false
		}
		m.numbers = append(m.numbers, numbers...)
		m.targets = append(m.targets, l.target)
		m.end = l.end
		return true
	}
	close := strings.IndexByte(rest[:min(len(rest), 40)], ']')
	if close < 2 {
		return false
	}
	if label, ok := strings.CutPrefix(rest[1:close], "^"); ok && label != "" && !strings.ContainsAny(label, " ^[") {
		m.numbers, m.labels = append(m.numbers, label), true
		m.end += close + 1
		return true
	}
	numbers := numbersIn(rest[1:close])
	if numbers == nil {
		return false
	}
	m.numbers = append(m.numbers, numbers...)
	m.end += close + 1
	return true
}

// opensLine tells whether only marks and blanks stand before i on its line.
func (r *noteReader) opensLine(i int) bool {
	for i > 0 && strings.IndexByte(" \t*_>-#+", r.text[i-1]) >= 0 {
		i--
	}
	return i == 0 || r.text[i-1] == '\n'
}

// stays tells whether a bracketed number is no source marker: after a word that names a place in a text, next to
// such a number, apart from any word, or as one of the margin numbers. A number behind a blank goes only where a note
// has it, or where it is known that such numbers are sources.
func (r *noteReader) stays(m marker, sources bool) bool {
	if m.labels || len(m.targets) > 0 {
		return false
	}
	before := strings.TrimRight(r.text[:m.start], " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	word := lastWord(before)
	switch {
	case r.margins && r.isMarginNumber(m), r.tables.markerGuards[word], r.isJoined(m.end), isRaisedNumber(before):
		return true
	case r.tables.markerJoins[word] || last == ',':
		inner := strings.TrimRight(strings.TrimSuffix(before, word), " ,")
		return m.spaced && (last == ',' || strings.HasSuffix(inner, "]") || !r.hasNote(m) && !sources)
	case !m.spaced:
		return last == '[' || last == '(' && !r.hasNote(m) || strings.ContainsRune(" \n\"'/-", last) && !strings.ContainsRune("\"'", last)
	}
	if after := r.text[m.end:]; after != "" && !strings.ContainsRune(" \n.,;:!?)\"'*_|", rune(after[0])) {
		return true
	}
	return !r.hasNote(m) && (!sources || digit(before[len(before)-1]))
}

// isRaisedNumber tells whether a bracket right after text belongs to the number of an article: Polish statutes write
// art. 385[1] for article 385¹.
func isRaisedNumber(text string) bool {
	text = strings.ToLower(text[max(0, len(text)-24):])
	trimmed := strings.TrimRight(text, plainDigits)
	if trimmed == text {
		return false
	}
	unit := strings.TrimRight(trimmed, " .")
	return strings.HasSuffix(unit, "art") || strings.HasSuffix(unit, "§") || strings.HasSuffix(unit, "artikel") ||
		strings.HasSuffix(unit, "article") || strings.HasSuffix(unit, "artykuł") || strings.HasSuffix(unit, "artykułu")
}

// isJoined tells whether a word such as «and» leads from a marker to another: then they are objects of the sentence.
func (r *noteReader) isJoined(end int) bool {
	rest := r.text[end:min(len(r.text), end+16)]
	word, after, ok := strings.Cut(strings.TrimPrefix(rest, " "), " ")
	return ok && strings.HasPrefix(rest, " ") && r.tables.markerJoins[strings.ToLower(word)] && strings.HasPrefix(after, "[")
}

// isMarginNumber tells whether a marker repeats a number that opens a paragraph.
func (r *noteReader) isMarginNumber(m marker) bool {
	for _, l := range r.lines {
		if l.number == m.numbers[0] && !l.plain {
			return true
		}
	}
	return false
}

// hasNote tells whether a marker points to a line of the text.
func (r *noteReader) hasNote(m marker) bool {
	for _, n := range m.numbers {
		if _, ok := r.note[n]; ok {
			return true
		}
	}
	return len(r.goneNumbers) > 0 && r.goneNumbers[m.numbers[0]]
}

// isSeries tells whether markers count up from one, as sources do in the order in which they are first cited.
func isSeries(found []marker) bool {
	highest := 0
	for _, m := range found {
		for _, n := range m.numbers {
			switch v := atoi(n); {
			case v == highest+1:
				highest = v
			case v > highest+1 && highest == 0:
				return false
			case v > highest:
				highest = v
			}
		}
	}
	return highest > 0
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > maxMarker {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// lastWord is the last word of a text, in lower case, with a point that belongs to it.
func lastWord(text string) string {
	text = text[max(0, len(text)-40):]
	if n := strings.LastIndexAny(text, " \n(["); n >= 0 {
		text = text[n+1:]
	}
	return strings.ToLower(text)
}

// chips takes away links in round brackets that name only a host (S5), with the blank before them.
func (r *noteReader) chips() {
	for i := strings.Index(r.text, "(["); i >= 0; {
		start, end, targets := i, i+1, []string(nil)
		for end < len(r.text) {
			end += separators(r.text[end:])
			l, ok := linkAt(r.text, end)
			if !ok || !isHost(l.label) {
				break
			}
			targets = append(targets, l.target)
			end = l.end
		}
		next := i + 2
		if len(targets) > 0 && end < len(r.text) && r.text[end] == ')' {
			next = end + 1
			for start > 0 && r.text[start-1] == ' ' {
				start--
			}
			r.edits.delete(start, next, S5)
			for _, t := range targets {
				r.source(t)
			}
		}
		n := strings.Index(r.text[next:], "([")
		if n < 0 {
			break
		}
		i = next + n
	}
}

// separators is the length of what parts links or markers that follow each other.
func separators(s string) int {
	s = s[:min(len(s), 8)]
	return len(s) - len(strings.TrimLeft(s, " ,;|&"))
}

package normalise

import (
	"strings"

	"github.com/yuin/goldmark/parser"
)

// masked stands in the copy that goldmark reads for a character that must not count as a mark.
const masked = 'x'

// mask gives a copy of the text, of the same length, in which everything is masked that looks like a mark of Markdown
// and is none: the stars of anonymised names and of gender, page numbers between hyphens, dates and ordinals at the
// start of a line, comparisons, editor's brackets. The guards win over the tree.
//
// The edits take away quotation marks and bullets beyond a depth that nobody writes: the tree would need quadratic time
// for them.
func mask(text string) ([]byte, editList) {
	m := masker{text: text, out: []byte(text)}
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		m.line(start, end)
		start = end + 1
	}
	return m.out, m.edits
}

type masker struct {
	text  string
	out   []byte
	edits editList
}

func (m *masker) hide(start, end int) {
	for i := start; i < end; i++ {
		m.out[i] = masked
	}
}

// line masks within one line.
func (m *masker) line(start, end int) {
	line := m.text[start:end]
	lead := blanksAt(line)
	if lead == len(line) {
		return
	}
	m.lineStart(start+lead, strings.TrimRight(line[lead:], " \t"))
	m.deep(start+lead, end)
	if !strings.ContainsAny(line, "*_~[]<") {
		return
	}
	for i := start; i < end; i++ {
		switch c := m.text[i]; c {
		case '*', '_', '~':
			run := i + 1
			for run < end && m.text[run] == c {
				run++
			}
			m.stars(c, i, run, isRuler(line, c))
			i = run - 1
		case '[':
			m.bracket(start+lead, i, end)
		case ']':
			if i+1 < end && m.text[i+1] == '(' && !looksLikeTarget(m.text[i+2:end]) {
				m.hide(i, i+1)
			}
		case '<':
			if !strings.HasPrefix(m.text[i+1:end], "http") && !strings.Contains(m.text[i:min(end, i+80)], "@") && !strings.HasPrefix(m.text[i+1:end], "mailto:") {
				m.hide(i, i+1)
			}
		}
	}
}

// deepestMarks is how many quotation marks, bullets and numbers may open one line.
const deepestMarks = 8

// deep hides from the tree the marks that open a line beyond deepestMarks.
func (m *masker) deep(i, end int) {
	if isRuler(m.text[i:end], m.text[i]) {
		return
	}
	for depth := 0; i < end; depth++ {
		size, rule := openingMark(m.text[i:end])
		if size == 0 {
			return
		}
		if depth >= deepestMarks {
			m.hide(i, i+size)
			if rule != M1 {
				m.edits.delete(i, i+size, rule)
			}
		}
		i += size
	}
}

// openingMark is the length of a mark that opens a line, with the blanks after it, and the rule that takes it away; M1
// for a number, which stays.
func openingMark(s string) (int, Rule) {
	switch c := s[0]; {
	case c == '>':
		return 1 + blanksAt(s[1:]), M8
	case (c == '-' || c == '*' || c == '+') && len(s) > 1 && s[1] == ' ':
		return 1 + blanksAt(s[1:]), M3
	case digit(c):
		n := len(s) - len(strings.TrimLeft(s[:min(len(s), 10)], plainDigits)) - max(0, len(s)-10)
		if n > 0 && n+1 < len(s) && (s[n] == '.' || s[n] == ')') && s[n+1] == ' ' {
			return n + 1 + blanksAt(s[n+1:]), M1
		}
	}
	return 0, M1
}

// lineStart masks what looks like a bullet, number, quotation or definition at the start of a line.
func (m *masker) lineStart(start int, line string) {
	rest := line[1:]
	switch c := line[0]; {
	case c == '-':
		inner := strings.TrimSuffix(strings.TrimSpace(rest), "-")
		if inner != strings.TrimSpace(rest) && isPageMark(strings.TrimSpace(inner)) {
			m.hide(start, start+len(line))
		}
	case c == '>':
		after := strings.TrimLeft(rest, "= ")
		if after != "" && after[0] >= '0' && after[0] <= '9' && !m.quotedNeighbour(start) {
			m.hide(start, start+1)
		}
	case c == '+':
		after := strings.TrimLeft(rest, " ")
		if after != "" && (after[0] >= '0' && after[0] <= '9' || strings.HasPrefix(after, "(")) {
			m.hide(start, start+1)
		}
	case c >= '0' && c <= '9':
		m.numbered(start, line)
	}
}

// isPageMark tells whether what stands between two hyphens is a page number, with the word for it and the number of
// pages: "7", "Seite 7", "str. 7 z 9".
func isPageMark(s string) bool {
	words := strings.Fields(strings.ReplaceAll(s, "/", " / "))
	if len(words) > 1 && !hasDigit(words[0]) && len(words[0]) <= len("strona") {
		words = words[1:]
	}
	return (len(words) == 1 || len(words) == 3 && isNumber(words[2], 4)) && isNumber(words[0], 4)
}

// longestNumber is how many digits the number of a list item has at most; longer ones are years and file numbers.
const longestNumber = 2

// numbered masks the point of a date or ordinal that begins a line: "3. Mai 2024", "3. 5. 2024", and a number that
// a line break has separated from its sentence.
func (m *masker) numbered(start int, line string) {
	n := len(line) - len(strings.TrimLeft(line, plainDigits))
	if n < len(line) && n > longestNumber {
		m.hide(start+n, start+n+1)
		return
	}
	if n == len(line) || line[n] != '.' || n > 2 {
		return
	}
	rest := strings.TrimLeft(line[n+1:], " ")
	word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isWordRune))]
	switch {
	case months[strings.ToLower(word)] && len(rest) > len(word):
	case isDayMonthYear(rest):
	case m.continues(start):
	default:
		return
	}
	m.hide(start+n, start+n+1)
}

// continues tells whether the line at start goes on with the sentence of the line before.
func (m *masker) continues(start int) bool {
	begin := strings.LastIndexByte(m.text[:start], '\n') + 1
	if begin < 2 {
		return false
	}
	before := m.text[strings.LastIndexByte(m.text[:begin-1], '\n')+1 : begin-1]
	trimmed := strings.TrimRight(before, " \t")
	if len(trimmed) < wrapWidth || strings.ContainsRune("*_", rune(trimmed[len(trimmed)-1])) {
		return false
	}
	return !endsSentence(trimmed) && !strings.HasSuffix(trimmed, ",")
}

// quotedNeighbour tells whether the line before or after the one at start is a quotation too.
func (m *masker) quotedNeighbour(start int) bool {
	begin := strings.LastIndexByte(m.text[:start], '\n') + 1
	if next := lineEnd(m.text, start) + 1; next < len(m.text) && strings.HasPrefix(strings.TrimLeft(m.text[next:min(len(m.text), next+8)], " "), ">") {
		return true
	}
	if begin == 0 {
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(m.text[strings.LastIndexByte(m.text[:begin-1], '\n')+1:begin], " "), ">")
}

// stars masks a run of stars, underlines or tildes that is no mark.
func (m *masker) stars(c byte, start, run int, ruler bool) {
	n := run - start
	before, after := start > 0 && alnum(m.text[start-1]), run < len(m.text) && alnum(m.text[run])
	switch {
	case ruler:
		return
	case c == '~' && n == 1, n >= 4, c == '_' && n == 3:
	case c == '*' && n != 2 && before && after:
	case c == '*' && n == 2 && before && after && digit(m.text[start-1]) && digit(m.text[run]):
	default:
		return
	}
	if c == '~' && n >= 3 && strings.TrimSpace(m.text[strings.LastIndexByte(m.text[:start], '\n')+1:start]) == "" {
		return // a fence
	}
	m.hide(start, run)
}

// bracket masks the opening bracket of what looks like a link definition and has no address.
func (m *masker) bracket(lineStart, i, end int) {
	if i != lineStart {
		return
	}
	close := strings.IndexByte(m.text[i:end], ']')
	if close < 0 {
		return
	}
	rest := m.text[i+close+1 : end]
	if strings.HasPrefix(rest, ":") && !looksLikeTarget(strings.TrimLeft(rest[1:], " \t")) {
		m.hide(i, i+1)
	}
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// isNumber tells whether s consists of one to most digits.
func isNumber(s string, most int) bool {
	return s != "" && len(s) <= most && strings.Trim(s, plainDigits) == ""
}

// isDayMonthYear tells whether a text goes on like the month and year of a date in figures: "5. 2024", "05.2024".
func isDayMonthYear(rest string) bool {
	n := len(rest) - len(strings.TrimLeft(rest, plainDigits))
	if n == 0 || n > 2 || n == len(rest) || rest[n] != '.' {
		return false
	}
	year := strings.TrimLeft(rest[n+1:], " ")
	n = len(year) - len(strings.TrimLeft(year, plainDigits))
	return n == 4 || n == 2
}

// looksLikeTarget tells whether a link's target is an address, not words in brackets.
func looksLikeTarget(s string) bool {
	s = strings.TrimPrefix(s[:min(len(s), longestTag)], "<")
	if n := strings.IndexAny(s, ") \t>"); n >= 0 {
		s = s[:n]
	}
	switch {
	case s == "":
		return false
	case strings.Contains(s, "://"), strings.HasPrefix(s, "www."), strings.HasPrefix(s, "mailto:"), strings.HasPrefix(s, "tel:"):
		return true
	case s[0] == '#', s[0] == '/', strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"):
		return len(s) > 1
	case strings.HasPrefix(s, "sandbox:"), strings.HasPrefix(s, "attachment:"), strings.HasPrefix(s, "data:"), strings.HasPrefix(s, "file:"), strings.HasPrefix(s, "turn"):
		return true
	}
	return hostLike(s)
}

// hostLike tells whether s begins with the name of a host: labels joined by points, the last of letters only.
func hostLike(s string) bool {
	host, _, _ := strings.Cut(s, "/")
	labels := strings.Split(host, ".")
	if len(labels) < 2 || len(host) > 100 {
		return false
	}
	for _, l := range labels {
		if l == "" || strings.ContainsFunc(l, func(r rune) bool { return r != '-' && r < 0x80 && !alnum(byte(r)) }) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(last) >= 2 && strings.IndexFunc(last, func(r rune) bool { return r >= 0x80 || !isLetter(byte(r)) }) < 0
}

const (
	partSize    = 8 << 10  // a part ends at the next safe place after so many bytes
	longestPart = 32 << 10 // and after so many anywhere: some readings of Markdown take quadratic time
)

// split cuts a text into parts that can be read one by one. Parts end before a paragraph that belongs to no list,
// quotation or fence.
func split(text string) []span {
	var parts []span
	from, fenced := 0, false
	blank := false
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		line := text[start:end]
		trimmed := strings.TrimLeft(line, " \t")
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		size := start - from
		if size > longestPart || size > partSize && blank && !fenced && len(trimmed) == len(line) && trimmed != "" && isOrdinary(trimmed[0]) {
			parts = append(parts, span{from, start})
			from = start
		}
		for end-from > longestPart {
			parts = append(parts, span{from, cutBefore(text, from+longestPart)})
			from = parts[len(parts)-1].end
		}
		blank = trimmed == ""
		start = end + 1
	}
	return append(parts, span{from, len(text)})
}

// cutBefore is a place at or before at where a blank ends, or at the start of a character.
func cutBefore(text string, at int) int {
	if n := strings.LastIndexByte(text[at-1024:at], ' '); n >= 0 {
		return at - 1024 + n + 1
	}
	for at > 0 && text[at]&0xC0 == 0x80 {
		at--
	}
	return at
}

// isOrdinary tells whether a line that begins with b begins a paragraph.
func isOrdinary(b byte) bool { return alnum(b) && !digit(b) || b == '#' }

// mostDefinitions bounds how many link definitions are carried from part to part.
const mostDefinitions = 200

// definitions collects the link definitions of a text that is read in several parts.
func (w *walker) definitions(masked []byte, several bool) []parser.Reference {
	if !several {
		return nil
	}
	var defs []parser.Reference
	for start := 0; start < len(masked) && len(defs) < mostDefinitions; {
		end := lineEnd(w.text, start)
		line := strings.TrimLeft(string(masked[start:min(end, start+longestTag)]), " ")
		if label, rest, ok := strings.Cut(line, "]:"); ok && strings.HasPrefix(label, "[") && len(label) > 1 {
			if target := strings.Fields(rest); len(target) > 0 {
				defs = append(defs, parser.NewReference([]byte(label[1:]), []byte(strings.Trim(target[0], "<>")), nil))
			}
		}
		start = end + 1
	}
	return defs
}

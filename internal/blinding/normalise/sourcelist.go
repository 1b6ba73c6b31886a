package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closing takes away the closing list of bare web addresses with its heading (S4). Every entry must be an address,
// with a title at most; a list that cites anything else stays.
func (r *noteReader) closing() {
	last := len(r.lines) - 1
	for last >= 0 && r.isClosingLine(last) && len(r.lines)-1-last < maxClosingLines {
		last--
	}
	if i := r.headedLine(last); i >= 0 {
		r.cutList(i, last)
		return
	}
	first, addresses, pure, numbered := last+1, 0, true, true
	for first > 0 {
		l := r.lines[first-1]
		body := r.text[l.body:l.end]
		if !r.isAddressEntry(body) && !(first <= last && r.isTitleLine(first-1)) {
			break
		}
		first--
		if n := len(r.addressList(body)); n > 0 {
			addresses++
			pure = pure && r.isBare(body)
			numbered = numbered && l.number != "" && !l.plain
		}
	}
	if first == 0 && addresses > 0 {
		r.flag(S4, "only-addresses", r.lines[0].start, r.lines[last].end)
		return
	}
	headed := first > 0 && r.isHeading(first-1)
	switch {
	case addresses == 0 || !headed && r.sameList(first-1, first):
		r.mixedList(last)
	case headed && first-1 > 0:
		r.cutList(first-1, last)
	case !headed && (numbered || addresses > 1 && pure):
		r.cutList(first, last)
	default:
		r.mixedList(last)
	}
}

// sameList tells whether two lines are numbered in the same way: then one list holds addresses and other things.
func (r *noteReader) sameList(i, j int) bool {
	a, b := r.lines[i], r.lines[j]
	return a.number != "" && b.number != "" && a.plain == b.plain
}

// maxClosingLines is how many lines of offers and pleasantries may follow a closing list.
const maxClosingLines = 4

// isClosingLine tells whether a line is a rule, or holds nothing but phrases with which chat programs close.
func (r *noteReader) isClosingLine(i int) bool {
	line := r.text[r.lines[i].start:r.lines[i].end]
	if isRuler(line, line[0]) {
		return true
	}
	return len(line) < longestPhrase && r.onlyPhrases(strings.Trim(line, "*_ >-#"))
}

// headedLine is the index of a last line such as "Sources: https://…", or -1.
func (r *noteReader) headedLine(last int) int {
	if last < 1 {
		return -1
	}
	line := r.text[r.lines[last].start:r.lines[last].end]
	head, rest, ok := strings.Cut(line, ":")
	if !ok || !r.tables.sourceHead.match(bareHeading(head)) || !r.isAddressEntry(strings.Trim(rest, "*_ ")) {
		return -1
	}
	return last
}

// cutList takes away the lines from first to last.
func (r *noteReader) cutList(first, last int) {
	if first == 0 {
		r.flag(S4, "only-addresses", r.lines[0].start, r.lines[last].end)
		return
	}
	r.goneNumbers = make(map[string]bool)
	for i := first; i <= last; i++ {
		l := &r.lines[i]
		l.gone = true
		if l.number != "" {
			r.goneNumbers[l.number] = true
		}
		for _, target := range r.addressList(r.text[l.start:l.end]) {
			r.source(target)
		}
	}
	r.edits.delete(r.lines[first].start, r.lines[last].end, S4)
}

// mixedList notes where a closing list under a heading begins that holds more than addresses: its numbers are
// footnotes.
func (r *noteReader) mixedList(last int) {
	for i := last; i > 0 && i > last-maxListed; i-- {
		if r.lines[i].number == "" && r.isHeading(i) {
			r.listed = i + 1
			return
		}
	}
}

// maxListed bounds the length of a closing list, in lines.
const maxListed = 120

// isHeading tells whether a line is the heading of a list of sources.
func (r *noteReader) isHeading(i int) bool {
	l := r.lines[i]
	return l.end-l.start < 80 && r.tables.sourceHead.match(bareHeading(r.text[l.start:l.end]))
}

// bareHeading is a heading without its marks, number and colon.
func bareHeading(line string) string {
	line = strings.Trim(line, "#*_>-: \t=")
	if n := len(line) - len(strings.TrimLeft(line, plainDigits)); n > 0 && n < len(line) && strings.IndexByte(".)", line[n]) >= 0 {
		line = line[n+1:]
	}
	return strings.TrimSpace(strings.TrimLeftFunc(line, func(c rune) bool { return c > 0x2000 && !isWordRune(c) }))
}

// addressList lists the addresses of a line: targets of links and bare ones.
func (r *noteReader) addressList(line string) []string {
	var all []string
	rest := r.withoutLinks(line, &all)
	for _, a := range addressesIn(rest) {
		all = append(all, a.text)
	}
	return all
}

// withoutLinks replaces the links of a line by their labels and collects their targets.
func (r *noteReader) withoutLinks(line string, targets *[]string) string {
	if !strings.Contains(line, "](") {
		return line
	}
	var b strings.Builder
	for i := 0; i < len(line); {
		if line[i] == '[' {
			if l, ok := linkAt(line, i); ok {
				if targets != nil {
					*targets = append(*targets, l.target)
				}
				if !isHost(l.label) && addressStart(l.label) < 0 {
					b.WriteString(l.label)
				}
				i = l.end
				continue
			}
		}
		b.WriteByte(line[i])
		i++
	}
	return b.String()
}

// title is what stands in a line besides its addresses.
func (r *noteReader) title(line string) string {
	rest := r.withoutLinks(line, nil)
	for found := addressesIn(rest); len(found) > 0; found = addressesIn(rest) {
		rest = rest[:found[0].start] + rest[found[0].end:]
	}
	for i := strings.IndexByte(rest, '['); i >= 0; i = nextByte(rest, i+1, '[') {
		if _, size := noteNumber(rest[i:]); size > 0 {
			rest = rest[:i] + rest[i+size:]
			i--
		}
	}
	return strings.Trim(rest, " \t*_<>()[]-:,;.|\"'")
}

const (
	longestTitle = 160  // runes of the title of a listed address
	longestEntry = 3000 // bytes of an entry
)

// isAddressEntry tells whether a line holds addresses, a title at most, and nothing that must be kept.
func (r *noteReader) isAddressEntry(line string) bool {
	if line == "" || len(line) > longestEntry || len(r.addressList(line)) == 0 {
		return false
	}
	if r.goesOn(line) {
		return false
	}
	title := r.title(line)
	return utf8.RuneCountInString(title) <= longestTitle && !endsMidSentence(title) && !r.cites(title)
}

// goesOn tells whether a sentence goes on after the last address of a line: then the address is part of the text.
func (r *noteReader) goesOn(line string) bool {
	found := addressesIn(line)
	if len(found) == 0 {
		return false
	}
	after := strings.TrimLeft(line[found[len(found)-1].end:], ") ")
	return after != "" && unicode.IsLower(firstRune(after)) && strings.Contains(after, " ")
}

// isBare tells whether a line holds addresses and no title.
func (r *noteReader) isBare(line string) bool { return r.title(line) == "" }

// isTitleLine tells whether a line is the title of the address in the line below it.
func (r *noteReader) isTitleLine(i int) bool {
	l, below := r.lines[i], r.lines[i+1]
	return l.number != "" && below.number == "" && !r.separate(i+1) && r.isBare(r.text[below.body:below.end]) &&
		utf8.RuneCountInString(r.text[l.body:l.end]) <= longestTitle && !r.protected(r.text[l.body:l.end])
}

// endsMidSentence tells whether a title is rather a sentence: it holds the end of one and goes on.
func endsMidSentence(title string) bool {
	for _, mark := range []string{". ", "! ", "? "} {
		if n := strings.Index(title, mark); n > 40 {
			return true
		}
	}
	return false
}

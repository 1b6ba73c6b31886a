package normalise

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	wrapWidth   = 50 // runes from which a line counts as wrapped rather than short
	wrappedText = 90 // runes of the median line below which a text counts as wrapped by hand
	wrapSlack   = 12 // runes by which a wrapped line may fall short of the longest one
)

// wrap brings lines into the canonical form: hard-wrapped lines and divided words are joined (W1, W3), letter lists
// get their brackets (M3), and one blank line stands between paragraphs, none at the ends, no indentation (W2).
func (p *pass) wrap() {
	p.unwrap()
	p.letterLists()
	p.blankLines()
}

// textLine is one line of a text that is not blank, without indentation and trailing blanks.
type textLine struct {
	start, end int
	blank      bool // a blank line, or the start of the text, stands before it
}

// linesOf lists the lines of a text that are not blank.
func linesOf(text string) []textLine {
	lines := make([]textLine, 0, strings.Count(text, "\n")+1)
	blank := true
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		line := text[start:end]
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			blank = true
		} else {
			lead := strings.Index(line, trimmed[:1])
			lines = append(lines, textLine{start + lead, start + lead + len(trimmed), blank})
			blank = false
		}
		start = end + 1
	}
	return lines
}

// unwrap joins lines that belong to one paragraph.
func (p *pass) unwrap() {
	text := p.d.cur
	lines := p.d.lineList()
	if !slices.ContainsFunc(lines, func(l textLine) bool { return !l.blank }) {
		return
	}
	u := unwrapper{pass: p, text: text, short: medianRunes(text, lines) < wrappedText, tables: tableRows(text)}
	for i := 1; i < len(lines); i++ {
		if lines[i].blank {
			u.width, u.carried, u.wrapped = 0, 0, false
			continue
		}
		if u.width == 0 {
			u.measure(lines[i-1:])
		}
		u.join(lines[i-1], lines[i])
	}
	p.d.apply(u.edits.list)
}

// medianRunes is the median length of lines, in runes.
func medianRunes(text string, lines []textLine) int {
	lengths := make([]int, len(lines))
	for i, l := range lines {
		lengths[i] = utf8.RuneCountInString(text[l.start:l.end])
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/2]
}

// measure looks at the block that begins with the first line: how wide it is, and whether it was wrapped by hand
// beyond doubt. It was, where of three lines or more each but the last is so long that the next word had no room, and
// a sentence goes on in lower case from one to another.
func (u *unwrapper) measure(lines []textLine) {
	n := 1
	for n < len(lines) && !lines[n].blank {
		n++
	}
	u.width, u.wrapped = 0, false
	for _, l := range lines[:n] {
		u.width = max(u.width, utf8.RuneCountInString(u.text[l.start:l.end]))
	}
	if n < 3 || u.width < wrapWidth || u.width > 2*wrappedText {
		return
	}
	for i := range n - 1 {
		next := u.text[lines[i+1].start:lines[i+1].end]
		if !u.isFull(u.text[lines[i].start:lines[i].end], next, 0) || hasLabel(next) {
			u.wrapped = false
			return
		}
		u.wrapped = u.wrapped || unicode.IsLower(firstRune(next))
	}
}

// isFull tells whether a line is so long that the first word of the next had no room in it, give or take slack.
func (u *unwrapper) isFull(line, next string, slack int) bool {
	return utf8.RuneCountInString(line)+1+utf8.RuneCountInString(firstWord(next)) > u.width-slack
}

// unwrapper decides for each line end inside a block whether it parts paragraphs.
type unwrapper struct {
	*pass
	text    string
	short   bool
	tables  rows
	edits   editList
	width   int  // of the longest line of the block
	wrapped bool // the block was wrapped by hand beyond doubt
	carried int  // runes of the line so far where it was joined
}

// join joins two lines of one block where the second goes on with the first.
func (u *unwrapper) join(a, b textLine) {
	first, second := u.text[a.start:a.end], u.text[b.start:b.end]
	own := utf8.RuneCountInString(first)
	length := own + u.carried
	next, _ := utf8.DecodeRuneInString(second)
	u.carried = 0
	if u.tables.contains(a.start) || u.tables.contains(b.start) {
		return
	}
	if hyphen := len(first) > 1 && first[len(first)-1] == '-' && isWordRune(lastRune(first[:len(first)-1])); hyphen && unicode.IsLower(next) {
		switch {
		case !isJoinWord(second):
			u.edits.delete(a.end-1, b.start, W3)
			u.carried = length
			return
		case length >= wrapWidth || own+len(firstWord(second)) >= u.width-wrapSlack:
			u.edits.replace(a.end, b.start, " ", W1)
			u.carried = length
			return
		}
	}
	broken := endsAbbreviated(first, second)
	if length < wrapWidth || isItemStart(second) && !broken && !isDateStart(second) || hasLabel(second) {
		return
	}
	open := (!endsSentence(first) || broken) && u.short && u.isFull(first, second, wrapSlack)
	if unicode.IsLower(next) || open || u.wrapped {
		u.edits.replace(a.end, b.start, " ", W1)
		u.carried = length
	}
}

// endsAbbreviated tells whether the point at the end of a line ends no sentence: after an abbreviation, or after a
// number where the next line goes on with a date.
func endsAbbreviated(line, next string) bool {
	if len(line) < 2 || !strings.HasSuffix(line, ".") || !isAbbreviated(line[:len(line)-1]) {
		return false
	}
	if digit(line[len(line)-2]) {
		word := next[:len(next)-len(strings.TrimLeftFunc(next, isWordRune))]
		return months[strings.ToLower(word)] || digit(next[0])
	}
	return true
}

// isDateStart tells whether a line begins with a date.
func isDateStart(line string) bool {
	n := len(line) - len(strings.TrimLeft(line, plainDigits))
	if n == 0 || n > 2 || n >= len(line) || line[n] != '.' {
		return false
	}
	rest := strings.TrimLeft(line[n+1:], " ")
	word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isWordRune))]
	return months[strings.ToLower(word)] || isDayMonthYear(rest)
}

// hasLabel tells whether a line begins with a label of one to four words and a colon.
func hasLabel(line string) bool {
	n := strings.Index(line, ": ")
	return n > 0 && unicode.IsUpper(firstRune(line)) && strings.Count(line[:n], " ") < 4
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// isJoinWord tells whether a line goes on with a word before which a hyphen stands for a left-out part.
func isJoinWord(line string) bool {
	switch strings.TrimRight(firstWord(line), ",") {
	case "und", "oder", "bzw", "bzw.", "beziehungsweise", "sowie", "bis", "i", "oraz", "lub", "albo", "and", "or", "to":
		return true
	}
	return false
}

// isItemStart tells whether a line begins with a number, letter or mark of a list.
func isItemStart(line string) bool {
	n := len(line) - len(strings.TrimLeft(line, plainDigits))
	if n > 0 && n <= 3 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return true
	}
	if len(line) > 2 && line[1] == ')' && isLetter(line[0]) {
		return true
	}
	return strings.IndexByte("([-*", line[0]) >= 0 && line[0] != '(' || strings.HasPrefix(line, "(") && isNumber(strings.Trim(firstWord(line), "()"), 3)
}

// blankLines leaves one blank line between paragraphs and no blanks at the edges of lines.
func (p *pass) blankLines() {
	text := p.d.cur
	var edits editList
	at := 0
	for i, l := range p.d.lineList() {
		between := "\n\n"
		if i == 0 {
			between = ""
		}
		p.blank(&edits, at, l.start, between)
		at = l.end
	}
	p.blank(&edits, at, len(text), "")
	p.d.apply(edits.list)
}

// blank writes what stands between two lines. What is already right is left alone, and deletions are parted where
// another rule has taken something away, so that its work stays on record.
func (p *pass) blank(edits *editList, start, end int, between string) {
	text := p.d.cur
	for start < end && between != "" && text[start] == between[0] {
		start, between = start+1, between[1:]
	}
	for start < end && between != "" && text[end-1] == between[len(between)-1] {
		end, between = end-1, between[:len(between)-1]
	}
	if between == "" {
		for _, h := range p.d.gapsWithin(start, end) {
			if start < h {
				edits.delete(start, h, W2)
			}
			start = h
		}
	}
	if start < end || between != "" {
		edits.replace(start, end, between, W2)
	}
}

package normalise

import (
	"strings"
	"unicode"
)

// gap accounts for the text from where the walker stands up to a leaf: what lies there is no content for the tree.
// Known marks go, line ends and blanks stay for the rules about white space, and anything unknown stays.
func (w *walker) gap(to int) {
	if to <= w.at {
		w.newBlock = false
		return
	}
	g := gapReader{walker: w, i: w.at, end: to}
	g.lineStart = w.at == w.base || w.text[w.at-1] == '\n'
	for g.i < g.end {
		g.next()
	}
	switch {
	case g.breaks != 1:
	case w.newBlock || w.hard:
		w.edits.replace(g.lastBreak, g.lastBreak, "\n", W2)
	case g.quoted && w.goesOn(g.lastBreak, to):
		w.edits.replace(g.lastBreak, g.lastBreak+1, " ", W1) // the quotation is one paragraph, broken by hand
	}
	w.at, w.newBlock, w.hard, w.heading = to, false, false, false
}

// goesOn tells whether a line of a quotation goes on in the next one: it is long, or ends in a comma, and the next begins
// in lower case.
func (w *walker) goesOn(lineEnd, next int) bool {
	line := w.text[strings.LastIndexByte(w.text[:lineEnd], '\n')+1 : lineEnd]
	return next < len(w.text) && unicode.IsLower(firstRune(w.text[next:])) && !endsSentence(line) &&
		(strings.HasSuffix(line, ",") || len(line) > wrapWidth)
}

// gapReader reads the marks of one gap.
type gapReader struct {
	*walker
	i, end    int
	lineStart bool // only marks and blanks since the line began
	breaks    int  // line ends seen
	lastBreak int
	quoted    bool // a quotation mark stood behind a line end
}

// next handles one mark, blank or line end.
func (g *gapReader) next() {
	c := g.text[g.i]
	switch {
	case c == '\n':
		g.breaks++
		g.lastBreak = g.i
		g.i++
		g.lineStart = true
		return
	case c == ' ' || c == '\t':
		g.i++
		return
	}
	run := g.run(c)
	if g.lineStart && g.lineMark(c, run) {
		return
	}
	g.lineStart = false
	switch c {
	case '*', '_', '~':
		g.drop(run, M2)
	case '`':
		g.drop(run, M5)
	case '#':
		g.drop(run, M1)
	case '<', '>', '!', '[':
		g.drop(1, M6)
	case ']':
		g.drop(linkTail(g.text[g.i:g.end]), M6)
	case '\\':
		g.drop(1, M10)
	default:
		g.i += run
	}
}

// run is how often the character at the reader's place is repeated.
func (g *gapReader) run(c byte) int {
	n := 1
	for g.i+n < g.end && g.text[g.i+n] == c {
		n++
	}
	return n
}

// drop takes away the next n bytes.
func (g *gapReader) drop(n int, rule Rule) {
	g.edits.delete(g.i, g.i+n, rule)
	g.i += n
}

// lineMark handles a mark that only counts at the start of a line: heading, quotation, bullet, number, fence, rule,
// underline, task box. It tells whether it has.
func (g *gapReader) lineMark(c byte, run int) bool {
	rest := g.text[g.i:g.end]
	line, _, more := strings.Cut(rest, "\n")
	closed := more || g.end == len(g.text)
	switch {
	case c == '#':
		g.drop(run+blanksAt(rest[run:]), M1)
	case c == '>':
		g.quoted = g.breaks > 0
		g.drop(1+min(1, blanksAt(rest[1:])), M8)
	case closed && isRuler(line, c):
		rule := M7
		if g.heading && c == '-' && !endsSentence(g.text[:g.at]) {
			rule = M1
		}
		g.heading = false
		g.drop(len(line), rule)
	case closed && c == '=' && strings.Trim(line, "= \t") == "":
		g.drop(len(line), M1)
	case (c == '`' || c == '~') && run >= 3 && closed:
		g.fence(line, more)
	case c == '*' && g.bareStar && run == 1:
		g.i++
		g.lineStart = false
	case (c == '-' || c == '*' || c == '+') && run == 1 && isBlank(rune(g.byteAt(g.i+1))):
		g.drop(1+blanksAt(rest[1:]), M3)
	case c >= '0' && c <= '9':
		return g.number(rest)
	case c == '[' && len(rest) > 2 && rest[2] == ']' && strings.ContainsRune(" xX", rune(rest[1])):
		g.flag(M3, "task-box", g.i, g.i+3)
		g.drop(3+blanksAt(rest[3:]), M3)
	default:
		return false
	}
	return true
}

// fence takes away the line of a fence, with the line end that belongs to it.
func (g *gapReader) fence(line string, more bool) {
	start, end := g.i, g.i+len(line)
	if more {
		end++
	}
	if end == len(g.text) && start > 0 && g.text[start-1] == '\n' && start > g.at {
		start--
	}
	g.edits.delete(start, end, M5)
	g.i = end
}

// number keeps the number of a list item and writes it with a point and one blank.
func (g *gapReader) number(rest string) bool {
	n := 1
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	if n == len(rest) || rest[n] != '.' && rest[n] != ')' {
		return false
	}
	if rest[n] == ')' {
		g.edits.replace(g.i+n, g.i+n+1, ".", M3)
	}
	n++
	blanks := len(rest[n:]) - len(strings.TrimLeft(rest[n:], " \t\n"))
	if blanks > 1 || blanks == 1 && rest[n] != ' ' {
		if g.i+n+blanks < g.end || g.end < len(g.text) {
			g.edits.replace(g.i+n, g.i+n+blanks, " ", M3)
		}
	}
	g.i += n + blanks
	return true
}

// blanksAt counts the blanks at the start of a text.
func blanksAt(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// isRuler tells whether a line consists of three or more of one mark, or of two hyphens.
func isRuler(line string, c byte) bool {
	if c != '-' && c != '*' && c != '_' {
		return false
	}
	marks, blanks := 0, 0
	for i := range len(line) {
		switch line[i] {
		case c:
			marks++
		case ' ', '\t':
			blanks++
		default:
			return false
		}
	}
	return marks >= 3 || marks == 2 && c == '-' && blanks == 0
}

// endsSentence tells whether a text ends with a mark that ends a sentence.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, " \t\n\"')]*_")
	return text != "" && strings.ContainsRune(".!?:;", rune(text[len(text)-1]))
}

// linkTail is the length of what follows a link's text: "](target "title")", "][label]" or "]".
func linkTail(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	switch s[1] {
	case '[':
		if n := strings.IndexByte(s[2:], ']'); n >= 0 {
			return n + 3
		}
	case '(':
		depth, quote := 0, byte(0)
		for i := 1; i < len(s); i++ {
			switch c := s[i]; {
			case c == '\\':
				i++
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'' && s[i-1] == ' ':
				quote = c
			case c == '(':
				depth++
			case c == ')':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	return 1
}

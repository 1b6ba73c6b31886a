package normalise

import (
	"strings"
	"unicode/utf8"
)

// texMarks are the pairs that set off TeX in running text. Longer openers come first.
var texMarks = []struct{ open, close string }{
	{`\(`, `\)`}, {`\[`, `\]`}, {"$$", "$$"}, {"$", "$"},
}

// longestTeX bounds a formula, in bytes: figures are short, and a dollar far away belongs to something else.
const longestTeX = 300

// tex writes simple formulas around figures as plain text (M11). A dollar sign before an amount is a dollar; a
// formula with an unknown command stays and is shown to a person.
func (p *pass) tex() {
	text := p.d.cur
	if !strings.ContainsAny(text, `\$`) {
		return
	}
	var edits editList
	for i := 0; i < len(text); {
		n := strings.IndexAny(text[i:], `\$`)
		if n < 0 {
			break
		}
		i += n
		i = p.formula(&edits, text, i)
	}
	p.d.apply(edits.list)
}

// formula handles the possible formula at i and says where to go on.
func (p *pass) formula(edits *editList, text string, i int) int {
	for _, mark := range texMarks {
		if !strings.HasPrefix(text[i:], mark.open) {
			continue
		}
		from := i + len(mark.open)
		window := text[from:min(len(text), from+longestTeX)]
		n := strings.Index(window, mark.close)
		if n <= 0 {
			return from
		}
		body, end := window[:n], from+n+len(mark.close)
		if mark.open == "$" && !hugs(body, text[end:]) || strings.Contains(body, "\n\n") {
			return from
		}
		if mark.open == `\[` && strings.Trim(body, plainDigits+", ^") == "" && body[0] != ' ' {
			return end // an escaped source marker
		}
		plain, ok := p.plainTeX(body)
		switch {
		case ok:
			edits.replace(i, end, plain, M11)
		case strings.Contains(body, `\`):
			p.flag(M11, "formula", i, end)
		default:
			return from
		}
		return end
	}
	return i + 1
}

// hugs tells whether dollar signs can be marks of a formula: no blank inside them, no digit after the closing one.
func hugs(body, after string) bool {
	if body[0] == ' ' || body[len(body)-1] == ' ' || body[0] == '\n' {
		return false
	}
	return after == "" || after[0] < '0' || after[0] > '9'
}

// plainTeX writes the inside of a formula as plain text; false where it holds something unknown.
func (p *pass) plainTeX(body string) (string, bool) {
	t := texReader{table: p.tables.tex, s: strings.ReplaceAll(body, "\n", " ")}
	out, ok := t.group(0, "")
	if !ok || t.i < len(t.s) {
		return "", false
	}
	out = strings.Join(strings.Fields(out), " ")
	return out, strings.ContainsAny(out, plainDigits) || strings.Contains(body, `\`)
}

// texReader writes TeX as plain text.
type texReader struct {
	table map[string]string // command -> text; {} stands for an argument
	s     string
	i     int
}

// group reads up to the closing character, or the end where closing is "".
func (t *texReader) group(depth int, closing string) (string, bool) {
	var b strings.Builder
	for t.i < len(t.s) {
		c := t.s[t.i]
		switch {
		case closing != "" && c == closing[0]:
			t.i++
			return b.String(), true
		case c == '{':
			t.i++
			inner, ok := t.group(depth+1, "}")
			if !ok || depth > 8 {
				return "", false
			}
			b.WriteString(inner)
		case c == '\\':
			inner, ok := t.command(depth)
			if !ok {
				return "", false
			}
			b.WriteString(inner)
		case c == '^' || c == '_':
			t.i++
			inner, ok := t.argument(depth)
			if !ok {
				return "", false
			}
			b.WriteString(scripted(inner, c == '^'))
		case c == '}' || c == '$' || isLetter(c) && isLetter(t.at(t.i+1)):
			return "", false
		default:
			b.WriteByte(c)
			t.i++
		}
	}
	return b.String(), closing == ""
}

// scripted is an exponent or index: digits as raised or lowered characters, other things after their mark.
func scripted(inner string, up bool) string {
	if inner != "" && strings.Trim(inner, plainDigits) == "" {
		return shiftDigits(inner, up)
	}
	if up {
		return "^" + inner
	}
	return "_" + inner
}

// argument reads one argument: a group, a command or a character.
func (t *texReader) argument(depth int) (string, bool) {
	for t.i < len(t.s) && t.s[t.i] == ' ' {
		t.i++
	}
	if t.i == len(t.s) || depth > 8 {
		return "", false
	}
	switch t.s[t.i] {
	case '{':
		t.i++
		return t.group(depth+1, "}")
	case '\\':
		return t.command(depth)
	}
	if t.s[t.i] >= utf8.RuneSelf {
		return "", false
	}
	t.i++
	return t.s[t.i-1 : t.i], true
}

// command reads a command with its arguments. Text commands take their argument as it is.
func (t *texReader) command(depth int) (string, bool) {
	start := t.i + 1
	end := start
	for end < len(t.s) && isLetter(t.s[end]) {
		end++
	}
	if end == start && end < len(t.s) {
		end++
	}
	name := t.s[start:end]
	form, known := t.table[name]
	if !known {
		return "", false
	}
	t.i = end
	if form == "{text}" {
		return t.verbatim()
	}
	for strings.Contains(form, "{}") {
		arg, ok := t.argument(depth + 1)
		if !ok {
			return "", false
		}
		form = strings.Replace(form, "{}", strings.TrimSpace(arg), 1)
	}
	return form, true
}

// verbatim reads {text} without looking into it.
func (t *texReader) verbatim() (string, bool) {
	if t.at(t.i) != '{' {
		return "", false
	}
	n := strings.IndexByte(t.s[t.i:], '}')
	if n < 0 || strings.ContainsAny(t.s[t.i+1:t.i+n], `\{$`) {
		return "", false
	}
	text := t.s[t.i+1 : t.i+n]
	t.i += n + 1
	return text, true
}

func (t *texReader) at(i int) byte {
	if i < len(t.s) {
		return t.s[i]
	}
	return 0
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

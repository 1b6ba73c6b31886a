package normalise

import (
	"html"
	"strings"
	"unicode/utf8"
)

// tagKind says what becomes of an HTML tag.
type tagKind string

const (
	tagBlock  tagKind = "block"  // begins or ends a paragraph
	tagInline tagKind = "inline" // goes without a trace
	tagCell   tagKind = "cell"   // parts the cells of a row
	tagRaise  tagKind = "raise"  // superscript
	tagLower  tagKind = "lower"  // subscript
	tagQuote  tagKind = "quote"  // quotation marks
	tagStruck tagKind = "struck" // struck text: kept, shown to a person
	tagLink   tagKind = "link"   // the target is a source
	tagHidden tagKind = "hidden" // goes with its content
)

// tag is one HTML tag or comment in the text.
type tag struct {
	start, end int
	name       string
	kind       tagKind
	closing    bool
}

// html takes away HTML tags of known names and resolves entities (M9). Other text in angle brackets stays.
func (p *pass) html() {
	if strings.IndexByte(p.d.cur, '<') >= 0 {
		p.tags()
	}
	if strings.IndexByte(p.d.cur, '&') >= 0 {
		p.entities()
	}
}

// tags replaces runs of tags: by a paragraph break, a cell's separator, a blank or nothing.
func (p *pass) tags() {
	text := p.d.cur
	rows := tableRows(text)
	var edits editList
	for i := strings.IndexByte(text, '<'); i >= 0 && i < len(text); {
		t, ok := p.tagAt(text, i)
		if !ok {
			i = nextByte(text, i+1, '<')
			continue
		}
		run := []tag{t}
		for {
			next := t.end + len(text[t.end:]) - len(strings.TrimLeft(text[t.end:], " \t\n"))
			if next >= len(text) || text[next] != '<' {
				break
			}
			if t, ok = p.tagAt(text, next); !ok {
				break
			}
			run = append(run, t)
		}
		p.tagRun(&edits, text, run, rows.contains(i))
		i = nextByte(text, run[len(run)-1].end, '<')
	}
	p.d.apply(edits.sorted())
}

// nextByte is the offset of the next b from i on, or -1.
func nextByte(text string, i int, b byte) int {
	if i >= len(text) {
		return -1
	}
	if n := strings.IndexByte(text[i:], b); n >= 0 {
		return i + n
	}
	return -1
}

// longestTag bounds the length of a tag with its attributes, in bytes.
const longestTag = 2000

// tagAt reads a known tag or a comment at i.
func (p *pass) tagAt(text string, i int) (tag, bool) {
	window := text[i:min(len(text), i+longestTag)]
	if strings.HasPrefix(window, "<!--") {
		if n := strings.Index(window, "-->"); n > 0 {
			return tag{i, i + n + 3, "", tagInline, false}, true
		}
		return tag{}, false
	}
	m := p.tables.htmlTag.FindStringSubmatch(window)
	if m == nil {
		return tag{}, false
	}
	name := strings.ToLower(m[2])
	kind, known := p.tables.htmlKinds[name]
	if !known {
		return tag{}, false
	}
	t := tag{i, i + len(m[0]), name, kind, m[1] != ""}
	if kind == tagHidden && !t.closing {
		if n := strings.Index(strings.ToLower(text[t.end:min(len(text), t.end+longestTag)]), "</"+name); n >= 0 {
			if close := strings.IndexByte(text[t.end+n:], '>'); close >= 0 {
				t.end += n + close + 1
			}
		}
	}
	if kind == tagLink && !t.closing {
		if target := p.tables.href.FindStringSubmatch(m[0]); target != nil {
			p.source(html.UnescapeString(target[1]))
		}
	}
	return t, true
}

// tagRun replaces tags that follow each other with nothing but blanks between.
func (p *pass) tagRun(edits *editList, text string, run []tag, inRow bool) {
	start, end := run[0].start, run[len(run)-1].end
	block, cell := false, false
	for _, t := range run {
		block = block || t.kind == tagBlock
		cell = cell || t.kind == tagCell
	}
	if !block && !cell {
		p.inlineTags(edits, text, run)
		return
	}
	for start > 0 && isBlank(rune(text[start-1])) && (!inRow || text[start-1] != '\n') {
		start--
	}
	for end < len(text) && isBlank(rune(text[end])) && (!inRow || text[end] != '\n') {
		end++
	}
	between, rule := "\n\n", M9
	switch {
	case start == 0 || end == len(text):
		between = ""
	case inRow:
		between, rule = " ", M4
		if text[start-1] == '|' || text[end] == '|' || text[end] == '\n' {
			between = ""
		}
	case !block || run[0].closing && cell && run[0].kind == tagCell && run[len(run)-1].kind == tagCell:
		between = "; "
		if !run[0].closing || run[len(run)-1].closing {
			between = ""
		}
	}
	edits.replace(start, end, between, rule)
}

// inlineTags takes away tags inside a line; blanks between them stay.
func (p *pass) inlineTags(edits *editList, text string, run []tag) {
	for _, t := range run {
		with := ""
		switch {
		case t.kind == tagQuote:
			with = `"`
		case t.kind == tagStruck && !t.closing:
			p.flag(M9, "struck", t.start, t.end)
		case (t.kind == tagRaise || t.kind == tagLower) && !t.closing:
			if p.raise(edits, text, t) {
				continue
			}
		}
		edits.replace(t.start, t.end, with, M9)
	}
}

const (
	plainDigits   = "0123456789"
	raisedDigits  = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	loweredDigits = "₀₁₂₃₄₅₆₇₈₉"
)

// raise writes the digits of <sup> or <sub> as raised or lowered characters.
func (p *pass) raise(edits *editList, text string, t tag) bool {
	digits := text[t.end:min(len(text), t.end+8)]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, plainDigits))]
	if digits == "" || !strings.HasPrefix(strings.ToLower(text[t.end+len(digits):min(len(text), t.end+16)]), "</"+t.name) {
		return false
	}
	edits.replace(t.start, t.end+len(digits), shiftDigits(digits, t.kind == tagRaise), M9)
	return true
}

// shiftDigits writes ASCII digits as superscript or subscript characters.
func shiftDigits(digits string, up bool) string {
	row := []rune(loweredDigits)
	if up {
		row = []rune(raisedDigits)
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return row[r-'0']
		}
		return r
	}, digits)
}

// entities replaces named and numbered characters by the characters, in canonical form.
func (p *pass) entities() {
	text := p.d.cur
	var edits editList
	scanAt(text, "&", p.tables.entity, func(start int, m []string) int {
		end := start + len(m[0])
		char := html.UnescapeString(m[0])
		if char == m[0] {
			return end
		}
		edits.replace(start, end, p.canonical(text[:start], char, text[end:]), M9)
		return end
	})
	p.d.apply(edits.list)
}

// canonical is the canonical form of a character between its neighbours.
func (p *pass) canonical(before, char, after string) string {
	b, _ := utf8.DecodeLastRuneInString(before)
	a, _ := utf8.DecodeRuneInString(after)
	left, right := "", ""
	if before != "" && b < utf8.RuneSelf {
		left = string(b)
	}
	if after != "" && a < utf8.RuneSelf {
		right = string(a)
	}
	scratch := &pass{Normaliser: p.Normaliser, d: newDraft(left + char + right), lang: p.lang}
	s := scanner{pass: scratch, s: scratch.d.cur, i: len(left)}
	for s.i < len(left)+len(char) {
		s.step()
	}
	scratch.d.apply(s.edits.list)
	return strings.TrimSuffix(strings.TrimPrefix(scratch.d.cur, left), right)
}

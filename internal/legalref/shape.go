package legalref

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// shape is a compiled pattern of the table shapes with the form of its norm.
type shape struct {
	name  string
	elems []element
	out   []piece
	lead  int // tokens before the register sign; -1 when the shape has none
	// serial: its last number may be followed by further ones of the same year and panel
	serial bool
}

type element struct {
	kind     byte // N T R A S L c W U D X G $, q for a literal, ? for an optional group
	min, max int
	name     string
	literal  *phrases[bool]
	glued    bool // no blank before it
	parted   bool // a blank before it
	group    []element
}

// piece is a part of the normalised form: fixed text in prefix, or the value of a name between prefix and suffix.
type piece struct{ prefix, name, suffix string }

type capture struct{ name, value string }

func (r *Reader) loadShapes(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "shapes", "name", "pattern", "norm", "example", "counter")
	if err != nil {
		return err
	}
	r.shapes = map[string]*shape{}
	for _, row := range rows {
		sh, err := compileShape(row["name"], row["pattern"], row["norm"])
		if err != nil {
			return err
		}
		r.shapes[sh.name] = sh
	}
	return nil
}

func (r *Reader) shapeList(names []string) ([]*shape, error) {
	var out []*shape
	for _, n := range names {
		sh := r.shapes[n]
		if sh == nil {
			return nil, fmt.Errorf("no shape %q", n)
		}
		out = append(out, sh)
	}
	return out, nil
}

func compileShape(name, pattern, out string) (*shape, error) {
	sh := &shape{name: name, lead: -1, serial: strings.HasPrefix(name, "at-vwgh")}
	fields := strings.Fields(pattern)
	elems, rest, err := compileElements(fields)
	if err != nil || len(rest) > 0 {
		return nil, fmt.Errorf("shape %s: pattern %q: %w", name, pattern, err)
	}
	sh.elems = elems
	for i, e := range elems {
		if e.kind == 'S' {
			sh.lead = i
			break
		}
		if e.kind == '?' {
			break
		}
	}
	sh.out, err = compileNorm(out)
	if err != nil {
		return nil, fmt.Errorf("shape %s: norm %q: %w", name, out, err)
	}
	return sh, nil
}

func compileNorm(out string) (pieces []piece, err error) {
	for out != "" {
		open := strings.IndexByte(out, '{')
		if open < 0 {
			return append(pieces, piece{prefix: out}), nil
		}
		if open > 0 {
			pieces = append(pieces, piece{prefix: out[:open]})
		}
		inner, rest, ok := strings.Cut(out[open+1:], "}")
		from := strings.IndexFunc(inner, letter)
		if !ok || from < 0 {
			return nil, errors.New("open brace")
		}
		to := from + len(inner[from:]) - len(strings.TrimLeftFunc(inner[from:], nameSign))
		pieces = append(pieces, piece{inner[:from], inner[from:to], inner[to:]})
		out = rest
	}
	return pieces, nil
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' }

func nameSign(r rune) bool { return letter(r) || r >= '0' && r <= '9' }

func compileElements(fields []string) (elems []element, rest []string, err error) {
	for len(fields) > 0 {
		f := fields[0]
		fields = fields[1:]
		switch f {
		case "(":
			group, rest, err := compileElements(fields)
			if err != nil {
				return nil, nil, err
			}
			if len(rest) == 0 {
				return nil, nil, errors.New("open group")
			}
			fields = rest[1:]
			elems = append(elems, element{kind: '?', group: group})
			continue
		case ")?":
			return elems, append([]string{f}, fields...), nil
		}
		e, err := compileElement(f)
		if err != nil {
			return nil, nil, err
		}
		elems = append(elems, e)
	}
	return elems, nil, nil
}

func compileElement(f string) (e element, err error) {
	switch f[0] {
	case '$':
		return element{kind: '$'}, nil
	case '+':
		e.glued, f = true, f[1:]
	case '_':
		e.parted, f = true, f[1:]
	}
	if f == "" {
		return e, errors.New("empty element")
	}
	if f[0] == '"' || !strings.ContainsRune("NTRASLcWUDXG", rune(f[0])) {
		e.kind = 'q'
		e.literal = newPhrases[bool](true, nil)
		e.literal.add(strings.Trim(f, `"`), true)
		return e, nil
	}
	e.kind = f[0]
	size, name, _ := strings.Cut(f[1:], ":")
	e.name = name
	e.min, e.max = 1, 9
	if lo, hi, ok := strings.Cut(size, "-"); size != "" {
		if e.min, err = strconv.Atoi(lo); err != nil {
			return e, err
		}
		e.max = e.min
		if ok {
			if e.max, err = strconv.Atoi(hi); err != nil {
				return e, err
			}
		}
	}
	return e, nil
}

// found is a number or citation that a shape has read.
type found struct {
	norm  string
	next  int
	parts []Part
	shape *shape
}

// read matches the shape at token i; sign is the register sign that stands at tokens [signAt, signEnd).
func (sh *shape) read(s *scanner, i int, sign string, signAt, signEnd int) (found, bool) {
	m := matcher{s: s, sign: sign, signAt: signAt, signEnd: signEnd, caps: s.captures[:0]}
	next, ok := m.match(sh.elems, i, true)
	s.captures = m.caps
	if !ok {
		return found{}, false
	}
	f := found{next: next, shape: sh}
	var b strings.Builder
	for _, p := range sh.out {
		if p.name == "" {
			b.WriteString(p.prefix)
			continue
		}
		if v := m.value(p.name); v != "" {
			b.WriteString(p.prefix)
			b.WriteString(v)
			b.WriteString(p.suffix)
		}
	}
	f.norm = b.String()
	f.parts = make([]Part, 0, len(m.caps)+2)
	for _, c := range m.caps {
		f.parts = append(f.parts, Part(c.part()))
	}
	return f, true
}

func (c capture) part() Part { return Part{c.name, c.value} }

type matcher struct {
	s               *scanner
	sign            string
	signAt, signEnd int
	caps            []capture
}

func (m *matcher) value(name string) string {
	for _, c := range m.caps {
		if c.name == name {
			return c.value
		}
	}
	return ""
}

// match reads elems from token i. Optional groups are tried first and given up when the rest does not fit.
func (m *matcher) match(elems []element, i int, first bool) (int, bool) {
	for k, e := range elems {
		if e.kind == '?' {
			kept := len(m.caps)
			if j, ok := m.match(e.group, i, first); ok {
				if end, ok := m.match(elems[k+1:], j, false); ok {
					return end, true
				}
			}
			m.caps = m.caps[:kept]
			continue
		}
		next, ok := m.one(&e, i, first)
		if !ok {
			return i, false
		}
		i, first = next, false
	}
	return i, true
}

// one reads one element at token i.
func (m *matcher) one(e *element, i int, first bool) (int, bool) {
	toks := m.s.toks
	if e.kind == '$' {
		return i, i >= len(toks) || toks[i].kind == mark || toks[i].gap == blank
	}
	if i >= len(toks) {
		return i, false
	}
	if g := toks[i].gap; !first && (g == blank || e.glued && g != none || e.parted && g == none) {
		return i, false
	}
	if e.kind == 'q' {
		_, next, ok := e.literal.match(toks, i)
		return next, ok
	}
	value, next, ok := m.take(e, i)
	if ok && e.name != "" {
		m.caps = append(m.caps, capture{e.name, value})
	}
	return next, ok
}

// take reads what an element stands for, of one token or of several.
func (m *matcher) take(e *element, i int) (value string, next int, ok bool) {
	switch s := m.s; e.kind {
	case 'S':
		return m.sign, m.signEnd, i == m.signAt
	case 'T':
		value, next, ok = s.thousands(i)
		return value, next, ok && len(value) >= e.min && len(value) <= e.max
	case 'D':
		d, ok := s.dateAt(i)
		return d.norm, d.next, ok
	case 'G':
		value, next = s.glued(i)
		return value, next, value != ""
	case 'X':
		return s.issue(i)
	}
	t := &m.s.toks[i]
	return t.text, i + 1, e.fits(t)
}

// fits tells whether a single token is of the kind of the element.
func (e *element) fits(t *token) bool {
	n := len(t.text)
	if e.kind == 'N' {
		return t.kind == digits && n >= e.min && n <= e.max
	}
	if e.kind == 'A' && t.kind == digits {
		return n <= 3
	}
	if t.kind != word {
		return false
	}
	switch e.kind {
	case 'R':
		return roman(t.text)
	case 'A':
		return senate(t.text)
	case 'L':
		return n == 1 && t.text[0] < 'a'
	case 'c':
		return n == 1 && t.text[0] >= 'a'
	case 'U':
		return n <= 5 && strings.ToUpper(t.text) == t.text
	}
	return e.kind == 'W'
}

// senate tells whether w numbers a senate in Roman: VIII, VIa.
func senate(w string) bool {
	if n := len(w); n > 1 && (w[n-1] == 'a' || w[n-1] == 'b') {
		w = w[:n-1]
	}
	return roman(w)
}

// maxGlued is the number of tokens of the longest file number written without a blank.
const maxGlued = 24

// glued reads letters, digits, "-", "/" and "." without a blank; the value is "" when no digit is among them.
func (s *scanner) glued(i int) (string, int) {
	j, figures := i, false
	for j < len(s.toks) && j < i+maxGlued && (j == i || s.toks[j].gap == none) {
		t := &s.toks[j]
		if t.kind == mark && t.text != "-" && t.text != "/" && t.text != "." {
			break
		}
		figures = figures || t.kind == digits
		j++
	}
	for j > i && s.toks[j-1].kind == mark {
		j--
	}
	if !figures || j == i {
		return "", i
	}
	return s.joinedText(i, j), j
}

// joinedText gives the tokens [from, to) as one word.
func (s *scanner) joinedText(from, to int) string {
	var b strings.Builder
	for _, t := range s.toks[from:to] {
		b.WriteString(t.text)
	}
	return b.String()
}

// issue reads the number of an issue: 7, 7-8, C, 7/8 is left to the slash form.
func (s *scanner) issue(i int) (string, int, bool) {
	t := &s.toks[i]
	if t.kind == word && len(t.text) == 1 && t.text[0] < 'a' {
		return t.text, i + 1, true
	}
	if t.kind != digits || len(t.text) > 2 {
		return "", i, false
	}
	if s.attached(i+1, "-") && s.number(i+2) && s.toks[i+2].gap == none && len(s.toks[i+2].text) <= 2 {
		return t.text + "-" + s.toks[i+2].text, i + 3, true
	}
	return t.text, i + 1, true
}

// thousands reads 12345, 12.345 or 12 345 and gives the digits without marks.
func (s *scanner) thousands(i int) (string, int, bool) {
	if !s.number(i) {
		return "", i, false
	}
	v, j := s.toks[i].text, i+1
	for len(v) <= 6 && len(s.toks[i].text) <= 3 {
		switch {
		case s.attached(j, ".") && s.number(j+1) && s.toks[j+1].gap == none && len(s.toks[j+1].text) == 3:
			v += s.toks[j+1].text
			j += 2
		case s.number(j) && s.toks[j].gap == space && len(s.toks[j].text) == 3:
			v += s.toks[j].text
			j++
		default:
			return v, j, true
		}
	}
	return v, j, true
}

package legalref

import (
	"strconv"
	"strings"
)

// pathReader reads the units after a sign and grows one path a norm.
type pathReader struct {
	*scanner
	sign   string
	plural bool
	open   bool // an opening bracket stands shortly before the sign: a closing one is its own
	path   []step
	paths  [][]step
}

func (p *pathReader) done() [][]step {
	if len(p.path) > 0 {
		p.paths = append(p.paths, p.path)
		p.path = nil
	}
	if p.plural && len(p.paths) == 1 && len(p.paths[0]) == 1 {
		only := &p.paths[0][0]
		if v, ok := strings.CutSuffix(only.value, "f"); ok && only.to == "" && only.follow == "" {
			only.value, only.follow = v, "f" // "§§ 6f": the plural needs a second one
		}
	}
	return p.paths
}

// branch closes the path at hand and starts a new one with its first n steps.
func (p *pathReader) branch(n int) {
	old := p.path
	p.paths = append(p.paths, old)
	p.path = append(make([]step, 0, n+2), old[:n]...)
}

// head reads the number after a sign: 879, 27a, 27 a, 8 7 9, 385[1], 385¹, VII.
func (p *pathReader) head(j int) (step, int, bool) {
	if j >= len(p.toks) || p.toks[j].gap == blank {
		return step{}, j, false
	}
	t := &p.toks[j]
	if t.kind == word && p.sign != "§" && roman(t.text) {
		return step{name: p.sign, value: t.text}, j + 1, true
	}
	if t.kind != digits || len(t.text) > 5 {
		return step{}, j, false
	}
	v, j := p.value(j)
	return step{name: p.sign, value: v}, j, true
}

// value reads a number with what belongs to it: a letter, a raised number, digits a scan has torn apart.
func (p *pathReader) value(j int) (string, int) {
	v := p.toks[j].text
	start := j
	j++
	for len(p.toks[start].text) == 1 && j < len(p.toks) && p.toks[j].kind == digits && len(p.toks[j].text) == 1 && p.toks[j].gap == space &&
		j-start < 4 && p.sign == "§" && len(p.path) == 0 {
		v += p.toks[j].text
		j++
	}
	if j == start+1 {
		v, j = p.torn(v, j)
	}
	suffix, j := p.suffix(j)
	return v + suffix, j
}

// torn joins further digits that a scan has parted from the number v of a sign, when a unit or an act follows:
// "§ 43 3 Abs. 1 BGB". Under a plural sign they may be another number.
func (p *pathReader) torn(v string, j int) (string, int) {
	if p.plural || len(p.path) > 0 {
		return v, j
	}
	whole, k := v, j
	for k < len(p.toks) && p.toks[k].kind == digits && p.toks[k].gap == space && len(whole)+len(p.toks[k].text) <= 4 {
		whole += p.toks[k].text
		k++
	}
	if k > j && p.goesOnAfter(k-1) {
		return whole, k
	}
	return v, j
}

// suffix reads the letters and the raised number after a number: 27a, 385¹, 15zzs4.
func (p *pathReader) suffix(j int) (string, int) {
	v := ""
	if w, ok := p.letter(j); ok {
		v = w
		j++
		if len(w) > 1 && p.digitsGlued(j, 1, 1) {
			return v + "^" + p.toks[j].text, j + 1
		}
	}
	if up, next, ok := p.raised(j); ok {
		return v + "^" + up, next
	}
	return v, j
}

// letter tells whether token j is the letter of a number: "27a", "27 a KSchG", not "art. 5 i 6".
func (p *pathReader) letter(j int) (string, bool) {
	if j >= len(p.toks) || p.toks[j].kind != word {
		return "", false
	}
	t := &p.toks[j]
	small := t.text[0] >= 'a' && t.text[0] <= 'z'
	if t.gap == none {
		if _, _, ok := p.acts.match(p.toks, j); ok {
			return "", false
		}
		return t.text, small && len(t.text) <= 4 && t.text != "ff" && t.text != "bis" && t.text != "und"
	}
	if t.gap != space || !small || len(t.text) != 1 || p.lang == "pl" || t.text == "f" || t.text == "i" || t.text == "z" || t.text == "w" {
		return "", false
	}
	_, isAct := p.actAt(j + 1)
	_, _, isUnit := p.unitAt(j + 1)
	return t.text, isAct || isUnit
}

// raised reads ¹, [1], ^1 directly after a number.
func (p *pathReader) raised(j int) (string, int, bool) {
	if j >= len(p.toks) || p.toks[j].gap != none {
		return "", j, false
	}
	t := &p.toks[j]
	switch {
	case t.kind == super:
		if raised := plainLetter[p.word1(j+1)]; raised != "" {
			return t.text + raised, j + 2, true
		}
		return t.text, j + 1, true
	case t.text == "^" && p.digitsGlued(j+1, 1, 2):
		v, next := p.withLetter(j + 1)
		return v, next, true
	case t.text == "[" && p.digitsGlued(j+1, 1, 2):
		if v, next := p.withLetter(j + 1); p.attached(next, "]") {
			return v, next + 1, true
		}
	}
	return "", j, false
}

// withLetter reads 3 or 3a from token j on.
func (p *pathReader) withLetter(j int) (string, int) {
	v := p.toks[j].text
	if w := p.word1(j + 1); len(w) == 1 && letter(rune(w[0])) {
		return v + w, j + 2
	}
	return v, j + 1
}

// plainLetter gives the letter that a raised one stands for, as in art. 18³ᵃ.
var plainLetter = map[string]string{"ᵃ": "a", "ᵇ": "b", "ᶜ": "c", "ᵈ": "d", "ᵉ": "e"}

// units reads everything below the head and gives the token after it.
func (p *pathReader) units(j int) int {
	for j < len(p.toks) && p.toks[j].gap != blank {
		if next, ok := p.follow(j); ok {
			j = next
			continue
		}
		if _, next, ok := p.scanner.word("end", j); ok {
			if _, ok := p.actAt(next); ok {
				return next
			}
		}
		if next, ok := p.bracket(j); ok {
			j = next
			continue
		}
		if u, next, ok := p.unitAt(j); ok {
			if next, ok = p.values(u, next); ok {
				j = next
				continue
			}
			return j
		}
		if next, ok := p.ordinal(j); ok {
			j = next
			continue
		}
		if next, ok := p.bareLetter(j); ok {
			j = next
			continue
		}
		if next, ok := p.romanParagraph(j); ok {
			j = next
			continue
		}
		if next, ok := p.paragraphSign(j); ok {
			j = next
			continue
		}
		next, ok := p.more(j)
		if !ok {
			return j
		}
		j = next
	}
	return j
}

// follow reads f, ff, i nast. after the last number.
func (p *pathReader) follow(j int) (int, bool) {
	id, next, ok := p.scanner.word("following", j)
	last := &p.path[len(p.path)-1]
	if !ok || last.follow != "" || last.to != "" {
		return j, false
	}
	if p.toks[j].kind == word && p.toks[j].gap == none && len(p.toks[j].text) == 1 {
		return j, false
	}
	if p.partOfWord(next) && !p.is(next-1, ".") || p.attached(next, ")") && !p.open {
		return j, false
	}
	last.follow = id
	return next, true
}

// bracket reads (1)(f) after what stands before it, with or without a blank.
func (p *pathReader) bracket(j int) (int, bool) {
	if !p.is(j, "(") || p.toks[j].gap > space {
		return j, false
	}
	st, next, ok := p.inBrackets(j)
	if !ok || p.toks[j].gap == space && (len(st.value) > 2 || p.sign == "") {
		return j, false
	}
	p.path = append(p.path, st)
	return next, true
}

func (p *pathReader) inBrackets(j int) (step, int, bool) {
	if !p.is(j, "(") || j+2 >= len(p.toks) || p.toks[j+1].gap != none {
		return step{}, j, false
	}
	t := &p.toks[j+1]
	end := j + 2
	v := t.text
	if t.kind == digits && end < len(p.toks) && p.toks[end].kind == word && p.toks[end].gap == none && len(p.toks[end].text) <= 2 {
		v += p.toks[end].text
		end++
	}
	letters := t.kind == word && len(t.text) <= 3 && t.text[0] >= 'a' && t.text[0] <= 'z'
	if !p.attached(end, ")") || !letters && (t.kind != digits || len(t.text) > 3) {
		return step{}, j, false
	}
	return step{name: "(", value: v, letters: letters}, end + 1, true
}

// bareLetter reads "a)" without "lit.": § 2 I Nr. 3 a) BGB. An act, a unit or a further letter must follow.
func (p *pathReader) bareLetter(j int) (int, bool) {
	t := &p.toks[j]
	if p.open || t.kind != word || len(t.text) > 2 || !letter(rune(t.text[0])) || !p.attached(j+1, ")") {
		return j, false
	}
	name, next := "lit", j+2
	if p.path[len(p.path)-1].letters {
		name = "dlit"
	}
	if _, ok := p.actAt(next); !ok {
		if _, _, ok := p.unitAt(next); !ok && !(next+1 < len(p.toks) && p.toks[next].kind == word && len(p.toks[next].text) <= 2 && p.attached(next+1, ")")) {
			return j, false
		}
	}
	p.path = append(p.path, step{name: name, value: t.text, letters: true})
	return next, true
}

// romanParagraph reads the German short style: § 823 I 1.
func (p *pathReader) romanParagraph(j int) (int, bool) {
	last := p.path[len(p.path)-1]
	t := &p.toks[j]
	if p.lang == "pl" || t.gap == none && t.kind != digits {
		return j, false
	}
	switch {
	case t.kind == word && roman(t.text) && last.name == p.sign && last.unit == nil:
		p.path = append(p.path, step{name: "roman", value: arabic(t.text)})
		return j + 1, true
	case t.kind == digits && last.name == "roman" && t.gap == space && len(t.text) <= 2:
		p.path = append(p.path, step{name: "S", value: t.text})
		return j + 1, true
	}
	return j, false
}

// paragraphSign reads § below Art, as in Polish codes.
func (p *pathReader) paragraphSign(j int) (int, bool) {
	if p.sign != "Art" || p.toks[j].text != "§" || p.path[len(p.path)-1].name == "§" {
		return j, false
	}
	j++
	if p.is(j, "§") {
		j++
	}
	if !p.number(j) || p.toks[j].gap == blank {
		return j, false
	}
	v, j := p.value(j)
	p.path = append(p.path, step{name: "§", value: v})
	return j, true
}

func leading(v string) int {
	end := strings.IndexFunc(v, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(v)
	}
	n, _ := strconv.Atoi(v[:end])
	return n
}

func arabic(w string) string { return strconv.Itoa(arabicNumber(w)) }

package legalref

import "slices"

// more reads a separator and what it adds: a number of the same kind, a higher one, or a unit.
func (p *pathReader) more(j int) (int, bool) {
	if _, next, ok := p.scanner.word("range", j); ok && (p.toks[j].kind == word || p.toks[j].gap < line) {
		if next, ok := p.rangeEnd(next); ok {
			return next, true
		}
	}
	if next, ok := p.linked(j); ok {
		return next, true
	}
	_, next, ok := p.scanner.word("and", j)
	if !ok {
		return j, false
	}
	if p.toks[j].text == "," {
		if _, n, ok := p.scanner.word("and", next); ok {
			next = n
		}
	}
	if next >= len(p.toks) || p.toks[next].gap == blank {
		return j, false
	}
	return p.addition(j, next)
}

// linked reads iVm and its like under one sign: "§§ 1167 iVm 922 ABGB", "§ 280 Abs. 1 iVm Abs. 3 BGB".
func (p *pathReader) linked(j int) (int, bool) {
	id, next, ok := p.scanner.word("link", j)
	if !ok || id == "und" || next >= len(p.toks) || p.toks[next].gap == blank {
		return j, false
	}
	if _, _, ok := p.unitAt(next); ok {
		return p.addition(j, next)
	}
	if !p.number(next) || p.sign == "" || !p.listed(next) || !p.plural && !p.goesOnAfter(next) {
		return j, false
	}
	v, next := p.listValue(next)
	p.branch(0)
	p.path = append(p.path, step{name: p.sign, value: v})
	return next, true
}

// goesOnAfter tells whether a unit, a § or an act follows the number at token j.
func (p *pathReader) goesOnAfter(j int) bool {
	_, k := p.suffix(j + 1)
	if k >= len(p.toks) {
		return false
	}
	if _, _, ok := p.unitAt(k); ok || p.toks[k].text == "§" {
		return true
	}
	_, ok := p.actAt(k)
	return ok
}

func (p *pathReader) addition(from, j int) (int, bool) {
	t := &p.toks[j]
	last := p.path[len(p.path)-1]
	if u, next, ok := p.unitAt(j); ok {
		n := p.level(u)
		kept, paths := p.path, len(p.paths)
		if n < len(p.path) {
			p.branch(n)
		}
		if next, ok := p.values(u, next); ok {
			return next, true
		}
		p.path, p.paths = kept, p.paths[:paths]
		return from, false
	}
	if next, ok := p.ordinal(j); ok {
		return next, true
	}
	if st, next, ok := p.inBrackets(j); ok && t.text == "(" {
		n := len(p.path)
		for n > 0 && !p.path[n-1].same(st) {
			n--
		}
		if n == 0 {
			return from, false
		}
		p.branch(n - 1)
		p.path = append(p.path, st)
		return next, true
	}
	if t.text == "§" && last.name == "§" && p.sign == "Art" && p.number(j+1) {
		v, next := p.value(j + 1)
		p.branch(len(p.path) - 1)
		p.path = append(p.path, step{name: "§", value: v})
		return next, true
	}
	if t.kind == word && last.letters && last.unit != nil && len(t.text) <= 2 && t.text[0] >= 'a' && t.text[0] <= 'z' {
		p.branch(len(p.path) - 1)
		p.path = append(p.path, step{unit: last.unit, value: t.text, letters: true})
		return p.closing(j + 1), true
	}
	if n := p.romanLevel(); n > 0 && t.kind == word && roman(t.text) {
		if _, ok := p.fileNo(j, nil); ok {
			return from, false
		}
		p.branch(n)
		p.path = append(p.path, step{name: "roman", value: arabic(t.text)})
		return j + 1, true
	}
	if t.kind != digits || len(t.text) > 5 || !p.listed(j) {
		return from, false
	}
	return p.listNumber(j)
}

// romanLevel gives the place of the Roman paragraph in the path; 0 when there is none.
func (p *pathReader) romanLevel() int {
	return max(0, slices.IndexFunc(p.path, func(st step) bool { return st.name == "roman" }))
}

// listNumber adds a bare number of a list: of the kind of the last one, or of the sign.
func (p *pathReader) listNumber(j int) (int, bool) {
	n := len(p.path) - 1
	if last := p.path[n]; last.name == "S" && p.plural || last.letters {
		n = 0
	}
	v, next := p.listValue(j)
	if n > 0 && p.headAgain(v, next) {
		n = 0
	}
	st := p.path[n]
	st.value, st.to, st.follow = v, "", ""
	p.branch(n)
	p.path = append(p.path, st)
	return next, true
}

func (p *pathReader) listValue(j int) (string, int) {
	suffix, next := p.suffix(j + 1)
	return p.toks[j].text + suffix, next
}

// headAgain tells whether number v of a list is one of the sign again: a higher number under "§§", one that is
// followed by a unit of the level of the last one, or one that is too high for a unit.
func (p *pathReader) headAgain(v string, next int) bool {
	if p.path[len(p.path)-1].name == "roman" && next < len(p.toks) && p.toks[next].kind == word && roman(p.toks[next].text) {
		return true
	}
	if u, _, ok := p.unitAt(next); ok && p.level(u) <= len(p.path)-1 {
		return true
	}
	if p.path[0].name != p.sign {
		return false
	}
	higher := leading(v) > leading(p.path[0].value)
	if p.sign == "Art" && p.path[1].name == "§" {
		if next < len(p.toks) && p.toks[next].text == "§" && p.number(next+1) || higher && p.otherHead() {
			return true
		}
	}
	return p.plural && higher || (p.plural || p.sign == "Art") && p.leaps(v)
}

// otherHead tells whether the list has named an article other than the last one.
func (p *pathReader) otherHead() bool {
	return slices.ContainsFunc(p.paths, func(path []step) bool { return path[0].value != p.path[0].value })
}

// leaps tells whether number v lies so far above the last one that both cannot be paragraphs, sentences or points of
// one provision: "§§ 823 Abs. 1, 253 BGB". Numbered points may leave wider gaps than the rest.
func (p *pathReader) leaps(v string) bool {
	last := p.path[len(p.path)-1]
	if last.unit != nil && last.unit.eu == "Nr" {
		return leading(v) > 10*leading(last.value)+30
	}
	return leading(v) > 3*leading(last.value)+10
}

// listed tells whether the number at token j can go on a list: not when it counts things, days or money.
func (p *pathReader) listed(j int) bool {
	if _, ok := p.dateAt(j); ok {
		return false
	}
	if p.measured(j) {
		return false
	}
	k := j + 1
	if p.attached(k, "/") || p.attached(k, ".") && p.number(k+1) && p.toks[k+1].gap == none {
		return false
	}
	if k < len(p.toks) && p.toks[k].kind == word && p.toks[k].gap == space && capital(p.toks[k].text) && len(p.toks[k].text) > 1 {
		if _, _, ok := p.unitAt(k); ok || roman(p.toks[k].text) {
			return true
		}
		if _, _, ok := p.signs.match(p.toks, k); ok {
			return false
		}
		_, ok := p.actAt(k)
		return ok
	}
	return true
}

// rangeEnd reads the end of a range: bis 933b, –310, bis Abs 3, bis c.
func (p *pathReader) rangeEnd(j int) (int, bool) {
	if j >= len(p.toks) || p.toks[j].gap == blank {
		return j, false
	}
	last := &p.path[len(p.path)-1]
	if last.to != "" || last.follow != "" {
		return j, false
	}
	if u, next, ok := p.unitAt(j); ok && u == last.unit {
		j = next
	} else if p.toks[j].text == "§" || p.sign == "Art" {
		if _, next, ok := p.scanner.word("sign", j); ok && last.unit == nil {
			j = next
		}
	}
	if j >= len(p.toks) {
		return j, false
	}
	t := &p.toks[j]
	switch {
	case t.kind == digits && len(t.text) <= 5 && !last.letters && p.listed(j):
		last.to, j = p.listValue(j)
		return j, true
	case t.kind == word && last.letters && last.unit != nil && len(t.text) <= 2:
		last.to = t.text
		return p.closing(j + 1), true
	case t.kind == word && roman(t.text) && last.name == "roman":
		last.to = arabic(t.text)
		return j + 1, true
	case t.text == "(" && last.name == "(":
		if st, next, ok := p.inBrackets(j); ok && st.letters == last.letters {
			last.to = st.value
			return next, true
		}
	}
	return j, false
}

package legalref

import "slices"

// provision is a sign with its units before the act is settled.
type provision struct {
	sign    string   // §, Art, ErwGr, Anh; "" when only lower units are given
	paths   [][]step // one a norm
	acts    []*act   // what the abbreviation can mean
	id      string   // act that no table has, "?" for "regulation" and the like
	jur     string   // of id
	linked  bool     // the act was taken over from the next provision
	section bool     // the sign is the English word
}

// step is one unit of a path.
type step struct {
	unit    *unit  // nil for the sign itself, a bracket, or a Roman paragraph
	name    string // of a step without a unit row: sign, "(" for a bracket
	value   string
	to      string // end of a range
	follow  string // f or ff
	letters bool   // the value is a letter
}

func (s step) same(t step) bool {
	return s.unit == t.unit && s.name == t.name && s.letters == t.letters
}

// provision reads a sign, its units and the act: § 6 Abs 1 Z 4 lit a EStG 1988.
func (s *scanner) provision(i int) (raw, bool) {
	sign, j, ok := s.word("sign", i)
	if !ok || j >= len(s.toks) || s.toks[j].gap == blank {
		return raw{}, false
	}
	plural := s.plural(i, j)
	english := false
	switch sign {
	case "section":
		if s.lang != "en" {
			return raw{}, false
		}
		sign, english = "§", true
	case "s":
		if s.lang != "en" || s.toks[i].gap == none && i > 0 && (s.toks[i-1].kind != mark || s.toks[i-1].text == "'") {
			return raw{}, false
		}
		sign, english = "§", true
	}
	if s.attached(j, "-") {
		j++
	}
	p := pathReader{scanner: s, sign: sign, plural: plural, open: s.inBracket(i)}
	head, j, ok := p.head(j)
	if !ok {
		return raw{}, false
	}
	p.path = append(p.path, head)
	j = p.units(j)
	h := raw{start: i, kind: Provision, prov: &provision{sign: sign, paths: p.done()}}
	h.end = s.takeAct(h.prov, j)
	if plural && (len(h.prov.acts) > 0 || h.prov.id != "") {
		s.goesOn = h.prov
	}
	if sign == "Anh" && len(h.prov.acts) == 0 && h.prov.id == "" {
		return raw{}, false
	}
	h.prov.section = english
	return h, true
}

// takeAct reads the act after the units and gives the token after it. The act of "ustawy z dnia … o …" is taken over
// while its words stay outside the span.
func (s *scanner) takeAct(p *provision, j int) int {
	a, ok := s.actAt(j)
	if !ok && s.is(j, ",") {
		if a, ok = s.actHere(j + 1); ok && (a.jur != "EU" && (len(a.known) == 0 || a.known[0].jur != "EU") || len(p.paths[0]) < 2) {
			ok = false
		}
	}
	if ok {
		p.acts, p.id, p.jur = a.known, a.id, a.jur
		return a.next
	}
	if a, ok := s.datedAct(j); ok {
		p.acts = a
	}
	return j
}

// datedAct reads "ustawy z dnia 11 marca 2004 r. o podatku …" or "… - Kodeks cywilny".
func (s *scanner) datedAct(j int) ([]*act, bool) {
	_, j, ok := s.word("statute", j)
	if !ok {
		return nil, false
	}
	if _, next, ok := s.word("filler", j); ok {
		j = next
	}
	d, ok := s.dateAt(j)
	if !ok {
		return nil, false
	}
	j = d.next
	if s.is(j, "-") || s.is(j, ",") {
		j++
	}
	if a, _, ok := s.actTails.match(s.toks, j); ok {
		return a, true
	}
	a, _, ok := s.actNames.match(s.toks, j)
	return a, ok
}

// furtherProvision reads ", 7 StVG" after "§§ 823 BGB": the plural sign goes on to another act.
func (s *scanner) furtherProvision(i int) (raw, bool) {
	last := s.goesOn
	s.goesOn = nil
	if n := len(s.hits); last == nil || n == 0 || s.hits[n-1].prov != last {
		return raw{}, false
	}
	if _, next, ok := s.word("and", s.hits[len(s.hits)-1].end); !ok || next != i {
		return raw{}, false
	}
	p := pathReader{scanner: s, sign: last.sign, plural: true, open: s.inBracket(i)}
	head, j, ok := p.head(i)
	if !ok {
		return raw{}, false
	}
	p.path = append(p.path, head)
	j = p.units(j)
	h := raw{start: i, kind: Provision, prov: &provision{sign: last.sign, paths: p.done()}}
	h.end = s.takeAct(h.prov, j)
	if len(h.prov.acts) == 0 && h.prov.jur == "" && (h.prov.id == "" || !upper(h.prov.id)) {
		return raw{}, false
	}
	s.goesOn = h.prov
	return h, true
}

// prefixed reads units before the provision they belong to: "point (f) of Article 6(1) GDPR", "Abs 2 des § 5 ABGB".
func (s *scanner) prefixed(i int) (raw, bool) {
	s.prefixes = 0
	return s.prefix(i)
}

func (s *scanner) prefix(i int) (raw, bool) {
	p := pathReader{scanner: s, open: s.inBracket(i)}
	j := i
	if u, next, ok := s.unitAt(i); ok {
		if j, ok = p.values(u, next); !ok {
			return raw{}, false
		}
	} else if j, ok = p.ordinal(i); !ok {
		return raw{}, false
	}
	j = p.units(j)
	_, j, ok := s.word("of", j)
	if !ok || j >= len(s.toks) {
		return raw{}, false
	}
	h, ok := s.provision(j)
	if !ok {
		if s.prefixes++; s.prefixes > 2 {
			return raw{}, false
		}
		if h, ok = s.prefix(j); !ok {
			return raw{}, false
		}
	}
	var all [][]step
	for _, path := range h.prov.paths {
		for _, lower := range p.done() {
			all = append(all, append(slices.Clip(path), lower...))
		}
	}
	h.start, h.prov.paths = i, all
	return h, true
}

// bracketWindow is how many tokens back an opening bracket is looked for.
const bracketWindow = 60

// inBracket tells whether a bracket is open at token i, looking back a little.
func (s *scanner) inBracket(i int) bool {
	for j := i - 1; j >= 0 && j > i-bracketWindow; j-- {
		switch s.toks[j].text {
		case "(":
			return true
		case ")":
			return false
		}
	}
	return false
}

// plural tells whether the sign at [i, j) announces several provisions.
func (s *scanner) plural(i, j int) bool {
	_, next, ok := s.word("plural", i)
	return ok && next == j
}

// bareUnit reads a unit without a sign: "Abs 3 leg cit".
func (s *scanner) bareUnit(i int) (raw, bool) {
	u, j, ok := s.unitAt(i)
	if !ok || !u.alone {
		return raw{}, false
	}
	p := pathReader{scanner: s, open: s.inBracket(i)}
	j, ok = p.values(u, j)
	if !ok {
		return raw{}, false
	}
	j = p.units(j)
	h := raw{start: i, end: j, kind: Provision, prov: &provision{paths: p.done()}}
	h.end = s.takeAct(h.prov, j)
	return h, true
}

package legalref

import "strings"

// join ties provisions to those they share an act with and collects what speaks for a legal order.
func (s *scanner) join() {
	for i := len(s.hits) - 2; i >= 0; i-- {
		s.link(s.hits[i], s.hits[i+1])
	}
	s.merge()
	s.gather()
}

// resolve settles what depends on the text around a hit: the act of a provision that is linked to the next one,
// the legal order of abbreviations that several have, and what short forms refer to.
func (s *scanner) resolve() {
	for i := range s.hits {
		h := s.hits[i]
		switch {
		case h.prov != nil:
			s.settle(h)
		case len(h.acts) > 0:
			a := s.chooseAct(h.acts, h)
			h.jur, h.norms = a.jur, []string{a.jur + ":" + a.id}
		case len(h.readings) > 1:
			h.take(h.readings[s.choose(h, len(h.readings), func(k int) string { return h.readings[k].jur })])
		}
	}
	var cited lastCited
	for i, h := range s.hits {
		if h.reason == "" {
			h.reason = s.flaw(h)
		}
		var before *raw
		if i > 0 {
			before = s.hits[i-1]
		}
		cited.refer(h, before)
		cited.note(h)
	}
}

// lastCited holds the norms that a short form can stand for at a place of the text.
type lastCited struct {
	act       string // the act cited last
	provision string // § or article cited last, with its act
	source    string // any citation
}

// refer ties a short form to what it stands for: "leg cit" and a provision without an act to the act cited last, "ibid" and
// its like to the citation before it, "Abs 3" without a sign to the provision before it.
func (c *lastCited) refer(h, before *raw) {
	switch {
	case h.kind == Backref && h.norms[0] == "leg cit":
		h.refersTo = c.act
	case h.kind == Backref:
		h.refersTo = c.source
		if before != nil && before.prov != nil && before.prov.unknown() && before.end == h.start {
			h.refersTo = c.act
		}
	case h.prov != nil && h.prov.unknown() && h.prov.id == "":
		h.refersTo = c.act
		if h.prov.sign == "" && c.provision != "" {
			h.refersTo = c.provision
		}
	}
}

func (c *lastCited) note(h *raw) {
	switch h.kind {
	case Decision, Headnote, ECLI, CELEX, Gazette, Reporter:
		c.source = h.norms[0]
	case Act:
		c.act, c.source = h.norms[0], h.norms[0]
	case Provision:
		c.source = h.norms[0]
		parts := strings.SplitN(h.norms[0], ":", 4)
		if !h.prov.unknown() {
			c.act = parts[0] + ":" + parts[1]
		}
		if h.prov.sign != "" && len(parts) > 2 {
			c.provision = strings.Join(parts[:3], ":")
			if h.prov.unknown() && h.refersTo != "" {
				c.provision = h.refersTo + ":" + parts[2]
			}
		}
	}
}

func (p *provision) unknown() bool { return len(p.acts) == 0 && (p.id == "" || p.id == "?") }

// link gives a provision without an act the act of the provision it is joined to.
func (s *scanner) link(h, next *raw) {
	if h.prov == nil || next.prov == nil || len(next.prov.acts) == 0 && next.prov.id == "" || len(h.prov.acts) > 0 || h.prov.id != "" || h.prov.sign == "" {
		return
	}
	j := h.end
	for j < next.start {
		_, n, ok := s.word("link", j)
		if !ok {
			return
		}
		j = n
	}
	if j != next.start {
		return
	}
	h.prov.acts, h.prov.id, h.prov.jur, h.prov.linked = next.prov.acts, next.prov.id, next.prov.jur, true
}

// merge makes one hit of "Art. 1 Abs. 1 und Art. 2 Abs. 1 GG": one list of articles with one act after it.
func (s *scanner) merge() {
	out := s.hits[:0]
	for _, h := range s.hits {
		if n := len(out); n > 0 && h.prov != nil && out[n-1].prov != nil && out[n-1].prov.linked && h.prov.sign == "Art" &&
			out[n-1].prov.sign == "Art" && s.onlyAnd(out[n-1].end, h.start) {
			prev := out[n-1]
			h.prov.paths = append(prev.prov.paths, h.prov.paths...)
			h.start, h.from = prev.start, prev.from
			out[n-1] = h
			continue
		}
		out = append(out, h)
	}
	s.hits = out
}

func (s *scanner) onlyAnd(from, to int) bool {
	if to != from+1 {
		return false
	}
	switch s.toks[from].text {
	case "und", "and", "i":
		return true
	}
	return false
}

// settle writes the norms of a provision.
func (s *scanner) settle(h *raw) {
	p := h.prov
	jur, id := p.jur, p.id
	switch {
	case len(p.acts) > 0:
		a := s.chooseAct(p.acts, h)
		jur, id = a.jur, a.id
	case id == "":
		id = "?"
	}
	if jur == "" {
		jur = s.orderOfUnknown(h)
	}
	h.jur = jur
	for _, path := range p.paths {
		h.parts = append(h.parts, Part{"act", jur + ":" + id})
		h.norms = append(h.norms, h.pathNorm(jur, id, path))
	}
}

// pathNorm writes one norm and enters its parts.
func (h *raw) pathNorm(jur, id string, path []step) string {
	var b strings.Builder
	b.WriteString(jur + ":" + id)
	brackets := 0
	for i, st := range path {
		name, value := stepName(st, jur), st.value
		if st.name == "(" && st.unit == nil {
			if jur == "PL" && i == 1 && !st.letters && path[0].name == "Art" {
				b.WriteString("^" + value)
				h.parts[len(h.parts)-1].Value += "^" + value
				continue
			}
			name = bracketName(jur, brackets, st.letters)
			brackets++
		}
		if st.to != "" {
			value += ".." + name + st.to
		}
		b.WriteString(":" + name + value)
		h.parts = append(h.parts, Part{name, value})
		if st.follow != "" {
			b.WriteString(":" + st.follow)
			h.parts = append(h.parts, Part{"following", st.follow})
		}
	}
	return b.String()
}

// lettered names the unit of a letter.
var lettered = &unit{at: "lit", de: "lit", eu: "lit", pl: "Lit"}

func stepName(st step, jur string) string {
	switch {
	case st.unit != nil && st.letters && st.unit.eu == "Nr":
		return lettered.in(jur) // point (f)
	case st.unit != nil:
		return st.unit.in(jur)
	case st.name == "roman":
		return "Abs"
	case st.name == "lit" && jur == "PL":
		return "Lit"
	}
	return st.name
}

// bracketName names the units of the short form 6(1)(f): a letter is lit, the first number Abs, the next Z or Nr.
func bracketName(jur string, n int, letters bool) string {
	switch {
	case letters:
		return "lit"
	case n == 0:
		return "Abs"
	case jur == "AT":
		return "Z"
	}
	return "Nr"
}

package legalref

import "strings"

// resolve settles what depends on the text around a hit: the act of a provision that is linked to the next one,
// the legal order of abbreviations that several have, and what short forms refer to.
func (s *scanner) resolve() {
	for i := len(s.hits) - 2; i >= 0; i-- {
		s.link(s.hits[i], s.hits[i+1])
	}
	s.merge()
	s.gather()
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
	for i := range s.hits {
		s.refer(i)
		if s.hits[i].reason == "" {
			s.hits[i].reason = s.flaw(s.hits[i])
		}
	}
}

// refer ties a short form to what it stands for: "leg cit" to the act cited last, "ibid" and its like to the citation
// before it, "Abs 3" without a sign to the provision before it.
func (s *scanner) refer(i int) {
	h := s.hits[i]
	switch {
	case h.kind == Backref && h.norms[0] == "leg cit":
		h.refersTo = s.lastAct(i)
		if n := i - 1; n >= 0 && s.hits[n].prov != nil && s.hits[n].prov.unknown() && s.hits[n].end == h.start {
			s.hits[n].refersTo = h.refersTo
		}
	case h.kind == Backref:
		for k := i - 1; k >= 0; k-- {
			if s.hits[k].source() {
				h.refersTo = s.hits[k].norms[0]
				return
			}
		}
	case h.prov != nil && h.prov.sign == "" && h.prov.unknown():
		for k := i - 1; k >= 0; k-- {
			if p := s.hits[k].prov; p != nil && p.sign != "" {
				parts := strings.SplitN(s.hits[k].norms[0], ":", 4)
				h.refersTo = strings.Join(parts[:min(3, len(parts))], ":")
				return
			}
		}
	}
}

func (s *scanner) lastAct(i int) string {
	for k := i - 1; k >= 0; k-- {
		h := s.hits[k]
		if h.prov != nil && !h.prov.unknown() || h.kind == Act {
			return strings.Join(strings.SplitN(h.norms[0], ":", 3)[:2], ":")
		}
	}
	return ""
}

// source tells whether a short form can stand for the hit.
func (h *raw) source() bool {
	switch h.kind {
	case Provision, Decision, Headnote, ECLI, CELEX, Act, Gazette, Reporter:
		return true
	}
	return false
}

func (p *provision) unknown() bool { return len(p.acts) == 0 && (p.id == "" || p.id == "?") }

// link gives a provision without an act the act of the provision it is joined to.
func (s *scanner) link(h, next *raw) {
	if h.prov == nil || next.prov == nil || len(h.prov.acts) > 0 || h.prov.id != "" || h.prov.sign == "" {
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

func stepName(st step, jur string) string {
	switch {
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

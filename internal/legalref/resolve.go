package legalref

import "strings"

// cue is a place in the text that speaks for a legal order.
type cue struct {
	tok    int
	jur    string
	weight int
}

// resolve settles what depends on the text around a hit: the act of a provision that is linked to the next one,
// the legal order of abbreviations that several have, and what short forms refer to.
func (s *scanner) resolve() {
	for i := len(s.hits) - 2; i >= 0; i-- {
		s.link(&s.hits[i], &s.hits[i+1])
	}
	s.merge()
	s.gather()
	for i := range s.hits {
		h := &s.hits[i]
		switch {
		case h.prov != nil:
			s.settle(h)
		case len(h.acts) > 0:
			a := s.choose(h.acts, h)
			h.jur, h.norms = a.jur, []string{a.jur + ":" + a.id}
		case len(h.readings) > 1:
			s.chooseReading(h)
		}
	}
}

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
			prev := &out[n-1]
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

// gather collects the cues of the text: acts and courts of one legal order, units and words that only one uses.
func (s *scanner) gather() {
	for i := range s.hits {
		h := &s.hits[i]
		switch {
		case h.prov != nil && len(h.prov.acts) == 1 && home2(h.prov.acts[0].jur):
			s.cues = append(s.cues, cue{h.start, h.prov.acts[0].jur, 6})
		case len(h.acts) == 1 && home2(h.acts[0].jur):
			s.cues = append(s.cues, cue{h.start, h.acts[0].jur, 6})
		case h.jur != "" && len(h.readings) < 2 && home2(h.jur):
			s.cues = append(s.cues, cue{h.start, h.jur, 5})
		}
	}
	for i := range s.toks {
		t := &s.toks[i]
		if t.kind != word {
			continue
		}
		ro := s.role(t.text)
		if ro&roleUnit != 0 && i+1 < len(s.toks) && s.lang == "de" {
			s.unitCue(i)
		}
		if ro&roleCue != 0 {
			if id, _, ok := s.word("cue", i); ok {
				s.cues = append(s.cues, cue{i, id, 2})
			}
		}
	}
}

// unitCue: Z speaks for Austria, Nr. and Buchst. for Germany; a point after Abs or S weakly for Germany, none for Austria.
func (s *scanner) unitCue(i int) {
	u, next, ok := s.units.match(s.toks, i)
	if !ok || !s.number(next) && u[0].eu != "lit" {
		return
	}
	if u[0].cue == "AT" || u[0].cue == "DE" {
		s.cues = append(s.cues, cue{i, u[0].cue, 3})
		return
	}
	if t := s.toks[i].text; t == "Abs" || t == "S" || t == "lit" || t == "Art" {
		jur := "AT"
		if s.is(next-1, ".") {
			jur = "DE"
		}
		s.cues = append(s.cues, cue{i, jur, 1})
	}
}

func home2(jur string) bool { return jur == "AT" || jur == "DE" || jur == "PL" }

// lean weighs the cues for each legal order as seen from hit h: its own words most, its paragraph next.
func (s *scanner) lean(h *raw) map[string]int {
	sum := map[string]int{}
	for _, c := range s.cues {
		w := c.weight
		switch {
		case c.tok >= h.start && c.tok < h.end:
			w *= 8
		case near(s.toks, c.tok, h.start):
			w *= 3
		}
		sum[c.jur] += w
	}
	return sum
}

// near tells whether no line break parts two tokens that stand close together.
func near(toks []token, a, b int) bool {
	if a > b {
		a, b = b, a
	}
	if b-a > 60 {
		return false
	}
	for i := a + 1; i <= b; i++ {
		if toks[i].gap >= blank {
			return false
		}
	}
	return true
}

func (s *scanner) choose(acts []*act, h *raw) *act {
	if len(acts) == 1 {
		return acts[0]
	}
	sum := s.lean(h)
	best := acts[0]
	for _, a := range acts[1:] {
		if s.weight(sum, a.jur) > s.weight(sum, best.jur) {
			best = a
		}
	}
	return best
}

func (s *scanner) chooseReading(h *raw) {
	sum := s.lean(h)
	best := h.readings[0]
	for _, r := range h.readings[1:] {
		if s.weight(sum, r.jur) > s.weight(sum, best.jur) {
			best = r
		}
	}
	h.take(best)
}

func (s *scanner) weight(sum map[string]int, jur string) int {
	w := 2 * sum[jur]
	if jur == s.region {
		w += 5
	}
	if s.lang == "pl" && jur == "PL" {
		w += 20
	}
	if s.lang == "de" && (jur == "AT" || jur == "DE") {
		w++
	}
	return w
}

// order gives the legal order of a provision whose act is not known.
func (s *scanner) order(h *raw) string {
	if s.lang == "pl" {
		return "PL"
	}
	sum := s.lean(h)
	best := "AT"
	if s.region != "" {
		best = s.region
	}
	if s.lang == "en" {
		best = "EU"
	}
	for _, jur := range []string{"AT", "DE", "PL"} {
		if s.weight(sum, jur) > s.weight(sum, best) {
			best = jur
		}
	}
	return best
}

// settle writes the norms of a provision.
func (s *scanner) settle(h *raw) {
	p := h.prov
	jur, id := p.jur, p.id
	switch {
	case len(p.acts) > 0:
		a := s.choose(p.acts, h)
		jur, id = a.jur, a.id
	case id == "":
		id = "?"
	}
	if jur == "" {
		jur = s.order(h)
	}
	h.jur = jur
	for _, path := range p.paths {
		h.norms = append(h.norms, s.pathNorm(jur, id, path))
	}
}

func (s *scanner) pathNorm(jur, id string, path []step) string {
	var b strings.Builder
	b.WriteString(jur + ":" + id)
	brackets := 0
	for i, st := range path {
		name := stepName(st, jur)
		if st.name == "(" && st.unit == nil {
			if jur == "PL" && i == 1 && !st.letters && path[0].name == "Art" {
				b.WriteString("^" + st.value)
				continue
			}
			name = bracketName(jur, brackets, st.letters)
			brackets++
		}
		b.WriteString(":" + name + st.value)
		if st.to != "" {
			b.WriteString(".." + name + st.to)
		}
		if st.follow != "" {
			b.WriteString(":" + st.follow)
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

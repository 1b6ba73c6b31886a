package legalref

import (
	"cmp"
	"slices"
)

// cue is a place in the text that speaks for a legal order.
type cue struct {
	tok    int
	order  order
	weight int
}

// order is a legal order that abbreviations can have in common with another.
type order int

const (
	austria order = iota
	germany
	poland
	orders
)

func orderOf(jur string) (order, bool) {
	switch jur {
	case "AT":
		return austria, true
	case "DE":
		return germany, true
	case "PL":
		return poland, true
	}
	return 0, false
}

var orderNames = [orders]string{"AT", "DE", "PL"}

// How much a cue weighs by what it is and by how near it stands. What the hit itself says settles most, its
// paragraph comes next, and the whole text decides only where both are silent.
const (
	weightAct, weightSource, weightUnit, weightWord, weightPoint = 6, 5, 3, 2, 1

	ownWords, nearWords = 16, 6
	wholeText           = 10 // shared among the orders by their part in all cues
	window              = 60 // tokens to either side that count as near
	languageOrder       = 40 // Polish text, Polish law
	regionOrder         = 5
)

// gather collects the cues of the text: acts and courts of one legal order, units and words that only one uses.
func (s *scanner) gather() {
	for i := range s.hits {
		h := s.hits[i]
		switch {
		case h.prov != nil && len(h.prov.acts) == 1:
			s.cue(h.start, h.prov.acts[0].jur, weightAct)
		case len(h.acts) == 1:
			s.cue(h.start, h.acts[0].jur, weightAct)
		case h.prov == nil && len(h.acts) == 0 && len(h.readings) < 2:
			s.cue(h.start, h.jur, weightSource)
		}
	}
	for i := range s.toks {
		if s.toks[i].kind != word {
			continue
		}
		ro := s.toks[i].role
		if s.lang == "de" && i+1 < len(s.toks) {
			s.germanCue(i, ro)
		}
		if ro&roleCue != 0 {
			if id, _, ok := s.word("cue", i); ok {
				s.cue(i, id, weightWord)
			}
		}
	}
	slices.SortFunc(s.cues, func(a, b cue) int { return cmp.Compare(a.tok, b.tok) })
	for _, c := range s.cues {
		s.total[c.order] += c.weight
	}
}

func (s *scanner) cue(tok int, jur string, weight int) {
	if o, ok := orderOf(jur); ok {
		s.cues = append(s.cues, cue{tok, o, weight})
	}
}

// germanCue: Z speaks for Austria, Nr. and Buchst. for Germany; a point after Abs, Vgl and the like weakly for Germany, none
// for Austria.
func (s *scanner) germanCue(i int, ro role) {
	if ro&roleUnit != 0 {
		if u, next, ok := s.units.match(s.toks, i); ok && u[0].cue != "" && (s.number(next) || u[0].lettered()) {
			s.cue(i, u[0].cue, weightUnit)
			return
		}
	}
	if ro&roleDotted == 0 {
		return
	}
	if _, next, ok := s.word("dotted", i); ok {
		jur := "AT"
		if s.is(next-1, ".") {
			jur = "DE"
		}
		s.cue(i, jur, weightPoint)
	}
}

// pool lets two texts of which one is the other in a different style lean to the same legal order: "Abs. 2" for "Abs 2"
// must not make another act of the same abbreviation. Texts that name different countries are left alone.
func pool(a, b *scanner) {
	if a.countries() != b.countries() {
		return
	}
	for o := range a.total {
		a.total[o] += b.total[o]
	}
	b.total = a.total
	a.pooled, b.pooled = true, true
}

// countries tells which countries the text names.
func (s *scanner) countries() (named [orders]bool) {
	for i := range s.toks {
		if s.toks[i].kind != word {
			continue
		}
		if id, _, ok := s.word("country", i); ok {
			if o, ok := orderOf(id); ok {
				named[o] = true
			}
		}
	}
	return named
}

// lean weighs the cues for each legal order as seen from hit h.
func (s *scanner) lean(h *raw) (sum [orders]int) {
	all := 0
	for _, n := range s.total {
		all += n
	}
	for o, n := range s.total {
		if all > 0 {
			sum[o] = wholeText * n / all
		}
		switch name := orderNames[o]; {
		case name == s.region:
			sum[o] += regionOrder
		case name == "PL" && s.lang == "pl":
			sum[o] += languageOrder
		case name != "PL" && s.lang == "de":
			sum[o]++
		}
	}
	if s.pooled {
		return sum
	}
	from, to := s.around(h)
	k, _ := slices.BinarySearchFunc(s.cues, from, func(c cue, t int) int { return cmp.Compare(c.tok, t) })
	for ; k < len(s.cues) && s.cues[k].tok < to; k++ {
		c := s.cues[k]
		if c.tok >= h.start && c.tok < h.end {
			sum[c.order] += ownWords * c.weight
		} else {
			sum[c.order] += nearWords * c.weight
		}
	}
	return sum
}

// around gives the tokens near the hit in its own paragraph.
func (s *scanner) around(h *raw) (from, to int) {
	from, to = h.start, h.end
	for from > 0 && h.start-from < window && s.toks[from].gap != blank {
		from--
	}
	for to < len(s.toks) && to-h.end < window && s.toks[to].gap != blank {
		to++
	}
	return from, to
}

// choose gives the index of the candidate whose legal order the text leans to; the first one wins a tie.
func (s *scanner) choose(h *raw, n int, jur func(int) string) int {
	if n == 1 {
		return 0
	}
	sum := s.lean(h)
	best, most := 0, -1
	for i := range n {
		w := 0
		if o, ok := orderOf(jur(i)); ok {
			w = sum[o]
		}
		if w > most {
			best, most = i, w
		}
	}
	return best
}

func (s *scanner) chooseAct(acts []*act, h *raw) *act {
	return acts[s.choose(h, len(acts), func(i int) string { return acts[i].jur })]
}

// orderOfUnknown gives the legal order of a provision whose act is not known.
func (s *scanner) orderOfUnknown(h *raw) string {
	if s.lang == "pl" {
		return "PL"
	}
	sum := s.lean(h)
	best, most := "AT", sum[austria]
	switch {
	case h.prov.section:
		best, most = "UK", 0
	case s.lang == "en":
		best, most = "EU", 0
	}
	for o, name := range orderNames {
		if sum[o] > most {
			best, most = name, sum[o]
		}
	}
	return best
}

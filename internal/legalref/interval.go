package legalref

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Both ends of an interval are in the unit that is written once: "EUR 5.000 bis 10.000" names two amounts, "3 bis 5
// Jahre" two periods, "zwischen 20 und 30 %" two percentages. Each end is a hit of its own.

// rangeStart reads the first figure of an interval that has its unit behind the second one.
func (s *scanner) rangeStart(i int, f figure) (raw, bool) {
	v, next, scaled := s.scaled(f)
	if scaled {
		f = figure{v, next}
	}
	k, ok := s.otherEnd(i, f.next)
	if !ok {
		return raw{}, false
	}
	end, ok := s.figureAt(k)
	if !ok && s.spelled {
		end.value, end.next, ok = s.numeralAt(k)
	}
	if v, next, ok := s.scaled(end); ok && scaled {
		end = figure{v, next}
	}
	if !ok || !ascending(f.value, end.value) {
		return raw{}, false
	}
	h, ok := s.measure(i, figure{f.value, end.next})
	if !ok {
		return raw{}, false
	}
	h.end = f.next
	if k, ok := s.noCents(f.next); ok {
		h.end = k
	}
	return h, true
}

// rangeEndAmount reads the second figure of an interval that has its currency before the first one.
func (s *scanner) rangeEndAmount(i int, f figure) (raw, bool) {
	n := len(s.hits)
	if n == 0 {
		return raw{}, false
	}
	first := s.hits[n-1]
	if first.kind != Amount || s.toks[first.start].kind == digits {
		return raw{}, false
	}
	if k, ok := s.otherEnd(first.start, first.end); !ok || k != i {
		return raw{}, false
	}
	v, end := f.value, f.next
	if k, ok := s.noCents(end); ok {
		end = k
	} else if w, k, ok := s.scaled(figure{v, end}); ok {
		v, end = w, k
	}
	if !ascending(first.part("value"), v) || s.counts(end) {
		return raw{}, false
	}
	return amount(i, end, first.part("currency"), v), true
}

// sharedScale multiplies the first figure of "$5-10 million" as well.
func (s *scanner) sharedScale(i int, f figure) string {
	k, ok := s.otherEnd(i, f.next)
	if !ok {
		return f.value
	}
	end, ok := s.figureAt(k)
	if !ok || !ascending(f.value, end.value) {
		return f.value
	}
	if v, _, ok := s.scaled(figure{f.value, end.next}); ok {
		return v
	}
	return f.value
}

// otherEnd gives the token of the second figure of an interval: what begins at token i has its first figure end at j.
func (s *scanner) otherEnd(i, j int) (int, bool) {
	if k, ok := s.noCents(j); ok {
		j = k
	}
	_, k, ok := s.word("range", j)
	if !ok && i > 0 && s.wordBefore("between", i) {
		_, k, ok = s.word("and", j)
	}
	return k, ok && k < len(s.toks) && s.toks[j].gap <= line && s.toks[k].gap <= line
}

// counts tells whether a German noun follows at token j: the figure before it counts things.
func (s *scanner) counts(j int) bool {
	if s.lang != "de" || j >= len(s.toks) || s.toks[j].kind != word || s.toks[j].gap == none {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s.toks[j].text)
	return unicode.IsUpper(first)
}

func ascending(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x < y
}

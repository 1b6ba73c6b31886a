package legalref

import (
	"fmt"
	"strconv"
	"time"
)

// dated is a date read from the text.
type dated struct {
	norm string
	next int
	real bool // such a day exists
}

func (s *scanner) isDate(i int) bool { _, ok := s.dateAt(i); return ok }

func (s *scanner) date(i int) (raw, bool) {
	d, ok := s.dateAt(i)
	if !ok {
		return raw{}, false
	}
	h := raw{start: i, end: d.next, kind: Date, norms: []string{d.norm}}
	if !d.real {
		h.reason = "no-such-day"
	}
	return h, true
}

// dateAt reads a day: 1.10.2026, 01. 10. 2026, 1. Oktober 2026, 1 October 2026, October 1, 2026, 2026-10-01.
func (s *scanner) dateAt(i int) (dated, bool) {
	if i >= len(s.toks) {
		return dated{}, false
	}
	t := &s.toks[i]
	if t.kind == word {
		return s.monthDay(i)
	}
	if t.kind != digits {
		return dated{}, false
	}
	if len(t.text) == 4 {
		if s.attached(i+1, "-") && s.digitsGlued(i+2, 2, 2) && s.attached(i+3, "-") && s.digitsGlued(i+4, 2, 2) {
			return s.day(t.text, s.toks[i+2].text, s.toks[i+4].text, i+5)
		}
		return dated{}, false
	}
	if len(t.text) > 2 {
		return dated{}, false
	}
	j := i + 1
	if s.attached(j, ".") {
		j++
	} else if w := s.word1(j); w == "st" || w == "nd" || w == "rd" || w == "th" {
		j++
	}
	if m, next, ok := s.word("month", j); ok && j < len(s.toks) && s.toks[j].gap <= line {
		if s.is(next, ",") {
			next++
		}
		if s.number(next) && len(s.toks[next].text) == 4 && s.toks[next].gap <= line {
			return s.day(s.toks[next].text, m, t.text, next+1)
		}
		return s.dayOfMonth(t.text, m, next)
	}
	for _, sep := range []string{".", "/", "-"} {
		if d, ok := s.numericDate(i, sep); ok {
			return d, ok
		}
	}
	return s.shortDate(i)
}

// shortDate reads a day and month in figures: "1.1. bis 31.12.2020" takes the year of the second date, "am 1.10." has
// none. Without a word before it or a date after it, 1.10. may be anything.
func (s *scanner) shortDate(i int) (dated, bool) {
	if !s.attached(i+1, ".") || !s.digitsOrBlank(i+2) || !s.attached(i+3, ".") {
		return dated{}, false
	}
	d, _ := strconv.Atoi(s.toks[i].text)
	m, _ := strconv.Atoi(s.toks[i+2].text)
	if d < 1 || d > 31 || m < 1 || m > 12 {
		return dated{}, false
	}
	if _, next, ok := s.word("range", i+4); ok {
		if end, ok := s.numericDate(next, "."); ok && s.number(next) {
			return dated{fmt.Sprintf("%s-%02d-%02d", end.norm[:4], m, d), i + 4, true}, true
		}
	}
	if i == 0 {
		return dated{}, false
	}
	if !s.wordBefore("datecue", i) {
		return dated{}, false
	}
	return dated{fmt.Sprintf("--%02d-%02d", m, d), i + 4, true}, true
}

func (s *scanner) digitsOrBlank(i int) bool {
	return s.number(i) && s.toks[i].gap <= space && len(s.toks[i].text) <= 2
}

// dayOfMonth is a day without a year: "12 maja", "am 1. Oktober". Its norm is the truncated form of ISO 8601.
func (s *scanner) dayOfMonth(d, m string, next int) (dated, bool) {
	n, _ := strconv.Atoi(d)
	if s.toks[next-1].text == "." || n < 1 || n > 31 || s.numberGoesOn(next) {
		return dated{}, false
	}
	return dated{fmt.Sprintf("--%s-%02d", m, n), next, true}, true
}

func (s *scanner) word1(i int) string {
	if i < len(s.toks) && s.toks[i].kind == word && s.toks[i].gap == none {
		return s.toks[i].text
	}
	return ""
}

func (s *scanner) digitsGlued(i, lo, hi int) bool {
	return s.number(i) && s.toks[i].gap == none && len(s.toks[i].text) >= lo && len(s.toks[i].text) <= hi
}

// numericDate reads day, month and year parted by sep; blanks only after points.
func (s *scanner) numericDate(i int, sep string) (dated, bool) {
	blanks := none
	if sep == "." {
		blanks = line
	}
	if !s.attached(i+1, sep) || !s.number(i+2) || s.toks[i+2].gap > blanks || len(s.toks[i+2].text) > 2 ||
		!s.attached(i+3, sep) || !s.number(i+4) || s.toks[i+4].gap > blanks {
		return dated{}, false
	}
	d, m, y := s.toks[i].text, s.toks[i+2].text, s.toks[i+4].text
	if len(y) == 2 && sep == "." && s.toks[i+2].gap == none && s.toks[i+4].gap == none && !s.attached(i+5, ".") {
		if n, _ := strconv.Atoi(m); n >= 1 && n <= 12 {
			if y >= "50" {
				y = "19" + y
			} else {
				y = "20" + y
			}
		}
	}
	if len(y) != 4 || y < "1000" || s.attached(i+5, "/") || sep != "." && !plausible(d, m) {
		return dated{}, false
	}
	return s.day(y, m, d, i+5)
}

// plausible tells whether d and m can be day and month in either order.
func plausible(d, m string) bool {
	a, _ := strconv.Atoi(d)
	b, _ := strconv.Atoi(m)
	return a >= 1 && b >= 1 && a <= 31 && b <= 31 && min(a, b) <= 12
}

// monthDay reads October 1, 2026.
func (s *scanner) monthDay(i int) (dated, bool) {
	if s.toks[i].role&roleMonth == 0 {
		return dated{}, false
	}
	m, j, ok := s.word("month", i)
	if !ok || !s.number(j) || len(s.toks[j].text) > 2 || s.toks[j].gap != space {
		return dated{}, false
	}
	d := s.toks[j].text
	j++
	if w := s.word1(j); w == "st" || w == "nd" || w == "rd" || w == "th" {
		j++
	}
	if s.is(j, ",") {
		j++
	}
	if !s.number(j) || len(s.toks[j].text) != 4 || s.toks[j].gap > line {
		return dated{}, false
	}
	return s.day(s.toks[j].text, m, d, j+1)
}

// day builds the norm; a Polish "r." or "roku" belongs to the date.
func (s *scanner) day(y, m, d string, next int) (dated, bool) {
	yy, _ := strconv.Atoi(y)
	mm, _ := strconv.Atoi(m)
	dd, _ := strconv.Atoi(d)
	if mm > 12 && dd <= 12 && s.lang == "en" {
		mm, dd = dd, mm
	}
	if s.numberGoesOn(next) && !s.is(next, "r") {
		return dated{}, false
	}
	if _, n, ok := s.word("yearword", next); ok {
		next = n
	}
	when := time.Date(yy, time.Month(mm), dd, 0, 0, 0, 0, time.UTC)
	real := when.Year() == yy && int(when.Month()) == mm && when.Day() == dd
	return dated{fmt.Sprintf("%04d-%02d-%02d", yy, mm, dd), next, real}, true
}

// monthFirst reads "October 1, 2026" and "Oktober 2026".
func (s *scanner) monthFirst(i int) (raw, bool) {
	if h, ok := s.date(i); ok {
		return h, true
	}
	m, j, ok := s.word("month", i)
	if !ok || !s.number(j) || len(s.toks[j].text) != 4 || !year(s.toks[j].text) || s.toks[j].gap > line {
		return raw{}, false
	}
	h := raw{start: i, end: j + 1, kind: Date, norms: []string{s.toks[j].text + "-" + m}}
	if _, next, ok := s.word("yearword", h.end); ok {
		h.end = next
	}
	return h, true
}

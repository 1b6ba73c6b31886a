package legalref

import (
	"strconv"
	"strings"
)

// figure is a number in any notation.
type figure struct {
	value string // digits, "." before decimals, decimals as written
	next  int
}

// maxDigits is the length up to which groups of thousands are joined to one figure.
const maxDigits = 18

// figureAt reads 12.500, 12 500, 12’500, 12,500.00, 1½ from token i.
func (s *scanner) figureAt(i int) (figure, bool) {
	if !s.number(i) {
		return figure{}, false
	}
	whole, j := s.toks[i].text, i+1
	grouped := byte(0)
	for len(s.toks[i].text) <= 3 && len(whole) < maxDigits {
		sep, k, ok := s.group(j)
		if !ok || grouped != 0 && sep != grouped {
			break
		}
		if (sep == '.' || sep == ',') && grouped == 0 && s.decimalGroup(i, j, sep) {
			break
		}
		grouped = sep
		whole += s.toks[k].text
		j = k + 1
	}
	f := figure{whole, j}
	if (s.attached(j, ",") || s.attached(j, ".")) && s.number(j+1) && s.toks[j+1].gap == none && s.toks[j].text[0] != grouped {
		if !(s.attached(j+2, s.toks[j].text) && s.number(j+3)) {
			f.value += "." + s.toks[j+1].text
			f.next = j + 2
		}
	}
	if f.next < len(s.toks) && s.toks[f.next].gap == none {
		switch s.toks[f.next].text {
		case "½":
			f.value, f.next = f.value+".5", f.next+1
		case "¼":
			f.value, f.next = f.value+".25", f.next+1
		case "¾":
			f.value, f.next = f.value+".75", f.next+1
		}
	}
	return f, true
}

// group tells whether a group of three digits goes on at token j, and where its digits stand.
func (s *scanner) group(j int) (sep byte, at int, ok bool) {
	if j >= len(s.toks) {
		return 0, j, false
	}
	t := &s.toks[j]
	if t.kind == digits && t.gap == space && len(t.text) == 3 {
		return ' ', j, true
	}
	if t.kind == mark && t.gap == none && (t.text == "." || t.text == "," || t.text == "'") && s.digitsGlued(j+1, 3, 3) {
		return t.text[0], j + 1, true
	}
	return 0, j, false
}

// decimalGroup settles what one sign with three digits after it means: decimals in the notation of the language,
// a group of thousands otherwise. A second sign of the same kind makes it a group.
func (s *scanner) decimalGroup(i, j int, sep byte) bool {
	if next, _, ok := s.group(j + 2); ok && next == sep {
		return false
	}
	if j+2 < len(s.toks) && s.toks[j+2].gap == none && s.number(j+3) && s.toks[j+3].gap == none &&
		(s.toks[j+2].text == "." || s.toks[j+2].text == ",") && s.toks[j+2].text[0] != sep {
		return false
	}
	if s.toks[i].text == "0" {
		return true
	}
	if s.lang == "en" {
		return sep == '.'
	}
	return sep == ','
}

// figure reads the number at token i with its unit: amount, percent, duration, year or plain number.
func (s *scanner) figure(i int) (raw, bool) {
	f, ok := s.figureAt(i)
	if !ok {
		return raw{}, false
	}
	if h, ok := s.amountAfter(i, f); ok {
		return h, true
	}
	if h, ok := s.percent(i, f); ok {
		return h, true
	}
	if h, ok := s.duration(i, f); ok {
		return h, true
	}
	if h, ok := s.rangeStart(i, f); ok {
		return h, true
	}
	if h, ok := s.rangeEndAmount(i, f); ok {
		return h, true
	}
	if h, ok := s.year(i, f); ok {
		return h, true
	}
	if v, next, ok := s.scaled(f); ok {
		f.value, f.next = v, next
	}
	if f.next == i+1 {
		s.joinedFigures(&f)
	}
	return raw{start: i, end: f.next, kind: Number, norms: []string{f.value}}, true
}

// joinedFigures reads 123/2008 and 10:30 as one figure.
func (s *scanner) joinedFigures(f *figure) {
	if f.next >= len(s.toks) || s.toks[f.next].text != "/" && s.toks[f.next].text != ":" {
		return
	}
	sep := s.toks[f.next].text
	for n := 0; n < 3 && s.attached(f.next, sep) && s.digitsGlued(f.next+1, 1, 9); n++ {
		f.value += sep + s.toks[f.next+1].text
		f.next += 2
	}
}

// inWords skips the figure said again in words: "7 (siedem) dni".
func (s *scanner) inWords(j int) int {
	if !s.is(j, "(") {
		return j
	}
	for k := j + 1; k < len(s.toks) && k < j+8; k++ {
		if s.toks[k].text == ")" && k > j+1 {
			return k + 1
		}
		if s.toks[k].kind != word || upper(s.toks[k].text) {
			break
		}
	}
	return j
}

// measured tells whether the number at token i has a unit, a currency or a percent sign.
func (s *scanner) measured(i int) bool {
	f, ok := s.figureAt(i)
	if !ok {
		return false
	}
	if _, ok := s.amountAfter(i, f); ok {
		return true
	}
	if _, ok := s.percent(i, f); ok {
		return true
	}
	_, ok = s.duration(i, f)
	return ok
}

// scaled reads Mio, Mrd, tys. and multiplies.
func (s *scanner) scaled(f figure) (string, int, bool) {
	id, next, ok := s.word("scale", f.next)
	if !ok || s.partOfWord(next) && !s.is(next-1, ".") || s.toks[f.next].gap > line {
		return "", 0, false
	}
	if t := s.toks[f.next].text; (t == "m" || t == "mn" || t == "bn") && s.toks[f.next].gap != none && s.lang != "en" {
		return "", 0, false
	}
	zeros, _ := strconv.Atoi(id)
	return shift(f.value, zeros), next, true
}

// shift moves the decimal point n places to the right.
func shift(v string, n int) string {
	whole, frac, _ := strings.Cut(v, ".")
	if len(frac) <= n {
		frac += strings.Repeat("0", n-len(frac))
		v = whole + frac
	} else {
		v = whole + frac[:n] + "." + frac[n:]
	}
	v = strings.TrimLeft(v, "0")
	if v == "" || v[0] == '.' {
		v = "0" + v
	}
	return v
}

// noCents skips ",--", ",-", ".-" after a whole amount.
func (s *scanner) noCents(j int) (int, bool) {
	if (s.attached(j, ",") || s.attached(j, ".")) && s.attached(j+1, "-") {
		j += 2
		for s.attached(j, "-") {
			j++
		}
		return j, true
	}
	return j, false
}

// amountAfter reads a figure with its currency behind it.
func (s *scanner) amountAfter(i int, f figure) (raw, bool) {
	v, j := f.value, f.next
	if k, ok := s.noCents(j); ok {
		j = k
	}
	if w, k, ok := s.scaled(figure{v, j}); ok {
		v, j = w, k
	}
	j = s.inWords(j)
	cur, next, ok := s.word("currency", j)
	if !ok || s.toks[j].gap > line || s.partOfWord(next) {
		return raw{}, false
	}
	cur, v = thousandfold(cur, v)
	return amount(i, next, cur, v), true
}

// thousandfold splits the id of a currency word that counts in thousands or millions: EUR/3 for TEUR.
func thousandfold(cur, v string) (currency, value string) {
	cur, zeros, ok := strings.Cut(cur, "/")
	if ok {
		n, _ := strconv.Atoi(zeros)
		v = shift(v, n)
	}
	return cur, v
}

func amount(i, end int, cur, v string) raw {
	return raw{start: i, end: end, kind: Amount, norms: []string{cur + ":" + v}, parts: []Part{{"currency", cur}, {"value", v}}}
}

// currencyFirst reads € 12.500,--, EUR 4.360,80, £2m.
func (s *scanner) currencyFirst(i int) (raw, bool) {
	if h, ok := s.schilling(i); ok {
		return h, true
	}
	cur, j, ok := s.word("currency", i)
	if !ok || j >= len(s.toks) || s.toks[j].gap > line {
		return raw{}, false
	}
	sign := ""
	if s.is(j, "-") && s.digitsGlued(j+1, 1, 9) {
		sign, j = "-", j+1
	}
	f, ok := s.figureAt(j)
	if !ok {
		return raw{}, false
	}
	v, end := f.value, f.next
	if k, ok := s.noCents(end); ok {
		end = k
	} else if w, k, ok := s.scaled(figure{v, end}); ok {
		v, end = w, k
	} else {
		v = s.sharedScale(i, figure{v, end})
	}
	cur, v = thousandfold(cur, v)
	return amount(i, end, cur, sign+v), true
}

// schilling reads "S 500.000,--": S alone is a sentence or a page, with a written amount it is money.
func (s *scanner) schilling(i int) (raw, bool) {
	if s.toks[i].text != "S" || !s.number(i+1) {
		return raw{}, false
	}
	f, ok := s.figureAt(i + 1)
	if !ok {
		return raw{}, false
	}
	end, bare := s.noCents(f.next)
	if !bare && f.next-i < 4 {
		return raw{}, false
	}
	return amount(i, end, "ATS", f.value), true
}

func (s *scanner) percent(i int, f figure) (raw, bool) {
	j := s.inWords(f.next)
	if s.attached(j, "-") && j+1 < len(s.toks) && s.toks[j+1].gap == none {
		j++
	}
	id, next, ok := s.word("percent", j)
	if !ok || s.toks[j].gap > line || s.partOfWord(next) && s.toks[next-1].kind == word {
		return raw{}, false
	}
	if _, end, ok := s.acts.match(s.toks, j); ok && end > next {
		return raw{}, false // "pkt 4 i 8 p.p.s.a."
	}
	return raw{start: i, end: next, kind: Percent, norms: []string{f.value + id}}, true
}

func (s *scanner) duration(i int, f figure) (raw, bool) {
	j := s.inWords(f.next)
	class := "period"
	if s.attached(j, "-") && j+1 < len(s.toks) && s.toks[j+1].gap == none {
		j, class = j+1, "adjective"
	}
	id, next, ok := s.word(class, j)
	if !ok && class == "adjective" {
		id, next, ok = s.word("period", j) // 30-Tage-Frist
	}
	if !ok || s.toks[j].gap > line || s.partOfWord(next) || id == "Y" && len(f.value) == 4 && year(f.value) {
		return raw{}, false
	}
	return raw{start: i, end: next, kind: Duration, norms: []string{period(f.value, id)}}, true
}

func period(v, unit string) string {
	if unit[0] == 'T' {
		return "PT" + v + unit[1:]
	}
	return "P" + v + unit
}

// year reads a year on its own: after a word that announces one, or where no thing is counted.
func (s *scanner) year(i int, f figure) (raw, bool) {
	t := s.toks[i].text
	if f.next != i+1 || len(t) != 4 || t < "1800" || t > "2100" || s.attached(i+1, "/") || i > 0 && s.attached(i, t) && s.is(i-1, "/") {
		return raw{}, false
	}
	h := raw{start: i, end: i + 1, kind: Date, norms: []string{t}}
	if _, next, ok := s.word("yearword", i+1); ok {
		h.end = next
		return h, true
	}
	if i > 0 && s.yearBefore(i) {
		return h, true
	}
	if s.toOtherYear(i) {
		return h, true
	}
	if i+1 < len(s.toks) && s.toks[i+1].kind == word && s.toks[i+1].gap == space && (s.lang != "de" || upper(s.toks[i+1].text)) {
		return raw{}, false
	}
	return h, true
}

// toOtherYear tells whether the year at token i is joined to another one: 2018-2020, between 2018 and 2020.
func (s *scanner) toOtherYear(i int) bool {
	isYear := func(k int) bool {
		return k >= 0 && s.number(k) && len(s.toks[k].text) == 4 && s.toks[k].text >= "1800" && s.toks[k].text <= "2100"
	}
	if isYear(i-2) && s.is(i-1, "-") {
		return true
	}
	if _, next, ok := s.word("and", i+1); ok && isYear(next) {
		return true
	}
	_, next, ok := s.word("range", i+1)
	return ok && isYear(next)
}

func (s *scanner) yearBefore(i int) bool { return s.wordBefore("yearcue", i) }

// negative reads a minus sign glued to a figure.
func (s *scanner) negative(i int) (raw, bool) {
	if i+1 >= len(s.toks) || s.toks[i+1].gap != none || s.toks[i].gap == none || s.toks[i].gap >= line {
		return raw{}, false
	}
	read := s.figure
	if s.toks[i+1].kind != digits {
		read = s.currencyFirst
	}
	h, ok := read(i + 1)
	if !ok || h.kind != Amount && h.kind != Percent && h.kind != Number {
		return raw{}, false
	}
	h.start = i
	if cur, v, ok := strings.Cut(h.norms[0], ":"); ok {
		h.norms[0] = cur + ":-" + v
	} else {
		h.norms[0] = "-" + h.norms[0]
	}
	return h, true
}

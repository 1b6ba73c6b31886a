package legalref

import (
	"io/fs"
	"strconv"
	"strings"
)

// Numbers in words are no hits of their own ("drei Jahre"), but a figure may be said again in words ("sechs (6)
// Monaten"), and [Reader.Compare] reads them so that "14 Tage" and "vierzehn Tage" are the same.

func (r *Reader) loadNumerals(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "numerals", "value", "phrases", "prefix")
	if err != nil {
		return err
	}
	r.numerals, r.numeralParts = newPhrases[string](true, ends), map[string]string{}
	for _, row := range rows {
		for _, p := range row.list("phrases") {
			r.numerals.add(p, row["value"])
			r.numeralParts[p] = row["value"]
		}
		for _, p := range row.list("prefix") {
			r.numeralParts[p] = row["value"]
		}
	}
	r.gate(r.numerals.heads(), roleNumberWord)
	adjectives, err := readTable(fsys, "words", "class", "id", "phrases")
	if err != nil {
		return err
	}
	for _, row := range adjectives {
		if row["class"] != "adjective" {
			continue
		}
		for _, p := range row.list("phrases") {
			if stem, ok := strings.CutSuffix(p, "~"); ok {
				r.periodStems = append(r.periodStems, periodStem{stem, row["id"]})
			}
		}
	}
	return nil
}

// periodStem is the second part of words like "dreijährig" and "dwuletni".
type periodStem struct{ stem, unit string }

// numeralAt matches a number in words, of one word or of several that add up: "four thousand five hundred".
func (s *scanner) numeralAt(i int) (value string, next int, ok bool) {
	value, next, ok = s.numeralPart(i)
	if !ok {
		return "", i, false
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return value, next, true // one and a half
	}
	var sum spelledNumber
	sum.add(n)
	for {
		j := next
		if sum.joins() && (s.is(j, "and") || s.is(j, "und")) {
			j++
		}
		if j >= len(s.toks) || s.toks[j].gap > line {
			break
		}
		part, k, found := s.numeralPart(j)
		if n, err = strconv.Atoi(part); !found || err != nil || !sum.add(n) {
			break
		}
		next = k
	}
	return strconv.Itoa(sum.value()), next, true
}

// spelledNumber adds the parts of a number in words up, the great ones first.
type spelledNumber struct {
	above, below int // what stands before the last thousand or million, and after it
	scale        int // that thousand or million; 0: none yet
}

// add takes the next part and tells whether it belongs to the number.
func (n *spelledNumber) add(part int) bool {
	switch {
	case part >= 1000:
		if n.scale != 0 && part >= n.scale || n.scale == 0 && n.above != 0 {
			return false
		}
		n.above, n.below, n.scale = n.above+max(n.below, 1)*part, 0, part
	case n.below == 0:
		n.below = part
	case part == 100 && n.below < 100:
		n.below *= 100
	case n.below%100 == 0 && part < 100, n.below%100 >= 20 && n.below%10 == 0 && part < 10:
		n.below += part
	default:
		return false
	}
	return true
}

// joins tells whether "and" may follow inside the number, as in "two hundred and five".
func (n *spelledNumber) joins() bool { return n.value() >= 100 && n.below%100 == 0 }

func (n *spelledNumber) value() int { return n.above + n.below }

// maxSpelled is the length in bytes of the longest word that is taken apart.
const maxSpelled = 96

// compound takes a number in one word apart: "viertausendfünfhundert".
func (r *Reader) compound(word string) (int, bool) {
	word = strings.ToLower(word)
	if len(word) > maxSpelled {
		return 0, false
	}
	n, parts := spelledNumber{}, 0
	for rest := word; rest != ""; parts++ {
		if shorter, found := strings.CutPrefix(rest, "und"); found && n.joins() {
			rest = shorter
		}
		end := len(rest)
		for ; end > 0; end-- {
			if v, err := strconv.Atoi(r.numeralParts[rest[:end]]); err == nil && (end < len(word) && n.add(v)) {
				break
			}
		}
		if end == 0 {
			return 0, false
		}
		rest = rest[end:]
	}
	return n.value(), parts > 1
}

// numeralPart matches one word of a number.
func (s *scanner) numeralPart(i int) (value string, next int, ok bool) {
	if i < len(s.toks) && s.toks[i].kind == word {
		if n, ok := s.compound(s.toks[i].text); ok && !s.partOfWord(i+1) {
			return strconv.Itoa(n), i + 1, true
		}
	}
	v, next, ok := s.numerals.match(s.toks, i)
	if !ok || s.partOfWord(next) {
		return "", i, false
	}
	return v[0], next, true
}

// numeralFirst reads "sechs (6) Monaten": the word belongs to the figure. When numbers in words are wanted it reads
// "sechs Monaten" and "sechs" as well.
func (s *scanner) numeralFirst(i int) (raw, bool) {
	v, j, ok := s.numeralAt(i)
	if !ok {
		return raw{}, false
	}
	if s.is(j, "(") && s.number(j+1) {
		if f, ok := s.figureAt(j + 1); ok && s.is(f.next, ")") {
			f.next++
			if h, ok := s.measure(i, f); ok {
				return h, true
			}
			return raw{start: i, end: f.next, kind: Number, norms: []string{f.value}}, true
		}
	}
	if !s.spelled {
		return raw{}, false
	}
	h, ok := s.measure(i, figure{v, j})
	if !ok {
		h, ok = s.rangeStart(i, figure{v, j})
	}
	if !ok {
		h = raw{start: i, end: j, kind: Number, norms: []string{v}, loose: true}
	}
	h.loose = h.loose || v == "1"
	return h, true
}

// measure reads the unit after a figure: a period, a currency or a percentage.
func (s *scanner) measure(i int, f figure) (raw, bool) {
	for _, read := range []func(int, figure) (raw, bool){s.duration, s.amountAfter, s.percent} {
		if h, ok := read(i, f); ok {
			return h, true
		}
	}
	return raw{}, false
}

// periodInWord reads "dreijährige", "czternastodniowy".
func (s *scanner) periodInWord(i int) (raw, bool) {
	w := strings.ToLower(s.toks[i].text)
	for _, p := range s.periodStems {
		at := strings.Index(w, p.stem)
		if at < 2 {
			continue
		}
		if v, ok := s.numeralParts[w[:at]]; ok {
			return raw{start: i, end: i + 1, kind: Duration, norms: []string{period(v, p.unit)}}, true
		}
	}
	return raw{}, false
}

// roman tells whether w is a Roman numeral in capitals below XC, as panels, parts and articles have them. A single L
// is none: it is the series of the Official Journal.
func roman(w string) bool {
	if len(w) == 0 || len(w) > 8 || w == "L" {
		return false
	}
	for i := 0; i < len(w); i++ {
		if w[i] != 'I' && w[i] != 'V' && w[i] != 'X' && w[i] != 'L' {
			return false
		}
	}
	return romanNumeral(arabicNumber(w)) == w
}

func romanNumeral(n int) string {
	if n >= 90 {
		return ""
	}
	tens := [...]string{"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX"}
	ones := [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	return tens[n/10] + ones[n%10]
}

func arabicNumber(w string) int {
	n := 0
	for i := range len(w) {
		v := romanSign(w[i])
		if i+1 < len(w) && v < romanSign(w[i+1]) {
			v = -v
		}
		n += v
	}
	return max(n, 0)
}

func romanSign(c byte) int {
	switch c {
	case 'I':
		return 1
	case 'V':
		return 5
	case 'X':
		return 10
	}
	return 50
}

package legalref

import (
	"slices"
	"strings"
	"unicode"
)

// Comparison says whether a text kept every citation, provision, figure, date, placeholder and negation of another.
type Comparison struct {
	Same         bool
	Missing      []string // norms of before that after lacks, sorted
	Added        []string // norms of after that before lacks, sorted
	OrderChanged bool     // the same norms in another order: a hint, no difference
	LengthRatio  float64  // words of after divided by words of before; 1 when both are empty
	LengthKept   bool     // LengthRatio lies in 0.90-1.15, or the text is too short to say
	NegationKept bool     // as many words such as "not" turn a statement round in both texts
}

// Bounds of the ratio of lengths, and the number of words from which on they are applied: in a single sentence one
// word more or less already leaves them.
const (
	minLengthRatio = 0.90
	maxLengthRatio = 1.15
	minRatioWords  = 40
)

// Compare reads both texts and compares the sets of their norms. The notation, the order and the number of mentions
// make no difference, nor whether a number stands in figures or in words; a dropped date or page does. An abbreviation that
// two legal orders have means the same act in both texts. Same needs equal sets, as many
// words of negation and, from 40 words on, a kept length.
func (r *Reader) Compare(before, after, lang string) Comparison {
	old, changed := r.read(before, lang, true), r.read(after, lang, true)
	pool(old, changed)
	b, a := old.normSet(), changed.normSet()
	c := Comparison{Missing: b.without(a), Added: a.without(b)}
	c.OrderChanged = len(c.Missing) == 0 && len(c.Added) == 0 && !slices.Equal(distinct(b.strict), distinct(a.strict))
	nb, na := words(before), words(after)
	c.LengthRatio = 1
	if nb > 0 {
		c.LengthRatio = float64(na) / float64(nb)
	} else if na > 0 {
		c.LengthRatio = float64(na)
	}
	c.LengthKept = max(nb, na) < minRatioWords || c.LengthRatio >= minLengthRatio && c.LengthRatio <= maxLengthRatio
	c.NegationKept = r.negationsIn(before, old.lang) == r.negationsIn(after, old.lang)
	c.Same = len(c.Missing) == 0 && len(c.Added) == 0 && c.LengthKept && c.NegationKept
	return c
}

// normSet holds the norms of a text. Those in loose stand for numbers in words that need not be kept as such ("zwei
// Gründe", "ein Jahr") but answer for the same number in figures.
type normSet struct {
	strict []string
	loose  map[string]bool
}

func (s *scanner) normSet() normSet {
	s.resolve()
	set := normSet{loose: map[string]bool{}}
	for _, h := range s.hits {
		for _, n := range h.norms {
			n = meaning(h.kind, n)
			if h.loose {
				set.loose[n] = true
			} else {
				set.strict = append(set.strict, n)
			}
		}
	}
	return set
}

// without gives the norms of a that b lacks, sorted.
func (a normSet) without(b normSet) []string {
	kept := map[string]bool{}
	for _, x := range b.strict {
		kept[x] = true
	}
	out := []string{}
	for _, x := range distinct(a.strict) {
		if !kept[x] && !b.loose[x] {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return out
}

// meaning drops from a norm what is notation only: the case of an ECLI, zeros after the decimal point.
func meaning(k Kind, norm string) string {
	switch k {
	case ECLI:
		return strings.ToUpper(norm)
	case Amount, Percent, Number:
		return plainZeros(norm)
	}
	return norm
}

func plainZeros(v string) string {
	at := strings.IndexByte(v, '.')
	if at < 0 {
		return v
	}
	end := at + 1
	for end < len(v) && v[end] >= '0' && v[end] <= '9' {
		end++
	}
	frac := strings.TrimRight(v[at+1:end], "0")
	if frac != "" {
		frac = "." + frac
	}
	return v[:at] + frac + v[end:]
}

func distinct(a []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, x := range a {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

// words counts runs of letters and digits parted by blanks.
func words(text string) int {
	n := 0
	for _, f := range strings.Fields(text) {
		if strings.IndexFunc(f, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			n++
		}
	}
	return n
}

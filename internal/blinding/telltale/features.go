package telltale

import (
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// feature is one outward feature of a text. Names are machine words; their sentence stands under
// "telltale.feature.<name>".
type feature struct {
	name string
	of   func(t *text) float64
}

// text is a text taken apart once, for all features.
type text struct {
	raw        string
	paragraphs []string
	sentences  []string
	words      []string
	runes      int
	letters    int
}

// features in the order of the tables. Shares are per word, per sentence or per paragraph, so that length counts once.
var features = []feature{
	{"length", func(t *text) float64 { return math.Log1p(float64(t.runes)) }},
	{"paragraphs", func(t *text) float64 { return math.Log1p(float64(len(t.paragraphs))) }},
	{"paragraph-length", func(t *text) float64 { return mean(lengths(t.paragraphs)) }},
	{"paragraph-spread", func(t *text) float64 { return spread(lengths(t.paragraphs)) }},
	{"short-paragraphs", func(t *text) float64 {
		return t.paragraphShare(func(p string) bool { return len(strings.Fields(p)) < 8 })
	}},
	{"numbered", func(t *text) float64 { return t.paragraphShare(numbered.MatchString) }},
	{"lettered", func(t *text) float64 { return t.paragraphShare(lettered.MatchString) }},
	{"colon-lines", func(t *text) float64 {
		return t.paragraphShare(func(p string) bool { return strings.HasSuffix(p, ":") })
	}},
	{"label-lines", func(t *text) float64 { return t.paragraphShare(label.MatchString) }},
	{"heading-like", func(t *text) float64 { return t.paragraphShare(headingLike) }},
	{"table-rows", func(t *text) float64 {
		return t.paragraphShare(func(p string) bool { return strings.Count(p, "; ") >= 1 && !strings.ContainsAny(p, ".!?") })
	}},
	{"dashes", func(t *text) float64 { return t.perWord(strings.Count(t.raw, " - ")) }},
	{"quotes", func(t *text) float64 { return t.perWord(strings.Count(t.raw, `"`)) }},
	{"brackets", func(t *text) float64 { return t.perWord(strings.Count(t.raw, "(")) }},
	{"colons", func(t *text) float64 { return t.perWord(strings.Count(t.raw, ":")) }},
	{"semicolons", func(t *text) float64 { return t.perWord(strings.Count(t.raw, ";")) }},
	{"commas", func(t *text) float64 { return t.perWord(strings.Count(t.raw, ",")) }},
	{"exclamations", func(t *text) float64 { return t.perWord(strings.Count(t.raw, "!")) }},
	{"questions", func(t *text) float64 { return t.perWord(strings.Count(t.raw, "?")) }},
	{"ellipses", func(t *text) float64 { return t.perWord(strings.Count(t.raw, "...")) }},
	{"digits", func(t *text) float64 { return t.runeShare(unicode.IsDigit) }},
	{"section-signs", func(t *text) float64 { return t.perWord(strings.Count(t.raw, "§")) }},
	{"abbreviation-stops", func(t *text) float64 { return t.perWord(len(abbreviated.FindAllString(t.raw, -1))) }},
	{"capitals", func(t *text) float64 { return t.runeShare(unicode.IsUpper) }},
	{"beyond-ascii", func(t *text) float64 { return t.runeShare(func(r rune) bool { return r > unicode.MaxASCII }) }},
	{"sentence-length", func(t *text) float64 { return mean(wordCounts(t.sentences)) }},
	{"sentence-spread", func(t *text) float64 { return spread(wordCounts(t.sentences)) }},
	{"word-length", func(t *text) float64 { return ratio(t.letters, len(t.words)) }},
	{"vocabulary", func(t *text) float64 { return t.vocabulary() }},
	{"once-only", func(t *text) float64 { return t.onceOnly() }},
	{"placeholders", func(t *text) float64 { return t.perWord(len(placeholder.FindAllString(t.raw, -1))) }},
	{"first-sentence", func(t *text) float64 { return first(wordCounts(t.sentences)) }},
}

var (
	numbered    = regexp.MustCompile(`^\d{1,3}[.)] `)
	lettered    = regexp.MustCompile(`^[a-z]{1,2}\) `)
	label       = regexp.MustCompile(`^[\p{Lu}][\p{L} ]{1,30}: `)
	abbreviated = regexp.MustCompile(`\b(?:Abs|Art|Nr|Rn|Rz|vgl|bzw|lit|art|ust|pkt|para|No)\.`)
	placeholder = regexp.MustCompile(`\[[A-Z]+-\d+\]`)
	sentenceEnd = regexp.MustCompile(`[.!?]+(?:\s+|$)`)
)

// read takes a text apart.
func read(raw string) *text {
	t := &text{raw: raw, runes: utf8.RuneCountInString(raw), words: strings.Fields(raw)}
	for p := range strings.SplitSeq(raw, "\n") {
		if p = strings.TrimSpace(p); p != "" {
			t.paragraphs = append(t.paragraphs, p)
			for _, s := range sentenceEnd.Split(p, -1) {
				if strings.TrimSpace(s) != "" {
					t.sentences = append(t.sentences, s)
				}
			}
		}
	}
	for _, r := range raw {
		if unicode.IsLetter(r) {
			t.letters++
		}
	}
	return t
}

// vector gives every feature of a text, in the order of the table.
func vector(raw string) []float64 {
	t := read(raw)
	v := make([]float64, len(features))
	for i, f := range features {
		v[i] = f.of(t)
	}
	return v
}

// headingLike tells a short line without a stop.
func headingLike(p string) bool {
	return len(strings.Fields(p)) <= 6 && !strings.ContainsAny(p[len(p)-1:], ".!?:;,")
}

func (t *text) paragraphShare(is func(string) bool) float64 {
	n := 0
	for _, p := range t.paragraphs {
		if is(p) {
			n++
		}
	}
	return ratio(n, len(t.paragraphs))
}

func (t *text) perWord(n int) float64 { return ratio(n, len(t.words)) }

func (t *text) runeShare(is func(rune) bool) float64 {
	n := 0
	for _, r := range t.raw {
		if is(r) {
			n++
		}
	}
	return ratio(n, t.runes)
}

// vocabulary is Guiraud's index: different words by the square root of all words, which grows less with length than
// their plain share falls.
func (t *text) vocabulary() float64 {
	if len(t.words) == 0 {
		return 0
	}
	return float64(len(t.counts())) / math.Sqrt(float64(len(t.words)))
}

// onceOnly is the share of different words that occur once.
func (t *text) onceOnly() float64 {
	once := 0
	counts := t.counts()
	for _, n := range counts {
		if n == 1 {
			once++
		}
	}
	return ratio(once, len(counts))
}

func (t *text) counts() map[string]int {
	counts := make(map[string]int, len(t.words))
	for _, w := range t.words {
		counts[strings.ToLower(strings.Trim(w, `.,;:!?()"'`))]++
	}
	return counts
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func lengths(parts []string) []float64 {
	list := make([]float64, len(parts))
	for i, p := range parts {
		list[i] = float64(utf8.RuneCountInString(p))
	}
	return list
}

func wordCounts(parts []string) []float64 {
	list := make([]float64, len(parts))
	for i, p := range parts {
		list[i] = float64(len(strings.Fields(p)))
	}
	return list
}

func first(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	return list[0]
}

func mean(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// spread is the standard deviation by the mean: rhythm without size.
func spread(list []float64) float64 {
	m := mean(list)
	if m == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range list {
		sum += (x - m) * (x - m)
	}
	return math.Sqrt(sum/float64(len(list))) / m
}

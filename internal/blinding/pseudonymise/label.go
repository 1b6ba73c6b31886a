package pseudonymise

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	assets "iucomstudien/assets/blinding/pseudonymise"
)

// label is a phrase whose value is personal data.
type label struct {
	words []string
	kind  string
	value *regexp.Regexp
	weak  bool // a value needs to begin close behind it
}

// labels are the rows of rules/labels.txt by their first word, in every spelling by capitals.
type labels struct {
	first  map[string][]label
	filler map[string]bool
}

func loadLabels() (*labels, error) {
	l := &labels{first: map[string][]label{}, filler: map[string]bool{}}
	shapes := map[string]*regexp.Regexp{}
	err := eachRaw(assets.Files, "rules/labels.txt", func(line string) error {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			return nil
		}
		if rest, ok := strings.CutPrefix(line, "pattern "); ok {
			name, expr, _ := strings.Cut(rest, " = ")
			re, err := regexp.Compile("^(?:" + expr + ")")
			if err != nil {
				return fmt.Errorf("shape %s: %w", name, err)
			}
			shapes[name] = re
			return nil
		}
		if rest, ok := strings.CutPrefix(line, "filler = "); ok {
			for _, w := range strings.Split(rest, ",") {
				for _, part := range splitWords(w) {
					l.filler[part] = true
				}
			}
			return nil
		}
		return l.add(line, shapes)
	})
	return l, err
}

func (l *labels) add(line string, shapes map[string]*regexp.Regexp) error {
	cells := strings.SplitN(line, "|", 3)
	if len(cells) != 3 {
		return fmt.Errorf("no row: %q", line)
	}
	k, name := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1])
	if shapes[name] == nil {
		return fmt.Errorf("unknown shape %q", name)
	}
	for _, phrase := range strings.Split(cells[2], ",") {
		words := splitWords(phrase)
		if len(words) == 0 {
			continue
		}
		for _, key := range spellings(words[0]) {
			l.first[key] = append(l.first[key], label{words: words, kind: k, value: shapes[name], weak: name == "plateweak"})
		}
	}
	return nil
}

// spellings gives a word as written, small, with a capital, and in capitals, each once.
func spellings(word string) []string {
	all := []string{word, strings.ToLower(word), title(word), strings.ToUpper(word)}
	slices.Sort(all)
	return slices.Compact(all)
}

// phraseAt gives the token after a phrase that begins at token i, or 0. Points and hyphens between its words are optional.
func (d *doc) phraseAt(i int, words []string) int {
	for n, w := range words {
		for n > 0 && (d.mark(i, ".") || d.mark(i, "-")) {
			i++
		}
		t := d.at(i)
		if t.kind != kindWord || t.text != w && (len(w) <= 3 || !strings.EqualFold(t.text, w)) && (n > 0 || t.text != title(w)) {
			return 0
		}
		i++
	}
	return i
}

// findLabelled takes the values that stand behind a label.
func (p *Pseudonymiser) findLabelled(d *doc) {
	for i := range d.tok {
		t := &d.tok[i]
		if t.kind != kindWord {
			continue
		}
		list := p.labels.first[t.text]
		if list == nil {
			continue
		}
		best, after := -1, 0
		for n := range list {
			if end := d.phraseAt(i, list[n].words); end > after {
				if from, to := p.valueAt(d, end, &list[n]); from < to {
					best, after = n, end
				}
			}
		}
		if best < 0 {
			continue
		}
		from, to := p.valueAt(d, after, &list[best])
		if d.take(finding{kind: list[best].kind, from: from, to: to, key: compact(d.text[d.tok[from].start:d.tok[to-1].end])}) {
			d.cover(i, after, masked) // the label is no name
		}
	}
}

// findBorn takes the date before "geborene": "die am 1. 4. 2012 geborene Mila".
func (p *Pseudonymiser) findBorn(d *doc) {
	for i := range d.tok {
		t := &d.tok[i]
		if t.kind != kindWord || t.shape != shapeLower || !strings.HasPrefix(t.text, "geboren") && !strings.HasPrefix(t.text, "urodzon") {
			continue
		}
		for from := max(0, i-longestDate); from < i-1; from++ {
			if f, to := d.matchAt(from, p.birth); f < to && to-f > 1 && (to == i || to == i-1 && d.at(to).text == "in") && d.open(f, to) && !joinedBefore(d, from) {
				d.take(finding{kind: "BIRTH", from: f, to: to, key: compact(d.text[d.tok[f].start:d.tok[to-1].end])})
				break
			}
		}
	}
}

// longestDate is how many tokens a date has at most.
const longestDate = 7

// valueAt gives the tokens of the value behind a label that ends before token i; none: 0, 0.
func (p *Pseudonymiser) valueAt(d *doc, i int, l *label) (from, to int) {
	fillers, limit := 0, 5
	if l.weak {
		limit = 2
	}
	for ; i < len(d.tok); i++ {
		t := &d.tok[i]
		if from, to := d.matchAt(i, l.value); from < to && !(l.kind == "BIRTH" && fillers > 0 && t.kind == kindWord && p.labels.filler[t.text]) {
			if d.open(from, to) && !d.beforeCurrency(to) && hasDigit(d.text[d.tok[from].start:d.tok[to-1].end]) {
				return from, to
			}
			return 0, 0
		}
		switch {
		case t.kind == kindPunct && strings.Contains(".:#=/-(\"", t.text):
		case t.kind == kindWord && p.labels.filler[t.text] && fillers < limit:
			fillers++
		case l.kind == "BIRTH" && t.capital() && fillers > 0 && fillers < limit && (d.at(i-1).text == "in" || d.at(i-1).text == "w" || d.at(i-1).text == "zu" || d.at(i-1).capital()):
			fillers++ // born in Leeds on …
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// matchAt gives the tokens that an anchored expression covers from token i on; it must end where a token ends.
func (d *doc) matchAt(i int, re *regexp.Regexp) (from, to int) {
	if i >= len(d.tok) || d.tok[i].kind == kindHolder {
		return 0, 0
	}
	start := d.tok[i].start
	window := d.text[start:min(len(d.text), start+80)]
	loc := re.FindStringIndex(window)
	if loc == nil {
		return 0, 0
	}
	end := start + loc[1]
	to = i
	for to < len(d.tok) && d.tok[to].end <= end {
		to++
	}
	if to == i || to < len(d.tok) && d.tok[to].start < end || to < len(d.tok) && d.joined(to) && d.tok[to].kind != kindPunct {
		return 0, 0
	}
	for to > i && d.tok[to-1].kind == kindPunct && d.tok[to-1].text != "." {
		to--
	}
	return i, to
}

// beforeCurrency tells whether the token at i makes an amount of what stands before it.
func (d *doc) beforeCurrency(i int) bool {
	t := d.at(i)
	if d.mark(i, ",") && d.joined(i) && d.joined(i+1) && d.at(i+1).kind == kindNumber {
		return true
	}
	return t.kind == kindWord && d.lex.currency[t.text] || t.kind == kindPunct && t.text != "" && strings.Contains("€£$%", t.text)
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// compact keeps letters and digits, the letters large: the key under which spellings of one value meet.
func compact(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z':
			b.WriteByte(c)
		case c >= 'a' && c <= 'z':
			b.WriteByte(c - 32)
		}
	}
	if b.Len() == 0 {
		return s
	}
	return b.String()
}

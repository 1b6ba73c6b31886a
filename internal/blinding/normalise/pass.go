package normalise

import (
	"slices"
	"sort"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// pass is one walk of all rules over one answer.
type pass struct {
	*Normaliser
	d       *draft
	lang    study.Language
	flags   []flagged
	sources []string
	seen    map[question]bool // answers of the lists: a later pass asks the same again
}

// question asks whether a text matches a list in a language.
type question struct {
	list, text string
	lang       study.Language
}

// ask tells whether a text matches a list of a language as a whole.
func (p *pass) ask(lang study.Language, list, text string) bool {
	patterns := p.tables.forms[lang].whole[list]
	if !patterns.mayBegin(text) {
		return false
	}
	q := question{list, text, lang}
	answer, known := p.seen[q]
	if !known {
		answer = patterns.match(text)
		p.seen[q] = answer
	}
	return answer
}

// flagged is a point for a person, in bytes of the original.
type flagged struct {
	rule       Rule
	reason     string
	start, end int
}

// flag notes a point for a person at a place of the current text.
func (p *pass) flag(rule Rule, reason string, start, end int) {
	f := flagged{rule, reason, p.d.origin(start), p.d.origin(end)}
	if !slices.Contains(p.flags, f) && len(p.flags) < maxFlags {
		p.flags = append(p.flags, f)
	}
}

// maxFlags bounds the review list of one answer; nobody reads more.
const maxFlags = 200

// source notes the target of a link that is taken away.
func (p *pass) source(target string) {
	if target != "" && !slices.Contains(p.sources, target) && len(p.sources) < maxSources {
		p.sources = append(p.sources, target)
	}
}

// maxSources bounds the list of dropped targets of one answer.
const maxSources = 1000

// origin is the original offset that belongs to a current one. Inside a replaced stretch it is the stretch's start.
func (d *draft) origin(cur int) int {
	i := sort.Search(len(d.script), func(i int) bool { return d.script[i].c0 > cur })
	if i == 0 {
		return cur
	}
	h := d.script[i-1]
	if cur < h.c1 {
		return h.o0
	}
	return h.o1 + cur - h.c1
}

// runeCounter turns rising byte offsets of a text into rune offsets.
type runeCounter struct {
	text        string
	byte, runes int
}

func (c *runeCounter) at(offset int) int {
	c.runes += utf8.RuneCountInString(c.text[c.byte:offset])
	c.byte = offset
	return c.runes
}

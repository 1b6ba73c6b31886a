package legalref

import (
	"slices"
	"strings"
)

// phrases is a set of phrases with a value each, found token by token. A value may be several rows: what one
// phrase means is then told apart by what stands around it.
type phrases[T any] struct {
	root    *node[T]
	anyCase bool
	endings []string
}

type node[T any] struct {
	next map[string]*node[T]
	gap  bool // a blank may follow
	dot  bool // a point may follow
	end  bool
	vals []T
}

func newPhrases[T any](anyCase bool, endings []string) *phrases[T] {
	return &phrases[T]{root: &node[T]{}, anyCase: anyCase, endings: endings}
}

// add enters a phrase in the notation of the tables: "." optional point, " " optional blank, "~" inflected.
func (p *phrases[T]) add(phrase string, val T) {
	at := []*node[T]{p.root}
	toks := tokenise(phrase, nil)
	for i, t := range toks {
		if t.text == "~" {
			continue
		}
		if i > 0 && t.gap != none {
			for _, n := range at {
				n.gap = true
			}
		}
		if t.text == "." && i > 0 {
			for _, n := range at {
				n.dot, n.gap = true, true
			}
			continue
		}
		stem := i+1 < len(toks) && toks[i+1].text == "~"
		at = p.step(at, t.text, stem)
	}
	for _, n := range at {
		n.end = true
		n.vals = append(n.vals, val)
	}
}

func (p *phrases[T]) step(at []*node[T], text string, stem bool) []*node[T] {
	keys := []string{text}
	if stem {
		for _, e := range p.endings {
			keys = append(keys, text+e)
		}
	}
	fresh := &node[T]{}
	var out []*node[T]
	for _, n := range at {
		if n.next == nil {
			n.next = map[string]*node[T]{}
		}
		for _, k := range keys {
			if p.anyCase {
				k = strings.ToLower(k)
			}
			c := n.next[k]
			if c == nil {
				c = fresh
				n.next[k] = c
			}
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// match finds the longest phrase that starts at token i. A final point belongs to it when the phrase has one and
// no inner point was left out ("leg cit." at the end of a sentence keeps its full stop outside).
func (p *phrases[T]) match(toks []token, i int) (vals []T, next int, ok bool) {
	n := p.root
	skipped := false
	for j := i; j < len(toks); {
		t := &toks[j]
		key := t.text
		if p.anyCase && t.kind == word {
			key = strings.ToLower(key)
		}
		c := n.next[key]
		if c == nil {
			break
		}
		n = c
		j++
		if n.end && !(n.dot && strayLetter(toks, i, j)) {
			vals, next, ok = n.vals, j, true
			if n.dot && !skipped && j < len(toks) && toks[j].text == "." && toks[j].gap == none {
				next = j + 1
			}
		}
		if n.dot {
			if j < len(toks) && toks[j].text == "." && toks[j].gap == none {
				j++
			} else {
				skipped = true
			}
		}
		if j < len(toks) && toks[j].gap != none && (!n.gap || toks[j].gap == blank) {
			break
		}
	}
	return vals, next, ok
}

// strayLetter tells whether the phrase at [i, j) would end in a letter that stands apart from its glued letters and has no
// point of its own: "k.k. w zw. z" is not "k.k.w.".
func strayLetter(toks []token, i, j int) bool {
	if j-4 < i || len(toks[j-1].text) != 1 || toks[j-1].gap == none || toks[j-2].text != "." || toks[j-3].gap != none {
		return false
	}
	return j >= len(toks) || toks[j].text != "." || toks[j].gap != none
}

// heads gives the first words of all phrases.
func (p *phrases[T]) heads() []string {
	var out []string
	for k := range p.root.next {
		out = append(out, k)
	}
	return out
}

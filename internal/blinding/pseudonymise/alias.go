package pseudonymise

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// alias takes the short name that is defined right behind an organisation: "(im Folgenden: Sonnblick)".
func (d *doc) alias(i int, key []string) {
	if !d.mark(i, "(") {
		return
	}
	end := i + 1
	for end < len(d.tok) && end-i < 16 && !d.mark(end, ")") {
		end++
	}
	if !d.mark(end, ")") {
		return
	}
	first, last := -1, -1
	for k := i + 1; k < end; k++ {
		if first < 0 && d.aliasCue(k) {
			continue
		}
		if d.at(k).capital() && d.free(k) && !d.is(k, clsStop|clsRole|clsHonor|clsOrgCue) {
			if first < 0 {
				first = k
			}
			last = k
		} else if first >= 0 && d.at(k).kind == kindWord {
			return
		}
	}
	if first < 0 || !d.aliasIntro(i+1, first) {
		return
	}
	name := d.at(first).text
	if d.lang == study.German && d.isCommonNoun(first) && !d.lex.common[name] && !d.sharesWord(first, key) || d.lang == study.English && d.lex.en[strings.ToLower(name)] && first == last && !d.sharesWord(first, key) {
		return
	}
	d.take(finding{kind: "ORG", from: first, to: last + 1, key: strings.Join(key, " ")})
	d.found[len(d.found)-1].alias = true
}

func (d *doc) sharesWord(i int, key []string) bool {
	for _, w := range key {
		if sameFold(w, d.at(i).text) {
			return true
		}
	}
	return false
}

// aliasCue tells whether a word belongs to a phrase that introduces a short name.
func (d *doc) aliasCue(k int) bool {
	word := strings.ToLower(d.at(k).text)
	for _, cue := range d.lex.cues[d.lang].alias {
		if slices.Contains(strings.Fields(cue), word) {
			return true
		}
	}
	return false
}

// aliasIntro tells whether only the introduction of a short name, or a quotation mark, stands between from and to.
func (d *doc) aliasIntro(from, to int) bool {
	quote := false
	var words []string
	for k := from; k < to; k++ {
		t := d.at(k)
		switch {
		case t.text == "\"":
			quote = true
		case t.kind == kindWord:
			words = append(words, strings.ToLower(t.text))
		}
	}
	phrase := strings.Join(words, " ")
	if phrase == "" {
		return quote
	}
	for _, cue := range d.lex.cues[d.lang].alias {
		if strings.Contains(phrase, cue) {
			return true
		}
	}
	return quote && len(words) <= 3
}

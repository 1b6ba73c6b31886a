package normalise

import (
	"strings"
	"unicode"
)

// lookalikes writes the Latin letter for a letter of another script that looks like one, inside words that also hold
// Latin letters (C7). A mixed word with a letter that looks like none stays. Either is shown to a person.
func (p *pass) lookalikes() {
	text := p.d.cur
	var edits editList
	start, latin, foreign := -1, false, false
	word := func(end int) {
		if start >= 0 && latin && foreign {
			p.mixedWord(&edits, text, start, end)
		}
		start, latin, foreign = -1, false, false
	}
	for i, r := range text {
		if !unicode.IsLetter(r) {
			word(i)
			continue
		}
		if start < 0 {
			start = i
		}
		latin = latin || unicode.Is(unicode.Latin, r)
		foreign = foreign || unicode.Is(unicode.Cyrillic, r) || unicode.Is(unicode.Greek, r)
	}
	word(len(text))
	p.d.apply(edits.list)
}

// mixedWord handles one word of letters of several scripts.
func (p *pass) mixedWord(edits *editList, text string, start, end int) {
	p.flag(C7, "mixed-scripts", start, end)
	word := text[start:end]
	if strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.Is(unicode.Latin, r) && p.tables.lookalikes[r] == ""
	}) {
		return
	}
	for i, r := range word {
		if to := p.tables.lookalikes[r]; to != "" {
			edits.replace(start+i, start+i+len(string(r)), to, C7)
		}
	}
}

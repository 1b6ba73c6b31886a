package normalise

import (
	"strings"

	"iucomstudien/internal/study"
)

// hasCue tells whether a line holds a word without which no sentence speaks of a machine.
func (f *phraseFinder) hasCue(line string) bool {
	for i := 0; i < len(line); i++ {
		if !alnum(line[i]) {
			continue
		}
		if beginsWithAny(line[i:], f.cues[lower(line[i])]) {
			return true
		}
		for i < len(line) && alnum(line[i]) {
			i++
		}
	}
	return false
}

// lower is the lower-case form of an ASCII letter.
func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// hasFoldedPrefix tells whether s begins with prefix, which is in lower case, whatever the case of s.
func hasFoldedPrefix(s, prefix string) bool {
	for i := 0; i < len(prefix) && i < len(s); i++ {
		if lower(s[i]) != prefix[i] && prefix[i] < 0x80 {
			return false
		}
	}
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// languages are the languages whose lists apply: that of the answer, and English, which chat programs mix in.
func (p *pass) languages() []study.Language {
	if p.lang == study.English {
		return []study.Language{study.English}
	}
	return []study.Language{p.lang, study.English}
}

// is tells whether a sentence is a phrase of a rule: as a whole, or in clauses each of which is one. Words that show content have the
// last word.
func (f *phraseFinder) is(rule, sentence string, interjection, alone bool) bool {
	return f.listed(rule, sentence, interjection, alone) && !f.matches(rule+".unless", bare(sentence))
}

// listed tells whether a sentence is in the lists of a rule.
func (f *phraseFinder) listed(rule, sentence string, interjection, alone bool) bool {
	if len(sentence) > longestPhrase || strings.Count(sentence, " ") >= mostWords {
		return false
	}
	b := bare(sentence)
	if b == "" || rule == "P3" && !f.mayDisclaim(b) {
		return false
	}
	if strings.HasSuffix(sentence, "?") && f.matches(rule+".question", b) {
		return true
	}
	if alone && strings.HasSuffix(sentence, ":") && f.matches(rule+".colon", b) && !f.matches(rule+".never", b) {
		return true
	}
	if interjection && f.matches(rule+".interjection", b) {
		return true
	}
	return f.whole(rule, b, clauseDepth) || f.covered(rule, b) && !f.matches(rule+".never", b)
}

// mayDisclaim tells whether a sentence holds one of the words that disclaimers are about.
func (f *phraseFinder) mayDisclaim(sentence string) bool {
	lower := strings.ToLower(sentence)
	for _, lang := range f.languages() {
		for _, word := range f.tables.forms[lang].needs {
			if strings.Contains(lower, word) {
				return true
			}
		}
	}
	return false
}

// clauseDepth is into how many clauses a sentence may fall.
const clauseDepth = 3

// clauseMarks part the clauses of a sentence.
var clauseMarks = []string{", ", " - ", ": ", "; ", " und ", " and ", " i ", " oraz "}

// whole tells whether a text is a phrase of a rule, or two or more of them after each other.
func (f *phraseFinder) whole(rule, text string, depth int) bool {
	if !f.mayBegin(rule, text) {
		return false
	}
	if f.matches(rule, text) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, mark := range clauseMarks {
		for from := 0; ; {
			n := strings.Index(text[from:], mark)
			if n < 0 {
				break
			}
			at := from + n
			if f.clause(rule, bare(text[:at])) && f.whole(rule, bare(text[at+len(mark):]), depth-1) {
				return true
			}
			from = at + len(mark)
		}
	}
	return false
}

// mayBegin tells whether a text begins like a phrase of a rule or a clause of one.
func (f *phraseFinder) mayBegin(rule, text string) bool {
	for _, lang := range f.languages() {
		whole := f.tables.forms[lang].whole
		if whole[rule].mayBegin(text) || rule == "P1" && whole["P1.interjection"].mayBegin(text) || rule != "P1" && whole["P3"].mayBegin(text) {
			return true
		}
	}
	return false
}

// clause tells whether a text may be one clause of a longer phrase.
func (f *phraseFinder) clause(rule, text string) bool {
	return f.matches(rule, text) || rule == "P1" && f.matches("P1.interjection", text) || rule != "P1" && rule != "P3" && f.matches("P3", text)
}

// matches tells whether a text matches a list in one of the languages that apply.
func (p *pass) matches(list, text string) bool {
	for _, lang := range p.languages() {
		if p.ask(lang, list, text) {
			return true
		}
	}
	return false
}

// onlyPhrases tells whether a line holds nothing but phrases with which chat programs close.
func (p *pass) onlyPhrases(line string) bool {
	f := phraseFinder{pass: p, text: line}
	for _, s := range sentences(line, 0, len(line)) {
		sentence := line[s.start:s.end]
		if !f.is("P4", sentence, false, false) && !f.is("P5", sentence, false, false) && !f.is("P3", sentence, false, false) && !f.is("P2", sentence, false, false) ||
			p.protected(sentence) {
			return false
		}
	}
	return true
}

package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// flagUnknown points at capitalised words no rule understood: names may hide among them. Each spelling is flagged once a text.
func (w *work) flagUnknown(d *doc) {
	seen := map[string]bool{}
	for i := range d.tok {
		t := &d.tok[i]
		if d.owner[i] != free || t.kind != kindWord || t.shape != shapeTitle || utf8.RuneCountInString(t.text) < 3 || t.cls != 0 || seen[t.text] {
			continue
		}
		if d.mark(i-1, "-") && d.joined(i) || d.mark(i+1, "-") && d.joined(i+1) || !d.mayBeName(i) {
			continue
		}
		seen[t.text] = true
		w.flag(d, i, i+1, "possible-name")
	}
}

// mayBeName tells whether a capital needs an explanation here: in the middle of a Polish or English sentence, and in German
// before the verb where the word is no known noun.
func (d *doc) mayBeName(i int) bool {
	lower := strings.ToLower(d.at(i).text)
	switch d.lang {
	case study.German:
		return d.sentenceStart(i) && d.finite(i+1) && !d.isNoun(d.at(i).text)
	case study.English:
		return !d.sentenceStart(i) && !d.lex.en[lower]
	}
	return !d.sentenceStart(i) && !d.lowerOccurs(d.at(i).text)
}

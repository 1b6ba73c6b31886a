package pseudonymise

import (
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// captions reads the parties of a caption: "Huber ./. Leitner", "Anspruch Huber gegen Leitner", "Kowalski przeciwko Nowakowi".
func (d *doc) captions(index int) {
	for i := range d.tok {
		t := &d.tok[i]
		var before, after int
		switch {
		case t.text == "." && d.mark(i+1, "/") && d.mark(i+2, ".") && d.joined(i+1) && d.joined(i+2):
			before, after = i-1, i+3
		case t.text == "-" && d.at(i+1).text == "v" && d.mark(i+2, "-"):
			before, after = i-1, i+3
		case t.kind == kindWord && t.cls&clsVersus != 0 && !d.sentenceStart(i):
			before, after = i-1, i+1
			if !d.party(before) || !d.party(after) {
				continue
			}
		default:
			continue
		}
		for _, k := range []int{before, after} {
			if d.party(k) {
				m := &mention{doc: index, from: k, to: k + 1, surname: []string{d.at(k).text}, by: byLabel}
				if d.mark(k-1, "-") && d.joined(k) && d.at(k-2).capital() && d.free(k-2) {
					m.from, m.surname = k-2, []string{d.at(k - 2).text, d.at(k).text}
				}
				if d.mark(k+1, "-") && d.joined(k+1) && d.at(k+2).capital() && d.free(k+2) {
					m.to, m.surname = k+3, []string{d.at(k).text, d.at(k + 2).text}
				}
				d.take(finding{kind: "PERSON", from: m.from, to: m.to, mention: m})
			}
		}
	}
}

// party tells whether an unknown word at k may be the surname of a party: neither noun nor place nor abbreviation.
func (d *doc) party(k int) bool {
	t := d.at(k)
	if !d.free(k) || t.kind != kindWord || !t.capital() || utf8.RuneCountInString(t.text) < 3 || t.shape == shapeUpper && !d.caps || t.shape == shapeMixed {
		return false
	}
	if t.cls != 0 && t.cls&^(clsAuthor|clsCaseName|clsParticle) != 0 {
		return false
	}
	if d.lang == study.German && d.isNoun(t.text) || d.lang == study.English && d.lex.en[t.text] {
		return d.lex.common[t.text] && (d.mark(k+1, ".") && d.mark(k+2, "/") || d.mark(k-1, ".") && d.mark(k-2, "/"))
	}
	return true
}

package pseudonymise

import (
	"strings"

	"iucomstudien/internal/study"
)

// propagateDefined finds the short names that the texts define for a firm. They come before the surnames they share, except beside a
// first name, title or honorific.
func (w *work) propagateDefined(index int) {
	d := w.docs[index]
	x := w.firmsOf(d.lang)
	for i := range d.tok {
		t := &d.tok[i]
		if !t.capital() || d.owner[i] != free || d.mark(i-1, "-") && d.joined(i) || d.is(i-1, clsHonor|clsTitle|clsRole|clsProfession) || d.at(i-1).capital() && !d.sentenceStart(i-1) && !d.isCommonNoun(i-1) {
			continue
		}
		names := x[w.memo.fold(t.text)]
		for n := range names {
			if !names[n].own {
				continue
			}
			if to := w.matchFirm(d, i, &names[n]); to > i && !(d.mark(to, "-") && d.joined(to)) && !d.citedName(i, to) {
				d.take(finding{kind: "ORG", from: i, to: to, entity: names[n].firm.entity})
				break
			}
		}
	}
}

// propagateFirms finds every further mention of known organisations in a text.
func (w *work) propagateFirms(index int) {
	d := w.docs[index]
	x := w.firmsOf(d.lang)
	if len(x) == 0 {
		return
	}
	persons := w.formsOf(d.lang)
	for i := range d.tok {
		t := &d.tok[i]
		if !t.capital() && !t.gap || d.owner[i] != free || t.kind != kindWord || t.shape == shapeLower {
			continue
		}
		names := x[w.memo.fold(t.text)]
		best, to := (*firmName)(nil), i
		for n := range names {
			if end := w.matchFirm(d, i, &names[n]); end > to {
				best, to = &names[n], end
			}
		}
		if best == nil || d.mark(i-1, "-") && d.joined(i) || d.mark(to, "-") && d.joined(to) && d.joined(to+1) {
			continue
		}
		if best.short {
			if refs := persons.find(t.text); refs != nil || d.citedName(i, to) || d.sentenceStart(i) && d.lowerOccurs(t.text) || len(best.words) == 1 && d.is(i, clsStop) || !d.usedAsName(i, to, ref{}) && !d.ownsOffice(i) || d.lang == study.German && d.isNoun(t.text) && pluralVerb(d.at(to).text) {
				continue
			}
		}
		d.take(finding{kind: "ORG", from: i, to: to, entity: best.firm.entity})
	}
}

// ownsOffice tells whether a firm's short name, no word of the lists, stands in the genitive behind an office or a claim: "der Vorstand
// der Tauernkraft".
func (d *doc) ownsOffice(i int) bool {
	return d.lang == study.German && d.at(i-1).text == "der" && d.is(i-2, clsRole|clsProfession|clsClaim) && !d.plainWord(d.at(i).text) && !d.lex.common[d.at(i).text]
}

// pluralVerb tells whether a German verb speaks of several: "Immobilien sind …" is no firm.
func pluralVerb(verb string) bool { return strings.HasSuffix(verb, "en") || verb == "sind" }

// matchFirm gives the token after a known name that stands at i, or 0.
func (w *work) matchFirm(d *doc, i int, n *firmName) int {
	k := i
	for nth, word := range n.words {
		for nth > 0 && (d.mark(k, "-") || d.mark(k, ".") || d.mark(k, "\"") || d.mark(k, "'")) {
			k++
		}
		t := d.at(k)
		if nth > 0 && (t.line || !w.firms.sameWord(word, t.text, d.lang)) || d.owner[min(k, len(d.owner)-1)] > free || k >= len(d.tok) {
			return 0
		}
		k++
	}
	return k
}

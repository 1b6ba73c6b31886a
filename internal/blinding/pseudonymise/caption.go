package pseudonymise

import (
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// captions reads the parties of a caption: "Huber ./. Leitner", "Anspruch Huber gegen Leitner", "Kowalski przeciwko Nowakowi".
func (d *doc) captions() {
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
			if !d.party(before) && !d.person(before) || !d.party(after) && !d.person(after) || d.lang == study.German && !d.claims(before) {
				continue
			}
		default:
			continue
		}
		for _, k := range []int{before, after} {
			if d.party(k) {
				m := &mention{from: k, to: k + 1, surname: []string{d.at(k).text}, by: byLabel}
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

// person tells whether token k belongs to a person or firm that was found already.
func (d *doc) person(k int) bool {
	return k >= 0 && k < len(d.tok) && d.owner[k] > free && (d.found[d.owner[k]-1].kind == "PERSON" || d.found[d.owner[k]-1].kind == "ORG")
}

// claims tells whether a word for a claim stands before the parties: "Anspruch Huber gegen Leitner". Without one a capital
// proves nothing in German.
func (d *doc) claims(k int) bool {
	for n := 1; n <= 3; n++ {
		if d.is(k-n, clsClaim) {
			return true
		}
	}
	return d.at(k).line
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
		return d.lex.common[t.text] && (d.mark(k+1, ".") && d.mark(k+2, "/") || d.mark(k-1, ".") && d.mark(k-2, "/") || d.is(k+1, clsVersus) && d.claims(k) || d.is(k-1, clsVersus) && d.claims(k-2))
	}
	return true
}

// releaseCaptions frees "Carter v Brightwater" where both sides are known from elsewhere: the caption of the own case, not a
// citation. It reads the freed places again and tells whether there were any.
func (w *work) releaseCaptions() bool {
	any := false
	for _, d := range w.docs {
		freed := false
		for i := range d.tok {
			if d.owner[i] != soft || d.tok[i].text != "v" && d.tok[i].text != "vs" {
				continue
			}
			from, to := i, i+1
			for from > 0 && d.owner[from-1] == soft {
				from--
			}
			for to < len(d.tok) && d.owner[to] == soft {
				to++
			}
			if d.at(i-1).text == d.at(i+1).text && (to-from > 3 || d.citesBeside(from, to)) {
				continue // Balfour v Balfour, in a row with other cases
			}
			if w.knownIn(d, from, i) && w.knownIn(d, i+1, to) || w.namedIn(d, from, i) || w.namedIn(d, i+1, to) {
				for k := from; k < to; k++ {
					d.owner[k] = free
				}
				freed = true
			}
		}
		if freed {
			w.p.findOrgs(d)
			w.p.findPersons(d)
			any = true
		}
	}
	return any
}

// citesBeside tells whether a citation or another case name stands right beside a range: before ", " or " and ", or behind.
func (d *doc) citesBeside(from, to int) bool {
	cited := func(k int) bool { return k >= 0 && k < len(d.owner) && (d.owner[k] == masked || d.owner[k] == soft) }
	joint := func(k int) bool { return d.mark(k, ",") || d.at(k).text == "and" || d.mark(k, ";") }
	return joint(from-1) && cited(from-2) || joint(to) && cited(to+1)
}

// knownIn tells whether a known person or firm stands in a range.
func (w *work) knownIn(d *doc, from, to int) bool {
	persons, firms := w.formsOf(d.lang), w.firmsOf(d.lang)
	for k := from; k < to; k++ {
		if !d.at(k).capital() {
			continue
		}
		if refs := persons.find(d.at(k).text); refs != nil && !refs[0].given {
			return true
		}
		if firms[fold(d.at(k).text)] != nil {
			return true
		}
	}
	return false
}

// namedIn tells whether a known person stands in a range with first name and surname; cases are cited by surnames.
func (w *work) namedIn(d *doc, from, to int) bool {
	persons := w.formsOf(d.lang)
	for k := from; k+1 < to; k++ {
		first := persons.find(d.at(k).text)
		second := persons.find(d.at(k + 1).text)
		for _, a := range first {
			for _, b := range second {
				if a.given && !b.given && a.p == b.p {
					return true
				}
			}
		}
	}
	return false
}

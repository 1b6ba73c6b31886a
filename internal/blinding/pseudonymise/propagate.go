package pseudonymise

import (
	"slices"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// propagate finds every further mention of known persons in a text.
func (w *work) propagate(index int) {
	d := w.docs[index]
	x := w.formsOf(d.lang)
	last := map[*person]int{}
	recent := func(p *person) int {
		if at, ok := last[p]; ok {
			return at
		}
		return -1
	}
	for i := 0; i < len(d.tok); i++ {
		if o := d.owner[i]; o > free {
			if p := d.found[o-1].person; p != nil {
				last[p] = i
			}
			continue
		}
		t := &d.tok[i]
		if !t.capital() || d.owner[i] != free || t.cls&clsHonor != 0 {
			continue
		}
		to, refs, slip := d.lookup(x, i)
		if refs == nil {
			if to > i+1 || d.mark(to, "-") && d.joined(to) {
				w.flagCompound(d, x, i, to)
			}
			i = max(i, to-1)
			continue
		}
		if d.mark(to, "&") && d.at(to+1).capital() {
			i = to - 1
			continue // Holzer & Sohn: a firm
		}
		if p := w.use(d, i, to, refs, slip, recent); p != nil {
			to = d.wholeName(x, to, refs, p)
			to = d.polishEnding(to)
			if d.genitiveMark(to) {
				to++
			}
			if d.take(finding{kind: "PERSON", from: d.nameFront(i, p), to: to, person: p}) {
				last[p] = i
			}
		}
		i = to - 1
	}
}

// wholeName extends a first name found by itself over the surname of its bearer behind it: "Fatemeh Hosseini".
func (d *doc) wholeName(x *formIndex, to int, refs []ref, p *person) int {
	if !slices.ContainsFunc(refs, func(r ref) bool { return r.given && r.p == p }) || !d.at(to).capital() || !d.at(to).gap || d.at(to).line || !d.free(to) {
		return to
	}
	end, behind, _ := d.lookup(x, to)
	if slices.ContainsFunc(behind, func(r ref) bool { return !r.given && r.p == p }) {
		return end
	}
	return to
}

// flagCompound points at a known surname inside a compound, which stays: "Huber-Vertrag".
func (w *work) flagCompound(d *doc, x *formIndex, i, to int) {
	for k := i; k < to; k++ {
		if refs := x.find(d.at(k).text); refs != nil && !refs[0].given && d.at(k).capital() {
			w.flag(d, k, k+1, "compound")
			return
		}
	}
}

// lookup reads the word or double name at i and what it may mean. A compound is read over as a whole.
func (d *doc) lookup(x *formIndex, i int) (to int, refs []ref, slip bool) {
	to = i + 1
	text := d.at(i).text
	if d.mark(to, "'") && d.joined(to) && d.joined(to+1) && d.at(to+1).capital() && utf8.RuneCountInString(text) <= 2 {
		text, to = text+"'"+d.at(to+1).text, to+2
	}
	for d.mark(to, "-") && d.joined(to) && d.joined(to+1) && d.at(to+1).kind == kindWord {
		text, to = text+"-"+d.at(to+1).text, to+2
	}
	if d.mark(i-1, "-") && d.joined(i) && !(d.is(i-2, clsParticle) && d.at(i-2).shape == shapeLower) || d.mark(to, "-") && d.joined(to) && d.joined(to+1) {
		return to, nil, false
	}
	if next := d.at(to); next.capital() && next.gap && !next.line && d.free(to) {
		if refs = x.refs[x.memo.fold(text)+"-"+x.memo.fold(next.text)]; refs != nil {
			return to + 1, refs, false // López García
		}
	}
	if refs = x.find(text); refs != nil {
		return to, refs, false
	}
	if to == i+1 && d.at(i).cls&(clsStop|clsRole|clsProfession|clsPlace) != 0 {
		return to, nil, false
	}
	if refs = x.findSlip(text); refs != nil && to == i+1 && d.isCommonNoun(i) {
		return to, nil, false
	}
	return to, refs, refs != nil
}

// use decides whether a known spelling is a name here, and whose.
func (w *work) use(d *doc, i, to int, refs []ref, slip bool, recent func(*person) int) *person {
	if d.citedName(i, to) {
		return nil
	}
	surname := w.fitting(d, i, refs)
	if len(surname) == 0 || surname[0].half && to == i+1 && d.isCommonNoun(i) {
		return nil
	}
	if !d.usedAsName(i, to, surname[0]) {
		w.flag(d, i, to, "noun-or-name")
		return nil
	}
	best, at := surname[0], recent(surname[0].p)
	for _, r := range surname[1:] {
		if n := recent(r.p); n > at {
			best, at = r, n
		}
	}
	p := best.p
	plural := best.plural && !p.plural || d.familyArticle(i, refs)
	if plural && !p.plural {
		p = w.family(p)
	} else if best.gender != 0 && genderConflict(p.gender, best.gender) {
		p = w.sibling(p, best.gender)
	} else if len(surname) > 1 && distinct(surname) {
		w.flag(d, i, to, "same-surname")
	}
	if slip {
		w.flag(d, i, to, "spelling")
	}
	return p
}

func distinct(refs []ref) bool {
	for _, r := range refs[1:] {
		if r.p != refs[0].p {
			return true
		}
	}
	return false
}

// fitting keeps the meanings that agree in gender and number with the form; surnames go before first names.
func (w *work) fitting(d *doc, i int, refs []ref) []ref {
	var exact, other, half, given []ref
	for _, r := range refs {
		switch {
		case r.given:
			if !r.p.plural {
				given = append(given, r)
			}
		case r.half:
			half = append(half, r)
		case r.plural && !r.p.plural:
			other = append(other, r)
		case r.p.plural && !d.behindPlural(i):
			other = append(other, r)
		case genderConflict(r.p.gender, r.gender):
			other = append(other, r)
		default:
			exact = append(exact, r)
		}
	}
	switch {
	case len(exact) > 0:
		return exact
	case len(other) > 0:
		return other
	case len(half) > 0:
		return half
	}
	return given
}

// behindPlural tells whether a word for a family stands before token i.
func (d *doc) behindPlural(i int) bool { return d.is(i-1, clsHonorPlural) }

// familyArticle tells whether an article makes a family of a form in -s: "die Hubers", "the Carters".
func (d *doc) familyArticle(i int, refs []ref) bool {
	prev := strings.ToLower(d.at(i - 1).text)
	if d.lang == study.Polish || !strings.HasSuffix(d.at(i).text, "s") || prev != "die" && prev != "den" && prev != "der" && prev != "the" {
		return false
	}
	key := fold(d.at(i).text)
	for _, r := range refs {
		for _, b := range r.p.surname {
			if _, base := b[key]; base {
				return false
			}
		}
	}
	return d.lang == study.English || prev != "der" || d.finite(i+1)
}

// citedName tells whether a name at i..to is one of a decision, a doctrine or an author.
func (d *doc) citedName(i, to int) bool {
	prev, next := d.at(i-1), d.at(to)
	if prev.kind == kindWord && prev.cls&clsDecision != 0 && (!d.sentenceStart(i)) && (prev.cls&clsRole == 0) && !d.ownDecision(i-1) && !d.ownCaption(i-1) {
		return true
	}
	if roman := next.text; next.kind == kindWord && next.shape != shapeLower && (roman == "II" || roman == "III" || roman == "IV") {
		return true
	}
	if d.mark(to, "/") && d.joined(to) && d.joined(to+1) && d.at(to+1).capital() || d.mark(i-1, "/") && d.joined(i) && d.at(i-2).capital() {
		return true
	}
	author := d.authorWord(d.at(i).text)
	if author && (d.sourceBefore(i) || d.is(to, clsSourceVerb) || d.authorAhead(to+1) && (next.text == "in" || next.text == "w")) {
		return true
	}
	return next.text == "in" && d.mark(to+2, "/") && d.joined(to+2)
}

// ownDecision tells whether the word before a name is one that the own case has too: its ruling, its opinion.
func (d *doc) ownDecision(k int) bool {
	switch d.at(k).text {
	case "Sache", "Fall", "case", "test", "rule", "principle", "zasada", "zasady", "opinia", "In", "re", "per", "Per":
		return true
	}
	return false
}

// ownCaption tells whether the "v" at k stands behind a party of the own case: its caption was released.
func (d *doc) ownCaption(k int) bool {
	return (d.at(k).text == "v" || d.at(k).text == "vs") && d.owner[k] == free && d.person(k-1)
}

// usedAsName tells whether a word that is also a common one stands as a name at i.
func (d *doc) usedAsName(i, to int, r ref) bool {
	t := d.at(i)
	word := t.text
	if t.shape == shapeUpper && len(word) > 1 {
		word = title(word)
	}
	start := d.sentenceStart(i)
	if d.genitiveMark(to) {
		return true
	}
	if r.given {
		if d.lang == study.Polish && start && d.lex.notGiven[word] && !d.finite(to) {
			return false
		}
		if g, _ := d.given(i); g.weak {
			return d.finite(to) || d.mark(to, "'")
		}
		return !start || !d.isCommonNoun(i) || d.finite(to)
	}
	if to > i+1 {
		return true
	}
	switch d.lang {
	case study.German:
		return d.germanName(i, to, word, start)
	case study.English:
		if !d.lex.en[strings.ToLower(word)] && !d.lex.common[word] {
			return true
		}
		if d.is(i-1, clsArticle) && d.at(i-1).shape == shapeLower && !strings.HasSuffix(word, "s") {
			return false
		}
		return !start || d.finite(to) || d.mark(to, "'") || d.mark(to, ",") || d.at(to).text == "v" && d.owner[to] == free
	}
	if !d.lex.common[word] && t.cls&clsStop == 0 {
		return true
	}
	return !start || !d.lowerOccurs(word)
}

// lowerOccurs tells whether a word stands small somewhere in the text, other than in an address of the net or another finding.
func (d *doc) lowerOccurs(word string) bool {
	if d.small == nil {
		d.small = map[string]bool{}
		for i := range d.tok {
			if t := &d.tok[i]; t.kind == kindWord && t.shape == shapeLower && d.owner[i] <= free {
				d.small[t.text] = true
			}
		}
	}
	return d.small[strings.ToLower(word)]
}

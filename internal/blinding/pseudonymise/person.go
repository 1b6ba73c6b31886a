package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// findPersons reads the persons of a text by title, form of address, role, label and first name, from left to right.
func (p *Pseudonymiser) findPersons(d *doc) {
	for i := 0; i < len(d.tok); i++ {
		t := &d.tok[i]
		if t.kind != kindWord || d.owner[i] != free {
			continue
		}
		m := d.personAt(i)
		if m == nil {
			continue
		}
		for m != nil && d.take(finding{kind: "PERSON", from: m.from, to: m.to, mention: m}) {
			i = m.to - 1
			m = d.listed(m)
		}
	}
	d.captions()
}

// personAt tries the triggers at token i.
func (d *doc) personAt(i int) *mention {
	t := &d.tok[i]
	switch {
	case t.cls&clsHonor != 0:
		if m := d.behindHonorific(i); m != nil {
			return m
		}
	case t.cls&clsTitleHead != 0:
		return d.notLiterature(d.titleFront(d.parseName(i, byTitle)))
	}
	if t.cls&clsLabel != 0 || t.cls&(clsRole|clsProfession) != 0 {
		if m := d.behindLabel(i); m != nil {
			return m
		}
	}
	if t.cls&(clsRole|clsProfession) != 0 {
		if m := d.behindRole(i); m != nil {
			return m
		}
		return nil
	}
	if m := d.byNaming(i); m != nil {
		return m
	}
	if !t.capital() {
		return nil
	}
	if m := d.byNobility(i); m != nil {
		return m
	}
	if m := d.byCapitals(i); m != nil {
		return m
	}
	if m := d.byFirstName(i); m != nil {
		return m
	}
	if m := d.byParticle(i); m != nil {
		return m
	}
	if m := d.byUnknownPair(i); m != nil {
		return m
	}
	if m := d.byPlural(i); m != nil {
		return m
	}
	if m := d.byPolishPlural(i); m != nil {
		return m
	}
	return d.byGenitive(i)
}

// titleFront extends a name over the small first word of its title: "ao. Univ.-Prof. Dr. …".
func (d *doc) titleFront(m *mention) *mention {
	if m == nil {
		return m
	}
	point := m.from - 1
	if d.mark(point, "-") && d.joined(point) && d.joined(m.from) {
		point-- // Ass.-Prof.
	}
	if !d.mark(point, ".") || !d.joined(point) || !d.open(point-1, m.from) {
		return m
	}
	switch strings.ToLower(d.at(point - 1).text) {
	case "ao", "o", "em", "emer", "tit", "ass", "assoz", "hon", "prof", "dr", "gast", "vertr", "jun", "stv":
		m.from = point - 1
	}
	return m
}

// byNobility reads a name behind a word of nobility: "Freiherr Georg von Trotha", "Gräfin von Hohenfeld". The word belongs to the name.
func (d *doc) byNobility(i int) *mention {
	if !d.is(i, clsNobility) || !d.free(i) || d.at(i+1).line {
		return nil
	}
	if _, named := d.given(i + 1); named {
		m := d.byFirstName(i + 1)
		if m == nil || len(m.surname) == 0 || m.from != i+1 {
			return nil
		}
		m.from = i
		return m
	}
	k := i + 1
	for d.is(k, clsParticle) && d.at(k).shape == shapeLower && k < i+4 {
		k++
	}
	last := d.at(k)
	if k == i+1 || last.shape != shapeTitle || last.line || !d.free(k) || last.cls&^(clsAuthor|clsCaseName) != 0 || d.isCommonNoun(k) {
		return nil
	}
	return d.notLiterature(&mention{from: i, to: k + 1, surname: []string{last.text}, particle: d.text[d.tok[i+1].start:d.tok[k-1].end], by: byTitle})
}

// byCapitals reads a name in capitals with the surname first: "MÜLLNER, KÄTHE".
func (d *doc) byCapitals(i int) *mention {
	t := d.at(i)
	if t.shape != shapeUpper || utf8.RuneCountInString(t.text) < 3 || !d.mark(i+1, ",") || !d.joined(i+1) || d.at(i+2).shape != shapeUpper || d.at(i+2).line || d.is(i, clsNeverName|clsOrgHead) {
		return nil
	}
	g, known := d.givens[title(d.at(i+2).text)]
	if !known || g.weak || !d.open(i, i+3) || d.at(i+3).shape == shapeUpper && d.at(i+3).kind == kindWord {
		return nil
	}
	return &mention{from: i, to: i + 3, surname: []string{t.text}, given: []string{d.at(i + 2).text}, gender: g.gender, by: byLabel}
}

// foreignParticle stand between a first name and a surname only.
var foreignParticle = map[string]bool{"van": true, "von": true, "di": true, "del": true, "della": true, "ten": true, "ter": true}

// byParticle reads a name whose first name no list knows, but whose particle tells: "Rik van Dijk".
func (d *doc) byParticle(i int) *mention {
	t := d.at(i)
	if d.lang == study.Polish || t.shape != shapeTitle || t.cls != 0 || !d.free(i) || d.isCommonNoun(i) || utf8.RuneCountInString(t.text) < 3 || !foreignParticle[d.at(i+1).text] || d.mark(i-1, "-") ||
		d.sentenceStart(i) && d.lex.lower[strings.ToLower(t.text)] || d.is(i-1, clsArticle) {
		return nil
	}
	k := i + 2
	if d.at(k).text == "der" || d.at(k).text == "den" || d.at(k).text == "het" {
		k++
	}
	last := d.at(k)
	if last.shape != shapeTitle || last.line || !d.free(k) || last.cls&^(clsAuthor|clsCaseName) != 0 || d.isCommonNoun(k) {
		return nil
	}
	if _, named := d.given(k); named && d.at(k+1).capital() && d.at(k+1).gap && !d.at(k+1).line {
		return nil // "Verfasst von Theresa Lindhuber"
	}
	if d.at(i+1).text == "von" && (d.bornBy(t.text) || d.bornBy(last.text)) {
		return nil // "Kann Dörfler von Weinzierl Zahlung verlangen?"
	}
	return d.notLiterature(&mention{from: i, to: k + 1, given: []string{t.text}, surname: []string{last.text}, particle: d.text[d.tok[i+1].start:d.tok[k-1].end], by: byGiven})
}

// bornBy tells whether a word stands behind a known first name, title or form of address somewhere in the text: it is a surname of its own.
func (d *doc) bornBy(word string) bool {
	if d.surnames == nil {
		d.surnames = map[string]bool{}
		for i := 1; i < len(d.tok); i++ {
			if t := d.at(i); t.capital() && t.gap && !t.line {
				if _, named := d.given(i - 1); named || d.is(i-1, clsHonor) {
					d.surnames[t.text] = true
				}
			}
		}
	}
	return d.surnames[word]
}

// bornInPolish tells whether a Polish word shares a base form with a surname that stands behind a first name or form of address.
func (d *doc) bornInPolish(lower string) bool {
	d.bornBy("")
	if d.surnameBases == nil {
		d.surnameBases = map[string]bool{}
		for surname := range d.surnames {
			for _, base := range d.memo.bases(strings.ToLower(surname)) {
				d.surnameBases[base] = true
			}
		}
	}
	for _, base := range d.memo.bases(lower) {
		if d.surnameBases[base] {
			return true
		}
	}
	return false
}

// byGenitive reads an unknown surname before a claim: "Müllers Anspruch".
func (d *doc) byGenitive(i int) *mention {
	t := d.at(i)
	base := strings.TrimSuffix(t.text, "s")
	if d.lang != study.German || base == t.text || t.shape != shapeTitle || utf8.RuneCountInString(base) < 4 || !d.is(i+1, clsClaim) || d.at(i+1).line {
		return nil
	}
	if strings.HasSuffix(base, "e") {
		return nil // "Grobes Verschulden"
	}
	trade := d.sentenceStart(i) && d.lex.common[base] && bearer(base) && t.cls == 0 && d.words[base] == 0 // "Schusters Klage"
	if !trade && (t.cls != 0 || d.words[base] != 0 || d.isNoun(t.text) || d.isNoun(base)) || d.mark(i-1, "-") || d.is(i-1, clsArticle) || !d.free(i) || d.authorWord(base) {
		return nil
	}
	return &mention{from: i, to: i + 1, surname: []string{base}, genitive: true, by: byGiven}
}

// byFirstName reads a name that begins with a known first name or initials.
func (d *doc) byFirstName(i int) *mention {
	if d.mark(i-1, "-") && d.joined(i) || d.mark(i-1, "/") && d.joined(i) || d.mark(i-1, "@") && d.joined(i) || d.mark(i-1, "'") && d.joined(i) && d.joined(i-1) {
		return nil
	}
	_, initial := d.initialAt(i)
	if _, known := d.given(i); !known && initial == i {
		return nil
	}
	if initial > i && d.enumerates(i, initial) {
		return nil
	}
	m := d.parseName(i, byGiven)
	if m == nil {
		return nil
	}
	if d.lang == study.English {
		d.unknownBefore(m)
	}
	if len(m.surname) == 0 && d.surnameBefore(i) {
		m.from, m.surname = i-1, []string{d.at(i - 1).text}
		return m
	}
	if len(m.surname) == 0 && !d.bareGiven(i, m) {
		return nil
	}
	if initial > i && !d.initialName(i, m) {
		return nil
	}
	return d.notLiterature(m)
}

// enumerates tells whether the letter at i counts a heading and is no initial: "A. Merle Hagedorn gegen Thorben Kluge" at the beginning
// of a line, with a whole name behind it and another party.
func (d *doc) enumerates(i, next int) bool {
	if !d.at(i).line || next != i+2 || !strings.Contains("ABCDEFGHIVX", d.at(i).text) {
		return false
	}
	g, named := d.given(next)
	if !named || g.weak || !d.at(next+1).capital() {
		return false
	}
	for k := next + 2; k < min(next+8, len(d.tok)) && !d.tok[k].line; k++ {
		if d.is(k, clsVersus) || d.at(k).text == "v" {
			return true
		}
	}
	return false
}

// unknownBefore extends an English name over a first name no list knows: "Xiaoming Wang".
func (d *doc) unknownBefore(m *mention) {
	for n := 0; n < 2; n++ {
		k := m.from - 1
		if len(m.given) == 0 || d.tok[m.from].line || !d.unknownName(k) {
			return
		}
		if len(m.surname) == 0 {
			m.surname, m.given = m.given[len(m.given)-1:], m.given[:len(m.given)-1]
		}
		m.given = append([]string{d.at(k).text}, m.given...)
		m.from = k
	}
}

// unknownName tells whether the English word at k has a capital that nothing but a name explains.
func (d *doc) unknownName(k int) bool {
	t := d.at(k)
	lower := strings.ToLower(t.text)
	return t.shape == shapeTitle && t.kind == kindWord && d.free(k) && t.cls&^(clsAuthor|clsTown) == 0 && !d.lex.en[lower] && !strings.HasSuffix(lower, "ly") &&
		utf8.RuneCountInString(t.text) > 1 && !d.mark(k-1, "-") && !d.mark(k-1, "'")
}

// surnameBefore tells whether the surname stands first, as in "der Huber Franz".
func (d *doc) surnameBefore(i int) bool {
	t := d.at(i - 1)
	return d.lang == study.German && t.capital() && d.free(i-1) && !d.at(i).line && d.is(i-2, clsArticle) && t.cls == 0 && !d.isNoun(t.text) && !d.inCapsOnly(i-1) &&
		t.shape != shapeMixed && utf8.RuneCountInString(t.text) > 2
}

// bareGiven tells whether a first name alone is a person of the facts.
func (d *doc) bareGiven(i int, m *mention) bool {
	g, _ := d.given(i)
	t := d.at(i)
	prev := d.at(i - 1)
	if g.weak && !d.actsEnglish(i) || t.cls&(clsPlace|clsCaseName|clsAuthor|clsOrgHead|clsPublic) != 0 || d.inCapsOnly(i) || t.shape == shapeUpper && !d.caps {
		return false
	}
	if prev.kind == kindWord && prev.cls&(clsDecision|clsTitle) != 0 && !d.sentenceStart(i) || prev.text == "St" || d.mark(i-1, ".") && d.at(i-2).text == "St" || prev.text == "Sankt" || prev.text == "Santa" || prev.text == "San" {
		return false
	}
	if t.cls&clsTown != 0 && located[prev.text] {
		return false // "in Milton", "w Lubinie"
	}
	if d.compoundTail(m.to) && d.at(m.to).capital() || (prev.text == "am" || prev.text == "im") && d.lang == study.German {
		return false // Robert Koch-Institut, Landsberg am Lech
	}
	if d.mark(m.to, "/") && d.joined(m.to) || d.mark(m.to, "-") && d.joined(m.to) || d.is(m.to, clsOrgTail|clsStreetAfter) && d.lang == study.English || d.at(m.to).text == "&" {
		return false
	}
	if d.lang == study.English && d.mark(m.to, "'") && d.at(m.to+1).text == "s" && d.at(m.to+2).text == "of" && d.at(m.to+3).capital() {
		return false // Lloyd's of London
	}
	if d.lang == study.German && (d.isNounExact(t.text) && !(d.sentenceStart(i) && d.finite(m.to)) || d.lex.lower[strings.ToLower(t.text)] && d.sentenceStart(i)) {
		return false
	}
	if d.lang == study.English && d.lex.en[strings.ToLower(t.text)] && d.sentenceStart(i) && !d.actsEnglish(i) {
		return false
	}
	if d.lang == study.Polish && d.sentenceStart(i) && d.givens[t.text].gender == 0 && (d.lex.common[t.text] || utf8.RuneCountInString(t.text) < 5) {
		return false
	}
	return true
}

// located are prepositions behind which a town stands rather than a person.
var located = set(strings.Fields("in at near w we do nad pod"))

// auxiliary are verbs that say nothing about whether a person acts.
var auxiliary = set(strings.Fields("is was are were has had can could may might must shall should will would did does fails failed needs"))

// clauseStart are words behind which a clause with its own subject begins.
var clauseStart = set(strings.Fields("whether that if when because and but while after before since although until unless where so"))

// actsEnglish tells whether an English word that is a first name too does something in the sentence or receives it: "Grace sold
// Amber a car". Inside a sentence only names have a capital; at its start only the verb tells.
func (d *doc) actsEnglish(i int) bool {
	if d.lang != study.English || d.at(i).shape != shapeTitle {
		return false
	}
	if d.wordName(i) {
		return true
	}
	prev, next := d.at(i-1), d.at(i+1)
	acts := next.cls&clsVerb != 0 && next.shape == shapeLower && !auxiliary[next.text]
	switch {
	case d.sentenceStart(i):
		return acts
	case prev.kind == kindPunct:
		return acts && (prev.text == "," || prev.text == ";")
	case prev.shape != shapeLower || prev.cls&clsArticle != 0:
		return false
	case acts && clauseStart[prev.text]:
		return true
	}
	handed := next.cls&clsArticle != 0 || next.kind == kindNumber || next.text == "£" || next.text == "€" || next.text == "to" || next.text == "for" || next.kind == kindPunct
	return prev.cls&clsVerb != 0 && !auxiliary[prev.text] && handed
}

// isNounExact tells whether a word stands itself in the list of nouns.
func (d *doc) isNounExact(word string) bool { return d.lex.nouns[word] }

// initialName tells whether initials with a word are a name and no enumeration ("A. Gewährleistung") or section.
func (d *doc) initialName(i int, m *mention) bool {
	if len(m.surname) == 0 || d.mark(i-1, ".") && d.joined(i) && d.at(i-2).shape == shapeLower {
		return false // z.B. Vorentwürfe
	}
	k := m.to - 1
	for k > i && !d.at(k).capital() {
		k--
	}
	word := m.surname[0]
	t := token{text: word}
	if d.words[word]&(clsNeverName|clsPlace|clsVerb) != 0 || d.lang == study.German && d.isNoun(word) && !d.lex.common[word] || d.lang == study.English && d.lex.en[strings.ToLower(t.text)] && !d.lex.common[word] {
		return false
	}
	single := len(m.given) == 1 && utf8.RuneCountInString(m.given[0]) == 1
	if single && d.at(i).line {
		// An enumeration at the beginning of a line: a name only when the sentence goes on like one.
		return d.is(m.to, clsVerb) || d.finite(m.to) && !adjective(d.at(m.to).text) || d.mark(m.to, ",") || d.at(m.to).text == "und" || d.at(m.to).text == "i" || d.at(m.to).text == "and"
	}
	if single && strings.Contains("IVX", m.given[0]) && d.sentenceStart(i) && d.lang != study.English {
		return d.finite(m.to)
	}
	return !(d.at(i-1).kind == kindWord && d.at(i-1).shape != shapeLower && utf8.RuneCountInString(d.at(i-1).text) == 1)
}

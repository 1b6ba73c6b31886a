package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// behindHonorific reads the name behind Herr, Pani, Mr; professions and titles between them are passed over.
func (d *doc) behindHonorific(i int) *mention {
	t := &d.tok[i]
	if t.shape == shapeLower && d.lang != study.Polish && t.cls&clsHonorPlural == 0 || t.text == "p" && !d.mark(i+1, ".") {
		return nil
	}
	k := i + 1
	plural := t.cls&clsHonorPlural != 0
	if d.mark(k, ".") {
		if plural && utf8.RuneCountInString(t.text) > 3 {
			return nil // "Sie sind Geschwister. Herr Huber": no abbreviation, the sentence ends
		}
		k++
	}
	if other, ok := d.coupled(i); ok {
		k, plural = other, true
	}
	if plural && d.lang == study.English && (t.text == "family" || t.text == "brothers" || t.text == "sisters" || t.text == "siblings") {
		return d.englishFamily(i)
	}
	for d.is(k, clsAddress|clsProfession|clsHonor) && d.at(k).kind == kindWord && k < i+5 {
		if d.mark(k+1, ",") || !d.nameFollows(k+1) {
			break
		}
		k++
		if d.mark(k, ".") {
			k++
		}
	}
	if d.at(k).line && k > i+1 || d.at(k).line || d.schematicPerson(k) {
		return nil
	}
	if d.at(k).text == "Richter" && t.cls&clsHonorMale != 0 && d.sentenceStart(i) && d.mark(k+1, ",") {
		return nil // addressed: "Herr Richter, ich beantrage …"
	}
	if plural && d.lang == study.German && (!d.at(k).capital() && d.at(k).text != "von" || d.isNoun(d.at(k).text) && !d.lex.common[d.at(k).text] || d.isCommonNoun(k) && !strong(t.text) && !(d.lex.common[d.at(k).text] && d.closesName(k))) {
		return nil // "der Ehegatten Unterhalt": a legal role, and a noun behind it
	}
	m := d.parseName(k, byHonorific)
	if m == nil || d.is(k, clsRole|clsProfession) && !d.femaleOfMale(t, k) && !d.lex.common[d.at(k).text] {
		return nil
	}
	m.list = t.text == "Herren" || t.text == "Damen" || t.text == "Messrs" || t.text == "Panowie" || t.text == "panowie" || t.text == "Frauen"
	switch {
	case plural && len(m.given) == 0:
		m.plural = true
	case t.cls&clsHonorMale != 0 && t.cls&clsHonorFemale == 0:
		m.gender = 'm'
	case t.cls&clsHonorFemale != 0 && t.cls&clsHonorMale == 0:
		m.gender = 'f'
	}
	if plural {
		m.either = false
	}
	return m
}

// strong tells whether a word for a family leads to a name and to nothing else.
func strong(word string) bool {
	switch word {
	case "Familie", "Eheleute", "Eheleuten", "Ehepaar", "Gebrüder":
		return true
	}
	return false
}

// listed reads the next surname of an enumeration behind a plural: "die Zeugen Huber und Moser", "Państwo Nowakowie oraz Zielińscy".
func (d *doc) listed(m *mention) *mention {
	if !m.plural && !m.list || len(m.given) > 0 {
		return nil
	}
	k := m.to
	switch d.at(k).text {
	case ",", "und", "sowie", "i", "oraz", "and":
		k++
	default:
		return nil
	}
	t := d.at(k)
	if !t.capital() || t.line || d.isCommonNoun(k) && !(m.list && m.by == byHonorific && d.lex.common[t.text]) || d.inCapsOnly(k) || t.cls&(clsNeverName|clsPlace|clsTitleHead|clsOrgHead|clsPublic) != 0 || utf8.RuneCountInString(t.text) < 3 {
		return nil
	}
	if _, named := d.given(k); named && d.at(k+1).capital() {
		return nil
	}
	next := d.parseName(k, byHonorific)
	if next != nil {
		next.plural, next.list = m.plural, m.list
	}
	return next
}

// nameFollows tells whether a name or title stands at k, so that the office before it is not the name itself.
func (d *doc) nameFollows(k int) bool {
	if d.mark(k, ".") {
		k++
	}
	t := d.at(k)
	return t.kind == kindWord && !t.line && (t.cls&(clsTitleHead|clsAddress|clsProfession) != 0 || t.capital() && (t.cls&clsStop == 0 || d.lex.common[t.text]) && !(d.lang == study.German && d.notSurname(k)))
}

// coupled handles "Herr und Frau Huber", "Mr and Mrs Carter", "Pan i Pani Nowak": the token after the second honorific.
func (d *doc) coupled(i int) (int, bool) {
	k := i + 1
	if d.mark(k, ".") {
		k++
	}
	switch d.at(k).text {
	case "und", "and", "i", "oraz", "&":
		if d.is(k+1, clsHonor) {
			k += 2
			if d.mark(k, ".") {
				k++
			}
			return k, true
		}
	}
	return 0, false
}

// englishFamily handles "the Carter family": the name stands before the word.
func (d *doc) englishFamily(i int) *mention {
	k := i - 1
	if !d.at(k).capital() || !d.free(k) || d.is(k, clsNeverName|clsPlace) || d.lex.en[strings.ToLower(d.at(k).text)] && !d.lex.common[d.at(k).text] {
		return nil
	}
	return &mention{from: k, to: k + 1, surname: []string{d.at(k).text}, plural: true, by: byHonorific}
}

// femaleOfMale tells whether a male office stands behind a female honorific: "Frau Richter" is a name.
func (d *doc) femaleOfMale(honor *token, k int) bool {
	t := d.at(k)
	return d.lang == study.German && honor.cls&clsHonorFemale != 0 && !strings.HasSuffix(t.text, "in") && t.cls&clsAddress == 0
}

// schematicPerson tells whether only a letter or initials follow: Frau K., pani A.B., Herr N.N.
func (d *doc) schematicPerson(k int) bool {
	t := d.at(k)
	if t.kind != kindWord || utf8.RuneCountInString(t.text) > 1 && t.text != "NN" && t.text != "XY" || d.mark(k+1, "'") && d.joined(k+1) && d.at(k+2).capital() {
		return false
	}
	for n := 0; n < 4; n++ {
		if d.mark(k+1, ".") || d.mark(k+1, "-") {
			k++
		}
		if next := d.at(k + 1); !next.capital() || utf8.RuneCountInString(next.text) > 1 {
			return !next.capital() || !d.mark(k, ".") || d.sentenceStart(k+1) && d.is(k+1, clsStop)
		}
		k++
	}
	return true
}

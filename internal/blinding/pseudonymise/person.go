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
		return d.notLiterature(d.parseName(i, byTitle))
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
	if !t.capital() {
		return nil
	}
	return d.byFirstName(i)
}

// behindHonorific reads the name behind Herr, Pani, Mr; professions and titles between them are passed over.
func (d *doc) behindHonorific(i int) *mention {
	t := &d.tok[i]
	if t.shape == shapeLower && d.lang != study.Polish && t.cls&clsHonorPlural == 0 || t.text == "p" && !d.mark(i+1, ".") {
		return nil
	}
	k := i + 1
	if d.mark(k, ".") {
		k++
	}
	plural := t.cls&clsHonorPlural != 0
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
	if plural && d.lang == study.German && (!d.at(k).capital() && d.at(k).text != "von" || d.isNoun(d.at(k).text) && !d.lex.common[d.at(k).text] || d.isCommonNoun(k) && !strong(t.text)) {
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
	if !t.capital() || t.line || d.isCommonNoun(k) || d.inCapsOnly(k) || t.cls&(clsNeverName|clsPlace|clsTitleHead|clsOrgHead|clsPublic) != 0 || utf8.RuneCountInString(t.text) < 3 {
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

// behindLabel reads "Beklagter: Hofbauer, Georg" and "KLÄGER: JOSEF STEINDL".
func (d *doc) behindLabel(i int) *mention {
	k := i + 1
	if d.mark(k, ":") {
		k++
	} else {
		return nil
	}
	if d.at(k).line && k > i+2 || !d.at(k).capital() && d.at(k).cls&(clsHonor|clsTitle) == 0 {
		return nil
	}
	if d.is(k, clsHonor) || d.schematicPerson(k) {
		return nil
	}
	if m := d.commaName(k); m != nil {
		return m
	}
	m := d.parseName(k, byLabel)
	if m != nil && len(m.given) == 0 && len(m.surname) > 0 && d.at(m.to).gap {
		if g, ok := d.given(m.to); ok && !g.weak && d.at(m.to).shape == d.at(k).shape {
			m.given, m.gender = []string{d.at(m.to).text}, g.gender // "Aigner Thomas"
			m.to++
		}
	}
	if m == nil || len(m.given) == 0 && d.notSurname(k) && m.by == byLabel {
		return nil
	}
	return m
}

// commaName reads "Hofbauer, Mag. Georg".
func (d *doc) commaName(k int) *mention {
	from := k
	k = d.skipTitles(k)
	t := d.at(k)
	if !t.capital() || !d.free(k) || t.cls&(clsTitleHead|clsHonor|clsStop|clsRole) != 0 || utf8.RuneCountInString(t.text) < 2 {
		return nil
	}
	next := k + 1
	surname := []string{t.text}
	for d.mark(next, "-") && d.joined(next) && d.at(next+1).capital() {
		surname, next = append(surname, d.at(next+1).text), next+2
	}
	if !d.mark(next, ",") || d.at(next+1).line {
		return nil
	}
	m := &mention{from: from, by: byLabel, surname: surname}
	first := d.skipTitles(next + 1)
	end := d.readGiven(first, m)
	if len(m.given) == 0 || d.at(end).capital() && !d.at(end).line && d.at(end).cls&clsNeverName == 0 && !d.mark(end, ",") && !d.isCommonNoun(end) {
		return nil
	}
	m.to, m.gender = end, d.genderOf(m)
	d.readTail(m)
	return m
}

// behindRole reads the name behind a party role, profession or office: "Der Zeuge Recht", "r.pr. Ewa Sowa".
func (d *doc) behindRole(i int) *mention {
	t := &d.tok[i]
	k := i + 1
	if d.mark(k, ".") && utf8.RuneCountInString(t.text) <= 5 {
		k++
	}
	if t.text == "r" || t.text == "radca" || t.text == "radcy" || t.text == "radcę" || t.text == "radcą" || t.text == "radczyni" {
		for d.at(k).text == "pr" || d.at(k).text == "prawny" || d.at(k).text == "prawnego" || d.at(k).text == "prawną" || d.at(k).text == "prawnym" || d.at(k).text == "prawna" || d.at(k).text == "prawnej" || d.mark(k, ".") {
			k++
		}
	}
	apposition := d.mark(k, ",") && d.at(k+1).capital()
	if apposition {
		k++
	}
	if d.is(k, clsRole|clsProfession|clsHonor|clsLabel) || d.at(k).line || d.schematicPerson(k) || t.cls&clsJudge != 0 {
		return nil
	}
	by := byRole
	list := t.cls&clsRolePlural != 0
	if apposition && !d.apposed(k) {
		return nil
	}
	m := d.parseName(k, by)
	if m == nil {
		return nil
	}
	if m.by == byRole && len(m.given) > 0 && len(m.surname) == 0 && apposition {
		return nil
	}
	m.list = list
	if m.gender == 0 && !list {
		switch {
		case t.cls&clsRoleMale != 0 && t.cls&clsRoleFemale == 0:
			m.gender = 'm'
		case t.cls&clsRoleFemale != 0 && t.cls&clsRoleMale == 0:
			m.gender = 'f'
		}
	}
	return m
}

// apposed tells whether an unknown name between commas stands at k: "der Kläger, Huber, …".
func (d *doc) apposed(k int) bool {
	if _, ok := d.given(k); ok || d.is(k, clsTitleHead) {
		return true
	}
	if !d.mark(k+1, ",") || d.isCommonNoun(k) || d.is(k, clsNeverName|clsPlace) {
		return false
	}
	// In German every noun has a capital: "Ärzte, Psychotherapeuten, …" is a list, "der Kläger, Huber, bestritt" is none.
	return d.lang != study.German || d.is(k-3, clsArticle) && d.at(k+2).shape == shapeLower && d.at(k+2).kind == kindWord && d.at(k+2).text != "und" && d.at(k+2).text != "oder"
}

// roleName tells whether the word at k, behind a role, is a name. A German noun is one only where the order of the sentence
// leaves no other reading: "Der Zeuge Recht sagte", not "wenn der Käufer Verbesserung verlangt".
func (d *doc) roleName(k int, m *mention) bool {
	t := d.at(k)
	if utf8.RuneCountInString(t.text) < 3 && !d.is(k, clsSchematic) || t.shape == shapeMixed && !strings.HasPrefix(t.text, "Mc") && !strings.HasPrefix(t.text, "Mac") {
		return false
	}
	if _, form := d.formAt(k); form != nil && form.weak {
		return false
	}
	switch d.lang {
	case study.German:
		if !d.notSurname(k) && !d.isNoun(t.text) {
			return true
		}
		role := k - 1
		start := role - 1
		first := d.at(start)
		witness := strings.HasPrefix(d.at(role).text, "Zeug") || strings.HasPrefix(d.at(role).text, "Sachverst")
		return m.by == byRole && (witness || d.lex.common[t.text]) && first.kind == kindWord && d.sentenceStart(start) && first.cls&(clsArticle|clsStop) != 0 && d.finite(k+1) &&
			utf8.RuneCountInString(t.text) <= 12 && !abstract(strings.ToLower(t.text)) || m.by == byLabel && d.lex.common[t.text]
	case study.English:
		return !d.lex.en[strings.ToLower(t.text)] || d.lex.common[t.text] && !d.sentenceStart(k-1)
	}
	return true
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
	m := d.parseName(i, byGiven)
	if m == nil {
		return nil
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
	if g.weak || t.cls&(clsPlace|clsCaseName|clsAuthor|clsOrgHead|clsPublic) != 0 || d.inCapsOnly(i) || t.shape == shapeUpper && !d.caps {
		return false
	}
	if prev.kind == kindWord && prev.cls&(clsDecision|clsTitle) != 0 && !d.sentenceStart(i) || prev.text == "St" || d.mark(i-1, ".") && d.at(i-2).text == "St" || prev.text == "Sankt" || prev.text == "Santa" || prev.text == "San" {
		return false
	}
	if d.mark(m.to, "/") && d.joined(m.to) || d.mark(m.to, "-") && d.joined(m.to) || d.is(m.to, clsOrgTail|clsStreetAfter) && d.lang == study.English || d.at(m.to).text == "&" {
		return false
	}
	if d.lang == study.German && (d.isNounExact(t.text) && !(d.sentenceStart(i) && d.finite(m.to)) || d.lex.lower[strings.ToLower(t.text)] && d.sentenceStart(i)) {
		return false
	}
	if d.lang == study.English && d.lex.en[strings.ToLower(t.text)] && d.sentenceStart(i) {
		return false
	}
	if d.lang == study.Polish && d.sentenceStart(i) && d.givens[t.text].gender == 0 && (d.lex.common[t.text] || utf8.RuneCountInString(t.text) < 5) {
		return false
	}
	return true
}

// isNounExact tells whether a word stands itself in the list of nouns.
func (d *doc) isNounExact(word string) bool { return d.lex.nouns[word] }

// initialName tells whether initials with a word are a name and no enumeration ("A. Gewährleistung") or section.
func (d *doc) initialName(i int, m *mention) bool {
	if len(m.surname) == 0 {
		return false
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

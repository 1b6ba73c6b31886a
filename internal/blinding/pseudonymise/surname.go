package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// readSurname reads particles and the surname; it gives k when there is none.
func (d *doc) readSurname(k int, m *mention, titled bool) int {
	start := k
	if len(m.given) > 0 && d.is(k, clsNobility) && d.nobleFollows(k+1) {
		k++ // Leopold Freiherr von Wartenstein
	}
	first := k
	if t := d.at(k).text; t == "der" || t == "den" || (t == "zum" || t == "zur" || t == "zu") && d.isCommonNoun(k+1) {
		return d.plainSurname(k, start, m, titled) // articles and prepositions begin no surname
	}
	for d.is(k, clsParticle) && d.free(k) && !d.at(k).line && k-first < 4 && (d.at(k).shape == shapeLower || d.at(k+1).capital() || d.is(k+1, clsParticle)) {
		if d.at(k).shape != shapeLower && !d.is(k+1, clsParticle) && !d.at(k+1).capital() || d.mark(k+1, "-") && d.at(k).text != "al" && d.at(k).text != "el" {
			break
		}
		k++
		if d.at(k).text == "und" && d.is(k+1, clsParticle) && d.at(k+1).shape == shapeLower {
			k++ // von und zu
		}
		if d.mark(k, ".") && d.at(k-1).text == "v" || d.mark(k, "-") && d.joined(k) && d.joined(k+1) {
			k++ // v. Arnim, al-Hassan
		}
	}
	if k > first {
		m.particle = d.text[d.tok[first].start:d.tok[k-1].end]
	}
	if k > start && (len(m.given) == 0 && m.by == byGiven && !titled || !d.surnameWord(k, m, titled)) {
		k, m.particle = start, ""
	}
	if m.by == byRole && k > start && len(m.given) == 0 && !titled {
		m.particle = ""
		return start
	}
	return d.plainSurname(k, start, m, titled)
}

// nobleFollows tells whether the name of a noble stands at k, behind the word for the rank: "Freiherr von Wartenstein", against "Rupert Graf
// den Anwalt".
func (d *doc) nobleFollows(k int) bool {
	t := d.at(k)
	if t.text == "der" || t.text == "den" || t.text == "am" || t.text == "de" {
		return d.at(k+1).capital() && !d.isCommonNoun(k+1)
	}
	return d.is(k, clsParticle) && t.shape == shapeLower || t.capital() && !d.isCommonNoun(k)
}

// plainSurname reads the surname at k; it gives start when there is none.
func (d *doc) plainSurname(k, start int, m *mention, titled bool) int {
	if !d.surnameWord(k, m, titled) {
		return start
	}
	next := d.surnameParts(k, m)
	switch {
	case len(m.given) == 0 && m.by != byList && d.unknownGiven(next, m):
		m.given, m.surname = []string{strings.Join(m.surname, "-")}, nil
		next = d.surnameParts(next, m)
	case d.secondSurname(next, m):
		next = d.surnameParts(next, m)
	}
	return next
}

// unknownGiven tells whether the word read as a surname is a first name no list knows, because another name follows: "Frau
// Nurcan Öztürk".
func (d *doc) unknownGiven(k int, m *mention) bool {
	t := d.at(k)
	if !t.capital() || t.line || !t.gap || !d.free(k) || utf8.RuneCountInString(t.text) < 3 || t.shape == shapeMixed || d.inCapsOnly(k) ||
		t.cls&(clsNeverName|clsPostnominal|clsTitle|clsPlace|clsVerb|clsMaiden|clsOrgHead|clsAddress|clsPublic|clsDecision) != 0 || d.compoundTail(k) {
		return false
	}
	if _, form := d.formAt(k); form != nil {
		return false
	}
	if !d.isCommonNoun(k) {
		return true
	}
	return d.lex.common[title(t.text)] && (d.lang != study.German || d.closesName(k))
}

// closesName tells whether the German word at k, a noun that is a surname too, ends a name: the subject before its verb or a name before
// a mark. "weil Herr Gruber Recht hat" and "gab Frau Gruber Recht." are no names.
func (d *doc) closesName(k int) bool {
	if set := rightOf[d.at(k).text]; set {
		return false
	}
	next := d.at(k + 1)
	return next.kind == kindPunct || next.text == "und" || next.text == "sowie" || d.finite(k+1) || next.cls&clsVerb != 0
}

// agentNoun tells whether the German word at k says what somebody does: Schriftführerin, Kranführer, Zedent.
func (d *doc) agentNoun(k int) bool {
	t := d.at(k)
	if t.shape != shapeTitle || utf8.RuneCountInString(t.text) < 6 || d.lang != study.German {
		return false
	}
	for _, end := range []string{"erin", "istin", "entin", "antin", "orin", "ler", "rer", "ter", "ger", "ner", "ker", "cher", "ist", "ent", "ant", "or"} {
		if strings.HasSuffix(t.text, end) {
			return true
		}
	}
	return false
}

// rightOf are nouns that join a verb without an article and are surnames too: Recht haben, Rat suchen.
var rightOf = set(strings.Fields("Recht Rat Stand Ruhe Mut Not Lust Zeit Geld Licht Luft Wein Bier Brot Stein Holz Eis Angst Platz Anlass"))

// surnameParts reads one surname with its hyphens and apostrophe.
func (d *doc) surnameParts(k int, m *mention) int {
	text, next := d.at(k).text, k+1
	if d.mark(next, "'") && d.joined(next) && d.joined(next+1) && d.at(next+1).capital() && utf8.RuneCountInString(text) <= 2 {
		text, next = text+"'"+d.at(next+1).text, next+2 // O'Brien
	}
	m.surname = append(m.surname, text)
	for d.mark(next, "-") && d.joined(next) && d.joined(next+1) && d.at(next+1).capital() && d.free(next+1) {
		m.surname = append(m.surname, d.at(next+1).text)
		next += 2
	}
	return next
}

// secondSurname tells whether the word after a surname belongs to it: García López, Emily Carter Brown.
func (d *doc) secondSurname(k int, m *mention) bool {
	t := d.at(k)
	if len(m.given) == 0 || !t.capital() || t.line || !d.free(k) || utf8.RuneCountInString(t.text) < 3 || t.cls&(clsNeverName|clsPostnominal|clsTitle|clsPlace|clsVerb|clsMaiden|clsOrgHead) != 0 || d.isCommonNoun(k) {
		return false
	}
	if d.lang == study.German {
		middle := d.at(k - 1).text
		return foreign(t.text) || foreign(m.surname[len(m.surname)-1]) || middle == "Thi" || middle == "Van"
	}
	return t.shape == d.at(k-1).shape && (d.lang == study.English || foreign(t.text))
}

// foreign tells whether a word has letters that German surnames do not have.
func foreign(word string) bool {
	lower := strings.ToLower(word)
	for _, end := range foreignEndings {
		if strings.HasSuffix(lower, end) && len(lower) > len(end)+1 {
			return true
		}
	}
	return strings.ContainsAny(strings.ToLower(word), "áéíóúñćčšžçğışășțłńřěůàèêëâîôåøæ")
}

// foreignEndings are endings of surnames from abroad that no German noun has.
var foreignEndings = strings.Fields("ini adi idi imi oui enko ovic evic ovich adze shvili yan oglu poulos akis idis escu eanu ullah zadeh ska ski wicz czyk")

// surnameWord tells whether the word at k may be a surname here.
func (d *doc) surnameWord(k int, m *mention, titled bool) bool {
	t := d.at(k)
	if !t.capital() || !d.free(k) || k > m.from && (t.line || d.tok[k].start-d.tok[k-1].end > 2) || t.kind != kindWord {
		return false
	}
	n := utf8.RuneCountInString(t.text)
	if n < 2 && !(d.mark(k+1, "'") && d.at(k+2).capital() && d.joined(k+2)) || d.compoundTail(k) {
		return false
	}
	if m.by == byList || m.particle != "" && len(m.given) > 0 && t.cls&clsNeverName == 0 {
		return true
	}
	if t.cls&clsHonor != 0 || d.inCapsOnly(k) || d.is(k, clsVersus) {
		return false
	}
	strong := m.by == byHonorific || titled
	if strong {
		return t.cls&clsAddress == 0 && t.cls&clsTitleHead == 0 && (t.cls&clsStop == 0 || d.lex.common[t.text] || t.cls&clsSchematic != 0) || d.nameNotOffice(k, m)
	}
	if t.cls&(clsStop|clsOrgHead|clsPublic) != 0 && !(d.lex.common[title(t.text)] && (len(m.given) > 0 || m.by == byRole && d.finite(k+1))) {
		return false
	}
	if len(m.given) > 0 {
		if t.cls&(clsRole|clsProfession|clsOrgCue) != 0 && !d.lex.common[title(t.text)] && !(d.lang == study.Polish && t.shape == shapeTitle && t.cls&(clsStop|clsHonor|clsOrgCue) == 0) {
			return false
		}
		if d.lang == study.German && k > 0 && d.genitiveGiven(k-1) && (d.isNoun(t.text) || abstract(strings.ToLower(t.text))) {
			return false // "Ninas Rad": what she owns
		}
		if d.lang == study.English && t.cls&clsStreetAfter != 0 && !d.lex.common[t.text] {
			return false
		}
		if d.lang == study.German && k > 0 && !d.genitiveGiven(k-1) && !d.givens[title(d.at(k-1).text)].weak && (d.sentenceStart(m.from) && d.finite(k+1) || (d.sentenceStart(m.from) || d.is(m.from-1, clsRole|clsProfession)) && !abstract(strings.ToLower(t.text))) {
			return true // a noun behind a first name that opens the sentence is its surname
		}
		if d.lang == study.German && k > 0 && !d.genitiveGiven(k-1) && d.agentNoun(m.from-1) && d.closesName(k) && !abstract(strings.ToLower(t.text)) {
			return true // "Schriftführerin Ulrike Rauscher."
		}
		if d.lang == study.German && k > 0 && d.mark(m.from-1, ",") && d.mark(k+1, ",") && !d.genitiveGiven(k-1) && !d.givens[title(d.at(k-1).text)].weak && !abstract(strings.ToLower(t.text)) && !rightOf[t.text] {
			return true // "der Geschäftsführer, Rupert Holzer, kannte"
		}
		if d.lang == study.English && d.capitalTells(k) {
			return true
		}
		return !d.notSurname(k)
	}
	if m.by == byRole && d.tradeBehindRole(k) {
		return true
	}
	return t.cls&(clsRole|clsProfession|clsPlace|clsOrgCue|clsTitle) == 0 && d.roleName(k, m)
}

// capitalTells tells whether the capital of an ordinary English word behind a first name makes it a surname: "Jonah Petty gave evidence".
// Where the words around it have capitals too, it is a title or a defined term.
func (d *doc) capitalTells(k int) bool {
	g, known := d.given(k - 1)
	t := d.at(k)
	if !known || g.weak || t.shape != shapeTitle || t.cls&^(clsCaseName|clsAuthor|clsTown) != 0 {
		return false
	}
	return !d.at(k+1).capital() && !(d.at(k-2).capital() && !d.sentenceStart(k-2))
}

// genitiveGiven tells whether the word at i is a first name only without its s: in "Mandys Anteil" no surname follows.
func (d *doc) genitiveGiven(i int) bool {
	word := title(d.at(i).text)
	return strings.HasSuffix(word, "s") && d.givens[word].gender == 0
}

// compoundTail tells whether the word at k is followed by a hyphen and a common noun: "Huber-Vertrag".
func (d *doc) compoundTail(k int) bool {
	if !d.mark(k+1, "-") || !d.joined(k+1) || !d.joined(k+2) {
		return false
	}
	return d.at(k+2).kind != kindWord || !d.at(k+2).capital() || d.lang == study.German && d.notSurname(k+2)
}

// inCapsOnly tells whether a word of capitals is an abbreviation rather than a name in capitals.
func (d *doc) inCapsOnly(k int) bool {
	t := d.at(k)
	if t.shape != shapeUpper || d.caps {
		return false
	}
	return utf8.RuneCountInString(t.text) < 3 || utf8.RuneCountInString(t.text) < 5 && d.at(k-1).shape != shapeUpper && !d.at(k-1).capital()
}

// nameNotOffice tells whether an office after an honorific is a name: "Frau Richter" with the male word.
func (d *doc) nameNotOffice(k int, m *mention) bool {
	t := d.at(k)
	if t.cls&clsAddress != 0 || t.cls&clsStop != 0 && !d.lex.common[t.text] {
		return false
	}
	return d.lex.common[t.text] || t.cls&(clsRole|clsProfession) == 0
}

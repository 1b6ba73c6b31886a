package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// testifies tells whether a sentence goes on behind the name of a witness: with what the witness did, or with somebody else. "weil der
// Zeuge Recht hat" does not.
func (d *doc) testifies(k int) bool {
	t := d.at(k)
	switch t.text {
	case "und", "sowie":
		return d.is(k+1, clsArticle|clsRole|clsHonor|clsProfession)
	case "hat", "hatte", "habe", "hätte", "bekam", "bekommt", "behielt", "behält", "gibt", "gab":
		return false
	}
	return d.finite(k) && !(adjective(t.text) && d.at(k+1).capital()) || t.cls&clsVerb != 0
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
	if d.is(k, clsRole|clsProfession|clsHonor|clsLabel) && !(!apposition && d.tradeBehindRole(k)) || d.at(k).line || d.schematicPerson(k) || t.cls&clsJudge != 0 {
		return nil
	}
	by := byRole
	list := t.cls&clsRolePlural != 0
	if apposition && !d.apposed(k) {
		return nil
	}
	m := d.parseName(k, by)
	if m == nil || len(m.given) == 0 && d.officeOfPlace(i) && adjectivalGender(d.at(k).text) != 0 {
		return nil
	}
	if m.by == byRole && len(m.given) > 0 && len(m.surname) == 0 && apposition {
		return nil
	}
	m.list = list
	if m.gender == 0 && !list && !d.genitiveOfRole(m) {
		switch {
		case t.cls&clsRoleMale != 0 && t.cls&clsRoleFemale == 0:
			m.gender = 'm'
		case t.cls&clsRoleFemale != 0 && t.cls&clsRoleMale == 0:
			m.gender = 'f'
		}
	}
	return m
}

// tradeBehindRole tells whether the word at k, a trade or office that is a surname too, is the name of the person in the role before it:
// "Der Zeuge Bauer hat nichts gesehen", "die Aussage des Zeugen Koch". "weil der Käufer Kaufmann ist" says what somebody is.
func (d *doc) tradeBehindRole(k int) bool {
	t, role := d.at(k), d.at(k-1)
	if d.lang != study.German || !d.lex.common[t.text] || t.shape != shapeTitle || t.line || !d.free(k) || role.cls&(clsRole|clsProfession) == 0 || role.cls&clsRole == 0 && role.cls&clsAddress == 0 || d.compoundTail(k) {
		return false
	}
	next := d.at(k + 1)
	goesOn := next.cls&clsVerb != 0 && next.shape == shapeLower || d.finite(k+1) || (next.text == "und" || next.text == "sowie") && d.is(k+2, clsArticle|clsRole|clsHonor)
	if first := k - 2; goesOn && (d.sentenceStart(k-1) || d.sentenceStart(first) && d.is(first, clsArticle|clsStop)) {
		return true
	}
	if next.text == "von" || d.copulaBehind(k) {
		return false
	}
	oblique := strings.HasSuffix(role.text, "n") && !strings.HasSuffix(role.text, "in") || strings.HasSuffix(role.text, "s")
	switch d.at(k - 2).text {
	case "dem", "des", "den":
		return oblique && (goesOn || next.kind == kindPunct || next.shape == shapeLower)
	case "der", "die", "Der", "Die":
		if before := d.at(k - 3).text; (before == "und" || before == "sowie") && d.person(k-4) {
			return goesOn // "Der Kläger Pfleger und der Beklagte Reiter einigten sich"
		}
		witness := strings.HasPrefix(role.text, "Zeug") || strings.HasPrefix(role.text, "Sachverst")
		return witness && !rightOf[t.text] && (goesOn || next.kind == kindPunct)
	}
	return false
}

// joinsRole tells whether another person follows at k: "Die Klägerin Berg und die Zeugin Stern".
func (d *doc) joinsRole(k int) bool {
	return (d.at(k).text == "und" || d.at(k).text == "sowie") && (d.is(k+1, clsRole|clsHonor) || d.is(k+1, clsArticle) && d.is(k+2, clsRole|clsProfession))
}

// copulaBehind tells whether the clause ends behind k with a verb that says what somebody is.
func (d *doc) copulaBehind(k int) bool {
	switch d.at(k + 1).text {
	case "ist", "war", "sei", "wäre", "wird", "wurde", "bleibt", "blieb", "sein", "gewesen", "geworden", "werden", "sind", "waren":
		return true
	}
	return false
}

// genitiveOfRole tells whether the Polish name behind a role may be in the genitive, so that it is another's: "żona Dudka", the wife of
// Dudek.
func (d *doc) genitiveOfRole(m *mention) bool {
	if d.lang != study.Polish || len(m.given) > 0 || len(m.surname) == 0 {
		return false
	}
	last := strings.ToLower(m.surname[len(m.surname)-1])
	return strings.HasSuffix(last, "a") || strings.HasSuffix(last, "y") || strings.HasSuffix(last, "i")
}

// officeOfPlace tells whether a Polish office at i is called after its district: "Starosta Poznański".
func (d *doc) officeOfPlace(i int) bool {
	lower := strings.ToLower(d.at(i).text)
	for _, office := range []string{"starost", "wojewod", "marszał", "konserwator", "kurator", "inspektor", "komendant", "dyrektor", "rzecznik"} {
		if d.lang == study.Polish && strings.HasPrefix(lower, office) && d.at(i).capital() {
			return true
		}
	}
	return false
}

// apposed tells whether an unknown name between commas stands at k: "der Kläger, Huber, …".
func (d *doc) apposed(k int) bool {
	if _, ok := d.given(k); ok || d.is(k, clsTitleHead) {
		return true
	}
	if d.lang == study.English && d.unknownName(k) && d.unknownName(k+1) && (d.mark(k+2, ",") || d.mark(k+2, ".")) {
		return true // the patient, Sadiq Rahman, …
	}
	if !d.mark(k+1, ",") || d.isCommonNoun(k) || d.is(k, clsNeverName|clsPlace) {
		return false
	}
	// In German every noun has a capital: "Ärzte, Psychotherapeuten, …" is a list, "der Kläger, Huber, bestritt" is none.
	return d.lang != study.German || d.is(k-3, clsArticle) && d.at(k+2).shape == shapeLower && d.at(k+2).kind == kindWord && d.at(k+2).text != "und" && d.at(k+2).text != "oder"
}

// prefixed tells whether the short word at k is the first part of a surname: O'Neill, Al-Hassan.
func (d *doc) prefixed(k int) bool {
	return (d.mark(k+1, "'") || d.mark(k+1, "-")) && d.joined(k+1) && d.joined(k+2) && d.at(k+2).capital() && d.at(k+2).shape == shapeTitle
}

// roleName tells whether the word at k, behind a role, is a name. A German noun is one only where the order of the sentence
// leaves no other reading: "Der Zeuge Recht sagte", not "wenn der Käufer Verbesserung verlangt".
func (d *doc) roleName(k int, m *mention) bool {
	t := d.at(k)
	if utf8.RuneCountInString(t.text) < 3 && !d.is(k, clsSchematic) && !d.prefixed(k) || t.shape == shapeMixed && !strings.HasPrefix(t.text, "Mc") && !strings.HasPrefix(t.text, "Mac") {
		return false
	}
	if _, form := d.formAt(k); form != nil && form.weak || d.words[strings.TrimSuffix(t.text, "s")]&clsPlace != 0 {
		return false
	}
	switch d.lang {
	case study.German:
		if !d.notSurname(k) && !d.isNoun(t.text) {
			return true
		}
		role := k - 1
		if d.lex.common[t.text] && (strings.HasPrefix(d.at(role).text, "Zeug") || strings.HasPrefix(d.at(role).text, "Sachverst")) && d.testifies(k+1) {
			return true // "Zeugin Engel und der Zeuge Frei blieben dabei"
		}
		start := role - 1
		first := d.at(start)
		witness := strings.HasPrefix(d.at(role).text, "Zeug") || strings.HasPrefix(d.at(role).text, "Sachverst")
		return m.by == byRole && (witness || d.lex.common[t.text]) && first.kind == kindWord && d.sentenceStart(start) && first.cls&(clsArticle|clsStop) != 0 && (d.finite(k+1) || d.lex.common[t.text] && d.joinsRole(k+1)) &&
			utf8.RuneCountInString(t.text) <= 12 && !abstract(strings.ToLower(t.text)) || m.by == byLabel && d.lex.common[t.text]
	case study.English:
		acts := d.at(k+1).cls&clsVerb != 0 && !auxiliary[d.at(k+1).text] || strings.HasSuffix(d.at(k+1).text, "ed")
		return !d.lex.en[strings.ToLower(t.text)] || d.lex.common[t.text] && (!d.sentenceStart(k-1) || acts && d.at(k+1).shape == shapeLower)
	}
	return true
}

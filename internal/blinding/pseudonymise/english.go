package pseudonymise

import (
	"slices"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// Only names have a capital inside an English sentence. These rules read what follows from that: first names that are ordinary words
// too, surnames no list knows, and families.

// placing are small words behind which a capital is rather a place, a judge or a book than a person who acts.
var placing = set(strings.Fields("in at near of per re under via within outside the a an"))

// wordName tells whether a word that is both an English word and a first name stands as a name at i: by its capital inside a sentence,
// or by what follows where it opens one: "against Joy", "Frank's claim", "Ivy and Jasper agreed".
func (d *doc) wordName(i int) bool {
	t := d.at(i)
	if d.lang != study.English || t.shape != shapeTitle || !d.lex.givenWords[t.text] {
		return false
	}
	next, prev := d.at(i+1), d.at(i-1)
	if next.capital() && !next.line || next.kind == kindNumber || d.mark(i+1, "-") {
		return false
	}
	if d.mark(i+1, "'") && prev.cls&clsArticle == 0 && !prev.capital() {
		return d.at(i+2).text == "s" && d.at(i+3).shape == shapeLower
	}
	if d.sentenceStart(i) {
		switch {
		case next.text == "and", next.text == "or":
			return d.firstNamed(i + 2)
		case d.mark(i+1, ","):
			return d.at(i+2).text == "aged" || d.at(i+2).text == "who" || d.firstNamed(i+2)
		}
		return false
	}
	if d.sentenceStart(i-1) && prev.cls&clsStop != 0 && prev.cls&clsArticle == 0 && !placing[strings.ToLower(prev.text)] {
		return next.cls&clsVerb != 0 && next.shape == shapeLower // If Dean sues
	}
	if prev.kind == kindPunct {
		return (prev.text == "," || prev.text == "(") && d.firstNamed(i-2)
	}
	if (prev.text == "and" || prev.text == "or") && !d.firstNamed(i-2) && d.at(i-2).capital() {
		return false
	}
	return prev.shape == shapeLower && prev.cls&clsArticle == 0 && !placing[prev.text] && d.inProse(i)
}

// fullNameActs tells whether an English word that is a first name too opens a sentence with a surname behind it and what the person did:
// "Will Marsh made a will". A question has the infinitive: "Will Marsh make a will?".
func (d *doc) fullNameActs(i int) bool {
	surname, verb := d.at(i+1), d.at(i+2)
	if d.lang != study.English || !d.sentenceStart(i) || surname.shape != shapeTitle || surname.line || !surname.gap || !d.free(i+1) || surname.cls&clsNeverName != 0 || verb.shape != shapeLower {
		return false
	}
	if !d.lex.common[surname.text] && d.lex.en[strings.ToLower(surname.text)] {
		return false
	}
	return verb.cls&clsVerb != 0 && !auxiliary[verb.text] && (strings.HasSuffix(verb.text, "ed") || strings.HasSuffix(verb.text, "s") || past[verb.text])
}

// past are verbs of the past that no infinitive shares.
var past = set(strings.Fields("made sold gave lent paid took bought told sent left went came said held built hid lost wrote drove fell knew saw found brought spoke broke chose kept met ran sued fought sought taught thought stood was had"))

// firstNamed tells whether the word at i is a first name in a list.
func (d *doc) firstNamed(i int) bool {
	_, known := d.givens[d.at(i).text]
	return known && d.at(i).shape == shapeTitle
}

// inProse tells whether the line around i is a sentence and no heading: some word behind a capital is a verb, or it ends with a mark.
func (d *doc) inProse(i int) bool {
	for k := i + 1; k < min(i+40, len(d.tok)); k++ {
		if d.tok[k].line {
			return d.mark(k-1, ".") || d.mark(k-1, ";") || d.mark(k-1, "?")
		}
		if t := d.at(k); t.cls&clsVerb != 0 && t.shape == shapeLower || d.mark(k, ".") {
			return true
		}
	}
	return d.mark(len(d.tok)-1, "?")
}

// byUnknownPair reads two words no list knows that do something: "Sadiq Rahman alleged"; or a name behind an Irish particle:
// "Ruairí Ó Briain".
func (d *doc) byUnknownPair(i int) *mention {
	if d.lang != study.English || !d.unknownName(i) || d.at(i+1).line || !d.at(i+1).gap {
		return nil
	}
	m := &mention{from: i, by: byGiven, given: []string{d.at(i).text}}
	k := i + 1
	if irish[d.at(k).text] && d.at(k+1).capital() && d.free(k) && d.free(k+1) && !d.at(k+1).line {
		m.particle, m.surname, m.to = d.at(k).text, []string{d.at(k + 1).text}, k+2
		return d.notLiterature(m)
	}
	prev := d.at(i - 1)
	if d.ownsSomething(i) && (d.sentenceStart(i) || clauseStart[prev.text]) && !d.knownWord(d.at(i).text) {
		m.given, m.surname, m.either, m.to = nil, m.given, true, i+1
		return m
	}
	if !d.unknownName(k) || prev.capital() && !d.sentenceStart(i) || prev.cls&(clsDecision|clsSourceBefore) != 0 || d.mark(i-1, "/") || d.mark(i-1, "&") {
		return nil
	}
	if d.knownWord(d.at(i).text) || d.knownWord(d.at(k).text) {
		return nil
	}
	next := d.at(k + 1)
	acts := next.cls&clsVerb != 0 && next.shape == shapeLower && next.gap
	apposed := d.mark(i-1, ",") && d.is(i-2, clsRole|clsProfession) && (d.mark(k+1, ",") || d.mark(k+1, "."))
	receives := gives[prev.text] && (next.cls&clsArticle != 0 || next.text == "£" || next.text == "€" || next.text == "to" || next.text == "for" || next.kind == kindNumber)
	if !acts && !apposed && !receives {
		return nil
	}
	m.surname, m.to = []string{d.at(k).text}, k+1
	return d.notLiterature(m)
}

// gives are verbs behind which somebody stands to whom something is given, told or done.
var gives = set(strings.Fields("sold gave lent paid owed owes sent offered promised told handed showed granted leased sells gives lends pays sends offers promises tells hired hires asked asks"))

// ownsSomething tells whether an unknown word at i acts on what is his or hers: "Priyanka told her flatmate". Firms have an "its".
func (d *doc) ownsSomething(i int) bool {
	verb, owned := d.at(i+1), d.at(i+2).text
	return verb.cls&clsVerb != 0 && verb.shape == shapeLower && !auxiliary[verb.text] && (owned == "her" || owned == "his") && !bestows[verb.text] && utf8.RuneCountInString(d.at(i).text) > 2
}

// bestows are verbs behind which "her" receives something, whatever acts.
var bestows = set(strings.Fields("gave gives left leaves brings brought made makes allows allowed grants granted denies denied offers offered costs paid pays owes owed"))

// knownWord tells whether a firm that begins with a word, or a person of that surname, was found before in the text.
func (d *doc) knownWord(word string) bool {
	lower := strings.ToLower(word)
	for _, f := range d.found[max(0, len(d.found)-lookBack):] {
		if f.kind == "ORG" && strings.HasPrefix(f.key, lower) || f.mention != nil && slices.Contains(f.mention.surname, word) {
			return true
		}
	}
	return false
}

// lookBack is how many findings back a firm or person is looked for, so that time stays linear.
const lookBack = 400

// irish are particles of Irish surnames.
var irish = map[string]bool{"Ó": true, "Ní": true, "Nic": true, "Mac": true, "Uí": true, "Ui": true}

// byPlural reads a family: "The Wilsons sold the cottage".
func (d *doc) byPlural(i int) *mention {
	t := d.at(i)
	base, plural := strings.CutSuffix(t.text, "s")
	if d.lang != study.English || !plural || t.shape != shapeTitle || utf8.RuneCountInString(base) < 4 || d.at(i-1).text != "The" && d.at(i-1).text != "the" || !d.free(i) {
		return nil
	}
	next := d.at(i + 1)
	if t.cls&^clsAuthor != 0 || d.words[base]&^(clsAuthor|clsCaseName) != 0 || d.lex.en[strings.ToLower(t.text)] || d.lex.en[strings.ToLower(base)] && !d.lex.common[base] {
		return nil
	}
	if next.cls&clsVerb == 0 && !familyVerb[next.text] || next.shape != shapeLower || next.text == "is" || next.text == "was" || next.text == "has" {
		return nil
	}
	return &mention{from: i, to: i + 1, surname: []string{base}, plural: true, by: byHonorific}
}

// familyVerb are verbs in the form in which families are their subject.
var familyVerb = set(strings.Fields("live own owe sell buy want claim refuse agree seek argue rent pay occupy keep allege deny intend wish need have are were sue rely complain let hold ask"))

// byNaming reads the name behind "named", "namens", "o nazwisku" where a person is named so.
func (d *doc) byNaming(i int) *mention {
	switch d.at(i).text {
	case "named", "namens", "nazwiskiem", "nazwisku":
	default:
		return nil
	}
	who := d.at(i - 1)
	if who.cls&(clsRole|clsProfession) == 0 && !people[who.text] && !strings.HasSuffix(who.text, "er") && !strings.HasSuffix(who.text, "or") && !strings.HasSuffix(who.text, "ist") &&
		!strings.HasSuffix(who.text, "man") && d.lang != study.Polish {
		return nil
	}
	if d.at(i+1).line || !d.at(i+1).capital() {
		return nil
	}
	return d.parseName(i+1, byHonorific)
}

// people are words for persons that are no role.
var people = set(strings.Fields("man woman person boy girl gentleman lady individual somebody someone Mann Frau Person Herr Bub Mädchen Dame Jugendlicher Mensch Bekannter"))

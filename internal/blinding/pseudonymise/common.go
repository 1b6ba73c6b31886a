package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// abstract tells whether a German word in lower case ends like an abstract noun; surnames do not share these endings.
func abstract(lower string) bool {
	for _, end := range abstractEndings {
		if strings.HasSuffix(lower, end) {
			return !strings.HasSuffix(end, "nz") || utf8.RuneCountInString(lower) >= shortestAbstract
		}
	}
	return false
}

// shortestAbstract is the length from which a word in -anz or -enz is no surname: Instanz, but Lenz, Kranz and Lorenz.
const shortestAbstract = 7

var abstractEndings = strings.Fields(`ung ungen heit heiten keit keiten schaft schaften tion tionen tät täten nis nisse nissen nisses ismus ment ments
	mente anz enz enzen ieren`)

// isCommonNoun tells whether the word at i is an ordinary word of its language: a German noun, an English word. Words
// that are surnames too count as common.
func (d *doc) isCommonNoun(i int) bool {
	t := d.at(i)
	if t.kind != kindWord {
		return false
	}
	switch d.lang {
	case study.German:
		return d.isNoun(t.text)
	case study.English:
		return d.lex.en[strings.ToLower(t.text)]
	}
	return t.cls&clsStop != 0 || d.lex.common[t.text]
}

// isNoun tells whether a German word is a common noun, an adjective used as one, or a compound of them.
func (d *doc) isNoun(word string) bool {
	noun, ok := d.memo.nouns[word]
	if !ok {
		noun = d.lex.isNoun(word)
		d.memo.nouns[word] = noun
	}
	return noun
}

func (lex *lexicon) isNoun(word string) bool {
	if n := utf8.RuneCountInString(word); n > 3 && strings.ToUpper(word) == word {
		word = title(word)
	}
	if lex.nouns[word] || lex.common[word] {
		return true
	}
	lower := strings.ToLower(word)
	if lex.lower[lower] || abstract(lower) || lex.inflectedNoun(word) {
		return true
	}
	if participle(lower) {
		return true
	}
	if lex.surnameTail(lower) {
		return false
	}
	for i := range lower {
		if i >= 3 && len(lower)-i >= 4 && lex.heads[lower[i:]] {
			return true
		}
	}
	return lex.compound(lower)
}

// participle tells whether a word is a participle used as a noun: Behandelnde, Berechtigter.
func participle(lower string) bool {
	stem := strings.TrimRight(lower, "nmrs")
	for _, end := range []string{"ende", "elnde", "ernde", "igte", "ierte"} {
		if strings.HasSuffix(stem, end) && utf8.RuneCountInString(stem) >= 8 {
			return true
		}
	}
	return false
}

// inflectedNoun tells whether a word is a noun of the list with an ending.
func (lex *lexicon) inflectedNoun(word string) bool {
	for _, end := range []string{"s", "es", "n", "en", "e", "er", "ern"} {
		if base, ok := strings.CutSuffix(word, end); ok && len(base) > 3 && lex.nouns[base] {
			return true
		}
	}
	return false
}

// compound tells whether a word is put together from two nouns of the list: Terrassentüren. Last parts that surnames share
// (-bauer, -berger, -mann) prove nothing.
func (lex *lexicon) compound(lower string) bool {
	for i := range lower {
		if i < 4 || len(lower)-i < 4 {
			continue
		}
		tail := title(lower[i:])
		if !lex.nouns[tail] && !lex.inflectedNoun(tail) {
			continue
		}
		head := title(lower[:i])
		if compoundHeads[lower[:i]] && (lex.nouns[tail] || lex.inflectedNoun(tail)) && !lex.surnameTail(lower) {
			return true // Alleinverschulden, Rückzahlung
		}
		if lex.nouns[head] || lex.inflectedNoun(head) || abstract(strings.TrimSuffix(lower[:i], "s")) {
			return true
		}
	}
	return false
}

// compoundHeads are first parts of German compounds that are no nouns themselves.
var compoundHeads = set(strings.Fields("allein mit gegen über unter vor nach zwischen neben haupt gesamt teil selbst fremd eigen nicht voll rück wieder fern hoch " +
	"tief erst zweit dritt mehr minder sonder grund höchst mindest einzel doppel ober unter außen innen binnen sofort schnell dauer ersatz zusatz rest schluss"))

// surnameTail tells whether a word ends like a surname.
func (lex *lexicon) surnameTail(lower string) bool {
	for _, end := range lex.surnameEnd {
		if strings.HasSuffix(lower, end) || strings.HasSuffix(lower, end+"s") || strings.HasSuffix(lower, end+"es") {
			return true
		}
	}
	return false
}

// notSurname tells whether a common word can not be a surname even behind a first name.
func (d *doc) notSurname(i int) bool {
	t := d.at(i)
	word := t.text
	if t.shape == shapeUpper {
		word = title(word)
	}
	if d.lex.common[word] || d.lex.common[strings.TrimSuffix(word, "s")] {
		return false
	}
	switch d.lang {
	case study.German:
		return d.isNoun(word)
	case study.English:
		return d.lex.en[strings.ToLower(word)]
	}
	return false
}

// finite tells whether the word at i may be the finite verb of a sentence.
func (d *doc) finite(i int) bool {
	t := d.at(i)
	if t.kind != kindWord || t.shape != shapeLower {
		return false
	}
	if t.cls&clsVerb != 0 {
		return true
	}
	if t.cls&clsArticle != 0 || utf8.RuneCountInString(t.text) < 4 {
		return false
	}
	var ends []string
	switch d.lang {
	case study.German:
		ends = []string{"t", "te", "ten", "en", "ieß", "ahm", "ief", "og", "and", "ang", "ug", "ging", "fing", "prach", "rach", "rieb", "blieb", "schied", "mied", "riet", "wies", "loss", "goss", "litt", "ritt", "bot", "hob", "lud", "starb", "warf", "traf", "gab", "kam", "bat", "trat", "schwieg", "stieg", "lieh", "fiel", "fahl", "saß", "gaß"}
	case study.English:
		ends = []string{"ed", "s"}
	default:
		ends = []string{"ł", "ła", "li", "ły", "ło", "je", "ją", "ał", "ała", "ił", "iła", "zie", "ci", "si", "wa", "ma", "da", "ga", "ra", "ta", "ie"}
	}
	for _, e := range ends {
		if strings.HasSuffix(t.text, e) {
			return true
		}
	}
	return false
}

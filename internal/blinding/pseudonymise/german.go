package pseudonymise

import (
	"strings"
	"unicode/utf8"
)

// germanName tells whether a German word stands as a name. Common nouns are names without an article only: behind a
// preposition, before their verb, in the genitive, or beside another name.
func (d *doc) germanName(i, to int, word string, start bool) bool {
	base := strings.TrimSuffix(word, "s")
	prev, next := d.at(i-1), d.at(to)
	if (next.text == "und" || next.text == "oder") && d.adverb(word) && d.at(to+1).capital() && d.adverb(d.at(to+1).text) {
		return false // Jung und Alt
	}
	if !d.isNoun(word) && !d.isNoun(base) {
		return true
	}
	if !d.plainWord(word) && !d.plainWord(base) {
		lower := strings.ToLower(prev.text)
		return prev.kind != kindWord || d.words[lower]&clsArticle == 0 && (!predicate[lower] || d.describes(to)) // Strauß, Schütz: rare as nouns
	}
	if start {
		if d.adverb(word) && (copula[next.text] && d.subjectBehind(to) || copula[d.at(to+1).text]) {
			return false // "Groß war der Schaden.", "Stark betrunken war sie."
		}
		genitive := word != base && next.capital() && d.isCommonNoun(to)
		return d.finite(to) || genitive
	}
	if !d.lex.common[word] && !d.lex.common[base] && d.lex.nouns[word] {
		return false
	}
	switch {
	case prev.kind == kindNumber, prev.cls&clsArticle != 0, prev.kind == kindWord && d.words[strings.ToLower(prev.text)]&clsArticle != 0:
		return false
	case prev.kind == kindWord && (prev.shape == shapeLower || d.sentenceStart(i-1) && d.lex.lower[strings.ToLower(prev.text)]):
		if predicate[strings.ToLower(prev.text)] {
			return bearer(base) && d.describes(to)
		}
		switch strings.ToLower(prev.text) {
		case "ohne", "mit", "in", "auf", "unter", "bei", "aus", "um", "durch", "an", "außer", "seit", "trotz", "mangels", "binnen", "per", "pro":
			return bearer(base) // "auf Stein gebaut", but "kommt auf Müller an"
		case "und", "oder", "sowie":
			return i > 1 && d.owner[i-2] > free && d.found[d.owner[i-2]-1].kind == "PERSON"
		}
		if d.lex.nouns[word] && !bearer(base) {
			inverted := d.finite(i-1) && (next.capital() || next.cls&clsArticle != 0 || !rightOf[base] && !mass[base])
			return naming[strings.ToLower(prev.text)] || inverted || d.finite(to)
		}
		if adjective(prev.text) && d.words[prev.text]&clsVerb == 0 && !preposition[prev.text] && !d.finite(i-1) {
			return false
		}
		return true
	case prev.kind == kindPunct && (prev.text == "," || prev.text == "("):
		return d.finite(to) || next.kind == kindPunct || next.capital()
	}
	return prev.kind == kindPunct || d.finite(to)
}

// subjectBehind tells whether the subject of a sentence follows its verb at k, so that the word before it is none: "Weiß war die Wand"
// against "Weiß wurde am Montag befragt".
func (d *doc) subjectBehind(k int) bool {
	t := d.at(k + 1)
	switch t.text {
	case "am", "im", "vom", "zum", "beim", "an", "in", "von", "bei", "mit", "zu", "nach", "vor", "als", "nicht", "auch", "bereits", "schon", "zunächst", "daher", "deshalb", "dabei", "dort", "damals", "seit", "stets", "nie", "noch":
		return false
	}
	return !(t.kind == kindWord && t.shape == shapeLower && t.cls&clsArticle == 0 && strings.HasPrefix(t.text, "ge"))
}

// describes tells whether an adjective follows, so that the word before it is who is described: "ist Baumann zuständig" against
// "ist Schneider von Beruf".
func (d *doc) describes(i int) bool {
	t := d.at(i)
	switch t.text {
	case "gewesen", "geworden", "iSd", "iSv", "laut", "gemäß", "tätig", "seit", "sowie", "bzw", "ohne", "also", "aber":
		return false
	}
	return t.kind == kindWord && t.shape == shapeLower && t.cls&(clsSmall|clsArticle|clsVerb) == 0 && utf8.RuneCountInString(t.text) > 4
}

// predicate are words behind which a noun without an article says what somebody is: "ist Schneider von Beruf".
var predicate = set(strings.Fields("ist war sind waren sei wird werden wurde bin als wie zu bleibt gelernter"))

// copula are verbs that join an adjective to what it describes; naming are small words behind which a thing is rarely named
// without an article.
var (
	copula = map[string]bool{"war": true, "ist": true, "sind": true, "waren": true, "wird": true, "wurde": true, "wurden": true, "wäre": true}
	naming = map[string]bool{"gegen": true, "von": true, "dass": true, "weil": true, "ob": true, "wenn": true, "während": true, "nachdem": true, "obwohl": true, "zwischen": true, "des": true, "indem": true, "sodass": true}
)

// mass are things that stand without an article because nobody counts them; behind a verb they are no party.
var mass = set(strings.Fields("Kraft Rauch Schnee Gold Silber Stahl Eisen Sand Kohl Kraut Korn Salz Zucker Pfeffer Speck Putz Wasser Feuer Butter Honig Funk Ruf Kredit Miete Zins"))

// adverb tells whether a word is an adjective or adverb in its short form: groß, kurz, jung.
func (d *doc) adverb(word string) bool {
	lower := strings.ToLower(word)
	return d.lex.lower[lower] || d.lex.lower[lower+"e"] || d.lex.lower[lower+"en"]
}

// plainWord tells whether a word stands itself in the lists of German words.
func (d *doc) plainWord(word string) bool {
	return d.lex.nouns[word] || d.lex.lower[strings.ToLower(word)]
}

// bearer tells whether a common noun names a person by trade or office, so that without an article it is a surname.
func bearer(word string) bool {
	for _, end := range []string{"er", "mann", "könig", "König", "Koch", "Schulz", "Vogt", "Graf", "Wirt"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

var preposition = map[string]bool{"gegen": true, "neben": true, "zwischen": true, "wegen": true, "gegenüber": true, "ohne": true, "dessen": true, "deren": true, "über": true, "unter": true, "hinter": true, "dass": true, "weil": true}

// adjective guesses by the ending that a small German word describes the noun behind it.
func adjective(word string) bool {
	for _, end := range []string{"e", "en", "er", "es", "em"} {
		if strings.HasSuffix(word, end) && utf8.RuneCountInString(word) > 4 {
			return true
		}
	}
	return false
}

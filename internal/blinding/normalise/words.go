package normalise

import "unicode"

// months are the names of months in the three languages, as they follow a day.
var months = map[string]bool{
	"jänner": true, "januar": true, "februar": true, "feber": true, "märz": true, "april": true, "mai": true, "juni": true, "juli": true,
	"august": true, "september": true, "oktober": true, "november": true, "dezember": true,
	"january": true, "february": true, "march": true, "may": true, "june": true, "july": true, "october": true, "december": true,
	"stycznia": true, "lutego": true, "marca": true, "kwietnia": true, "maja": true, "czerwca": true, "lipca": true, "sierpnia": true,
	"września": true, "października": true, "listopada": true, "grudnia": true,
}

// isWordRune tells whether r is part of a word.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

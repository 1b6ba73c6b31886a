package sheets

import (
	"regexp"
	"strings"
	"unicode"
)

// A spreadsheet runs a cell that begins with one of these, even after blanks.
const triggers = "=+-@\t\r\n"

var plainNumber = regexp.MustCompile(`^[+-]?[0-9]+([.,][0-9]+)?$`)

// guarded makes a text harmless: a cell that would begin a formula gets a leading apostrophe. Numbers, negative ones
// too, stay numbers. A text that already looks guarded gets one more, so that unguarded gives it back unchanged.
func guarded(s string) string {
	if startsFormula(strings.TrimLeft(s, "'")) && !plainNumber.MatchString(s) {
		return "'" + s
	}
	return s
}

// unguarded takes our own apostrophe away, once. An apostrophe that a reviewer typed before ordinary text stays.
func unguarded(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && startsFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return s
}

func startsFormula(s string) bool {
	if s != "" && strings.ContainsRune(triggers, rune(s[0])) {
		return true
	}
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	return s != "" && strings.ContainsRune(triggers, rune(s[0]))
}

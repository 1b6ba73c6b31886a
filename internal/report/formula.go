package report

import (
	"strings"

	"iucomstudien/internal/lang"
)

// Formula says a formula of package stats in the catalogue's language. What is pure notation stays; its parts, joined by
// semicolons, have their texts under keys made of themselves.
func Formula(formula string, cat *lang.Catalogue) string {
	parts := strings.Split(formula, "; ")
	for i, part := range parts {
		if key := "formula." + FormulaKey(part); cat.Has(key) {
			parts[i] = cat.T(key)
		}
	}
	return strings.Join(parts, "; ")
}

// Reference says where a method comes from: papers as they are cited, and in words where there is none.
func Reference(reference string, cat *lang.Catalogue) string {
	if key := "reference." + FormulaKey(reference); cat.Has(key) {
		return cat.T(key)
	}
	return reference
}

// FormulaKey is the key of a part of a formula: its letters and digits, with «lt» and «gt» for the signs.
func FormulaKey(part string) string {
	spelled := strings.NewReplacer("<", " lt ", ">", " gt ").Replace(strings.ToLower(part))
	words := strings.FieldsFunc(spelled, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	return strings.Join(words, "-")
}

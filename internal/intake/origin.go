package intake

import (
	"regexp"
	"strings"
	"unicode"

	"iucomstudien/internal/study"
)

// provider is the name of a provider as it is stored: lower case, and one name for all spellings of the known ones.
func (r *rules) provider(name string) string {
	name = strings.TrimSpace(name)
	if known, ok := r.providers[fold(name)]; ok {
		return known
	}
	return strings.ToLower(name)
}

// providerOf tells the provider from a model's name; "" when the name does not tell.
func (r *rules) providerOf(model string) string {
	lower := strings.ToLower(strings.TrimSpace(model))
	if lower == "" {
		return ""
	}
	for _, m := range r.models {
		if m.pattern.MatchString(lower) {
			return m.provider
		}
	}
	return ""
}

// consentWord reads a cell or field about consent.
func (r *rules) consentWord(s string) study.Consent {
	yes, known := r.consent[fold(s)]
	switch {
	case !known:
		return study.ConsentUnclear
	case yes:
		return study.ConsentGiven
	}
	return study.ConsentDenied
}

// aids reads a cell or field about aids: a no, or whatever they were.
func (r *rules) aids(s string) study.Maybe[bool] {
	if strings.TrimSpace(s) == "" {
		return study.Maybe[bool]{}
	}
	return study.Known(!r.noAids[fold(s)])
}

// idParts cuts an ID into runs of letters and runs of digits.
var idParts = regexp.MustCompile(`\p{L}+|[0-9]+`)

// participant tells whether an ID may stand for a person. It is one when nobody is known by it: digits with at most a few letters
// («T01», «007», «7F3A»), or a word for participants with a number («Teilnehmer 3»). Anything else may be a name, initials
// included.
func (r *rules) participant(id string) bool {
	if study.ValidParticipant(id) {
		return true
	}
	id = strings.TrimSpace(id)
	if id == "" || len(id) > 40 || strings.ContainsAny(id, "@,") {
		return false
	}
	digits := false
	for _, part := range idParts.FindAllString(id, -1) {
		switch first := []rune(part)[0]; {
		case unicode.IsDigit(first):
			digits = true
		case len([]rune(part)) <= 2, r.idWords[fold(part)]:
		case len([]rune(part)) == 3 && part == strings.ToUpper(part):
		default:
			return false
		}
	}
	return digits
}

package pseudonymise

import (
	"strings"

	"iucomstudien/internal/study"
)

// genderOf takes the gender from the first names, then from a Polish surname.
func (d *doc) genderOf(m *mention) byte {
	if len(m.surname) > 0 {
		if g := adjectivalGender(m.surname[len(m.surname)-1]); g != 0 {
			return g
		}
	}
	for _, g := range m.given {
		if isInitial(g) || m.either {
			continue
		}
		first := strings.Split(g, "-")[0]
		if d.lang == study.Polish {
			if g := d.polishGender(first); g != 0 {
				return g
			}
			if d.uninflected(m) && strings.HasSuffix(first, "a") {
				return 'f' // Stanisława Kot; of a man it would be Stanisława Kota
			}
			continue
		}
		if known, ok := d.givens[title(first)]; ok && known.gender != 'u' {
			return known.gender
		}
	}
	return 0
}

// polishGender gives the gender that all base forms of a first name agree on; 0 for "Jana", a woman or of Jan.
func (d *doc) polishGender(first string) byte {
	var found byte
	for _, base := range d.memo.bases(strings.ToLower(first)) {
		known, ok := d.givens[title(base)]
		if !ok || known.gender == 'u' {
			continue
		}
		if found != 0 && found != known.gender {
			return 0
		}
		found = known.gender
	}
	return found
}

// uninflected tells whether a surname ends in a consonant.
func (d *doc) uninflected(m *mention) bool {
	if len(m.surname) == 0 {
		return false
	}
	r := []rune(strings.ToLower(m.surname[len(m.surname)-1]))
	return !strings.ContainsRune("aąeęioóuy", r[len(r)-1])
}

// adjectivalGender reads the gender from the ending of an adjectival Polish surname.
func adjectivalGender(surname string) byte {
	lower := strings.ToLower(surname)
	for _, stem := range []string{"sk", "ck", "dzk"} {
		for _, end := range []string{"i", "iego", "iemu", "im"} {
			if strings.HasSuffix(lower, stem+end) {
				return 'm'
			}
		}
		for _, end := range []string{"a", "iej", "ą"} {
			if strings.HasSuffix(lower, stem+end) {
				return 'f'
			}
		}
	}
	return 0
}

package extract

import "strings"

// raisedDigits are small high figures as characters.
var raisedDigits = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")

// raised gives text that is set small and high: its figures become raised characters, since «art. 385¹» is another
// article than «art. 3851» and «KBB⁶» an edition. Letters stay as they are.
func raised(s string) string {
	if !strings.ContainsAny(s, "0123456789") {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return raisedDigits[r-'0']
		case r == '+':
			return '⁺'
		case r == '-', r == '−':
			return '⁻'
		}
		return r
	}, s)
}

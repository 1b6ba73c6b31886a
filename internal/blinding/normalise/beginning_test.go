package normalise

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestABeginningOfTheListIsNeverDenied: the set and the table may take too many texts for one of theirs, never too few.
func TestABeginningOfTheListIsNeverDenied(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("aAäßIıſżŻ -😊\u212a1")), 1, 6, -1)
		var known beginningSet
		table := make(map[beginning]bool)
		words := rapid.SliceOfN(letters, 1, 20).Draw(t, "beginnings")
		for _, w := range words {
			var folded []rune
			for _, r := range w {
				if len(folded) < startLength {
					folded = append(folded, foldLower(r))
				}
			}
			if b := beginningOf(string(folded)); b != 0 {
				known.add(b)
				table[b] = true
			}
		}
		for _, w := range words {
			list, n := beginnings(w)
			if first, _ := utf8.DecodeRuneInString(w); first >= 1<<charBits {
				continue // begins with what no table holds
			}
			found := false
			for _, b := range list[:n] {
				found = found || table[b]
			}
			if !found || !known.mayHold(list[0], list[1]&(1<<charBits-1)) {
				t.Fatalf("%q is denied", w)
			}
		}
	})
}

func TestABeginningSaysItsCharacters(t *testing.T) {
	for in, want := range map[string]string{"": "", "a": "a", "open": "open", "żółć": "żółć", "ab😊": "ab", "😊": ""} {
		if got := beginningOf(in).String(); got != want {
			t.Errorf("%q became %q", in, got)
		}
	}
}

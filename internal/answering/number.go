package answering

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Number gives the number of a request: six hexadecimal digits that occur in none of its foreign texts, so that none of
// them can form a mark or a block of the reply. It comes from the salt and the texts and not from chance, so that a
// request that was stopped is the same when it is made again, and is not paid twice; who wrote one of the texts knows
// neither salt nor the others, and a text that held the number would get another one.
func Number(salt string, texts ...string) string {
	whole := strings.ToLower(strings.Join(texts, "\x00"))
	for i := 0; ; i++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s", salt, i, whole))
		// All places of the sum are tried before the next one is made: a text can hold only as many numbers as it has letters.
		digits := hex.EncodeToString(sum[:])
		for at := 0; at+numberDigits <= len(digits); at += numberDigits {
			if n := digits[at : at+numberDigits]; !strings.Contains(whole, n) {
				return n
			}
		}
	}
}

const numberDigits = 6

// markers turns the signs of our own marks into look-alikes.
var markers = strings.NewReplacer("<<<", "‹‹‹", ">>>", "›››")

// neutral is a foreign text as it stands in a request.
func neutral(text string) string {
	return strings.TrimRight(markers.Replace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")
}

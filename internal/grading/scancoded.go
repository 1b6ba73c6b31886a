package grading

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// coded is a run of signs that may be a text in base64 or in hexadecimal digits. No order is shorter.
var coded = regexp.MustCompile(`[A-Za-z0-9+/_-]{24,}`)

// decodings read a run in which trailing signs of filling are left out. A model decodes such texts unasked.
var decodings = []func(string) ([]byte, error){
	hex.DecodeString, base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
}

// decoded lists the texts that stand in a line in coded form. A checksum or an address decodes to no words and is none.
func decoded(line string) (texts []string) {
	for _, run := range coded.FindAllString(line, -1) {
		for _, decode := range decodings {
			if raw, err := decode(run); err == nil && isProse(raw) {
				texts = append(texts, string(raw))
				break
			}
		}
	}
	return texts
}

// isProse tells whether bytes are words: valid text, letters and blanks for the most part.
func isProse(raw []byte) bool {
	if !utf8.Valid(raw) || strings.Count(string(raw), " ") < 2 {
		return false
	}
	words, all := 0, 0
	for _, r := range string(raw) {
		all++
		if unicode.IsLetter(r) || r == ' ' {
			words++
		}
	}
	return 10*words >= 8*all
}

package llm

import (
	"fmt"
	"regexp"
	"strings"
)

// redact makes a key unreadable but for its last four characters, also where it is written in the escapes of JSON, HTML or
// an address. A key of three is no secret and would spoil words.
func redact(text, key string) string {
	if len(key) < 4 {
		return text
	}
	shown := ""
	if len(key) >= 12 {
		shown = key[len(key)-4:]
	}
	text = strings.ReplaceAll(text, key, "…"+shown)
	if len(key) < leastSecret || !escaped(text) {
		return text
	}
	var written strings.Builder
	for _, b := range []byte(key) {
		fmt.Fprintf(&written, `(?:\\?%[1]s|\\u00%[2]s|%%%[2]s|&#0*%[3]d;|&#x0*%[2]s;)`,
			regexp.QuoteMeta(string(rune(b))), fmt.Sprintf("%02x", b), b)
	}
	expr, err := regexp.Compile("(?i)" + written.String())
	if err != nil { // of a key that is no text
		return text
	}
	return expr.ReplaceAllLiteralString(text, "…"+shown)
}

// escaped tells whether a text has characters that are written by their number or behind a stroke.
func escaped(text string) bool {
	for _, sign := range []string{`\u00`, `\U00`, "%", "&#", `\/`} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

package extract

// rtfKind is the kind of a token.
type rtfKind int

const (
	rtfOpen rtfKind = iota
	rtfClose
	rtfWord  // a control word or sign
	rtfBytes // text
)

// rtfToken is one token. Its bytes are valid until the next one is read.
type rtfToken struct {
	kind  rtfKind
	word  string // without the backslash
	n     int
	has   bool // a number was given
	bytes []byte
}

// rtfTokens cuts a file into tokens.
type rtfTokens struct {
	data []byte
	at   int
	one  [1]byte
}

// next gives the next token; false at the end.
func (t *rtfTokens) next() (rtfToken, bool) {
	for t.at < len(t.data) {
		switch c := t.data[t.at]; c {
		case '{':
			t.at++
			return rtfToken{kind: rtfOpen}, true
		case '}':
			t.at++
			return rtfToken{kind: rtfClose}, true
		case '\\':
			t.at++
			return t.control(), true
		case '\r', '\n', 0:
			t.at++
		case '\t':
			t.at++
			return rtfToken{kind: rtfWord, word: "tab"}, true
		default:
			from := t.at
			for t.at < len(t.data) && !rtfSpecial(t.data[t.at]) {
				t.at++
			}
			return rtfToken{kind: rtfBytes, bytes: t.data[from:t.at]}, true
		}
	}
	return rtfToken{}, false
}

func rtfSpecial(c byte) bool {
	return c == '{' || c == '}' || c == '\\' || c == '\r' || c == '\n' || c == '\t' || c == 0
}

// control reads what follows a backslash.
func (t *rtfTokens) control() rtfToken {
	if t.at >= len(t.data) {
		return rtfToken{kind: rtfBytes}
	}
	c := t.data[t.at]
	if !asciiLetter(rune(c)) {
		t.at++
		return t.sign(c)
	}
	from := t.at
	for t.at < len(t.data) && asciiLetter(rune(t.data[t.at])) {
		t.at++
	}
	token := rtfToken{kind: rtfWord, word: string(t.data[from:t.at])}
	token.n, token.has = t.number()
	if t.at < len(t.data) && t.data[t.at] == ' ' {
		t.at++
	}
	if token.word == "bin" && token.n > 0 {
		t.at += min(token.n, len(t.data)-t.at)
		return rtfToken{kind: rtfBytes}
	}
	return token
}

// number reads the number after a control word.
func (t *rtfTokens) number() (int, bool) {
	at, minus := t.at, false
	if at < len(t.data) && t.data[at] == '-' {
		at, minus = at+1, true
	}
	from, n := at, 0
	for at < len(t.data) && t.data[at] >= '0' && t.data[at] <= '9' {
		if n < 1<<30/10 {
			n = n*10 + int(t.data[at]-'0')
		}
		at++
	}
	if at == from {
		return 0, false
	}
	t.at = at
	if minus {
		n = -n
	}
	return n, true
}

// sign reads a control sign.
func (t *rtfTokens) sign(c byte) rtfToken {
	switch c {
	case '\'':
		if t.at+1 < len(t.data) {
			high, low := unhex(t.data[t.at]), unhex(t.data[t.at+1])
			if high >= 0 && low >= 0 {
				t.at += 2
				t.one[0] = byte(high<<4 | low)
				return rtfToken{kind: rtfBytes, bytes: t.one[:]}
			}
		}
		return rtfToken{kind: rtfBytes}
	case '\\', '{', '}':
		t.one[0] = c
		return rtfToken{kind: rtfBytes, bytes: t.one[:]}
	case '\r', '\n':
		return rtfToken{kind: rtfWord, word: "par"}
	}
	return rtfToken{kind: rtfWord, word: string(c)}
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

package legalref

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

type kind uint8

const (
	word   kind = iota // letters, with joined marks, soft hyphens and zero-width signs dropped from text
	digits             // ASCII digits
	super              // superscript digits, text holds them as ASCII
	mark               // any other single sign; every dash is "-", every apostrophe "'"
)

// gap is what stands before a token.
type gap uint8

const (
	none  gap = iota // nothing
	space            // blanks of any kind
	line             // one line break, with or without blanks
	blank            // an empty line
)

type token struct {
	text       string
	start, end int32 // bytes; a text of more than 2 GB is cut off before
	kind       kind
	gap        gap
	role       role // what the word may begin, entered by the reader
}

// tokenise splits text in one pass. No token holds a blank.
func tokenise(text string, toks []token) []token {
	g := line
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			switch class := ascii[c]; class {
			case isBlank:
				g = widen(g, c == '\n')
				i++
				continue
			case isDigit:
				j, plain := digitsEnd(text, i)
				toks = append(toks, token{text: fold(text[i:j], plain), start: int32(i), end: int32(j), kind: digits, gap: g})
				i = j
			case isLetter:
				j, plain := wordEnd(text, i)
				toks = append(toks, token{text: fold(text[i:j], plain), start: int32(i), end: int32(j), kind: word, gap: g})
				i = j
			default:
				toks = append(toks, token{text: text[i : i+1], start: int32(i), end: int32(i + 1), kind: mark, gap: g})
				i++
			}
			g = none
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case invisible(r):
			i += size
			continue
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			g = widen(g, r == '\u2028' || r == '\u2029' || r == '\u0085')
			i += size
			continue
		case unicode.IsLetter(r) && superscript(r) < 0:
			j, plain := wordEnd(text, i)
			toks = append(toks, token{text: fold(text[i:j], plain), start: int32(i), end: int32(j), kind: word, gap: g})
			i = j
		case superscript(r) >= 0:
			j, s := superEnd(text, i)
			toks = append(toks, token{text: s, start: int32(i), end: int32(j), kind: super, gap: g})
			i = j
		default:
			toks = append(toks, token{text: plainSign(text[i:i+size], r), start: int32(i), end: int32(i + size), kind: mark, gap: g})
			i += size
		}
		g = none
	}
	return toks
}

func widen(g gap, newline bool) gap {
	switch {
	case newline && g >= line:
		return blank
	case newline:
		return line
	case g == none:
		return space
	}
	return g
}

// digitsEnd gives the end of the figures that start at i, and whether their text can be used as it stands: a soft hyphen
// or a zero-width sign between two figures does not part them.
func digitsEnd(text string, i int) (end int, plain bool) {
	plain, end = true, i
	for j := i; j < len(text); {
		if text[j] >= '0' && text[j] <= '9' {
			plain = plain && j == end
			j++
			end = j
			continue
		}
		r, size := utf8.DecodeRuneInString(text[j:])
		if !invisible(r) {
			break
		}
		j += size
	}
	return end, plain
}

// wordEnd gives the end of the word that starts at i, and whether its text can be used as it stands.
func wordEnd(text string, i int) (end int, plain bool) {
	plain, end = true, i
	for j := i; j < len(text); {
		c := text[j]
		if c < utf8.RuneSelf {
			if ascii[c] != isLetter {
				break
			}
			j++
			end = j
			continue
		}
		r, size := utf8.DecodeRuneInString(text[j:])
		switch {
		case unicode.IsMark(r):
			plain = false
		case invisible(r):
			plain = false
			j += size
			continue
		case !unicode.IsLetter(r) || superscript(r) >= 0:
			return end, plain
		}
		j += size
		end = j
	}
	return end, plain
}

func fold(s string, plain bool) string {
	if plain {
		return s
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, s))
}

func superEnd(text string, i int) (int, string) {
	var b []byte
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		d := superscript(r)
		if d < 0 {
			break
		}
		b = append(b, byte('0'+d))
		i += size
	}
	return i, string(b)
}

// superscript gives the digit a raised sign stands for, or -1.
func superscript(r rune) int {
	switch {
	case r == '¹':
		return 1
	case r == '²':
		return 2
	case r == '³':
		return 3
	case r == '⁰':
		return 0
	case r >= '⁴' && r <= '⁹':
		return int(r - '⁰')
	}
	return -1
}

// invisible signs neither part nor end a word: soft hyphen, zero-width signs, joiners, byte order mark.
func invisible(r rune) bool {
	return r == '\u00ad' || (r >= '\u200b' && r <= '\u200f') || r == '\u2060' || r == '\ufeff'
}

func plainSign(s string, r rune) string {
	switch {
	case r >= '\u2010' && r <= '\u2015', r == '\u2212', r == '\u2043', r == '\ufe58', r == '\ufe63', r == '\uff0d':
		return "-"
	case r == '’' || r == '‘' || r == '′':
		return "'"
	case r == '⁄' || r == '∕':
		return "/"
	}
	return s
}

const (
	isMark byte = iota
	isBlank
	isDigit
	isLetter
)

var ascii = func() (t [128]byte) {
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = isDigit
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			t[c] = isLetter
		case c == ' ' || c >= '\t' && c <= '\r':
			t[c] = isBlank
		}
	}
	return t
}()

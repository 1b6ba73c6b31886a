package pseudonymise

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind of a token.
type kind uint8

const (
	kindPunct  kind = iota
	kindWord        // run of letters
	kindNumber      // run of digits
	kindHolder      // an existing placeholder such as [PERSON-1]
)

// shape of a word's letters.
type shape uint8

const (
	shapeLower shape = iota
	shapeTitle       // Huber, also a single capital letter
	shapeUpper       // HUBER
	shapeMixed       // McCoy, GmbH
)

// token is a word, a number, a placeholder or one mark.
type token struct {
	start, end int // bytes
	kind       kind
	shape      shape
	gap        bool // blank or line break before it
	line       bool // first of its line
	cls        class
	text       string
}

// capital tells whether a word begins with a capital letter.
func (t *token) capital() bool { return t.kind == kindWord && t.shape != shapeLower }

// holder is the shape of a placeholder of this package.
var holder = regexp.MustCompile(`^\[(PERSON|ORG|ADDRESS|EMAIL|PHONE|BANK|ID|BIRTH|MATRIC|FILE|PLATE|WEB)-([0-9]{1,9})\]`)

// scan cuts a text into tokens; what is neither letter, digit nor blank is a token of its own. Bytes that are no
// UTF-8 count as marks.
func scan(text string) []token {
	toks := make([]token, 0, len(text)/4+1)
	gap, line := false, true
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		if unicode.IsSpace(r) {
			gap = true
			line = line || r == '\n'
			i += n
			continue
		}
		t := token{start: i, gap: gap, line: line}
		gap, line = false, false
		switch {
		case r == '[' && holder.MatchString(text[i:min(len(text), i+24)]):
			t.kind, i = kindHolder, i+strings.IndexByte(text[i:], ']')+1
		case unicode.IsLetter(r):
			t.kind = kindWord
			i, t.shape = scanWord(text, i)
		case unicode.IsDigit(r):
			t.kind = kindNumber
			for i < len(text) {
				r, n := utf8.DecodeRuneInString(text[i:])
				if !unicode.IsDigit(r) {
					break
				}
				i += n
			}
		default:
			i += n
		}
		t.end, t.text = i, text[t.start:i]
		if t.kind == kindPunct && r >= utf8.RuneSelf {
			t.text = plainMark(r, t.text)
		}
		toks = append(toks, t)
	}
	return toks
}

// plainMark writes typographic quotation marks and hyphens as the plain ones the rules are written with.
func plainMark(r rune, text string) string {
	switch r {
	case '’', '‘', 'ʼ', '´':
		return "'"
	case '“', '”', '„', '«', '»', '‟':
		return "\""
	case '‐', '‑', '–', '−':
		return "-"
	}
	return text
}

// scanWord gives the end of the word at i and the shape of its letters.
func scanWord(text string, i int) (end int, s shape) {
	upper, lower, letters, first := 0, 0, 0, false
	for i < len(text) {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
			break
		}
		if unicode.IsUpper(r) {
			upper++
			first = first || letters == 0
		} else if unicode.IsLower(r) && r != 'ß' {
			lower++
		}
		letters++
		i += n
	}
	switch {
	case upper == 0:
		return i, shapeLower
	case !first || upper > 1 && lower > 0:
		return i, shapeMixed
	case lower == 0 && upper > 1:
		return i, shapeUpper
	}
	return i, shapeTitle
}

// title writes a word with a capital and small letters after it.
func title(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + strings.ToLower(word[n:])
}

// foldings unite the spellings of one name: umlauts and sharp s written out, diacritics dropped.
var (
	foldWritten = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "æ", "ae", "ø", "oe", "å", "aa")
	foldDropped = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "æ", "ae", "ø", "o", "å", "a")
	foldMarks   = strings.NewReplacer(
		"ą", "a", "ć", "c", "ę", "e", "ł", "l", "ń", "n", "ó", "o", "ś", "s", "ź", "z", "ż", "z",
		"á", "a", "à", "a", "â", "a", "ã", "a", "ă", "a", "č", "c", "ç", "c", "ď", "d", "đ", "d", "é", "e", "è", "e", "ê", "e", "ë", "e", "ě", "e",
		"ğ", "g", "í", "i", "ì", "i", "î", "i", "ï", "i", "ı", "i", "ľ", "l", "ñ", "n", "ň", "n", "ò", "o", "ô", "o", "õ", "o", "ő", "o",
		"ř", "r", "š", "s", "ş", "s", "ș", "s", "ť", "t", "ţ", "t", "ț", "t", "ú", "u", "ù", "u", "û", "u", "ů", "u", "ű", "u", "ý", "y", "ž", "z",
	)
)

// fold is the key under which spellings of a name meet: Müller, Mueller and MÜLLER are "mueller".
func fold(word string) string {
	if isPlain(word) {
		return strings.ToLower(word)
	}
	return foldMarks.Replace(foldWritten.Replace(strings.ToLower(word)))
}

// foldBare is the second key, with umlauts dropped: Muller.
func foldBare(word string) string {
	if isPlain(word) {
		return strings.ToLower(word)
	}
	return foldMarks.Replace(foldDropped.Replace(strings.ToLower(word)))
}

func isPlain(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

const (
	variation = 0xFE0F  // asks for the coloured picture of the character before it
	joiner    = 0x200D  // joins pictures into one
	keycap    = 0x20E3  // puts the character before it on a key
	tenKey    = 0x1F51F // the key with a ten, a character of its own
)

// pictures are the characters that are emoji by themselves. © ® ™ are none.
var pictures = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x231A, 0x231B, 1}, {0x2328, 0x2328, 1}, {0x23CF, 0x23CF, 1}, {0x23E9, 0x23FA, 1}, {0x2600, 0x2604, 1},
		{0x2607, 0x260F, 1}, {0x2611, 0x266F, 1}, {0x2672, 0x2767, 1}, {0x2795, 0x2797, 1}, {0x27A1, 0x27A1, 1},
		{0x27B0, 0x27B0, 1}, {0x27BF, 0x27BF, 1}, {0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B50, 1}, {0x2B55, 0x2B55, 1},
	},
	R32: []unicode.Range32{
		{0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F170, 0x1F171, 1}, {0x1F17E, 0x1F17F, 1},
		{0x1F18E, 0x1F18E, 1}, {0x1F191, 0x1F19A, 1}, {0x1F1E6, 0x1F1FF, 1}, {0x1F201, 0x1F2FF, 1},
		{0x1F300, 0x1F64F, 1}, {0x1F680, 0x1F7FF, 1}, {0x1F900, 0x1FAFF, 1},
	},
}

// withVariation are characters that are emoji only where a variation selector asks for the picture.
var withVariation = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x203C, 0x203C, 1}, {0x2049, 0x2049, 1}, {0x2139, 0x2139, 1}, {0x2194, 0x2199, 1}, {0x21A9, 0x21AA, 1},
		{0x24C2, 0x24C2, 1}, {0x25AA, 0x25AB, 1}, {0x25B6, 0x25B6, 1}, {0x25C0, 0x25C0, 1}, {0x25FB, 0x25FE, 1},
		{0x2605, 0x2606, 1}, {0x2670, 0x2671, 1}, {0x2934, 0x2935, 1}, {0x2B05, 0x2B07, 1}, {0x3030, 0x3030, 1},
		{0x303D, 0x303D, 1}, {0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
}

const (
	ticks   = "✅✔☑✓"
	crosses = "❌✖❎✗✘☒"
)

// yesNo are the words for a value that is only a tick or a cross.
var yesNo = map[study.Language][2]string{
	study.German: {"ja", "nein"}, study.Polish: {"tak", "nie"}, study.English: {"yes", "no"},
}

// emoji reads the emoji at the scanner's place: a picture with its selectors, joiners and skin tones, or a keycap.
// The edit takes it away, or puts a number or a word for a value in its place.
func (s *scanner) emoji(r rune, size int) (edit, bool) {
	e := edit{start: s.i, end: s.i + size, rule: C8}
	next, nextSize := utf8.DecodeRuneInString(s.s[e.end:])
	switch {
	case r == tenKey:
		e.text = "10."
		return e, true
	case r == keycap || r == variation && next == keycap:
		if r == variation {
			e.end += nextSize
		}
		s.key(&e)
		return e, true
	case !unicode.Is(pictures, r) && (next != variation || !unicode.Is(withVariation, r)):
		return e, false
	}
	e.end = sequence(s.s, e.end)
	if word, rule := s.value(r, e.end); word != "" {
		e.text, e.rule = word, rule
		return e, true
	}
	if strings.ContainsRune(crosses, r) {
		s.flag(C8, "cross-removed", e.start, e.end)
	}
	switch {
	case e.end < len(s.s) && s.s[e.end] == ' ' && opensText(s.s[:s.i]):
		e.end++
	case e.end < len(s.s) && strings.IndexByte(",.;:!?)", s.s[e.end]) >= 0 && s.i > 0 && s.s[s.i-1] == ' ' && s.edits.reach() < s.i:
		e.start-- // the mark closes up to the word before the picture
	}
	return e, true
}

// key handles the character that stands on a key: a number gets a point, a mark goes.
func (s *scanner) key(e *edit) {
	if s.i == 0 {
		return
	}
	switch before := s.s[s.i-1]; {
	case digit(before) && !strings.HasPrefix(s.s[e.end:], "."):
		e.text = "."
	case (before == '#' || before == '*') && s.edits.reach() < s.i:
		e.start--
		if e.end < len(s.s) && s.s[e.end] == ' ' && opensText(s.s[:e.start]) {
			e.end++
		}
	}
}

// sequence gives the end of an emoji sequence whose first picture ends at i.
func sequence(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == variation || r == keycap || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0020 && r <= 0xE007F:
			i += size
		case r == joiner:
			i += size
			if follow, n := utf8.DecodeRuneInString(s[i:]); unicode.Is(pictures, follow) || follow == 0x2640 || follow == 0x2642 {
				i += n
			}
		case unicode.Is(pictures, r) && !strings.ContainsRune(ticks+crosses, r):
			i += size
		default:
			return i
		}
	}
	return i
}

// opensText tells whether text that begins after before stands at the start of a line, cell, mark or word.
func opensText(before string) bool {
	if before == "" {
		return true
	}
	return strings.ContainsRune(" \n\t*_#>|([\"~", rune(before[len(before)-1]))
}

// valueReach is how far, in bytes, a tick looks for the edges of its line: cells and labels are short.
const valueReach = 300

// value is the word for a tick or cross that is the whole value of a table cell or a label; "" where it is not. The
// word in a cell belongs to the rule about tables.
func (s *scanner) value(r rune, end int) (string, Rule) {
	which := 0
	if !strings.ContainsRune(ticks, r) {
		which = 1
		if !strings.ContainsRune(crosses, r) {
			return "", C8
		}
	}
	before := s.s[max(0, s.i-valueReach):s.i]
	before = strings.TrimRight(before[strings.LastIndexByte(before, '\n')+1:], " *_")
	after, _, _ := strings.Cut(s.s[end:min(len(s.s), end+valueReach)], "\n")
	after = strings.TrimLeft(after, " *_\r")
	closed := after == "" || after[0] == '|'
	switch {
	case closed && (strings.HasSuffix(before, "|") || before == "" && after != ""):
		return yesNo[s.lang][which], M4
	case after == "" && strings.HasSuffix(before, ":"):
		return yesNo[s.lang][which], C8
	}
	return "", C8
}

package grading

import (
	"html"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// uncovered is a line as a model reads it: without invisible characters, with look-alikes as the letters they stand
// for, entities resolved and spaced-out words closed up. It serves the search alone.
func (s *scanner) uncovered(line string) string {
	line = norm.NFKC.String(html.UnescapeString(line))
	mixed := s.mixedWords(line)
	line = strings.Map(func(r rune) rune {
		if tag := untagged(r); tag != r {
			return tag
		}
		if isInvisible(r) || r == softHyphen {
			return -1
		}
		if latin, ok := s.lookalikes[r]; ok && len(mixed) > 0 {
			return latin
		}
		return r
	}, line)
	return spacedOut.ReplaceAllStringFunc(line, closedUp)
}

// closedUp takes out what stands between the letters of a run. Where that is another sign, blanks part words.
func closedUp(run string) string {
	if bare := separators.Replace(run); bare != run {
		return bare
	}
	return strings.ReplaceAll(run, " ", "")
}

const softHyphen = '\u00ad'

var (
	spacedOut  = regexp.MustCompile(`\b\pL(?:[ ._·-]\pL){2,}\b`)
	separators = strings.NewReplacer(".", "", "_", "", "·", "", "-", "")
)

// untagged is the ASCII character that a tag character stands for: models read them, people do not see them.
func untagged(r rune) rune {
	if r > 0xe0020 && r < 0xe007f {
		return r - 0xe0000
	}
	return r
}

// isInvisible tells characters that show nothing and are no blank.
func isInvisible(r rune) bool {
	switch {
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xe0000 && r <= 0xe007f, r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef:
		return true
	}
	return r == 0x034f || r == 0x061c || r == 0x115f || r == 0x1160 || r == 0x17b4 || r == 0x17b5 || r == 0x180e ||
		r == 0x3164 || r == 0xfeff || r == 0xffa0
}

// turnsDirection tells characters that make text run backwards. No answer in English, German or Polish needs one.
func turnsDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e && r != 0x202c || r >= 0x2066 && r <= 0x2068
}

// hidden gives the passage of a line in which characters hide something: a turned direction, tag characters, invisible
// characters within a word, words of two scripts. A single invisible character between words, as office programs leave
// it, is none.
func (s *scanner) hidden(line string) string {
	runes := []rune(line)
	within := 0
	for i, r := range runes {
		switch {
		case turnsDirection(r), untagged(r) != r:
			return s.uncovered(line)
		case isInvisible(r) && i > 0 && i+1 < len(runes) && joins(runes[i-1]) && joins(runes[i+1]):
			within++
		}
	}
	if within > 0 {
		return s.uncovered(line)
	}
	if words := s.mixedWords(line); len(words) > 0 {
		return strings.Join(words, " ")
	}
	return ""
}

// joins tells whether an invisible character beside it stands within a word.
func joins(r rune) bool { return unicode.IsLetter(r) || isInvisible(r) }

// minLookalike is the length from which a word wholly of look-alikes is taken for a masked one.
const minLookalike = 4

// mixedWords lists the words of Latin letters and letters of other scripts that look like them. A Greek letter of its
// own, as in «α-Version», is none.
func (s *scanner) mixedWords(line string) (words []string) {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !isInvisible(r) }) {
		latin, alike, others := 0, 0, 0
		for _, r := range word {
			switch _, ok := s.lookalikes[r]; {
			case ok:
				alike++
			case unicode.Is(unicode.Latin, r):
				latin++
			case !isInvisible(r):
				others++
			}
		}
		if alike > 0 && latin > 0 || alike >= minLookalike && others == 0 {
			words = append(words, word)
		}
	}
	return words
}

// How often a passage must come again to be remarked: lines, and words one after another.
const (
	manyLines = 20
	manyWords = 30
)

// repetition finds a line with words that comes again and again, or a word that is repeated without end. It gives the
// line where it begins, 0 for none.
func repetition(lines []string) (at int, excerpt string) {
	seen := make(map[string]int)
	for i, line := range lines {
		words := strings.Fields(line)
		if key := strings.Join(words, " "); strings.ContainsFunc(key, unicode.IsLetter) && len(words) > 1 {
			if seen[key]++; seen[key] == manyLines {
				return i + 2 - manyLines, key
			}
		}
		if phrase := repeatedPhrase(words); phrase != "" {
			return i + 1, phrase
		}
	}
	return 0, ""
}

// repeatedPhrase finds one to twelve words that follow one another without end on one line.
func repeatedPhrase(words []string) string {
	const longest = 12
	for n := 1; n <= longest && n*2 <= len(words); n++ {
		run := 0
		for i := n; i < len(words); i++ {
			if words[i] != words[i-n] {
				run = 0
				continue
			}
			if run++; run >= manyWords && run >= 4*n {
				if phrase := strings.Join(words[i-n+1:i+1], " "); strings.ContainsFunc(phrase, unicode.IsLetter) {
					return phrase
				}
			}
		}
	}
	return ""
}

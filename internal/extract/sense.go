package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	assets "iucomstudien/assets/letters"
)

// Letters of our languages beyond ASCII, those that tell German from Polish, and those of their neighbours.
const (
	ownLetters  = "äöüßąćęłńóśźż"
	germanOwn   = "äöüß"
	polishOwn   = "ąćęłńśźż"
	otherLetter = "éèêëàáâåæçíìîïñòôõøœúùûýčďěňřšťůžőűľĺŕ"
)

// Signs that legal texts use, and what nobody types: accents without a letter and signs without a use.
const (
	legalSigns = "§„“”‚‘’«»–—…€•°©®±·×²³½¼¾µ£\u00a0\u00ad"
	neverAlone = "ˇ˘˙˛˝¸¨¬¦¤¶ﬂﬁ"
)

// habits are how letters stand in words.
type habits struct {
	three map[[3]rune]bool // the letter before («^» at the beginning), the letter, the one after («$» at the end)
	two   map[[2]rune]bool // two neighbours of the three
	words map[string]bool  // in lower case
}

var wordHabits = sync.OnceValues(loadHabits)

func loadHabits() (*habits, error) {
	h := &habits{make(map[[3]rune]bool), make(map[[2]rune]bool), make(map[string]bool)}
	err := eachRow("letters.table", "before|letter|after", func(cells []string) {
		before, letter := []rune(cells[0])[0], []rune(cells[1])[0]
		for _, after := range cells[2] {
			h.three[[3]rune{before, letter, after}] = true
			h.two[[2]rune{before, letter}], h.two[[2]rune{letter, after}] = true, true
		}
	})
	if err != nil {
		return nil, err
	}
	return h, eachRow("words.table", "word", func(cells []string) { h.words[cells[0]] = true })
}

// eachRow reads a table of the letters; heading is its first line that is no remark.
func eachRow(name, heading string, row func(cells []string)) error {
	data, err := assets.Files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading how letters stand in words: %w", err)
	}
	columns := strings.Count(heading, "|") + 1
	headed := false
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		line := lines.Text()
		cells := strings.Split(line, "|")
		switch {
		case strings.HasPrefix(line, "#"):
		case !headed:
			if headed = line == heading; !headed {
				return fmt.Errorf("how letters stand in words: %s begins with %q, want %q", name, line, heading)
			}
		case len(cells) != columns || strings.Contains("|"+line+"|", "||"):
			return fmt.Errorf("how letters stand in words: %s: line %q", name, line)
		default:
			row(cells)
		}
	}
	return nil
}

// read adds up how well the characters of words fit a German, Polish or English text when they are read in one encoding.
func read(p *page, tokens [][]byte) reading {
	out := reading{page: p}
	h := knownHabits()
	german, polish := 0, 0
	for _, t := range tokens {
		text := []rune(p.text(t))
		score := h.sense(text)
		out.score += score
		out.strange = out.strange || score <= nobodyWrites
		lower := strings.ToLower(string(text))
		switch g, s := strings.ContainsAny(lower, germanOwn), strings.ContainsAny(lower, polishOwn); {
		case g && !s:
			german++
		case s && !g:
			polish++
		case g && s:
			out.score -= 3 // no word has both
		}
	}
	out.score -= min(german, polish) // two languages in one text are rarer than one
	return out
}

// sense is how well the characters of a text fit a German, Polish or English one. Only two readings of the same bytes
// compare.
func sense(text string) int {
	h, score := knownHabits(), 0
	for _, word := range strings.Fields(text) {
		score += h.sense([]rune(word))
	}
	return score
}

func asciiLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// knownHabits are those of the tables. A test reads the tables; could they not be read, signs alone would decide.
func knownHabits() *habits {
	h, err := wordHabits()
	if err != nil {
		return &habits{}
	}
	return h
}

// nobodyWrites is the score of a word from which down it holds what nobody writes.
const nobodyWrites = -4

// sense is what one word between blanks says.
func (h *habits) sense(text []rune) int {
	score := 0
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	for i, r := range text {
		if r >= utf8.RuneSelf || r < ' ' && r != '\t' {
			score += h.senseOf(r, at(i-1), at(i+1))
		}
	}
	for _, word := range strings.FieldsFunc(string(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if h.words[strings.ToLower(word)] {
			score += 4
		}
	}
	return score
}

// senseOf is what one character says where it stands.
func (h *habits) senseOf(r, before, after rune) int {
	low := unicode.ToLower(r)
	switch {
	case r == '\u00a0' || r == '\u00ad':
		return 1
	case r < 0xa0 || r == utf8.RuneError:
		return -6
	case strings.ContainsRune(neverAlone, r):
		return -4
	case strings.ContainsRune(legalSigns, r):
		return senseOfSign(r, before, after)
	case !unicode.IsLetter(r):
		if unicode.IsLetter(before) || unicode.IsLetter(after) {
			return -4
		}
		return -2
	case unicode.IsUpper(r) && unicode.IsLower(before), unicode.IsLower(r) && unicode.IsUpper(after):
		return -3
	case unicode.IsDigit(before) || unicode.IsDigit(after):
		return -2
	case strings.ContainsRune(ownLetters, low):
		return h.senseOfOwn(low, before, after)
	case !unicode.IsLetter(before) && !unicode.IsLetter(after):
		return -1
	case strings.ContainsRune(otherLetter, low):
		return 0
	}
	return -2
}

// senseOfOwn is what a letter of our own says beside its neighbours.
func (h *habits) senseOfOwn(r, before, after rune) int {
	if before = unicode.ToLower(before); !unicode.IsLetter(before) {
		before = '^'
	}
	if after = unicode.ToLower(after); !unicode.IsLetter(after) {
		after = '$'
	}
	switch first, second := h.two[[2]rune{before, r}], h.two[[2]rune{r, after}]; {
	case h.three[[3]rune{before, r, after}]:
		return 3
	case first && second:
		return 1
	case first || second:
		return 0
	}
	return -1
}

// senseOfSign is what a sign of legal texts says: an apostrophe stands in a word, an opening quotation mark before one, a
// closing one after it, a measure after a number.
func senseOfSign(r, before, after rune) int {
	left, right := unicode.IsLetter(before), unicode.IsLetter(after)
	switch {
	case r == '’' && left:
		return 3
	case left && right:
		return -4
	case strings.ContainsRune("²³", r):
		return 0
	case r == '§' && left, r != '•' && strings.ContainsRune("½¼¾µ£°©®±·×", r) && left:
		return -2
	case strings.ContainsRune("„‚«", r) && !left, strings.ContainsRune("“”‘»", r) && !right, strings.ContainsRune("–—…€§", r):
		return 3
	}
	return 1
}

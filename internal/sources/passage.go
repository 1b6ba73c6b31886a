package sources

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Sizes of a passage, in characters: large enough for a provision with its paragraphs or a step of reasoning, small
// enough that a request holds a dozen.
const (
	wanted  = 1200
	largest = 2000
	// longestHeading is how long a line that is a heading may be.
	longestHeading = 90
)

// piece is a passage as it is cut.
type piece struct {
	first, last int
	heading     string
	text        string
}

// provisionStart is a line with which a provision of an act begins.
var provisionStart = regexp.MustCompile(`^(§+|Art(ikel|icle|ykuł)?\.?|Section)\s*\d`)

// cut divides a document into passages. A passage begins at a heading or at a provision; a paragraph is divided only
// where it is longer than a passage may be. Headings stand in the passage they open, and no line is left out.
func cut(text string) []piece {
	var c cutter
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		c.paragraph(i+1, line)
	}
	c.close()
	return c.done
}

type cutter struct {
	done    []piece
	heading string
	lines   []string
	first   int
	last    int
	size    int
	titles  bool // all lines in hand are headings
}

// paragraph takes in one line of the document.
func (c *cutter) paragraph(number int, line string) {
	n := utf8.RuneCountInString(line)
	heading := isHeading(line)
	if c.size+n > wanted || !c.titles && (heading || provisionStart.MatchString(line)) {
		c.close()
	}
	if heading {
		c.heading = line
	}
	if n > largest {
		c.close() // headings that stand above it stay a passage of their own
		for _, part := range sentences(line) {
			c.done = append(c.done, piece{number, number, c.heading, part})
		}
		return
	}
	if len(c.lines) == 0 {
		c.first, c.titles = number, true
	}
	c.lines, c.last, c.size, c.titles = append(c.lines, line), number, c.size+n, c.titles && heading
}

// close ends the passage in hand.
func (c *cutter) close() {
	if len(c.lines) > 0 {
		c.done = append(c.done, piece{c.first, c.last, c.heading, strings.Join(c.lines, "\n")})
	}
	c.lines, c.size, c.titles = nil, 0, false
}

// isHeading tells short lines that end like no sentence.
func isHeading(line string) bool {
	if utf8.RuneCountInString(line) > longestHeading || strings.ContainsRune(line, '\t') {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(line)
	return !strings.ContainsRune(".,;:!?)-–", last) && !strings.ContainsRune("-–•*([", first) && strings.ContainsFunc(line, isLetter)
}

// sentences divides a long paragraph at ends of sentences into parts of at most the largest size; where there is none,
// at a blank, and a run without blanks wherever it must be.
func sentences(line string) []string {
	var parts []string
	for utf8.RuneCountInString(line) > largest {
		head := prefix(line, largest)
		at := strings.LastIndex(head, ". ") + 1
		if at < len(head)/3 {
			at = strings.LastIndexByte(head, ' ')
		}
		if at < len(head)/3 {
			at = len(head)
		}
		parts = append(parts, strings.TrimSpace(line[:at]))
		line = strings.TrimSpace(line[at:])
	}
	if line != "" {
		parts = append(parts, line)
	}
	return parts
}

// prefix is the first n characters.
func prefix(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

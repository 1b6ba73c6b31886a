package widgets

import (
	"math"
	"strings"
	"unicode/utf8"
)

// span is a line of a text: the bytes from start to end, without the blank or line end at which it was broken.
type span struct{ start, end int }

// breaker breaks texts into lines that fit a width. It measures every distinct word once, so that two hundred pages are
// broken in a moment, and again at another width in less.
type breaker struct {
	measure func(string) float32
	widths  map[string]float32
}

func newBreaker(measure func(string) float32) *breaker {
	return &breaker{measure: measure, widths: make(map[string]float32)}
}

// width is the width of a piece of text without line ends.
func (b *breaker) width(piece string) float32 {
	w, ok := b.widths[piece]
	if !ok {
		w = b.measure(piece)
		b.widths[strings.Clone(piece)] = w
	}
	return w
}

// longWord is the length in bytes from which on a word is wider than any window, and is not measured as a whole: what a
// program wrote without a blank may be megabytes long.
const longWord = 1 << 10

// wordWidth is the width of a word, or more than any room.
func (b *breaker) wordWidth(word string) float32 {
	if len(word) > longWord {
		return math.MaxFloat32
	}
	return b.width(word)
}

// lines breaks a text greedily. Line ends of the text stay; blanks at the beginning of a paragraph (numbered lists)
// stay; a word wider than the room is cut where it overflows.
func (b *breaker) lines(text string, room float32) []span {
	var lines []span
	for at := 0; at <= len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		lines = b.paragraph(lines, text, at, end, room)
		at = end + 1
	}
	return lines
}

// paragraph breaks the text between two line ends and adds its lines.
func (b *breaker) paragraph(lines []span, text string, at, end int, room float32) []span {
	line := span{at, at}
	used := float32(0) // width of the line, with the blanks that follow its last word
	for at < end {
		word := at
		for word < end && isBlank(text[word]) {
			word++
		}
		gap := b.width(text[at:word])
		next := word
		for next < end && !isBlank(text[next]) {
			next++
		}
		if word == next {
			break // only blanks are left
		}
		w := b.wordWidth(text[word:next])
		if line.end > line.start && used+gap+w > room {
			lines = append(lines, line)
			line, used, gap = span{word, word}, 0, 0
		}
		if line.end == line.start && gap >= room/2 {
			line.start, gap = word, 0 // an indent that leaves no room
		}
		for gap+w > room && utf8.RuneCountInString(text[word:next]) > 1 {
			cut := b.cut(text[word:next], room-gap)
			lines = append(lines, span{line.start, word + cut})
			word += cut
			line, gap = span{word, word}, 0
			w = b.wordWidth(text[word:next])
		}
		line.end, used = next, used+gap+w
		at = next
	}
	return append(lines, line)
}

// cut gives how many bytes of a word fit, at least one letter.
func (b *breaker) cut(word string, room float32) int {
	_, first := utf8.DecodeRuneInString(word)
	low, high := first, min(len(word), longWord)
	for high < len(word) && !utf8.RuneStart(word[high]) {
		high--
	}
	for low < high { // the longest head that fits
		middle := (low + high + 1) / 2
		for middle < len(word) && !utf8.RuneStart(word[middle]) {
			middle++
		}
		if middle > high {
			break
		}
		if b.measure(word[:middle]) <= room {
			low = middle
		} else {
			high = middle - 1
			for high > first && !utf8.RuneStart(word[high]) {
				high--
			}
		}
	}
	return low
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	lineLength   = 105 // characters of a table's text that stand side by side on a page, about
	cellEdges    = 3   // the edges of a cell take as much as so many characters
	longWord     = 26  // a longer word, such as a checksum, may break
	defaultWidth = 10
)

// fit gives each column of a Word table the share of the line that it asks for, but at least its longest word. What that
// takes is taken from the columns that have more than their words need.
func fit(t Table) []int {
	asked, need := make([]int, len(t.Columns)), make([]int, len(t.Columns))
	sum, least := 0, 0
	for i, c := range t.Columns {
		if asked[i] = c.Width; asked[i] == 0 {
			asked[i] = defaultWidth
		}
		sum += asked[i]
	}
	spare := 0
	for i, c := range t.Columns {
		word := bold(longest(c.Title))
		for _, row := range t.Rows {
			if i < len(row) {
				n := longest(row[i].Text)
				if i == 0 {
					n = bold(n)
				}
				word = max(word, n)
			}
		}
		need[i] = min(word, longWord) + cellEdges
		asked[i] = asked[i] * lineLength / sum
		least += need[i]
		spare += max(0, asked[i]-need[i])
	}
	left := lineLength - least
	if left <= 0 || spare == 0 {
		return need
	}
	for i := range need {
		need[i] += max(0, asked[i]-need[i]) * left / spare
	}
	return need
}

// longest is the length of the longest piece of a text in which no line should end. A date and an ID are one piece
// though they hold hyphens.
func longest(text string) int {
	n := 0
	for _, piece := range strings.FieldsFunc(text, unicode.IsSpace) {
		n = max(n, utf8.RuneCountInString(piece))
	}
	return n
}

// bold is the room that so many bold letters take: a fifth more.
func bold(n int) int { return n + (n+4)/5 }

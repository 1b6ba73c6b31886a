package extract

import (
	"strconv"
	"strings"
)

// maxListLevels is how many levels a list has in Word and in OpenDocument (10).
const maxListLevels = 10

// maxNumeral bounds numbers that are written with letters or Roman figures.
const maxNumeral = 5000

// listLevel is one level of a list's definition.
type listLevel struct {
	start   int
	format  string // "decimal", "lowerLetter" …, as WordprocessingML names them; "bullet"
	text    string // the label, with %1 to %9 in place of the levels' numbers
	restart int    // the level (1-based) after which it starts anew; 0 never; -1 after every higher level
	legal   bool   // all numbers in Arabic figures
}

// listCount counts the paragraphs of one list.
type listCount struct {
	n    [maxListLevels]int
	used [maxListLevels]bool
}

// next counts a paragraph at a level (0-based).
func (c *listCount) next(levels []listLevel, level int) {
	if c.used[level] {
		c.n[level]++
	} else {
		c.n[level], c.used[level] = levels[level].start, true
	}
	for deeper := level + 1; deeper < len(levels) && deeper < maxListLevels; deeper++ {
		if r := levels[deeper].restart; r < 0 || r > level {
			c.used[deeper] = false
		}
	}
	for higher := range level {
		if !c.used[higher] {
			c.n[higher], c.used[higher] = levels[higher].start, true
		}
	}
}

// label is what stands in front of the paragraph that was counted last.
func (c *listCount) label(levels []listLevel, level int) string {
	l := levels[level]
	if l.format == "bullet" {
		return l.text
	}
	var b strings.Builder
	for i := 0; i < len(l.text); i++ {
		if l.text[i] != '%' || i+1 == len(l.text) || l.text[i+1] < '1' || l.text[i+1] > '9' {
			b.WriteByte(l.text[i])
			continue
		}
		i++
		at := int(l.text[i] - '1')
		if at >= len(levels) || at > level {
			continue
		}
		format := levels[at].format
		if l.legal {
			format = "decimal"
		}
		b.WriteString(numeral(format, c.n[at]))
	}
	return strings.TrimSpace(b.String())
}

// numeral writes a number in one of the formats of WordprocessingML (ECMA-376 part 1, 17.18.59); those of other
// scripts and those in words come in Arabic figures.
func numeral(format string, n int) string {
	switch format {
	case "none", "bullet":
		return ""
	case "upperRoman":
		return roman(n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperLetter":
		return letters(n)
	case "lowerLetter":
		return strings.ToLower(letters(n))
	case "decimalZero":
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "ordinal":
		return strconv.Itoa(n) + "."
	case "ordinalEnglish":
		return strconv.Itoa(n) + englishOrdinal(n)
	case "numberInDash":
		return "- " + strconv.Itoa(n) + " -"
	case "decimalEnclosedParen":
		return "(" + strconv.Itoa(n) + ")"
	case "decimalEnclosedFullstop":
		return strconv.Itoa(n) + "."
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "chicago":
		if n >= 1 && n <= maxNumeral {
			signs := []string{"*", "†", "‡", "§"}
			return strings.Repeat(signs[(n-1)%len(signs)], (n-1)/len(signs)+1)
		}
	case "hex":
		return strings.ToUpper(strconv.FormatInt(int64(n), 16))
	}
	return strconv.Itoa(n)
}

// englishOrdinal is what follows a number to count in English.
func englishOrdinal(n int) string {
	if tens := n / 10 % 10; tens != 1 {
		switch n % 10 {
		case 1:
			return "st"
		case 2:
			return "nd"
		case 3:
			return "rd"
		}
	}
	return "th"
}

// letters counts A to Z, AA, BB … as Word does.
func letters(n int) string {
	if n < 1 || n > maxNumeral {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}

// romanFigures are the signs from which Roman figures are put together.
var romanFigures = []struct {
	value int
	sign  string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"},
	{9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func roman(n int) string {
	if n < 1 || n > maxNumeral {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, f := range romanFigures {
		for ; n >= f.value; n -= f.value {
			b.WriteString(f.sign)
		}
	}
	return b.String()
}

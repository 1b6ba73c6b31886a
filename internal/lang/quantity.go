package lang

import (
	"regexp"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// Quantity is a value that a person reads as a decimal number with its unit, such as an amount of money. The number has a
// point before its decimals, as machine formats do. Among the arguments of a text or a [study.Problem] it is written with
// the decimal sign of the language.
type Quantity interface{ Decimal() (number, unit string) }

// Quantity writes a quantity with the decimal sign of the language: «1,5 EUR».
func (c *Catalogue) Quantity(q Quantity) string {
	number, unit := q.Decimal()
	if c.language != study.English {
		number = strings.Replace(number, ".", ",", 1)
	}
	return strings.TrimSpace(number + " " + unit)
}

// rowAt is the stored place of a row of a table, behind the name of its sheet where the file has several, and of its file
// where several are spoken of.
var rowAt = regexp.MustCompile(`^(.*[,:] )?row ([0-9]+)$`)

// At says a stored place inside a file ([study.SourceFile]) as a person reads it: a row in words, all others as they are.
func (c *Catalogue) At(at string) string {
	found := rowAt.FindStringSubmatch(at)
	if found == nil {
		return at
	}
	row, err := strconv.Atoi(found[2])
	if err != nil {
		return at
	}
	return found[1] + c.T("place.row", "row", row)
}

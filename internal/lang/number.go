package lang

import (
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// Number writes x with that many decimals and the decimal sign of the language. There is no grouping, since a
// thousands sign that another language reads as a decimal sign is worse than none.
func (c *Catalogue) Number(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if c.language != study.English {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// Share writes a rate as its numerator and denominator with the percentage: «1 of 7 = 14.3 %». Nothing was
// counted: the word for «not applicable», never 0 %.
func (c *Catalogue) Share(k, n int) string {
	if n == 0 {
		return c.T("absence.not-applicable")
	}
	return c.T("number.share", "k", k, "n", n, "percent", c.Number(100*float64(k)/float64(n), 1))
}

// Absence is the word for a value that is not there.
func (c *Catalogue) Absence(a study.Absence) string { return c.T("absence." + a.String()) }

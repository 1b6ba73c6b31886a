package grading

import (
	"regexp"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// departureField is the beginning of one part of an ABWEICHUNG line.
var departureField = regexp.MustCompile(`(?i)(?:^|\|) *(Stelle|Grund|Beleg|L(?:oe|ö)sung) *= *["„“”]`)

// readDeparture reads a line Stelle="…" | Grund="…" | Beleg="…" | Loesung="…". Quotation marks inside a text are
// read leniently: a text ends where the next part begins.
func (r *reading) readDeparture(code study.Code, text string, d *draft) {
	starts := departureField.FindAllStringSubmatchIndex(text, -1)
	if len(starts) == 0 || starts[0][0] != 0 {
		r.remark(code, fieldDeparture, LogValueRefused, oneLine(text))
		return
	}
	var dep study.Departure
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		value, closed := closing(text[at[1]:end])
		if !closed {
			r.remark(code, fieldDeparture, LogQuotationNotClosed, oneLine(text))
		}
		if strings.Contains(value, `"`) {
			r.lenient(code, fieldDeparture, LogQuotationInside, oneLine(value))
		}
		switch fold(text[at[2]:at[3]]) {
		case "STELLE":
			dep.Passage = value
		case "GRUND":
			dep.Reason = value
		case "BELEG":
			dep.Evidence = value
		case "LOESUNG":
			dep.Solution = value
		}
	}
	if dep != (study.Departure{}) && !slices.Contains(d.departures, dep) {
		d.departures = append(d.departures, dep)
	}
}

// closing cuts a text at its last quotation mark.
func closing(s string) (value string, closed bool) {
	s = strings.TrimRight(s, " ")
	for _, q := range []string{`"`, "“", "”"} {
		if v, ok := strings.CutSuffix(s, q); ok {
			return strings.TrimSpace(v), true
		}
	}
	return strings.TrimSpace(s), false
}

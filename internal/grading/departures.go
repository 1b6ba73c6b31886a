package grading

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// departureField is the beginning of one part of an ABWEICHUNG line.
var departureField = regexp.MustCompile(`(?i)(?:^|\|) *(Stelle|Grund|Beleg|L(?:oe|ö)sung) *= *(["„“”])`)

// readDeparture reads a line Stelle="…" | Grund="…" | Beleg="…" | Loesung="…". Quotation marks inside a text are
// read leniently: a text ends where the next part begins.
func (r *reading) readDeparture(code study.Code, text string, d *draft) {
	starts := departureField.FindAllStringSubmatchIndex(text, -1)
	if len(starts) == 0 || starts[0][0] != 0 {
		r.remark(code, fieldDeparture, LogValueRefused, oneLine(text))
		return
	}
	var dep study.Departure
	part := map[string]*string{"STELLE": &dep.Passage, "GRUND": &dep.Reason, "BELEG": &dep.Evidence, "LOESUNG": &dep.Solution}
	given := map[string]string{}
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		name, value := fold(narrow(text[at[2]:at[3]])), r.departureText(code, text, text[at[4]:end])
		before, twice := given[name]
		if !twice {
			given[name], *part[name] = value, value
		} else if before != value {
			r.remark(code, fieldDeparture, LogGivenTwice, oneLine(text))
			*part[name] = "" // neither counts
		}
	}
	if dep != (study.Departure{}) && !slices.Contains(d.departures, dep) {
		d.departures = append(d.departures, dep)
	}
}

// strayPart is where something that is no part of the grammar begins behind a text: another name, a part without quotation
// marks, or one after another sign than the bar.
var strayPart = regexp.MustCompile(`(?i)["“”»] *[|;] *\pL[\pL\pN_ ]{0,20}=|[|] *(?:Stelle|Grund|Beleg|L(?:oe|ö)sung) *=`)

// departureText is the text of one part, which begins with its quotation mark. What follows it and is no part is refused.
func (r *reading) departureText(code study.Code, line, part string) string {
	if at := strayPart.FindStringIndex(part); at != nil {
		cut := at[0]
		if part[cut] != '|' {
			_, size := utf8.DecodeRuneInString(part[cut:])
			cut += size
		}
		r.remark(code, fieldDeparture, LogValueRefused, oneLine(strings.TrimLeft(part[cut:], " |;")))
		part = part[:cut]
	}
	_, size := utf8.DecodeRuneInString(part)
	value, closed := closing(part[size:])
	if !closed {
		r.remark(code, fieldDeparture, LogQuotationNotClosed, oneLine(line))
	}
	if strings.Contains(value, `"`) {
		r.lenient(code, fieldDeparture, LogQuotationInside, oneLine(value))
	}
	if part[0] != '"' || closed && !strings.HasSuffix(strings.TrimRight(part, " "), `"`) {
		r.lenient(code, fieldDeparture, LogQuotationMarks, oneLine(value))
	}
	return value
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

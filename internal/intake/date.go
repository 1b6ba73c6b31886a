package intake

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dayReading is how well a written day was understood.
type dayReading int

const (
	dayUnclear   dayReading = iota // no form that is known
	dayAmbiguous                   // 03/04/2026: two days are possible
	dayClear
)

var (
	isoDay    = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$`)
	dottedDay = regexp.MustCompile(`^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})(?:\s+\d.*|\s*r\.?)?$`)
	slashDay  = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:\s+\d.*)?$`)
	slashYear = regexp.MustCompile(`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:\s+\d.*)?$`)
	dayFirst  = regexp.MustCompile(`^(?:\p{L}+,?\s+)?(\d{1,2})\.?(?:st|nd|rd|th)?\s+(?:of\s+)?(\p{L}+)\.?,?\s+(\d{4})(?:\s*r\.?)?$`)
	monFirst  = regexp.MustCompile(`^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$`)
)

// day reads a written day and gives it as an ISO day. What is ambiguous or no day at all is never guessed.
func (r *rules) day(s string) (string, dayReading) {
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00a0", " ")), " ")
	if m := isoDay.FindStringSubmatch(s); m != nil {
		return isoOf(m[1], m[2], m[3])
	}
	if m := slashYear.FindStringSubmatch(s); m != nil {
		return isoOf(m[1], m[2], m[3])
	}
	if m := dottedDay.FindStringSubmatch(s); m != nil {
		return isoOf(m[3], m[2], m[1])
	}
	if m := slashDay.FindStringSubmatch(s); m != nil {
		return slashed(m[1], m[2], m[3])
	}
	if m := dayFirst.FindStringSubmatch(s); m != nil {
		return isoOf(m[3], r.month(m[2]), m[1])
	}
	if m := monFirst.FindStringSubmatch(s); m != nil {
		return isoOf(m[3], r.month(m[1]), m[2])
	}
	return "", dayUnclear
}

func (r *rules) month(name string) string { return strconv.Itoa(r.months[fold(name)]) }

// slashed reads a day written with strokes, where day and month stand in either order.
func slashed(first, second, year string) (string, dayReading) {
	asDay, ok1 := isoOf(year, second, first)
	asMonth, ok2 := isoOf(year, first, second)
	switch {
	case ok1 == dayClear && ok2 == dayClear && asDay != asMonth:
		return "", dayAmbiguous
	case ok1 == dayClear:
		return asDay, dayClear
	}
	return asMonth, ok2
}

// isoOf puts a day together and checks that it exists.
func isoOf(year, month, day string) (string, dayReading) {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	at := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if m < 1 || m > 12 || at.Day() != d || int(at.Month()) != m || y < 1900 {
		return "", dayUnclear
	}
	return at.Format(time.DateOnly), dayClear
}

// unixTime writes seconds since 1970 as UTC in whole seconds, cut and not rounded; "" outside the years of language models.
func unixTime(seconds float64) string {
	if seconds >= 1e12 {
		seconds /= 1000 // milliseconds
	}
	if !(seconds > 1e9 && seconds < 4e9) {
		return ""
	}
	return time.Unix(int64(math.Floor(seconds)), 0).UTC().Format(time.RFC3339)
}

// timeLayouts are the ways in which exports write a moment.
var timeLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04",
}

// moment writes a moment of an export as UTC in whole seconds and leaves a bare day a bare day; "" when it is neither. A moment
// without a zone is taken as UTC, as programs write it.
func (r *rules) moment(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > len("2006-01-02") {
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, s); err == nil {
				return t.UTC().Truncate(time.Second).Format(time.RFC3339)
			}
		}
	}
	if day, ok := r.day(s); ok == dayClear {
		return day
	}
	return ""
}

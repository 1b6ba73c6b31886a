package sheets

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	isoDate     = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[t ].*)?$`)
	numericDate = regexp.MustCompile(`^([0-9]{1,2})[./-]([0-9]{1,2})[./-](?:[0-9]{2}|[0-9]{4})?$`)
	wordDate    = regexp.MustCompile(`^([0-9]{1,2})[.\s/-]*([a-z]{3,10})\.?(?:[\s/-]*[0-9]{2,4})?$`)
	wordFirst   = regexp.MustCompile(`^([a-z]{3,10})\.?[\s/-]*([0-9]{1,2})$`)
	serialDate  = regexp.MustCompile(`^[34][0-9]{4}$`)
)

// date recognises what a spreadsheet makes of "1-4" or "22.5": 01. Apr, 1-Apr, 2026-04-01, 01.04.2026, 46113. known
// tells that the spreadsheet itself says it is a date.
func (l *layout) date(text string, known bool) (day, month int, ok bool) {
	key := fold(text)
	if m := isoDate.FindStringSubmatch(key); m != nil {
		return inYear(m[3], m[2])
	}
	if m := numericDate.FindStringSubmatch(key); m != nil {
		return inYear(m[1], m[2])
	}
	if m := wordDate.FindStringSubmatch(key); m != nil {
		return inYear(m[1], l.month(m[2]))
	}
	if m := wordFirst.FindStringSubmatch(key); m != nil {
		return inYear(m[2], l.month(m[1]))
	}
	if serialDate.MatchString(key) {
		n, _ := strconv.Atoi(key)
		d := time.Date(1899, time.December, 30+n, 0, 0, 0, 0, time.UTC)
		return d.Day(), int(d.Month()), true
	}
	return 0, 0, known
}

// inYear makes a day and a month of their texts.
func inYear(dayText, monthText string) (day, month int, ok bool) {
	day, err1 := strconv.Atoi(dayText)
	month, err2 := strconv.Atoi(monthText)
	return day, month, err1 == nil && err2 == nil && day >= 1 && day <= 31 && month >= 1 && month <= 12
}

// month is the number of a month's name or its beginning; "" when it is none.
func (l *layout) month(name string) string {
	for i, names := range l.Months {
		for _, n := range names {
			if strings.HasPrefix(name, n) {
				return strconv.Itoa(i + 1)
			}
		}
	}
	return ""
}

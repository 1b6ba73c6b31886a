package wizard

import (
	"strings"
	"time"
)

// localDay is how days are written in the languages of the window; a day in front of its month is meant by the points.
const localDay = "2.1.2006"

// isoDay writes a day that was typed as 1.6.2024 or 1. 6. 2024 as 2024-06-01. Anything else stays as it is typed: who
// takes it says what is wrong with it.
func isoDay(typed string) string {
	typed = strings.TrimSpace(typed)
	day, err := time.Parse(localDay, strings.Join(strings.Fields(typed), ""))
	if err != nil {
		return typed
	}
	return day.Format(time.DateOnly)
}

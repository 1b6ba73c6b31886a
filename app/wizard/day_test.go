package wizard

import "testing"

func TestADayMayBeTypedAsPeopleWriteIt(t *testing.T) {
	for typed, want := range map[string]string{
		"1.6.2024":     "2024-06-01",
		"01. 06. 2024": "2024-06-01",
		" 31.12.2026 ": "2026-12-31",
		"2024-06-01":   "2024-06-01",
		"31.2.2024":    "31.2.2024",
		"Juni 2024":    "Juni 2024",
		"6/1/2024":     "6/1/2024",
		"":             "",
	} {
		if got := isoDay(typed); got != want {
			t.Errorf("%q is taken as %q, not %q", typed, got, want)
		}
	}
}

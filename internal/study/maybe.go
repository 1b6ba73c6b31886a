package study

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Absence says why a value is not there. Each has its own word in every table and report.
type Absence int

const (
	Missing       Absence = iota // nobody has answered yet
	Undefined                    // the formula has no result for these data
	Blocked                      // a rule of the grading system forbids a grade
	Refused                      // the model or the person declined
	Truncated                    // the reply ended early
	NotVerifiable                // looked up, and no source could tell
	NotReturned                  // asked for, and the reply did not contain it
	NotApplicable                // the question does not arise, for instance a rate over no sources
)

// absenceWords are the machine words of the absences, in the order of the constants.
var absenceWords = [...]string{
	"missing", "undefined", "blocked", "refused", "truncated", "not-verifiable", "not-returned", "not-applicable",
}

// String is the machine word, in English and lower case: "missing", "not-verifiable".
func (a Absence) String() string {
	if a < 0 || int(a) >= len(absenceWords) {
		return fmt.Sprintf("absence(%d)", int(a))
	}
	return absenceWords[a]
}

// MarshalText writes the machine word.
func (a Absence) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a machine word; an unknown one is an error.
func (a *Absence) UnmarshalText(text []byte) error {
	for i, w := range absenceWords {
		if w == string(text) {
			*a = Absence(i)
			return nil
		}
	}
	return fmt.Errorf("study: unknown absence %q", text)
}

// Maybe is a value or the reason why there is none. Its zero value is Missing, never 0 or "".
//
// As JSON a known value stands as itself and an absent one as {"absent":"missing"}; null reads as Missing.
type Maybe[T any] struct {
	value T
	known bool
	why   Absence
}

// Known is a value that is there.
func Known[T any](v T) Maybe[T] { return Maybe[T]{value: v, known: true} }

// Absent is a value that is not there, with the reason.
func Absent[T any](why Absence) Maybe[T] { return Maybe[T]{why: why} }

// Get gives the value and whether there is one.
func (m Maybe[T]) Get() (T, bool) { return m.value, m.known }

// IsKnown tells whether there is a value.
func (m Maybe[T]) IsKnown() bool { return m.known }

// Why is the reason of the absence. It has a meaning only where there is no value.
func (m Maybe[T]) Why() Absence { return m.why }

// Or gives the value, or other where there is none.
func (m Maybe[T]) Or(other T) T {
	if m.known {
		return m.value
	}
	return other
}

// IsZero reports a value nobody has answered yet, for the JSON option omitzero.
func (m Maybe[T]) IsZero() bool { return !m.known && m.why == Missing }

// String shows the value, or the machine word of the absence in round brackets.
func (m Maybe[T]) String() string {
	if m.known {
		return fmt.Sprint(m.value)
	}
	return "(" + m.why.String() + ")"
}

// absentJSON is the form of an absent value in files.
type absentJSON struct {
	Absent *Absence `json:"absent"`
}

// MarshalJSON writes the value itself, or {"absent":…}.
func (m Maybe[T]) MarshalJSON() ([]byte, error) {
	if m.known {
		return json.Marshal(m.value)
	}
	return json.Marshal(absentJSON{Absent: &m.why})
}

// UnmarshalJSON reads what MarshalJSON wrote; null is Missing.
func (m *Maybe[T]) UnmarshalJSON(data []byte) error {
	trimmed := bytes.TrimSpace(data)
	if bytes.Equal(trimmed, []byte("null")) {
		*m = Maybe[T]{}
		return nil
	}
	if bytes.HasPrefix(trimmed, []byte("{")) {
		var a absentJSON
		if err := json.Unmarshal(trimmed, &a); err == nil && a.Absent != nil {
			*m = Maybe[T]{why: *a.Absent}
			return nil
		}
	}
	var v T
	if err := json.Unmarshal(trimmed, &v); err != nil {
		return err
	}
	*m = Known(v)
	return nil
}

package sqlite

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"iucomstudien/internal/study"
)

// when is a moment as it is stored: ISO 8601 with its own zone.
func when(t time.Time) string { return t.Format(time.RFC3339Nano) }

// whenever is a moment that may not have come.
func whenever(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return when(t)
}

// moment reads a stored moment into a time.
type moment struct{ into *time.Time }

// Scan implements [sql.Scanner]; NULL is the zero time.
func (m moment) Scan(v any) (err error) {
	if v == nil {
		*m.into = time.Time{}
		return nil
	}
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("moment stored as %T", v)
	}
	*m.into, err = time.Parse(time.RFC3339Nano, text)
	return err
}

// nullable stores "" as NULL.
func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// absences says, by column, why a value is NULL. What is merely missing is not listed.
type absences map[string]study.Absence

// put gives a value as it is stored, NULL when there is none, and keeps the reason. Words and levels go through the
// driver's default conversion, which knows the kinds behind named types.
func put[T any](a absences, column string, m study.Maybe[T]) any {
	if v, known := m.Get(); known {
		return v
	}
	if m.Why() != study.Missing {
		a[column] = m.Why()
	}
	return nil
}

// got makes the value again.
func got[T any](a absences, column string, v sql.Null[T]) study.Maybe[T] {
	if v.Valid {
		return study.Known(v.V)
	}
	return study.Absent[T](a[column])
}

// stored is anything as JSON text in a column.
type stored struct{ v any }

// text is the JSON to be stored.
func (s stored) text() (string, error) {
	data, err := json.Marshal(s.v)
	return string(data), err
}

// Scan implements [sql.Scanner].
func (s stored) Scan(v any) error {
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("JSON stored as %T", v)
	}
	return json.Unmarshal([]byte(text), s.v)
}

// rawText is JSON that is kept as it came; nothing becomes null.
func rawText(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "null"
	}
	return string(raw)
}

// raw reads JSON as it is; null becomes nothing.
type raw struct{ into *json.RawMessage }

// Scan implements [sql.Scanner].
func (r raw) Scan(v any) error {
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("JSON stored as %T", v)
	}
	*r.into = nil
	if text != "null" {
		*r.into = json.RawMessage(text)
	}
	return nil
}

// word makes a word of a closed set again.
func word[T ~string](a absences, column string, v sql.Null[string]) study.Maybe[T] {
	return got(a, column, sql.Null[T]{V: T(v.V), Valid: v.Valid})
}

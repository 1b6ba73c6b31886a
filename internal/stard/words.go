package stard

import (
	"strings"
	"time"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Words says machine values and figures in a language.
type Words struct{ *lang.Catalogue }

// Condition is the name of an origin.
func (w Words) Condition(c study.Condition) string { return w.T("condition." + string(c)) }

// Target is the word of a reading or of its absence.
func (w Words) Target(m study.Maybe[study.Target]) string {
	if v, ok := m.Get(); ok {
		return w.T("target." + string(v))
	}
	return w.Absence(m.Why())
}

// Stated is the text, or the word for «not stated».
func (w Words) Stated(s string) string {
	if strings.TrimSpace(s) == "" {
		return w.T("report.not-stated")
	}
	return s
}

// Reason says why a figure has no number.
func (w Words) Reason(r stats.Reason) string {
	key := "reason." + strings.NewReplacer("_", "-", "n=0", "no-data").Replace(string(r))
	if !w.Has(key) {
		return w.T("absence.undefined") + " (" + string(r) + ")"
	}
	return w.T(key)
}

// FigureName is the name of a figure of the report.
func (w Words) FigureName(name string) string { return w.T("stard.figure." + name) }

// Value is a figure as it is printed: a proportion with numerator and denominator, any other with two decimals, or the
// reason why there is none.
func (w Words) Value(f Figure) string {
	v, ok := f.Figure.Value()
	switch {
	case !ok:
		return w.Reason(f.Reason())
	case IsShare(f.Name):
		return w.T("stard.share", "k", f.K, "n", f.N, "value", w.Number(v, 3))
	}
	return w.signed(v, 2)
}

// signed writes a number with a true minus sign, and without one where all its digits are 0.
func (w Words) signed(v float64, decimals int) string {
	s := w.Number(v, decimals)
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		if strings.Trim(rest, "0.,") == "" {
			return rest
		}
		return "−" + rest
	}
	return s
}

// Interval is the interval of a figure, or the word why there is none.
func (w Words) Interval(f Figure) string {
	if _, ok := f.Figure.Value(); !ok {
		return w.T("absence.not-applicable")
	}
	if f.Interval == nil {
		if f.NoInterval != "" {
			return w.Reason(f.NoInterval)
		}
		return w.T("report.interval.none")
	}
	decimals := 2
	if IsShare(f.Name) {
		decimals = 3
	}
	s := w.T("report.interval.limits", "low", w.signed(f.Interval.Low, decimals), "high", w.signed(f.Interval.High, decimals))
	if f.HasNote(stats.NoteHalfAdded) {
		s += " " + w.T("stard.half-added")
	}
	return s
}

// Moment is a time to the minute with its zone.
func (w Words) Moment(t time.Time) string {
	if t.IsZero() {
		return w.T("report.not-stated")
	}
	return t.Format("2006-01-02 15:04 -07:00")
}

// Day is an ISO day.
func (w Words) Day(t time.Time) string {
	if t.IsZero() {
		return w.T("report.not-stated")
	}
	return t.Format(time.DateOnly)
}

// List joins texts as a sentence does: a, b and c.
func (w Words) List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return w.T("report.list", "list", strings.Join(parts[:last], ", "), "last", parts[last])
}

// Severity is the word of a severity.
func (w Words) Severity(s Severity) string {
	if s == NotSaid {
		return w.T("report.not-stated")
	}
	return w.T("stard.severity." + string(s))
}

package report

import (
	"strconv"
	"strings"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// words says machine values and figures in the report's language. Its methods are called by the template.
type words struct{ cat *lang.Catalogue }

// T is the text of a key.
func (w words) T(key string, args ...any) string { return w.cat.T(key, args...) }

// N is the text of a key in the plural form that n needs.
func (w words) N(key string, n int, args ...any) string { return w.cat.N(key, n, args...) }

// Condition, Category, Target, Guess and Grid are the words of the closed sets.
func (w words) Condition(c study.Condition) string {
	if !c.Valid() {
		return w.T("report.origin-unknown")
	}
	return w.T("condition." + string(c))
}

// Category is the word of a verdict or of its absence.
func (w words) Category(m study.Maybe[study.Category]) string {
	return maybe(w, m, func(c study.Category) string { return w.T("category." + string(c)) })
}

// Target is the word of a reading or of its absence.
func (w words) Target(m study.Maybe[study.Target]) string {
	return maybe(w, m, func(t study.Target) string { return w.T("target." + string(t)) })
}

// Guess is the word of an origin guess or of its absence.
func (w words) Guess(m study.Maybe[study.Guess]) string {
	return maybe(w, m, func(g study.Guess) string { return w.T("guess." + string(g)) })
}

// Grid is the word of a grid level or of its absence.
func (w words) Grid(m study.Maybe[study.Grid]) string {
	return maybe(w, m, func(g study.Grid) string { return w.T("grid." + g.String()) })
}

// Whole is a whole number or the word of its absence.
func (w words) Whole(m study.Maybe[int]) string { return maybe(w, m, strconv.Itoa) }

// PercentOf is a whole percentage or the word of its absence.
func (w words) PercentOf(m study.Maybe[int]) string {
	return maybe(w, m, func(v int) string { return w.T("report.percent", "x", v) })
}

// YesNo is yes, no, or the word of the absence.
func (w words) YesNo(m study.Maybe[bool]) string {
	return maybe(w, m, func(v bool) string {
		if v {
			return w.T("report.yes")
		}
		return w.T("report.no")
	})
}

func maybe[T any](w words, m study.Maybe[T], say func(T) string) string {
	if v, ok := m.Get(); ok {
		return say(v)
	}
	return w.cat.Absence(m.Why())
}

// Stated is the text, or the word for «not stated».
func (w words) Stated(s string) string {
	if strings.TrimSpace(s) == "" {
		return w.T("report.not-stated")
	}
	return s
}

// Reason says why a figure has no number.
func (w words) Reason(r stats.Reason) string {
	key := "reason." + strings.NewReplacer("_", "-", "n=0", "no-data").Replace(string(r))
	if !w.cat.Has(key) {
		return w.T("absence.undefined") + " (" + string(r) + ")"
	}
	return w.T(key)
}

// Value is a figure with that many decimals, or the reason why there is none.
func (w words) Value(f stats.Figure, decimals int) string {
	if v, ok := f.Value(); ok {
		return w.signed(v, decimals)
	}
	return w.Reason(f.Reason())
}

// signed writes a number with a true minus sign.
func (w words) signed(v float64, decimals int) string {
	s := w.cat.Number(v, decimals)
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		if strings.Trim(rest, "0.,") == "" {
			return rest
		}
		return "−" + rest
	}
	return s
}

// Interval is the interval of a figure, or the word why there is none.
func (w words) Interval(f stats.Figure, decimals int) string {
	if _, ok := f.Value(); !ok {
		return w.T("absence.not-applicable")
	}
	if f.Interval == nil {
		if f.NoInterval != "" {
			return w.Reason(f.NoInterval)
		}
		return w.T("report.interval.none")
	}
	key := "report.interval.limits"
	if f.Interval.Low == f.Interval.High {
		key = "report.interval.alike"
	}
	return w.T(key, "low", w.signed(f.Interval.Low, decimals), "high", w.signed(f.Interval.High, decimals))
}

// Probability is a p-value: three decimals, and «< 0.001» below.
func (w words) Probability(f stats.Figure) string {
	v, ok := f.Value()
	switch {
	case !ok:
		return w.Reason(f.Reason())
	case v < 0.001:
		return w.T("report.p-below", "limit", w.cat.Number(0.001, 3))
	}
	return w.cat.Number(v, 3)
}

// probabilityIs is a p-value as it stands in a sentence: «= 0.240», «< 0.001».
func (w words) probabilityIs(f stats.Figure) string {
	if v, ok := f.Value(); ok && v >= 0.001 {
		return "= " + w.Probability(f)
	}
	return w.Probability(f)
}

// Rate is a rate with numerator, denominator and percentage.
func (w words) Rate(s evaluation.Share) string {
	if _, ok := s.Figure.Value(); !ok {
		return w.Reason(s.Figure.Reason())
	}
	return w.cat.Share(s.K, s.N)
}

// PercentInterval is the interval of a proportion in percent.
func (w words) PercentInterval(s evaluation.Share) string {
	f := s.Figure
	if _, ok := f.Value(); !ok || f.Interval == nil {
		return w.T("absence.not-applicable")
	}
	return w.T("report.interval.percent", "low", w.cat.Number(100*f.Interval.Low, 1), "high", w.cat.Number(100*f.Interval.High, 1))
}

// Mean is a mean percentage with the range of its values.
func (w words) Mean(m evaluation.Mean) string {
	v, ok := m.Figure.Value()
	switch {
	case !ok:
		return w.Reason(m.Figure.Reason())
	case m.Low == m.High && m.N > 1:
		return w.T("report.mean-alike", "mean", w.cat.Number(v, 1), "n", m.N)
	case m.Low == m.High:
		return w.T("report.percent", "x", w.cat.Number(v, 1))
	}
	return w.T("report.mean-range", "mean", w.cat.Number(v, 1), "low", m.Low, "high", m.High, "n", m.N)
}

// MedianGrade is the median of grades; a middle between two levels is shown as both.
func (w words) MedianGrade(m evaluation.Median) string {
	return w.median(m, strconv.Itoa)
}

// MedianGrid is the median of grid levels.
func (w words) MedianGrid(m evaluation.Median) string {
	return w.median(m, func(v int) string { return w.T("grid." + study.Grid(v).String()) })
}

func (w words) median(m evaluation.Median, say func(int) string) string {
	switch {
	case m.N == 0:
		return w.Reason(m.Reason)
	case m.Better == m.Worse:
		return say(m.Better)
	}
	return say(m.Better) + "–" + say(m.Worse)
}

// Counts writes how often each word was given, most severe last, without those never given.
func (w words) Counts(v evaluation.Verdicts) string {
	var parts []string
	for _, c := range study.Categories() {
		if n := v.Categories[c]; n > 0 {
			parts = append(parts, w.T("report.count-of", "n", n, "word", w.T("category."+string(c))))
		}
	}
	if v.Missing.Category > 0 {
		parts = append(parts, w.T("report.count-of", "n", v.Missing.Category, "word", w.T("absence.missing")))
	}
	if len(parts) == 0 {
		return w.T("absence.missing")
	}
	return strings.Join(parts, ", ")
}

// GridCounts writes how often each grid level was given.
func (w words) GridCounts(v evaluation.Verdicts) string {
	var parts []string
	for i, n := range v.Grid {
		if n == 0 {
			continue
		}
		level := w.T("grid." + study.Grid(i+1).String())
		if study.Grid(i+1) != study.GridBlocked {
			level = w.T("report.level-name", "level", level)
		}
		parts = append(parts, w.T("report.level-times", "level", level, "n", n))
	}
	if v.Missing.Grid > 0 {
		parts = append(parts, w.T("report.level-times", "level", w.T("absence.missing"), "n", v.Missing.Grid))
	}
	if len(parts) == 0 {
		return w.T("absence.missing")
	}
	return strings.Join(parts, ", ")
}

// SystemA is the level of the legal opinion catalogue with the mean it comes from.
func (w words) SystemA(m study.Maybe[study.SystemA]) string {
	return maybe(w, m, func(a study.SystemA) string {
		return w.T("report.level-mean", "level", a.Level, "mean", w.cat.Number(a.Mean, 2))
	})
}

// LevelA is the level of the legal opinion catalogue alone, for narrow columns.
func (w words) LevelA(m study.Maybe[study.SystemA]) string {
	return maybe(w, m, func(a study.SystemA) string { return strconv.Itoa(a.Level) })
}

// Rater is how a rater is called: the ID of a person, «AI» with its model.
func (w words) Rater(r study.Rater) string {
	if r.Kind != study.AIRater {
		return r.ID
	}
	return w.T("report.ai-grader", "id", r.ID)
}

// List joins texts as a sentence does: a, b and c.
func (w words) List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return w.T("report.list", "list", strings.Join(parts[:last], ", "), "last", parts[last])
}

// Day and Moment are ISO 8601; a moment carries its zone.
func (w words) Day(t time.Time) string {
	if t.IsZero() {
		return w.T("report.not-stated")
	}
	return t.Format(time.DateOnly)
}

// Moment is a time to the second with its zone.
func (w words) Moment(t time.Time) string {
	if t.IsZero() {
		return w.T("report.not-stated")
	}
	return t.Format("2006-01-02 15:04:05 -07:00")
}

// DateOf is the date of an answer: of a moment as a program writes it, in the zone that it carries; any other text as it
// stands.
func (w words) DateOf(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return w.Moment(t)
	}
	return s
}

// CountsOf says what a figure rests on: «6 answers, 18 ratings, 3 raters; left out: 1 answer with one rating».
func (w words) CountsOf(f stats.Figure) string {
	var parts []string
	for _, c := range f.Counts {
		if key := "report.counts." + c.Of; w.cat.Has(key) {
			parts = append(parts, w.N(key, int(c.N)))
		}
	}
	for _, l := range f.LeftOut {
		if key := "report.left-out." + strings.ReplaceAll(l.Why, "_", "-"); w.cat.Has(key) {
			parts = append(parts, w.N(key, int(l.N)))
		}
	}
	if len(parts) == 0 {
		return w.T("absence.not-applicable")
	}
	s := strings.Join(parts, ", ")
	for _, n := range f.Notes {
		s += "; " + w.T("report.note."+noteWord(n))
	}
	return s
}

package report

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// answerOf finds an answer by its code.
func (p *page) answerOf(c study.Code) (Answer, bool) {
	i, ok := p.at.answers[c]
	if !ok {
		return Answer{}, false
	}
	return p.Answers[i], true
}

// Badge is a code in the colour of its origin: a link to the answer that says on hover who or what stands behind it. The
// word of the origin always stands beside it.
func (p *page) Badge(c study.Code, condition study.Condition) template.HTML {
	return template.HTML(fmt.Sprintf(`<a class="code code-%s" href="#%s" title="%s">%s</a>`, colourClass(condition), answerID(c),
		template.HTMLEscapeString(p.Hint(c, condition)), template.HTMLEscapeString(string(c))))
}

// Hint says in a line who or what stands behind a code.
func (p *page) Hint(c study.Code, condition study.Condition) string {
	source := p.T("report.not-stated")
	if a, ok := p.answerOf(c); ok {
		source = p.source(a.Answer)
	}
	return p.T("report.code-hint", "code", string(c), "origin", p.Condition(condition), "source", source)
}

// colourClass is the class of an origin's colour.
func colourClass(c study.Condition) string {
	if !c.Valid() {
		return "unknown"
	}
	return string(c)
}

// answerID is the place of an answer in the page.
func answerID(c study.Code) string {
	return "answer-" + strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, string(c))
}

// NoMeasurement tells whether an answer came from a run with the gold standard attached.
func (p *page) NoMeasurement(c study.Code) bool {
	a, ok := p.answerOf(c)
	return ok && a.GoldAttached
}

// Unmeasured tells whether any of the answers came from such a run.
func (p *page) Unmeasured(codes []study.Code) bool {
	return slices.ContainsFunc(codes, p.NoMeasurement)
}

// noMeasurement names the answers of such runs in a sentence; nothing where there are none.
func (p *page) noMeasurement() string {
	var names []string
	for _, a := range p.Answers {
		if a.GoldAttached {
			names = append(names, p.T("report.code-origin", "code", string(a.Code), "origin", p.Condition(a.Answer.Condition)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return p.N("report.no-measurement.summary", len(names), "names", p.List(names))
}

// LengthOfAll is the length of several answers: the median and the range. A middle between two lengths is shown as both.
func (p *page) LengthOfAll(codes []study.Code) string {
	var lengths []int
	for _, c := range codes {
		if a, ok := p.answerOf(c); ok {
			if n, ok := a.Words().Get(); ok {
				lengths = append(lengths, n)
			}
		}
	}
	if len(lengths) == 0 {
		return p.T("absence.missing")
	}
	slices.Sort(lengths)
	n := len(lengths)
	low, high := lengths[(n-1)/2], lengths[n/2]
	median := strconv.Itoa(low)
	if low != high {
		median += "–" + strconv.Itoa(high)
	}
	if n < 3 {
		return median // with two, the middle is the range
	}
	return p.T("report.length.range", "median", median, "low", lengths[0], "high", lengths[n-1])
}

// RetrievalRow is one evaluated search in words.
type RetrievalRow struct {
	Code                             study.Code
	Condition                        study.Condition
	Precision, HitRate, Fidelity, By string
}

// RetrievalRows lists the evaluated searches.
func (p *page) RetrievalRows() []RetrievalRow {
	var rows []RetrievalRow
	for _, r := range p.Retrieval {
		a, _ := p.answerOf(r.Code)
		rows = append(rows, RetrievalRow{r.Code, a.Answer.Condition, p.Rate(r.Precision), p.Rate(r.HitRate), p.Rate(r.Fidelity), p.Stated(r.By)})
	}
	return rows
}

// CheckRow is a looked-up source in words.
type CheckRow struct {
	Code                               study.Code
	Condition                          study.Condition
	Citation, Outcome, Register, Found string
}

// CheckRows lists the looked-up sources.
func (p *page) CheckRows() []CheckRow {
	var rows []CheckRow
	for _, c := range p.Checks {
		a, _ := p.answerOf(c.Code)
		found := c.Found
		if strings.TrimSpace(found) == "" {
			found = p.T("report.none")
		}
		register := p.Stated(c.Register)
		if !c.Time.IsZero() {
			register += ", " + p.Day(c.Time)
		}
		rows = append(rows, CheckRow{c.Code, a.Answer.Condition, p.Stated(c.Citation), p.Outcome(c.Outcome), register, found})
	}
	return rows
}

// Outcome is the word of an outcome.
func (w words) Outcome(o SourceOutcome) string {
	if !slices.Contains(SourceOutcomes(), o) {
		return w.T("absence.missing")
	}
	return w.T("report.source-outcome." + string(o))
}

// Outcomes are the words of all outcomes, as headings.
func (w words) Outcomes() []string {
	var all []string
	for _, o := range SourceOutcomes() {
		all = append(all, w.Outcome(o))
	}
	return all
}

// CheckCount counts the outcomes of one origin.
type CheckCount struct {
	Origin string
	All    int
	Counts []int // in the order of SourceOutcomes
}

// CheckCounts counts the looked-up sources by origin; origins without any are left out.
func (p *page) CheckCounts() []CheckCount {
	counts := map[study.Condition]*CheckCount{}
	for _, c := range p.Checks {
		a, _ := p.answerOf(c.Code)
		cond := a.Answer.Condition
		if counts[cond] == nil {
			counts[cond] = &CheckCount{Origin: p.Condition(cond), Counts: make([]int, len(SourceOutcomes()))}
		}
		counts[cond].All++
		if i := slices.Index(SourceOutcomes(), c.Outcome); i >= 0 {
			counts[cond].Counts[i]++
		}
	}
	var rows []CheckCount
	for _, cond := range append(study.Conditions(), "") {
		if c := counts[cond]; c != nil {
			rows = append(rows, *c)
		}
	}
	return rows
}

// RepeatRow is a rater who rated twice, in words.
type RepeatRow struct{ Rater, Equal, Kappa, Interval, RestsOn string }

// RepeatRows lists the raters who rated twice.
func (p *page) RepeatRows() []RepeatRow {
	var rows []RepeatRow
	for _, r := range p.Repeats {
		rows = append(rows, RepeatRow{p.Rater(r.Rater), p.Rate(r.Equal), p.Value(r.Kappa, 2), p.Interval(r.Kappa, 2), p.CountsOf(r.Kappa)})
	}
	return rows
}

// PreferenceRow compares a grader's own family with all others, in words.
type PreferenceRow struct{ Grader, Family, Own, Others, Difference, Effect string }

// PreferenceRows lists the AI graders.
func (p *page) PreferenceRows() []PreferenceRow {
	var rows []PreferenceRow
	for _, s := range p.SelfPreference {
		effect := p.Value(s.Effect, 2)
		if _, ok := s.Effect.Value(); ok {
			effect = p.change(s.Effect) + "; " + p.Interval(s.Effect, 2)
		}
		name := fmt.Sprintf("%s (%s)", s.Grader.ID, p.Stated(s.Grader.Model))
		rows = append(rows, PreferenceRow{name, p.Stated(s.Family), p.change(s.Own), p.change(s.Others), p.change(s.Difference), effect})
	}
	return rows
}

// adjudicatedRows are verdicts found after the rating, as rows under the raters' own.
func (p *page) adjudicatedRows(a Answer) []VerdictRow {
	var rows []VerdictRow
	for _, i := range p.at.settled[a.Code] {
		d := &p.Adjudicated[i]
		rows = append(rows, p.verdictRow(p.T("report.adjudicated", "by", p.Stated(d.By)), settled(d.Rating), a.Answer.Condition))
	}
	return rows
}

// settled is an adjudicated verdict as it is shown: what was not in dispute was not asked again.
func settled(r study.Rating) study.Rating {
	if r.Category.IsZero() {
		r.Category = study.Absent[study.Category](study.NotApplicable)
	}
	if r.Agreement.IsZero() {
		r.Agreement = study.Absent[int](study.NotApplicable)
	}
	if r.Grade.IsZero() {
		r.Grade = study.Absent[int](study.NotApplicable)
	}
	if r.Grid.IsZero() {
		r.Grid = study.Absent[study.Grid](study.NotApplicable)
	}
	if r.Target.IsZero() {
		r.Target = study.Absent[study.Target](study.NotApplicable)
	}
	if r.Guess.IsZero() {
		r.Guess = study.Absent[study.Guess](study.NotApplicable)
	}
	return r
}

// AdjudicatedNote says what adjudicated verdicts are; nothing where there are none.
func (p *page) AdjudicatedNote() string {
	if len(p.Adjudicated) == 0 {
		return ""
	}
	return p.N("report.adjudicated.note", len(p.Adjudicated))
}

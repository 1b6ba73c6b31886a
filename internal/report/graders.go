package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// GraderRun is an AI grader as such: whether it is independent of the answers, whether it came to its end, and how far it
// agrees with itself.
type GraderRun struct {
	Rater        study.Rater
	Provider     string   // "" for a recorded reply
	Configured   string   // model that the person named; "" where none was
	Independence string   // machine word: independent, replaced, own-family, family-unknown
	Warns        bool     // the report warns of it expressly
	Shared       []string // families that it has in common with answers under test
	Unknown      []string // models whose family is not known

	Complete bool   // otherwise nothing of it counts
	Because  string // why it is not: the ID of a problem, or "stopped"

	Repeats           int
	Graded            int          // answers with a usable grading
	LeftOut           []study.Code // answers that were not sent, since their authors did not agree
	Refused           []study.Code // answers whose grading the model declined, or its provider blocked
	Departures        int
	WithoutEvidence   int // of the departures: without a decisive passage
	NoDifferentiation bool
	Spread            []GraderSpread // of repetitions, items in the order of the reply
}

// GraderSpread is how far repeated gradings of the same answers lie apart in one item.
type GraderSpread struct {
	Item   string       // machine word
	Same   stats.Figure // share of answers with the same value in every repetition
	Widest stats.Figure // the largest standard deviation of an answer; without a number for words
	Code   study.Code   // of that answer; "" for none
}

// Unfinished is a series of runs that ended before all of them had an answer.
type Unfinished struct {
	Condition study.Condition
	Done      int
	Runs      int
	Because   string // ID of a problem; "" where none was said
}

// GraderRow is an AI grader in words.
type GraderRow struct{ Rater, Model, Independence, State, Repeats, Graded, Evidence string }

// GraderRows lists the AI graders.
func (p *page) GraderRows() []GraderRow {
	var rows []GraderRow
	for _, g := range p.Graders {
		row := GraderRow{Rater: g.Rater.ID, Model: p.Stated(g.Rater.Model), Independence: p.independence(g),
			State: p.T("report.grader.complete"), Repeats: strconv.Itoa(g.Repeats), Graded: p.cat.Share(g.Graded, len(p.Answers)),
			Evidence: p.cat.Share(g.WithoutEvidence, g.Departures)}
		if g.Provider != "" {
			row.Model += " (" + g.Provider + ")"
		}
		if g.Departures == 0 {
			row.Evidence = p.T("absence.not-applicable")
		}
		if !g.Complete {
			row.State = p.T("report.grader.incomplete", "why", p.because(g.Because))
		}
		rows = append(rows, row)
	}
	return rows
}

// independence says how a grader stands to the answers under test.
func (w words) independence(g GraderRun) string {
	if key := "report.grader." + g.Independence; w.cat.Has(key) { // the report knows less of why than who chose
		return w.T(key)
	}
	if key := "grader." + g.Independence; g.Independence != "" && w.cat.Has(key) {
		return w.T(key)
	}
	return w.T("report.not-stated")
}

// because says why a run is incomplete.
func (w words) because(id string) string {
	if key := "report.because." + id; id != "" && w.cat.Has(key) {
		return w.T(key)
	}
	return w.T("report.because.other")
}

// GraderWarnings are what a reader must know before believing the AI graders: of incomplete runs, of the own family, of
// answers that were left out and of gradings without differences.
func (p *page) GraderWarnings() []string {
	var all []string
	for _, g := range p.Graders {
		args := []any{"rater", g.Rater.ID, "model", p.Stated(g.Rater.Model), "families", p.List(g.Shared), "models", p.List(g.Unknown),
			"configured", p.Stated(g.Configured), "why", p.because(g.Because), "codes", p.few(codeNames(g.LeftOut))}
		add := func(when bool, key string) {
			if when {
				all = append(all, p.T(key, args...))
			}
		}
		add(!g.Complete, "report.grader.warn.incomplete")
		add(g.Warns && len(g.Shared) > 0, "report.grader.warn.own-family")
		add(g.Warns && len(g.Shared) == 0, "report.grader.warn.family-unknown")
		add(g.Independence == "replaced", "report.grader.warn.replaced")
		add(len(g.LeftOut) > 0, "report.grader.warn.left-out")
		args = append(args, "refused", p.few(codeNames(g.Refused)))
		add(len(g.Refused) > 0, "report.grader.warn.refused")
		add(g.Complete && g.NoDifferentiation, "report.grader.warn.all-alike")
	}
	return all
}

func codeNames(codes []study.Code) []string {
	names := make([]string, len(codes))
	for i, c := range codes {
		names[i] = string(c)
	}
	return names
}

// graderInShort names in the summary the AI graders that are incomplete or not independent, whatever their number in a
// sentence each; why stands with the limits ([page.GraderWarnings]).
func (p *page) graderInShort() string {
	var incomplete, dependent []string
	for _, g := range p.Graders {
		name := fmt.Sprintf("%s (%s)", g.Rater.ID, p.Stated(g.Rater.Model))
		if !g.Complete {
			incomplete = append(incomplete, name)
		} else if g.Warns {
			dependent = append(dependent, name)
		}
	}
	say := func(key string, names []string) string {
		if len(names) == 0 {
			return ""
		}
		return p.N(key, len(names), "graders", p.List(names))
	}
	return join(say("report.summary.ai-incomplete", incomplete), say("report.summary.ai-dependent", dependent))
}

// HasAI tells whether there is anything to say of AI graders.
func (p *page) HasAI() bool { return p.Grader != nil || len(p.Graders) > 0 }

// aiIncomplete tells whether the AI grading is missing since its run did not come to its end.
func (p *page) aiIncomplete() bool {
	return p.Grader == nil && slices.ContainsFunc(p.Graders, func(g GraderRun) bool { return !g.Complete })
}

// SpreadRow is one item of repeated gradings in words.
type SpreadRow struct{ Grader, Item, Same, Interval, Widest string }

// SpreadRows lists the items of repeated gradings of every grader.
func (p *page) SpreadRows() []SpreadRow {
	var rows []SpreadRow
	for _, g := range p.Graders {
		for _, s := range g.Spread {
			row := SpreadRow{Grader: g.Rater.ID, Item: p.T("report.spread." + strings.ReplaceAll(s.Item, "_", "-")),
				Same: p.shareOf(s.Same), Interval: p.Interval(s.Same, 2), Widest: p.Value(s.Widest, 2)}
			if s.Code != "" {
				row.Widest += " (" + string(s.Code) + ")"
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// shareOf is a share with its numerator and denominator where it says on how many answers it rests.
func (w words) shareOf(f stats.Figure) string {
	v, ok := f.Value()
	n := int(f.N("n"))
	if !ok || n == 0 {
		return w.Value(f, 2)
	}
	return w.cat.Share(int(math.Round(v*float64(n))), n)
}

// Categories are the words of all categories, as headings.
func (w words) Categories() []string {
	var all []string
	for _, c := range study.Categories() {
		all = append(all, w.T("category."+string(c)))
	}
	return all
}

// FinalRow counts the categories of one origin after consensus.
type FinalRow struct {
	Origin string
	Counts []string // by category
	Open   string
}

// FinalRows lists the origins with their final categories.
func (p *page) FinalRows() []FinalRow {
	var rows []FinalRow
	for _, f := range p.Final {
		row := FinalRow{Origin: p.Condition(f.Condition), Open: strconv.Itoa(f.Open)}
		for _, c := range study.Categories() {
			row.Counts = append(row.Counts, p.Rate(f.Shares[c]))
		}
		rows = append(rows, row)
	}
	return rows
}

// FinalCategories are the categories of one origin's answers after consensus. Open are answers whose reviewers differ and
// have not agreed, or that nobody judged; they are in no share.
type FinalCategories struct {
	Condition study.Condition
	Open      int
	Shares    map[study.Category]evaluation.Share
}

// unfinished says which series of runs are incomplete.
func (p *page) unfinished() string {
	var all []string
	for _, u := range p.Unfinished {
		all = append(all, p.N("report.unfinished", u.Runs, "done", u.Done, "origin", p.Condition(u.Condition), "why", p.because(u.Because)))
	}
	return strings.Join(all, " ")
}

// graderLimits say what incomplete, dependent or partial graders may have done to the figures.
func (p *page) graderLimits() []string {
	all := p.GraderWarnings()
	for _, s := range p.SelfPreference {
		if v, ok := s.Effect.Value(); ok && s.Effect.Interval != nil && s.Effect.Interval.Low > 0 && v > 0 {
			all = append(all, p.T("report.limit.self-preference", "rater", s.Grader.ID, "family", p.Stated(s.Family)))
		}
	}
	return all
}

package report

import (
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
)

// noteWord is a note of package stats as the end of a key.
func noteWord(note string) string { return strings.ReplaceAll(note, "_", "-") }

// Notes explains each note that stands beside a coefficient of the report, once and in the order of first use.
func (p *page) Notes() []string {
	var seen, all []string
	for _, n := range p.Figures.List() {
		if _, ok := n.Figure.Value(); !ok {
			continue
		}
		for _, note := range n.Figure.Notes {
			if !slices.Contains(seen, note) {
				seen = append(seen, note)
				word := noteWord(note)
				all = append(all, p.T("report.note-explained", "note", p.T("report.note."+word), "meaning", p.T("report.note-meaning."+word)))
			}
		}
	}
	return all
}

// Panels says the agreement panel by panel where the people who rated changed from answer to answer.
func (p *page) Panels() []string {
	var all []string
	for _, a := range p.Figures.Agreement {
		for _, one := range a.Panels {
			var ids []string
			for _, r := range one.Raters {
				ids = append(ids, p.Rater(r))
			}
			all = append(all, p.N("report.panel", len(one.Codes), "raters", p.List(ids), "measure", p.Measure(a.Measure), "alpha", p.Value(one.Alpha, 2)))
		}
	}
	return all
}

// StandInTexts answer in each measure whether the AI grader may stand in for a person. On fewer answers or people than
// the test asks for, that is said first.
func (p *page) StandInTexts() []string {
	var all []string
	for _, s := range p.Figures.StandIn {
		all = append(all, p.standIn(s))
	}
	return all
}

func (p *page) standIn(s evaluation.StandIn) string {
	measure := p.Measure(s.Measure)
	if _, ok := s.WinningRate.Value(); !ok {
		return p.T("report.stand-in.unknown", "measure", measure, "reason", p.Reason(s.WinningRate.Reason()))
	}
	replaced, answers := 0, 0
	for _, one := range s.People {
		answers = max(answers, one.Answers)
		if one.Replaced {
			replaced++
		}
	}
	advantage, _ := s.Advantage.Value()
	args := []any{"measure", measure, "replaced", replaced, "of", len(s.People), "advantage", p.cat.Number(100*advantage, 0)}
	switch {
	case s.WinningRate.HasNote(stats.NoteFewItems) || s.WinningRate.HasNote(stats.NoteFewRaters):
		return p.N("report.stand-in.open", answers, append(args, "people", len(s.People))...)
	case s.Passed:
		return p.T("report.stand-in.yes", args...)
	}
	return p.T("report.stand-in.no", args...)
}

// StandInRow is the comparison of the AI grader with one person in words.
type StandInRow struct{ Measure, Person, Answers, AIWins, PersonWins, P, Replaced string }

// StandInRows lists every comparison.
func (p *page) StandInRows() []StandInRow {
	var rows []StandInRow
	for _, s := range p.Figures.StandIn {
		for _, one := range s.People {
			r := StandInRow{Measure: p.Measure(s.Measure), Person: p.Rater(one.Rater), Answers: strconv.Itoa(one.Answers),
				AIWins: p.asPercent(one.AIWins), PersonWins: p.asPercent(one.PersonWins), P: p.Probability(one.P), Replaced: p.T("absence.not-applicable")}
			if _, ok := one.P.Value(); ok {
				r.Replaced = p.T("report.no")
				if one.Replaced {
					r.Replaced = p.T("report.yes")
				}
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// asPercent is a share without decimals, or the reason why there is none.
func (w words) asPercent(f stats.Figure) string {
	if v, ok := f.Value(); ok {
		return w.T("report.percent", "x", w.cat.Number(100*v, 0))
	}
	return w.Reason(f.Reason())
}

// LeftOutRow is the agreement without one rater in words.
type LeftOutRow struct{ Measure, Rater, Without, Change, Equal string }

// LeftOutRows lists what each rater does to the agreement. Equal percentages are a matter of luck, so that their share
// is not given.
func (p *page) LeftOutRows() []LeftOutRow {
	var rows []LeftOutRow
	for _, l := range p.Figures.LeftOut {
		name := p.T("report.measure-level", "measure", p.Measure(l.Measure), "level", p.T("report.level."+l.Level))
		for _, r := range l.Raters {
			row := LeftOutRow{Measure: name, Rater: p.Rater(r.Rater), Without: p.Value(r.Without, 2), Change: p.change(r.Change),
				Equal: p.asPercent(r.Equal)}
			if l.Measure == evaluation.OfAgreement {
				row.Equal = p.T("absence.not-applicable")
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// change is a difference with its sign.
func (w words) change(f stats.Figure) string {
	s := w.Value(f, 2)
	if v, ok := f.Value(); ok && v > 0 && strings.Trim(s, "0.,") != "" {
		return "+" + s
	}
	return s
}

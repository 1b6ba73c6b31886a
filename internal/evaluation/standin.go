package evaluation

import (
	"fmt"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// StandIn answers in one measure whether the AI grader may stand in for a human reviewer: the alternative annotator
// test of Calderon, Reichart, Dror (2025), with the advantage that the paper grants a judge against experts.
type StandIn struct {
	Measure     Measure         `json:"measure"`
	WinningRate stats.Figure    `json:"winning_rate"` // share of people whom the AI grader may replace
	Advantage   stats.Figure    `json:"advantage"`    // mean share of answers on which it is at least as near to the others
	Passed      bool            `json:"passed"`       // the winning rate is 0.5 or more; false when there is none
	People      []StandInPerson `json:"people"`       // one by one, in the order of their sheets
}

// StandInPerson compares the AI grader with one person, both against the remaining people.
type StandInPerson struct {
	Rater      study.Rater  `json:"rater"`
	Answers    int          `json:"answers"`     // compared
	AIWins     stats.Figure `json:"ai_wins"`     // share of answers on which the AI grader is at least as near
	PersonWins stats.Figure `json:"person_wins"` // share of answers on which the person is
	P          stats.Figure `json:"p"`           // one-sided, corrected for the number of people
	Replaced   bool         `json:"replaced"`    // P is low enough: the AI grader may take this person's place
}

// LeftOut says what each rater does to the agreement of all.
type LeftOut struct {
	Measure Measure        `json:"measure"`
	Level   string         `json:"level"`
	Raters  []LeftOutRater `json:"raters"` // people in the order of their sheets, then the AI grader
}

// LeftOutRater is the agreement without one rater.
type LeftOutRater struct {
	Rater   study.Rater  `json:"rater"`
	Without stats.Figure `json:"without"` // Krippendorff's alpha of the others alone
	Change  stats.Figure `json:"change"`  // alpha of all less alpha of the others; below 0 the rater lowers it
	Equal   stats.Figure `json:"equal"`   // share of the others' ratings that are equal to the rater's
}

// standInMeasures is in which measures the AI grader is compared, and what «near» means there. Levels of the grid are
// never averaged, so that they are equal or not.
var standInMeasures = []struct {
	measure Measure
	near    stats.Alignment
}{
	{OfCategory, stats.EqualRatings},
	{OfAgreement, stats.SquaredErrors},
	{OfGrid, stats.EqualRatings},
}

// standIn does the alternative annotator test in every measure that was asked; none without an AI grader.
func (b *book) standIn() ([]StandIn, error) {
	if b.ai == nil {
		return nil, nil
	}
	var all []StandIn
	for _, m := range standInMeasures {
		if !b.asked(m.measure) {
			continue
		}
		judge := make([]stats.Rating, len(b.codes))
		for i, c := range b.codes {
			judge[i] = value(b.ai.of[c], m.measure)
		}
		test, err := stats.AlternativeAnnotator(judge, b.rows(m.measure, b.people),
			stats.AnnotatorPlan{Alignment: m.near, Epsilon: stats.EpsilonExperts})
		if err != nil {
			return nil, fmt.Errorf("alternative annotator test of %s: %w", m.measure, err)
		}
		all = append(all, b.standInOf(m.measure, test))
	}
	return all, nil
}

func (b *book) standInOf(m Measure, t stats.AnnotatorTest) StandIn {
	s := StandIn{Measure: m, WinningRate: t.WinningRate, Advantage: t.Advantage, Passed: t.Passed, People: []StandInPerson{}}
	if len(b.people) == 0 {
		s.WinningRate = stats.Undefined(t.WinningRate.Method, NoPeople)
		s.Advantage = stats.Undefined(t.Advantage.Method, NoPeople)
	}
	for _, f := range []*stats.Figure{&s.WinningRate, &s.Advantage} {
		for i, table := range f.Working.Tables {
			f.Working.Tables[i].Rows = mapped(table.Rows, func(row string) string { return wordAt(b.ids(), row, 1) })
		}
	}
	for i, c := range t.Raters {
		p := StandInPerson{Rater: b.people[i].Rater, Answers: int(c.Items), Replaced: c.Replaced}
		p.AIWins, p.PersonWins, p.P = c.Figures(stats.EpsilonExperts)
		s.People = append(s.People, p)
	}
	return s
}

// ids are the names of the people in the order of their sheets.
func (b *book) ids() []string {
	var list []string
	for _, p := range b.people {
		list = append(list, p.ID)
	}
	return list
}

// leftOut leaves out one rater at a time, people and the AI grader, in every measure of which all were asked.
func (b *book) leftOut() ([]LeftOut, error) {
	everybody := b.people
	if b.ai != nil {
		everybody = append(append([]rater{}, b.people...), *b.ai)
	}
	if len(everybody) < 2 {
		return nil, nil
	}
	var all []LeftOut
	for _, m := range measures {
		if !b.asked(m.measure) || !m.ofAI || m.measure == OfGridUnblocked {
			continue
		}
		list, err := stats.RaterInfluences(m.scale, b.rows(m.measure, everybody))
		if err != nil {
			return nil, fmt.Errorf("leaving out raters in %s: %w", m.measure, err)
		}
		l := LeftOut{Measure: m.measure, Level: m.scale.String()}
		for i, r := range list {
			nameLevels(&r.Without, m.measure)
			if r.Without = r.Without.AtLeast("units", common); r.Without.Reason() != "" {
				r.Change = stats.Undefined(r.Change.Method, r.Without.Reason())
			}
			l.Raters = append(l.Raters, LeftOutRater{everybody[i].Rater, r.Without, r.Change, r.Equal})
		}
		all = append(all, l)
	}
	return all, nil
}

// list names the figures of the test.
func (s StandIn) list(add func(string, stats.Figure)) {
	prefix := "stand_in." + string(s.Measure)
	add(prefix+".winning_rate", s.WinningRate)
	add(prefix+".advantage", s.Advantage)
	for _, p := range s.People {
		add(prefix+".p."+p.Rater.ID, p.P)
	}
}

func (l LeftOut) list(add func(string, stats.Figure)) {
	name := string(l.Measure) + "_" + l.Level
	for _, r := range l.Raters {
		add("left_out."+r.Rater.ID+".alpha_"+name, r.Without)
		add("left_out."+r.Rater.ID+".change_"+name, r.Change)
		add("left_out."+r.Rater.ID+".equal_"+string(l.Measure), r.Equal)
	}
}

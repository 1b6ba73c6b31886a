package grading

import (
	"fmt"

	"iucomstudien/internal/stats"
)

// Compared are the grades that two graders gave one answer, by [study.SystemA]'s mean: 1 best, 5 worst. Own tells that
// the answer comes from a model of the first grader's family. It is known only after unblinding.
type Compared struct {
	Own    bool
	Grader float64 // of the grader whose preference is measured
	Other  float64 // of the other grader
}

// Preference tells whether a grader is kinder to answers of its own family than to others, measured by what another
// grader gave the same answers. A kindness is the other's grade less its own: positive where it graded better.
type Preference struct {
	Own        stats.Figure // mean kindness to answers of its own family
	Others     stats.Figure // mean kindness to all others
	Difference stats.Figure // Own less Others, in grades; above 0: it prefers its family
	// Effect is the chance that its kindness to an own answer is above that to another one, less the reverse (Cliff's
	// delta), with its interval.
	Effect stats.Figure
}

// NoOwnAnswers says that no answer, or every answer, comes from the grader's family: there is nothing to compare.
const NoOwnAnswers stats.Reason = "no_own_family_answers"

// SameFamily says that the other grader is of the grader's own family: it may have the same preference, so that the two
// compared with each other show none.
const SameFamily stats.Reason = "graders_of_one_family"

// NotMeasured is the preference of a grader that only one of its own family could be compared with.
func NotMeasured() Preference {
	none := stats.Undefined("self_preference", SameFamily)
	return Preference{Own: none, Others: none, Difference: none, Effect: none}
}

// SelfPreference measures the preference of one grader. With several graders it is called for each.
func SelfPreference(list []Compared) (Preference, error) {
	var own, others []float64
	for _, c := range list {
		if kindness := c.Other - c.Grader; c.Own {
			own = append(own, kindness)
		} else {
			others = append(others, kindness)
		}
	}
	var p Preference
	var err error
	if p.Own, err = stats.Mean(own); err != nil {
		return p, fmt.Errorf("kindness to the own family: %w", err)
	}
	if p.Others, err = stats.Mean(others); err != nil {
		return p, fmt.Errorf("kindness to others: %w", err)
	}
	if p.Effect, err = stats.CliffDelta(own, others); err != nil {
		return p, fmt.Errorf("effect of the family: %w", err)
	}
	p.Difference = stats.Undefined("self_preference", NoOwnAnswers)
	mine, hasOwn := p.Own.Value()
	theirs, hasOthers := p.Others.Value()
	if hasOwn && hasOthers {
		p.Difference = stats.NewFigure("self_preference", mine-theirs)
		p.Difference.Working.Formula = "mean of (other grader's mean - own mean) over answers of the own family, less the same over all others"
		p.Difference.Counts = []stats.Count{{Of: "own", N: int64(len(own))}, {Of: "others", N: int64(len(others))}}
	}
	return p, nil
}

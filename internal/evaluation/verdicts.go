package evaluation

import (
	"fmt"
	"slices"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// answer makes the figures of one answer.
func (b *book) answer(c study.Code) (a AnswerFigures, err error) {
	a = AnswerFigures{Code: c, Condition: b.Conditions[c], SystemA: b.systemA(c)}
	if a.Sources, a.Facts, err = b.rates(c); err != nil {
		return a, err
	}
	if a.People, err = b.verdicts(b.people, c); err != nil {
		return a, fmt.Errorf("people's verdicts on %s: %w", c, err)
	}
	if a.AI, err = b.verdicts(b.graders(), c); err != nil {
		return a, fmt.Errorf("the AI grader's verdict on %s: %w", c, err)
	}
	a.Reading = b.reading(c, a.People.Readings)
	return a, nil
}

// systemA is the level of the legal opinion catalogue as the grading computed it.
func (b *book) systemA(c study.Code) study.Maybe[study.SystemA] {
	g, ok := b.gradings[c]
	if !ok {
		if b.ai == nil {
			return study.Absent[study.SystemA](study.NotApplicable)
		}
		return study.Absent[study.SystemA](study.NotReturned)
	}
	return g.SystemA
}

// conditions makes the figures of every condition that has answers; none as long as the key is closed.
func (b *book) conditions() ([]ConditionFigures, error) {
	var all []ConditionFigures
	for _, name := range study.Conditions() {
		f := ConditionFigures{Condition: name}
		for _, c := range b.codes {
			if b.Conditions[c] == name {
				f.Codes = append(f.Codes, c)
			}
		}
		if len(f.Codes) == 0 {
			continue
		}
		var err error
		if f.Sources, f.Facts, err = b.pooled(f.Codes); err != nil {
			return nil, fmt.Errorf("condition %s: %w", name, err)
		}
		if f.People, err = b.verdicts(b.people, f.Codes...); err != nil {
			return nil, fmt.Errorf("people's verdicts on condition %s: %w", name, err)
		}
		if f.AI, err = b.verdicts(b.graders(), f.Codes...); err != nil {
			return nil, fmt.Errorf("the AI grader's verdicts on condition %s: %w", name, err)
		}
		all = append(all, f)
	}
	return all, nil
}

// verdicts sums up what some raters said about some answers. A rater without a row for a code is a gap in every
// column that was asked.
func (b *book) verdicts(raters []rater, codes ...study.Code) (v Verdicts, err error) {
	v = Verdicts{Categories: map[study.Category]int{}, Readings: map[study.Target]int{}}
	var agreement, grades, grid []int
	for _, r := range raters {
		for _, c := range codes {
			if r.notGiven[c] {
				continue
			}
			rating, ok := r.of[c]
			if ok {
				v.Ratings++
			}
			b.tally(&v, rating, r.Kind)
			agreement = appendKnown(agreement, rating.Agreement, 0, 100)
			grades = appendKnown(grades, rating.Grade, 1, 5)
			grid = appendKnown(grid, rating.Grid, 1, int(study.GridBlocked))
		}
	}
	for _, g := range grades {
		v.Grades[g-1]++
	}
	for _, g := range grid {
		v.Grid[g-1]++
	}
	if v.Agreement, err = meanOf(agreement); err != nil {
		return v, err
	}
	if v.Grade, err = medianOf(grades); err != nil {
		return v, err
	}
	v.GridMedian, err = medianOf(grid)
	return v, err
}

// tally counts words and gaps of one rating. Grades are asked of people only.
func (b *book) tally(v *Verdicts, r study.Rating, kind study.RaterKind) {
	if c, ok := r.Category.Get(); ok {
		v.Categories[c]++
	} else if b.Gold {
		v.Missing.Category++
	}
	if t, ok := r.Target.Get(); ok {
		v.Readings[t]++
	} else if b.Target {
		v.Missing.Target++
	}
	if b.Gold && !r.Agreement.IsKnown() {
		v.Missing.Agreement++
	}
	if kind != study.AIRater && !r.Grade.IsKnown() {
		v.Missing.Grade++
	}
	if !r.Grid.IsKnown() {
		v.Missing.Grid++
	}
}

// appendKnown adds a value that is there and on its scale.
func appendKnown[T ~int](list []int, m study.Maybe[T], low, high int) []int {
	if v, ok := m.Get(); ok && int(v) >= low && int(v) <= high {
		list = append(list, int(v))
	}
	return list
}

// meanOf is a mean with its range, without a number where nothing was given.
func meanOf(values []int) (Mean, error) {
	var all []float64
	for _, v := range values {
		all = append(all, float64(v))
	}
	f, err := stats.Mean(all)
	if err != nil || len(values) == 0 {
		return Mean{Figure: f}, err
	}
	return Mean{N: len(values), Low: slices.Min(values), High: slices.Max(values), Figure: f}, nil
}

// levels is the length of both scales, grade and grid, on which 1 is best.
const levels = 5

// medianOf is a median of levels. Package stats counts steps from the worst upwards.
func medianOf(values []int) (Median, error) {
	steps := make([]int, len(values))
	for i, v := range values {
		steps[i] = levels - v
	}
	m, err := stats.MedianOf(levels, steps)
	if err != nil || m.Reason != "" {
		return Median{Reason: m.Reason}, err
	}
	return Median{N: len(values), Better: levels - m.High, Worse: levels - m.Low}, nil
}

// reading is what an answer says about the target question: the word that most people gave; a tie is
// indeterminate; the AI grader's word where no person gave one.
func (b *book) reading(c study.Code, counts map[study.Target]int) Reading {
	if !b.Target {
		return Reading{Target: study.Absent[study.Target](study.NotApplicable)}
	}
	best, most, tied := study.Indeterminate, 0, false
	for _, t := range study.Targets() {
		switch n := counts[t]; {
		case n > most:
			best, most, tied = t, n, false
		case n == most && n > 0:
			tied = true
		}
	}
	switch {
	case tied:
		return Reading{Target: study.Known(study.Indeterminate), By: study.HumanRater}
	case most > 0:
		return Reading{Target: study.Known(best), By: study.HumanRater}
	}
	if b.ai != nil {
		if r, ok := b.ai.of[c]; ok && r.Target.IsKnown() {
			return Reading{Target: r.Target, By: study.AIRater}
		}
	}
	return Reading{}
}

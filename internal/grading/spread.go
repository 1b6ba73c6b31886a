package grading

import (
	"fmt"
	"strconv"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Spread tells how far repeated gradings of the same answers by the same grader lie apart in one item. The first
// repetition alone counts for the figures of a study; the spread stands beside them.
type Spread struct {
	Item string // machine word of [SpreadItems]
	// Same is the share of answers for which every repetition gave the same value, of those with at least two values.
	Same    stats.Figure
	Answers []AnswerSpread
}

// AnswerSpread is the spread of one answer in one item.
type AnswerSpread struct {
	Code   study.Code
	Values []string // by repetition, as machine words; "" where there is none
	// SD is the standard deviation (n-1) of the values; not defined below two values and for words.
	SD stats.Figure
}

// Reasons why a spread has no number.
const (
	OneGrading stats.Reason = "one_grading" // fewer than two repetitions gave a value
	IsNominal  stats.Reason = "nominal"     // words have no deviation
)

// spreadItem is one value of a grading; ok is false where it is absent.
type spreadItem struct {
	name  string
	words bool // nominal
	value func(study.Grading) (text string, number float64, ok bool)
}

func wordItem[T ~string](name string, of func(study.Grading) study.Maybe[T]) spreadItem {
	return spreadItem{name, true, func(g study.Grading) (string, float64, bool) {
		v, ok := of(g).Get()
		return string(v), 0, ok
	}}
}

func numberItem(name string, of func(study.Grading) (float64, bool)) spreadItem {
	return spreadItem{name, false, func(g study.Grading) (string, float64, bool) {
		v, ok := of(g)
		if !ok {
			return "", 0, false
		}
		return strconv.FormatFloat(v, 'f', -1, 64), v, true
	}}
}

// spreadItems lists the items in the order of the grammar.
var spreadItems = []spreadItem{
	numberItem("invented", func(g study.Grading) (float64, bool) { c, ok := g.Sources.Get(); return float64(c.Invented), ok }),
	numberItem("miscited", func(g study.Grading) (float64, bool) { c, ok := g.Sources.Get(); return float64(c.Miscited), ok }),
	numberItem("facts_invented", func(g study.Grading) (float64, bool) { c, ok := g.Facts.Get(); return float64(c.Invented), ok }),
	numberItem("mean_a", func(g study.Grading) (float64, bool) { a, ok := g.SystemA.Get(); return a.Mean, ok }),
	numberItem("level_a", func(g study.Grading) (float64, bool) { a, ok := g.SystemA.Get(); return float64(a.Level), ok }),
	{"grid", true, func(g study.Grading) (string, float64, bool) { v, ok := g.Rating.Grid.Get(); return v.String(), 0, ok }},
	wordItem("category", func(g study.Grading) study.Maybe[study.Category] { return g.Rating.Category }),
	numberItem("agreement", func(g study.Grading) (float64, bool) {
		v, ok := g.Rating.Agreement.Get()
		return float64(v), ok
	}),
	wordItem("target", func(g study.Grading) study.Maybe[study.Target] { return g.Rating.Target }),
	wordItem("guess", func(g study.Grading) study.Maybe[study.Guess] { return g.Rating.Guess }),
}

// SpreadItems lists the items of which the spread is given, in their order.
func SpreadItems() []string {
	names := make([]string, len(spreadItems))
	for i, it := range spreadItems {
		names[i] = it.name
	}
	return names
}

// SpreadOf compares repetitions, the first one first. Fewer than two have no spread.
func SpreadOf(repeats [][]study.Grading) ([]Spread, error) {
	if len(repeats) < 2 {
		return nil, nil
	}
	byCode := make([]map[study.Code]study.Grading, len(repeats))
	for i, list := range repeats {
		byCode[i] = make(map[study.Code]study.Grading)
		for _, g := range list {
			byCode[i][g.Rating.Code] = g
		}
	}
	var all []Spread
	for _, it := range spreadItems {
		s := Spread{Item: it.name}
		same, compared := int64(0), int64(0)
		for _, first := range repeats[0] {
			a, equal, err := it.spread(first.Rating.Code, byCode)
			if err != nil {
				return nil, fmt.Errorf("spread of %s of %s: %w", it.name, first.Rating.Code, err)
			}
			s.Answers = append(s.Answers, a)
			switch equal {
			case equalValues:
				same++
				compared++
			case differentValues:
				compared++
			}
		}
		s.Same = stats.Undefined("same_in_all_repeats", OneGrading)
		if compared > 0 {
			f, err := stats.Proportion(same, compared)
			if err != nil {
				return nil, fmt.Errorf("spread of %s: %w", it.name, err)
			}
			s.Same = f
		}
		all = append(all, s)
	}
	return all, nil
}

// comparison is whether the values of an answer agree.
type comparison int

const (
	notCompared comparison = iota
	equalValues
	differentValues
)

// spread gathers the values of one answer.
func (it spreadItem) spread(code study.Code, repeats []map[study.Code]study.Grading) (AnswerSpread, comparison, error) {
	a := AnswerSpread{Code: code, SD: stats.Undefined("standard_deviation", IsNominal)}
	var numbers []float64
	words := make(map[string]bool)
	given := 0
	for _, r := range repeats {
		g, ok := r[code]
		text := ""
		if ok {
			var v float64
			if text, v, ok = it.value(g); ok {
				numbers, words[text] = append(numbers, v), true
				given++
			} else {
				text = ""
			}
		}
		a.Values = append(a.Values, text)
	}
	result := notCompared
	switch {
	case given > 1 && len(words) == 1:
		result = equalValues
	case given > 1:
		result = differentValues
	}
	if it.words {
		return a, result, nil
	}
	if a.SD = stats.Undefined("standard_deviation", OneGrading); given < 2 {
		return a, result, nil
	}
	mean, err := stats.Mean(numbers)
	if err != nil {
		return a, result, err
	}
	for _, step := range mean.Working.Steps {
		if step.Name == "standard_deviation" && step.Value != nil {
			a.SD = stats.NewFigure("standard_deviation", *step.Value)
			a.SD.Counts, a.SD.Working = mean.Counts, mean.Working
		}
	}
	return a, result, nil
}

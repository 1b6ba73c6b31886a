package telltale

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"iucomstudien/internal/stats"
)

// MinPerOrigin is the number of answers of each origin below which nothing is measured.
const MinPerOrigin = 20

// Warn is the area from which style gives so much away that a warning is due.
const Warn = 0.65

// foldCount is the number of folds.
const foldCount = 5

// heaviest is how many features are named.
const heaviest = 5

// Sample is one blinded answer, whose origin the study lead knows.
type Sample struct {
	Text     string
	Human    bool
	Question string // the case; answers to one question are never split between training and testing
}

// Weight is a feature and how much it speaks for a person (above 0) or a machine (below 0), in standard deviations.
type Weight struct {
	Feature string
	Weight  float64
}

// Leak says how well outward features alone would separate people from machines.
type Leak struct {
	Area       stats.Figure // under the ROC curve of answers the classifier had not seen; 0.5 is chance
	ByQuestion bool         // folds kept questions together; otherwise single answers were left out
	Heaviest   []Weight     // the heaviest features of a classifier trained on all answers, heaviest first
	People     int
	Machines   int
}

// Alarming tells whether the area is so high that a warning is due.
func (l Leak) Alarming() bool {
	v, ok := l.Area.Value()
	return ok && v >= Warn
}

// Measure trains and tests the classifier. The same samples and seed give the same result on every machine. With fewer
// than [MinPerOrigin] answers of either origin the area is not defined, with the reason too_few_units.
func Measure(ctx context.Context, samples []Sample, seed uint64) (Leak, error) {
	var l Leak
	rows := make([][]float64, len(samples))
	human := make([]bool, len(samples))
	for i, s := range samples {
		if err := ctx.Err(); err != nil {
			return Leak{}, err
		}
		rows[i], human[i] = vector(s.Text), s.Human
		if s.Human {
			l.People++
		} else {
			l.Machines++
		}
	}
	if l.People < MinPerOrigin || l.Machines < MinPerOrigin {
		l.Area = stats.Undefined("roc_area", stats.TooFewUnits)
		return l, nil
	}
	scores, byQuestion := crossValidate(samples, rows, human, seed)
	l.ByQuestion = byQuestion
	o := stats.Resampling{Seed: seed}
	if byQuestion {
		o.Clusters = clusters(samples)
	}
	var err error
	if l.Area, err = stats.ROCArea(ctx, scores, human, o); err != nil {
		return Leak{}, fmt.Errorf("measuring what style gives away: %w", err)
	}
	l.Heaviest = heaviestOf(train(rows, human))
	return l, nil
}

// crossValidate scores every answer with a model that has not seen its fold.
func crossValidate(samples []Sample, rows [][]float64, human []bool, seed uint64) (scores []float64, byQuestion bool) {
	fold, byQuestion := folds(samples, seed)
	scores = make([]float64, len(samples))
	for k := range foldCount {
		var seen [][]float64
		var labels []bool
		for i := range rows {
			if fold[i] != k {
				seen, labels = append(seen, rows[i]), append(labels, human[i])
			}
		}
		if len(seen) == 0 {
			continue
		}
		m := train(seen, labels)
		for i := range rows {
			if fold[i] == k {
				scores[i] = m.probability(m.scale.of(rows[i]))
			}
		}
	}
	return scores, byQuestion
}

// clusters numbers the questions.
func clusters(samples []Sample) []int {
	numbers := make(map[string]int)
	list := make([]int, len(samples))
	for i, s := range samples {
		n, ok := numbers[s.Question]
		if !ok {
			n = len(numbers)
			numbers[s.Question] = n
		}
		list[i] = n
	}
	return list
}

// heaviestOf names the features with the largest weights.
func heaviestOf(m model) []Weight {
	list := make([]Weight, len(features))
	for i, f := range features {
		list[i] = Weight{f.name, m.weights[i]}
	}
	slices.SortStableFunc(list, func(a, b Weight) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	return list[:heaviest]
}

// Oddity is a feature in which an answer stands out from the others.
type Oddity struct {
	Feature string
	Value   float64 // of this answer
	Middle  float64 // median of all answers
	Off     float64 // distance in median absolute deviations; above 0: more than the others
}

// outstanding is the distance from which an answer stands out.
const outstanding = 3.5

// Profiles tells for each text in which outward features it stands out from the others, the farthest first. It needs
// no origin and works from three answers on; with fewer nothing stands out.
func Profiles(texts []string) [][]Oddity {
	profiles := make([][]Oddity, len(texts))
	if len(texts) < 3 {
		return profiles
	}
	rows := make([][]float64, len(texts))
	for i, t := range texts {
		rows[i] = vector(t)
	}
	for j, f := range features {
		column := make([]float64, len(rows))
		for i := range rows {
			column[i] = rows[i][j]
		}
		middle := median(column)
		away := make([]float64, len(column))
		for i, x := range column {
			away[i] = math.Abs(x - middle)
		}
		deviation := 1.4826 * median(away) // makes the median deviation comparable with a standard deviation
		if deviation < 1e-9 {
			continue
		}
		for i, x := range column {
			if off := (x - middle) / deviation; math.Abs(off) >= outstanding {
				profiles[i] = append(profiles[i], Oddity{f.name, x, middle, off})
			}
		}
	}
	for _, p := range profiles {
		slices.SortStableFunc(p, func(a, b Oddity) int { return cmp.Compare(math.Abs(b.Off), math.Abs(a.Off)) })
	}
	return profiles
}

// median is the middle of a list; the list is sorted in place of a copy.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Features lists the names of all features, in the order of the tables.
func Features() []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.name
	}
	return names
}

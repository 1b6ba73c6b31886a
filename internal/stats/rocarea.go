package stats

import (
	"context"
	"fmt"
	"math"
)

// ROCArea is how often a score ranks a positive unit above a negative one, ties counted half: the area under the ROC
// curve. 0.5 is what chance gives, 1 a perfect score. The interval comes from resampling units or questions. Not
// defined when there is no unit of one kind. It refuses lists of different length and scores that are no numbers.
// Source: Hanley and McNeil (1982), Radiology 143:29-36, section on the Wilcoxon statistic.
func ROCArea(ctx context.Context, scores []float64, positive []bool, o Resampling) (Figure, error) {
	if len(scores) != len(positive) {
		return Figure{}, fmt.Errorf("%d scores, but %d labels", len(scores), len(positive))
	}
	o, err := o.normal(len(scores))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for an area: %w", err)
	}
	units := make([][2]float64, len(scores))
	for i, s := range scores {
		if math.IsNaN(s) {
			return Figure{}, fmt.Errorf("score %d is no number", i+1)
		}
		units[i][0] = s
		if positive[i] {
			units[i][1] = 1
		}
	}
	kinds, of := distinct(units)
	counts := make([]int64, len(kinds))
	for _, k := range of {
		counts[k]++
	}
	area, pos, neg := weightedArea(kinds, counts)
	f := Undefined("roc_area", NoData)
	if pos > 0 && neg > 0 {
		f = NewFigure("roc_area", area)
	}
	f.Reference = "Hanley and McNeil (1982), Radiology 143:29-36"
	f.Counts = []Count{{"positive", pos}, {"negative", neg}}
	f.Working.Formula = "area = (pairs with positive above negative + ties/2) / (positive × negative)"
	fresh := func() statistic {
		return func(weights []int64, into []float64) { into[0], _, _ = weightedArea(kinds, weights) }
	}
	return f, o.bootstrap(ctx, &f, o.resampler(of, len(kinds)), fresh)
}

// weightedArea is the area over kinds of units (score, 1 for positive), sorted by score, each as often as its weight
// says. It is not a number when one kind is missing.
func weightedArea(kinds [][2]float64, weights []int64) (area float64, positive, negative int64) {
	var doubled float64 // twice the pairs won, once for ties
	for i := 0; i < len(kinds); {
		var pos, neg int64
		score := kinds[i][0]
		for ; i < len(kinds) && kinds[i][0] == score; i++ {
			if kinds[i][1] == 1 {
				pos += weights[i]
			} else {
				neg += weights[i]
			}
		}
		doubled += float64(pos) * (2*float64(negative) + float64(neg))
		positive += pos
		negative += neg
	}
	if positive == 0 || negative == 0 {
		return math.NaN(), positive, negative
	}
	return doubled / (2 * float64(positive) * float64(negative)), positive, negative
}

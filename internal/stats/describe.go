package stats

import (
	"fmt"
	"math"
	"slices"
)

// OrdinalMedian is the median of steps of an ordered scale. A step between two steps is never invented: an even
// number of answers may have a lower and an upper median.
type OrdinalMedian struct {
	N      int64
	Reason Reason // why there is no median; empty when there is one
	Low    int    // 0-based step of the lower median
	High   int    // 0-based step of the upper median; equal to Low for a single one
	Q1, Q3 int    // quartiles as order statistics (quantile type 1)
	Counts []int64
}

// MedianOf counts 0-based steps of a scale with so many levels, worst first (a blocked answer is the worst level and
// takes part). It refuses steps outside the scale.
func MedianOf(levels int, steps []int) (OrdinalMedian, error) {
	if levels < 0 {
		return OrdinalMedian{}, fmt.Errorf("a scale of %d levels", levels)
	}
	m := OrdinalMedian{N: int64(len(steps)), Counts: make([]int64, levels)}
	for i, s := range steps {
		if s < 0 || s >= levels {
			return OrdinalMedian{}, fmt.Errorf("value %d is step %d of a scale of %d levels", i+1, s, levels)
		}
		m.Counts[s]++
	}
	if m.N == 0 {
		m.Reason = NoData
		return m, nil
	}
	at := func(rank int64) int { // 1-based rank in the ordered answers
		seen := int64(0)
		for step, c := range m.Counts {
			if seen += c; seen >= rank {
				return step
			}
		}
		return levels - 1
	}
	m.Low, m.High = at((m.N+1)/2), at(m.N/2+1)
	m.Q1, m.Q3 = at((m.N+3)/4), at((3*m.N+3)/4)
	return m, nil
}

// Frequencies counts 0-based categories: the share of each among the values given, with its Wilson interval. A value
// below 0 is missing, left out and counted. It refuses categories outside 0 to k-1.
func Frequencies(k int, values []int) ([]Figure, error) {
	if k < 0 {
		return nil, fmt.Errorf("%d categories", k)
	}
	counts := make([]int64, k)
	var n, missing int64
	for i, v := range values {
		switch {
		case v >= k:
			return nil, fmt.Errorf("value %d lies outside the %d categories", i+1, k)
		case v < 0:
			missing++
		default:
			counts[v]++
			n++
		}
	}
	list := make([]Figure, k)
	for i, c := range counts {
		list[i] = mustProportion(c, n)
		if missing > 0 {
			list[i].LeftOut = []LeftOut{{"values", "missing", missing}}
		}
	}
	return list, nil
}

// Mean is the arithmetic mean with its standard deviation (n-1) as step "standard_deviation". Not defined for no
// values. It refuses values that are not finite.
func Mean(values []float64) (Figure, error) {
	f := Undefined("mean", NoData)
	f.Counts = []Count{{"n", int64(len(values))}}
	if len(values) == 0 {
		return f, nil
	}
	mean, spread, err := meanAndSquares(values)
	if err != nil {
		return Figure{}, err
	}
	n := float64(len(values))
	f = NewFigure("mean", mean)
	f.Counts = []Count{{"n", int64(len(values))}}
	w := &f.Working
	w.Formula = "mean = sum of x / n"
	w.input("n", n)
	w.input("sum", orderedSum(values))
	w.table("values", []string{"x"}, categoryNames(len(values)), [][]float64{slices.Sorted(slices.Values(values))})
	w.step("mean", "mean = sum of x / n", mean)
	deviation := math.NaN()
	if n > 1 {
		deviation = math.Sqrt(spread / (n - 1))
	}
	w.step("standard_deviation", "sd = sqrt(sum of (x - mean)^2 / (n - 1))", deviation)
	return f, nil
}

// meanAndSquares returns the mean and the sum of squared deviations from it. Values are added from the smallest
// magnitude up, so that their order changes nothing.
func meanAndSquares(values []float64) (mean, squares float64, err error) {
	for i, v := range values {
		if !finite(v) {
			return 0, 0, fmt.Errorf("value %d is not a finite number", i+1)
		}
	}
	n := float64(len(values))
	mean = orderedSum(values) / n
	deviations := make([]float64, len(values))
	for i, v := range values {
		deviations[i] = float64((v - mean) * (v - mean))
	}
	return mean, orderedSum(deviations), nil
}

// orderedSum adds the values in the order of their size with a running correction (Neumaier 1974); the result does
// not depend on the order given.
func orderedSum(values []float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	sum, lost := 0.0, 0.0
	for _, v := range sorted {
		t := sum + v
		if math.Abs(sum) >= math.Abs(v) {
			lost += (sum - t) + v
		} else {
			lost += (v - t) + sum
		}
		sum = t
	}
	return sum + lost
}

// quantile returns the quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan 1996); NaN for
// no values.
func quantile(sorted []float64, q float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	at := q * float64(n-1)
	i := int(math.Floor(at))
	if i >= n-1 {
		return sorted[n-1]
	}
	return sorted[i] + float64((at-float64(i))*(sorted[i+1]-sorted[i]))
}

// Agreement is the share of equal pairs among all pairs of ratings of the same unit. It stands beside every
// coefficient of agreement. The share of units on whose rating all agree is step "unanimous_units".
func Agreement(u Units) Figure {
	var equal, pairs, unanimous, units int64
	for _, p := range u.patterns {
		if p.ratings < 2 {
			continue
		}
		units += p.units
		pairs += p.units * p.ratings * (p.ratings - 1) / 2
		for _, c := range p.cells {
			equal += p.units * c.n * (c.n - 1) / 2
		}
		if len(p.cells) == 1 {
			unanimous += p.units
		}
	}
	f := Undefined("percent_agreement", NothingPairable)
	if pairs > 0 {
		f = NewFigure("percent_agreement", float64(equal)/float64(pairs))
		w := &f.Working
		w.Formula = "share = equal pairs / pairs"
		w.input("equal_pairs", float64(equal))
		w.input("pairs", float64(pairs))
		w.step("percent_agreement", "equal pairs / pairs of ratings of the same unit", float64(equal)/float64(pairs))
		w.step("unanimous_units", "units on which all agree / units with two or more ratings",
			float64(unanimous)/float64(units))
	}
	counts, left, _ := u.tally()
	f.Counts, f.LeftOut = append(counts, Count{"pairs", pairs}), left
	return f
}

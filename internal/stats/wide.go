package stats

import "slices"

// sortedRatings returns the different numbers of ratings of pairable units, ascending.
func sortedRatings(u Units) []int64 {
	var all []int64
	for _, p := range u.patterns {
		if p.ratings >= 2 {
			all = append(all, p.ratings)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// wide computes the sums for many levels, as measured values have, where a table of all pairs of levels would not
// fit: from sums, sums of squares and ranks. Sums run in the order of the patterns, which depends on counts alone.
type wide struct {
	scale    Scale
	u        Units
	values   []float64 // levels less their mean, which keeps differences exact for large values
	within   []float64 // of a pattern: sum over pairs of n_uc n_uk d_ck; nil for ordinal
	marginal []int64
	ranks    []float64 // twice the mid-rank of a level, less the number of ratings
}

func newWide(s Scale, u Units) *wide {
	w := &wide{scale: s, u: u, values: make([]float64, len(u.levels))}
	mean, n := 0.0, 0.0
	for _, p := range u.patterns {
		for _, c := range p.cells {
			mean += float64(p.units*c.n) * (u.levels[c.level] - u.levels[0])
			n += float64(p.units * c.n)
		}
	}
	mean = mean/n + u.levels[0]
	for i, v := range u.levels {
		w.values[i] = v - mean
	}
	if s != Ordinal {
		w.within = make([]float64, len(u.patterns))
		for i, p := range u.patterns {
			w.within[i] = w.pairSum(p)
		}
	}
	w.makeRoom()
	return w
}

func (w *wide) makeRoom() {
	w.marginal = make([]int64, len(w.u.levels))
	w.ranks = make([]float64, len(w.u.levels))
}

func (w *wide) clone() disagreement {
	c := *w
	c.makeRoom()
	return &c
}

func (w *wide) pairSum(p pattern) float64 {
	sum := 0.0
	for i, a := range p.cells {
		for _, b := range p.cells[i+1:] {
			sum += float64(float64(a.n*b.n) * distance(w.scale, w.u.levels[a.level], w.u.levels[b.level]))
		}
	}
	return sum
}

func (w *wide) of(weights []int64) sums {
	clear(w.marginal)
	var s sums
	for i, p := range w.u.patterns {
		if weights[i] == 0 || p.ratings < 2 {
			continue
		}
		for _, c := range p.cells {
			w.marginal[c.level] += weights[i] * c.n
		}
		s.n += weights[i] * p.ratings
	}
	switch w.scale {
	case Ordinal:
		w.rank(s.n)
		s.expected = w.squares(w.ranks, s.n) / 4
	case IntervalScale:
		s.expected = w.squares(w.values, s.n)
	case RatioScale:
		s.expected = w.ratioPairs()
	default:
		s.expected = w.unequalPairs(s.n)
	}
	for i, p := range w.u.patterns {
		if weights[i] == 0 || p.ratings < 2 {
			continue
		}
		var within float64
		if w.scale == Ordinal {
			within = w.rankSum(p)
		} else {
			within = w.within[i]
		}
		s.observed += float64(float64(weights[i])*within) / float64(p.ratings-1)
	}
	return s
}

// rank sets the mid-ranks; they are centred, so that their squares stay small.
func (w *wide) rank(n int64) {
	before := int64(0)
	for i, m := range w.marginal {
		w.ranks[i] = float64(2*before + m - n)
		before += m
	}
}

// squares is the sum over pairs of levels of n_c n_k (x_c - x_k)^2, by way of n sum x^2 - (sum x)^2.
func (w *wide) squares(x []float64, n int64) float64 {
	var sum, square float64
	for i, m := range w.marginal {
		if m > 0 {
			sum += float64(float64(m) * x[i])
		}
	}
	mean := sum / float64(n)
	levels := 0
	for i, m := range w.marginal {
		if m > 0 {
			square += float64(float64(m) * float64((x[i]-mean)*(x[i]-mean)))
			levels++
		}
	}
	if levels < 2 {
		return 0
	}
	return float64(n) * square
}

func (w *wide) unequalPairs(n int64) float64 {
	equal := int64(0)
	for _, m := range w.marginal {
		equal += m * m
	}
	return float64(n*n-equal) / 2
}

func (w *wide) ratioPairs() float64 {
	sum := 0.0
	for c, nc := range w.marginal {
		if nc == 0 {
			continue
		}
		for k := c + 1; k < len(w.marginal); k++ {
			if nk := w.marginal[k]; nk > 0 {
				sum += float64(float64(nc*nk) * distance(RatioScale, w.u.levels[c], w.u.levels[k]))
			}
		}
	}
	return sum
}

func (w *wide) rankSum(p pattern) float64 {
	sum := 0.0
	for i, a := range p.cells {
		for _, b := range p.cells[i+1:] {
			steps := (w.ranks[a.level] - w.ranks[b.level]) / 2
			sum += float64(float64(a.n*b.n) * float64(steps*steps))
		}
	}
	return sum
}

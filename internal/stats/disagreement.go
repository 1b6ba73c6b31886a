package stats

// disagreement computes observed and expected disagreement when each pattern of units counts as often as the
// weights say. It keeps room for its work and must not be used by two goroutines at once; clone gives another one.
type disagreement interface {
	of(weights []int64) sums
	clone() disagreement
}

// sums are the two sums that alpha is made of, over pairs of different levels c < k.
type sums struct {
	observed float64 // sum of o_ck d_ck
	expected float64 // sum of n_c n_k d_ck
	n        int64   // pairable ratings
}

// alpha is 1 - (n-1) observed/expected; not defined when all pairable ratings are equal.
func (s sums) alpha() (float64, bool) {
	if s.expected <= 0 {
		return 0, false
	}
	return 1 - float64(s.n-1)*s.observed/s.expected, true
}

// maxTabled is the number of levels up to which coincidences are kept level by level as integers.
const maxTabled = 24

func newDisagreement(s Scale, u Units) disagreement {
	if len(u.levels) <= maxTabled {
		return newTabled(s, u)
	}
	return newWide(s, u)
}

// tabled keeps o_ck per group of units with equally many ratings as integers and divides once a group.
type tabled struct {
	scale    Scale
	levels   []float64
	fixed    []float64 // d_ck of the pairs c < k; nil for ordinal, where it depends on the marginal counts
	terms    []term    // of pattern p: from start[p] to start[p+1]
	marks    []cell    // counts of pattern p: from from[p] to from[p+1]
	start    []int32
	from     []int32
	groupOf  []int32
	ratings  []int64   // of a pattern; below 2: not pairable
	divisor  []float64 // m-1 of a group
	observed [][]int64 // a group's sums of n_uc n_uk, by pair
	marginal []int64
	distance []float64
}

// term is n_uc n_uk of a pattern for a pair of different levels.
type term struct {
	pair int32
	n    int64
}

func newTabled(s Scale, u Units) *tabled {
	k := len(u.levels)
	t := &tabled{scale: s, levels: u.levels, start: []int32{0}, from: []int32{0}}
	groups := map[int64]int32{}
	for _, m := range sortedRatings(u) {
		groups[m] = int32(len(t.divisor))
		t.divisor = append(t.divisor, float64(m-1))
	}
	for _, p := range u.patterns {
		if p.ratings >= 2 {
			for i, a := range p.cells {
				for _, b := range p.cells[i+1:] {
					t.terms = append(t.terms, term{int32(pairIndex(int(a.level), int(b.level), k)), a.n * b.n})
				}
			}
			t.marks = append(t.marks, p.cells...)
		}
		t.groupOf = append(t.groupOf, groups[p.ratings])
		t.ratings = append(t.ratings, p.ratings)
		t.start = append(t.start, int32(len(t.terms)))
		t.from = append(t.from, int32(len(t.marks)))
	}
	if s != Ordinal {
		t.fixed = make([]float64, k*(k-1)/2)
		fillDistances(t.fixed, s, u.levels)
	}
	t.makeRoom()
	return t
}

func (t *tabled) makeRoom() {
	k := len(t.levels)
	pairs := k * (k - 1) / 2
	t.observed = make([][]int64, len(t.divisor))
	for i := range t.observed {
		t.observed[i] = make([]int64, pairs)
	}
	t.marginal = make([]int64, k)
	t.distance = make([]float64, pairs)
}

func (t *tabled) clone() disagreement {
	c := *t
	c.makeRoom()
	return &c
}

func (t *tabled) of(weights []int64) sums {
	clear(t.marginal)
	for _, o := range t.observed {
		clear(o)
	}
	for p, w := range weights {
		if w == 0 || t.ratings[p] < 2 {
			continue
		}
		for _, m := range t.marks[t.from[p]:t.from[p+1]] {
			t.marginal[m.level] += w * m.n
		}
		observed := t.observed[t.groupOf[p]]
		for _, x := range t.terms[t.start[p]:t.start[p+1]] {
			observed[x.pair] += w * x.n
		}
	}
	d := t.fixed
	if d == nil {
		d = t.distance
		fillRankDistances(d, t.marginal)
	}
	return t.sums(d)
}

func (t *tabled) sums(d []float64) sums {
	var s sums
	for g, observed := range t.observed {
		sum := 0.0
		for i, o := range observed {
			sum += float64(float64(o) * d[i])
		}
		s.observed += sum / t.divisor[g]
	}
	i := 0
	for c, nc := range t.marginal {
		s.n += nc
		for _, nk := range t.marginal[c+1:] {
			s.expected += float64(float64(nc*nk) * d[i])
			i++
		}
	}
	return s
}

// pairIndex numbers the pairs c < k row by row.
func pairIndex(c, k, levels int) int { return c*(2*levels-c-1)/2 + k - c - 1 }

func fillDistances(d []float64, s Scale, levels []float64) {
	i := 0
	for c, a := range levels {
		for _, b := range levels[c+1:] {
			d[i] = distance(s, a, b)
			i++
		}
	}
}

// distance is d_ck of two values that don't depend on how often they were given.
func distance(s Scale, a, b float64) float64 {
	if a == b {
		return 0
	}
	switch s {
	case IntervalScale:
		return float64((a - b) * (a - b))
	case RatioScale:
		q := (a - b) / (a + b)
		return float64(q * q)
	default:
		return 1
	}
}

// fillRankDistances sets d_ck to the squared difference of mid-ranks, which is the ordinal distance.
func fillRankDistances(d []float64, marginal []int64) {
	i := 0
	for c, nc := range marginal {
		between := nc // twice the ratings from the middle of c to the middle of the level in hand
		for _, nk := range marginal[c+1:] {
			steps := float64(between+nk) / 2
			d[i] = float64(steps * steps)
			between += 2 * nk
			i++
		}
	}
}

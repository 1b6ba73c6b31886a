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
	patterns []pattern // ascending by ratings
	groups   []group   // of pairable patterns
	quick    *packed   // n_uc n_uk by pair, then n_uc by level, of every pattern; nil where it is not worth while
	sum      []int64   // of one group: the same as in quick
	observed [][]int64 // a group's sums of n_uc n_uk, by pair
	marginal []int64
	distance []float64
}

// group is a run of patterns with equally many ratings.
type group struct {
	from, upTo int
	divisor    float64 // m-1
}

func newTabled(s Scale, u Units) *tabled {
	t := &tabled{scale: s, levels: u.levels, patterns: u.patterns}
	for i, p := range u.patterns {
		switch n := len(t.groups); {
		case p.ratings < 2:
		case n > 0 && t.patterns[t.groups[n-1].from].ratings == p.ratings:
			t.groups[n-1].upTo = i + 1
		default:
			t.groups = append(t.groups, group{i, i + 1, float64(p.ratings - 1)})
		}
	}
	if s != Ordinal {
		t.fixed = make([]float64, t.pairs())
		fillDistances(t.fixed, s, u.levels)
	}
	t.makeRoom()
	return t
}

func (t *tabled) pairs() int { return len(t.levels) * (len(t.levels) - 1) / 2 }

// pack makes t quick for weights that never add up to more than most.
func (t *tabled) pack(most int64) {
	rows := make([][]int64, len(t.patterns))
	for i, p := range t.patterns {
		rows[i] = make([]int64, t.pairs()+len(t.levels))
		t.addPattern(p, 1, rows[i][:t.pairs()], rows[i][t.pairs():])
	}
	if quick, ok := newPacked(rows, most); ok {
		t.quick = quick
	}
}

func (t *tabled) makeRoom() {
	t.observed = make([][]int64, len(t.groups))
	for i := range t.observed {
		t.observed[i] = make([]int64, t.pairs())
	}
	t.marginal = make([]int64, len(t.levels))
	t.distance = make([]float64, t.pairs())
	t.sum = make([]int64, t.pairs()+len(t.levels))
}

func (t *tabled) clone() disagreement {
	c := *t
	c.makeRoom()
	return &c
}

func (t *tabled) of(weights []int64) sums {
	clear(t.marginal)
	for i, g := range t.groups {
		if t.quick != nil {
			clear(t.sum)
			t.quick.add(weights, g.from, g.upTo, t.sum)
			copy(t.observed[i], t.sum)
			for l, n := range t.sum[t.pairs():] {
				t.marginal[l] += n
			}
			continue
		}
		clear(t.observed[i])
		for p := g.from; p < g.upTo; p++ {
			if w := weights[p]; w != 0 {
				t.addPattern(t.patterns[p], w, t.observed[i], t.marginal)
			}
		}
	}
	d := t.fixed
	if d == nil {
		d = t.distance
		fillRankDistances(d, t.marginal)
	}
	return t.sums(d)
}

// addPattern adds w times n_uc n_uk of each pair of different levels, and n_uc of each level.
func (t *tabled) addPattern(p pattern, w int64, observed, marginal []int64) {
	for i, a := range p.cells {
		marginal[a.level] += w * a.n
		for _, b := range p.cells[i+1:] {
			observed[pairIndex(int(a.level), int(b.level), len(t.levels))] += w * a.n * b.n
		}
	}
}

func (t *tabled) sums(d []float64) sums {
	var s sums
	for g, observed := range t.observed {
		sum := 0.0
		for i, o := range observed {
			sum += float64(float64(o) * d[i])
		}
		s.observed += sum / t.groups[g].divisor
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

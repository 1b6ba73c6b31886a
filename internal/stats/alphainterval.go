package stats

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Krippendorff's minima (2019, ch. 12): reliable from 0.800, tentative conclusions from 0.667.
const (
	AlphaFirm      = 0.800
	AlphaTentative = 0.667
)

// AlphaBootstrap is [Alpha] with an interval from resampling units, or questions where o.Clusters names them; both
// disagreements are recomputed in each replicate (Zapf, Castell, Morawietz, Karch 2016, BMC Med Res Methodol 16:93).
// Replicates without variation are dropped and counted. It refuses impossible options and returns ctx.Err() when
// stopped.
func AlphaBootstrap(ctx context.Context, s Scale, u Units, o Resampling) (Figure, error) {
	o, err := o.normal(u.Len())
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for alpha: %w", err)
	}
	f := Alpha(s, u)
	r := o.resampler(u.of, len(u.patterns))
	return f, o.bootstrap(ctx, &f, r, alphaStatistic(s, u, r.most()))
}

// alphaStatistic computes alpha of weights that never add up to more than most; 0: nothing is known of them.
func alphaStatistic(s Scale, u Units, most int64) func() statistic {
	if len(u.levels) == 0 {
		return func() statistic { return func(_ []int64, into []float64) { into[0] = math.NaN() } }
	}
	first := newDisagreement(s, u)
	if t, ok := first.(*tabled); ok {
		t.pack(most)
	}
	return func() statistic {
		d := first.clone()
		return func(weights []int64, into []float64) {
			v, ok := d.of(weights).alpha()
			if !ok {
				v = math.NaN()
			}
			into[0] = v
		}
	}
}

// AlphaJackknife is [Alpha] with an interval from leaving out one unit (or question) at a time, with Student's t
// (Hughes 2022, arXiv:2210.13265); an option for fewer than about 30 units.
func AlphaJackknife(ctx context.Context, s Scale, u Units, o Resampling) (Figure, error) {
	o, err := o.normal(u.Len())
	if err != nil {
		return Figure{}, fmt.Errorf("jackknife for alpha: %w", err)
	}
	f := Alpha(s, u)
	value, ok := f.Value()
	if !ok {
		f.NoInterval = f.Reason()
		return f, nil
	}
	r := o.resampler(u.of, len(u.patterns))
	n := float64(r.total)
	if r.total < MinClusters {
		f.NoInterval = TooFewUnits
		return f, nil
	}
	left, err := r.leaveOneOut(ctx, alphaStatistic(s, u, r.most()))
	if err != nil {
		return f, err
	}
	mean, squares := 0.0, 0.0
	for i, v := range left {
		if !finite(v) {
			f.NoInterval = NoVariation
			return f, nil
		}
		mean += float64(r.blocks[i].size) * v / n
	}
	for i, v := range left {
		squares += float64(r.blocks[i].size) * (v - mean) * (v - mean)
	}
	se := math.Sqrt((n - 1) / n * squares)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1 + o.Level) / 2)
	f.Interval = &Interval{Low: value - t*se, High: math.Min(1, value+t*se), Level: o.Level, Method: "jackknife_t"}
	f.Working.step("standard_error", "se = sqrt((n - 1)/n sum of (alpha without i - mean)^2)", se)
	return f, nil
}

// HayesKrippendorff is [Alpha] with the interval of Hayes and Krippendorff (2007; notes of 2011 and 2016): pairs of
// values are drawn from the coincidences and the expected disagreement is kept. With many raters it is far too
// narrow, as the pairs of one unit are taken as independent; it is for comparison with other programs only.
func HayesKrippendorff(ctx context.Context, s Scale, u Units, o Resampling) (Figure, error) {
	o, err := o.normal(u.Len())
	if err != nil {
		return Figure{}, fmt.Errorf("drawing pairs for alpha: %w", err)
	}
	f := Alpha(s, u)
	value, ok := f.Value()
	if !ok {
		f.NoInterval = f.Reason()
		return f, nil
	}
	pairs := newPairDraw(s, u)
	out, err := pairs.replicates(ctx, o)
	if err != nil {
		return f, err
	}
	o.Clusters, o.Limits = nil, Percentile
	f.setInterval(o, out, value, 0)
	if f.Interval != nil {
		f.Interval.Method = "hayes_krippendorff"
	}
	return f, nil
}

// pairDraw draws pairs of ratings. The draw at the place of a pair of unit u takes 2 delta / (n De (m_u - 1)) away
// from 1, so pairs are drawn separately for the places of units with the same number of ratings.
type pairDraw struct {
	delta  []float64   // of the different kinds of pairs
	kinds  *resampler  // one block per kind
	places []pairPlace // ascending numbers of ratings
}

type pairPlace struct {
	ratings int64 // of the units
	pairs   int64
	share   float64 // taken away per delta
}

func newPairDraw(s Scale, u Units) *pairDraw {
	delta := deltaOf(s, u)
	count := map[float64]int64{}
	byRatings := map[int64]int64{}
	for _, p := range u.patterns {
		if p.ratings < 2 {
			continue
		}
		byRatings[p.ratings] += p.units * p.ratings * (p.ratings - 1) / 2
		for i, a := range p.cells {
			count[0] += p.units * a.n * (a.n - 1) / 2
			for _, b := range p.cells[i+1:] {
				count[delta(a.level, b.level)] += p.units * a.n * b.n
			}
		}
	}
	d := &pairDraw{kinds: &resampler{}}
	for v := range count {
		d.delta = append(d.delta, v)
	}
	slices.Sort(d.delta)
	for _, v := range d.delta {
		d.kinds.blocks = append(d.kinds.blocks, block{size: count[v]})
	}
	d.kinds.prepare()
	total := newDisagreement(s, u).of(u.weights())
	n := float64(total.n)
	expected := 2 * total.expected / (n * (n - 1))
	for _, m := range sortedRatings(u) {
		d.places = append(d.places, pairPlace{m, byRatings[m], 2 / (n * expected * float64(m-1))})
	}
	return d
}

// deltaOf returns d_ck by the indexes of two levels.
func deltaOf(s Scale, u Units) func(c, k int32) float64 {
	if s != Ordinal {
		return func(c, k int32) float64 { return distance(s, u.levels[c], u.levels[k]) }
	}
	marginal := make([]int64, len(u.levels))
	for _, p := range u.patterns {
		if p.ratings >= 2 {
			for _, c := range p.cells {
				marginal[c.level] += p.units * c.n
			}
		}
	}
	rank := make([]float64, len(marginal))
	before := int64(0)
	for i, m := range marginal {
		rank[i] = float64(2*before+m) / 2
		before += m
	}
	return func(c, k int32) float64 { return float64((rank[c] - rank[k]) * (rank[c] - rank[k])) }
}

func (d *pairDraw) replicates(ctx context.Context, o Resampling) ([]float64, error) {
	out := make([]float64, o.Replicates)
	err := inParallel(ctx, o.Replicates, func() func(i int) {
		s, counts := newStream(), make([]int64, len(d.delta))
		return func(i int) {
			s.restart(o.Seed, i)
			away := 0.0
			for _, p := range d.places {
				d.kinds.drawSome(s, p.pairs, counts)
				sum := 0.0
				for k, c := range counts {
					sum += float64(float64(c) * d.delta[k])
				}
				away += float64(sum * p.share)
			}
			out[i] = math.Max(-1, 1-away)
		}
	})
	return out, err
}

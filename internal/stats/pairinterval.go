package stats

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// KappaBootstrap is [CohenKappa] of pairs of 0-based steps with an interval from resampling pairs, or questions where
// o.Clusters names them: several answers belong to one question, so the large-sample error is too small. It refuses
// what [NewPairTable] refuses and impossible options.
func KappaBootstrap(ctx context.Context, w Weights, k int, pairs [][2]int, o Resampling) (Figure, error) {
	o, err := o.normal(len(pairs))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for kappa: %w", err)
	}
	t, err := NewPairTable(k, pairs)
	if err != nil {
		return Figure{}, err
	}
	f := CohenKappa(w, t)
	r := o.resampler(cellsOf(k, pairs), k*k+1)
	return f, o.bootstrap(ctx, &f, r, kappaStatistic(w, k))
}

// cellsOf numbers the cells of the table of pairs; incomplete pairs share one beyond them.
func cellsOf(k int, pairs [][2]int) []int32 {
	of := make([]int32, len(pairs))
	for i, p := range pairs {
		of[i] = int32(k * k)
		if p[0] >= 0 && p[1] >= 0 {
			of[i] = int32(p[0]*k + p[1])
		}
	}
	return of
}

func kappaStatistic(w Weights, k int) func() statistic {
	weight := make([]int64, k*k)
	for i := range k {
		for j := range k {
			weight[i*k+j] = w.disagree(i, j)
		}
	}
	return func() statistic {
		rows, columns := make([]int64, k), make([]int64, k)
		return func(cells []int64, into []float64) {
			into[0] = kappaOf(cells, weight, rows, columns)
		}
	}
}

// kappaOf computes kappa from the counts of the cells; NaN where it is not defined.
func kappaOf(cells, weight, rows, columns []int64) float64 {
	k := len(rows)
	clear(rows)
	clear(columns)
	var observed, expected, n int64
	for i := range k {
		line := cells[i*k : (i+1)*k]
		for j, c := range line {
			rows[i] += c
			columns[j] += c
			observed += weight[i*k+j] * c
		}
		n += rows[i]
	}
	for i, r := range rows {
		line := weight[i*k : (i+1)*k]
		for j, d := range line {
			expected += d * r * columns[j]
		}
	}
	if expected == 0 {
		return math.NaN()
	}
	return 1 - float64(n)*float64(observed)/float64(expected)
}

// RateBootstrap is sum of hits / sum of trials over units, with an interval from resampling units or questions: for
// shares of answers that belong to questions, and for rates such as invented sources per source cited. Not defined
// when there are no trials. It refuses negative numbers and lists of different length.
func RateBootstrap(ctx context.Context, hits, trials []int64, o Resampling) (Figure, error) {
	if len(hits) != len(trials) {
		return Figure{}, fmt.Errorf("%d units with hits, but %d with trials", len(hits), len(trials))
	}
	o, err := o.normal(len(hits))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for a rate: %w", err)
	}
	both := make([][2]int64, len(hits))
	var x, n int64
	for i := range hits {
		if hits[i] < 0 || trials[i] < 0 {
			return Figure{}, fmt.Errorf("unit %d has %d of %d", i+1, hits[i], trials[i])
		}
		both[i] = [2]int64{hits[i], trials[i]}
		x += hits[i]
		n += trials[i]
	}
	kinds, of := distinct(both)
	f := Undefined("rate", NoData)
	if n > 0 {
		f = NewFigure("rate", float64(x)/float64(n))
	}
	f.Counts = []Count{{"hits", x}, {"n", n}, {"units", int64(len(hits))}}
	f.Working.Formula = "rate = sum of hits / sum of trials"
	f.Working.input("hits", float64(x))
	f.Working.input("trials", float64(n))
	fresh := func() statistic {
		return func(weights []int64, into []float64) {
			var x, n int64
			for i, w := range weights {
				x += w * kinds[i][0]
				n += w * kinds[i][1]
			}
			into[0] = float64(x) / float64(n)
		}
	}
	return f, o.bootstrap(ctx, &f, o.resampler(of, len(kinds)), fresh)
}

// AlphaDifference is alpha of one set of ratings less alpha of another set on the same units, with an interval from
// resampling the units (or questions) of both together: whether agreement is higher with a further rater than
// without, for example. It refuses sets with different numbers of units.
func AlphaDifference(ctx context.Context, s Scale, a, b Units, o Resampling) (Figure, error) {
	if a.Len() != b.Len() {
		return Figure{}, fmt.Errorf("%d units in one set, %d in the other", a.Len(), b.Len())
	}
	o, err := o.normal(a.Len())
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for a difference: %w", err)
	}
	j := joint{a: a.of, b: b.of, inA: len(a.patterns), inB: len(b.patterns)}
	return j.difference(ctx, o, Alpha(s, a), Alpha(s, b), alphaStatistic(s, a, 0), alphaStatistic(s, b, 0))
}

// KappaDifference is kappa of one set of pairs less kappa of another set on the same units; see [AlphaDifference].
func KappaDifference(ctx context.Context, w Weights, k int, a, b [][2]int, o Resampling) (Figure, error) {
	if len(a) != len(b) {
		return Figure{}, fmt.Errorf("%d units in one set, %d in the other", len(a), len(b))
	}
	o, err := o.normal(len(a))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for a difference: %w", err)
	}
	var figures [2]Figure
	for i, pairs := range [][][2]int{a, b} {
		t, err := NewPairTable(k, pairs)
		if err != nil {
			return Figure{}, fmt.Errorf("set %d: %w", i+1, err)
		}
		figures[i] = CohenKappa(w, t)
	}
	j := joint{a: cellsOf(k, a), b: cellsOf(k, b), inA: k*k + 1, inB: k*k + 1}
	return j.difference(ctx, o, figures[0], figures[1], kappaStatistic(w, k), kappaStatistic(w, k))
}

// joint draws units that have a pattern in each of two sets.
type joint struct {
	a, b     []int32
	inA, inB int
}

func (j joint) difference(ctx context.Context, o Resampling, a, b Figure, ofA, ofB func() statistic) (Figure, error) {
	both := make([][2]int64, len(j.a))
	for i := range both {
		both[i] = [2]int64{int64(j.a[i]), int64(j.b[i])}
	}
	pairs, of := distinct(both)
	f := differenceOf(a, b)
	fresh := func() statistic {
		fa, fb := ofA(), ofB()
		wa, wb, v := make([]int64, j.inA), make([]int64, j.inB), make([]float64, 1)
		return func(weights []int64, into []float64) {
			clear(wa)
			clear(wb)
			for i, w := range weights {
				wa[pairs[i][0]] += w
				wb[pairs[i][1]] += w
			}
			fa(wa, v)
			into[0] = v[0]
			fb(wb, v)
			into[0] -= v[0]
		}
	}
	return f, o.bootstrap(ctx, &f, o.resampler(of, len(pairs)), fresh)
}

func differenceOf(a, b Figure) Figure {
	method := a.Method + "_difference"
	va, okA := a.Value()
	vb, okB := b.Value()
	f := NewFigure(method, va-vb)
	switch {
	case !okA:
		f = Undefined(method, a.Reason())
	case !okB:
		f = Undefined(method, b.Reason())
	default:
		f.Working.Formula = "first - second"
		f.Working.step("first", a.Working.Formula, va)
		f.Working.step("second", b.Working.Formula, vb)
	}
	f.Variant, f.Reference, f.Counts = a.Variant, a.Reference, a.Counts
	return f
}

// distinct lists the different pairs in ascending order and says which one each unit has.
func distinct[T cmp.Ordered](all [][2]T) (kinds [][2]T, of []int32) {
	order := func(a, b [2]T) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	kinds = slices.Clone(all)
	slices.SortFunc(kinds, order)
	kinds = slices.Compact(kinds)
	of = make([]int32, len(all))
	for i, p := range all {
		at, _ := slices.BinarySearchFunc(kinds, p, order)
		of[i] = int32(at)
	}
	return kinds, of
}

// categoryNames are the headings of a table whose categories have numbers only.
func categoryNames(k int) []string {
	names := make([]string, k)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

package stats

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// rowsDrawn draws rows one by one: each is a pattern of its own.
func (o Resampling) rowsDrawn(rows int) *resampler {
	of := make([]int32, rows)
	for i := range of {
		of[i] = int32(i)
	}
	return o.resampler(of, rows)
}

// RankBiserialBootstrap is [RankBiserial] with an interval from resampling pairs.
func RankBiserialBootstrap(ctx context.Context, differences []float64, o Resampling) (Figure, error) {
	o, err := o.normal(len(differences))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for the rank-biserial correlation: %w", err)
	}
	f, err := RankBiserial(differences)
	if err != nil {
		return Figure{}, err
	}
	size := make([]float64, len(differences))
	for i, d := range differences {
		size[i] = math.Abs(d)
	}
	order := ascending(size)
	fresh := func() statistic {
		return func(weights []int64, into []float64) { into[0] = rankBiserialOf(differences, order, weights) }
	}
	return f, o.bootstrap(ctx, &f, o.rowsDrawn(len(differences)), fresh)
}

// ascending lists the places of the values in ascending order.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}

// rankBiserialOf ranks the sizes of weighted differences, of which order lists the places by size; NaN without any
// that is not 0.
func rankBiserialOf(d []float64, order []int, weights []int64) float64 {
	var before, signed int64 // differences ranked so far; sum of doubled ranks with their signs
	for i := 0; i < len(order); {
		size, j := math.Abs(d[order[i]]), i
		var plus, minus int64
		for ; j < len(order) && math.Abs(d[order[j]]) == size; j++ {
			if d[order[j]] > 0 {
				plus += weights[order[j]]
			} else if d[order[j]] < 0 {
				minus += weights[order[j]]
			}
		}
		signed += (plus - minus) * (2*before + plus + minus + 1)
		before += plus + minus
		i = j
	}
	if before == 0 {
		return math.NaN()
	}
	return float64(signed) / float64(before*(before+1))
}

// KendallWBootstrap is Kendall's W of [FriedmanTest] with an interval from resampling rows. W can not be below 0, so
// that the interval stays above 0 also where nothing differs.
func KendallWBootstrap(ctx context.Context, rows [][]float64, o Resampling) (Figure, error) {
	o, err := o.normal(len(rows))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for Kendall's W: %w", err)
	}
	test, err := FriedmanTest(rows)
	if err != nil {
		return Figure{}, err
	}
	ranks, ties := make([][]int64, len(rows)), make([]int64, len(rows))
	k := 0
	for i, row := range rows {
		k = len(row)
		ranks[i], ties[i] = doubledRanks(row, func(v float64) float64 { return v }), tieSum(row)
	}
	fresh := func() statistic {
		sums := make([]int64, k)
		return func(weights []int64, into []float64) {
			clear(sums)
			var n, tied int64
			for i, w := range weights {
				n += w
				tied += w * ties[i]
				for j, r := range ranks[i] {
					sums[j] += w * r
				}
			}
			into[0] = kendallW(n, int64(k), sums, tied)
		}
	}
	f := test.KendallW
	return f, o.bootstrap(ctx, &f, o.rowsDrawn(len(rows)), fresh)
}

// kendallW is the coefficient from the sums of doubled ranks; NaN where every row is tied.
func kendallW(n, k int64, doubled []int64, ties int64) float64 {
	most := n*(k*k*k-k) - ties
	if most <= 0 {
		return math.NaN()
	}
	spread := int64(0)
	for _, s := range doubled {
		d := s - n*(k+1)
		spread += d * d
	}
	return 3 * float64(spread) / float64(most) / float64(n)
}

// CochranEffect is the share of the largest possible Q that was reached, Q / (n (k - 1)), 0 to 1 (Serlin, Carr,
// Marascuilo 1982), with an interval from resampling rows. It is not defined where Q is not, and refuses what
// [CochranQ] refuses.
func CochranEffect(ctx context.Context, rows [][]int, o Resampling) (Figure, error) {
	o, err := o.normal(len(rows))
	if err != nil {
		return Figure{}, fmt.Errorf("resampling for Cochran's Q: %w", err)
	}
	q, err := CochranQ(rows)
	if err != nil {
		return Figure{}, err
	}
	const method = "cochran_effect"
	f := Undefined(method, q.Reason())
	k := 0
	if v, ok := q.Value(); ok {
		k = len(rows[0])
		f = NewFigure(method, v/float64(len(rows))/float64(k-1))
		f.Working.Formula = "Q / (n (k - 1))"
		f.Working.step("cochran_q", q.Working.Formula, v)
	}
	f.Reference = "Serlin, Carr, Marascuilo (1982), Psychol Bull 92:786"
	f.Counts = q.Counts
	fresh := func() statistic {
		columns := make([]int64, k)
		return func(weights []int64, into []float64) { into[0] = cochranEffectOf(rows, weights, columns) }
	}
	return f, o.bootstrap(ctx, &f, o.rowsDrawn(len(rows)), fresh)
}

// cochranEffectOf is Q / (n (k - 1)) of weighted rows; NaN where no row has both right and wrong.
func cochranEffectOf(rows [][]int, weights, columns []int64) float64 {
	clear(columns)
	k := int64(len(columns))
	var n, total, within int64
	for i, w := range weights {
		sum := int64(0)
		for j, v := range rows[i] {
			sum += int64(v)
			columns[j] += w * int64(v)
		}
		n += w
		total += w * sum
		within += w * sum * (k - sum)
	}
	if within == 0 {
		return math.NaN()
	}
	squares := int64(0)
	for _, c := range columns {
		squares += c * c
	}
	return float64(k*squares-total*total) / float64(within) / float64(n)
}

// maxWalsh is the number of differences up to which the pseudo-median is computed; their pairs are half its square.
const maxWalsh = 3000

// HodgesLehmann is the pseudo-median of paired differences, the middle of the means of all pairs of differences, with
// the exact interval that belongs to the signed-rank test (Hodges and Lehmann 1963; Hollander, Wolfe, Chicken 2014,
// ch. 3): its level is at least 95 % without ties. Not defined without differences; no interval below six. It refuses
// values that are not finite, and more than 3,000.
func HodgesLehmann(differences []float64) (Figure, error) {
	n := len(differences)
	if n > maxWalsh {
		return Figure{}, fmt.Errorf("%d differences, allowed are %d", n, maxWalsh)
	}
	f := Undefined("hodges_lehmann", NoData)
	walsh := make([]float64, 0, n*(n+1)/2)
	for i, a := range differences {
		if !finite(a) {
			return Figure{}, fmt.Errorf("difference %d is not a finite number", i+1)
		}
		for _, b := range differences[i:] {
			walsh = append(walsh, a/2+b/2)
		}
	}
	slices.Sort(walsh)
	if n > 0 {
		middle := len(walsh) / 2
		v := walsh[middle]
		if len(walsh)%2 == 0 {
			v = walsh[middle-1]/2 + walsh[middle]/2
		}
		f = NewFigure("hodges_lehmann", v)
		f.Working.Formula = "median of (d_i + d_j)/2 over all i <= j"
		f.Working.input("pairs", float64(n))
		f.Working.table("values", []string{"d"}, categoryNames(n), [][]float64{slices.Sorted(slices.Values(differences))})
		f.NoInterval = TooFewUnits
		if cut := signedRankCut(n, 0.025); cut >= 0 {
			f.NoInterval = ""
			f.Interval = &Interval{Low: walsh[cut], High: walsh[len(walsh)-1-cut], Level: 0.95, Method: "signed_rank"}
			f.Working.step("cut", "largest c with P(W+ <= c) <= 0.025 under random signs; limits are the (c + 1)th means from both ends",
				float64(cut))
		}
	}
	f.Reference = "Hodges, Lehmann (1963), Ann Math Stat 34:598; Hollander, Wolfe, Chicken (2014), ch. 3"
	f.Counts = []Count{{"pairs", int64(n)}}
	return f, nil
}

// signedRankCut is the largest rank sum c of n untied differences with P(W+ <= c) at most tail; -1 when there is none.
func signedRankCut(n int, tail float64) int {
	if n > maxExactSigns {
		fn := float64(n)
		return int(fn*(fn+1)/4 - z975*math.Sqrt(fn*(fn+1)*(2*fn+1)/24) - 0.5)
	}
	total := n * (n + 1) / 2
	at := make([]float64, total+1)
	at[0] = 1
	reached := 0
	for r := 1; r <= n; r++ {
		reached += r
		for s := reached; s >= 0; s-- {
			if s >= r {
				at[s] += at[s-r]
			}
			at[s] /= 2
		}
	}
	sum, cut := 0.0, -1
	for c, p := range at {
		if sum += p; sum > tail {
			break
		}
		cut = c
	}
	return cut
}

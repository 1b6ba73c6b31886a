package stats_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"iucomstudien/internal/stats"
)

// The benchmarks of this file simulate studies whose true value is known and count how often the interval contains it.
// They are long and run by `go run ./cmd/dev speed --coverage`; each reports its share in percent as "covered".

// covered simulates so many studies; each returns its interval, nil where there is none.
func covered(b *testing.B, studies int, truth float64, study func(r *rand.Rand, seed uint64) *stats.Interval) {
	b.Helper()
	hit, all := 0, 0
	for b.Loop() {
		for i := range studies {
			interval := study(rand.New(rand.NewPCG(uint64(i), 77)), uint64(i))
			if interval == nil {
				continue
			}
			all++
			if interval.Low <= truth && truth <= interval.High {
				hit++
			}
		}
	}
	b.ReportMetric(100*float64(hit)/float64(all), "covered")
	b.ReportMetric(float64(all), "studies")
}

// drawn is how many replicates a simulated interval rests on.
const drawn = 1000

func value(b *testing.B, f stats.Figure, err error) *stats.Interval {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	return f.Interval
}

func hits(r *rand.Rand, n int, p float64) (x int64) {
	for range n {
		if r.Float64() < p {
			x++
		}
	}
	return x
}

func BenchmarkCoverageWilson(b *testing.B) {
	covered(b, 20_000, 0.3, func(r *rand.Rand, _ uint64) *stats.Interval {
		f, err := stats.Proportion(hits(r, 40, 0.3), 40)
		return value(b, f, err)
	})
}

func BenchmarkCoverageNewcombe(b *testing.B) {
	covered(b, 20_000, -0.2, func(r *rand.Rand, _ uint64) *stats.Interval {
		c, err := stats.NewCompareProportions(hits(r, 40, 0.4), 40, hits(r, 30, 0.6), 30)
		return value(b, c.Difference, err)
	})
}

func BenchmarkCoverageNewcombePaired(b *testing.B) {
	covered(b, 20_000, 0.2, func(r *rand.Rand, _ uint64) *stats.Interval {
		var n [4]int64 // both right, only the first, only the second, none: 0.4, 0.3, 0.1, 0.2
		for range 50 {
			switch u := r.Float64(); {
			case u < 0.4:
				n[0]++
			case u < 0.7:
				n[1]++
			case u < 0.8:
				n[2]++
			default:
				n[3]++
			}
		}
		f, err := stats.PairedDifference(n[0], n[1], n[2], n[3])
		return value(b, f, err)
	})
}

// agreeing makes ratings whose alpha is known: two ratings follow the unit's right value with probability alpha.
func agreeing(b *testing.B, r *rand.Rand, units, raters int, alpha float64) stats.Units {
	b.Helper()
	shares := []float64{0.3, 0.3, 0.2, 0.15, 0.05}
	draw := func() float64 {
		u := r.Float64()
		for i, s := range shares {
			if u -= s; u < 0 {
				return float64(i + 1)
			}
		}
		return 5
	}
	rows := make([][]stats.Rating, units)
	for i := range rows {
		right := draw()
		for range raters {
			v := right
			if r.Float64() >= math.Sqrt(alpha) {
				v = draw()
			}
			rows[i] = append(rows[i], stats.Rated(v))
		}
	}
	u, err := stats.FromRatings(rows)
	if err != nil {
		b.Fatal(err)
	}
	return u
}

func coverageAlpha(b *testing.B, s stats.Scale, units, raters int, alpha float64,
	of func(context.Context, stats.Scale, stats.Units, stats.Resampling) (stats.Figure, error), o stats.Resampling) {
	covered(b, 2000, alpha, func(r *rand.Rand, seed uint64) *stats.Interval {
		o.Replicates, o.Seed = drawn, seed
		f, err := of(context.Background(), s, agreeing(b, r, units, raters, alpha), o)
		return value(b, f, err)
	})
}

var bca = stats.Resampling{Limits: stats.BCa}

func BenchmarkCoverageAlphaOrdinal100x3(b *testing.B) {
	coverageAlpha(b, stats.Ordinal, 100, 3, 0.7, stats.AlphaBootstrap, bca)
}

func BenchmarkCoverageAlphaNominal50x5(b *testing.B) {
	coverageAlpha(b, stats.Nominal, 50, 5, 0.6, stats.AlphaBootstrap, bca)
}

func BenchmarkCoverageAlphaNominal20x5(b *testing.B) {
	coverageAlpha(b, stats.Nominal, 20, 5, 0.6, stats.AlphaBootstrap, bca)
}

// BenchmarkCoverageAlphaNominal6x3 is the interval that a report shows of six answers, with its warning.
func BenchmarkCoverageAlphaNominal6x3(b *testing.B) {
	coverageAlpha(b, stats.Nominal, 6, 3, 0.7, stats.AlphaBootstrap, stats.Resampling{})
}

// Those called Compare are not shown in reports; they say why.

func BenchmarkCoverageAlphaNominal20x5ComparePercentile(b *testing.B) {
	coverageAlpha(b, stats.Nominal, 20, 5, 0.6, stats.AlphaBootstrap, stats.Resampling{})
}

func BenchmarkCoverageAlphaNominal20x5CompareJackknife(b *testing.B) {
	coverageAlpha(b, stats.Nominal, 20, 5, 0.6, stats.AlphaJackknife, stats.Resampling{})
}

func BenchmarkCoverageAlphaNominal100x10CompareHayesKrippendorff(b *testing.B) {
	coverageAlpha(b, stats.Nominal, 100, 10, 0.6, stats.HayesKrippendorff, stats.Resampling{})
}

// BenchmarkCoverageKappaQuestions draws questions of four answers each, whose pairs agree more on some questions than
// on others: 0.9 or 0.5 beyond chance, on three equally frequent steps, so that kappa is 0.7.
func BenchmarkCoverageKappaQuestions(b *testing.B) {
	covered(b, 2000, 0.7, func(r *rand.Rand, seed uint64) *stats.Interval {
		var pairs [][2]int
		var questions []int
		for q := range 50 {
			agree := 0.5 + 0.4*float64(r.IntN(2))
			for range 4 {
				p := [2]int{r.IntN(3), r.IntN(3)}
				if r.Float64() < agree {
					p[1] = p[0]
				}
				pairs, questions = append(pairs, p), append(questions, q)
			}
		}
		f, err := stats.KappaBootstrap(context.Background(), stats.Unweighted, 3, pairs,
			stats.Resampling{Replicates: drawn, Seed: seed, Clusters: questions, Limits: stats.BCa})
		return value(b, f, err)
	})
}

// questionRates makes hits of questions whose rates differ: 0.1, 0.3 or 0.5, on average 0.3.
func questionRates(r *rand.Rand, questions int) (x, n []int64) {
	for range questions {
		x, n = append(x, hits(r, 5, 0.1+0.2*float64(r.IntN(3)))), append(n, 5)
	}
	return x, n
}

func BenchmarkCoverageRateQuestions(b *testing.B) {
	covered(b, 2000, 0.3, func(r *rand.Rand, seed uint64) *stats.Interval {
		x, n := questionRates(r, 40)
		f, err := stats.RateBootstrap(context.Background(), x, n, stats.Resampling{Replicates: drawn, Seed: seed})
		return value(b, f, err)
	})
}

func BenchmarkCoverageBang(b *testing.B) {
	covered(b, 20_000, 0.2, func(r *rand.Rand, _ uint64) *stats.Interval {
		var t stats.GuessTable // of the first origin 50 guesses: right 0.5, wrong 0.3, unknown 0.2
		for range 50 {
			switch u := r.Float64(); {
			case u < 0.5:
				t[0][0]++
			case u < 0.8:
				t[1][0]++
			default:
				t[2][0]++
			}
		}
		i, err := t.Indices()
		return value(b, i.Bang1, err)
	})
}

func BenchmarkCoverageHodgesLehmann(b *testing.B) {
	covered(b, 5000, 0.5, func(r *rand.Rand, _ uint64) *stats.Interval {
		d := make([]float64, 25)
		for i := range d {
			d[i] = 0.5 + r.NormFloat64()
		}
		f, err := stats.HodgesLehmann(d)
		return value(b, f, err)
	})
}

// shifted are differences of grades: whole numbers from -2 to 3 with the shares given.
func shifted(r *rand.Rand, n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		u := r.Float64()
		for j, s := range []float64{0.1, 0.15, 0.25, 0.25, 0.15, 0.1} {
			if u -= s; u < 0 {
				d[i] = float64(j - 2)
				break
			}
		}
	}
	return d
}

func BenchmarkCoverageRankBiserial(b *testing.B) {
	f, err := stats.RankBiserial(shifted(rand.New(rand.NewPCG(1, 1)), 2_000_000))
	if err != nil {
		b.Fatal(err)
	}
	truth, _ := f.Value()
	covered(b, 2000, truth, func(r *rand.Rand, seed uint64) *stats.Interval {
		f, err := stats.RankBiserialBootstrap(context.Background(), shifted(r, 40), stats.Resampling{Replicates: drawn, Seed: seed})
		return value(b, f, err)
	})
}

// graded are grades of three conditions of which the first is better.
func graded(r *rand.Rand, n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		for j := range 3 {
			rows[i] = append(rows[i], math.Round(2+float64(j)/2+1.2*r.NormFloat64()))
		}
	}
	return rows
}

func BenchmarkCoverageKendallW(b *testing.B) {
	f, err := stats.FriedmanTest(graded(rand.New(rand.NewPCG(1, 1)), 1_000_000))
	if err != nil {
		b.Fatal(err)
	}
	truth, _ := f.KendallW.Value()
	covered(b, 2000, truth, func(r *rand.Rand, seed uint64) *stats.Interval {
		f, err := stats.KendallWBootstrap(context.Background(), graded(r, 50), stats.Resampling{Replicates: drawn, Seed: seed})
		return value(b, f, err)
	})
}

package stats_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

// tailByRationals is P(X >= h) in exact arithmetic.
func tailByRationals(h, n int64, p float64) *big.Rat {
	success := new(big.Rat).SetFloat64(p)
	failure := new(big.Rat).Sub(big.NewRat(1, 1), success)
	sum := new(big.Rat)
	for x := max(h, 0); x <= n; x++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(n, x))
		for range x {
			term.Mul(term, success)
		}
		for range n - x {
			term.Mul(term, failure)
		}
		sum.Add(sum, term)
	}
	return sum
}

func TestBinomialTailIsTheExactSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 25).Draw(t, "n")
		h := rapid.Int64Range(-2, n+2).Draw(t, "h")
		p := rapid.SampledFrom([]float64{0, 1e-9, 0.1, 0.25, 1.0 / 3, 0.5, 0.7, 0.999, 1}).Draw(t, "p0")
		want, _ := tailByRationals(h, n, p).Float64()
		got, err := stats.BinomialTail(h, n, p)
		if err != nil {
			t.Fatal(err)
		}
		// The exponential of a large logarithm carries that logarithm's rounding.
		if math.Abs(got.P-want) > (1e-13+2e-15*math.Abs(got.Ln))*want {
			t.Fatalf("P(X >= %d), n %d, p0 %v: %v, want %v", h, n, p, got.P, want)
		}
		if want > 0 && math.Abs(got.Ln-math.Log(want)) > 1e-12 || want == 0 && got.LnDefined() {
			t.Fatalf("logarithm %v of %v", got.Ln, want)
		}
	})
}

func TestBinomialTailMirrorsItself(t *testing.T) {
	// P(X >= h) with p0 and P(Y >= n-h+1) with 1-p0 add up to 1; also for ten million trials.
	for _, n := range []int64{17, 1000, 1_000_000, stats.MaxTrials} {
		for _, shift := range []int64{-3, 0, 1, 2} {
			spread := int64(math.Sqrt(float64(n)) / 2)
			h := n/2 + shift*spread
			a, errA := stats.BinomialTail(h, n, 0.5)
			b, errB := stats.BinomialTail(n-h+1, n, 0.5)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if math.Abs(a.P+b.P-1) > 1e-11 {
				t.Errorf("n %d, h %d: %v and %v", n, h, a.P, b.P)
			}
		}
	}
}

func TestBinomialTailRefusesTheImpossible(t *testing.T) {
	for _, c := range []struct {
		n int64
		p float64
	}{{-1, 0.5}, {stats.MaxTrials + 1, 0.5}, {5, -0.1}, {5, 1.1}, {5, math.NaN()}} {
		if _, err := stats.BinomialTail(1, c.n, c.p); err == nil {
			t.Errorf("n %d, p0 %v was accepted", c.n, c.p)
		}
	}
}

func TestClopperPearsonAgreesWithStatsmodels(t *testing.T) {
	// statsmodels 0.13.5, proportion_confint(method="beta").
	for _, c := range []struct {
		x, n      int64
		level     float64
		low, high float64
	}{
		{7, 23, 0.95, 0.13210287969809986, 0.5291916660085068},
		{0, 10, 0.95, 0, 0.30849710781876083},
		{81, 263, 0.9, 0.26105574600911197, 0.35817849557578413},
	} {
		f, err := stats.ClopperPearson(c.x, c.n, c.level)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(f.Interval.Low-c.low) > 1e-9 || math.Abs(f.Interval.High-c.high) > 1e-9 {
			t.Errorf("%d of %d: %v", c.x, c.n, *f.Interval)
		}
	}
}

func TestProportionLiesInItsInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 100_000).Draw(t, "n")
		x := rapid.Int64Range(0, n).Draw(t, "x")
		wilson, err := stats.Proportion(x, n)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := stats.ClopperPearson(x, n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []stats.Figure{wilson, exact} {
			p, _ := f.Value()
			if f.Interval.Low > p || p > f.Interval.High || f.Interval.Low < 0 || f.Interval.High > 1 {
				t.Fatalf("%v is outside %v", f, *f.Interval)
			}
		}
	})
}

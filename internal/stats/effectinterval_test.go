package stats_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

// TestPseudoMedianAndIntervalAreThoseOfR compares with R 4.2.2, wilcox.test(d, conf.int = TRUE, exact = TRUE).
func TestPseudoMedianAndIntervalAreThoseOfR(t *testing.T) {
	for _, c := range []struct {
		d                []float64
		value, low, high float64
	}{
		{[]float64{1.1, 2.3, -0.4, 3.7, 0.9, 2.8, -1.6, 4.2}, 1.675, -0.35, 3.5},
		{[]float64{5, 1, 2, 4, 3, 6.5}, 3.5, 1, 6.5},
		{[]float64{0.3, -0.2, 0.7, 1.9, -1.2, 0.45, 2.6, -0.75, 1.35, 0.05, 3.1, -2.05}, 0.475, -0.475, 1.575},
	} {
		f, err := stats.HodgesLehmann(c.d)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := f.Value()
		if math.Abs(v-c.value) > 1e-9 || math.Abs(f.Interval.Low-c.low) > 1e-9 || math.Abs(f.Interval.High-c.high) > 1e-9 {
			t.Errorf("%v: %v %v, want %v [%v, %v]", c.d, f, *f.Interval, c.value, c.low, c.high)
		}
	}
	few, err := stats.HodgesLehmann([]float64{1, 2, 3, 4, 5})
	if err != nil || few.Interval != nil || few.NoInterval != stats.TooFewUnits {
		t.Errorf("five differences: %v, %v", few.Interval, err)
	}
	if _, err := stats.HodgesLehmann([]float64{math.NaN()}); err == nil {
		t.Error("what is no number was taken")
	}
}

func TestEffectsStayWithinTheirRangeAndHoldTheirValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(5, 20).Draw(rt, "n"), rapid.IntRange(2, 4).Draw(rt, "k")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		right, values, d := make([][]int, n), make([][]float64, n), make([]float64, n)
		for i := range n {
			for range k {
				right[i] = append(right[i], r.IntN(2))
				values[i] = append(values[i], float64(r.IntN(5)))
			}
			d[i] = values[i][0] - values[i][1]
		}
		o := stats.Resampling{Replicates: 200, Seed: 3}
		ctx := context.Background()
		q, errQ := stats.CochranEffect(ctx, right, o)
		w, errW := stats.KendallWBootstrap(ctx, values, o)
		b, errB := stats.RankBiserialBootstrap(ctx, d, o)
		if errQ != nil || errW != nil || errB != nil {
			rt.Fatal(errQ, errW, errB)
		}
		for _, f := range []struct {
			stats.Figure
			least float64
		}{{q, 0}, {w, 0}, {b, -1}} {
			v, ok := f.Value()
			if ok && (v < f.least-1e-9 || v > 1+1e-9) || f.Interval != nil && (f.Interval.Low < f.least-1e-9 || f.Interval.High > 1+1e-9) {
				rt.Fatalf("%v, %v", f.Figure, f.Interval)
			}
		}
	})
}

func TestAnEffectInAllRowsAlikeIsDrawnAlike(t *testing.T) {
	right, values, d := [][]int{}, [][]float64{}, []float64{}
	for range 8 {
		right, values, d = append(right, []int{1, 0, 0}), append(values, []float64{3, 2, 1}), append(d, 1)
	}
	o := stats.Resampling{Replicates: 100}
	q, _ := stats.CochranEffect(context.Background(), right, o)
	w, _ := stats.KendallWBootstrap(context.Background(), values, o)
	b, _ := stats.RankBiserialBootstrap(context.Background(), d, o)
	for _, f := range []stats.Figure{q, w, b} {
		if v, ok := f.Value(); !ok || v != 1 || f.Interval == nil || f.Interval.Low != 1 || f.Interval.High != 1 {
			t.Errorf("%v %v, want 1 throughout", f, f.Interval)
		}
	}
}

func TestEffectsSayWhyTheyAreNotDefined(t *testing.T) {
	ctx, o := context.Background(), stats.Resampling{Replicates: 50}
	q, _ := stats.CochranEffect(ctx, [][]int{{1, 1}, {0, 0}}, o)
	w, _ := stats.KendallWBootstrap(ctx, [][]float64{{2, 2}, {1, 1}}, o)
	b, _ := stats.RankBiserialBootstrap(ctx, []float64{0, 0}, o)
	got := []stats.Reason{q.Reason(), w.Reason(), b.Reason()}
	if want := []stats.Reason{stats.NoDiscordantRows, stats.AllTied, stats.NoData}; !slices.Equal(got, want) {
		t.Errorf("reasons %v, want %v", got, want)
	}
}

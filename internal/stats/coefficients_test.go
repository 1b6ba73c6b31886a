package stats_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

func drawSteps(t *rapid.T, k int) [][]int {
	raters := rapid.IntRange(2, 5).Draw(t, "raters")
	return rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(-1, k-1), raters, raters), 1, 15).Draw(t, "units")
}

func TestKappaOfTheTransposedTableIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 5).Draw(t, "k")
		counts, turned := make([][]int64, k), make([][]int64, k)
		for i := range counts {
			turned[i] = make([]int64, k)
		}
		for i := range counts {
			for j := range k {
				n := rapid.Int64Range(0, 9).Draw(t, "n")
				counts[i] = append(counts[i], n)
				turned[j][i] = n
			}
		}
		a, errA := stats.TableFromCounts(counts)
		b, errB := stats.TableFromCounts(turned)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		for _, w := range []stats.Weights{stats.Unweighted, stats.Linear, stats.Quadratic, stats.Binomial} {
			x, y := stats.CohenKappa(w, a), stats.CohenKappa(w, b)
			sameAlpha(t, w.String(), x, y, 0)
			po, hasPo := x.Part("observed_agreement")
			pe, _ := x.Part("expected_agreement")
			if v, ok := x.Value(); ok && math.Abs(v-(po-pe)/(1-pe)) > 1e-9 {
				t.Fatalf("%v: the steps give %v", x, (po-pe)/(1-pe))
			}
			if hasPo && (po < -1e-12 || po > 1+1e-12) {
				t.Fatalf("agreement %v", po)
			}
			if se, ok := x.Part("standard_error"); ok && !(se >= 0) {
				t.Fatalf("standard error %v", se)
			}
		}
	})
}

func TestKappaCountsPairsRatedByBothOnly(t *testing.T) {
	// Missing ratings once turned 0.87 into -0.03 elsewhere: they must not become a category.
	var pairs [][2]int
	for i := range 45 {
		a := i % 3
		b := a
		if i%15 == 0 {
			b = (a + 1) % 3
		}
		pairs = append(pairs, [2]int{a, b})
	}
	whole, err := stats.NewPairTable(3, pairs)
	if err != nil {
		t.Fatal(err)
	}
	for range 14 {
		pairs = append(pairs, [2]int{-1, 2})
	}
	gaps, err := stats.NewPairTable(3, pairs)
	if err != nil {
		t.Fatal(err)
	}
	a, b := stats.CohenKappa(stats.Unweighted, whole), stats.CohenKappa(stats.Unweighted, gaps)
	va, _ := a.Value()
	vb, _ := b.Value()
	if va != vb || b.N("pairs") != 45 || len(b.LeftOut) != 1 || b.LeftOut[0].N != 14 {
		t.Errorf("%v and %v, %v, %v", a, b, b.Counts, b.LeftOut)
	}
}

// TestFleissOfCompleteDataIsTheClassicalOne compares with the formula of 1971.
func TestFleissOfCompleteDataIsTheClassicalOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const k = 3
		raters := rapid.IntRange(2, 6).Draw(t, "raters")
		units := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, k-1), raters, raters), 2, 12).Draw(t, "units")
		var share [k]float64
		observed := 0.0
		n, m := float64(len(units)), float64(raters)
		for _, row := range units {
			var c [k]float64
			for _, v := range row {
				c[v]++
			}
			for i := range c {
				share[i] += c[i] / (n * m)
				observed += c[i] * (c[i] - 1) / (n * m * (m - 1))
			}
		}
		expected := share[0]*share[0] + share[1]*share[1] + share[2]*share[2]
		counts, err := stats.NewRatingCounts(k, units)
		if err != nil {
			t.Fatal(err)
		}
		f := stats.FleissKappa(stats.Unweighted, counts)
		if v, ok := f.Value(); ok && math.Abs(v-(observed-expected)/(1-expected)) > 1e-9 {
			t.Fatalf("%v, by the formula %v", f, (observed-expected)/(1-expected))
		}
	})
}

func TestCoefficientsOfManyRatersStayInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 5).Draw(t, "k")
		counts, err := stats.NewRatingCounts(k, drawSteps(t, k))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []stats.Weights{stats.Unweighted, stats.Linear, stats.Quadratic, stats.Binomial} {
			for _, f := range []stats.Figure{stats.FleissKappa(w, counts), stats.GwetAC(w, counts)} {
				v, ok := f.Value()
				if ok && v > 1+1e-12 {
					t.Fatalf("%v", f)
				}
				if f.Interval != nil && (f.Interval.Low > v || v > f.Interval.High+1e-12) {
					t.Fatalf("%v outside %v", f, *f.Interval)
				}
			}
		}
	})
}

func TestICCOfShiftedRatersTellsAgreementFromConsistency(t *testing.T) {
	c, err := stats.IntraclassCorrelation([][]float64{{1, 3}, {2, 4}, {5, 7}, {9, 11}})
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := c.Single3.Value(); v != 1 {
		t.Errorf("consistency %v", c.Single3)
	}
	if v, ok := c.Single2.Value(); !ok || v >= 1 {
		t.Errorf("absolute agreement %v", c.Single2)
	}
	if c.Single3.Interval != nil || c.Single3.NoInterval == "" {
		t.Errorf("an interval without residual: %v", c.Single3.Interval)
	}
}

func TestICCNeedsCompleteFiniteData(t *testing.T) {
	for name, units := range map[string][][]float64{
		"ragged":     {{1, 2}, {1}},
		"not finite": {{1, 2}, {math.Inf(1), 2}},
		"no ratings": {{}, {}},
	} {
		if _, err := stats.IntraclassCorrelation(units); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for name, units := range map[string][][]float64{"none": nil, "one unit": {{1, 2}}, "one rater": {{1}, {2}, {3}}} {
		c, err := stats.IntraclassCorrelation(units)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, ok := c.Single2.Value(); ok || c.Single2.Reason() == "" {
			t.Errorf("%s: %v", name, c.Single2)
		}
	}
}

func TestPercentAgreementCountsPairs(t *testing.T) {
	r := stats.Rated
	f := stats.Agreement(unitsOf(t, [][]stats.Rating{{r(1), r(1), r(2)}, {r(2), r(2)}, {r(3)}}))
	if v, _ := f.Value(); v != 0.5 {
		t.Errorf("2 of 4 pairs are equal: %v", f)
	}
	if v, _ := f.Part("unanimous_units"); v != 0.5 {
		t.Errorf("1 of 2 units is unanimous: %v", v)
	}
}

func TestMedianInventsNoStep(t *testing.T) {
	m, err := stats.MedianOf(5, []int{4, 4, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	if m.Low != 0 || m.High != 4 {
		t.Errorf("median %d to %d", m.Low, m.High)
	}
	if _, err := stats.MedianOf(5, []int{5}); err == nil {
		t.Error("a step outside the scale was accepted")
	}
}

func TestMeanIsTheSameInEveryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 40).Draw(t, "values")
		a, err := stats.Mean(values)
		if err != nil {
			t.Fatal(err)
		}
		b, err := stats.Mean(rapid.Permutation(values).Draw(t, "order"))
		if err != nil {
			t.Fatal(err)
		}
		if !a.Equal(b) {
			t.Fatalf("%v, then %v", a, b)
		}
	})
}

func TestFrequenciesLeaveOutAndCountWhatIsMissing(t *testing.T) {
	list, err := stats.Frequencies(3, []int{0, 0, 2, -1, 0})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.75, 0, 0.25} {
		if v, _ := list[i].Value(); v != want || list[i].N("n") != 4 || list[i].LeftOut[0].N != 1 {
			t.Errorf("category %d: %v of %v", i, list[i], list[i].Counts)
		}
	}
	if _, err := stats.Frequencies(2, []int{2}); err == nil {
		t.Error("a category outside was accepted")
	}
}

package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

var scales = []stats.Scale{stats.Nominal, stats.Ordinal, stats.IntervalScale, stats.RatioScale}

// drawRatings draws a table of ratings with gaps.
func drawRatings(t *rapid.T, levels int) [][]stats.Rating {
	raters := rapid.IntRange(1, 6).Draw(t, "raters")
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []stats.Rating {
		row := make([]stats.Rating, raters)
		for i := range row {
			if v := rapid.IntRange(-1, levels-1).Draw(t, "rating"); v >= 0 {
				row[i] = stats.Rated(float64(v))
			}
		}
		return row
	}), 0, 20).Draw(t, "units")
}

func unitsOf(t interface{ Fatal(...any) }, rows [][]stats.Rating) stats.Units {
	u, err := stats.FromRatings(rows)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func mapped(rows [][]stats.Rating, f func(float64) float64) [][]stats.Rating {
	out := make([][]stats.Rating, len(rows))
	for i, row := range rows {
		out[i] = make([]stats.Rating, len(row))
		for j, r := range row {
			if v, ok := r.Value(); ok {
				out[i][j] = stats.Rated(f(v))
			}
		}
	}
	return out
}

// sameAlpha insists on exactly the same value, or on no value for the same reason.
func sameAlpha(t *rapid.T, what string, a, b stats.Figure, tolerance float64) {
	va, okA := a.Value()
	vb, okB := b.Value()
	if okA != okB || a.Reason() != b.Reason() || math.Abs(va-vb) > tolerance {
		t.Fatalf("%s: %v, then %v", what, a, b)
	}
}

func TestAlphaDependsOnNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRatings(t, rapid.SampledFrom([]int{2, 5, 40}).Draw(t, "levels"))
		s := rapid.SampledFrom(scales).Draw(t, "scale")
		want := stats.Alpha(s, unitsOf(t, rows))
		shuffled := slices.Clone(rows)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for i, row := range shuffled {
			shuffled[i] = slices.Clone(row)
			r.Shuffle(len(row), func(a, b int) { shuffled[i][a], shuffled[i][b] = shuffled[i][b], shuffled[i][a] })
		}
		sameAlpha(t, "another order", want, stats.Alpha(s, unitsOf(t, shuffled)), 0)
	})
}

func TestAlphaDependsOnlyOnWhatItsScaleMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRatings(t, 6)
		u := unitsOf(t, rows)
		perm := rapid.Permutation([]float64{0, 1, 2, 3, 4, 5}).Draw(t, "names")
		renamed := unitsOf(t, mapped(rows, func(v float64) float64 { return perm[int(v)] }))
		sameAlpha(t, "other names", stats.Alpha(stats.Nominal, u), stats.Alpha(stats.Nominal, renamed), 1e-12)
		stretched := unitsOf(t, mapped(rows, func(v float64) float64 { return v*v*v - 7 }))
		sameAlpha(t, "stretched steps", stats.Alpha(stats.Ordinal, u), stats.Alpha(stats.Ordinal, stretched), 0)
		moved := unitsOf(t, mapped(rows, func(v float64) float64 { return 1e9 + 4*v }))
		sameAlpha(t, "another zero and unit", stats.Alpha(stats.IntervalScale, u), stats.Alpha(stats.IntervalScale, moved), 1e-12)
		scaled := unitsOf(t, mapped(rows, func(v float64) float64 { return 4 * v }))
		sameAlpha(t, "another unit", stats.Alpha(stats.RatioScale, u), stats.Alpha(stats.RatioScale, scaled), 1e-12)
	})
}

func TestAlphaIsOneWhenAllAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(0, 50), 2, 30).Draw(t, "values")
		raters := rapid.IntRange(2, 5).Draw(t, "raters")
		var rows [][]stats.Rating
		for _, v := range values {
			rows = append(rows, slices.Repeat([]stats.Rating{stats.Rated(float64(v))}, raters))
		}
		for _, s := range scales {
			f := stats.Alpha(s, unitsOf(t, rows))
			v, ok := f.Value()
			switch {
			case slices.Max(values) == slices.Min(values) && f.Reason() != stats.NoVariation:
				t.Fatalf("%v of equal ratings only: %v", s, f)
			case slices.Max(values) != slices.Min(values) && (!ok || v != 1):
				t.Fatalf("%v of identical ratings: %v", s, f)
			}
		}
	})
}

// TestAlphaFollowsItsDefinition compares with the definition over single values: all pairs within units, all pairs
// at all.
func TestAlphaFollowsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRatings(t, rapid.SampledFrom([]int{2, 4, 60}).Draw(t, "levels"))
		for _, s := range scales {
			want, defined := alphaByDefinition(s, rows)
			f := stats.Alpha(s, unitsOf(t, rows))
			got, ok := f.Value()
			if ok != defined || ok && math.Abs(got-want) > 1e-9 {
				t.Fatalf("%v: %v, by definition %v (%v)", s, f, want, defined)
			}
		}
	})
}

func alphaByDefinition(s stats.Scale, rows [][]stats.Rating) (float64, bool) {
	var units [][]float64
	var all []float64
	for _, row := range rows {
		var unit []float64
		for _, r := range row {
			if v, ok := r.Value(); ok {
				unit = append(unit, v)
			}
		}
		if len(unit) >= 2 {
			units = append(units, unit)
			all = append(all, unit...)
		}
	}
	n := float64(len(all))
	observed, expected := 0.0, 0.0
	for _, unit := range units {
		for i, a := range unit {
			for j, b := range unit {
				if i != j {
					observed += deltaByDefinition(s, a, b, all) / float64(len(unit)-1) / n
				}
			}
		}
	}
	for i, a := range all {
		for j, b := range all {
			if i != j {
				expected += deltaByDefinition(s, a, b, all) / (n * (n - 1))
			}
		}
	}
	return 1 - observed/expected, expected > 0
}

func deltaByDefinition(s stats.Scale, a, b float64, all []float64) float64 {
	low, high := min(a, b), max(a, b)
	switch {
	case a == b:
		return 0
	case s == stats.Nominal:
		return 1
	case s == stats.IntervalScale:
		return (a - b) * (a - b)
	case s == stats.RatioScale:
		return (a - b) * (a - b) / ((a + b) * (a + b))
	}
	sum := 0.0
	for _, v := range all {
		switch {
		case v == low || v == high:
			sum += 0.5
		case v > low && v < high:
			sum++
		}
	}
	return sum * sum
}

func TestCountsAndRatingsGiveTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRatings(t, 5)
		levels := []float64{4, 0, 3, 1, 2} // in any order
		counts := make([][]int64, len(rows))
		for i, row := range rows {
			counts[i] = make([]int64, len(levels))
			for _, r := range row {
				if v, ok := r.Value(); ok {
					counts[i][slices.Index(levels, v)]++
				}
			}
		}
		u, err := stats.FromCounts(levels, counts)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scales {
			sameAlpha(t, "counts", stats.Alpha(s, unitsOf(t, rows)), stats.Alpha(s, u), 1e-13)
		}
	})
}

func TestAlphaSaysWhatItRestsOn(t *testing.T) {
	g, r := stats.Gap(), stats.Rated
	f := stats.Alpha(stats.Ordinal, unitsOf(t, [][]stats.Rating{
		{r(1), r(1), r(2)}, {r(2), r(2), g}, {g, g, r(9)}, {g, g, g}, {r(3), r(3), r(3)},
	}))
	if f.N("units") != 3 || f.N("pairable") != 8 || f.N("raters") != 3 {
		t.Errorf("counts: %v", f.Counts)
	}
	want := []stats.LeftOut{{Of: "units", Why: "one_rating", N: 1}, {Of: "units", Why: "no_rating", N: 1}}
	if !slices.Equal(f.LeftOut, want) {
		t.Errorf("left out: %v", f.LeftOut)
	}
	for _, note := range []string{"unequal_raters", "few_units"} {
		if !f.HasNote(note) {
			t.Errorf("note %s is missing: %v", note, f.Notes)
		}
	}
	if f.Variant != "ordinal" || f.Reference == "" {
		t.Errorf("level %q, reference %q", f.Variant, f.Reference)
	}
}

func TestAlphaGivesAReasonInsteadOfANumber(t *testing.T) {
	r := stats.Rated
	for name, c := range map[string]struct {
		rows [][]stats.Rating
		s    stats.Scale
		why  stats.Reason
	}{
		"no units":               {nil, stats.Nominal, stats.NothingPairable},
		"one rater":              {[][]stats.Rating{{r(1)}, {r(2)}}, stats.Ordinal, stats.NothingPairable},
		"all ratings equal":      {[][]stats.Rating{{r(2), r(2)}, {r(2), r(2)}}, stats.IntervalScale, stats.NoVariation},
		"ratios below zero":      {[][]stats.Rating{{r(-1), r(2)}}, stats.RatioScale, stats.NegativeValues},
		"other value unpairable": {[][]stats.Rating{{r(2), r(2)}, {r(5)}}, stats.Nominal, stats.NoVariation},
	} {
		if f := stats.Alpha(c.s, unitsOf(t, c.rows)); f.Reason() != c.why {
			t.Errorf("%s: %v, want %s", name, f, c.why)
		}
	}
}

func TestUnderTwoCommonUnitsThereIsNoFigure(t *testing.T) {
	f := stats.Alpha(stats.Nominal, unitsOf(t, [][]stats.Rating{{stats.Rated(1), stats.Rated(2)}}))
	if _, ok := f.Value(); !ok {
		t.Fatalf("the formula has a value here: %v", f)
	}
	if f = f.AtLeast("units", 2); f.Reason() != stats.TooFewUnits {
		t.Errorf("with the rule of the study: %v", f)
	}
}

func TestRatingsThatAreNoNumbersAreRefused(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := stats.FromRatings([][]stats.Rating{{stats.Rated(1), stats.Rated(v)}}); err == nil {
			t.Errorf("%v was accepted", v)
		}
	}
	for name, c := range map[string]struct {
		levels []float64
		counts [][]int64
	}{
		"level twice":     {[]float64{1, 1}, [][]int64{{1, 1}}},
		"level no number": {[]float64{math.NaN()}, [][]int64{{1}}},
		"too few counts":  {[]float64{1, 2}, [][]int64{{1}}},
		"negative count":  {[]float64{1, 2}, [][]int64{{1, -1}}},
	} {
		if _, err := stats.FromCounts(c.levels, c.counts); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

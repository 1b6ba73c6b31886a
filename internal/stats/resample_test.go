package stats_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

func bootstrapped(t interface{ Fatal(...any) }, s stats.Scale, rows [][]stats.Rating, o stats.Resampling) stats.Figure {
	u, err := stats.FromRatings(rows)
	if err != nil {
		t.Fatal(err)
	}
	f, err := stats.AlphaBootstrap(context.Background(), s, u, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAnIntervalDependsOnTheSeedAlone(t *testing.T) {
	few, many := ratingsOf(60, 4), ratingsOf(3000, 3) // drawn one by one, and in numbers
	for _, rows := range [][][]stats.Rating{few, many} {
		o := stats.Resampling{Replicates: 300, Seed: 5, Limits: stats.BCa}
		want := bootstrapped(t, stats.Ordinal, rows, o)
		before := runtime.GOMAXPROCS(1)
		alone := bootstrapped(t, stats.Ordinal, rows, o)
		runtime.GOMAXPROCS(before)
		if !want.Equal(alone) {
			t.Errorf("on one processor %v, else %v", *alone.Interval, *want.Interval)
		}
		backwards := slices.Clone(rows)
		slices.Reverse(backwards)
		if other := bootstrapped(t, stats.Ordinal, backwards, o); !want.Equal(other) {
			t.Errorf("in another order %v, else %v", *other.Interval, *want.Interval)
		}
		o.Seed++
		if other := bootstrapped(t, stats.Ordinal, rows, o); want.Equal(other) {
			t.Error("another seed gives the same replicates")
		}
	}
}

func TestQuestionsAreDrawnAsAWhole(t *testing.T) {
	// Ten questions with four equal answers each hold no more than ten answers do: the interval must be wider than
	// that of forty independent ones.
	var rows [][]stats.Rating
	var questions []int
	for q, row := range ratingsOf(10, 3) {
		for range 4 {
			rows, questions = append(rows, row), append(questions, q*7)
		}
	}
	width := func(f stats.Figure) float64 { return f.Interval.High - f.Interval.Low }
	units := bootstrapped(t, stats.Nominal, rows, stats.Resampling{Replicates: 2000})
	clusters := bootstrapped(t, stats.Nominal, rows, stats.Resampling{Replicates: 2000, Clusters: questions})
	if width(clusters) < 1.5*width(units) {
		t.Errorf("questions %v, answers %v", *clusters.Interval, *units.Interval)
	}
	if clusters.N("questions") != 10 || clusters.Interval.Method != "bootstrap_questions_percentile" {
		t.Errorf("%v, %s", clusters.Counts, clusters.Interval.Method)
	}
}

func TestThereIsNoIntervalFromFewerThanFive(t *testing.T) {
	rows := ratingsOf(4, 5)
	if f := bootstrapped(t, stats.Nominal, rows, stats.Resampling{}); f.Interval != nil || f.NoInterval != stats.TooFewUnits {
		t.Errorf("four units: %v, %s", f.Interval, f.NoInterval)
	}
	rows = ratingsOf(40, 5)
	questions := make([]int, 40)
	for i := range questions {
		questions[i] = i % 4
	}
	f := bootstrapped(t, stats.Nominal, rows, stats.Resampling{Clusters: questions})
	if f.Interval != nil || f.NoInterval != stats.TooFewClusters {
		t.Errorf("four questions: %v, %s", f.Interval, f.NoInterval)
	}
}

func TestReplicatesWithoutVariationAreDroppedAndCounted(t *testing.T) {
	r := stats.Rated
	rows := [][]stats.Rating{{r(1), r(1)}, {r(1), r(1)}, {r(1), r(1)}, {r(1), r(1)}, {r(1), r(1)}, {r(1), r(2)}}
	f := bootstrapped(t, stats.Nominal, rows, stats.Resampling{Replicates: 2000, Marks: []float64{stats.AlphaTentative}})
	// The one unit that differs is missing from (5/6)^6 = 33 % of the replicates.
	if share := float64(f.Interval.Dropped) / 2000; math.Abs(share-math.Pow(5.0/6, 6)) > 0.04 {
		t.Errorf("%d of 2000 dropped", f.Interval.Dropped)
	}
	if !f.HasNote("many_undefined_replicates") {
		t.Errorf("no warning: %v", f.Notes)
	}
	if len(f.Interval.Below) != 1 || f.Interval.Below[0].Share != 1 {
		t.Errorf("share below the minimum: %v", f.Interval.Below)
	}
}

func TestResamplingStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	u, err := stats.FromRatings(ratingsOf(50, 3))
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func() error{
		"bootstrap": func() error { _, err := stats.AlphaBootstrap(ctx, stats.Ordinal, u, stats.Resampling{}); return err },
		"pairs":     func() error { _, err := stats.HayesKrippendorff(ctx, stats.Ordinal, u, stats.Resampling{}); return err },
		"jackknife": func() error { _, err := stats.AlphaJackknife(ctx, stats.Ordinal, u, stats.Resampling{}); return err },
	} {
		if err := run(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestResamplingRefusesImpossibleOptions(t *testing.T) {
	u, err := stats.FromRatings(ratingsOf(10, 3))
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]stats.Resampling{
		"negative replicates":  {Replicates: -1},
		"level above 1":        {Level: 95},
		"questions for others": {Clusters: []int{1, 2}},
		"too many replicates":  {Replicates: 1 << 40},
	} {
		if _, err := stats.AlphaBootstrap(context.Background(), stats.Nominal, u, o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestPairIntervalIsNarrowerWithManyRaters(t *testing.T) {
	// The reason why it is shown for comparison only.
	rows := ratingsOf(80, 15)
	u, err := stats.FromRatings(rows)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := stats.HayesKrippendorff(context.Background(), stats.Ordinal, u, stats.Resampling{Replicates: 2000})
	if err != nil {
		t.Fatal(err)
	}
	units := bootstrapped(t, stats.Ordinal, rows, stats.Resampling{Replicates: 2000})
	if a, b := pairs.Interval.High-pairs.Interval.Low, units.Interval.High-units.Interval.Low; a > b/2 {
		t.Errorf("pairs %v, units %v", a, b)
	}
}

func TestJackknifeSurroundsTheValue(t *testing.T) {
	u, err := stats.FromRatings(ratingsOf(12, 3))
	if err != nil {
		t.Fatal(err)
	}
	f, err := stats.AlphaJackknife(context.Background(), stats.IntervalScale, u, stats.Resampling{})
	if err != nil {
		t.Fatal(err)
	}
	v, _ := f.Value()
	if f.Interval.Low >= v || v > f.Interval.High || f.Interval.High > 1 {
		t.Errorf("%v in %v", v, *f.Interval)
	}
}

// TestKappaBootstrapUsesTheSameKappa compares the value of the table with that of the resampling of the same pairs.
func TestKappaBootstrapUsesTheSameKappa(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 4).Draw(t, "k")
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int {
			return [2]int{rapid.IntRange(-1, k-1).Draw(t, "a"), rapid.IntRange(-1, k-1).Draw(t, "b")}
		}), 0, 30).Draw(t, "pairs")
		w := rapid.SampledFrom([]stats.Weights{stats.Unweighted, stats.Linear, stats.Quadratic}).Draw(t, "weights")
		f, err := stats.KappaBootstrap(context.Background(), w, k, pairs, stats.Resampling{Replicates: 40})
		if err != nil {
			t.Fatal(err)
		}
		table, err := stats.NewPairTable(k, pairs)
		if err != nil {
			t.Fatal(err)
		}
		sameAlpha(t, "kappa", stats.CohenKappa(w, table), f, 0)
		if f.Interval != nil && (f.Interval.Low > f.Interval.High || f.Interval.High > 1) {
			t.Fatalf("limits %v", *f.Interval)
		}
	})
}

func TestBCaOfAShareAgreesWithScipy(t *testing.T) {
	// scipy 1.10.1, stats.bootstrap(method="BCa") of 13 of 20: 0.45 to 0.85.
	hits, trials := make([]int64, 20), make([]int64, 20)
	for i := range hits {
		trials[i] = 1
		if i < 13 {
			hits[i] = 1
		}
	}
	f, err := stats.RateBootstrap(context.Background(), hits, trials, stats.Resampling{Limits: stats.BCa, Replicates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(f.Interval.Low-0.45) > 0.051 || math.Abs(f.Interval.High-0.85) > 0.051 {
		t.Errorf("limits %v", *f.Interval)
	}
}

func TestDifferenceOfEqualSetsIsNothing(t *testing.T) {
	u, err := stats.FromRatings(ratingsOf(40, 3))
	if err != nil {
		t.Fatal(err)
	}
	f, err := stats.AlphaDifference(context.Background(), stats.Ordinal, u, u, stats.Resampling{Replicates: 200})
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := f.Value(); !ok || v != 0 || f.Interval.Low != 0 || f.Interval.High != 0 {
		t.Errorf("%v, %v", f, *f.Interval)
	}
}

func TestDifferenceOfDependentSetsIsNarrowerThanOfIndependentOnes(t *testing.T) {
	rows := ratingsOf(80, 4)
	three := make([][]stats.Rating, len(rows))
	for i, row := range rows {
		three[i] = row[:3]
	}
	a, b := unitsOf(t, rows), unitsOf(t, three)
	f, err := stats.AlphaDifference(context.Background(), stats.Ordinal, a, b, stats.Resampling{Replicates: 2000})
	if err != nil {
		t.Fatal(err)
	}
	single := bootstrapped(t, stats.Ordinal, rows, stats.Resampling{Replicates: 2000})
	if f.Interval.High-f.Interval.Low > single.Interval.High-single.Interval.Low {
		t.Errorf("difference %v, single %v", *f.Interval, *single.Interval)
	}
}

func TestKappaDifference(t *testing.T) {
	right := make([][2]int, 30)
	wrong := make([][2]int, 30)
	for i := range right {
		right[i] = [2]int{i % 2, i % 2}
		wrong[i] = [2]int{i % 2, i / 2 % 2}
	}
	f, err := stats.KappaDifference(context.Background(), stats.Unweighted, 2, right, wrong, stats.Resampling{Replicates: 500})
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := f.Value(); v < 0.9 || f.Interval.Low <= 0 {
		t.Errorf("%v, %v", f, *f.Interval)
	}
}

func TestMeasuredValuesAreResampledToo(t *testing.T) {
	// Far more levels than a table of pairs would hold.
	rows := mapped(ratingsOf(200, 4), func(v float64) float64 { return v })
	for i, row := range rows {
		for j, r := range row {
			if v, ok := r.Value(); ok {
				rows[i][j] = stats.Rated(1e6 + v + float64((i*7+j)%53)/100)
			}
		}
	}
	for _, s := range scales {
		f := bootstrapped(t, s, rows, stats.Resampling{Replicates: 200})
		v, ok := f.Value()
		if !ok || f.Interval == nil || f.Interval.Low > f.Interval.High {
			t.Fatalf("%v: %v in %v", s, f, f.Interval)
		}
		// Names that are hardly ever equal: drawing a unit twice does not make an equal pair, and the note says so.
		if outside := f.Interval.Low > v || v > f.Interval.High; outside != f.HasNote("value_outside_interval") || outside && s != stats.Nominal {
			t.Errorf("%v: %v in %v, notes %v", s, f, *f.Interval, f.Notes)
		}
	}
}

func TestAnUndefinedValueHasNoInterval(t *testing.T) {
	rows := slices.Repeat([][]stats.Rating{{stats.Rated(1), stats.Rated(1)}}, 9)
	u := unitsOf(t, rows)
	ctx := context.Background()
	for name, run := range map[string]func() (stats.Figure, error){
		"bootstrap": func() (stats.Figure, error) { return stats.AlphaBootstrap(ctx, stats.Nominal, u, stats.Resampling{}) },
		"jackknife": func() (stats.Figure, error) { return stats.AlphaJackknife(ctx, stats.Nominal, u, stats.Resampling{}) },
		"pairs": func() (stats.Figure, error) {
			return stats.HayesKrippendorff(ctx, stats.Nominal, u, stats.Resampling{})
		},
		"no units": func() (stats.Figure, error) {
			return stats.AlphaBootstrap(ctx, stats.Nominal, stats.Units{}, stats.Resampling{})
		},
		"difference": func() (stats.Figure, error) {
			return stats.AlphaDifference(ctx, stats.Nominal, u, u, stats.Resampling{})
		},
	} {
		if f, err := run(); err != nil || f.Interval != nil || f.NoInterval != f.Reason() || f.NoInterval == "" {
			t.Errorf("%s: %v, interval %v (%s), %v", name, f, f.Interval, f.NoInterval, err)
		}
	}
}

package stats_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

func checkFigure(t *testing.T, name string, f stats.Figure, err error, value, low, high float64) {
	t.Helper()
	v, ok := f.Value()
	if err != nil || !ok || f.Interval == nil {
		t.Fatalf("%s: %v, %v", name, f, err)
	}
	for i, pair := range [][2]float64{{v, value}, {f.Interval.Low, low}, {f.Interval.High, high}} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s, number %d: %v, want %v", name, i, pair[0], pair[1])
		}
	}
}

func TestEffectSizesAgreeWithOtherPrograms(t *testing.T) {
	// R 4.2.2: Epi 2.47 ci.pd; epitools 0.5-10.1 oddsratio.wald, riskratio.wald.
	c, err := stats.NewCompareProportions(56, 70, 48, 80)
	checkFigure(t, "difference", c.Difference, err, 0.2, 0.0524314724023647, 0.333872654036906)
	checkFigure(t, "ratio", c.Ratio, err, 4.0/3, 1.07662642276319, 1.65124851126639)
	checkFigure(t, "odds", c.Odds, err, 8.0/3, 1.27621787053643, 5.57201969607438)
	// Computed from the papers with numpy 1.24.2, apart from this program.
	for _, p := range []struct {
		counts           [4]int64
		value, low, high float64
	}{
		{[4]int64{36, 12, 2, 0}, 0.2, 0.05692958400323889, 0.3404276029749407},
		{[4]int64{43, 0, 1, 0}, -0.022727272727272728, -0.1180770969821329, 0.05971800835089889},
		{[4]int64{20, 9, 4, 15}, 0.10416666666666667, -0.044376619140717125, 0.24465990785654518},
		{[4]int64{0, 5, 3, 0}, 0.25, -0.3885152107947454, 0.7263114283528054},
	} {
		f, err := stats.PairedDifference(p.counts[0], p.counts[1], p.counts[2], p.counts[3])
		checkFigure(t, "paired difference", f, err, p.value, p.low, p.high)
	}
	f, err := stats.CliffDelta([]float64{4, 3, 5, 5, 2, 4, 4, 3}, []float64{2, 3, 1, 4, 2, 3, 3, 2, 5})
	checkFigure(t, "Cliff", f, err, 0.4722222222222222, -0.07016869723156188, 0.7991071785964248)
	f, err = stats.HedgesG([]float64{4.1, 3.9, 5.2, 4.8, 4.4}, []float64{3.1, 3.8, 4.0, 3.6})
	if v, _ := f.Value(); err != nil || math.Abs(v-1.612232251224013) > 1e-12 {
		t.Errorf("Hedges: %v, %v", f, err)
	}
}

func TestEffectSizesTurnWithTheGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := func(name string) int64 { return rapid.Int64Range(0, 20).Draw(t, name) }
		a, b, c, d := count("a"), count("b"), count("c"), count("d")
		x, errX := stats.PairedDifference(a, b, c, d)
		y, errY := stats.PairedDifference(a, c, b, d)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		turned(t, x, y)
		group := rapid.SliceOfN(rapid.Float64Range(-3, 3), 1, 12)
		first, second := group.Draw(t, "first"), group.Draw(t, "second")
		x, errX = stats.CliffDelta(first, second)
		y, errY = stats.CliffDelta(second, first)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		turned(t, x, y)
	})
}

func turned(t *rapid.T, x, y stats.Figure) {
	vx, ok := x.Value()
	vy, _ := y.Value()
	if !ok {
		return
	}
	if math.Abs(vx+vy) > 1e-12 {
		t.Fatalf("%v and %v", x, y)
	}
	if x.Interval == nil {
		return
	}
	if math.Abs(x.Interval.Low+y.Interval.High) > 1e-9 || x.Interval.Low > vx+1e-12 || vx > x.Interval.High+1e-12 {
		t.Fatalf("%v: %v and %v", vx, *x.Interval, *y.Interval)
	}
}

func TestRankBiserialIsOneWhenAllDifferencesAreUp(t *testing.T) {
	f, err := stats.RankBiserial([]float64{1, 2, 2, 0, 5})
	if v, _ := f.Value(); err != nil || v != 1 || f.N("pairs") != 4 {
		t.Errorf("%v, %v, %v", f, f.Counts, err)
	}
	if f, err := stats.RankBiserial([]float64{0}); err != nil || f.Reason() != stats.NoData {
		t.Errorf("%v, %v", f, err)
	}
}

// panel makes raters that miss the right category as often as told; the judge comes last.
func panel(items int, miss ...float64) (judge []stats.Rating, humans [][]stats.Rating) {
	state := uint64(1)
	next := func() float64 {
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>11) / (1 << 53)
	}
	for range items {
		right := math.Floor(4 * next())
		var row []stats.Rating
		for _, m := range miss {
			v := right
			if next() < m {
				v = math.Floor(4 * next())
			}
			row = append(row, stats.Rated(v))
		}
		judge = append(judge, row[len(row)-1])
		humans = append(humans, row[:len(row)-1])
	}
	return judge, humans
}

func TestAGoodJudgeMayReplaceRatersAndABadOneMayNot(t *testing.T) {
	for _, c := range []struct {
		miss float64
		want bool
	}{{0.1, true}, {0.9, false}} {
		judge, humans := panel(100, 0.3, 0.3, 0.3, c.miss)
		got, err := stats.AlternativeAnnotator(judge, humans, stats.AnnotatorPlan{Epsilon: stats.EpsilonExperts})
		if err != nil {
			t.Fatal(err)
		}
		if got.Passed != c.want {
			t.Errorf("a judge that misses %v: winning rate %v, advantage %v", c.miss, got.WinningRate, got.Advantage)
		}
	}
}

func TestFewItemsTakeTheSignedRankTest(t *testing.T) {
	judge, humans := panel(12, 0.3, 0.3, 0.1)
	got, err := stats.AlternativeAnnotator(judge, humans, stats.AnnotatorPlan{Epsilon: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range []string{"few_items", "few_raters"} {
		if !got.WinningRate.HasNote(note) {
			t.Errorf("note %s is missing: %v", note, got.WinningRate.Notes)
		}
	}
	judge[0], humans[1] = stats.Gap(), humans[1][:1]
	got, err = stats.AlternativeAnnotator(judge, humans, stats.AnnotatorPlan{Epsilon: 0.2})
	if err != nil || got.Left != 2 || got.Raters[0].Items != 10 {
		t.Errorf("%d left out, %d compared, %v", got.Left, got.Raters[0].Items, err)
	}
	got, err = stats.AlternativeAnnotator(judge[:3], humans[:3], stats.AnnotatorPlan{Epsilon: 0.2})
	if err != nil || got.WinningRate.Reason() != stats.TooFewUnits || got.Passed {
		t.Errorf("three items: %v, %v", got.WinningRate, err)
	}
}

func TestTheRaterWhoGuessesIsFound(t *testing.T) {
	_, humans := panel(60, 0.1, 0.1, 0.1, 0.95, 0)
	list, err := stats.RaterInfluences(stats.Nominal, humans)
	if err != nil {
		t.Fatal(err)
	}
	worst := slices.MinFunc(list, func(a, b stats.RaterInfluence) int {
		x, _ := a.Change.Value()
		y, _ := b.Change.Value()
		return int(math.Copysign(1, x-y))
	})
	if v, _ := worst.Change.Value(); worst.Rater != 3 || v >= 0 {
		t.Errorf("rater %d changes alpha by %v", worst.Rater, v)
	}
}

func TestSharesOfDisagreementAddUpToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRatings(t, 5)
		s := rapid.SampledFrom(scales).Draw(t, "scale")
		list, err := stats.UnitDisagreements(s, rows)
		if err != nil {
			t.Fatal(err)
		}
		sum, any := 0.0, false
		for i, d := range list {
			if v, ok := d.Share.Value(); ok {
				sum += v
				any = true
			}
			rest := slices.Concat(rows[:i], rows[i+1:])
			sameAlpha(t, "without the unit", stats.Alpha(s, unitsOf(t, rest)), d.Without, 1e-9)
		}
		if any && math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the shares add up to %v", sum)
		}
	})
}

func TestPanelsThatChangeAreSeen(t *testing.T) {
	r, g := stats.Rated, stats.Gap()
	blocks := stats.DesignBlocks([][]stats.Rating{{r(1), r(1), g}, {r(1), r(2), r(3)}, {r(2), r(2)}})
	if len(blocks) != 2 || !slices.Equal(blocks[0].Units, []int{0, 2}) || !slices.Equal(blocks[1].Raters, []int{0, 1, 2}) {
		t.Errorf("blocks %v", blocks)
	}
}

func TestPlannedAlphaIsTheOneExpected(t *testing.T) {
	for _, s := range []stats.Scale{stats.Nominal, stats.Ordinal, stats.IntervalScale} {
		planned, err := stats.PlanAlpha(context.Background(), stats.AlphaPlan{Scale: s, Values: []float64{1, 2, 3, 4},
			Shares: []float64{1, 2, 2, 1}, Alpha: 0.7, Raters: 3, Units: []int{20, 80}, Simulations: 400, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		v, _ := planned[1].Mean.Value()
		if math.Abs(v-0.7) > 0.02 {
			t.Errorf("%v: %v", s, planned[1].Mean)
		}
		wide, _ := planned[0].Width.Value()
		narrow, _ := planned[1].Width.Value()
		if narrow >= wide {
			t.Errorf("%v: 80 units give %v, 20 give %v", s, narrow, wide)
		}
		if size := stats.SizeForAlpha(planned, (wide+narrow)/2); size.N != 80 {
			t.Errorf("%v: %+v", s, size)
		}
		if size := stats.SizeForAlpha(planned, narrow/2); size.Reason != stats.NoSizeReaches {
			t.Errorf("%v: %+v", s, size)
		}
	}
}

func TestComparisonsThatFitNothingAreRefused(t *testing.T) {
	ctx := context.Background()
	u, v := unitsOf(t, ratingsOf(5, 2)), unitsOf(t, ratingsOf(6, 2))
	one := []stats.Rating{stats.Rated(1)}
	plan := func(change func(*stats.AlphaPlan)) func() error {
		return func() error {
			p := stats.AlphaPlan{Values: []float64{1, 2}, Shares: []float64{1, 1}, Alpha: 0.5, Raters: 2, Units: []int{5}}
			change(&p)
			_, err := stats.PlanAlpha(ctx, p)
			return err
		}
	}
	for name, run := range map[string]func() error{
		"other units": func() error {
			_, err := stats.AlphaDifference(ctx, stats.Nominal, u, v, stats.Resampling{})
			return err
		},
		"other pairs": func() error {
			_, err := stats.KappaDifference(ctx, stats.Linear, 2, nil, [][2]int{{0, 1}}, stats.Resampling{})
			return err
		},
		"pair outside": func() error {
			_, err := stats.KappaBootstrap(ctx, stats.Linear, 2, [][2]int{{0, 2}}, stats.Resampling{})
			return err
		},
		"rate of others": func() error { _, err := stats.RateBootstrap(ctx, []int64{1}, nil, stats.Resampling{}); return err },
		"negative trials": func() error {
			_, err := stats.RateBootstrap(ctx, []int64{1}, []int64{-1}, stats.Resampling{})
			return err
		},
		"judge of others": func() error { _, err := stats.AlternativeAnnotator(one, nil, stats.AnnotatorPlan{}); return err },
		"epsilon above 1": func() error {
			_, err := stats.AlternativeAnnotator(nil, nil, stats.AnnotatorPlan{Epsilon: 2})
			return err
		},
		"mark above 1": func() error {
			_, err := stats.AlternativeAnnotator(nil, nil, stats.AnnotatorPlan{PassAt: 2})
			return err
		},
		"judge no number": func() error {
			_, err := stats.AlternativeAnnotator([]stats.Rating{stats.Rated(math.NaN())}, [][]stats.Rating{one}, stats.AnnotatorPlan{})
			return err
		},
		"more than all":       func() error { _, err := stats.NewCompareProportions(3, 2, 1, 2); return err },
		"negative pairs":      func() error { _, err := stats.PairedDifference(1, -1, 0, 0); return err },
		"level without share": plan(func(p *stats.AlphaPlan) { p.Shares = p.Shares[:1] }),
		"negative share":      plan(func(p *stats.AlphaPlan) { p.Shares = []float64{2, -1} }),
		"alpha above 1":       plan(func(p *stats.AlphaPlan) { p.Alpha = 1.5 }),
		"one rater":           plan(func(p *stats.AlphaPlan) { p.Raters = 1 }),
		"only gaps":           plan(func(p *stats.AlphaPlan) { p.Gaps = 1 }),
		"no units":            plan(func(p *stats.AlphaPlan) { p.Units = []int{0} }),
		"too much work":       plan(func(p *stats.AlphaPlan) { p.Units = []int{1 << 40} }),
	} {
		if run() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestEmptyGroupsHaveNoEffect(t *testing.T) {
	c, err := stats.NewCompareProportions(0, 0, 1, 2)
	if err != nil || c.Difference.Reason() != stats.NoData || c.Odds.Reason() != stats.NoData {
		t.Errorf("%+v, %v", c, err)
	}
	c, err = stats.NewCompareProportions(0, 5, 0, 5)
	if err != nil || c.Ratio.Reason() != stats.DenominatorZero || !c.Odds.HasNote("half_added") {
		t.Errorf("%v, %v, %v", c.Ratio, c.Odds, err)
	}
	f, err := stats.CliffDelta(nil, []float64{1})
	if err != nil || f.Reason() != stats.NoData {
		t.Errorf("%v, %v", f, err)
	}
	f, err = stats.HedgesG([]float64{1, 1}, []float64{1, 1})
	if err != nil || f.Reason() != stats.NoVariation {
		t.Errorf("%v, %v", f, err)
	}
}

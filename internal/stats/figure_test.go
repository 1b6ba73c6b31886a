package stats_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/stats"
)

func TestAFigureIsNeverNaN(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		f := stats.NewFigure("any", v)
		if _, ok := f.Value(); ok || f.Reason() != stats.NotFinite {
			t.Errorf("%v became %v", v, f)
		}
	}
	var zero stats.Figure
	if _, ok := zero.Value(); ok || zero.Reason() != stats.NotComputed {
		t.Errorf("the zero figure is %v", zero)
	}
	if f := stats.Undefined("any", ""); f.Reason() != stats.NotComputed {
		t.Errorf("without a reason: %v", f)
	}
}

func TestFiguresSurviveWriting(t *testing.T) {
	proportion, err := stats.Proportion(3, 7)
	if err != nil {
		t.Fatal(err)
	}
	alpha := bootstrapped(t, stats.Ordinal, ratingsOf(20, 3),
		stats.Resampling{Replicates: 100, Seed: 9, Marks: []float64{stats.AlphaTentative, stats.AlphaFirm}})
	for _, want := range []stats.Figure{{}, proportion, alpha, stats.Undefined("any", stats.NoVariation)} {
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got stats.Figure
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(raw), string(again)); diff != "" {
			t.Errorf("figure changed (-want +got):\n%s", diff)
		}
		if v, ok := want.Value(); !ok && !strings.Contains(string(raw), `"value":null,"reason":"`) {
			t.Errorf("undefined %v is written as %s", v, raw)
		}
	}
}

func TestAFigureCanBeFollowedByHand(t *testing.T) {
	r := stats.Rated
	f := stats.Alpha(stats.Nominal, unitsOf(t, [][]stats.Rating{{r(1), r(1)}, {r(1), r(2)}, {r(2), r(2)}}))
	w := f.Explain()
	if w.Formula != "alpha = 1 - Do/De" || len(w.Tables) != 2 {
		t.Fatalf("working: %+v", w)
	}
	if diff := cmp.Diff([][]float64{{2, 1}, {1, 2}}, w.Tables[0].Cells); diff != "" {
		t.Errorf("coincidences (-want +got):\n%s", diff)
	}
	observed, _ := f.Part("observed_disagreement")
	expected, _ := f.Part("expected_disagreement")
	if v, _ := f.Value(); math.Abs(v-(1-observed/expected)) > 1e-15 {
		t.Errorf("%v does not follow from %v and %v", v, observed, expected)
	}
}

// everyFigure makes one of each kind, with a value.
func everyFigure(t *testing.T) map[string]stats.Figure {
	t.Helper()
	all := map[string]stats.Figure{}
	keep := func(f stats.Figure, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := f.Value(); !ok {
			t.Errorf("%v has no value here", f)
		}
		all[f.Method+" "+f.Variant] = f
	}
	rows := ratingsOf(30, 3)
	u := unitsOf(t, rows)
	ctx := context.Background()
	for _, s := range scales {
		keep(stats.Alpha(s, u), nil)
	}
	keep(stats.Agreement(u), nil)
	keep(stats.AlphaJackknife(ctx, stats.Nominal, u, stats.Resampling{}))
	keep(stats.AlphaDifference(ctx, stats.Nominal, u, u, stats.Resampling{Replicates: 50}))
	keep(stats.RateBootstrap(ctx, []int64{1, 0, 2, 1, 0}, []int64{2, 2, 2, 2, 2}, stats.Resampling{Replicates: 50}))
	table, err := stats.TableFromCounts([][]int64{{5, 2}, {1, 6}})
	keep(stats.CohenKappa(stats.Linear, table), err)
	counts, err := stats.NewRatingCounts(3, [][]int{{0, 1, 1}, {2, 2, 2}, {0, 0, 1}})
	keep(stats.FleissKappa(stats.Unweighted, counts), err)
	keep(stats.GwetAC(stats.Unweighted, counts), err)
	keep(stats.GwetAC(stats.Binomial, counts), err)
	c, err := stats.IntraclassCorrelation([][]float64{{1, 2}, {4, 4}, {6, 5}})
	for _, f := range []stats.Figure{c.MSR, c.MSC, c.MSE, c.MSW, c.Single1, c.Single2, c.Single3, c.Mean1, c.Mean2, c.Mean3} {
		keep(f, err)
	}
	keep(stats.Proportion(3, 7))
	keep(stats.ClopperPearson(3, 7, 0.9))
	keep(stats.Mean([]float64{1, 2}))
	a, err := stats.TwoByTwo{TP: 5, FP: 2, FN: 1, TN: 8}.Figures()
	for _, f := range []stats.Figure{a.Sensitivity, a.BalancedAccuracy, a.F1, a.MCC, a.PositiveLR, a.NegativeLR, a.Youden} {
		keep(f, err)
	}
	b, err := stats.GuessTable{{8, 2}, {1, 9}, {3, 3}}.Indices()
	keep(b.Bang1, err)
	keep(b.James, err)
	g, err := stats.TestGuesses(2, []int{0, 0, 1, 1}, []int{0, 1, 1, 1})
	keep(g.Chance, err)
	keep(g.PValue, err)
	keep(stats.PermuteGuesses(context.Background(), 2, [][]stats.GuessedAnswer{{{Origin: 0, Guesses: []int{0}}, {Origin: 1, Guesses: []int{0}}}}, 1))
	m, err := stats.McNemarTest(3, 9)
	for _, f := range []stats.Figure{m.Exact, m.MidP, m.Chi2, m.Chi2Cor} {
		keep(f, err)
	}
	keep(stats.CochranQ([][]int{{1, 0, 1}, {1, 1, 0}}))
	fr, err := stats.FriedmanTest([][]float64{{1, 2, 3}, {2, 1, 3}})
	keep(fr.Chi2, err)
	keep(fr.KendallW, err)
	p, err := stats.NewCompareProportions(3, 9, 5, 8)
	for _, f := range []stats.Figure{p.Difference, p.Ratio, p.Odds, p.CohenH} {
		keep(f, err)
	}
	keep(stats.PairedDifference(4, 3, 2, 5))
	keep(stats.HedgesG([]float64{1, 2, 4}, []float64{2, 5, 6}))
	keep(stats.CliffDelta([]float64{1, 2, 4}, []float64{2, 5, 6}))
	keep(stats.RankBiserial([]float64{1, -2, 4}))
	judge, humans := panel(40, 0.2, 0.3, 0.3, 0.2)
	alt, err := stats.AlternativeAnnotator(judge, humans, stats.AnnotatorPlan{Epsilon: 0.2})
	keep(alt.WinningRate, err)
	keep(alt.Advantage, err)
	return all
}

func TestEveryFigureSaysHowItWasMade(t *testing.T) {
	for name, f := range everyFigure(t) {
		if f.Method == "" || f.Working.Formula == "" || len(f.Counts) == 0 {
			t.Errorf("%s lacks its method, formula or counts: %+v", name, f)
		}
		if len(f.Working.Inputs)+len(f.Working.Steps) == 0 {
			t.Errorf("%s has neither inputs nor steps", name)
		}
		if f.Interval != nil && (f.Interval.Method == "" || f.Interval.Low > f.Interval.High || f.Interval.Level == 0) {
			t.Errorf("%s has the interval %+v", name, *f.Interval)
		}
	}
}

func TestNoReasonIsForgottenInTheList(t *testing.T) {
	source, err := os.ReadFile("figure.go")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[stats.Reason]bool{}
	for _, r := range stats.Reasons() {
		listed[r] = true
	}
	declared := regexp.MustCompile(`Reason = "([^"]+)"`).FindAllStringSubmatch(string(source), -1)
	for _, m := range declared {
		if !listed[stats.Reason(m[1])] {
			t.Errorf("%s is not listed", m[1])
		}
	}
	if len(listed) != len(declared) {
		t.Errorf("%d reasons listed, %d declared", len(listed), len(declared))
	}
}

package stats_test

import (
	"encoding/json"
	"math"
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

package stats_test

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

func TestAreaOfKnownScores(t *testing.T) {
	for name, c := range map[string]struct {
		scores   []float64
		positive []bool
		want     float64
	}{
		"all above":         {[]float64{1, 2, 3, 4}, []bool{false, false, true, true}, 1},
		"all below":         {[]float64{4, 3, 2, 1}, []bool{false, false, true, true}, 0},
		"all equal":         {[]float64{1, 1, 1}, []bool{false, true, true}, 0.5},
		"three of four":     {[]float64{0.1, 0.4, 0.35, 0.8}, []bool{false, false, true, true}, 0.75},
		"a tie counts half": {[]float64{1, 2, 2}, []bool{false, false, true}, 0.75},
	} {
		f, err := stats.ROCArea(context.Background(), c.scores, c.positive, stats.Resampling{Replicates: 100})
		if v, ok := f.Value(); err != nil || !ok || math.Abs(v-c.want) > 1e-12 {
			t.Errorf("%s: got %v, %v, want %v", name, f, err, c.want)
		}
	}
}

func TestAreaNeedsBothKinds(t *testing.T) {
	f, err := stats.ROCArea(context.Background(), []float64{1, 2}, []bool{true, true}, stats.Resampling{Replicates: 100})
	if _, ok := f.Value(); err != nil || ok || f.Reason() != stats.NoData {
		t.Errorf("got %v, %v", f, err)
	}
	if _, err := stats.ROCArea(context.Background(), []float64{1}, nil, stats.Resampling{}); err == nil {
		t.Error("lists of different length were taken")
	}
	if _, err := stats.ROCArea(context.Background(), []float64{math.NaN()}, []bool{true}, stats.Resampling{}); err == nil {
		t.Error("a score that is no number was taken")
	}
}

func TestAreaCountsPairsWon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "units")
		scores, positive := make([]float64, n), make([]bool, n)
		for i := range scores {
			scores[i] = float64(rapid.IntRange(0, 6).Draw(t, "score"))
			positive[i] = rapid.Bool().Draw(t, "positive")
		}
		var won, pairs float64
		for i := range scores {
			for j := range scores {
				if !positive[i] || positive[j] {
					continue
				}
				pairs++
				switch {
				case scores[i] > scores[j]:
					won++
				case scores[i] == scores[j]:
					won += 0.5
				}
			}
		}
		f, err := stats.ROCArea(context.Background(), scores, positive, stats.Resampling{Replicates: 50})
		v, ok := f.Value()
		if err != nil || ok != (pairs > 0) || ok && math.Abs(v-won/pairs) > 1e-12 {
			t.Fatalf("got %v, %v, want %v", f, err, won/pairs)
		}
	})
}

package stats_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"

	"iucomstudien/internal/stats"
)

// TestDealsBeyondReachAreDrawnWithinBoundedMemory takes sizes for which the exact distribution alone would need
// gigabytes.
func TestDealsBeyondReachAreDrawnWithinBoundedMemory(t *testing.T) {
	for _, answers := range []int{1000, 2000} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := stats.PermuteGuesses(context.Background(), 2, guessedBy(answers, 7), 5)
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%d answers: %d MB", answers, used>>20)
		}
		if f.Variant != stats.RandomDeals || f.N("draws") != 99_999 || f.Interval == nil || f.Interval.Replicates != 99_999 || f.Interval.Seed != 5 {
			t.Errorf("%d answers: the figure does not say how it was drawn: %+v", answers, f)
		}
		if v, ok := f.Value(); !ok || v < 1.0/100_000 || v > 0.01 {
			t.Errorf("%d answers with six of ten guesses right: %v", answers, f)
		}
	}
}

func TestSmallQuestionsAreCountedOutInFull(t *testing.T) {
	f, err := stats.PermuteGuesses(context.Background(), 2, guessedBy(100, 7), 5)
	if err != nil {
		t.Fatal(err)
	}
	other, err := stats.PermuteGuesses(context.Background(), 2, guessedBy(100, 7), 6)
	if err != nil || f.Variant != "" || f.Interval != nil || !f.Equal(other) {
		t.Errorf("%+v depends on the seed, %v", f, err)
	}
}

// TestDrawnDealsComeNearTheExactOnes repeats a question whose exact distribution is within reach so often that its
// bound is passed: every repetition adds guesses of nobody, which change nothing.
func TestDrawnDealsComeNearTheExactOnes(t *testing.T) {
	ctx := context.Background()
	origins := []int{0, 0, 0, 1, 1, 2, 2, 2, 2}
	guesses := []int{0, 0, 1, 1, 2, 2, 2, 0, 1}
	small := make([]stats.GuessedAnswer, len(origins))
	for i := range small {
		small[i] = stats.GuessedAnswer{Origin: origins[i], Guesses: []int{guesses[i]}}
	}
	exact, err := stats.PermuteGuesses(ctx, 3, [][]stats.GuessedAnswer{small}, 1)
	if err != nil {
		t.Fatal(err)
	}
	nobody := make([]stats.GuessedAnswer, 3000)
	for i := range nobody {
		nobody[i].Origin = i % 3
	}
	drawn, err := stats.PermuteGuesses(ctx, 3, [][]stats.GuessedAnswer{small, nobody}, 1)
	if err != nil || drawn.Variant != stats.RandomDeals {
		t.Fatalf("%+v, %v", drawn, err)
	}
	want, _ := exact.Value()
	got, _ := drawn.Value()
	if math.Abs(got-want) > 0.01 || drawn.Interval.Low > got || drawn.Interval.High < got {
		t.Errorf("drawn %v in %v, exact %v", got, drawn.Interval, want)
	}
	mean, _ := exact.Part("expected_hits")
	if m, ok := drawn.Part("expected_hits"); !ok || math.Abs(m-mean) > 1e-9 {
		t.Errorf("mean %v, exact %v", m, mean)
	}
}

func TestDrawnDealsDependOnTheSeedAlone(t *testing.T) {
	question := guessedBy(700, 7)
	ctx, cancel := context.WithCancel(context.Background())
	first, err := stats.PermuteGuesses(ctx, 2, question, 3)
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	if again, err := stats.PermuteGuesses(ctx, 2, question, 3); err != nil || !first.Equal(again) {
		t.Errorf("on one processor %+v, on all %+v, %v", again, first, err)
	}
	cancel()
	if _, err := stats.PermuteGuesses(ctx, 2, question, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

package blinding_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/study"
)

// TestTheSampleStudyIsDrawnAsItsKeySays uses the order of the sample study: Reporter, control, other AI,
// professional, T01, T02.
func TestTheSampleStudyIsDrawnAsItsKeySays(t *testing.T) {
	want := []blinding.Place{{2, "X"}, {3, "Y"}, {1, "Z"}, {5, "W"}, {0, "Q"}, {4, "K"}}
	if got := blinding.Assign(20261074, 6); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEveryAnswerGetsOnePlaceAndOneCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "answers")
		seed := rapid.Int32().Draw(t, "seed")
		seen := make(map[int]bool)
		codes := make(map[study.Code]bool)
		for i, p := range blinding.Assign(seed, n) {
			if p.Index < 0 || p.Index >= n || seen[p.Index] || codes[p.Code] || p.Code != study.CodeAt(i) {
				t.Fatalf("place %d: %+v", i, p)
			}
			seen[p.Index], codes[p.Code] = true, true
		}
		if len(seen) != n {
			t.Fatalf("%d of %d answers have a place", len(seen), n)
		}
	})
}

func BenchmarkOrder(b *testing.B) {
	for b.Loop() {
		blinding.Assign(20261074, 1000)
	}
}

package blinding

import (
	"slices"
	"testing"
)

func TestEachReviewerReadsInAnOrderOfTheirOwnThatCanBeDrawnAgain(t *testing.T) {
	seen := make(map[int32]bool)
	for _, reviewer := range []string{"R01", "R02", "R03"} {
		own, order := ReadingOrder(7, reviewer, 12)
		again, same := ReadingOrder(7, reviewer, 12)
		if own != again || !slices.Equal(order, same) || own < 0 || seen[own] {
			t.Errorf("%s: seed %d, then %d", reviewer, own, again)
		}
		seen[own] = true
		sorted := slices.Sorted(slices.Values(order))
		for i, place := range sorted {
			if place != i {
				t.Fatalf("%s: %v is no order of 12", reviewer, order)
			}
		}
	}
	if own, _ := ReadingOrder(8, "R01", 12); seen[own] {
		t.Error("another seed of the test gives the same order")
	}
}

package stats

import (
	"math"
	"testing"
)

// TestBinomialNumbersFollowTheDistribution compares counts of drawn numbers with the exact probabilities, for both
// ways of drawing.
func TestBinomialNumbersFollowTheDistribution(t *testing.T) {
	const draws = 200_000
	for _, c := range []struct {
		n int64
		p float64
	}{{1, 0.5}, {12, 0.2}, {40, 0.9}, {30, 0.5}, {200, 0.07}, {1000, 0.3}, {5, 0.999}} {
		s := newStream()
		s.restart(11, int(c.n))
		counts := make([]int64, c.n+1)
		for range draws {
			counts[s.binomial(c.n, c.p)]++
		}
		chi, cells := 0.0, 0.0
		for x, got := range counts {
			want := draws * pointMass(int64(x), c.n, c.p)
			if want >= 5 {
				chi += (float64(got) - want) * (float64(got) - want) / want
				cells++
			}
		}
		// With the fixed seed this is a plain comparison; the bound is five standard deviations of chi-square.
		if limit := cells + 5*math.Sqrt(2*cells); chi > limit {
			t.Errorf("n %d, p %v: chi-square %.1f over %.0f cells", c.n, c.p, chi, cells)
		}
	}
}

func TestBelowIsEven(t *testing.T) {
	s := newStream()
	s.restart(3, 4)
	counts := make([]int, 7)
	for range 70_000 {
		counts[s.below(7)]++
	}
	for i, n := range counts {
		if n < 9_500 || n > 10_500 {
			t.Errorf("%d came %d times of 70,000", i, n)
		}
	}
}

func TestStreamsOfNeighboursDiffer(t *testing.T) {
	first := map[uint64]bool{}
	s := newStream()
	for seed := range uint64(50) {
		for replicate := range 50 {
			s.restart(seed, replicate)
			first[s.next()] = true
		}
	}
	if len(first) != 2500 {
		t.Errorf("%d different first numbers of 2500", len(first))
	}
}

func TestDrawnSamplesHaveTheRightSize(t *testing.T) {
	of := make([]int32, 1000)
	for i := range of {
		of[i] = int32(i % 9)
	}
	for _, r := range []*resampler{unitBlocks(of, 9), clusterBlocks(of, 9, clusterNumbers(1000, 250), 250)} {
		s, counts, weights := newStream(), make([]int64, len(r.blocks)), make([]int64, 9)
		sums := make([]float64, 9)
		for i := range 400 {
			s.restart(1, i)
			r.draw(s, counts, weights)
			total := int64(0)
			for p, w := range weights {
				total += w
				sums[p] += float64(w) / 400
			}
			if total != 1000 {
				t.Fatalf("a sample of %d units", total)
			}
		}
		for p, mean := range sums {
			if math.Abs(mean-1000.0/9) > 5 {
				t.Errorf("pattern %d came %.1f times on average", p, mean)
			}
		}
	}
}

// clusterNumbers gives units to clusters of equal size.
func clusterNumbers(units, clusters int) []int32 {
	all := make([]int32, units)
	for i := range all {
		all[i] = int32(i % clusters)
	}
	return all
}

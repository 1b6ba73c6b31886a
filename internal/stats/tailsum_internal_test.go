package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTheShortcutGivesTheSumOfTheTerms compares it with the terms added one by one, over the whole range in which it is
// taken.
func TestTheShortcutGivesTheSumOfTheTerms(t *testing.T) {
	taken := 0
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.Int64Range(100_000, MaxTrials).Draw(rt, "n")
		p := rapid.Float64Range(0.001, 0.999).Draw(rt, "p")
		z := rapid.Float64Range(0, 13).Draw(rt, "z")
		spread := math.Sqrt(float64(n) * p * (1 - p))
		for _, up := range []bool{true, false} {
			h := int64(float64(n)*p + z*spread)
			quick, slow := tailUp, tailUpSlow
			if !up {
				h = int64(float64(n)*p - z*spread)
				quick, slow = tailDown, tailDownSlow
			}
			if h <= 0 || h >= n || float64(h) > float64(n)*p != up {
				continue
			}
			got, want := quick(h, n, p), slow(h, n, p)
			if got != want {
				taken++
			}
			if math.Abs(got.P-want.P) > 1e-12*want.P || math.Abs(got.Ln-want.Ln) > 1e-12*math.Max(1, math.Abs(want.Ln)) {
				rt.Fatalf("h %d, n %d, p %v: %v, term by term %v, relative %.2g", h, n, p, got, want, got.P/want.P-1)
			}
		}
	})
	if taken == 0 {
		t.Error("the shortcut was never taken")
	}
}

func TestMillsRatioBetweenThePointsOfItsGridIsExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		z := rapid.Float64Range(-1.5, 14).Draw(rt, "z")
		if got, want := millsRatio(z), millsExact(z); math.Abs(got-want) > 1e-13*want {
			rt.Fatalf("z %v: %v, want %v, relative %.2g", z, got, want, got/want-1)
		}
	})
}

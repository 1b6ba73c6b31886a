package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// SampleSize is a planned number of units.
type SampleSize struct {
	Continuous float64 // where the formula meets the aim exactly
	N          int64   // the smallest whole number that does
	Reason     Reason  // why there is no number; empty when there is one
}

// sampleSize rounds up; what is above a whole number by rounding only is that number.
func sampleSize(n float64) SampleSize {
	if !finite(n) || n > math.MaxInt32 {
		return SampleSize{Reason: NotFinite}
	}
	return SampleSize{Continuous: n, N: max(1, int64(math.Ceil(n-1e-9)))}
}

// SizeForWilson returns how many units make the Wilson interval around the expected proportion p at most so wide. It
// refuses p outside 0 to 1, widths outside 0 to 1, and z not above 0.
func SizeForWilson(p, width, z float64) (SampleSize, error) {
	switch {
	case !(p >= 0 && p <= 1):
		return SampleSize{}, fmt.Errorf("expected proportion is %v, allowed is 0 to 1", p)
	case !(width > 0 && width < 1):
		return SampleSize{}, fmt.Errorf("width is %v, it must lie between 0 and 1", width)
	case !(z > 0) || math.IsInf(z, 0):
		return SampleSize{}, fmt.Errorf("z is %v, it must be above 0", z)
	}
	// width = 2 z sqrt(n p q + z^2/4) / (n + z^2), squared and solved for n.
	z2, w2 := z*z, width*width
	half := z2 - 2*z2*p*(1-p)/w2
	rest := z2 * z2 * (1 - 1/w2)
	root := math.Sqrt(half*half - rest)
	n := root - half
	if half > 0 {
		n = -rest / (root + half)
	}
	return sampleSize(n), nil
}

// McNemarPlan is what is expected of two paired conditions.
type McNemarPlan struct {
	PSmall float64 // share of pairs that only the worse condition gets right
	Psi    float64 // how many times as many pairs only the better one gets right; 1 is no difference
	Alpha  float64 // significance level
	Power  float64 // wished power
	Sides  int     // 1 or 2
}

// SizeForMcNemar returns the number of pairs after the normal formula of Miettinen (1968, Biometrics 24:339). Show
// the power of the exact test at that number beside it ([McNemarPower]). It refuses shares and levels that are
// impossible; a psi of 1 has no number ([NoEffect]).
func SizeForMcNemar(p McNemarPlan) (SampleSize, error) {
	discordant := p.PSmall * (p.Psi + 1)
	switch {
	case !(p.PSmall > 0) || !(p.Psi > 0) || !(discordant <= 1+1e-12):
		return SampleSize{}, fmt.Errorf("discordant shares %v and %v times that are impossible", p.PSmall, p.Psi)
	case !(p.Alpha > 0 && p.Alpha < 1) || !(p.Power > 0 && p.Power < 1):
		return SampleSize{}, fmt.Errorf("level %v and power %v must lie between 0 and 1", p.Alpha, p.Power)
	case p.Sides != 1 && p.Sides != 2:
		return SampleSize{}, fmt.Errorf("a test with %d sides", p.Sides)
	case p.Psi == 1:
		return SampleSize{Reason: NoEffect}, nil
	}
	difference := p.PSmall * (p.Psi - 1)
	za := distuv.UnitNormal.Quantile(1 - p.Alpha/float64(p.Sides))
	zb := distuv.UnitNormal.Quantile(p.Power)
	root := za*math.Sqrt(discordant) + zb*math.Sqrt(math.Max(0, discordant-difference*difference))
	return sampleSize(root * root / (difference * difference)), nil
}

// McNemarPowers is the unconditional power of the two-sided tests of McNemar; rejections in both directions count.
type McNemarPowers struct {
	Exact float64
	MidP  float64
}

// maxPowerPairs bounds the work of [McNemarPower].
const maxPowerPairs = 20_000

// McNemarPower returns the power with n pairs, of which on average the share p12 falls to one side and p21 to the
// other. It refuses impossible shares, levels outside 0 to 1, and more than 20,000 pairs.
func McNemarPower(p12, p21 float64, n int64, alpha float64) (McNemarPowers, error) {
	switch {
	case !(p12 >= 0) || !(p21 >= 0) || !(p12+p21 <= 1+1e-12):
		return McNemarPowers{}, fmt.Errorf("discordant shares %v and %v are impossible", p12, p21)
	case !(alpha > 0 && alpha < 1):
		return McNemarPowers{}, fmt.Errorf("level is %v, it must lie between 0 and 1", alpha)
	case n < 0 || n > maxPowerPairs:
		return McNemarPowers{}, fmt.Errorf("%d pairs, allowed are 0 to %d", n, maxPowerPairs)
	}
	discordant := math.Min(1, p12+p21)
	if discordant == 0 || n == 0 {
		return McNemarPowers{}, nil
	}
	share := math.Min(1, p12/discordant)
	var sum McNemarPowers
	for m := int64(1); m <= n; m++ {
		chance := pointMass(m, n, discordant)
		if chance < 1e-18 {
			continue
		}
		exact, mid := criticalCounts(m, alpha)
		sum.Exact += chance * bothTails(exact, m, share)
		sum.MidP += chance * bothTails(mid, m, share)
	}
	return McNemarPowers{Exact: math.Min(1, sum.Exact), MidP: math.Min(1, sum.MidP)}, nil
}

func pointMass(x, n int64, p float64) float64 {
	switch {
	case p == 0:
		return boolTo(x == 0)
	case p == 1:
		return boolTo(x == n)
	}
	return math.Exp(lnBinomial(x, n, p))
}

func boolTo(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// criticalCounts returns the largest smaller count of m discordant pairs that the exact and the mid-p test still
// reject; -1 when none. A p equal to alpha rejects; the allowance is far above the rounding of p.
func criticalCounts(m int64, alpha float64) (exact, mid int64) {
	limit := alpha * (1 + 1e-12)
	exact, mid = -1, -1
	term := math.Exp(-float64(m) * math.Ln2)
	if term == 0 {
		return criticalCountsLarge(m, limit)
	}
	below := 0.0
	for x := int64(0); 2*x < m; x++ {
		if 2*(below+term) <= limit {
			exact = x
		}
		if 2*below+term > limit {
			break
		}
		mid = x
		below += term
		term *= float64(m-x) / float64(x+1)
	}
	return exact, mid
}

// criticalCountsLarge searches by halving, where the first terms are too small for a number.
func criticalCountsLarge(m int64, limit float64) (exact, mid int64) {
	search := func(p func(x int64) float64) int64 {
		low, high := int64(-1), m/2 // low rejects, high doesn't
		for high-low > 1 {
			x := (low + high) / 2
			if p(x) <= limit {
				low = x
			} else {
				high = x
			}
		}
		return low
	}
	exact = search(func(x int64) float64 { e, _ := mcnemarP(x, m-x); return e })
	mid = search(func(x int64) float64 { _, p := mcnemarP(x, m-x); return p })
	return exact, mid
}

// bothTails is P(X <= c or X >= m - c) for a binomial X of m trials.
func bothTails(c, m int64, p float64) float64 {
	if c < 0 {
		return 0
	}
	return lowerTail(c, m, p).P + upperTail(m-c, m, p).P
}

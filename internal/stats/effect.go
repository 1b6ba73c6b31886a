package stats

import (
	"fmt"
	"math"
	"slices"
)

// CompareProportions gives the effect sizes of two independent groups, x1 of n1 against x2 of n2.
type CompareProportions struct {
	Difference Figure // p1 - p2; interval Newcombe (1998), method 10
	Ratio      Figure // p1 / p2; interval Katz et al. (1978)
	Odds       Figure // odds ratio; interval Woolf (1955); half added to all cells where one is 0 (note "half_added")
	CohenH     Figure // difference of the arcsine-transformed proportions
}

// NewCompareProportions refuses x outside 0 to n. Nothing is defined for an empty group.
func NewCompareProportions(x1, n1, x2, n2 int64) (CompareProportions, error) {
	if x1 < 0 || x1 > n1 || x2 < 0 || x2 > n2 {
		return CompareProportions{}, fmt.Errorf("%d of %d and %d of %d are no proportions", x1, n1, x2, n2)
	}
	var c CompareProportions
	each := []struct {
		f      *Figure
		method string
	}{{&c.Difference, "risk_difference"}, {&c.Ratio, "risk_ratio"}, {&c.Odds, "odds_ratio"}, {&c.CohenH, "cohen_h"}}
	for _, e := range each {
		*e.f = Undefined(e.method, NoData)
	}
	if n1 > 0 && n2 > 0 {
		c.Difference = riskDifference(x1, n1, x2, n2)
		c.Ratio = riskRatio(x1, n1, x2, n2)
		c.Odds = oddsRatio(x1, n1-x1, x2, n2-x2)
		c.CohenH = cohenH(x1, n1, x2, n2)
	}
	for _, e := range each {
		e.f.Counts = []Count{{"n1", n1}, {"n2", n2}}
		for _, q := range []Quantity{{"x1", float64(x1)}, {"n1", float64(n1)}, {"x2", float64(x2)}, {"n2", float64(n2)}} {
			e.f.Working.input(q.Name, q.Value)
		}
	}
	return c, nil
}

func riskDifference(x1, n1, x2, n2 int64) Figure {
	p1, p2 := share(x1, n1), share(x2, n2)
	l1, u1 := wilsonLimits(x1, n1, z975)
	l2, u2 := wilsonLimits(x2, n2, z975)
	d := p1 - p2
	f := NewFigure("risk_difference", d)
	f.Reference = "Newcombe (1998), Stat Med 17:873, method 10"
	f.Interval = &Interval{Low: d - math.Hypot(p1-l1, u2-p2), High: d + math.Hypot(u1-p1, p2-l2), Level: 0.95, Method: "newcombe"}
	f.Working.Formula = "d = p1 - p2; limits d - sqrt((p1 - l1)^2 + (u2 - p2)^2), d + sqrt((u1 - p1)^2 + (p2 - l2)^2), l and u Wilson limits"
	return f
}

func riskRatio(x1, n1, x2, n2 int64) Figure {
	if x2 == 0 {
		return Undefined("risk_ratio", DenominatorZero)
	}
	r := share(x1, n1) / share(x2, n2)
	f := NewFigure("risk_ratio", r)
	f.Reference = "Katz et al. (1978), Biometrics 34:469"
	f.Working.Formula = "RR = p1 / p2; limits RR exp(+- z sqrt(1/x1 - 1/n1 + 1/x2 - 1/n2))"
	if x1 == 0 {
		f.NoInterval = DenominatorZero
		return f
	}
	se := math.Sqrt(1/float64(x1) - 1/float64(n1) + 1/float64(x2) - 1/float64(n2))
	f.Interval = logInterval(r, se, "katz")
	return f
}

func oddsRatio(a, b, c, d int64) Figure {
	w, x, y, z := float64(a), float64(b), float64(c), float64(d)
	half := a == 0 || b == 0 || c == 0 || d == 0
	if half {
		w, x, y, z = w+0.5, x+0.5, y+0.5, z+0.5
	}
	f := NewFigure("odds_ratio", w*z/(x*y))
	f.Reference = "Woolf (1955), Ann Hum Genet 19:251"
	f.Working.Formula = "OR = a d / (b c); limits OR exp(+- z sqrt(1/a + 1/b + 1/c + 1/d))"
	f.Interval = logInterval(w*z/(x*y), math.Sqrt(1/w+1/x+1/y+1/z), "woolf")
	if half {
		f.Notes = []string{NoteHalfAdded}
	}
	return f
}

// logInterval is symmetric on the logarithmic scale.
func logInterval(v, se float64, method string) *Interval {
	return &Interval{Low: v * math.Exp(-z975*se), High: v * math.Exp(z975*se), Level: 0.95, Method: method}
}

func cohenH(x1, n1, x2, n2 int64) Figure {
	h := 2*math.Asin(math.Sqrt(share(x1, n1))) - 2*math.Asin(math.Sqrt(share(x2, n2)))
	f := NewFigure("cohen_h", h)
	f.Reference = "Cohen (1988), Statistical Power Analysis, 2nd ed., ch. 6"
	f.Working.Formula = "h = 2 arcsin sqrt(p1) - 2 arcsin sqrt(p2)"
	f.Interval = normalInterval(h, math.Sqrt(1/float64(n1)+1/float64(n2)))
	return f
}

// PairedDifference is the difference of two proportions judged on the same items: both right on a items, only the
// first on b, only the second on c, neither on d (Newcombe 1998, Stat Med 17:2635, method 10). Not defined without
// items. It refuses negative counts.
func PairedDifference(a, b, c, d int64) (Figure, error) {
	if a < 0 || b < 0 || c < 0 || d < 0 {
		return Figure{}, fmt.Errorf("a count is negative: %d, %d, %d, %d", a, b, c, d)
	}
	n := a + b + c + d
	f := Undefined("paired_difference", NoData)
	if n > 0 {
		f = pairedDifference(a, b, c, d)
	}
	f.Reference = "Newcombe (1998), Stat Med 17:2635, method 10"
	f.Counts = []Count{{"pairs", n}, {"discordant_pairs", b + c}}
	return f, nil
}

func pairedDifference(a, b, c, d int64) Figure {
	n := a + b + c + d
	p1, p2 := share(a+b, n), share(a+c, n)
	l1, u1 := wilsonLimits(a+b, n, z975)
	l2, u2 := wilsonLimits(a+c, n, z975)
	margins := float64(a+b) * float64(c+d) * float64(a+c) * float64(b+d)
	phi := 0.0
	if margins > 0 {
		phi = float64(a*d - b*c)
		if phi > 0 { // continuity correction towards 0
			phi = math.Max(0, phi-float64(n)/2)
		}
		phi /= math.Sqrt(margins)
	}
	v := share(b-c, n)
	limit := func(x, y float64) float64 { return math.Sqrt(math.Max(0, x*x-2*phi*x*y+y*y)) }
	f := NewFigure("paired_difference", v)
	f.Interval = &Interval{Low: v - limit(p1-l1, u2-p2), High: v + limit(u1-p1, p2-l2), Level: 0.95, Method: "newcombe_paired"}
	w := &f.Working
	w.Formula = "d = (b - c) / n"
	for _, q := range []Quantity{{"a", float64(a)}, {"b", float64(b)}, {"c", float64(c)}, {"d", float64(d)}} {
		w.input(q.Name, q.Value)
	}
	w.step("first", "p1 = (a + b) / n", p1)
	w.step("second", "p2 = (a + c) / n", p2)
	w.step("phi", "phi = (a d - b c - n/2, not below 0 where a d > b c) / sqrt of the product of the margins", phi)
	w.step("low", "d - sqrt((p1 - l1)^2 - 2 phi (p1 - l1)(u2 - p2) + (u2 - p2)^2), l and u Wilson limits", f.Interval.Low)
	w.step("high", "d + sqrt((u1 - p1)^2 - 2 phi (u1 - p1)(p2 - l2) + (p2 - l2)^2)", f.Interval.High)
	return f
}

// HedgesG is the difference of two means in standard deviations, corrected for small groups (Hedges 1981), with the
// normal interval of Hedges and Olkin (1985). Not defined with fewer than two values in a group or without
// variation. It refuses values that are not finite.
func HedgesG(first, second []float64) (Figure, error) {
	f := Undefined("hedges_g", TooFewUnits)
	n1, n2 := float64(len(first)), float64(len(second))
	if n1 >= 2 && n2 >= 2 {
		m1, s1, err := meanAndSquares(first)
		if err != nil {
			return Figure{}, fmt.Errorf("first group: %w", err)
		}
		m2, s2, err := meanAndSquares(second)
		if err != nil {
			return Figure{}, fmt.Errorf("second group: %w", err)
		}
		df := n1 + n2 - 2
		f = Undefined("hedges_g", NoVariation)
		if pooled := math.Sqrt((s1 + s2) / df); pooled > 0 {
			g := (m1 - m2) / pooled * (1 - 3/(4*df-1))
			f = NewFigure("hedges_g", g)
			f.Interval = normalInterval(g, math.Sqrt((n1+n2)/(n1*n2)+g*g/(2*(n1+n2))))
			f.Working.Formula = "g = (m1 - m2) / s (1 - 3 / (4 df - 1)), s the pooled standard deviation, df = n1 + n2 - 2"
			f.Working.step("pooled_standard_deviation", "s = sqrt((sum of squares 1 + 2) / df)", pooled)
		}
	}
	f.Reference = "Hedges (1981), J Educ Stat 6:107; Hedges, Olkin (1985)"
	f.Counts = []Count{{"n1", int64(len(first))}, {"n2", int64(len(second))}}
	return f, nil
}

// CliffDelta is the chance that a value of the first group is above one of the second, less the reverse: an effect
// size for ordered grades, from -1 to 1, with the asymmetric interval of Feng and Cliff (2004). Not defined for an
// empty group. It refuses values that are not finite.
func CliffDelta(first, second []float64) (Figure, error) {
	f := Undefined("cliff_delta", NoData)
	f.Counts = []Count{{"n1", int64(len(first))}, {"n2", int64(len(second))}}
	for _, v := range slices.Concat(first, second) {
		if !finite(v) {
			return Figure{}, fmt.Errorf("%v is not a finite number", v)
		}
	}
	if len(first) == 0 || len(second) == 0 {
		return f, nil
	}
	rows, wins, square := dominance(first, second)
	columns, _, _ := dominance(second, first)
	n1, n2 := float64(len(first)), float64(len(second))
	d := float64(wins) / (n1 * n2)
	counts := f.Counts
	f = NewFigure("cliff_delta", d)
	f.Counts = counts
	f.Reference = "Cliff (1993), Psychol Bull 114:494; Feng, Cliff (2004), J Mod Appl Stat Methods 3:322"
	f.Working.Formula = "delta = (pairs with first > second - pairs with first < second) / (n1 n2)"
	f.Working.input("wins_less_losses", float64(wins))
	if len(first) < 2 || len(second) < 2 {
		f.NoInterval = TooFewUnits
		return f, nil
	}
	spread := func(lines []int64, other, sign float64) float64 {
		sum := 0.0
		for _, x := range lines {
			e := sign*float64(x)/other - d
			sum += e * e
		}
		return sum
	}
	a, b := spread(rows, n2, 1), spread(columns, n1, -1)
	variance := (n2*n2*a + n1*n1*b - (float64(square) - n1*n2*d*d)) / (n1 * n2 * (n1 - 1) * (n2 - 1))
	variance = math.Max(variance, (1-d*d)/(n1*n2-1))
	f.Working.step("standard_error", "se = sqrt of the variance of the dominance matrix", math.Sqrt(variance))
	half := z975 * math.Sqrt(variance) * math.Sqrt((1-d*d)*(1-d*d)+z975*z975*variance)
	below := 1 - d*d + z975*z975*variance
	if below <= 0 {
		f.NoInterval = NoVariation
		return f, nil
	}
	f.Interval = &Interval{Low: (d - d*d*d - half) / below, High: (d - d*d*d + half) / below, Level: 0.95, Method: "feng_cliff"}
	return f, nil
}

// dominance returns, for each value of a, in how many comparisons with b it wins less those it loses; their sum; and
// the number of comparisons that are not ties.
func dominance(a, b []float64) (lines []int64, sum, untied int64) {
	sorted := slices.Sorted(slices.Values(b))
	for _, v := range a {
		below, _ := slices.BinarySearch(sorted, v)
		upTo := below
		for upTo < len(sorted) && sorted[upTo] == v {
			upTo++
		}
		line := int64(below) - int64(len(sorted)-upTo)
		lines = append(lines, line)
		sum += line
		untied += int64(len(sorted) - (upTo - below))
	}
	return lines, sum, untied
}

// RankBiserial is the effect size that belongs to the signed-rank test with zeros dropped: the share of the rank sum
// that is positive less the share that is negative, from -1 to 1 (Kerby 2014). Not defined without differences other
// than 0. It refuses values that are not finite.
func RankBiserial(differences []float64) (Figure, error) {
	t, err := SignedRankTest(differences, ZerosDropped)
	if err != nil {
		return Figure{}, fmt.Errorf("ranking differences: %w", err)
	}
	f := Undefined("rank_biserial", NoData)
	if n := float64(t.NonZero); n > 0 {
		total := n * (n + 1) / 2
		f = NewFigure("rank_biserial", (2*t.WPlus-total)/total)
		f.Working.Formula = "r = (W+ - W-) / (W+ + W-)"
		f.Working.input("rank_sum", total)
		f.Working.step("positive_rank_sum", "W+ = sum of the ranks of positive differences", t.WPlus)
	}
	f.Reference = "Kerby (2014), Compr Psychol 3:1"
	f.Counts = []Count{{"pairs", int64(t.NonZero)}}
	if t.Zeros > 0 {
		f.LeftOut = []LeftOut{{"pairs", "no_difference", int64(t.Zeros)}}
	}
	return f, nil
}

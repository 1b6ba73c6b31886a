package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the rounded normal quantile used for 95 % limits of proportions. Against the full quantile it shifts
// limits by less than 1e-8.
const Z95 = 1.959964

// z975 is the normal quantile at 97.5 %, rounded to a double.
const z975 = 1.959963984540054

// Proportion is x of n with its Wilson interval at 95 % (Wilson 1927; Newcombe 1998, method 3). Not defined for
// n 0. It refuses x outside 0 to n.
func Proportion(x, n int64) (Figure, error) {
	return ProportionZ(x, n, Z95)
}

// ProportionZ is [Proportion] with another normal quantile z, above 0.
func ProportionZ(x, n int64, z float64) (Figure, error) {
	if n < 0 || x < 0 || x > n {
		return Figure{}, fmt.Errorf("%d of %d is no proportion", x, n)
	}
	if !(z > 0) || math.IsInf(z, 0) {
		return Figure{}, fmt.Errorf("z is %v, it must be above 0", z)
	}
	const method = "proportion"
	if n == 0 {
		return Undefined(method, NoData), nil
	}
	p := float64(x) / float64(n)
	low, high := wilsonLimits(x, n, z)
	f := NewFigure(method, p)
	f.Reference = "Wilson (1927), J Am Stat Assoc 22:209; Newcombe (1998), Stat Med 17:857, method 3"
	f.Counts = []Count{{"hits", x}, {"n", n}}
	f.Interval = &Interval{Low: low, High: high, Level: levelOf(z), Method: "wilson"}
	w := &f.Working
	w.Formula = "p = x / n"
	w.input("x", float64(x))
	w.input("n", float64(n))
	w.input("z", z)
	w.step("proportion", "p = x / n", p)
	w.step("centre", "c = (p + z^2 / (2n)) / (1 + z^2 / n)", wilsonCentre(p, float64(n), z))
	w.step("half_width", "h = z / (1 + z^2 / n) * sqrt(p (1 - p) / n + z^2 / (4 n^2))", wilsonHalf(p, float64(n), z))
	w.step("low", "c - h; 0 when x = 0", low)
	w.step("high", "c + h; 1 when x = n", high)
	return f, nil
}

// levelOf gives the confidence level of a two-sided interval with that quantile, rounded to 6 places so that the
// usual rounded quantiles give 0.95.
func levelOf(z float64) float64 {
	return math.Round(math.Erf(z/math.Sqrt2)*1e6) / 1e6
}

func wilsonCentre(p, n, z float64) float64 { return (p + z*z/(2*n)) / (1 + z*z/n) }

func wilsonHalf(p, n, z float64) float64 {
	return z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
}

func wilsonLimits(x, n int64, z float64) (low, high float64) {
	p := float64(x) / float64(n)
	c, h := wilsonCentre(p, float64(n), z), wilsonHalf(p, float64(n), z)
	low, high = math.Max(0, c-h), math.Min(1, c+h)
	if x == 0 {
		low = 0
	}
	if x == n {
		high = 1
	}
	return low, high
}

// ClopperPearson is x of n with the interval from the binomial tails (Clopper and Pearson 1934), which is never too
// short and often too long. It refuses x outside 0 to n and levels outside 0 to 1.
func ClopperPearson(x, n int64, level float64) (Figure, error) {
	f, err := Proportion(x, n)
	if err != nil {
		return f, err
	}
	if !(level > 0 && level < 1) {
		return Figure{}, fmt.Errorf("level is %v, it must lie between 0 and 1", level)
	}
	if n == 0 {
		return f, nil
	}
	p, _ := f.Value()
	f.Reference = "Clopper and Pearson (1934), Biometrika 26:404"
	f.Interval = &Interval{Low: 0, High: 1, Level: level, Method: "clopper_pearson"}
	beside := (1 - level) / 2
	if x > 0 {
		f.Interval.Low = distuv.Beta{Alpha: float64(x), Beta: float64(n-x) + 1}.Quantile(beside)
	}
	if x < n {
		f.Interval.High = distuv.Beta{Alpha: float64(x) + 1, Beta: float64(n - x)}.Quantile(1 - beside)
	}
	f.Working = Working{Formula: "p = x / n"}
	w := &f.Working
	w.input("x", float64(x))
	w.input("n", float64(n))
	w.step("proportion", "p = x / n", p)
	w.step("low", "the p at which P(X >= x) = (1 - level)/2", f.Interval.Low)
	w.step("high", "the p at which P(X <= x) = (1 - level)/2", f.Interval.High)
	return f, nil
}

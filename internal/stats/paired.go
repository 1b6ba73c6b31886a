package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar compares two conditions judged right or wrong on the same items: b items only the first got right, c only
// the second.
type McNemar struct {
	B, C    int64
	Exact   Figure // two-sided p, exact conditional
	MidP    Figure // two-sided mid-p; the default to report, as the exact p is conservative
	Chi2    Figure // chi-square without continuity correction; its p is step "p"
	Chi2Cor Figure // with continuity correction
}

// McNemarTest computes the tests of McNemar (1947) with the mid-p of Fagerland, Lydersen, Laake (2013, BMC Med Res
// Methodol 13:91). For b + c = 0 the p values are 1 and chi-square is not defined. For b = c the mid-p is 1 too, twice
// the one-sided value; that paper gives 1 - P(X = b)/2 there, which leads to the same decision. It refuses negative
// counts and more than [MaxTrials] pairs.
func McNemarTest(b, c int64) (McNemar, error) {
	if b < 0 || c < 0 || b > MaxTrials || c > MaxTrials || b+c > MaxTrials {
		return McNemar{}, fmt.Errorf("counts %d and %d: allowed are 0 to %d in all", b, c, MaxTrials)
	}
	exact, mid := mcnemarP(b, c)
	m := McNemar{B: b, C: c}
	n := b + c
	counts := []Count{{"discordant_pairs", n}}
	inputs := []Quantity{{"b", float64(b)}, {"c", float64(c)}}
	m.Exact = NewFigure("mcnemar_exact", exact)
	m.Exact.Working = Working{Formula: "p = min(1, 2 P(X <= min(b, c))), X binomial(b + c, 1/2)", Inputs: inputs}
	m.Exact.Working.step("one_tail", "P(X <= min(b, c))", lowerTail(min(b, c), n, 0.5).P)
	m.MidP = NewFigure("mcnemar_mid_p", mid)
	m.MidP.Working = Working{Formula: "p = 2 P(X <= min(b, c)) - P(X = min(b, c))", Inputs: inputs}
	m.MidP.Working.step("one_tail", "P(X <= min(b, c))", lowerTail(min(b, c), n, 0.5).P)
	m.MidP.Working.step("point", "P(X = min(b, c))", pointMass(min(b, c), n, 0.5))
	m.Chi2, m.Chi2Cor = Undefined("mcnemar_chi2", NoDiscordantPairs), Undefined("mcnemar_chi2_corrected", NoDiscordantPairs)
	if n > 0 {
		d := float64(max(b-c, c-b))
		m.Chi2 = chiSquareFigure("mcnemar_chi2", "(b - c)^2 / (b + c)", d*d/float64(n), 1)
		d = math.Max(0, d-1)
		m.Chi2Cor = chiSquareFigure("mcnemar_chi2_corrected", "(|b - c| - 1)^2 / (b + c)", d*d/float64(n), 1)
	}
	for _, f := range []*Figure{&m.Exact, &m.MidP, &m.Chi2, &m.Chi2Cor} {
		f.Counts = counts
		f.Reference = "McNemar (1947), Psychometrika 12:153; Fagerland, Lydersen, Laake (2013), BMC Med Res Methodol 13:91"
	}
	return m, nil
}

// mcnemarP returns the exact and the mid-p two-sided value.
func mcnemarP(b, c int64) (exact, mid float64) {
	n, least := b+c, min(b, c)
	if b == c {
		return 1, 1
	}
	tail := lowerTail(least, n, 0.5).P
	return math.Min(1, 2*tail), math.Min(1, 2*tail-math.Exp(lnBinomial(least, n, 0.5)))
}

// chiSquareFigure is a chi-square statistic with its p as step "p".
func chiSquareFigure(method, formula string, x, df float64) Figure {
	f := NewFigure(method, x)
	f.Working.Formula = formula
	f.Working.input("df", df)
	f.Working.step(method, formula, x)
	f.Working.step("p", "P(chi-square with df degrees of freedom >= statistic)", ChiSquareTail(x, df))
	return f
}

// ChiSquareTail is P(X >= x) of a chi-square distribution with df degrees of freedom, for x and df above 0.
func ChiSquareTail(x, df float64) float64 {
	if df == 1 {
		return math.Erfc(math.Sqrt(x / 2))
	}
	return distuv.ChiSquared{K: df}.Survival(x)
}

// CochranQ compares several conditions judged right (1) or wrong (0) on the same items, one row per item (Cochran
// 1950, Biometrika 37:256). Step "p" is the chi-square p, input "df" its degrees of freedom. Rows that are all right
// or all wrong add nothing; without other rows the statistic is not defined. It refuses rows of different length
// and values other than 0 and 1.
func CochranQ(rows [][]int) (Figure, error) {
	k := 0
	if len(rows) > 0 {
		k = len(rows[0])
	}
	columns := make([]int64, k)
	var total, within int64
	for i, row := range rows {
		if len(row) != k {
			return Figure{}, fmt.Errorf("row %d has %d values, the first has %d", i+1, len(row), k)
		}
		sum := int64(0)
		for j, v := range row {
			if v != 0 && v != 1 {
				return Figure{}, fmt.Errorf("row %d has the value %d, allowed are 0 and 1", i+1, v)
			}
			sum += int64(v)
			columns[j] += int64(v)
		}
		total += sum
		within += sum * (int64(k) - sum)
	}
	f := Undefined("cochran_q", NoDiscordantRows)
	if len(rows) == 0 {
		f = Undefined("cochran_q", NoData)
	}
	if within > 0 {
		squares := int64(0)
		for _, c := range columns {
			squares += c * c
		}
		n := int64(k)
		q := float64((n-1)*(n*squares-total*total)) / float64(within)
		f = chiSquareFigure("cochran_q", "Q = (k - 1)(k sum of G_j^2 - T^2) / sum of L_i (k - L_i)", q, float64(k-1))
	}
	f.Reference = "Cochran (1950), Biometrika 37:256"
	f.Counts = []Count{{"rows", int64(len(rows))}, {"conditions", int64(k)}}
	return f, nil
}

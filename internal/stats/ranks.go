package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Zeros says what the signed-rank test does with differences of 0.
type Zeros int

// The two ways.
const (
	ZerosDropped Zeros = iota // before ranking (Wilcoxon)
	ZerosRanked               // with the others, and then left out (Pratt)
)

// SignedRank is Wilcoxon's signed-rank test of paired differences.
type SignedRank struct {
	NonZero   int
	Zeros     int
	WPlus     float64 // sum of the ranks of the positive differences; ties get mid-ranks
	PTwoSided float64
	PGreater  float64 // P(W+ at least as large)
	PLess     float64 // P(W+ at least as small)
	Exact     bool    // false: normal approximation, from more than maxExactSigns differences
}

// maxExactSigns is the number of differences up to which p is exact. Beyond it half to the power of it is no
// ordinary number any more.
const maxExactSigns = 1000

// SignedRankTest ranks the differences by size and asks how often random signs give a rank sum at least as far out
// (Wilcoxon 1945, Biometrics Bull 1:80; Pratt 1959, J Am Stat Assoc 54:655). The p values are exact over the signs,
// also with ties. Without differences other than 0 they are 1. It refuses values that are not finite.
func SignedRankTest(differences []float64, zeros Zeros) (SignedRank, error) {
	for i, d := range differences {
		if !finite(d) {
			return SignedRank{}, fmt.Errorf("difference %d is not a finite number", i+1)
		}
	}
	var kept []float64
	t := SignedRank{PTwoSided: 1, PGreater: 1, PLess: 1, Exact: true}
	for _, d := range differences {
		if d != 0 {
			t.NonZero++
		} else {
			t.Zeros++
		}
		if d != 0 || zeros == ZerosRanked {
			kept = append(kept, d)
		}
	}
	ranks := doubledRanks(kept, math.Abs)
	var signed []int64 // doubled ranks of the differences that are not 0
	plus := int64(0)
	for i, d := range kept {
		if d == 0 {
			continue
		}
		signed = append(signed, ranks[i])
		if d > 0 {
			plus += ranks[i]
		}
	}
	t.WPlus = float64(plus) / 2
	if t.NonZero == 0 {
		return t, nil
	}
	if t.Exact = t.NonZero <= maxExactSigns; t.Exact {
		t.PLess, t.PGreater = signTails(signed, plus)
	} else {
		t.PLess, t.PGreater = signTailsNormal(signed, plus)
	}
	t.PTwoSided = math.Min(1, 2*math.Min(t.PLess, t.PGreater))
	return t, nil
}

// SignedRankFigure is the two-sided p value of [SignedRankTest], zeros dropped, with its way. Without differences other
// than 0 it is 1.
func SignedRankFigure(differences []float64) (Figure, error) {
	t, err := SignedRankTest(differences, ZerosDropped)
	if err != nil {
		return Figure{}, fmt.Errorf("ranking differences: %w", err)
	}
	f := NewFigure("wilcoxon_exact", t.PTwoSided)
	f.Reference = "Wilcoxon (1945), Biometrics Bull 1:80"
	f.Counts = []Count{{"pairs", int64(t.NonZero)}}
	if t.Zeros > 0 {
		f.LeftOut = []LeftOut{{"pairs", "no_difference", int64(t.Zeros)}}
	}
	w := &f.Working
	w.Formula = "p = 2 min(P(W+ <= observed), P(W+ >= observed)), at most 1; every sign of every difference equally likely"
	w.input("pairs", float64(t.NonZero))
	w.table("values", []string{"d"}, categoryNames(len(differences)), [][]float64{slices.Sorted(slices.Values(differences))})
	w.step("positive_rank_sum", "W+ = sum of the ranks of |d| where d > 0; equal |d| get the mean of their ranks", t.WPlus)
	w.step("p_less", "P(W+ <= observed)", t.PLess)
	w.step("p_greater", "P(W+ >= observed)", t.PGreater)
	w.step("p", w.Formula, t.PTwoSided)
	return f, nil
}

// doubledRanks returns twice the mid-ranks of the values after the key; whole numbers also with ties.
func doubledRanks(values []float64, key func(float64) float64) []int64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(key(values[a]), key(values[b])) })
	ranks := make([]int64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && key(values[order[j]]) == key(values[order[i]]) {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = int64(i + 1 + j)
		}
		i = j
	}
	return ranks
}

// signTails runs through all signs at once: each rank is added or not with probability one half. Probabilities and
// not counts are kept, as the counts add up to 2^n.
func signTails(ranks []int64, plus int64) (less, greater float64) {
	total := int64(0)
	for _, r := range ranks {
		total += r
	}
	at := make([]float64, total+1)
	at[0] = 1
	sorted := slices.Sorted(slices.Values(ranks))
	reached := int64(0)
	for _, r := range sorted {
		reached += r
		for s := reached; s >= r; s-- {
			at[s] = (at[s] + at[s-r]) / 2
		}
		for s := min(r, reached+1) - 1; s >= 0; s-- {
			at[s] /= 2
		}
	}
	for _, p := range at[:plus+1] {
		less += p
	}
	for s := total; s >= plus; s-- {
		greater += at[s]
	}
	return math.Min(1, less), math.Min(1, greater)
}

// signTailsNormal is the normal approximation with continuity correction, for many differences.
func signTailsNormal(ranks []int64, plus int64) (less, greater float64) {
	total, squares := 0.0, 0.0
	for _, r := range ranks {
		total += float64(r)
		squares += float64(r) * float64(r)
	}
	d := float64(plus) - total/2
	spread := math.Sqrt(squares) / 2
	return normalTail(-(d + 1) / spread), normalTail((d - 1) / spread)
}

// normalTail is P(Z >= z).
func normalTail(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// Friedman holds the Friedman test of several conditions ranked within each row.
type Friedman struct {
	Chi2      Figure    // corrected for ties; step "p" is the chi-square p, input "df" its degrees of freedom
	KendallW  Figure    // coefficient of concordance, 0 to 1
	MeanRanks []float64 // of the conditions, 1 for the lowest
}

// FriedmanTest ranks each row (Friedman 1937, J Am Stat Assoc 32:675; Kendall and Babington Smith 1939). Not defined
// when every row has equal values only. It refuses rows of different length and values that are not finite.
func FriedmanTest(rows [][]float64) (Friedman, error) {
	k := 0
	if len(rows) > 0 {
		k = len(rows[0])
	}
	sums := make([]int64, k)
	ties := int64(0)
	for i, row := range rows {
		if len(row) != k {
			return Friedman{}, fmt.Errorf("row %d has %d values, the first has %d", i+1, len(row), k)
		}
		for _, v := range row {
			if !finite(v) {
				return Friedman{}, fmt.Errorf("row %d has a value that is not a finite number", i+1)
			}
		}
		for j, r := range doubledRanks(row, func(v float64) float64 { return v }) {
			sums[j] += r
		}
		ties += tieSum(row)
	}
	return friedmanFrom(int64(len(rows)), int64(k), sums, ties), nil
}

// tieSum is the sum over groups of equal values of t^3 - t.
func tieSum(row []float64) int64 {
	sorted := slices.Sorted(slices.Values(row))
	sum := int64(0)
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		t := int64(j - i)
		sum += t*t*t - t
		i = j
	}
	return sum
}

func friedmanFrom(n, k int64, doubled []int64, ties int64) Friedman {
	why := AllTied
	if n == 0 {
		why = NoData
	}
	f := Friedman{Chi2: Undefined("friedman_chi2", why), KendallW: Undefined("kendall_w", why)}
	spread := int64(0) // four times the sum of squared deviations of the rank sums
	for _, s := range doubled {
		d := s - n*(k+1)
		spread += d * d
		f.MeanRanks = append(f.MeanRanks, float64(s)/2/float64(n))
	}
	most := n*(k*k*k-k) - ties // twelve times the largest sum of squares a row allows, over all rows
	if most > 0 {
		chi := 3 * float64(k-1) * float64(spread) / float64(most)
		f.Chi2 = chiSquareFigure("friedman_chi2",
			"12 (k - 1) sum of (R_j - n (k + 1)/2)^2 / (n (k^3 - k) - sum of (t^3 - t))", chi, float64(k-1))
		f.KendallW = NewFigure("kendall_w", chi/float64(n)/float64(k-1))
		f.KendallW.Working.Formula = "W = chi-square / (n (k - 1))"
		f.KendallW.Working.step("friedman_chi2", f.Chi2.Working.Formula, chi)
	}
	for _, g := range []*Figure{&f.Chi2, &f.KendallW} {
		g.Counts = []Count{{"rows", n}, {"conditions", k}}
		g.Reference = "Friedman (1937), J Am Stat Assoc 32:675; Kendall, Babington Smith (1939), Ann Math Stat 10:275"
	}
	return f
}

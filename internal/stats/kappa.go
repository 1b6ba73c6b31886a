package stats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Weights says how much two different steps of a scale disagree.
type Weights int

// The weights. All but Unweighted need categories in their order.
const (
	Unweighted Weights = iota // any difference is a full one
	Linear                    // in proportion to the number of steps
	Quadratic                 // in proportion to the square of the number of steps
	Binomial                  // Gwet's ordinal weights, from binomial coefficients; not Krippendorff's ordinal distance
)

var weightWords = [...]string{"none", "linear", "quadratic", "ordinal"}

// String returns the machine word.
func (w Weights) String() string {
	if w < 0 || int(w) >= len(weightWords) {
		return "weights " + strconv.Itoa(int(w))
	}
	return weightWords[w]
}

// ParseWeights reads the machine word of weights.
func ParseWeights(word string) (Weights, error) {
	for i, w := range weightWords {
		if w == word {
			return Weights(i), nil
		}
	}
	return 0, fmt.Errorf("weights %q are none of none, linear, quadratic, ordinal", word)
}

// disagree is the disagreement of two steps of the declared scale as a whole number; the largest is disagreeMost.
func (w Weights) disagree(i, j int) int64 {
	d := int64(i - j)
	if d < 0 {
		d = -d
	}
	switch w {
	case Linear:
		return d
	case Quadratic:
		return d * d
	case Binomial:
		return d * (d + 1) / 2
	default:
		return min(d, 1)
	}
}

// disagreeMost is the disagreement of the ends of a scale of k steps; 1 when there is but one step.
func (w Weights) disagreeMost(k int) int64 {
	return max(1, w.disagree(0, k-1))
}

// PairTable counts pairs of ratings over a declared scale: rows are the first rater's categories, columns the
// second's.
type PairTable struct {
	counts     [][]int64
	incomplete int64
}

// NewPairTable counts pairs of 0-based steps of a scale of k categories; a step below 0 is a missing rating. It
// refuses steps outside the scale.
func NewPairTable(k int, pairs [][2]int) (PairTable, error) {
	if k < 0 {
		return PairTable{}, fmt.Errorf("a scale of %d categories", k)
	}
	t := PairTable{counts: square(k)}
	for i, p := range pairs {
		switch {
		case p[0] >= k || p[1] >= k:
			return PairTable{}, fmt.Errorf("pair %d lies outside the scale of %d categories", i+1, k)
		case p[0] < 0 || p[1] < 0:
			t.incomplete++
		default:
			t.counts[p[0]][p[1]]++
		}
	}
	return t, nil
}

// TableFromCounts takes the counts themselves, as many rows as columns. It refuses negative counts.
func TableFromCounts(counts [][]int64) (PairTable, error) {
	t := PairTable{}
	for i, row := range counts {
		if len(row) != len(counts) {
			return PairTable{}, fmt.Errorf("row %d has %d columns, the table has %d rows", i+1, len(row), len(counts))
		}
		for _, n := range row {
			if n < 0 {
				return PairTable{}, fmt.Errorf("row %d has the count %d", i+1, n)
			}
		}
		t.counts = append(t.counts, slices.Clone(row))
	}
	return t, nil
}

func square(k int) [][]int64 {
	cells := make([]int64, k*k)
	rows := make([][]int64, k)
	for i := range rows {
		rows[i] = cells[i*k : (i+1)*k : (i+1)*k]
	}
	return rows
}

// N returns the number of complete pairs.
func (t PairTable) N() int64 {
	n := int64(0)
	for _, row := range t.counts {
		for _, c := range row {
			n += c
		}
	}
	return n
}

func (t PairTable) margins() (rows, columns []int64) {
	k := len(t.counts)
	rows, columns = make([]int64, k), make([]int64, k)
	for i, row := range t.counts {
		for j, n := range row {
			rows[i] += n
			columns[j] += n
		}
	}
	return rows, columns
}

// kappaSums are the disagreements that kappa is made of, as whole numbers: observed over n pairs, expected over n^2.
func (t PairTable) kappaSums(w Weights) (observed, expected, n int64) {
	rows, columns := t.margins()
	for i, row := range t.counts {
		n += rows[i]
		for j, c := range row {
			d := w.disagree(i, j)
			observed += d * c
			expected += d * rows[i] * columns[j]
		}
	}
	return observed, expected, n
}

// CohenKappa is Cohen's kappa of two raters: 1 - observed/expected disagreement (Cohen 1960, 1968), with the
// large-sample standard error of Fleiss, Cohen and Everitt (1969) as step "standard_error".
//
// Incomplete pairs are left out and counted. Not defined without a complete pair ([NoPairs]) and when chance alone
// would agree always ([NoExpectedDisagreement]). Weights count the steps of the declared scale, used or not.
func CohenKappa(w Weights, t PairTable) Figure {
	observed, expected, n := t.kappaSums(w)
	f := Undefined("cohen_kappa", NoPairs)
	var working Working
	if n > 0 {
		if expected == 0 {
			f = Undefined("cohen_kappa", NoExpectedDisagreement)
		} else {
			f = NewFigure("cohen_kappa", 1-float64(n)*float64(observed)/float64(expected))
		}
		working = t.kappaWorking(w, f, observed, expected, n)
	}
	f.Variant = w.String()
	f.Reference = "Cohen (1960), Educ Psychol Meas 20:37; Cohen (1968), Psychol Bull 70:213"
	f.Counts = []Count{{"pairs", n}}
	if t.incomplete > 0 {
		f.LeftOut = []LeftOut{{"pairs", "incomplete", t.incomplete}}
	}
	f.Working = working
	return f
}

func (t PairTable) kappaWorking(w Weights, f Figure, observed, expected, n int64) Working {
	var k Working
	k.Formula = "kappa = (po - pe) / (1 - pe)"
	k.input("pairs", float64(n))
	names := categoryNames(len(t.counts))
	cells := make([][]float64, len(t.counts))
	for i, row := range t.counts {
		for _, c := range row {
			cells[i] = append(cells[i], float64(c))
		}
	}
	k.table("pairs", names, names, cells)
	most := float64(w.disagreeMost(len(t.counts)))
	po := 1 - float64(observed)/most/float64(n)
	pe := 1 - float64(expected)/most/float64(n)/float64(n)
	k.step("observed_agreement", "po = sum over i,j of w_ij n_ij / n; "+weightFormula[w], po)
	k.step("expected_agreement", "pe = sum over i,j of w_ij r_i c_j / n^2", pe)
	if v, ok := f.Value(); ok {
		k.step("kappa", "kappa = (po - pe) / (1 - pe)", v)
		k.step("standard_error", "se = sqrt(sum of p_ij (w_ij - (w_i. + w_.j)(1 - kappa) - mean)^2 / n) / (1 - pe)",
			t.kappaError(w, v, pe, n))
	}
	return k
}

// weightFormula says what the agreement w_ij of two steps is, on a scale of k steps.
var weightFormula = map[Weights]string{
	Unweighted: "w_ij = 1 when i = j, else 0",
	Linear:     "w_ij = 1 - |i - j| / (k - 1)",
	Quadratic:  "w_ij = 1 - (i - j)^2 / (k - 1)^2",
	Binomial:   "w_ij = 1 - C(|i - j| + 1, 2) / C(k, 2)",
}

// kappaError is the standard error of Fleiss, Cohen and Everitt (1969, Psychol Bull 72:323), as the spread of the
// pairs' contributions around their mean: so it is exactly 0 where they are all alike.
func (t PairTable) kappaError(w Weights, kappa, pe float64, n int64) float64 {
	k := len(t.counts)
	rows, columns := t.margins()
	most := float64(w.disagreeMost(k))
	agree := func(i, j int) float64 { return 1 - float64(w.disagree(i, j))/most }
	ofRow, ofColumn := make([]float64, k), make([]float64, k) // mean agreement of a category with the other margin
	for i := range k {
		for j := range k {
			ofRow[i] += agree(i, j) * float64(columns[j]) / float64(n)
			ofColumn[j] += agree(i, j) * float64(rows[i]) / float64(n)
		}
	}
	contribution := func(i, j int) float64 { return agree(i, j) - (ofRow[i]+ofColumn[j])*(1-kappa) }
	mean, spread := 0.0, 0.0
	for i, row := range t.counts {
		for j, c := range row {
			mean += float64(c) / float64(n) * contribution(i, j)
		}
	}
	for i, row := range t.counts {
		for j, c := range row {
			d := contribution(i, j) - mean
			spread += float64(c) / float64(n) * d * d
		}
	}
	return math.Sqrt(spread/float64(n)) / (1 - pe)
}

package stats

import (
	"fmt"
	"math"
)

// Confusion compares true classes with guessed ones.
type Confusion struct {
	Counts    [][]int64 // rows: true class, columns: guessed class
	N         int64
	Accuracy  Figure   // share of right guesses
	Recall    []Figure // of each true class, the share guessed right
	Precision []Figure // of each guessed class, the share that is right
	LeftOut   int64    // without a guess
}

// NewConfusion counts 0-based classes; a guess below 0 is none and left out. It refuses lists of different length,
// classes outside 0 to k-1, and an item without a true class.
func NewConfusion(k int, truth, guess []int) (Confusion, error) {
	if k < 0 {
		return Confusion{}, fmt.Errorf("%d classes", k)
	}
	if len(truth) != len(guess) {
		return Confusion{}, fmt.Errorf("%d true classes, but %d guesses", len(truth), len(guess))
	}
	c := Confusion{Counts: square(k)}
	for i := range truth {
		switch {
		case truth[i] < 0 || truth[i] >= k || guess[i] >= k:
			return Confusion{}, fmt.Errorf("item %d lies outside the %d classes", i+1, k)
		case guess[i] < 0:
			c.LeftOut++
		default:
			c.Counts[truth[i]][guess[i]]++
			c.N++
		}
	}
	rows, columns := PairTable{counts: c.Counts}.margins()
	right := int64(0)
	for i := range k {
		hit := c.Counts[i][i]
		right += hit
		c.Recall = append(c.Recall, mustProportion(hit, rows[i]))
		c.Precision = append(c.Precision, mustProportion(hit, columns[i]))
	}
	c.Accuracy = mustProportion(right, c.N)
	return c, nil
}

// mustProportion is [Proportion] for counts that are known to fit.
func mustProportion(x, n int64) Figure {
	f, err := Proportion(x, n)
	if err != nil {
		return Undefined("proportion", NoData)
	}
	return f
}

// TwoByTwo is a table of index test against reference standard: rows positive and negative tests, columns with and
// without the target condition.
type TwoByTwo struct {
	TP, FP, FN, TN int64
}

// Accuracy holds the figures of a two-by-two table. Proportions carry Wilson intervals.
type Accuracy struct {
	N                int64
	Sensitivity      Figure // TP / (TP + FN)
	Specificity      Figure // TN / (TN + FP)
	PPV              Figure // TP / (TP + FP); depends on the prevalence
	NPV              Figure // TN / (TN + FN); depends on the prevalence
	Accuracy         Figure // (TP + TN) / N
	Prevalence       Figure // (TP + FN) / N
	BalancedAccuracy Figure // (sensitivity + specificity) / 2
	F1               Figure // 2 TP / (2 TP + FP + FN)
	MCC              Figure // Matthews correlation coefficient
	PositiveLR       Figure // sensitivity / (1 - specificity)
	NegativeLR       Figure // (1 - sensitivity) / specificity
	Youden           Figure // sensitivity + specificity - 1
}

// Figures computes all figures of the table. It refuses negative counts.
func (t TwoByTwo) Figures() (Accuracy, error) {
	if t.TP < 0 || t.FP < 0 || t.FN < 0 || t.TN < 0 {
		return Accuracy{}, fmt.Errorf("a count is negative: TP %d, FP %d, FN %d, TN %d", t.TP, t.FP, t.FN, t.TN)
	}
	n := t.TP + t.FP + t.FN + t.TN
	a := Accuracy{
		N:           n,
		Sensitivity: mustProportion(t.TP, t.TP+t.FN),
		Specificity: mustProportion(t.TN, t.TN+t.FP),
		PPV:         mustProportion(t.TP, t.TP+t.FP),
		NPV:         mustProportion(t.TN, t.TN+t.FN),
		Accuracy:    mustProportion(t.TP+t.TN, n),
		Prevalence:  mustProportion(t.TP+t.FN, n),
	}
	se, hasSe := a.Sensitivity.Value()
	sp, hasSp := a.Specificity.Value()
	both := hasSe && hasSp
	a.BalancedAccuracy = t.combined("balanced_accuracy", "(sensitivity + specificity) / 2", (se+sp)/2, both)
	a.Youden = t.combined("youden_index", "sensitivity + specificity - 1", se+sp-1, both)
	a.PositiveLR = t.combined("positive_likelihood_ratio", "sensitivity / (1 - specificity)", se/(1-sp), both && sp < 1)
	a.NegativeLR = t.combined("negative_likelihood_ratio", "(1 - sensitivity) / specificity", (1-se)/sp, both && sp > 0)
	hits := float64(2 * t.TP)
	wrong := float64(t.FP + t.FN)
	a.F1 = t.combined("f1", "2 TP / (2 TP + FP + FN)", hits/(hits+wrong), hits+wrong > 0)
	a.MCC = t.mcc()
	return a, nil
}

func (t TwoByTwo) mcc() Figure {
	tp, fp, fn, tn := float64(t.TP), float64(t.FP), float64(t.FN), float64(t.TN)
	below := math.Sqrt((tp+fp)*(tp+fn)) * math.Sqrt((tn+fp)*(tn+fn))
	return t.combined("mcc", "(TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN))", (tp*tn-fp*fn)/below, below > 0)
}

// combined is a figure made from the table; without a number when a margin that it divides by is empty.
func (t TwoByTwo) combined(method, formula string, v float64, ok bool) Figure {
	n := t.TP + t.FP + t.FN + t.TN
	f := Undefined(method, EmptyMargin)
	if n == 0 {
		f = Undefined(method, NoData)
	}
	if ok {
		f = NewFigure(method, v)
	}
	f.Counts = []Count{{"n", n}}
	f.Working.Formula = formula
	f.Working.input("TP", float64(t.TP))
	f.Working.input("FP", float64(t.FP))
	f.Working.input("FN", float64(t.FN))
	f.Working.input("TN", float64(t.TN))
	if ok {
		f.Working.step(method, formula, v)
	}
	return f
}

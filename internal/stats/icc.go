package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// ICC holds the six intraclass correlations of Shrout and Fleiss (1979, Psychol Bull 86:420) with the mean squares
// that they are made of, all from complete data. The default of this program is Single2: one rater, absolute
// agreement, raters drawn from many.
type ICC struct {
	MSR, MSC, MSE, MSW Figure // mean squares between units, between raters, residual, within units

	Single1, Single2, Single3 Figure // ICC(1,1), ICC(2,1), ICC(3,1): of one rater
	Mean1, Mean2, Mean3       Figure // ICC(1,k), ICC(2,k), ICC(3,k): of the mean of all raters
}

const iccReference = "Shrout and Fleiss (1979), Psychol Bull 86:420; intervals McGraw and Wong (1996), Psychol Methods 1:30"

const (
	msrFormula = "MSR = k sum of (mean of unit - mean)^2 / (n - 1)"
	mscFormula = "MSC = n sum of (mean of rater - mean)^2 / (k - 1)"
	mseFormula = "MSE = sum of (x - mean of unit - mean of rater + mean)^2 / ((n - 1)(k - 1))"
	mswFormula = "MSW = sum of (x - mean of unit)^2 / (n (k - 1))"
)

// IntraclassCorrelation computes all six forms from one row per unit and one column per rater. Gaps make an error, as
// the forms are for complete data. An interval is missing where the formula has no finite one; that of ICC(2,k) is
// left open, as the literature gives different degrees of freedom.
func IntraclassCorrelation(units [][]float64) (ICC, error) {
	a, err := analyse(units)
	if err != nil {
		return ICC{}, err
	}
	c := ICC{
		MSR: a.meanSquare("msr", msrFormula, a.msr, a.n > 1),
		MSC: a.meanSquare("msc", mscFormula, a.msc, a.k > 1),
		MSE: a.meanSquare("mse", mseFormula, a.mse, a.n > 1 && a.k > 1),
		MSW: a.meanSquare("msw", mswFormula, a.msw, a.k > 1),
	}
	r, s, e, w, n, k := a.msr, a.msc, a.mse, a.msw, a.n, a.k
	c.Single1 = a.form("icc_1_1", "(MSR - MSW) / (MSR + (k - 1) MSW)", r-w, r+(k-1)*w, a.oneWay(false))
	c.Single2 = a.form("icc_2_1", "(MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n)",
		r-e, r+(k-1)*e+k*(s-e)/n, a.twoWayAbsolute())
	c.Single3 = a.form("icc_3_1", "(MSR - MSE) / (MSR + (k - 1) MSE)", r-e, r+(k-1)*e, a.twoWayConsistent(false))
	c.Mean1 = a.form("icc_1_k", "(MSR - MSW) / MSR", r-w, r, a.oneWay(true))
	c.Mean2 = a.form("icc_2_k", "(MSR - MSE) / (MSR + (MSC - MSE) / n)", r-e, r+(s-e)/n, limits{why: NotSettled})
	c.Mean3 = a.form("icc_3_k", "(MSR - MSE) / MSR", r-e, r, a.twoWayConsistent(true))
	return c, nil
}

// analysis is the two-way analysis of variance without repetition.
type analysis struct {
	n, k               float64 // units, raters
	msr, msc, mse, msw float64
	scale              float64 // size below which a mean square is rounding
}

func analyse(units [][]float64) (analysis, error) {
	if len(units) == 0 {
		return analysis{}, nil
	}
	k := len(units[0])
	var all []float64
	rowMeans, columnMeans := make([]float64, len(units)), make([]float64, k)
	column := make([][]float64, k)
	for i, row := range units {
		if len(row) != k {
			return analysis{}, fmt.Errorf("unit %d has %d ratings, the first has %d; the data must be complete", i+1, len(row), k)
		}
		for j, v := range row {
			if !finite(v) {
				return analysis{}, fmt.Errorf("unit %d has a rating that is not a finite number", i+1)
			}
			column[j] = append(column[j], v)
		}
		all = append(all, row...)
		rowMeans[i] = orderedSum(row) / float64(k)
	}
	if k == 0 {
		return analysis{}, errors.New("units without ratings")
	}
	for j := range column {
		columnMeans[j] = orderedSum(column[j]) / float64(len(units))
	}
	return varianceOf(units, all, rowMeans, columnMeans)
}

func varianceOf(units [][]float64, all, rowMeans, columnMeans []float64) (analysis, error) {
	grand, total, err := meanAndSquares(all)
	if err != nil {
		return analysis{}, err
	}
	n, k := float64(len(rowMeans)), float64(len(columnMeans))
	a := analysis{n: n, k: k, scale: 1e-14 * (total + 1e-14*grand*grand)}
	var between, raters, within, residual []float64
	for _, m := range rowMeans {
		between = append(between, k*(m-grand)*(m-grand))
	}
	for _, m := range columnMeans {
		raters = append(raters, n*(m-grand)*(m-grand))
	}
	for i, row := range units {
		for j, v := range row {
			d := v - rowMeans[i]
			within = append(within, d*d)
			e := d - (columnMeans[j] - grand)
			residual = append(residual, e*e)
		}
	}
	a.msr = a.clean(orderedSum(between)) / (n - 1)
	a.msc = a.clean(orderedSum(raters)) / (k - 1)
	a.msw = a.clean(orderedSum(within)) / (n * (k - 1))
	a.mse = a.clean(orderedSum(residual)) / ((n - 1) * (k - 1))
	return a, nil
}

// clean makes a sum of squares that is rounding only exactly 0.
func (a analysis) clean(squares float64) float64 {
	if squares <= a.scale {
		return 0
	}
	return squares
}

func (a analysis) counts() []Count { return []Count{{"units", int64(a.n)}, {"raters", int64(a.k)}} }

func (a analysis) meanSquare(name, formula string, v float64, ok bool) Figure {
	f := Undefined(name, TooFewUnits)
	if ok && a.n > 0 {
		f = NewFigure(name, v)
	}
	f.Reference, f.Counts, f.Working.Formula = iccReference, a.counts(), formula
	f.Working.input("n", a.n)
	f.Working.input("k", a.k)
	return f
}

func (a analysis) form(name, formula string, above, below float64, l limits) Figure {
	f := Undefined(name, TooFewUnits)
	switch {
	case a.n < 1:
		f = Undefined(name, NoData)
	case a.k < 2:
		f = Undefined(name, TooFewRaters)
	case a.n > 1 && math.Abs(below) <= a.scale:
		f = Undefined(name, NoVariation)
		if a.msw > 0 {
			f = Undefined(name, NoBetweenVariance)
		}
	case a.n > 1:
		f = NewFigure(name, above/below)
		if f.NoInterval = l.why; l.why == "" {
			f.Interval = &Interval{Low: l.low, High: l.high, Level: 0.95, Method: "f_distribution"}
		}
	}
	f.Reference, f.Counts = iccReference, a.counts()
	w := &f.Working
	w.Formula = formula
	w.step("msr", msrFormula, a.msr)
	w.step("msc", mscFormula, a.msc)
	w.step("mse", mseFormula, a.mse)
	w.step("msw", mswFormula, a.msw)
	w.step(name, formula, above/below)
	return f
}

// limits of an interval, or why there are none.
type limits struct {
	low, high float64
	why       Reason
}

func limitsOf(low, high float64) limits {
	if !finite(low) || !finite(high) {
		return limits{why: NotFinite}
	}
	return limits{low: low, high: high}
}

// fQuantile is the 97.5 % quantile of the F distribution.
func fQuantile(d1, d2 float64) float64 {
	if !(d1 > 0) || !(d2 > 0) || !finite(d1) || !finite(d2) {
		return math.NaN()
	}
	return distuv.F{D1: d1, D2: d2}.Quantile(0.975)
}

// oneWay gives the limits of ICC(1,1) and ICC(1,k).
func (a analysis) oneWay(mean bool) limits {
	f := a.msr / a.msw
	return a.fromF(f/fQuantile(a.n-1, a.n*(a.k-1)), f*fQuantile(a.n*(a.k-1), a.n-1), mean)
}

// twoWayConsistent gives the limits of ICC(3,1) and ICC(3,k).
func (a analysis) twoWayConsistent(mean bool) limits {
	f := a.msr / a.mse
	d1, d2 := a.n-1, (a.n-1)*(a.k-1)
	return a.fromF(f/fQuantile(d1, d2), f*fQuantile(d2, d1), mean)
}

func (a analysis) fromF(low, high float64, mean bool) limits {
	if mean {
		return limitsOf(1-1/low, 1-1/high)
	}
	return limitsOf((low-1)/(low+a.k-1), (high-1)/(high+a.k-1))
}

// twoWayAbsolute gives the limits of ICC(2,1), with Satterthwaite's degrees of freedom.
func (a analysis) twoWayAbsolute() limits {
	if a.msr == 0 {
		return limits{why: NoBetweenVariance}
	}
	n, k := a.n, a.k
	r := (a.msr - a.mse) / (a.msr + (k-1)*a.mse + k*(a.msc-a.mse)/n)
	x := k * r / (n * (1 - r)) * a.msc
	y := (1 + k*r*(n-1)/(n*(1-r))) * a.mse
	v := (x + y) * (x + y) / (x*x/(k-1) + y*y/((n-1)*(k-1)))
	fl, fu := fQuantile(n-1, v), fQuantile(v, n-1)
	rest := k*a.msc + (k*n-k-n)*a.mse
	return limitsOf(n*(a.msr-fl*a.mse)/(fl*rest+n*a.msr), n*(fu*a.msr-a.mse)/(rest+n*fu*a.msr))
}

package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// RatingCounts holds how often each category of a declared scale was given to each unit, in the order of the scale.
type RatingCounts struct {
	categories int
	units      [][]int64
}

// NewRatingCounts counts 0-based steps of a scale of k categories, one row per unit; a step below 0 is a gap. It
// refuses steps outside the scale.
func NewRatingCounts(k int, units [][]int) (RatingCounts, error) {
	if k < 0 {
		return RatingCounts{}, fmt.Errorf("a scale of %d categories", k)
	}
	r := RatingCounts{categories: k, units: make([][]int64, len(units))}
	for i, row := range units {
		r.units[i] = make([]int64, k)
		for _, s := range row {
			if s >= k {
				return RatingCounts{}, fmt.Errorf("unit %d lies outside the scale of %d categories", i+1, k)
			}
			if s >= 0 {
				r.units[i][s]++
			}
		}
	}
	return r, nil
}

// FleissKappa is Fleiss' kappa in Gwet's general form: any number of raters per unit, any weights (Fleiss 1971;
// Gwet 2014, ch. 2 and 3). With gaps each unit's shares are averaged. See [GwetAC] for the rest.
func FleissKappa(w Weights, r RatingCounts) Figure {
	f := r.chanceCorrected(w, fleissChance)
	f.Method, f.Reference = "fleiss_kappa", "Fleiss (1971), Psychol Bull 76:378; Gwet (2014), 4th ed., ch. 2, 3"
	return f
}

// GwetAC is Gwet's AC1 (unweighted) or AC2 (weighted): like Fleiss' kappa, but with an expected agreement that stays
// small when nearly all ratings fall into one category (Gwet 2008; 2014, ch. 4 and 5).
//
// Units without ratings are left out; units with one rating count towards the shares of the categories only. Steps
// of the working are "observed_agreement", "expected_agreement" and "standard_error"; the interval is linearised
// with n-1 degrees of freedom and its upper limit cut at 1. It shows the spread over units; where several units
// belong to one question, resample questions instead.
func GwetAC(w Weights, r RatingCounts) Figure {
	f := r.chanceCorrected(w, gwetChance)
	f.Method, f.Reference = "gwet_ac2", "Gwet (2008), Br J Math Stat Psychol 61:29; Gwet (2014), 4th ed., ch. 4, 5"
	if w == Unweighted {
		f.Method = "gwet_ac1"
	}
	return f
}

// chanceModel gives the agreement expected by chance from the shares of the categories, and how much each category
// adds to it (its slope halved), for the standard error.
type chanceModel func(agree [][]float64, share []float64) (expected float64, perCategory []float64, formula string)

func fleissChance(agree [][]float64, share []float64) (float64, []float64, string) {
	expected, per := 0.0, make([]float64, len(share))
	for k := range share {
		for l := range share {
			per[k] += agree[k][l] * share[l]
		}
		expected += share[k] * per[k]
	}
	return expected, per, "pe = sum over k,l of w_kl pi_k pi_l"
}

func gwetChance(agree [][]float64, share []float64) (float64, []float64, string) {
	q := float64(len(share))
	total := 0.0
	for _, row := range agree {
		for _, w := range row {
			total += w
		}
	}
	factor := total / (q * (q - 1))
	expected, per := 0.0, make([]float64, len(share))
	for k, pi := range share {
		per[k] = factor * (1 - pi)
		expected += pi * per[k]
	}
	return expected, per, "pe = (sum of w_kl) / (q (q - 1)) * sum over k of pi_k (1 - pi_k)"
}

// multiRater is what the coefficients of many raters have in common.
type multiRater struct {
	agree    [][]float64
	share    []float64 // mean share of a category, pi_k
	observed []float64 // agreement within a unit; 0 below two ratings
	total    []float64 // ratings of a unit
	rows     [][]int64
	n, pairs float64 // units with ratings; with two or more
	single   int64
	empty    int64
}

func (r RatingCounts) gather(w Weights) multiRater {
	m := multiRater{agree: make([][]float64, r.categories), share: make([]float64, r.categories)}
	most := float64(w.disagreeMost(r.categories))
	for i := range m.agree {
		for j := range m.agree {
			m.agree[i] = append(m.agree[i], 1-float64(w.disagree(i, j))/most)
		}
	}
	for _, row := range r.units {
		total := int64(0)
		for _, n := range row {
			total += n
		}
		switch total {
		case 0:
			m.empty++
			continue
		case 1:
			m.single++
		default:
			m.pairs++
		}
		m.rows = append(m.rows, row)
		m.total = append(m.total, float64(total))
		m.observed = append(m.observed, m.within(row, float64(total)))
	}
	m.n = float64(len(m.rows))
	shares := make([]float64, len(m.rows))
	for k := range m.share {
		for i, row := range m.rows {
			shares[i] = float64(row[k]) / m.total[i]
		}
		m.share[k] = orderedSum(shares) / m.n
	}
	return m
}

// within is the share of agreeing pairs of a unit's ratings.
func (m *multiRater) within(row []int64, total float64) float64 {
	if total < 2 {
		return 0
	}
	sum := 0.0
	for k, n := range row {
		if n == 0 {
			continue
		}
		near := 0.0
		for l, o := range row {
			near += m.agree[k][l] * float64(o)
		}
		sum += float64(n) * (near - 1)
	}
	return sum / (total * (total - 1))
}

func (r RatingCounts) chanceCorrected(weights Weights, model chanceModel) Figure {
	m := r.gather(weights)
	f := Undefined("", NothingPairable)
	if m.pairs > 0 {
		f = m.figure(weights, model)
	}
	f.Variant = weights.String()
	f.Counts = []Count{{"units", int64(m.n)}, {"units_with_pairs", int64(m.pairs)}}
	if m.single > 0 {
		f.LeftOut = append(f.LeftOut, LeftOut{"units", "one_rating", m.single})
	}
	if m.empty > 0 {
		f.LeftOut = append(f.LeftOut, LeftOut{"units", "no_rating", m.empty})
	}
	return f
}

func (m multiRater) figure(weights Weights, model chanceModel) Figure {
	pa := orderedSum(m.observed) / m.pairs
	pe, per, formula := model(m.agree, m.share)
	f := Undefined("", NoExpectedDisagreement)
	value := math.NaN()
	if finite(pe) && 1-pe > 1e-15 {
		value = (pa - pe) / (1 - pe)
		f = NewFigure("", value)
	}
	w := &f.Working
	w.Formula = "(pa - pe) / (1 - pe)"
	w.input("units", m.n)
	w.input("units_with_pairs", m.pairs)
	w.step("observed_agreement",
		"pa = mean over units of sum over k of r_ik (sum over l of w_kl r_il - 1) / (r_i (r_i - 1)); "+weightFormula[weights], pa)
	w.step("expected_agreement", formula+"; pi_k = mean over units of r_ik / r_i", pe)
	if !f.defined {
		return f
	}
	w.step("value", "(pa - pe) / (1 - pe)", value)
	if m.n < 2 {
		f.NoInterval = TooFewUnits
		return f
	}
	se := m.standardError(pa, pe, value, per)
	w.step("standard_error", "linearised: spread of the units' contributions around the value, divided by sqrt(n)", se)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: m.n - 1}.Quantile(0.975)
	f.Interval = &Interval{Low: value - t*se, High: math.Min(1, value+t*se), Level: 0.95, Method: "linearised_t"}
	return f
}

// standardError linearises the coefficient in the units (Gwet 2014, appendices of ch. 5).
func (m multiRater) standardError(pa, pe, value float64, per []float64) float64 {
	squares := make([]float64, len(m.rows))
	for i, row := range m.rows {
		chance := 0.0
		for k, n := range row {
			chance += per[k] * float64(n)
		}
		chance /= m.total[i]
		own := 0.0
		if m.total[i] >= 2 {
			own = m.n / m.pairs * (m.observed[i] - pe) / (1 - pe)
		}
		d := own - 2*(1-value)*(chance-pe)/(1-pe) - value
		squares[i] = d * d
	}
	return math.Sqrt(orderedSum(squares) / (m.n * (m.n - 1)))
}

package stats

import (
	"fmt"
	"strconv"
)

// Scale is the level of measurement: what a difference between two values means.
type Scale int

// The levels of measurement.
const (
	Nominal       Scale = iota // values are names: equal or not
	Ordinal                    // values have an order; distances come from how often the steps were given
	IntervalScale              // differences have a meaning
	RatioScale                 // differences in proportion to the values have a meaning; values from 0 up
)

var scaleWords = [...]string{"nominal", "ordinal", "interval", "ratio"}

// String returns the machine word.
func (s Scale) String() string {
	if s < 0 || int(s) >= len(scaleWords) {
		return "scale " + strconv.Itoa(int(s))
	}
	return scaleWords[s]
}

// ParseScale reads the machine word of a level of measurement.
func ParseScale(word string) (Scale, error) {
	for i, w := range scaleWords {
		if w == word {
			return Scale(i), nil
		}
	}
	return 0, fmt.Errorf("level of measurement %q is none of nominal, ordinal, interval, ratio", word)
}

const (
	alphaMethod    = "krippendorff_alpha"
	alphaReference = "Krippendorff (2019), Content Analysis, 4th ed., ch. 12"
)

// fewUnits is the number of units below which an interval rests on few units (statistics.md, section 3).
const fewUnits = 30

// Alpha is Krippendorff's alpha: 1 - Do/De, from -1 or less to 1; 0 is what chance would give.
//
// Units with fewer than two ratings are left out, also of the marginal counts, and counted. Alpha is not defined
// when no unit has two ratings ([NothingPairable]) and when all pairable ratings are equal ([NoVariation]). Steps
// "observed_disagreement" and "expected_disagreement" are in the working.
func Alpha(s Scale, u Units) Figure {
	f := alphaValue(s, u)
	counts, left, unequal := u.tally()
	f.Variant, f.Reference, f.Counts, f.LeftOut = s.String(), alphaReference, counts, left
	if unequal {
		f.Notes = append(f.Notes, NoteUnequalRaters)
	}
	if u.raters == 1 {
		f.Notes = append(f.Notes, NoteOneRater)
	}
	if n := f.N("units"); n > 0 && n < fewUnits {
		f.Notes = append(f.Notes, NoteFewUnits)
	}
	return f
}

func alphaValue(s Scale, u Units) Figure {
	pairable := u.Pairable()
	if pairable == 0 {
		return Undefined(alphaMethod, NothingPairable)
	}
	if s == RatioScale && u.levels[0] < 0 {
		return Undefined(alphaMethod, NegativeValues)
	}
	d := newDisagreement(s, u).of(u.weights())
	value, ok := d.alpha()
	if !ok {
		return Undefined(alphaMethod, NoVariation)
	}
	f := NewFigure(alphaMethod, value)
	n := float64(pairable)
	w := &f.Working
	w.Formula = "alpha = 1 - Do/De"
	w.input("pairable", n)
	alphaTables(w, u)
	w.step("observed_disagreement", "Do = sum over c,k of o_ck d_ck / n; o_ck = sum over units of n_uc (n_uk - [c=k]) / (m_u - 1)",
		2*d.observed/n)
	w.step("expected_disagreement", "De = sum over c,k of n_c n_k d_ck / (n (n - 1)); "+distanceFormula[s],
		2*d.expected/(n*(n-1)))
	w.step("alpha", "alpha = 1 - Do/De", value)
	return f
}

// distanceFormula says what d_ck is at each level of measurement.
var distanceFormula = map[Scale]string{
	Nominal:       "d_ck = 0 when c = k, else 1",
	Ordinal:       "d_ck = (n_c/2 + sum of n_g between c and k + n_k/2)^2",
	IntervalScale: "d_ck = (c - k)^2",
	RatioScale:    "d_ck = ((c - k) / (c + k))^2",
}

// alphaTables shows the coincidences and the marginal counts, from which everything else follows.
func alphaTables(w *Working, u Units) {
	k := len(u.levels)
	if k > maxTable {
		return
	}
	names := make([]string, k)
	coincidences := make([][]float64, k)
	marginal := make([]float64, k)
	for i, v := range u.levels {
		names[i] = strconv.FormatFloat(v, 'g', -1, 64)
		coincidences[i] = make([]float64, k)
	}
	for _, p := range u.patterns {
		if p.ratings < 2 {
			continue
		}
		for _, a := range p.cells {
			marginal[a.level] += float64(p.units * a.n)
			for _, b := range p.cells {
				n := a.n * b.n
				if a.level == b.level {
					n -= a.n
				}
				coincidences[a.level][b.level] += float64(p.units*n) / float64(p.ratings-1)
			}
		}
	}
	w.table("coincidences", names, names, coincidences)
	w.table("marginal_counts", []string{"n_c"}, names, [][]float64{marginal})
}

package stats

import (
	"fmt"
	"math"
)

// GuessTable counts guesses of the origin in a study with two arms: rows are guess 1, guess 2 and don't know,
// columns the true arm.
type GuessTable [3][2]int64

// BlindingIndices are the two usual indices of blinding.
type BlindingIndices struct {
	Bang1 Figure // first arm: (right - wrong) / n, -1 to 1; near 0 is what blinding should give
	Bang2 Figure // second arm
	James Figure // both arms: 0 no blinding, 0.5 guesses at random, 1 nobody knows
}

// Indices computes Bang's index per arm (Bang, Ni, Davis 2004, Control Clin Trials 25:143) and James' index (James
// et al. 1996, Stat Med 15:1421), with standard errors (step "standard_error") from the multinomial distribution of
// the counts, and normal intervals at 95 % that are not cut. It refuses negative counts.
func (t GuessTable) Indices() (BlindingIndices, error) {
	for i, row := range t {
		for j, n := range row {
			if n < 0 {
				return BlindingIndices{}, fmt.Errorf("count %d of arm %d is negative: %d", i+1, j+1, n)
			}
		}
	}
	return BlindingIndices{
		Bang1: bang(t[0][0], t[1][0], t[2][0]),
		Bang2: bang(t[1][1], t[0][1], t[2][1]),
		James: t.james(),
	}, nil
}

func bang(right, wrong, unknown int64) Figure {
	n := right + wrong + unknown
	f := Undefined("bang_index", NoData)
	if n > 0 {
		pr, pw := float64(right)/float64(n), float64(wrong)/float64(n)
		v := float64(right-wrong) / float64(n)
		variance := math.Max(0, pr+pw-v*v) / float64(n)
		if (right == n) || (wrong == n) {
			variance = 0
		}
		f = NewFigure("bang_index", v)
		w := &f.Working
		w.Formula = "BI = (right - wrong) / n"
		w.input("right", float64(right))
		w.input("wrong", float64(wrong))
		w.input("unknown", float64(unknown))
		w.step("bang_index", "BI = (right - wrong) / n", v)
		w.step("standard_error", "se = sqrt((p_right + p_wrong - BI^2) / n)", math.Sqrt(variance))
		f.Interval = normalInterval(v, math.Sqrt(variance))
	}
	f.Reference = "Bang, Ni, Davis (2004), Control Clin Trials 25:143"
	f.Counts = []Count{{"guesses", n}}
	return f
}

// normalInterval is value +- z se at 95 %.
func normalInterval(v, se float64) *Interval {
	return &Interval{Low: v - z975*se, High: v + z975*se, Level: 0.95, Method: "normal"}
}

// james computes James' index. With A the share that guessed, S the share of wrong guesses and Q the wrong guesses
// expected from the margins of those who guessed, it is 1 - A + A^2 S / (2Q).
func (t GuessTable) james() Figure {
	n := int64(0)
	for _, row := range t {
		n += row[0] + row[1]
	}
	f := Undefined("james_index", NoData)
	f.Reference = "James et al. (1996), Stat Med 15:1421"
	f.Counts = []Count{{"guesses", n}}
	if n == 0 {
		return f
	}
	guess1, guess2 := t[0][0]+t[0][1], t[1][0]+t[1][1]
	arm1, arm2 := t[0][0]+t[1][0], t[0][1]+t[1][1]
	guessed := guess1 + guess2
	expected := guess1*arm2 + guess2*arm1 // times n^2
	if guessed > 0 && expected == 0 {
		f.reason = NoExpectedDisagreement
		return f
	}
	total := float64(n)
	a := float64(guessed) / total
	s := float64(t[0][1]+t[1][0]) / total
	q := float64(expected) / total / total
	index := 1.0
	if guessed > 0 {
		index = 1 - a + a*a*s/(2*q)
	}
	variance := t.jamesVariance(a, s, q, total)
	f.value, f.defined, f.reason = index, true, ""
	w := &f.Working
	w.Formula = "BI = 1 - A + A^2 S / (2 Q)"
	w.input("guesses", total)
	w.step("guessed", "A = guessed / n", a)
	w.step("wrong", "S = wrong guesses / n", s)
	w.step("expected_wrong", "Q = (guess1 arm2 + guess2 arm1) / n^2, among those who guessed", q)
	w.step("james_index", "BI = 1 - A + A^2 S / (2 Q)", index)
	w.step("variance", "variance of BI by linearisation over the six cells", variance)
	w.step("standard_error", "se = sqrt(variance)", math.Sqrt(variance))
	f.Interval = normalInterval(index, math.Sqrt(variance))
	return f
}

// jamesVariance linearises the index in the six cell shares (delta method), as James et al. did.
func (t GuessTable) jamesVariance(a, s, q, n float64) float64 {
	if a == 0 {
		return 0
	}
	guess := [2]float64{float64(t[0][0]+t[0][1]) / n, float64(t[1][0]+t[1][1]) / n}
	arm := [2]float64{float64(t[0][0]+t[1][0]) / n, float64(t[0][1]+t[1][1]) / n}
	slope := func(i, j int) float64 {
		if i == 2 {
			return 0
		}
		wrong := 0.0
		if i != j {
			wrong = 1
		}
		dq := arm[1-i] + guess[1-j]
		return -1 + a*s/q + a*a/(2*q)*(wrong-s*dq/q)
	}
	mean, spread := 0.0, 0.0
	for i, row := range t {
		for j, c := range row {
			mean += float64(c) / n * slope(i, j)
		}
	}
	for i, row := range t {
		for j, c := range row {
			d := slope(i, j) - mean
			spread += float64(c) / n * d * d
		}
	}
	return spread / n
}

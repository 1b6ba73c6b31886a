package stats

import (
	"fmt"
	"slices"
)

// MinGuesses is the number of guesses below which the study protocol draws no conclusion.
const MinGuesses = 8

// Conclusion is what the study protocol says about guessed origins, as a machine word.
type Conclusion string

// The conclusions, at a significance level of 5 % one-sided.
const (
	NoConclusion   Conclusion = "too_few_guesses"   // fewer than MinGuesses
	GuessesAlike   Conclusion = "all_guesses_alike" // one origin was guessed throughout: h and p0 say nothing
	OriginsAlike   Conclusion = "all_origins_alike" // there was only one origin to guess
	AboveChance    Conclusion = "above_chance"
	NotAboveChance Conclusion = "not_above_chance"
)

// significance is the level at which the protocol decides, one-sided.
const significance = 0.05

// GuessTest is the exact test of the study protocol: were origins guessed more often than by chance?
type GuessTest struct {
	Hits       int64
	N          int64 // items with a guess
	LeftOut    int64 // items without one
	Chance     Figure
	Tail       Tail // P(at least so many hits); meaningful when Chance has a value
	PValue     Figure
	Conclusion Conclusion
}

// TestGuesses compares 0-based origins with guesses; a guess below 0 is none. The chance p0 is the sum over origins
// of share(true) times share(guessed), which is Cohen's expected agreement; p is the binomial tail P(X >= h). As p0
// comes from the same guesses as h, the test conditions on the margins only loosely; [PermuteGuesses] is the
// stricter one. It refuses lists of different length and origins outside 0 to k-1.
func TestGuesses(k int, truth, guess []int) (GuessTest, error) {
	c, err := NewConfusion(k, truth, guess)
	if err != nil {
		return GuessTest{}, fmt.Errorf("counting guesses: %w", err)
	}
	t := GuessTest{N: c.N, LeftOut: c.LeftOut, Conclusion: NoConclusion}
	t.Chance, t.PValue = Undefined("chance_of_hit", NoData), Undefined("binomial_tail", NoData)
	if c.N > MaxTrials {
		return GuessTest{}, fmt.Errorf("%d guesses, allowed are %d", c.N, MaxTrials)
	}
	if c.N == 0 {
		return t, nil
	}
	rows, columns := PairTable{counts: c.Counts}.margins()
	expected := int64(0)
	for i := range k {
		t.Hits += c.Counts[i][i]
		expected += rows[i] * columns[i]
	}
	p0 := float64(expected) / float64(c.N*c.N)
	t.Tail = upperTail(t.Hits, c.N, p0)
	t.Chance, t.PValue = t.figures(p0)
	guesses := make([][]float64, k)
	for i, row := range c.Counts {
		for _, n := range row {
			guesses[i] = append(guesses[i], float64(n))
		}
	}
	t.Chance.Working.table("guesses", categoryNames(k), categoryNames(k), guesses)
	t.Conclusion = t.conclude(rows, columns)
	return t, nil
}

func (t GuessTest) figures(p0 float64) (chance, p Figure) {
	chance = NewFigure("chance_of_hit", p0)
	chance.Counts = []Count{{"guesses", t.N}}
	chance.Working.Formula = "p0 = sum over origins of t_k g_k / n^2"
	chance.Working.input("guesses", float64(t.N))
	chance.Working.step("chance_of_hit", "p0 = sum over origins of (true k) (guessed k) / n^2", p0)
	p = NewFigure("binomial_tail", t.Tail.P)
	p.Reference = "exact binomial test, one-sided; p0 from the margins"
	p.Counts = []Count{{"hits", t.Hits}, {"guesses", t.N}}
	if t.LeftOut > 0 {
		p.LeftOut = []LeftOut{{"guesses", "no_guess", t.LeftOut}}
	}
	w := &p.Working
	w.Formula = "p = P(X >= h) = sum for x from h to n of C(n, x) p0^x (1 - p0)^(n - x)"
	w.input("h", float64(t.Hits))
	w.input("n", float64(t.N))
	w.input("p0", p0)
	w.step("p", w.Formula, t.Tail.P)
	w.step("ln_p", "natural logarithm of p", t.Tail.Ln)
	return chance, p
}

func (t GuessTest) conclude(rows, columns []int64) Conclusion {
	switch {
	case t.N < MinGuesses:
		return NoConclusion
	case slices.Max(columns) == t.N:
		return GuessesAlike
	case slices.Max(rows) == t.N:
		return OriginsAlike
	case t.Tail.P < significance:
		return AboveChance
	default:
		return NotAboveChance
	}
}

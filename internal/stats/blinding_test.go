package stats_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

func TestConclusionsOfTheProtocol(t *testing.T) {
	half := func(n int) []int { // 0 0 … 1 1 …
		return slices.Concat(slices.Repeat([]int{0}, n), slices.Repeat([]int{1}, n))
	}
	for name, c := range map[string]struct {
		truth, guess []int
		want         stats.Conclusion
	}{
		"nothing guessed":       {half(5), slices.Repeat([]int{-1}, 10), stats.NoConclusion},
		"seven guesses":         {half(5)[:7], half(5)[:7], stats.NoConclusion},
		"always the same guess": {half(5), slices.Repeat([]int{1}, 10), stats.GuessesAlike},
		"only one origin":       {slices.Repeat([]int{1}, 10), half(5), stats.OriginsAlike},
		"all right":             {half(5), half(5), stats.AboveChance},
		"half right":            {half(4), []int{0, 1, 0, 1, 0, 1, 0, 1}, stats.NotAboveChance},
	} {
		got, err := stats.TestGuesses(2, c.truth, c.guess)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got.Conclusion != c.want {
			t.Errorf("%s: %s, want %s", name, got.Conclusion, c.want)
		}
	}
}

func TestGuessesOfTheSampleStudy(t *testing.T) {
	// 18 human guesses with 11 hits at p0 0.5 have p 0.2403; six of the AI with five hits p 0.1094, and no conclusion.
	for _, c := range []struct {
		h, n int64
		p    float64
	}{{11, 18, 0.2403}, {5, 6, 0.1094}, {6, 8, 0.1445}} {
		got, err := stats.BinomialTail(c.h, c.n, 0.5)
		if err != nil || math.Abs(got.P-c.p) > 5e-5 {
			t.Errorf("%d of %d: %v, %v", c.h, c.n, got.P, err)
		}
	}
}

func TestBangSwapsWithTheArms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b stats.GuessTable
		for i := range a {
			for j := range a[i] {
				a[i][j] = rapid.Int64Range(0, 30).Draw(t, "n")
			}
		}
		b = stats.GuessTable{{a[1][1], a[1][0]}, {a[0][1], a[0][0]}, {a[2][1], a[2][0]}}
		x, errX := a.Indices()
		y, errY := b.Indices()
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		sameAlpha(t, "first arm", x.Bang1, y.Bang2, 0)
		sameAlpha(t, "both arms", x.James, y.James, 1e-12)
		if v, ok := x.James.Value(); ok && (v < -1e-12 || v > 1+1e-12) {
			t.Fatalf("James index %v", v)
		}
		if v, ok := x.Bang1.Value(); ok && (v < -1 || v > 1 || x.Bang1.Interval.Low > v || v > x.Bang1.Interval.High) {
			t.Fatalf("Bang index %v in %v", v, x.Bang1.Interval)
		}
	})
}

// TestPermutationIsTheShareOfAllDeals compares with all orders of the origins, one by one.
func TestPermutationIsTheShareOfAllDeals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const k = 3
		answer := rapid.Custom(func(t *rapid.T) stats.GuessedAnswer {
			return stats.GuessedAnswer{
				Origin:  rapid.IntRange(0, k-1).Draw(t, "origin"),
				Guesses: rapid.SliceOfN(rapid.IntRange(-1, k-1), 0, 3).Draw(t, "guesses"),
			}
		})
		questions := rapid.SliceOfN(rapid.SliceOfN(answer, 0, 4), 1, 2).Draw(t, "questions")
		f, err := stats.PermuteGuesses(context.Background(), k, questions, 1)
		if err != nil {
			t.Fatal(err)
		}
		want, mean, guesses := dealByHand(questions)
		v, ok := f.Value()
		if ok != (guesses > 0) || ok && math.Abs(v-want) > 1e-12 {
			t.Fatalf("%v, by hand %v", f, want)
		}
		if m, has := f.Part("expected_hits"); has && math.Abs(m-mean) > 1e-12 {
			t.Fatalf("mean %v, by hand %v", m, mean)
		}
	})
}

func dealByHand(questions [][]stats.GuessedAnswer) (p, mean float64, guesses int) {
	hitsOf := func(q []stats.GuessedAnswer, origins []int) (h int) {
		for i, a := range q {
			for _, g := range a.Guesses {
				if g == origins[i] {
					h++
				}
			}
		}
		return h
	}
	sums := map[int]float64{0: 1}
	truth := 0
	for _, q := range questions {
		var origins []int
		for _, a := range q {
			origins = append(origins, a.Origin)
			for _, g := range a.Guesses {
				if g >= 0 {
					guesses++
				}
			}
		}
		truth += hitsOf(q, origins)
		all := orders(origins)
		next := map[int]float64{}
		for _, o := range all {
			for h, share := range sums {
				next[h+hitsOf(q, o)] += share / float64(len(all))
			}
		}
		sums = next
	}
	for h, share := range sums {
		mean += float64(h) * share
		if h >= truth {
			p += share
		}
	}
	return p, mean, guesses
}

// orders lists all orders, equal ones as often as they arise.
func orders(list []int) [][]int {
	if len(list) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, v := range list {
		rest := slices.Concat(list[:i], list[i+1:])
		for _, o := range orders(rest) {
			all = append(all, append([]int{v}, o...))
		}
	}
	return all
}

func TestGuessesThatFitNothingAreRefused(t *testing.T) {
	for name, run := range map[string]func() error{
		"lists of different length": func() error { _, err := stats.TestGuesses(2, []int{0}, nil); return err },
		"origin outside":            func() error { _, err := stats.TestGuesses(2, []int{2}, []int{0}); return err },
		"guess outside":             func() error { _, err := stats.TestGuesses(2, []int{0}, []int{2}); return err },
		"no true origin":            func() error { _, err := stats.TestGuesses(2, []int{-1}, []int{0}); return err },
		"negative count":            func() error { _, err := stats.GuessTable{{-1}}.Indices(); return err },
		"permuted origin outside": func() error {
			_, err := stats.PermuteGuesses(context.Background(), 2, [][]stats.GuessedAnswer{{{Origin: 2}}}, 1)
			return err
		},
	} {
		if run() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

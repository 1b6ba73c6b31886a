package evaluation

import (
	"slices"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// noGuess stands for a guess that was not given.
const noGuess = -1

// blinding compares some raters' guesses with the true origins. Answers whose origin is not known, as long as the
// key is closed, are left out.
func (b *book) blinding(raters []rater) (Blinding, error) {
	var bl Blinding
	var truth, guess []int
	for _, r := range raters {
		h := Hits{Rater: r.Rater}
		for _, c := range b.codes {
			condition, ok := b.Conditions[c]
			if !ok {
				continue
			}
			t, g := place(condition.Truth()), noGuess
			if v, ok := r.of[c].Guess.Get(); ok {
				g = place(v)
			}
			truth, guess = append(truth, t), append(guess, g)
			h.count(t, g)
			if g != noGuess {
				bl.Table[t][g]++
			}
		}
		bl.Each = append(bl.Each, h)
	}
	test, err := stats.TestGuesses(len(study.Guesses()), truth, guess)
	if err != nil {
		return Blinding{}, err
	}
	bl.Guesses, bl.Hits, bl.Missing = int(test.N), int(test.Hits), int(test.LeftOut)
	bl.Chance, bl.P, bl.Conclusion = test.Chance, test.PValue, test.Conclusion
	if len(b.Conditions) == 0 {
		bl.Chance, bl.P = stats.Undefined(test.Chance.Method, NoOrigin), stats.Undefined(test.PValue.Method, NoOrigin)
	}
	bl.Bang, err = bl.bang()
	return bl, err
}

// place is the place of an origin in the order of reports.
func place(g study.Guess) int { return slices.Index(study.Guesses(), g) }

func (h *Hits) count(truth, guess int) {
	if guess == noGuess {
		return
	}
	h.Guesses++
	if guess == truth {
		h.Hits++
	}
}

// bang computes Bang's index of each true origin. The sheet has no «don't know»: an empty cell is a gap.
func (bl Blinding) bang() ([]Bang, error) {
	var t stats.GuessTable
	for truth, row := range bl.Table {
		for guess, n := range row {
			t[guess][truth] = int64(n)
		}
	}
	indices, err := t.Indices()
	if err != nil {
		return nil, err
	}
	return []Bang{{study.GuessHuman, indices.Bang1}, {study.GuessAI, indices.Bang2}}, nil
}

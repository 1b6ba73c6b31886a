package evaluation

import (
	"context"
	"fmt"
	"slices"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// noGuess stands for a guess that was not given.
const noGuess = -1

// blinding compares some raters' guesses with the true origins. Answers whose origin is not known, as long as the
// key is closed, are left out.
func (b *book) blinding(ctx context.Context, raters []rater) (Blinding, error) {
	var bl Blinding
	var truth, guess []int
	for _, r := range raters {
		h := Hits{Rater: r.Rater}
		for _, c := range b.codes {
			t, ok := b.truth(c)
			if !ok || r.notGiven[c] {
				continue
			}
			g := noGuess
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
	nameHeadings(&bl.Chance, "guesses", words(study.Guesses()))
	if bl.Dealt, err = b.dealt(ctx, raters); err != nil {
		return Blinding{}, err
	}
	if err := bl.indices(); err != nil {
		return Blinding{}, err
	}
	if len(b.Conditions) == 0 {
		for _, f := range []*stats.Figure{&bl.Chance, &bl.P, &bl.James, &bl.Dealt} {
			*f = stats.Undefined(f.Method, NoOrigin)
		}
	}
	return bl, nil
}

// dealt is the permutation of origins among the answers of the test's one question.
func (b *book) dealt(ctx context.Context, raters []rater) (stats.Figure, error) {
	var answers []stats.GuessedAnswer
	var answered []study.Code
	for _, c := range b.codes {
		t, ok := b.truth(c)
		if !ok {
			continue
		}
		a := stats.GuessedAnswer{Origin: t}
		for _, r := range raters {
			if v, ok := r.of[c].Guess.Get(); ok {
				a.Guesses = append(a.Guesses, place(v))
			}
		}
		answers, answered = append(answers, a), append(answered, c)
	}
	f, err := stats.PermuteGuesses(ctx, len(study.Guesses()), [][]stats.GuessedAnswer{answers}, b.Seed)
	if err != nil {
		return stats.Figure{}, fmt.Errorf("dealing the origins anew: %w", err)
	}
	for i, t := range f.Working.Tables {
		f.Working.Tables[i].Rows = mapped(t.Rows, func(row string) string { return wordAt(answered, row, 1) })
		f.Working.Tables[i].Columns = mapped(t.Columns, func(c string) string { return wordAt(study.Guesses(), c, 1) })
	}
	return f, nil
}

// truth is the place of an answer's true origin, where it is known.
func (b *book) truth(c study.Code) (origin int, known bool) {
	condition := b.Conditions[c]
	return place(condition.Truth()), condition.Valid()
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

// indices computes Bang's index of each true origin and James' over all. The sheet has no «don't know»: an empty cell
// is a gap.
func (bl *Blinding) indices() error {
	var t stats.GuessTable
	for truth, row := range bl.Table {
		for guess, n := range row {
			t[guess][truth] = int64(n)
		}
	}
	indices, err := t.Indices()
	if err != nil {
		return fmt.Errorf("indices of blinding: %w", err)
	}
	bl.Bang = []Bang{{study.GuessHuman, indices.Bang1}, {study.GuessAI, indices.Bang2}}
	bl.James = indices.James
	return nil
}

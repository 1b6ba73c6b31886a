package stats

import (
	"errors"
	"fmt"
	"slices"
)

// GuessedAnswer is an answer of one question with its true origin and what the reviewers guessed, both 0-based; a
// guess below 0 is none.
type GuessedAnswer struct {
	Origin  int
	Guesses []int
}

// maxArrangements bounds the states of one question.
const maxArrangements = 1 << 20

// PermuteGuesses is the stricter test of blinding: it asks how often origins dealt anew among the answers of each
// question would give as many hits, the guesses staying where they are. That keeps together the guesses of all
// reviewers for one answer, and needs no p0. The value is P(at least so many hits), exact; step "expected_hits" is
// their mean. Not defined without guesses. It refuses origins outside 0 to k-1 and questions with too many different
// arrangements.
func PermuteGuesses(k int, questions [][]GuessedAnswer) (Figure, error) {
	dist := []float64{1}
	var hits, guesses, answers int64
	for q, question := range questions {
		own, h, g, err := dealt(k, question)
		if err != nil {
			return Figure{}, fmt.Errorf("question %d: %w", q+1, err)
		}
		hits += h
		guesses += g
		answers += int64(len(question))
		dist = convolve(dist, own)
	}
	f := Undefined("guess_permutation", NoData)
	if guesses > 0 {
		p, mean := 0.0, 0.0
		for h := len(dist) - 1; h >= 0; h-- {
			if int64(h) >= hits {
				p += dist[h]
			}
			mean += float64(h) * dist[h]
		}
		f = NewFigure("guess_permutation", min(1, p))
		w := &f.Working
		w.Formula = "p = share of the ways to deal the origins within questions that give at least h hits"
		w.input("h", float64(hits))
		w.input("guesses", float64(guesses))
		dealtTables(w, k, questions)
		w.step("expected_hits", "mean of the hits over all ways to deal", mean)
		w.step("p", w.Formula, min(1, p))
	}
	f.Reference = "exact permutation test within questions"
	f.Counts = []Count{{"hits", hits}, {"guesses", guesses}, {"answers", answers}, {"questions", int64(len(questions))}}
	return f, nil
}

// dealtTables shows for each question how often each origin (column) was guessed for each answer (row), and its true
// origin in the last column.
func dealtTables(w *Working, k int, questions [][]GuessedAnswer) {
	if len(questions) > 1 {
		return
	}
	for _, question := range questions {
		var cells [][]float64
		for _, a := range question {
			row := make([]float64, k+1)
			for _, g := range a.Guesses {
				if g >= 0 {
					row[g]++
				}
			}
			row[k] = float64(a.Origin + 1)
			cells = append(cells, row)
		}
		w.table("guesses_by_answer", categoryNames(len(cells)), append(categoryNames(k), "origin"), cells)
	}
}

// dealt returns how likely each number of hits is when the origins of one question are dealt anew.
func dealt(k int, question []GuessedAnswer) (dist []float64, hits, guesses int64, err error) {
	left := make([]int, k) // answers of each origin
	counts := make([][]int, len(question))
	for i, a := range question {
		if a.Origin < 0 || a.Origin >= k {
			return nil, 0, 0, fmt.Errorf("answer %d has an origin outside the %d", i+1, k)
		}
		left[a.Origin]++
		counts[i] = make([]int, k)
		for _, g := range a.Guesses {
			if g >= k {
				return nil, 0, 0, fmt.Errorf("answer %d has a guess outside the %d origins", i+1, k)
			}
			if g >= 0 {
				counts[i][g]++
				guesses++
			}
		}
		hits += int64(counts[i][a.Origin])
	}
	states := 1
	for _, n := range left {
		if states *= n + 1; states > maxArrangements {
			return nil, 0, 0, errors.New("too many ways to deal the origins")
		}
	}
	d := dealer{counts: counts, done: map[int][]float64{}}
	return d.deal(left, len(question)), hits, guesses, nil
}

// dealer deals origins to the answers from the last to the first and keeps what it found per rest of origins.
type dealer struct {
	counts [][]int
	done   map[int][]float64
}

func (d dealer) deal(left []int, answers int) []float64 {
	if answers == 0 {
		return []float64{1}
	}
	state := 0
	for _, n := range left {
		state = state*(len(d.counts)+1) + n
	}
	if dist, ok := d.done[state]; ok {
		return dist
	}
	var dist []float64
	for origin, n := range left {
		if n == 0 {
			continue
		}
		rest := slices.Clone(left)
		rest[origin]--
		gain := d.counts[answers-1][origin]
		for h, p := range d.deal(rest, answers-1) {
			for len(dist) <= h+gain {
				dist = append(dist, 0)
			}
			dist[h+gain] += p * float64(n) / float64(answers)
		}
	}
	d.done[state] = dist
	return dist
}

func convolve(a, b []float64) []float64 {
	sum := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			sum[i+j] += x * y
		}
	}
	return sum
}

package stats

import (
	"context"
	"fmt"
	"slices"
)

// GuessedAnswer is an answer of one question with its true origin and what the reviewers guessed, both 0-based; a
// guess below 0 is none.
type GuessedAnswer struct {
	Origin  int
	Guesses []int
}

// maxDealt bounds the work of the exact distribution, in numbers added up: about a second. It is enough for some 500
// answers with seven guesses each. Beyond, deals are drawn.
const maxDealt = 1 << 29

// RandomDeals is the variant of a permutation whose deals were drawn, since all of them were too many.
const RandomDeals = "random_deals"

// PermuteGuesses is the stricter test of blinding: it asks how often origins dealt anew among the answers of each
// question would give as many hits, the guesses staying where they are. That keeps together the guesses of all
// reviewers for one answer, and needs no p0. The value is P(at least so many hits); step "expected_hits" is the mean of
// the hits. Not defined without guesses.
//
// The value is exact as long as that is within reach: answer by answer, the distribution of the hits for each rest of
// origins follows from that of the answers before. Work and memory are known beforehand and bounded. Beyond, the variant
// is [RandomDeals]: deals are drawn from the seed, the value is (x + 1) / (draws + 1) with x those that give as many
// hits, which never is 0 and keeps the level of the test (Phipson and Smyth 2010), and the interval with number of draws
// and seed says how far another seed may lead. The error is that of a stopped context, of origins outside 0 to k-1, or
// of guesses above.
func PermuteGuesses(ctx context.Context, k int, questions [][]GuessedAnswer, seed uint64) (Figure, error) {
	var all []hand
	var hits, guesses, answers int64
	for q, question := range questions {
		h, err := newHand(k, question)
		if err != nil {
			return Figure{}, fmt.Errorf("question %d: %w", q+1, err)
		}
		all = append(all, h)
		hits, guesses, answers = hits+h.hits, guesses+h.guesses, answers+int64(len(question))
	}
	f := Undefined("guess_permutation", NoData)
	f.Reference = "exact permutation test within questions"
	counts := []Count{{"hits", hits}, {"guesses", guesses}, {"answers", answers}, {"questions", int64(len(questions))}}
	switch {
	case guesses == 0:
	case dealWork(all) <= maxDealt:
		f.permuted(exactDeals(all, hits))
	default:
		if err := f.drawn(ctx, all, hits, seed); err != nil {
			return Figure{}, err
		}
		counts = append(counts, Count{"draws", deals})
	}
	f.Counts = counts
	if guesses > 0 {
		w := &f.Working
		w.input("h", float64(hits))
		w.input("guesses", float64(guesses))
		dealtTables(w, k, questions)
	}
	return f, nil
}

// permuted gives the figure its number and the way to it.
func (f *Figure) permuted(p, mean float64) {
	reference := f.Reference
	*f = NewFigure(f.Method, min(1, p))
	f.Reference = reference
	f.Working.Formula = "p = share of the ways to deal the origins within questions that give at least h hits"
	f.Working.step("expected_hits", "mean of the hits over all ways to deal", mean)
	f.Working.step("p", f.Working.Formula, min(1, p))
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

// hand is one question whose origins are dealt: how often each origin was guessed for each answer.
type hand struct {
	counts        [][]int
	left          []int // answers of each origin
	hits, guesses int64
	most          int // hits that no deal can exceed
}

func newHand(k int, question []GuessedAnswer) (hand, error) {
	h := hand{counts: make([][]int, len(question)), left: make([]int, k)}
	for i, a := range question {
		if a.Origin < 0 || a.Origin >= k {
			return hand{}, fmt.Errorf("answer %d has an origin outside the %d", i+1, k)
		}
		h.left[a.Origin]++
		h.counts[i] = make([]int, k)
		for _, g := range a.Guesses {
			if g >= k {
				return hand{}, fmt.Errorf("answer %d has a guess outside the %d origins", i+1, k)
			}
			if g >= 0 {
				h.counts[i][g]++
				h.guesses++
			}
		}
		h.hits += int64(h.counts[i][a.Origin])
		h.most += slices.Max(h.counts[i])
	}
	return h, nil
}

// dealWork is how many numbers the exact distribution adds up, at most. It is a float64 since it may be beyond all
// integers.
func dealWork(all []hand) float64 {
	work, before := 0.0, 0.0
	for _, h := range all {
		states := float64(len(h.left))
		for _, n := range h.left {
			states *= float64(n + 1)
		}
		most := float64(h.most + 1)
		work += states*most + (before+1)*most
		before += most
	}
	return work
}

// exactDeals gives P(at least so many hits) and the mean of the hits over all deals.
func exactDeals(all []hand, hits int64) (p, mean float64) {
	dist := []float64{1}
	for _, h := range all {
		dist = convolve(dist, h.deal())
	}
	for h := len(dist) - 1; h >= 0; h-- {
		if int64(h) >= hits {
			p += dist[h]
		}
		mean += float64(h) * dist[h]
	}
	return p, mean
}

// deal returns how likely each number of hits is. It goes from the first answer on and keeps the distributions after one
// answer at a time, one for each number of origins that the answers so far may have. A state is such numbers as the
// digits of one.
func (h hand) deal() []float64 {
	strides, last := make([]int, len(h.left)), 0
	for i, stride := 0, 1; i < len(h.left); i++ {
		strides[i] = stride
		last += stride * h.left[i]
		stride *= h.left[i] + 1
	}
	digit := func(state, origin int) int { return state / strides[origin] % (h.left[origin] + 1) }
	before := map[int][]float64{0: {1}}
	for answers := 1; answers <= len(h.counts); answers++ {
		now := make(map[int][]float64)
		for state := range before {
			for origin := range h.left {
				if digit(state, origin) < h.left[origin] {
					now[state+strides[origin]] = nil
				}
			}
		}
		for state := range now {
			now[state] = h.dealOne(answers, func(origin int) (n int, others []float64) {
				return digit(state, origin), before[state-strides[origin]]
			})
		}
		before = now
	}
	return before[last]
}

// dealOne is the distribution after so many answers: the last of them got each origin as often as its share among them.
// Of tells how many of the answers have an origin, and the distribution of the answers before if the last one has it.
func (h hand) dealOne(answers int, of func(origin int) (n int, others []float64)) []float64 {
	var dist []float64
	for origin, gain := range h.counts[answers-1] {
		n, others := of(origin)
		if n == 0 {
			continue
		}
		if more := len(others) + gain - len(dist); more > 0 {
			dist = append(dist, make([]float64, more)...)
		}
		for hits, p := range others {
			dist[hits+gain] += p * float64(n) / float64(answers)
		}
	}
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

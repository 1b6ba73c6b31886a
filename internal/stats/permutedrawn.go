package stats

import (
	"context"
	"slices"
	"sync/atomic"
)

// deals is how many deals are drawn: a p value of 0.05 is then known to about 0.001. One less than a round number, so that
// (x + 1) / (deals + 1) is a round one.
const deals = 99_999

// drawn gives the figure the share of random deals with at least so many hits.
func (f *Figure) drawn(ctx context.Context, all []hand, hits int64, seed uint64) error {
	packs, mean := make([]pack, len(all)), 0.0
	for i, h := range all {
		packs[i] = newPack(h)
		mean += h.mean()
	}
	var reached atomic.Int64
	err := inParallel(ctx, deals, func() func(i int) {
		s, orders := newStream(), make([][]int32, len(packs))
		for i, p := range packs {
			orders[i] = make([]int32, p.answers)
		}
		return func(i int) {
			s.restart(seed, i)
			got := int64(0)
			for j, p := range packs {
				got += p.deal(s, orders[j])
			}
			if got >= hits {
				reached.Add(1)
			}
		}
	})
	if err != nil {
		return err
	}
	x := reached.Load()
	f.permuted(float64(x+1)/(deals+1), mean)
	f.Variant = RandomDeals
	f.Reference = "permutation test within questions, deals drawn at random; Phipson and Smyth (2010), Stat Appl Genet Mol Biol 9:39"
	near, err := Proportion(x, deals)
	if err != nil {
		return err
	}
	f.Interval = near.Interval
	f.Interval.Method, f.Interval.Replicates, f.Interval.Seed = "monte_carlo_wilson", deals, seed
	f.Interval.Low, f.Interval.High = min(f.Interval.Low, f.value), max(f.Interval.High, f.value)
	w := &f.Working
	w.Formula = "p = (x + 1) / (draws + 1), x of the draws gave at least h hits"
	w.input("x", float64(x))
	w.input("draws", deals)
	w.Steps[len(w.Steps)-1].Formula = w.Formula
	return nil
}

// mean is the mean of the hits over all ways to deal.
func (h hand) mean() float64 {
	sum := 0.0
	for origin, n := range h.left {
		guessed := 0
		for _, c := range h.counts {
			guessed += c[origin]
		}
		sum += float64(n) * float64(guessed) / float64(len(h.counts))
	}
	return sum
}

// pack is a question made ready to be dealt often: every answer has the most frequent origin, and the others are dealt
// out in its place.
type pack struct {
	answers int
	base    int64 // hits if every answer had the most frequent origin
	deals   []dealt
}

// dealt is one of the other origins: how many answers get it, and what hits that adds for each answer.
type dealt struct {
	answers int
	gains   []int32
}

func newPack(h hand) pack {
	p := pack{answers: len(h.counts)}
	if p.answers == 0 {
		return p
	}
	usual := slices.Index(h.left, slices.Max(h.left))
	for _, c := range h.counts {
		p.base += int64(c[usual])
	}
	for origin, n := range h.left {
		if origin == usual || n == 0 {
			continue
		}
		d := dealt{n, make([]int32, p.answers)}
		for i, c := range h.counts {
			d.gains[i] = int32(c[origin] - c[usual])
		}
		p.deals = append(p.deals, d)
	}
	return p
}

// deal deals once and gives the hits. Order is room for as many numbers as there are answers.
func (p pack) deal(s stream, order []int32) int64 {
	for i := range order {
		order[i] = int32(i)
	}
	hits, at := p.base, 0
	for _, d := range p.deals {
		for range d.answers {
			other := at + int(s.below(uint32(p.answers-at)))
			order[at], order[other] = order[other], order[at]
			hits += int64(d.gains[order[at]])
			at++
		}
	}
	return hits
}

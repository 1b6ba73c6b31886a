package evaluation

import (
	"fmt"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// rates are the two rates of one answer: (E+F)/N_S and T/N_T.
func (b *book) rates(c study.Code) (sources, facts Rate, err error) {
	g, ok := b.gradings[c]
	if !ok {
		why := NotReturned
		if b.ai == nil {
			why = b.noAI()
		}
		return noRate(why), noRate(why), nil
	}
	sources, facts = noRate(reasonOf(g.Sources.Why())), noRate(reasonOf(g.Facts.Why()))
	if n, ok := g.Sources.Get(); ok {
		if sources, err = rateOfSources(n); err != nil {
			return Rate{}, Rate{}, fmt.Errorf("source rate of %s: %w", c, err)
		}
	}
	if n, ok := g.Facts.Get(); ok {
		if facts, err = rateOfFacts(n); err != nil {
			return Rate{}, Rate{}, fmt.Errorf("fact rate of %s: %w", c, err)
		}
	}
	return sources, facts, nil
}

// reasonOf says why a grading has no counts.
func reasonOf(why study.Absence) stats.Reason {
	switch why {
	case study.Refused:
		return Declined
	case study.Truncated:
		return CutOff
	}
	return NotReturned
}

func noRate(why stats.Reason) Rate { return Rate{Share: noShare(why)} }

func rateOfSources(n study.SourceCounts) (Rate, error) {
	r, err := newRate(n.Invented+n.Miscited, n.Checked)
	r.Invented, r.Miscited, r.Unverifiable = n.Invented, n.Miscited, n.Unverifiable
	return r, err
}

func rateOfFacts(n study.FactCounts) (Rate, error) {
	r, err := newRate(n.Invented, n.Checked)
	r.Invented = n.Invented
	return r, err
}

// newRate is k of n; nothing counted is not applicable, never 0 %.
func newRate(k, n int) (Rate, error) {
	if n == 0 {
		return noRate(NothingCited), nil
	}
	s, err := newShare(k, n)
	return Rate{Share: s}, err
}

// pooled are the two rates of a condition.
func (b *book) pooled(codes []study.Code) (sources, facts Pooled, err error) {
	var s, f []Rate
	for _, c := range codes {
		one, other, err := b.rates(c)
		if err != nil {
			return Pooled{}, Pooled{}, err
		}
		s, f = append(s, one), append(f, other)
	}
	if sources, err = pool(s); err != nil {
		return Pooled{}, Pooled{}, fmt.Errorf("pooled source rate: %w", err)
	}
	if facts, err = pool(f); err != nil {
		return Pooled{}, Pooled{}, fmt.Errorf("pooled fact rate: %w", err)
	}
	return sources, facts, nil
}

// pool sums numerators and denominators, and means the rates that exist. Where none exists, the reason is that of the
// first answer.
func pool(rates []Rate) (Pooled, error) {
	var sum Rate
	var percents []float64
	for _, r := range rates {
		p, ok := r.Percent()
		if !ok {
			continue
		}
		percents = append(percents, p)
		sum.K, sum.N = sum.K+r.K, sum.N+r.N
		sum.Invented += r.Invented
		sum.Miscited += r.Miscited
		sum.Unverifiable += r.Unverifiable
	}
	left := len(rates) - len(percents)
	if len(percents) == 0 {
		why := rates[0].Figure.Reason()
		return Pooled{Rate: noRate(why), Mean: stats.Undefined("mean", why), LeftOut: left}, nil
	}
	share, err := newShare(sum.K, sum.N)
	if err != nil {
		return Pooled{}, err
	}
	sum.Share = share
	mean, err := stats.Mean(percents)
	return Pooled{Rate: sum, Mean: mean, LeftOut: left}, err
}

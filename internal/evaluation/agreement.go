package evaluation

import (
	"context"
	"fmt"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// measures is which coefficient is computed of which measure.
var measures = []struct {
	measure Measure
	scale   stats.Scale
	ofAI    bool // the AI grader is asked too
}{
	{OfCategory, stats.Nominal, true},
	{OfAgreement, stats.IntervalScale, true},
	{OfGrade, stats.IntervalScale, false},
	{OfGrid, stats.Ordinal, true},
	{OfGridUnblocked, stats.Ordinal, true},
}

// agreement computes alpha of every measure, of people alone and with the AI grader.
func (b *book) agreement(ctx context.Context) ([]Agreement, error) {
	var all []Agreement
	for _, m := range measures {
		a := Agreement{Measure: m.measure, Level: m.scale.String()}
		var err error
		if a.People, a.PeopleEqual, err = b.alpha(ctx, m.measure, m.scale, b.people); err != nil {
			return nil, err
		}
		if a.Panels, err = b.panels(m.measure, m.scale); err != nil {
			return nil, err
		}
		switch {
		case !b.asked(m.measure):
			a.WithAI, a.WithAIEqual = undefinedAlpha(m.scale, NotAsked)
		case !m.ofAI:
			a.WithAI, a.WithAIEqual = undefinedAlpha(m.scale, NotAskedOfAI)
		case b.ai == nil:
			a.WithAI, a.WithAIEqual = undefinedAlpha(m.scale, b.noAI())
		default:
			everybody := append(append([]rater{}, b.people...), *b.ai)
			if a.WithAI, a.WithAIEqual, err = b.alpha(ctx, m.measure, m.scale, everybody); err != nil {
				return nil, err
			}
		}
		all = append(all, a)
	}
	return all, nil
}

// undefinedAlpha is a coefficient without a number, and the share of equal pairs likewise.
func undefinedAlpha(scale stats.Scale, why stats.Reason) (alpha, equal stats.Figure) {
	alpha = stats.Undefined("krippendorff_alpha", why)
	alpha.Variant = scale.String()
	return alpha, stats.Undefined("percent_agreement", why)
}

// alpha computes one coefficient, and beside it the share of equal pairs.
func (b *book) alpha(ctx context.Context, m Measure, scale stats.Scale, raters []rater) (alpha, equal stats.Figure, err error) {
	var why stats.Reason
	switch {
	case !b.asked(m):
		why = NotAsked
	case len(raters) == 0:
		why = NoPeople
	case len(raters) == 1:
		why = OneRater
	default:
		units, err := stats.FromRatings(b.rows(m, raters))
		if err != nil {
			return alpha, equal, fmt.Errorf("alpha of %s: %w", m, err)
		}
		if alpha, err = stats.AlphaBootstrap(ctx, scale, units, b.resampling()); err != nil {
			return alpha, equal, fmt.Errorf("alpha of %s: %w", m, err)
		}
		nameLevels(&alpha, m)
		alpha = alpha.AtLeast("units", common)
		return alpha, stats.Agreement(units), nil
	}
	alpha, equal = undefinedAlpha(scale, why)
	return alpha, equal, nil
}

// rows are the ratings as a table: a row for each answer, a column for each rater.
func (b *book) rows(m Measure, raters []rater) [][]stats.Rating {
	var rows [][]stats.Rating
	for _, c := range b.codes {
		if m == OfGridUnblocked && blockedByAny(raters, c) {
			continue
		}
		row := make([]stats.Rating, len(raters))
		for i, r := range raters {
			row[i] = value(r.of[c], m)
		}
		rows = append(rows, row)
	}
	return rows
}

func blockedByAny(raters []rater, c study.Code) bool {
	for _, r := range raters {
		if g, ok := r.of[c].Grid.Get(); ok && g == study.GridBlocked {
			return true
		}
	}
	return false
}

// pairs computes Cohen's kappa of the category: the AI grader against each person, and each pair of people.
func (b *book) pairs(ctx context.Context) (ai, people []Pair, err error) {
	for i, first := range b.people {
		if b.ai != nil {
			p, err := b.pair(ctx, *b.ai, first)
			if err != nil {
				return nil, nil, err
			}
			ai = append(ai, p)
		}
		for _, second := range b.people[i+1:] {
			p, err := b.pair(ctx, first, second)
			if err != nil {
				return nil, nil, err
			}
			people = append(people, p)
		}
	}
	return ai, people, nil
}

func (b *book) pair(ctx context.Context, first, second rater) (Pair, error) {
	p := Pair{First: first.Rater, Second: second.Rater}
	if !b.asked(OfCategory) {
		p.Kappa = stats.Undefined("cohen_kappa", NotAsked)
		return p, nil
	}
	var pairs [][2]int
	for _, c := range b.codes {
		pairs = append(pairs, [2]int{step(first.of[c]), step(second.of[c])})
	}
	var err error
	o := b.resampling()
	o.Marks = nil // Krippendorff's limits are not those of kappa
	if p.Kappa, err = stats.KappaBootstrap(ctx, stats.Unweighted, len(study.Categories()), pairs, o); err != nil {
		return Pair{}, fmt.Errorf("kappa of %s and %s: %w", first.ID, second.ID, err)
	}
	p.Kappa = p.Kappa.AtLeast("pairs", common)
	nameHeadings(&p.Kappa, "pairs", words(study.Categories()))
	return p, nil
}

// step is a rating's category as a 0-based step; -1 where there is none.
func step(r study.Rating) int {
	v, ok := value(r, OfCategory).Value()
	if !ok {
		return -1
	}
	return int(v)
}

// identical counts how often the AI grader gave the category that a person gave, over all pairs of an AI verdict and
// a person's verdict on the same answer, and sets out all pairs as a table.
func (b *book) identical() (Share, [3][3]int, error) {
	var table [3][3]int
	switch {
	case !b.asked(OfCategory):
		return noShare(NotAsked), table, nil
	case b.ai == nil:
		return noShare(b.noAI()), table, nil
	case len(b.people) == 0:
		return noShare(NoPeople), table, nil
	}
	for _, c := range b.codes {
		for _, p := range b.people {
			if i, j := step(b.ai.of[c]), step(p.of[c]); i >= 0 && j >= 0 {
				table[i][j]++
			}
		}
	}
	same, all := 0, 0
	for i, row := range table {
		same += row[i]
		for _, n := range row {
			all += n
		}
	}
	s, err := newShare(same, all)
	return s, table, err
}

// NewShare is k of n with its Wilson interval; of nothing it is not applicable, never 0. An error means that k is not
// between 0 and n.
func NewShare(k, n int) (Share, error) {
	if k == 0 && n == 0 {
		return noShare(NothingCited), nil
	}
	return newShare(k, n)
}

// newShare is k of n with its Wilson interval.
func newShare(k, n int) (Share, error) {
	f, err := stats.Proportion(int64(k), int64(n))
	if err != nil {
		return Share{}, fmt.Errorf("%d of %d: %w", k, n, err)
	}
	return Share{K: k, N: n, Figure: f}, nil
}

func noShare(why stats.Reason) Share { return Share{Figure: stats.Undefined("proportion", why)} }

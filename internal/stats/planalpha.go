package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// AlphaPlan is what is expected of raters, for choosing how many units they should rate.
type AlphaPlan struct {
	Scale       Scale
	Values      []float64 // levels of the scale
	Shares      []float64 // how often each is expected, in any unit
	Alpha       float64   // agreement that is expected, 0 to 1
	Raters      int
	Gaps        float64 // share of ratings expected to be missing
	Minimum     float64 // required minimum of alpha; 0: AlphaTentative
	Units       []int   // numbers of units to try
	Simulations int     // 0: 2,000 per number
	Seed        uint64
}

// PlannedAlpha is what so many units would give.
type PlannedAlpha struct {
	Units     int
	Mean      Figure // of the simulated alphas, with the interval into which 95 % of them fall
	Width     Figure // of that interval
	Reach     Figure // share of simulated studies whose alpha reaches the required minimum
	Undefined int    // simulated studies without variation
}

// PlanAlpha simulates studies. Each unit has a right value, drawn from the shares; a rater gives it with probability
// sqrt(alpha) and else draws from the shares. Two ratings then both follow the right value with probability alpha
// and are else as far apart as chance, so that the expected alpha is the one asked for, at every level of
// measurement. It refuses impossible plans and returns ctx.Err() when stopped.
func PlanAlpha(ctx context.Context, plan AlphaPlan) ([]PlannedAlpha, error) {
	plan, err := plan.normal()
	if err != nil {
		return nil, fmt.Errorf("planning for alpha: %w", err)
	}
	cumulated := make([]float64, len(plan.Shares))
	sum := 0.0
	for i, s := range plan.Shares {
		sum += s
		cumulated[i] = sum
	}
	list := make([]PlannedAlpha, len(plan.Units))
	for i, units := range plan.Units {
		out := make([]float64, plan.Simulations)
		err := inParallel(ctx, plan.Simulations, func() func(k int) {
			s := newStream()
			return func(k int) {
				s.restart(plan.Seed^scramble(uint64(units)), k)
				out[k] = plan.simulate(s, units, cumulated)
			}
		})
		if err != nil {
			return nil, err
		}
		list[i] = plan.summarise(units, out)
	}
	return list, nil
}

const maxSimulatedRatings = 2_000_000_000

func (plan AlphaPlan) normal() (AlphaPlan, error) {
	if plan.Simulations == 0 {
		plan.Simulations = 2000
	}
	if plan.Minimum == 0 {
		plan.Minimum = AlphaTentative
	}
	total := 0.0
	for _, s := range plan.Shares {
		if !(s >= 0) {
			return plan, fmt.Errorf("a share is %v", s)
		}
		total += s
	}
	work := 0.0
	for _, n := range plan.Units {
		if n < 1 {
			return plan, fmt.Errorf("%d units", n)
		}
		work += float64(n) * float64(plan.Raters) * float64(plan.Simulations)
	}
	switch {
	case len(plan.Values) != len(plan.Shares) || !(total > 0) || math.IsInf(total, 0):
		return plan, errors.New("each level needs its share")
	case !(plan.Alpha >= 0 && plan.Alpha <= 1):
		return plan, fmt.Errorf("expected alpha is %v, allowed is 0 to 1", plan.Alpha)
	case plan.Raters < 2:
		return plan, fmt.Errorf("%d raters, at least 2 are needed", plan.Raters)
	case !(plan.Gaps >= 0 && plan.Gaps < 1):
		return plan, fmt.Errorf("share of gaps is %v, allowed is 0 to below 1", plan.Gaps)
	case plan.Simulations < 1 || work > maxSimulatedRatings:
		return plan, fmt.Errorf("%d simulations of these sizes are too many or too few", plan.Simulations)
	}
	plan.Shares = slices.Clone(plan.Shares)
	for i := range plan.Shares {
		plan.Shares[i] /= total
	}
	return plan, nil
}

func (plan AlphaPlan) simulate(s stream, units int, cumulated []float64) float64 {
	draw := func() float64 {
		i, _ := slices.BinarySearch(cumulated, s.float())
		return plan.Values[min(i, len(plan.Values)-1)]
	}
	follow := math.Sqrt(plan.Alpha)
	rows := make([][]Rating, units)
	cells := make([]Rating, units*plan.Raters)
	for i := range rows {
		rows[i] = cells[i*plan.Raters : (i+1)*plan.Raters]
		right := draw()
		for j := range rows[i] {
			switch {
			case s.float() < plan.Gaps:
			case s.float() < follow:
				rows[i][j] = Rated(right)
			default:
				rows[i][j] = Rated(draw())
			}
		}
	}
	u, err := FromRatings(rows)
	if err != nil || u.Pairable() == 0 {
		return math.NaN()
	}
	v, ok := newDisagreement(plan.Scale, u).of(u.weights()).alpha()
	if !ok {
		return math.NaN()
	}
	return v
}

func (plan AlphaPlan) summarise(units int, out []float64) PlannedAlpha {
	defined := definedOf(out)
	p := PlannedAlpha{Units: units, Undefined: len(out) - len(defined),
		Mean:  Undefined("planned_alpha", TooFewReplicates),
		Width: Undefined("planned_width", TooFewReplicates),
		Reach: Undefined("planned_reach", TooFewReplicates)}
	if len(defined) < minDefined {
		return p
	}
	low, high := quantile(defined, 0.025), quantile(defined, 0.975)
	below, _ := slices.BinarySearch(defined, plan.Minimum)
	p.Mean = NewFigure("planned_alpha", orderedSum(defined)/float64(len(defined)))
	p.Mean.Interval = &Interval{Low: low, High: high, Level: 0.95, Method: "simulated_studies",
		Replicates: len(out), Dropped: p.Undefined, Seed: plan.Seed}
	p.Width = NewFigure("planned_width", high-low)
	p.Reach = NewFigure("planned_reach", 1-share(int64(below), int64(len(defined))))
	for _, f := range []*Figure{&p.Mean, &p.Width, &p.Reach} {
		f.Variant = plan.Scale.String()
		f.Counts = []Count{{"units", int64(units)}, {"raters", int64(plan.Raters)}, {"simulations", int64(len(out))}}
		f.Working.input("expected_alpha", plan.Alpha)
		f.Working.input("required_minimum", plan.Minimum)
	}
	return p
}

// SizeForAlpha returns the first of the planned numbers of units whose interval is at most so wide, in ascending
// order of units.
func SizeForAlpha(planned []PlannedAlpha, width float64) SampleSize {
	sorted := slices.SortedFunc(slices.Values(planned), func(a, b PlannedAlpha) int { return a.Units - b.Units })
	for _, p := range sorted {
		if w, ok := p.Width.Value(); ok && w <= width {
			return SampleSize{Continuous: float64(p.Units), N: int64(p.Units)}
		}
	}
	return SampleSize{Reason: NoSizeReaches}
}

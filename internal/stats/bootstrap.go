package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Limits says how limits are read off the replicates.
type Limits int

// The two ways.
const (
	Percentile Limits = iota // quantiles of type 7
	BCa                      // corrected for bias and acceleration (Efron 1987, J Am Stat Assoc 82:171)
)

// Resampling says how an interval is drawn. The zero value means 10,000 replicates of single units, percentile
// limits at 95 %, seed 0.
type Resampling struct {
	Replicates int     // 0: DefaultReplicates
	Seed       uint64  // the same seed gives the same limits on every machine
	Level      float64 // 0: 0.95
	Limits     Limits
	Clusters   []int     // for each unit the question it belongs to, any numbers; nil: units are drawn singly
	Marks      []float64 // required minima; the share of replicates below each is given
}

// DefaultReplicates is the number of replicates for limits that are printed: their Monte-Carlo error is about 1.4 %
// of the half-width.
const DefaultReplicates = 10_000

// MinClusters is the number of units or questions below which no interval is drawn.
const MinClusters = 5

// manyDropped is the share of undefined replicates above which a note warns.
const manyDropped = 0.05

// minDefined is the number of defined replicates below which there is no interval.
const minDefined = 20

// maxReplicates bounds the work of one call.
const maxReplicates = 10_000_000

// normal fills in the defaults and refuses what can't be drawn.
func (o Resampling) normal(units int) (Resampling, error) {
	if o.Replicates == 0 {
		o.Replicates = DefaultReplicates
	}
	if o.Level == 0 {
		o.Level = 0.95
	}
	switch {
	case o.Replicates < 0 || o.Replicates > maxReplicates:
		return o, fmt.Errorf("%d replicates, allowed are 1 to %d", o.Replicates, maxReplicates)
	case !(o.Level > 0 && o.Level < 1):
		return o, fmt.Errorf("level is %v, it must lie between 0 and 1", o.Level)
	case o.Clusters != nil && len(o.Clusters) != units:
		return o, fmt.Errorf("%d units, but questions for %d", units, len(o.Clusters))
	}
	return o, nil
}

// resampler makes the blocks that are drawn.
func (o Resampling) resampler(of []int32, patterns int) *resampler {
	if o.Clusters == nil {
		return unitBlocks(of, patterns)
	}
	numbers := map[int]int32{}
	cluster := make([]int32, len(of))
	for u, c := range o.Clusters {
		n, ok := numbers[c]
		if !ok {
			n = int32(len(numbers))
			numbers[c] = n
		}
		cluster[u] = n
	}
	return clusterBlocks(of, patterns, cluster, len(numbers))
}

// method is the machine word of the interval.
func (o Resampling) method() string {
	word := "bootstrap_units"
	if o.Clusters != nil {
		word = "bootstrap_questions"
	}
	if o.Limits == BCa {
		return word + "_bca"
	}
	return word + "_percentile"
}

// bootstrap puts an interval from resampling on the figure. fresh gives a statistic whose first value is the
// figure's.
func (o Resampling) bootstrap(ctx context.Context, f *Figure, r *resampler, fresh func() statistic) error {
	value, ok := f.Value()
	if !ok {
		f.NoInterval = f.Reason()
		return nil
	}
	if r.total < MinClusters {
		f.NoInterval = TooFewUnits
		if o.Clusters != nil {
			f.NoInterval = TooFewClusters
		}
		return nil
	}
	out, err := r.replicate(ctx, o.Seed, o.Replicates, 1, fresh)
	if err != nil {
		return err
	}
	var acceleration float64
	if o.Limits == BCa {
		if acceleration, err = r.acceleration(ctx, fresh); err != nil {
			return err
		}
	}
	f.setInterval(o, out[0], value, acceleration)
	if o.Clusters != nil {
		f.Counts = append(slices.Clone(f.Counts), Count{"questions", r.total})
	}
	return nil
}

// setInterval reads the limits off the replicates. With few units or hardly any equal values the value itself can lie
// outside of them; a note says so.
func (f *Figure) setInterval(o Resampling, replicates []float64, value, acceleration float64) {
	defined := definedOf(replicates)
	dropped := len(replicates) - len(defined)
	if len(defined) < minDefined {
		f.NoInterval = TooFewReplicates
		return
	}
	if float64(dropped) > manyDropped*float64(len(replicates)) {
		f.Notes = append(slices.Clone(f.Notes), NoteManyUndefined)
	}
	lowAt, highAt := (1-o.Level)/2, (1+o.Level)/2
	if o.Limits == BCa {
		lowAt, highAt = correctedQuantiles(defined, value, acceleration, o.Level)
	}
	f.Interval = &Interval{Low: quantile(defined, lowAt), High: quantile(defined, highAt), Level: o.Level,
		Method: o.method(), Replicates: len(replicates), Dropped: dropped, Seed: o.Seed}
	if value < f.Interval.Low || value > f.Interval.High {
		f.Notes = append(slices.Clone(f.Notes), NoteOutside)
	}
	for _, mark := range o.Marks {
		below, _ := slices.BinarySearch(defined, mark)
		f.Interval.Below = append(f.Interval.Below, Share{mark, float64(below) / float64(len(defined))})
	}
}

// definedOf returns the replicates that have a value, ascending.
func definedOf(replicates []float64) []float64 {
	var defined []float64
	for _, v := range replicates {
		if finite(v) {
			defined = append(defined, v)
		}
	}
	slices.Sort(defined)
	return defined
}

// correctedQuantiles moves the two quantiles for bias and acceleration. Replicates equal to the value count half, as
// few units make many of them.
func correctedQuantiles(sorted []float64, value, acceleration, level float64) (low, high float64) {
	below, _ := slices.BinarySearch(sorted, value)
	upTo := below
	for upTo < len(sorted) && sorted[upTo] == value {
		upTo++
	}
	n := float64(len(sorted))
	share := math.Min(math.Max((float64(below)+float64(upTo))/2/n, 0.5/n), 1-0.5/n)
	bias := distuv.UnitNormal.Quantile(share)
	move := func(q float64) float64 {
		z := bias + distuv.UnitNormal.Quantile(q)
		return distuv.UnitNormal.CDF(bias + z/(1-acceleration*z))
	}
	return move((1 - level) / 2), move((1 + level) / 2)
}

// maxJackknife bounds the work of leaving out each different block once.
const maxJackknife = 200_000_000

var errTooManyForBCa = errors.New("too many different units for the BCa interval; use percentile limits")

// acceleration is the skewness of the values when one block is left out, divided by 6.
func (r *resampler) acceleration(ctx context.Context, fresh func() statistic) (float64, error) {
	if len(r.blocks)*r.patterns > maxJackknife {
		return 0, errTooManyForBCa
	}
	left, err := r.leaveOneOut(ctx, fresh)
	if err != nil {
		return 0, err
	}
	mean, n := 0.0, 0.0
	for i, v := range left {
		if finite(v) {
			mean += float64(r.blocks[i].size) * v
			n += float64(r.blocks[i].size)
		}
	}
	mean /= n
	var squares, cubes float64
	for i, v := range left {
		if finite(v) {
			d := mean - v
			squares += float64(r.blocks[i].size) * d * d
			cubes += float64(r.blocks[i].size) * d * d * d
		}
	}
	if !(squares > 0) {
		return 0, nil
	}
	return cubes / (6 * math.Pow(squares, 1.5)), nil
}

// leaveOneOut returns the first value of the statistic without one block of each kind; NaN where it is not defined.
func (r *resampler) leaveOneOut(ctx context.Context, fresh func() statistic) ([]float64, error) {
	left := make([]float64, len(r.blocks))
	full := r.full()
	err := inParallel(ctx, len(r.blocks), func() func(i int) {
		f, weights, value := fresh(), slices.Clone(full), make([]float64, 1)
		return func(i int) {
			for _, p := range r.blocks[i].parts {
				weights[p.pattern] -= p.units
			}
			f(weights, value)
			left[i] = value[0]
			for _, p := range r.blocks[i].parts {
				weights[p.pattern] += p.units
			}
		}
	})
	return left, err
}

package stats

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
)

// drawInput says how limits are drawn anew in a stage; both may be absent.
type drawInput struct {
	Seed       whole `json:"seed"`
	Replicates whole `json:"replicates"`
}

func (in drawInput) resampling(units int) (Resampling, error) {
	return Resampling{Seed: uint64(in.Seed), Replicates: int(in.Replicates)}.normal(units)
}

// resamplesInput is rows of 0-based indexes of units or questions.
type resamplesInput [][]whole

// weigh counts how often each pattern is in a resample.
func (in resamplesInput) weigh(row int, parts [][]part, weights []int64) error {
	clear(weights)
	for _, i := range in[row] {
		if i < 0 || int(i) >= len(parts) {
			return fmt.Errorf("resample %d names the unit %d of %d", row+1, i, len(parts))
		}
		for _, p := range parts[i] {
			weights[p.pattern] += p.units
		}
	}
	return nil
}

// unitParts gives every unit its one pattern.
func unitParts(of []int32) [][]part {
	parts := make([][]part, len(of))
	for i, p := range of {
		parts[i] = []part{{p, 1}}
	}
	return parts
}

// run computes the statistic's values in every resample.
func (in resamplesInput) run(parts [][]part, patterns, valuesEach int, f statistic) ([][]float64, error) {
	out := make([][]float64, valuesEach)
	weights, values := make([]int64, patterns), make([]float64, valuesEach)
	for row := range in {
		if err := in.weigh(row, parts, weights); err != nil {
			return nil, err
		}
		f(weights, values)
		for k, v := range values {
			out[k] = append(out[k], v)
		}
	}
	return out, nil
}

// orNull replaces NaN by null.
func orNull(all []float64) []*float64 {
	list := make([]*float64, len(all))
	for i, v := range all {
		if finite(v) {
			list[i] = &v
		}
	}
	return list
}

// limits95 are the 2.5 % and 97.5 % quantiles of the defined replicates; null when there are none.
func limits95(replicates []float64) any {
	defined := definedOf(replicates)
	if len(defined) == 0 {
		return nil
	}
	return []float64{quantile(defined, 0.025), quantile(defined, 0.975)}
}

// drawnOutput describes replicates drawn anew. The bands say where a limit may lie with another seed: half a
// percentage point of the distribution to either side.
func drawnOutput(replicates []float64) any {
	defined := definedOf(replicates)
	if len(defined) == 0 {
		return nil
	}
	mean := orderedSum(defined) / float64(len(defined))
	squares := 0.0
	for _, v := range defined {
		squares += (v - mean) * (v - mean)
	}
	return map[string]any{
		"lo": quantile(defined, 0.025), "hi": quantile(defined, 0.975), "mean": mean,
		"sd":              math.Sqrt(squares / math.Max(1, float64(len(defined)-1))),
		"B":               len(defined),
		"lo_band":         []float64{quantile(defined, 0.02), quantile(defined, 0.03)},
		"hi_band":         []float64{quantile(defined, 0.97), quantile(defined, 0.98)},
		"undefined_share": share(int64(len(replicates)-len(defined)), int64(len(replicates))),
	}
}

func share(x, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(x) / float64(n)
}

func stageAlphaBootstrap(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		unitsInput
		drawInput
		Resamples resamplesInput `json:"resamples"`
		Draws     resamplesInput `json:"explicit_draws"`
	}
	if err := decode(raw, &in, "level", "units"); err != nil {
		return nil, err
	}
	s, u, err := in.read()
	if err != nil {
		return nil, err
	}
	o, err := in.resampling(u.Len())
	if err != nil {
		return nil, err
	}
	fresh := alphaStatistic(s, u, 0)
	explicit, err := in.Resamples.run(unitParts(u.of), len(u.patterns), 1, fresh())
	if err != nil {
		return nil, err
	}
	f := Alpha(s, u)
	out := newOutput()
	out.figure("alpha", f)
	out.set("replicates", orNull(explicit[0]))
	out.set("undefined_replicates", len(explicit[0])-len(definedOf(explicit[0])))
	out.set("q", limits95(explicit[0]))
	if _, ok := f.Value(); !ok {
		out.set("large_B", nil)
		out.set("hayes_krippendorff", nil)
		return out.single("alpha"), nil
	}
	drawn, err := unitBlocks(u.of, len(u.patterns)).replicate(context.Background(), o.Seed, o.Replicates, 1, fresh)
	if err != nil {
		return nil, err
	}
	out.set("large_B", drawnOutput(drawn[0]))
	pairs, err := pairOutput(s, u, in.unitsInput, in.Draws, o)
	out.set("hayes_krippendorff", pairs)
	return out.single("alpha"), err
}

// pairOutput is the interval of Hayes and Krippendorff: drawn anew, and for explicit draws where they are given.
func pairOutput(s Scale, u Units, in unitsInput, draws resamplesInput, o Resampling) (map[string]any, error) {
	d := newPairDraw(s, u)
	drawn, err := d.replicates(context.Background(), o)
	if err != nil {
		return nil, err
	}
	list := listPairs(s, u, in)
	out := map[string]any{"pairs": len(list), "large_B": drawnOutput(drawn)}
	if draws == nil {
		return out, nil
	}
	values := make([]float64, len(draws))
	for row, draw := range draws {
		if len(draw) != len(list) {
			return nil, fmt.Errorf("draw %d has %d pairs where %d are needed", row+1, len(draw), len(list))
		}
		away := 0.0
		for at, i := range draw {
			if i < 0 || int(i) >= len(list) {
				return nil, fmt.Errorf("draw %d names the pair %d of %d", row+1, i, len(list))
			}
			away += list[i].delta * d.shareOf(list[at].ratings)
		}
		values[row] = math.Max(-1, 1-away)
	}
	out["explicit_draws"], out["explicit_alpha"] = draws, values
	return out, nil
}

type listedPair struct {
	delta   float64
	ratings int64 // of the unit
}

// listPairs lists the pairs of ratings unit by unit, i < j over the ratings present.
func listPairs(s Scale, u Units, in unitsInput) []listedPair {
	finder, delta := newLevelFinder(u.levels), deltaOf(s, u)
	var list []listedPair
	for _, row := range in.Units {
		var given []int32
		for _, v := range row {
			if v != nil {
				given = append(given, finder.index(*v))
			}
		}
		for i, a := range given {
			for _, b := range given[i+1:] {
				list = append(list, listedPair{delta(a, b), int64(len(given))})
			}
		}
	}
	return list
}

// shareOf is what a drawn pair takes away per delta at the place of a unit with so many ratings.
func (d *pairDraw) shareOf(ratings int64) float64 {
	for _, p := range d.places {
		if p.ratings == ratings {
			return p.share
		}
	}
	return 0
}

func stageClusterBootstrap(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		drawInput
		K         whole          `json:"k"`
		Clusters  [][][]whole    `json:"clusters"`
		Resamples resamplesInput `json:"resamples"`
	}
	if err := decode(raw, &in, "k", "clusters"); err != nil {
		return nil, err
	}
	const mostCategories = 1000
	if in.K < 1 || in.K > mostCategories {
		return nil, fmt.Errorf("%d categories, allowed are 1 to %d", in.K, mostCategories)
	}
	c, err := readClusters(int(in.K), in.Clusters)
	if err != nil {
		return nil, err
	}
	o, err := in.resampling(len(c.cluster))
	if err != nil {
		return nil, err
	}
	return c.output(in.Resamples, o)
}

// clusteredPairs are pairs of true and guessed category by question.
type clusteredPairs struct {
	k       int
	cells   []int32
	cluster []int32
	parts   [][]part // cells of a question
}

func readClusters(k int, clusters [][][]whole) (clusteredPairs, error) {
	c := clusteredPairs{k: k, parts: make([][]part, len(clusters))}
	for q, pairs := range clusters {
		for _, p := range pairs {
			if len(p) != 2 || p[0] < 0 || p[1] < 0 || int(p[0]) >= k || int(p[1]) >= k {
				return c, fmt.Errorf("question %d has a pair that is not two of the %d categories", q+1, k)
			}
			cell := int32(int(p[0])*k + int(p[1]))
			c.cells = append(c.cells, cell)
			c.cluster = append(c.cluster, int32(q))
			c.parts[q] = append(c.parts[q], part{cell, 1})
		}
	}
	return c, nil
}

// both is kappa and the share of equal pairs.
func (c clusteredPairs) both() func() statistic {
	kappa := kappaStatistic(Unweighted, c.k)
	return func() statistic {
		f := kappa()
		return func(cells []int64, into []float64) {
			f(cells, into)
			var equal, n int64
			for i, count := range cells {
				n += count
				if i%(c.k+1) == 0 {
					equal += count
				}
			}
			into[1] = float64(equal) / float64(n)
		}
	}
}

func (c clusteredPairs) output(resamples resamplesInput, o Resampling) (map[string]any, error) {
	patterns := c.k * c.k
	r := clusterBlocks(c.cells, patterns, c.cluster, len(c.parts))
	point := make([]float64, 2)
	c.both()()(r.full(), point)
	explicit, err := resamples.run(c.parts, patterns, 2, c.both()())
	if err != nil {
		return nil, err
	}
	out := newOutput()
	why := NoExpectedDisagreement
	if len(c.cells) == 0 {
		why = NoPairs
	}
	out.number("kappa", point[0], why)
	out.number("proportion", point[1], NoPairs)
	out.set("replicate_kappa", orNull(explicit[0]))
	out.set("replicate_proportion", orNull(explicit[1]))
	out.set("undefined_replicates", len(explicit[0])-len(definedOf(explicit[0])))
	out.set("kappa_q", limits95(explicit[0]))
	out.set("proportion_q", limits95(explicit[1]))
	large := map[string]any{"kappa": nil, "proportion": nil, "undefined_share": 1.0}
	if r.total > 0 {
		drawn, err := r.replicate(context.Background(), o.Seed, o.Replicates, 2, c.both())
		if err != nil {
			return nil, err
		}
		large["kappa"], large["proportion"] = drawnOutput(drawn[0]), drawnOutput(drawn[1])
		large["undefined_share"] = share(int64(o.Replicates-len(definedOf(drawn[0]))), int64(o.Replicates))
	}
	out.set("large_B", large)
	return out.single("kappa"), nil
}

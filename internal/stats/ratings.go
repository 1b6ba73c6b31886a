package stats

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Rating is one rater's value for one unit, or a gap. The zero Rating is a gap.
type Rating struct {
	value float64
	given bool
}

// Rated is a rating with that value.
func Rated(v float64) Rating { return Rating{value: v, given: true} }

// Gap is a rating that was not given.
func Gap() Rating { return Rating{} }

// Value returns the value, and whether one was given.
func (r Rating) Value() (v float64, ok bool) { return r.value, r.given }

// Units holds the ratings of all units in the form in which agreement is computed from them: how often each level
// was given to each unit. Which rater gave which value is no longer in it, as Krippendorff's alpha, Fleiss' and
// Gwet's coefficients don't depend on that.
//
// Units with the same counts are kept once with their number, in an order that depends on the counts alone; so
// figures don't depend on the order of units or raters. Units is not changed by any function of this package.
type Units struct {
	levels   []float64 // ascending
	patterns []pattern
	of       []int32 // index of a unit's pattern, in the order of the units
	raters   int     // raters who rated anything; 0: not known
}

// pattern is a set of units that have the same counts.
type pattern struct {
	cells   []cell // levels given, ascending
	ratings int64  // in each unit
	units   int64
}

// cell says how often a level was given to a unit.
type cell struct {
	level int32
	n     int64
}

// maxUnits bounds the number of units; more than that is a fault of the caller.
const maxUnits = math.MaxInt32

// FromRatings reads one row per unit and one column per rater. Rows may be of different length: what is missing at
// the end is a gap. It refuses values that are not finite.
func FromRatings(rows [][]Rating) (Units, error) {
	if len(rows) > maxUnits {
		return Units{}, fmt.Errorf("%d units are more than can be counted", len(rows))
	}
	levels, err := levelsOf(rows)
	if err != nil {
		return Units{}, err
	}
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	c := newCollector(levels, len(rows), int64(widest))
	finder := newLevelFinder(levels)
	rated := make([]bool, widest)
	for _, row := range rows {
		if c.known(row, finder, rated) {
			continue
		}
		c.begin()
		for j, r := range row {
			if r.given {
				c.add(finder.index(r.value), 1)
				rated[j] = true
			}
		}
		c.end()
	}
	u := c.units()
	for _, did := range rated {
		if did {
			u.raters++
		}
	}
	return u, nil
}

// FromCounts reads one row per unit and one column per level: how often the level was given to the unit. Levels
// must be finite and different from each other, counts not negative.
func FromCounts(levels []float64, counts [][]int64) (Units, error) {
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(levels[a], levels[b]) })
	sorted := make([]float64, len(levels))
	place := make([]int32, len(levels))
	for i, j := range order {
		if !finite(levels[j]) {
			return Units{}, errors.New("a level is not a finite number")
		}
		if i > 0 && levels[j] == sorted[i-1] {
			return Units{}, fmt.Errorf("level %v occurs twice", levels[j])
		}
		sorted[i], place[j] = levels[j]+0, int32(i)
	}
	most := int64(0)
	for i, row := range counts {
		if len(row) != len(levels) {
			return Units{}, fmt.Errorf("unit %d has %d counts for %d levels", i+1, len(row), len(levels))
		}
		total := int64(0)
		for _, n := range row {
			if n < 0 || n > math.MaxInt32 {
				return Units{}, fmt.Errorf("unit %d has the count %d", i+1, n)
			}
			total += n
		}
		most = max(most, total)
	}
	c := newCollector(sorted, len(counts), most)
	for _, row := range counts {
		c.begin()
		for j, n := range row {
			if n > 0 {
				c.add(place[j], n)
			}
		}
		c.end()
	}
	return c.units(), nil
}

// Len returns the number of units, with and without ratings.
func (u Units) Len() int { return len(u.of) }

// Levels returns the different values that were given, ascending.
func (u Units) Levels() []float64 { return slices.Clone(u.levels) }

// Pairable returns how many ratings stand beside another one of the same unit.
func (u Units) Pairable() int64 {
	n := int64(0)
	for _, p := range u.patterns {
		if p.ratings >= 2 {
			n += p.units * p.ratings
		}
	}
	return n
}

// weights returns how many units each pattern has.
func (u Units) weights() []int64 {
	w := make([]int64, len(u.patterns))
	for i, p := range u.patterns {
		w[i] = p.units
	}
	return w
}

// tally counts what figures on these units rest on and what they leave out.
func (u Units) tally() (counts []Count, left []LeftOut, unequal bool) {
	var paired, single, empty, m int64
	for _, p := range u.patterns {
		switch {
		case p.ratings == 0:
			empty += p.units
		case p.ratings == 1:
			single += p.units
		default:
			paired += p.units
			unequal = unequal || m != 0 && m != p.ratings
			m = p.ratings
		}
	}
	counts = []Count{{"units", paired}, {"pairable", u.Pairable()}}
	if u.raters > 0 {
		counts = append(counts, Count{"raters", int64(u.raters)})
	}
	if single > 0 {
		left = append(left, LeftOut{"units", "one_rating", single})
	}
	if empty > 0 {
		left = append(left, LeftOut{"units", "no_rating", empty})
	}
	return counts, left, unequal
}

// levelsOf lists the different values, ascending.
func levelsOf(rows [][]Rating) ([]float64, error) {
	var small [smallLevels]bool
	seen := map[float64]bool{}
	for i, row := range rows {
		for _, r := range row {
			if !r.given {
				continue
			}
			if n, ok := smallWhole(r.value); ok {
				small[n] = true
				continue
			}
			if !finite(r.value) {
				return nil, fmt.Errorf("unit %d has a rating that is not a finite number", i+1)
			}
			seen[r.value] = true
		}
	}
	levels := slices.Collect(maps.Keys(seen))
	for n, there := range small {
		if there {
			levels = append(levels, float64(n))
		}
	}
	slices.Sort(levels)
	return levels, nil
}

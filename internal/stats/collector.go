package stats

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// smallLevels is the number of whole values, from 0 up, that are found without a search; the usual scale.
const smallLevels = 256

// smallWhole returns a value that is one of the small whole numbers (-0 is 0).
func smallWhole(v float64) (int, bool) {
	if v >= 0 && v < smallLevels && v == math.Trunc(v) {
		return int(v), true
	}
	return 0, false
}

// levelFinder finds the index of a value among the levels.
type levelFinder struct {
	levels []float64
	small  [smallLevels]int32
}

func newLevelFinder(levels []float64) *levelFinder {
	f := &levelFinder{levels: levels}
	for i, v := range levels {
		if n, ok := smallWhole(v); ok {
			f.small[n] = int32(i)
		}
	}
	return f
}

func (f *levelFinder) index(v float64) int32 {
	if n, ok := smallWhole(v); ok {
		return f.small[n]
	}
	i, _ := slices.BinarySearch(f.levels, v)
	return int32(i)
}

// collector gathers the counts of one unit after the other and puts equal ones together.
//
// A unit's counts are its key: as digits of one number where they fit into one, which makes a unit cost a few
// additions, and as bytes otherwise.
type collector struct {
	levels []float64
	digit  []uint64         // worth of one rating at a level; nil: keys are bytes
	dense  []int32          // pattern+1 by number, when there are few possible numbers
	byNum  map[uint64]int32 // else
	byText map[string]int32

	num     uint64
	counts  []int64 // of the unit in hand
	touched []int32
	found   []foundPattern
	of      []int32
}

type foundPattern struct {
	pattern
	num  uint64
	text string
}

// maxDense is the number of possible keys up to which a plain table is used.
const maxDense = 1 << 20

func newCollector(levels []float64, units int, most int64) *collector {
	c := &collector{levels: levels, counts: make([]int64, len(levels)), of: make([]int32, 0, units)}
	base, worth := uint64(most)+1, uint64(1)
	fits := true
	for range levels {
		if worth > math.MaxUint64/base {
			fits = false
			break
		}
		c.digit = append(c.digit, worth)
		worth *= base
	}
	switch {
	case !fits:
		c.digit, c.byText = nil, map[string]int32{}
	case worth <= maxDense:
		c.dense = make([]int32, worth)
	default:
		c.byNum = map[uint64]int32{}
	}
	return c
}

func (c *collector) begin() {
	c.num = 0
	for _, l := range c.touched {
		c.counts[l] = 0
	}
	c.touched = c.touched[:0]
}

// known takes a unit whose counts were met before, without counting level by level; false where they were not, or
// where their number is not in a plain table.
func (c *collector) known(row []Rating, finder *levelFinder, rated []bool) bool {
	if c.dense == nil {
		return false
	}
	num := uint64(0)
	rated = rated[:len(row)]
	for j, r := range row {
		if r.given {
			num += c.digit[finder.index(r.value)]
			rated[j] = true
		}
	}
	i := c.dense[num]
	if i == 0 {
		return false
	}
	c.found[i-1].units++
	c.of = append(c.of, i-1)
	return true
}

func (c *collector) add(level int32, n int64) {
	if c.digit != nil {
		c.num += c.digit[level] * uint64(n)
	}
	if c.counts[level] == 0 {
		c.touched = append(c.touched, level)
	}
	c.counts[level] += n
}

// end closes the unit in hand.
func (c *collector) end() {
	i, text := c.lookup()
	if i < 0 {
		i = c.keep(text)
	}
	c.found[i].units++
	c.of = append(c.of, i)
}

func (c *collector) lookup() (i int32, text string) {
	switch {
	case c.dense != nil:
		return c.dense[c.num] - 1, ""
	case c.byNum != nil:
		if i, ok := c.byNum[c.num]; ok {
			return i, ""
		}
		return -1, ""
	}
	slices.Sort(c.touched)
	key := make([]byte, 0, 12*len(c.touched))
	for _, l := range c.touched {
		key = binary.BigEndian.AppendUint32(key, uint32(l))
		key = binary.BigEndian.AppendUint64(key, uint64(c.counts[l]))
	}
	if i, ok := c.byText[string(key)]; ok {
		return i, ""
	}
	return -1, string(key)
}

func (c *collector) keep(text string) int32 {
	i := int32(len(c.found))
	slices.Sort(c.touched)
	p := foundPattern{num: c.num, text: text}
	for _, l := range c.touched {
		p.cells = append(p.cells, cell{l, c.counts[l]})
		p.ratings += c.counts[l]
	}
	c.found = append(c.found, p)
	switch {
	case c.dense != nil:
		c.dense[c.num] = i + 1
	case c.byNum != nil:
		c.byNum[c.num] = i
	default:
		c.byText[text] = i
	}
	return i
}

// units puts the patterns into an order that depends on the counts alone: those with equally many ratings together.
func (c *collector) units() Units {
	order := make([]int32, len(c.found))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &c.found[a], &c.found[b]
		return cmp.Or(cmp.Compare(x.ratings, y.ratings), cmp.Compare(x.num, y.num), cmp.Compare(x.text, y.text))
	})
	u := Units{levels: c.levels, patterns: make([]pattern, len(order)), of: c.of}
	place := make([]int32, len(order))
	for to, from := range order {
		u.patterns[to], place[from] = c.found[from].pattern, int32(to)
	}
	for i, p := range u.of {
		u.of[i] = place[p]
	}
	return u
}

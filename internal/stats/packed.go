package stats

import "math/bits"

// packed holds for each of many patterns a row of small whole numbers, several in one word, so that sums over patterns
// with weights cost one multiplication for several numbers. Sums are exact: a number has room for the largest sum that
// weights of a given total can give.
type packed struct {
	fields  int
	width   uint       // bits of a field
	each    int        // fields in a word
	columns [][]uint64 // word j of every pattern
}

// manyRows is the number of patterns from which it pays to pack them.
const manyRows = 16

// newPacked packs rows of the same length, none of whose numbers is negative, for weights that never add up to more
// than most. ok is false where the numbers are too few or too large for it to be worth while.
func newPacked(rows [][]int64, most int64) (p *packed, ok bool) {
	if len(rows) < manyRows || most <= 0 {
		return nil, false
	}
	largest := int64(1)
	for _, row := range rows {
		for _, n := range row {
			largest = max(largest, n)
		}
	}
	high, low := bits.Mul64(uint64(largest), uint64(most))
	p = &packed{fields: len(rows[0]), width: uint(bits.Len64(low))}
	if high > 0 || p.width > 32 {
		return nil, false
	}
	p.each = int(64 / p.width)
	p.columns = make([][]uint64, (p.fields+p.each-1)/p.each)
	for j := range p.columns {
		p.columns[j] = make([]uint64, len(rows))
		for i, row := range rows {
			for k := 0; k < p.each && j*p.each+k < p.fields; k++ {
				p.columns[j][i] |= uint64(row[j*p.each+k]) << (uint(k) * p.width)
			}
		}
	}
	return p, true
}

// add adds to into the numbers of the patterns from to upTo-1, each as often as its weight says.
func (p *packed) add(weights []int64, from, upTo int, into []int64) {
	w := weights[from:upTo]
	mask := uint64(1)<<p.width - 1
	for j, column := range p.columns {
		word := dot(w, column[from:upTo])
		for k := j * p.each; k < min(p.fields, (j+1)*p.each); k++ {
			into[k] += int64(word & mask)
			word >>= p.width
		}
	}
}

// dot is the sum of products, four at a time.
func dot(w []int64, column []uint64) uint64 {
	var a, b, c, d uint64
	column = column[:len(w)]
	for len(w) >= 4 && len(column) >= 4 {
		a += uint64(w[0]) * column[0]
		b += uint64(w[1]) * column[1]
		c += uint64(w[2]) * column[2]
		d += uint64(w[3]) * column[3]
		w, column = w[4:], column[4:]
	}
	for i, n := range w {
		a += uint64(n) * column[i]
	}
	return a + b + c + d
}

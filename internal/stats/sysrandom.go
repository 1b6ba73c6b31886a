package stats

import (
	"fmt"
	"math"
)

// Constants of the subtractive generator (Knuth, The Art of Computer Programming, vol. 2, 3.2.2) as the .NET
// Framework has them. The lag is 21 and not Knuth's 31; old studies were drawn with it, so it stays.
const (
	subtractiveModulus = math.MaxInt32
	subtractiveStart   = 161803398
	subtractiveSize    = 55
	subtractiveLag     = 21
	subtractiveStir    = 31
)

// SystemRandom gives the numbers of a seeded System.Random of the .NET Framework, bit for bit.
//
// It is there for orders that must be the same as in earlier studies, and for nothing else: its cycle has known
// flaws, so that resampling uses a current generator. It is not safe for concurrent use.
type SystemRandom struct {
	ring [subtractiveSize]int32
	at   int // place of the number that was replaced last
}

// NewSystemRandom seeds the generator. A negative seed is the same as its absolute value; the smallest int32, which
// has none, is the same as the largest.
func NewSystemRandom(seed int32) *SystemRandom {
	switch {
	case seed == math.MinInt32:
		seed = math.MaxInt32
	case seed < 0:
		seed = -seed
	}
	r := &SystemRandom{at: subtractiveSize - 1}
	// The ring is filled in steps of 21 with differences of the two values before, then stirred four times.
	// All of it wraps as int32: with wider integers the numbers differ for |seed| > 161803398.
	last, value := int32(subtractiveStart)-seed, int32(1)
	r.ring[subtractiveSize-1] = last
	for i := 1; i < subtractiveSize; i++ {
		place := subtractiveLag*i%subtractiveSize - 1
		r.ring[place] = value
		last, value = value, intoModulus(last-value)
	}
	for range 4 {
		for i := range r.ring {
			r.ring[i] = intoModulus(r.ring[i] - r.ring[(i+subtractiveStir)%subtractiveSize])
		}
	}
	return r
}

// intoModulus brings a difference that has gone below zero back into the range.
func intoModulus(v int32) int32 {
	if v < 0 {
		v += subtractiveModulus
	}
	return v
}

// Next returns the next number, from 0 to 2147483646.
func (r *SystemRandom) Next() int32 {
	r.at = (r.at + 1) % subtractiveSize
	v := r.ring[r.at] - r.ring[(r.at+subtractiveLag)%subtractiveSize]
	if v == subtractiveModulus {
		v--
	}
	v = intoModulus(v)
	r.ring[r.at] = v
	return v
}

// NextDouble returns the next number as a fraction, from 0 to below 1.
func (r *SystemRandom) NextDouble() float64 {
	return float64(r.Next()) * (1.0 / subtractiveModulus)
}

// NextMax returns a number from 0 to max-1. It uses up a number of the sequence also for max 1; for max 0 or less
// it returns 0.
func (r *SystemRandom) NextMax(max int32) int32 {
	fraction := r.NextDouble()
	if max <= 0 {
		return 0
	}
	return int32(fraction * float64(max))
}

// NextRange returns a number from low to high-1; low when high is not above low.
func (r *SystemRandom) NextRange(low, high int32) int32 {
	width := int64(high) - int64(low)
	switch {
	case width <= 0:
		r.Next()
		return low
	case width <= math.MaxInt32:
		return int32(int64(r.NextDouble()*float64(width)) + int64(low))
	}
	// A range wider than an int32 takes a second number for the sign.
	v := float64(r.Next())
	if r.Next()%2 == 0 {
		v = -v
	}
	v = (v + (subtractiveModulus - 1)) / (2*float64(subtractiveModulus) - 1)
	return int32(int64(v*float64(width)) + int64(low))
}

// Shuffle returns the numbers 0 to n-1 in random order (Durstenfeld 1964: from the last place down, each place is
// swapped with one not after it). It draws n-1 numbers.
func (r *SystemRandom) Shuffle(n int) []int {
	order := make([]int, max(n, 0))
	for i := range order {
		order[i] = i
	}
	for i := len(order) - 1; i > 0; i-- {
		j := r.NextMax(int32(i + 1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// Order returns who gets which place: order[i] is the 0-based index of the answer in the i-th place. It is the
// first shuffle of a fresh generator with that seed.
func Order(seed int32, n int) []int {
	return NewSystemRandom(seed).Shuffle(n)
}

// maxRandomValues bounds what one request of numbers may take in memory.
const maxRandomValues = 10_000_000

// RandomValues returns the first count numbers of a fresh generator: of [SystemRandom.Next] when max is nil, else
// of [SystemRandom.NextMax].
func RandomValues(seed int32, count int, max *int32) ([]int32, error) {
	if count < 0 || count > maxRandomValues {
		return nil, fmt.Errorf("count is %d, allowed are 0 to %d", count, maxRandomValues)
	}
	if max != nil && *max < 0 {
		return nil, fmt.Errorf("max is %d, it must not be negative", *max)
	}
	r := NewSystemRandom(seed)
	values := make([]int32, count)
	for i := range values {
		if max == nil {
			values[i] = r.Next()
		} else {
			values[i] = r.NextMax(*max)
		}
	}
	return values, nil
}

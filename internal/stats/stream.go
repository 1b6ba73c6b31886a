package stats

import (
	"math"
	"math/bits"
)

// stream is the random numbers of one replicate. They follow from the seed and the number of the replicate alone,
// so that a figure doesn't depend on how the replicates were shared among processors.
//
// The numbers are those of splitmix64 (Steele, Lea, Flood 2014, Fast Splittable Pseudorandom Number Generators): a
// counter, scrambled. It has a period of 2^64, passes BigCrush, and costs two multiplications that don't wait for the
// number before, which the generators of math/rand/v2 do.
type stream struct {
	at *uint64
}

func newStream() stream { return stream{new(uint64)} }

// restart begins the stream of that replicate. Seed and number are scrambled, as neighbouring ones would make
// overlapping streams.
func (s stream) restart(seed uint64, replicate int) {
	*s.at = scramble(scramble(seed) ^ scramble(^uint64(replicate)))
}

// golden is 2^64 divided by the golden ratio, the step of the counter.
const golden = 0x9e3779b97f4a7c15

// next returns 64 random bits.
func (s stream) next() uint64 {
	x := scramble(*s.at)
	*s.at += golden
	return x
}

// scramble is the finalizer of splitmix64, one step on.
func scramble(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number from 0 to n-1, all equally likely (Lemire 2019), for n up to 2^31.
func (s stream) below(n uint32) uint32 {
	high, low := bits.Mul64(s.next(), uint64(n))
	if low < uint64(n) {
		for least := -uint64(n) % uint64(n); low < least; {
			high, low = bits.Mul64(s.next(), uint64(n))
		}
	}
	return uint32(high)
}

// count draws n of so many equally likely things and counts how often each came; of names the counter of each thing.
// Two are drawn from 64 bits, without bias (Lemire 2019).
func (s stream) count(n int64, of []int32, counts []int64) {
	things := uint64(len(of))
	at := *s.at
	for ; n >= 2; n -= 2 {
		x := scramble(at)
		at += golden
		a, b := (x&math.MaxUint32)*things, (x>>32)*things
		if a&math.MaxUint32 < things || b&math.MaxUint32 < things { // rarely: one of the two may be biased
			*s.at = at
			counts[of[s.below(uint32(things))]]++
			counts[of[s.below(uint32(things))]]++
			at = *s.at
			continue
		}
		counts[of[a>>32]]++
		counts[of[b>>32]]++
	}
	*s.at = at
	if n > 0 {
		counts[of[s.below(uint32(things))]]++
	}
}

// float returns a number from 0 to below 1.
func (s stream) float() float64 { return float64(s.next()>>11) * (1.0 / (1 << 53)) }

// binomial returns how many of n trials with probability p succeed.
//
// gonum's Binomial.Rand approximates for small n p and asks the log-gamma function for every number; here the
// small case runs through the distribution and the rest is the transformed rejection of Hörmann (1993, J Stat
// Comput Simul 46:101), with the exact ratio of probabilities.
func (s stream) binomial(n int64, p float64) int64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case p > 0.5:
		return n - s.binomial(n, 1-p)
	case float64(n)*p < 10:
		return s.binomialSmall(n, p)
	}
	return s.binomialRejection(n, p)
}

// binomialSmall walks up the distribution until the uniform number is used up.
func (s stream) binomialSmall(n int64, p float64) int64 {
	odds := p / (1 - p)
	first := math.Exp(float64(n) * math.Log1p(-p))
	for {
		u, term := s.float(), first
		for x := int64(0); x <= n; x++ {
			if u < term {
				return x
			}
			u -= term
			term *= float64(n-x) / float64(x+1) * odds
			if term == 0 {
				break // rounding left a rest; draw again
			}
		}
	}
}

func (s stream) binomialRejection(n int64, p float64) int64 {
	fn := float64(n)
	spread := math.Sqrt(fn * p * (1 - p))
	b := 1.15 + 2.53*spread
	a := -0.0873 + 0.0248*b + 0.01*p
	c := fn*p + 0.5
	vr := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * spread
	mode := int64((fn + 1) * p)
	for {
		u, v := s.float()-0.5, s.float()
		us := 0.5 - math.Abs(u)
		k := int64(math.Floor((2*a/us+b)*u + c))
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || k > n {
			continue
		}
		if math.Log(v*alpha/(a/(us*us)+b)) <= lnBinomial(k, n, p)-lnBinomial(mode, n, p) {
			return k
		}
	}
}

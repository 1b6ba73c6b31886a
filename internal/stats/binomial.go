package stats

import (
	"fmt"
	"math"
)

// MaxTrials is the largest n for which tails of the binomial distribution are promised to be right.
const MaxTrials = 10_000_000

// Tail is a probability together with its natural logarithm, which is there also where the probability itself is
// too small for a number.
type Tail struct {
	P  float64 // 0 to 1
	Ln float64 // -Inf when P is exactly 0
}

// LnDefined tells whether the logarithm is a number.
func (t Tail) LnDefined() bool { return !math.IsInf(t.Ln, -1) }

// BinomialTail returns P(X >= h) of n independent trials that succeed with probability p0, exactly.
//
// It adds the terms of the distribution from the one nearest to the mean outwards, starting from the saddle-point
// form of the first (Loader 2000, Fast and Accurate Computation of Binomial Probabilities). Below the mean it adds
// the complement. Relative error about 1e-12 at n = 1 million. It refuses n below 0 or above [MaxTrials] and p0
// outside 0 to 1.
func BinomialTail(h, n int64, p0 float64) (Tail, error) {
	if n < 0 || n > MaxTrials {
		return Tail{}, fmt.Errorf("n is %d, allowed are 0 to %d", n, MaxTrials)
	}
	if !(p0 >= 0 && p0 <= 1) {
		return Tail{}, fmt.Errorf("p0 is %v, allowed is 0 to 1", p0)
	}
	return upperTail(h, n, p0), nil
}

var (
	certain    = Tail{P: 1}
	impossible = Tail{Ln: math.Inf(-1)}
)

func upperTail(h, n int64, p float64) Tail {
	switch {
	case h <= 0:
		return certain
	case h > n || p == 0:
		return impossible
	case p == 1:
		return certain
	}
	if float64(h) > float64(n)*p {
		return tailUp(h, n, p)
	}
	return complement(tailDown(h-1, n, p))
}

// lowerTail returns P(X <= h).
func lowerTail(h, n int64, p float64) Tail {
	switch {
	case h >= n:
		return certain
	case h < 0 || p == 1:
		return impossible
	case p == 0:
		return certain
	}
	if float64(h) < float64(n)*p {
		return tailDown(h, n, p)
	}
	return complement(tailUp(h+1, n, p))
}

func complement(t Tail) Tail {
	return Tail{P: 1 - t.P, Ln: math.Log1p(-t.P)}
}

// negligible is the share of a sum below which a further term is left out; terms fall at least geometrically.
const negligible = 1e-21

// tailUp adds the terms from h, which is above the mean, to n.
func tailUp(h, n int64, p float64) Tail {
	if sum, ok := tailSum(float64(h), float64(n-h), math.FMA(-float64(n), p, float64(h)), 1-p); ok {
		return wideTailOf(h, n, p, sum)
	}
	return tailUpSlow(h, n, p)
}

func tailUpSlow(h, n int64, p float64) Tail {
	odds := p / (1 - p)
	sum, term := 1.0, 1.0
	for x := h; x < n && term > negligible*sum; x++ {
		term *= float64(n-x) / float64(x+1) * odds
		sum += term
	}
	return scaled(lnBinomial(h, n, p), sum)
}

// tailDown adds the terms from h, which is below the mean, to 0.
func tailDown(h, n int64, p float64) Tail {
	if sum, ok := tailSum(float64(n-h), float64(h), math.FMA(float64(n), p, -float64(h)), p); ok {
		return wideTailOf(h, n, p, sum)
	}
	return tailDownSlow(h, n, p)
}

func tailDownSlow(h, n int64, p float64) Tail {
	odds := (1 - p) / p
	sum, term := 1.0, 1.0
	for x := h; x > 0 && term > negligible*sum; x-- {
		term *= float64(x) / float64(n-x+1) * odds
		sum += term
	}
	return scaled(lnBinomial(h, n, p), sum)
}

// wideTailOf is the tail whose first term is P(X = h) and whose sum is given in first terms, for 0 < h < n.
func wideTailOf(h, n int64, p, sum float64) Tail {
	ln, shape := saddlePoint(h, n, p)
	ln += 0.5 * math.Log(shape*sum*sum)
	return Tail{P: math.Min(1, math.Exp(ln)), Ln: math.Min(0, ln)}
}

func scaled(lnTerm, sum float64) Tail {
	ln := lnTerm + math.Log(sum)
	return Tail{P: math.Min(1, math.Exp(ln)), Ln: math.Min(0, ln)}
}

// lnBinomial is the logarithm of P(X = x) in saddle-point form, for 0 < p < 1.
func lnBinomial(x, n int64, p float64) float64 {
	switch x {
	case 0:
		return float64(n) * math.Log1p(-p)
	case n:
		return float64(n) * math.Log(p)
	}
	ln, shape := saddlePoint(x, n, p)
	return ln + 0.5*math.Log(shape)
}

// saddlePoint gives ln P(X = x) in two parts, for 0 < x < n and 0 < p < 1: it is ln + log(shape)/2.
func saddlePoint(x, n int64, p float64) (ln, shape float64) {
	fx, fn, fy := float64(x), float64(n), float64(n-x)
	ln = stirlingError(n) - stirlingError(x) - stirlingError(n-x) - deviance(fx, fn*p) - deviance(fy, fn*(1-p))
	return ln, fn / (2 * math.Pi * fx * fy)
}

// stirlingError is ln n! less Stirling's formula.
func stirlingError(n int64) float64 {
	if n < 16 {
		factorial := 1.0
		for i := int64(2); i <= n; i++ {
			factorial *= float64(i)
		}
		x := float64(n)
		if n == 0 {
			return 0
		}
		return math.Log(factorial) - (x+0.5)*math.Log(x) + x - 0.5*math.Log(2*math.Pi)
	}
	x := float64(n)
	x2 := 1 / (x * x)
	return (1.0/12 - x2*(1.0/360-x2*(1.0/1260-x2*(1.0/1680-x2*(1.0/1188))))) / x
}

// deviance is x ln(x/m) + m - x, computed without loss where x is near m.
func deviance(x, m float64) float64 {
	if math.Abs(x-m) >= 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	v := (x - m) / (x + m)
	sum := (x - m) * v
	term := 2 * x * v
	for j := 1; ; j++ {
		term *= v * v
		next := sum + term/float64(2*j+1)
		if next == sum {
			return sum
		}
		sum = next
	}
}

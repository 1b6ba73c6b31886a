package stats

import (
	"math"
	"sync"
)

// Adding a tail term by term costs as many steps as the distribution is wide. Where it is wide, the ratio of
// neighbouring terms changes so smoothly that the sum follows from a few derivatives: the formula of Euler and Maclaurin
// makes it an integral, whose integrand is a normal density times a polynomial that is close to 1. The result is as exact
// as the sum itself (relative error below 1e-13), and its cost does not depend on n.

// wideTail is the standard deviation from which the sum is not taken term by term, and farTail the number of standard
// deviations up to which: farther out the recurrence of moments loses digits, and the terms fall fast.
const (
	wideTail = 400.0
	farTail  = 12.0
)

// tailSum is the sum of a binomial tail divided by its first term: x successes and y failures at the first term, d the
// distance of x from the mean towards the tail, q the probability of a failure. ok is false where the tail must be added
// term by term.
func tailSum(x, y, d, q float64) (sum float64, ok bool) {
	if x < wideTail || y < wideTail {
		return 0, false
	}
	rx, ry := 1/x, 1/y
	c2 := -(trigamma(rx) + trigamma(ry)) / 2
	sigma := 1 / math.Sqrt(-2*c2)
	if sigma < wideTail || d > farTail*sigma {
		return 0, false
	}
	c1 := math.Log1p(-d/(x*q)) + (ry-rx)/2 - (ry*ry-rx*rx)/12
	x2, y2 := rx*rx, ry*ry
	// The derivatives of the logarithm of the terms, over the factorials: polygamma functions of x + 1 and y + 1.
	c3 := (x2*(1-rx) - y2*(1-ry)) / 6
	c4 := -(x2*rx*(2-3*rx) + y2*ry*(2-3*ry)) / 24
	c5 := (x2*x2*(6-12*rx) - y2*y2*(6-12*ry)) / 120
	c6 := -(x2*x2*rx + y2*y2*ry) * 24 / 720
	c7 := (x2*x2*x2 - y2*y2*y2) * 120 / 5040
	s2 := sigma * sigma
	a := [...]float64{c3 * s2 * sigma, c4 * s2 * s2, c5 * s2 * s2 * sigma, c6 * s2 * s2 * s2, c7 * s2 * s2 * s2 * sigma}
	third := c1*c1*c1 + 6*c1*c2 + 6*c3 // third derivative of the terms at the first
	return sigma*bentNormal(-c1*sigma, a) + 0.5 - c1/12 + third/720, true
}

// trigamma is the derivative of the digamma function at x + 1, from 1/x, for large x.
func trigamma(r float64) float64 { return r - r*r/2 + r*r*r/6 }

// bentNormal is the integral over u from 0 of exp(-z u - u^2/2 + a3 u^3 + a4 u^4 + …), with the small a3 … a7 expanded
// up to the fifth order, where a_j is of order j - 2.
func bentNormal(z float64, a [5]float64) float64 {
	var m [16]float64 // moments: the integral of u^j exp(-z u - u^2/2)
	m[0] = millsRatio(z)
	m[1] = 1 - z*m[0]
	for j := 2; j < len(m); j++ {
		m[j] = float64(j-1)*m[j-2] - z*m[j-1]
	}
	a3, a4, a5, a6, a7 := a[0], a[1], a[2], a[3], a[4]
	b := a3 * a3
	return m[0] + (a3*m[3] +
		(a4*m[4] + b/2*m[6]) +
		(a5*m[5] + a3*a4*m[7] + a3*b/6*m[9]) +
		(a6*m[6] + (a3*a5+a4*a4/2)*m[8] + b*a4/2*m[10] + b*b/24*m[12]) +
		(a7*m[7] + (a3*a6+a4*a5)*m[9] + (b*a5+a3*a4*a4)/2*m[11] + a3*b*a4/6*m[13] + a3*b*b/120*m[15]))
}

// Mills' ratio, the upper tail of the normal distribution over its density, is kept on a grid and taken between its
// points by Taylor's series, whose terms follow from its differential equation M' = z M - 1.
const (
	millsStep  = 0.25
	millsFrom  = -1.0
	millsUpTo  = 13.0
	millsTerms = 12
)

var millsGrid = sync.OnceValue(func() []float64 {
	grid := make([]float64, int((millsUpTo-millsFrom)/millsStep)+1)
	for i := range grid {
		grid[i] = millsExact(millsFrom + float64(i)*millsStep)
	}
	return grid
})

func millsExact(z float64) float64 {
	return math.Sqrt(math.Pi/2) * math.Exp(z*z/2) * math.Erfc(z/math.Sqrt2)
}

func millsRatio(z float64) float64 {
	if !(z > millsFrom && z < millsUpTo) {
		return millsExact(z)
	}
	grid := millsGrid()
	i := int((z-millsFrom)/millsStep + 0.5)
	at := millsFrom + float64(i)*millsStep
	d := z - at
	// The derivatives over the factorials: t(0) = M, t(1) = z M - 1, (k + 1) t(k + 1) = z t(k) + t(k - 1).
	before, term := grid[i], at*grid[i]-1
	sum, power := before+term*d, d
	for k := 1; k < millsTerms; k++ {
		before, term = term, (at*term+before)*inverse[k+1]
		power *= d
		sum += term * power
	}
	return sum
}

// inverse are the inverses of small whole numbers.
var inverse = [millsTerms + 1]float64{0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11, 1.0 / 12}

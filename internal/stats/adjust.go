package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Adjusted holds the p values of one planned family of comparisons, adjusted for their number, in the order given.
type Adjusted struct {
	Holm               []float64 // Holm (1979): the default
	BenjaminiHochberg  []float64 // false discovery rate of independent tests (1995)
	BenjaminiYekutieli []float64 // false discovery rate under any dependence (2001)
	Bonferroni         []float64
}

// AdjustP adjusts p values. It refuses values outside 0 to 1.
func AdjustP(p []float64) (Adjusted, error) {
	m := len(p)
	order := make([]int, m)
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return Adjusted{}, fmt.Errorf("p value %d is %v, allowed is 0 to 1", i+1, v)
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	a := Adjusted{make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, m)}
	harmonic := 0.0
	for i := range m {
		harmonic += 1 / float64(i+1)
	}
	least := 0.0
	for rank, i := range order {
		least = math.Max(least, float64(m-rank)*p[i])
		a.Holm[i] = math.Min(1, least)
		a.Bonferroni[i] = math.Min(1, float64(m)*p[i])
	}
	most, mostBY := 1.0, 1.0
	for rank := m - 1; rank >= 0; rank-- {
		i := order[rank]
		v := float64(m) * p[i] / float64(rank+1)
		most, mostBY = math.Min(most, v), math.Min(mostBY, v*harmonic)
		a.BenjaminiHochberg[i], a.BenjaminiYekutieli[i] = most, mostBY
	}
	return a, nil
}

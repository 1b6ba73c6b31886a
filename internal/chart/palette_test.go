package chart_test

import (
	"math"
	"strconv"
	"testing"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/study"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatalf("%q is no colour: %v", hex, err)
		}
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestInksAndConditionsAreLegible(t *testing.T) {
	type pair struct{ name, ink, paper string }
	pairs := []pair{
		{"ink", chart.LightInk, chart.LightPaper}, {"faint", chart.LightFaint, chart.LightPaper},
		{"ink, dark", chart.DarkInk, chart.DarkPaper}, {"faint, dark", chart.DarkFaint, chart.DarkPaper},
	}
	for _, c := range study.Conditions() {
		f := chart.OfCondition(c)
		pairs = append(pairs, pair{string(c), f.Light, chart.LightPaper}, pair{string(c) + ", dark", f.Dark, chart.DarkPaper},
			pair{string(c) + ", white on it", "#ffffff", f.Light})
	}
	for _, p := range pairs {
		if got := contrast(t, p.ink, p.paper); got < 4.5 {
			t.Errorf("%s: contrast %.2f, want at least 4.5", p.name, got)
		}
	}
}

func TestFillsOfOneChartDifferWithoutColour(t *testing.T) {
	var conditions, categories, grid []chart.Fill
	for _, c := range study.Conditions() {
		conditions = append(conditions, chart.OfCondition(c))
	}
	for _, c := range study.Categories() {
		categories = append(categories, chart.OfCategory(c))
	}
	for g := study.Grid(1); g <= study.GridBlocked; g++ {
		grid = append(grid, chart.OfGrid(g))
	}
	for _, list := range [][]chart.Fill{conditions, categories, grid} {
		seen := map[chart.Pattern]string{}
		for _, f := range list {
			if other, ok := seen[f.Pattern]; ok {
				t.Errorf("%s and %s have the same pattern %s", f.Name, other, f.Pattern)
			}
			seen[f.Pattern] = f.Name
		}
	}
}

func TestFillNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range chart.Fills() {
		if seen[f.Name] {
			t.Errorf("%s twice", f.Name)
		}
		seen[f.Name] = true
	}
	if chart.OfCondition("elsewhere").Name != "unknown" || chart.OfGrid(9).Name != "grid-5" {
		t.Error("values off the scale have no fill of their own")
	}
}

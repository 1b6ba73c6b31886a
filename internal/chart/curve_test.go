package chart_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/chart"
)

func widths() chart.Curve {
	return chart.Curve{
		Heading: chart.Heading{ID: "plan", Title: "Breite des Intervalls", Desc: "Je mehr Antworten, desto schmaler."},
		XAxis:   "Antworten", YAxis: "Breite",
		Lines: []chart.Line{
			{Name: "2 Bewertende", Points: []chart.Point{{10, 0.9}, {20, 0.62}, {40, 0.41}, {80, 0.29}}},
			{Name: "5 Bewertende", Points: []chart.Point{{10, 0.6}, {20, 0.4}, {40, 0.3}, {80, 0.28}}},
		},
		Marks: []chart.Mark{{At: 0.3, Name: "gewünscht"}},
		At:    []chart.Mark{{At: 40, Name: "40"}},
	}
}

func TestCurveStaysAsItWas(t *testing.T) { golden(t, "curve.svg", widths().SVG(comma{})) }

func TestEveryCurveIsReadByEveryProgram(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := chart.Curve{Heading: chart.Heading{ID: "x", Title: "<&>", Desc: "d"}, XAxis: "x", YAxis: "y"}
		for range rapid.IntRange(0, 7).Draw(rt, "lines") {
			l := chart.Line{Name: rapid.String().Draw(rt, "name")}
			for range rapid.IntRange(0, 5).Draw(rt, "points") {
				l.Points = append(l.Points, chart.Point{X: rapid.Float64Range(0, 1e9).Draw(rt, "x"), Y: rapid.Float64Range(-1, 1e3).Draw(rt, "y")})
			}
			c.Lines = append(c.Lines, l)
		}
		svg := c.SVG(comma{})
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || c.SVG(comma{}) != svg {
			rt.Fatalf("a place is no number, or two drawings differ:\n%s", svg)
		}
	})
	for _, most := range []float64{0, 1e-9, 0.3, 1, 7, 95, 1234, math.Inf(1)} {
		c := chart.Curve{Lines: []chart.Line{{Points: []chart.Point{{most, most}}}}}
		if n := strings.Count(c.SVG(comma{}), "chart-rule"); n < 4 || n > 12 {
			t.Errorf("up to %v: %d ticks", most, n)
		}
	}
}

package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Point is one place of a line.
type Point struct{ X, Y float64 }

// Line is one series of a curve: its points from left to right, with its name at the last one.
type Line struct {
	Name   string
	Points []Point
}

// Curve draws how one quantity depends on another, a line a series. Lines are told apart by dashes and by their names
// at the right end. Axes begin at 0 and end at a round number.
type Curve struct {
	Heading
	XAxis, YAxis string // what the axes measure
	Lines        []Line
	Marks        []Mark // level lines across, for instance a wanted width
	At           []Mark // upright lines, for instance the number that reaches it
}

const (
	curveLeft   = 64.0
	curveRight  = 130.0 // room for the names
	curveTop    = 26.0
	curveHeight = 280.0
)

// dashes tell up to six lines apart without colour.
var dashes = [...]string{"", "7 4", "2 3", "10 3 2 3", "5 2", "1 4"}

// SVG draws the curve.
func (c Curve) SVG(numbers Numbers) string { return c.Draw(numbers).SVG() }

// Draw draws it for a page or as a picture.
func (c Curve) Draw(numbers Numbers) Drawing {
	k := newCanvas(c.Heading)
	right, bottom := width-curveRight, curveTop+curveHeight
	xs, ys := c.axes()
	x := func(v float64) float64 { return curveLeft + clamp(v/xs.end)*(right-curveLeft) }
	y := func(v float64) float64 { return bottom - clamp(v/ys.end)*curveHeight }
	for _, t := range ys.ticks() {
		k.line(curveLeft, y(t), right, y(t), "chart-rule")
		k.words(curveLeft-8, y(t)+4, numbers.Number(t, ys.decimals), "end", smallSize, true)
	}
	k.line(curveLeft, bottom, right, bottom, "chart-line")
	for _, t := range xs.ticks() {
		k.line(x(t), bottom, x(t), bottom+5, "chart-line")
		k.words(x(t), bottom+18, numbers.Number(t, xs.decimals), "middle", smallSize, true)
	}
	for _, m := range c.Marks {
		k.line(curveLeft, y(m.At), right, y(m.At), "chart-mark")
		k.words(curveLeft+6, y(m.At)-5, m.Name, "start", smallSize, true)
	}
	for _, m := range c.At {
		k.line(x(m.At), curveTop, x(m.At), bottom, "chart-mark")
		k.words(x(m.At), curveTop-8, m.Name, "middle", smallSize, true)
	}
	for i, l := range c.Lines {
		k.path(l, dashes[i%len(dashes)], x, y)
	}
	k.names(c.Lines, right+6, y)
	k.words(curveLeft-40, curveTop-10, c.YAxis, "start", smallSize, true)
	k.words((curveLeft+right)/2, bottom+38, c.XAxis, "middle", smallSize, true)
	return k.finish(c.Heading, bottom+46)
}

// clamp keeps a share of an axis on it.
func clamp(share float64) float64 { return min(max(share, 0), 1) }

// path draws one line with a dot at each point.
func (k *canvas) path(l Line, dash string, x, y func(float64) float64) {
	if len(l.Points) == 0 {
		return
	}
	var way strings.Builder
	for i, p := range l.Points {
		verb := "L"
		if i == 0 {
			verb = "M"
		}
		way.WriteString(verb + num(x(p.X)) + " " + num(y(p.Y)))
	}
	extra := ""
	if dash != "" {
		extra = ` stroke-dasharray="` + dash + `"`
	}
	fmt.Fprintf(&k.body, `<path d="%s" fill="none" stroke="%s" stroke-width="1.6" class="chart-line"%s/>`+"\n", way.String(), LightInk, extra)
	for i := 1; i < len(l.Points); i++ {
		a, b := l.Points[i-1], l.Points[i]
		k.marks = append(k.marks, mark{kind: lineMark, x: x(a.X), y: y(a.Y), w: x(b.X), h: y(b.Y), stroke: LightInk, thick: 1.6, dash: dashOf(dash)})
	}
	for _, p := range l.Points {
		k.shape(x(p.X)-2.5, y(p.Y)-2.5, 5, 5, "chart-point", LightInk)
	}
}

// names writes the names of the lines beside their last points, in the order of these, pushed down where they would
// overlap.
func (k *canvas) names(lines []Line, at float64, y func(float64) float64) {
	type name struct {
		text  string
		place float64
	}
	var all []name
	for _, l := range lines {
		if n := len(l.Points); n > 0 {
			all = append(all, name{l.Name, y(l.Points[n-1].Y) + 4})
		}
	}
	slices.SortStableFunc(all, func(a, b name) int { return cmp.Compare(a.place, b.place) })
	free := math.Inf(-1)
	for _, n := range all {
		free = max(n.place, free)
		k.words(at, free, n.text, "start", smallSize, false)
		free += lineHeight
	}
}

// axis ends at a round number and has a tick at each step.
type axis struct {
	end, step float64
	decimals  int
}

func (a axis) ticks() []float64 {
	var list []float64
	for i := 0; float64(i)*a.step <= a.end*(1+1e-9); i++ {
		list = append(list, float64(i)*a.step)
	}
	return list
}

func (c Curve) axes() (x, y axis) {
	var mostX, mostY float64
	for _, l := range c.Lines {
		for _, p := range l.Points {
			mostX, mostY = max(mostX, p.X), max(mostY, p.Y)
		}
	}
	for _, m := range c.Marks {
		mostY = max(mostY, m.At)
	}
	for _, m := range c.At {
		mostX = max(mostX, m.At)
	}
	return roundAxis(mostX), roundAxis(mostY)
}

// roundAxis has four to ten steps of 1, 2 or 5 times a power of ten; without anything to show it ends at 1.
func roundAxis(most float64) axis {
	if !(most > 0) || math.IsInf(most, 0) {
		most = 1
	}
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1, 2} {
		if step := f * power; most/step <= 8 {
			return axis{end: math.Ceil(most/step-1e-9) * step, step: step, decimals: max(0, int(-math.Floor(math.Log10(step)+1e-9)))}
		}
	}
	return axis{end: 10 * power, step: 2 * power, decimals: max(0, int(-math.Floor(math.Log10(2*power))))}
}

package chart

// Estimate is one row of a forest plot: a value with its interval. Text is the same in words and numbers and stands
// at the right; where there is no value it says why, and nothing is drawn.
type Estimate struct {
	Label    string
	Value    float64
	Defined  bool
	Low      float64
	High     float64
	Interval bool // Low and High are there
	Text     string
	Fill     Fill // of the square; its zero value is the ink
}

// Mark is an upright line with a name, for instance a conventional limit.
type Mark struct {
	At   float64
	Name string
}

// Forest is a forest plot on an axis from Min to Max. Whatever lies outside ends at the edge with an arrow head.
type Forest struct {
	Heading
	Axis     string // what the axis measures
	Min, Max float64
	Ticks    []float64
	Decimals int // of the ticks
	Marks    []Mark
	Rows     []Estimate
}

const (
	forestLabel = 215.0
	forestText  = 165.0
	forestStep  = 32.0
)

// SVG draws the plot.
func (f Forest) SVG(numbers Numbers) string { return f.Draw(numbers).SVG() }

// Draw draws it for a page or as a picture.
func (f Forest) Draw(numbers Numbers) Drawing {
	c := newCanvas(f.Heading)
	left, right := forestLabel, width-forestText
	at := f.scale(left, right)
	top := 22.0
	bottom := top + forestStep*float64(len(f.Rows))
	for _, m := range f.Marks {
		c.line(at(m.At), top-4, at(m.At), bottom, "chart-mark")
		c.words(at(m.At), top-9, m.Name, "middle", smallSize, true)
	}
	y := top + forestStep/2
	for _, r := range f.Rows {
		c.lines(left-14, y, r.Label, "end", forestLabel-18)
		if r.Defined {
			f.estimate(c, r, y, at)
		}
		c.lines(right+14, y, r.Text, "start", forestText-14)
		y += forestStep
	}
	c.line(left, bottom, right, bottom, "chart-line")
	for _, t := range f.Ticks {
		c.line(at(t), bottom, at(t), bottom+5, "chart-line")
		c.words(at(t), bottom+18, numbers.Number(t, f.Decimals), "middle", smallSize, true)
	}
	c.words((left+right)/2, bottom+36, f.Axis, "middle", smallSize, true)
	return c.finish(f.Heading, bottom+44)
}

// scale maps a value to its place; values outside the axis are kept at its ends. An axis without extent puts all
// in the middle.
func (f Forest) scale(left, right float64) func(float64) float64 {
	return func(v float64) float64 {
		if !(f.Max > f.Min) {
			return (left + right) / 2
		}
		share := (v - f.Min) / (f.Max - f.Min)
		return left + min(max(share, 0), 1)*(right-left)
	}
}

// estimate draws interval and value of one row. A square stands for the value; open heads show that the interval
// goes on beyond the axis.
func (f Forest) estimate(c *canvas, r Estimate, y float64, at func(float64) float64) {
	if r.Interval {
		low, high := at(r.Low), at(r.High)
		c.line(low, y, high, y, "chart-line")
		f.end(c, low, y, r.Low < f.Min, 1)
		f.end(c, high, y, r.High > f.Max, -1)
	}
	if r.Fill.Name != "" {
		c.area(at(r.Value)-6, y-6, 12, 12, r.Fill)
		return
	}
	c.shape(at(r.Value)-4.5, y-4.5, 9, 9, "chart-point", LightInk)
}

// end draws the end of an interval: a bar, or a head when the interval goes on. inward is 1 at the left end.
func (f Forest) end(c *canvas, x, y float64, beyond bool, inward float64) {
	if !beyond {
		c.line(x, y-5, x, y+5, "chart-line")
		return
	}
	c.line(x, y, x+6*inward, y-5, "chart-line")
	c.line(x, y, x+6*inward, y+5, "chart-line")
}

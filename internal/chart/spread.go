package chart

import (
	"math"
	"strconv"
)

// Spread shows how ratings on a scale of steps spread: a row for each rated thing, a disc for each step that was
// given, the larger the more often. The number stands in the disc, a line joins the outermost steps.
type Spread struct {
	Heading
	Steps []string // names of the steps, from the first to the last
	Rows  []SpreadRow
}

// SpreadRow is one rated thing.
type SpreadRow struct {
	Label  string
	Counts []int // by step; a negative one counts as 0
	Fill   Fill
	Note   string // at the end of the row; where nothing was rated it says so
}

const (
	spreadStep  = 40.0
	spreadSmall = 13.0 // radius of the smallest disc: it shows around the number
	spreadLarge = 18.0
)

// SVG draws the chart.
func (s Spread) SVG() string { return s.Draw().SVG() }

// Draw draws it for a page or as a picture.
func (s Spread) Draw() Drawing {
	c := newCanvas(s.Heading)
	left, right := labelRoom, width-noteRoom
	column := (right - left) / float64(max(len(s.Steps), 1))
	x := func(i int) float64 { return left + column*(float64(i)+0.5) }
	top := 34.0
	bottom := top + spreadStep*float64(len(s.Rows))
	for i, name := range s.Steps {
		c.lines(x(i), 14, name, "middle", column-6)
		c.line(x(i), top-4, x(i), bottom, "chart-rule")
	}
	most := 1
	for _, r := range s.Rows {
		for i := range s.Steps {
			most = max(most, part(r.Counts, i))
		}
	}
	y := top + spreadStep/2
	for _, r := range s.Rows {
		c.lines(left-12, y, r.Label, "end", labelRoom-16)
		c.spread(r, len(s.Steps), most, y, x)
		if r.Note != "" {
			c.note(right+10, y, r.Note)
		}
		y += spreadStep
	}
	return c.finish(s.Heading, bottom+6)
}

// spread draws the discs of one row. Their area goes with the count.
func (c *canvas) spread(r SpreadRow, steps, most int, y float64, x func(int) float64) {
	first, last := -1, -1
	for i := range steps {
		if part(r.Counts, i) > 0 {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return
	}
	c.line(x(first), y, x(last), y, "chart-line")
	for i := range steps {
		if n := part(r.Counts, i); n > 0 {
			radius := max(spreadSmall, spreadLarge*math.Sqrt(float64(n)/float64(most)))
			c.disc(x(i), y, radius, r.Fill)
			c.plate(x(i), y+smallSize*0.36, strconv.Itoa(n))
		}
	}
}

package chart

import (
	"strconv"
)

// Series is one kind of part in every bar.
type Series struct {
	Name string
	Fill Fill
}

// Bar is one row: its parts in the order of the series. Note stands at its end, for instance what is missing.
type Bar struct {
	Label string
	Parts []int // counts; a negative one counts as 0
	Note  string
}

// Stacked is a chart of horizontal bars, each cut into counted parts and drawn to its full width, so that bars of
// different totals can be compared. The counts stand in the parts and the total in the note. A bar without anything
// counted is an empty frame with its note, never a bar of width 0.
type Stacked struct {
	Heading
	Series []Series
	Bars   []Bar
}

const (
	barHeight = 26.0
	barStep   = 42.0
	labelRoom = 190.0
	noteRoom  = 120.0
)

// SVG draws the chart.
func (s Stacked) SVG() string { return s.Draw().SVG() }

// Draw draws it for a page or as a picture.
func (s Stacked) Draw() Drawing {
	c := newCanvas(s.Heading)
	y := c.legend(s.Series)
	left, room := labelRoom, width-labelRoom-noteRoom
	for _, b := range s.Bars {
		c.lines(left-12, y+barHeight/2, b.Label, "end", labelRoom-16)
		c.parts(left, y, room, b.Parts, s.Series)
		if b.Note != "" {
			c.note(left+room+10, y+barHeight/2, b.Note)
		}
		y += barStep
	}
	return c.finish(s.Heading, y)
}

func (c *canvas) note(x, middle float64, s string) {
	parts := wrap(s, noteRoom-10, smallSize)
	y := middle - float64(len(parts)-1)*7 + smallSize*0.36
	for _, p := range parts {
		c.words(x, y, p, "start", smallSize, true)
		y += 14
	}
}

// parts draws one bar. Places are computed from whole counts, so that parts neither overlap nor leave a gap.
func (c *canvas) parts(x, y, room float64, counts []int, series []Series) {
	total := 0
	for i := range series {
		total += part(counts, i)
	}
	c.frame(x, y, room, barHeight)
	if total == 0 {
		return
	}
	before := 0
	for i, s := range series {
		n := part(counts, i)
		if n == 0 {
			continue
		}
		from := x + room*float64(before)/float64(total)
		to := x + room*float64(before+n)/float64(total)
		c.area(from, y, to-from, barHeight, s.Fill)
		if to-from >= 22 {
			c.plate((from+to)/2, y+barHeight/2+smallSize*0.36, strconv.Itoa(n))
		}
		before += n
	}
}

func part(counts []int, i int) int {
	if i >= len(counts) {
		return 0
	}
	return max(counts[i], 0)
}

// frame draws the four edges of a box.
func (c *canvas) frame(x, y, w, h float64) {
	c.line(x, y, x+w, y, "chart-rule")
	c.line(x, y+h, x+w, y+h, "chart-rule")
	c.line(x, y, x, y+h, "chart-rule")
	c.line(x+w, y, x+w, y+h, "chart-rule")
}

// legend draws the names of the series in lines as wide as the chart and gives back where the bars begin.
func (c *canvas) legend(series []Series) float64 {
	x, y := 0.0, 4.0
	for _, s := range series {
		need := 22 + textWidth(s.Name, textSize) + 18
		if x > 0 && x+need > width {
			x, y = 0, y+22
		}
		c.area(x, y, 16, 14, s.Fill)
		c.words(x+22, y+11.5, s.Name, "start", textSize, false)
		x += need
	}
	return y + 32
}

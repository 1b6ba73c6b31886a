package chart

// FlowBox is a box of a flow diagram: a heading and lines under it.
type FlowBox struct {
	Title string
	Lines []string
}

// FlowStep is a box and what leaves the flow after it; nil: nothing can leave here.
type FlowStep struct {
	Box FlowBox
	Out *FlowBox
}

// FlowColumn is what becomes of the things of one kind: its steps, and the boxes in which the flow ends, one under the
// other. Fill is the colour that marks the column beside its name.
type FlowColumn struct {
	Fill   Fill
	Steps  []FlowStep
	Leaves []FlowBox
}

// Flow is a flow diagram: a trunk whose exclusions leave to the right, then one column for each kind, whose exclusions
// stand between its boxes with a broken edge.
type Flow struct {
	Heading
	Trunk   []FlowStep
	Columns []FlowColumn
}

const (
	flowTrunk = 330.0 // width of the trunk's boxes
	flowGap   = 22.0  // between boxes, for the arrow
	flowPad   = 8.0
	flowSide  = 10.0 // between columns
	flowEdge  = 4.0  // so that the outermost edges are drawn whole even where a page cuts a picture by a hair
	flowIn    = 16.0 // how far what branches off stands in
	flowMark  = 5.0  // height of a column's colour
)

// SVG draws the diagram.
func (f Flow) SVG() string { return f.Draw().SVG() }

// Draw draws it for a page or as a picture.
func (f Flow) Draw() Drawing {
	c := newCanvas(f.Heading)
	y := 6.0
	for i, s := range f.Trunk {
		y = c.flowTrunk(s, y, i < len(f.Trunk)-1, len(f.Columns) > 0)
	}
	if n := float64(len(f.Columns)); n > 0 {
		room := (width - 2*flowEdge - flowSide*(n-1)) / n
		if len(f.Trunk) > 0 {
			c.flowFork(len(f.Columns), room, y)
			y += flowGap
		}
		y = c.flowColumns(f.Columns, room, y)
	}
	return c.finish(f.Heading, y+4)
}

// flowTrunk draws one box of the trunk at height y with its exclusion and the way to what follows, the next box of the
// trunk or the columns, and gives the height of what follows.
func (c *canvas) flowTrunk(s FlowStep, y float64, next, columns bool) float64 {
	middle := flowEdge + flowTrunk/2
	bottom := y + c.flowBox(s.Box, flowEdge, y, flowTrunk, textSize, "chart-line")
	end := bottom
	if s.Out != nil {
		x := flowEdge + flowTrunk + 50
		w := width - flowEdge - x
		at := bottom + flowGap/2
		height := boxHeight(*s.Out, w, smallSize)
		top := max(y, at-height/2)
		c.flowBox(*s.Out, x, top, w, smallSize, "chart-mark")
		c.line(middle, at, x, at, "chart-line")
		c.head(x, at, -1, 0)
		if !next && !columns {
			c.line(middle, bottom, middle, at, "chart-line")
		}
		end = max(at-flowGap/2, top+height-flowGap/2)
	}
	if !next && !columns {
		return end + flowGap
	}
	c.line(middle, bottom, middle, end+flowGap, "chart-line")
	if next {
		c.head(middle, end+flowGap, 0, -1)
	}
	return end + flowGap
}

// flowX is where a column begins.
func flowX(i int, room float64) float64 { return flowEdge + float64(i)*(room+flowSide) }

// flowFork leads from the trunk to every column.
func (c *canvas) flowFork(columns int, room, y float64) {
	first, last := flowEdge+flowTrunk/2, flowEdge+flowTrunk/2
	for i := range columns {
		x := flowX(i, room) + room/2
		first, last = min(first, x), max(last, x)
		c.line(x, y, x, y+flowGap, "chart-line")
		c.head(x, y+flowGap, 0, -1)
	}
	c.line(first, y, last, y, "chart-line")
}

// flowRow is what stands at one height in every column.
type flowRow struct {
	box    func(FlowColumn) (FlowBox, bool)
	class  string
	branch bool // it branches off and stands in a little
}

// flowColumns draws the columns side by side: boxes of one step begin at the same height.
func (c *canvas) flowColumns(columns []FlowColumn, room, y float64) float64 {
	for i, col := range columns {
		c.area(flowX(i, room), y, room, flowMark, col.Fill)
	}
	y += flowMark
	spine := make([]float64, len(columns)) // where the last box that others branch off ends
	for i := range spine {
		spine[i] = y
	}
	for _, r := range flowRows(columns) {
		height := 0.0
		for i, col := range columns {
			if b, ok := r.box(col); ok {
				height = max(height, c.flowCell(b, r, flowX(i, room), y, room, &spine[i]))
			}
		}
		if height > 0 {
			y += height + flowGap/2
		}
	}
	return y
}

// flowCell draws one box of a column and what joins it to the box above.
func (c *canvas) flowCell(b FlowBox, r flowRow, x, y, room float64, spine *float64) float64 {
	joint := x + flowIn/2
	if !r.branch {
		if y > *spine {
			c.line(joint, *spine, joint, y, "chart-line")
		}
		h := c.flowBox(b, x, y, room, smallSize, r.class)
		*spine = y + h
		return h
	}
	h := boxHeight(b, room-flowIn, smallSize)
	c.line(joint, *spine, joint, y+h/2, "chart-line")
	c.line(joint, y+h/2, x+flowIn, y+h/2, "chart-line")
	return c.flowBox(b, x+flowIn, y, room-flowIn, smallSize, r.class)
}

// flowRows lists the rows of all columns: each step with what leaves after it, then the ends.
func flowRows(columns []FlowColumn) []flowRow {
	steps, leaves := 0, 0
	for _, col := range columns {
		steps, leaves = max(steps, len(col.Steps)), max(leaves, len(col.Leaves))
	}
	var rows []flowRow
	for s := range steps {
		rows = append(rows,
			flowRow{func(col FlowColumn) (FlowBox, bool) {
				if s >= len(col.Steps) {
					return FlowBox{}, false
				}
				return col.Steps[s].Box, true
			}, "chart-line", false},
			flowRow{func(col FlowColumn) (FlowBox, bool) {
				if s >= len(col.Steps) || col.Steps[s].Out == nil {
					return FlowBox{}, false
				}
				return *col.Steps[s].Out, true
			}, "chart-mark", true})
	}
	for l := range leaves {
		rows = append(rows, flowRow{func(col FlowColumn) (FlowBox, bool) {
			if l >= len(col.Leaves) {
				return FlowBox{}, false
			}
			return col.Leaves[l], true
		}, "chart-line", true})
	}
	return rows
}

// flowBox draws a box and gives its height.
func (c *canvas) flowBox(b FlowBox, x, y, w, size float64, class string) float64 {
	h := boxHeight(b, w, size)
	c.shape(x, y, w, h, "chart-paper", LightPaper)
	for _, e := range [][4]float64{{x, y, x + w, y}, {x + w, y, x + w, y + h}, {x + w, y + h, x, y + h}, {x, y + h, x, y}} {
		c.line(e[0], e[1], e[2], e[3], class)
	}
	at := y + flowPad + size*0.8
	for _, line := range boxLines(b, w, size) {
		c.words(x+flowPad, at, line.text, "start", size, line.faint)
		at += size * 1.25
	}
	return h
}

type boxLine struct {
	text  string
	faint bool
}

func boxLines(b FlowBox, w, size float64) []boxLine {
	var lines []boxLine
	for _, s := range wrap(b.Title, w-2*flowPad, size) {
		lines = append(lines, boxLine{text: s})
	}
	for _, l := range b.Lines {
		for _, s := range wrap(l, w-2*flowPad, size) {
			lines = append(lines, boxLine{text: s, faint: true})
		}
	}
	return lines
}

func boxHeight(b FlowBox, w, size float64) float64 {
	return 2*flowPad + float64(len(boxLines(b, w, size)))*size*1.25 - size*0.25
}

// head draws an arrow head with its point at x, y; dx, dy lead back along the arrow.
func (c *canvas) head(x, y, dx, dy float64) {
	c.line(x, y, x+6*dx-4*dy, y+6*dy-4*dx, "chart-line")
	c.line(x, y, x+6*dx+4*dy, y+6*dy+4*dx, "chart-line")
}

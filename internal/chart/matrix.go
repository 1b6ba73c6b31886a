package chart

import (
	"fmt"
	"strconv"
)

// Matrix is an agreement matrix: how often one rater's word (row) met another's (column). Cells of equal words lie
// on the diagonal and have a thick frame. The shade goes with the count and the number is always written.
type Matrix struct {
	Heading
	RowTitle    string // whose words the rows are
	ColumnTitle string
	Words       []string // of rows and columns alike, in the order of the scale
	Cells       [][]int  // [row][column]; what is outside is 0
}

const (
	cellWidth  = 118.0
	cellHeight = 40.0
	matrixLeft = 220.0
)

// SVG draws the matrix.
func (m Matrix) SVG() string { return m.Draw().SVG() }

// Draw draws it for a page or as a picture.
func (m Matrix) Draw() Drawing {
	c := newCanvas(m.Heading)
	n := len(m.Words)
	w := min(cellWidth, (width-matrixLeft)/float64(max(n, 1)))
	top := 62.0
	c.words(matrixLeft+w*float64(n)/2, 14, m.ColumnTitle, "middle", textSize, true)
	c.lines(0, top-18, m.RowTitle, "start", matrixLeft-20)
	most := 1
	for i := range n {
		for j := range n {
			most = max(most, m.cell(i, j))
		}
	}
	for i, word := range m.Words {
		c.lines(matrixLeft+w*(float64(i)+0.5), top-18, word, "middle", w-6)
		c.lines(matrixLeft-12, top+cellHeight*(float64(i)+0.5), word, "end", matrixLeft-20)
		for j := range n {
			m.box(c, matrixLeft+w*float64(j), top+cellHeight*float64(i), w, i == j, m.cell(i, j), most)
		}
	}
	return c.finish(m.Heading, top+cellHeight*float64(n)+6)
}

func (m Matrix) cell(i, j int) int {
	if i >= len(m.Cells) || j >= len(m.Cells[i]) {
		return 0
	}
	return max(m.Cells[i][j], 0)
}

// box draws one cell. Shading stops at a third of full ink, so that the number on it stays legible.
func (m Matrix) box(c *canvas, x, y, w float64, same bool, count, most int) {
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="#1f5fa8" fill-opacity="%s" class="chart-shade"/>`+"\n",
		num(x), num(y), num(w), num(cellHeight), num(0.30*float64(count)/float64(most)))
	shade := 0.30 * float64(count) / float64(most)
	c.marks = append(c.marks, mark{kind: boxMark, x: x, y: y, w: w, h: cellHeight, fill: Fill{Light: mixed("#1f5fa8", LightPaper, shade), Dark: mixed("#1f5fa8", DarkPaper, shade), Pattern: Plain}})
	stroke, class := 1.0, "chart-cell"
	inset := 0.0
	if same {
		stroke, class, inset = 2.5, "chart-cell chart-same", 1.25
	}
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="%s" stroke-width="%s" class="%s"/>`+"\n",
		num(x+inset), num(y+inset), num(w-2*inset), num(cellHeight-2*inset), LightInk, num(stroke), class)
	c.marks = append(c.marks, mark{kind: boxMark, x: x + inset, y: y + inset, w: w - 2*inset, h: cellHeight - 2*inset, stroke: LightInk, thick: stroke})
	c.words(x+w/2, y+cellHeight/2+5, strconv.Itoa(count), "middle", 15, false)
}

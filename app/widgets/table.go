package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// gridLayout stands cells in rows of columns with given shares of the width; a row is as high as its highest cell needs.
type gridLayout struct{ shares []float32 }

// Grid shows cells row by row in columns; shares are the parts of the width of each column. It is for small tables, whose
// texts wrap; long ones are lists.
func Grid(shares []float32, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&gridLayout{shares}, cells...)
}

// widths gives the width of each column.
func (l *gridLayout) widths(total float32) []float32 {
	sum := float32(0)
	for _, s := range l.shares {
		sum += s
	}
	widths := make([]float32, len(l.shares))
	room := total - theme.Padding()*float32(len(l.shares)-1)
	for i, s := range l.shares {
		widths[i] = max(0, room*s/sum)
	}
	return widths
}

// Layout places the cells.
func (l *gridLayout) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	widths := l.widths(size.Width)
	y := float32(0)
	for row := 0; row < len(cells); row += len(widths) {
		line := cells[row:min(row+len(widths), len(cells))]
		height, x := float32(0), float32(0)
		for i, c := range line {
			height = max(height, settle(c, widths[i]))
		}
		for i, c := range line {
			c.Move(fyne.NewPos(x, y))
			c.Resize(fyne.NewSize(widths[i], height))
			x += widths[i] + theme.Padding()
		}
		y += height
	}
}

// MinSize is the sum of the rows at their present widths.
func (l *gridLayout) MinSize(cells []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for row := 0; row < len(cells); row += len(l.shares) {
		height := float32(0)
		for _, c := range cells[row:min(row+len(l.shares), len(cells))] {
			height = max(height, c.MinSize().Height)
		}
		size.Height += height
	}
	size.Width = leastWidth * theme.TextSize() * float32(len(l.shares))
	return size
}

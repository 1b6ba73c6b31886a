package extract

import (
	"cmp"
	"slices"
)

// acrossAll is the column of lines that run across all columns.
const acrossAll = -1

const (
	minColumnLines = 6    // lines on both sides of a gap that is one between columns
	fullLine       = 0.55 // share of a column's width that its lines fill on average; cells of tables fill less
)

// findGutters finds the gaps between columns of running text, from left to right.
func findGutters(parts []pdfLine, size float64) []float64 {
	var all []float64
	var search func(lines []pdfLine, depth int)
	search = func(lines []pdfLine, depth int) {
		at, ok := gutter(lines, size)
		if !ok || depth == 0 {
			return
		}
		var left, right []pdfLine
		for _, l := range lines {
			switch {
			case l.right <= at:
				left = append(left, l)
			case l.left >= at:
				right = append(right, l)
			}
		}
		search(left, depth-1)
		all = append(all, at)
		search(right, depth-1)
	}
	search(parts, 2)
	slices.SortFunc(all, cmp.Compare)
	return all
}

// gutter finds one gap: a place that hardly any line crosses, with running text on both sides.
func gutter(lines []pdfLine, size float64) (at float64, ok bool) {
	if len(lines) < 2*minColumnLines {
		return 0, false
	}
	area := lines[0].pdfBox
	for _, l := range lines[1:] {
		area = area.around(l.pdfBox)
	}
	width := area.right - area.left
	if width <= 0 || width > 2*farthest {
		return 0, false
	}
	crossed := make([]int, int(width)+2) // first where lines begin and end, then how many run through a place
	for _, l := range lines {
		crossed[int(l.left-area.left)]++
		crossed[int(l.right-area.left)+1]--
	}
	for x := 1; x < len(crossed); x++ {
		crossed[x] += crossed[x-1]
	}
	limit := len(lines) / 8
	best, from := 0, -1
	for x := len(crossed) / 5; x < len(crossed)*4/5; x++ {
		if crossed[x] > limit {
			from = -1
			continue
		}
		if from < 0 {
			from = x
		}
		if n := x - from + 1; n > best {
			best, at = n, area.left+float64(from)+float64(n)/2
		}
	}
	if float64(best) < gutterGap*size {
		return 0, false
	}
	return at, runningText(lines, at)
}

// runningText tells whether lines on both sides of a gap are those of running text, and stand side by side.
func runningText(lines []pdfLine, at float64) bool {
	var sides [2][]pdfLine
	for _, l := range lines {
		switch {
		case l.right <= at:
			sides[0] = append(sides[0], l)
		case l.left >= at:
			sides[1] = append(sides[1], l)
		}
	}
	var heights [2]pdfBox
	for i, side := range sides {
		if len(side) < minColumnLines {
			return false
		}
		box, filled := side[0].pdfBox, 0.0
		for _, l := range side {
			box = box.around(l.pdfBox)
			filled += l.right - l.left
		}
		if filled < fullLine*float64(len(side))*(box.right-box.left) {
			return false
		}
		heights[i] = box
	}
	overlap := min(heights[0].top, heights[1].top) - max(heights[0].bottom, heights[1].bottom)
	return overlap > 0.4*min(heights[0].top-heights[0].bottom, heights[1].top-heights[1].bottom)
}

// inColumns gives every line its column, and puts the lines in order when the file goes back and forth between
// columns. A file that goes through one column after the other is followed.
func inColumns(parts []pdfLine, gutters []float64) []pdfLine {
	if len(gutters) == 0 {
		return parts
	}
	var across []float64 // heights of lines that run across
	for i := range parts {
		l := &parts[i]
		l.column = columnOf(*l, gutters)
		if l.column == acrossAll {
			across = append(across, l.bottom)
		}
	}
	slices.SortFunc(across, cmp.Compare)
	for i := range parts {
		below, exact := slices.BinarySearch(across, parts[i].bottom)
		for exact && below < len(across) && across[below] == parts[i].bottom {
			below++
		}
		parts[i].band = len(across) - below
	}
	changes, limit := 0, 2*(len(across)+1)*(len(gutters)+1)
	for i := 1; i < len(parts); i++ {
		if parts[i].column != parts[i-1].column && parts[i].column != acrossAll && parts[i-1].column != acrossAll {
			changes++
		}
	}
	if changes <= limit {
		return parts
	}
	slices.SortStableFunc(parts, func(a, b pdfLine) int {
		if a.band != b.band {
			return a.band - b.band
		}
		if a.column != b.column {
			return a.column - b.column
		}
		return 0
	})
	return parts
}

// columnOf is the column in which a line stands.
func columnOf(l pdfLine, gutters []float64) int {
	for i, x := range gutters {
		if l.right <= x {
			return i
		}
		if l.left < x {
			return acrossAll
		}
	}
	return len(gutters)
}

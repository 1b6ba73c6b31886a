package normalise

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// table writes each row as a paragraph, its cells joined by semicolons (M4). Cells beyond the header's are content
// too, though the tree drops them; so the cells are read from the line.
func (w *walker) table(n *extast.Table) {
	end, first := -1, true
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		start := w.base + row.Pos()
		if row.Pos() < 0 || start < w.at {
			continue
		}
		if first {
			w.newBlock = true
			w.gap(start)
		}
		end = lineEnd(w.text, start)
		w.row(row, start, end, first)
		first = false
	}
	if !first {
		w.join(end, "")
	}
	w.heading = false
}

// row writes the cells of one row. w.at stands at the end of the last cell before it.
func (w *walker) row(row ast.Node, start, end int, first bool) {
	cell := row.FirstChild()
	for i, c := range cellsOf(w.text[start:end]) {
		between := "; "
		switch {
		case i == 0 && first:
			between = ""
		case i == 0:
			between = "\n\n"
		}
		w.join(start+c.start, between)
		if cell != nil {
			w.stars = w.stars[:0]
			w.inlines(cell)
			w.gap(start + c.end)
			w.strayBold()
			cell = cell.NextSibling()
		}
		w.at = start + c.end
	}
}

// join replaces what lies before the next cell.
func (w *walker) join(to int, between string) {
	if to < w.at {
		return
	}
	if w.text[w.at:to] != between {
		w.edits.replace(w.at, to, between, M4)
	}
	w.at = to
}

// span is a stretch of text, in bytes.
type span struct{ start, end int }

// cellsOf gives the cells of a table line without the blanks around them. A bar behind a backslash is content.
func cellsOf(line string) []span {
	start := blanksAt(line)
	end := len(strings.TrimRight(line, " \t"))
	if start < end && line[start] == '|' {
		start++
	}
	if end > start && line[end-1] == '|' && !escaped(line, end-1) {
		end--
	}
	var cells []span
	from := start
	for i := start; i <= end; i++ {
		if i < end && (line[i] != '|' || escaped(line, i)) {
			continue
		}
		c := span{from, i}
		c.start += blanksAt(line[from:i])
		c.end = c.start + len(strings.TrimRight(line[c.start:i], " \t"))
		cells = append(cells, c)
		from = i + 1
	}
	return cells
}

// escaped tells whether a backslash stands before i.
func escaped(line string, i int) bool { return i > 0 && line[i-1] == '\\' }

// rows are the stretches of a text that are pipe tables.
type rows []span

func (r rows) contains(at int) bool {
	for _, s := range r {
		if at >= s.start && at < s.end {
			return true
		}
	}
	return false
}

// tableRows finds the pipe tables of a text: a line with a bar, a delimiter row, and the lines with bars below.
func tableRows(text string) rows {
	if strings.IndexByte(text, '|') < 0 {
		return nil
	}
	var found rows
	var before span
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		if isDelimiterRow(text[start:end]) && strings.IndexByte(text[before.start:before.end], '|') >= 0 {
			stop := end
			for stop < len(text) {
				next := lineEnd(text, stop+1)
				if stop+1 >= len(text) || strings.IndexByte(text[stop+1:next], '|') < 0 {
					break
				}
				stop = next
			}
			found = append(found, span{before.start, stop})
			end = stop
		}
		before = span{start, end}
		start = end + 1
	}
	return found
}

// isDelimiterRow tells whether a line parts the head of a table from its body.
func isDelimiterRow(line string) bool {
	return strings.IndexByte(line, '-') >= 0 && strings.IndexByte(line, '|') >= 0 && strings.Trim(line, "|-: \t>") == ""
}

package legalref

import (
	"fmt"
	"io/fs"
	"strings"
)

// row is one line of a table, by column name.
type row map[string]string

// list splits a cell at ";". A lone semicolon as a phrase is written as "\;".
func (r row) list(column string) []string {
	var out []string
	for s := range strings.SplitSeq(strings.ReplaceAll(r[column], `\;`, "\x00"), ";") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, strings.ReplaceAll(s, "\x00", ";"))
		}
	}
	return out
}

// readTable reads a table of assets/legalref; the columns it names must be there.
func readTable(fsys fs.FS, name string, columns ...string) ([]row, error) {
	b, err := fs.ReadFile(fsys, name+".table")
	if err != nil {
		return nil, fmt.Errorf("reading table %s: %w", name, err)
	}
	var head []string
	var rows []row
	for n, l := range strings.Split(string(b), "\n") {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		cells := strings.Split(l, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if head == nil {
			head = cells
			continue
		}
		if len(cells) != len(head) {
			return nil, fmt.Errorf("table %s, line %d: %d cells, want %d", name, n+1, len(cells), len(head))
		}
		r := row{}
		for i, c := range head {
			r[c] = cells[i]
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("table %s is empty", name)
	}
	for _, c := range columns {
		if _, ok := rows[0][c]; !ok {
			return nil, fmt.Errorf("table %s has no column %q", name, c)
		}
	}
	return rows, nil
}

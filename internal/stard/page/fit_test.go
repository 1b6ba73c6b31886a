package page

import (
	"testing"
)

// TestNoWordOfATableIsBroken asks for room for the longest word of each column, whatever the column asked for.
func TestNoWordOfATableIsBroken(t *testing.T) {
	for name, table := range map[string]Table{
		"a date and a long heading": {Columns: []Column{{Title: "Fall", Width: 11}, {Title: "Stichtag der Rechtslage", Width: 3}, {Title: "Frage", Width: 80}},
			Rows: [][]Cell{Row("Test-01", "2026-03-01", "Ist die Kündigung wegen Mietzinsrückstands wirksam?")}},
		"a long word in the first column": {Columns: []Column{{Title: "Herkunft", Width: 5}, {Title: "Wert", Width: 60}}, Rows: [][]Cell{Row("Studierende und Auszubildende", "1")}},
		"columns that ask for nothing":    {Columns: []Column{{Title: "a"}, {Title: "b"}}, Rows: [][]Cell{Row("x", "Übereinstimmungskoeffizient")}},
		"a row with fewer cells":          {Columns: []Column{{Title: "a", Width: 9}, {Title: "b", Width: 1}}, Rows: [][]Cell{Row("x")}},
	} {
		widths, sum := fit(table), 0
		for _, w := range widths {
			sum += w
		}
		if sum > lineLength {
			t.Errorf("%s: %d letters on a line of %d", name, sum, lineLength)
		}
		for i, c := range table.Columns {
			words := []string{c.Title}
			for _, row := range table.Rows {
				if i < len(row) {
					words = append(words, row[i].Text)
				}
			}
			for _, w := range words {
				if n := min(longest(w), longWord); widths[i] < n+1 {
					t.Errorf("%s: column %d has room for %d letters, a word of %q has %d", name, i+1, widths[i], w, n)
				}
			}
		}
	}
}

// TestAColumnThatAsksForMoreGetsMore keeps the proportions where every word fits anyway.
func TestAColumnThatAsksForMoreGetsMore(t *testing.T) {
	widths := fit(Table{Columns: []Column{{Title: "a", Width: 20}, {Title: "b", Width: 60}}, Rows: [][]Cell{Row("x", "y")}})
	if widths[1] < 2*widths[0] {
		t.Errorf("got %v", widths)
	}
}

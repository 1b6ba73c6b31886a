package lang

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"

	"iucomstudien/internal/study"
)

// byteOrderMark tells spreadsheets that a table is UTF-8.
const byteOrderMark = "\ufeff"

// Table writes rows as a spreadsheet of the catalogue's language opens them: in UTF-8 with its mark, cells apart by a comma in
// English and by a semicolon otherwise, where the comma is the decimal sign.
func (c *Catalogue) Table(w io.Writer, rows [][]string) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString(byteOrderMark); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	t := csv.NewWriter(b)
	t.UseCRLF = true
	if c.Language() != study.English {
		t.Comma = ';'
	}
	if err := t.WriteAll(rows); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	return nil
}

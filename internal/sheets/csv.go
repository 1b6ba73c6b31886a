package sheets

import (
	"bytes"
	"encoding/csv"
	"fmt"
)

// WriteCSV writes a sheet as CSV for spreadsheets: UTF-8 with byte order mark, CRLF, separated by semicolons (German,
// Polish) or commas (English).
func WriteCSV(f Form) ([]byte, error) {
	l, err := sheetLayout()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	w.Comma = rune(separator(f.Language)[0])
	for _, row := range f.rows(l) {
		for i := range row {
			row[i] = guarded(row[i])
		}
		if err := w.Write(row); err != nil {
			return nil, fmt.Errorf("writing the sheet: %w", err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return nil, fmt.Errorf("writing the sheet: %w", err)
	}
	return b.Bytes(), nil
}

// rows are all rows of the sheet, unguarded.
func (f Form) rows(l *layout) [][]string {
	var rows [][]string
	for _, h := range f.headRows(l) {
		rows = append(rows, []string{h[0], h[1]})
	}
	columns := f.columns(l)
	headings := make([]string, len(columns))
	for i, c := range columns {
		headings[i] = c.Headings[f.Language]
	}
	rows = append(rows, headings)
	for _, code := range f.Codes {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = f.cell(l, c, code)
		}
		rows = append(rows, row)
	}
	return rows
}

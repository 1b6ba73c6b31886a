package sheets

import (
	"bytes"
	"strings"
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
	for _, row := range f.rows(l) {
		for i, text := range row {
			if i > 0 {
				b.WriteString(separator(f.Language))
			}
			b.WriteString(quoted(guarded(text)))
		}
		b.WriteString("\r\n")
	}
	return b.Bytes(), nil
}

// quoted puts a cell in quotation marks where any spreadsheet might cut it, whatever separator its country has:
// encoding/csv looks at the one separator of the file only.
func quoted(s string) string {
	if !strings.ContainsAny(s, ",;|\t\"\r\n") && strings.TrimSpace(s) == s {
		return s
	}
	s = strings.NewReplacer("\"", "\"\"", "\r\n", "\r\n", "\n", "\r\n").Replace(s)
	return "\"" + s + "\""
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

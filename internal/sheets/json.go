package sheets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// jsonFormat is the format of the sheets that the page writes as JSON, without its version.
const jsonFormat = "iucom-rating-sheet/"

// jsonSheet is a sheet as JSON: the same table as the CSV, with machine names and machine values.
type jsonSheet struct {
	Format  string            `json:"format"`
	Head    map[string]string `json:"head"` // by machine name
	Columns []string          `json:"columns"`
	Rows    [][]string        `json:"rows"`
}

// isJSON tells whether data is a sheet as JSON: no table begins with a brace.
func isJSON(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{"))
}

// readJSON makes a table of a sheet as JSON. Rows are counted from 1, as they stand in the file.
//
// Problems: ratings.json-broken, ratings.newer-sheet, file.too-large, and those of [extract.Decode].
func readJSON(data []byte) (extract.Workbook, error) {
	if len(data) > extract.MaxFile {
		return extract.Workbook{}, &study.Problem{ID: "file.too-large", Args: map[string]any{"limit": fmt.Sprintf("%d MB", extract.MaxFile>>20)}}
	}
	decoded, err := extract.Decode(data)
	if err != nil {
		return extract.Workbook{}, err
	}
	var s jsonSheet
	if err := json.Unmarshal([]byte(decoded.Text), &s); err != nil {
		return extract.Workbook{}, &study.Problem{ID: "ratings.json-broken", Err: err}
	}
	version, ours := strings.CutPrefix(s.Format, jsonFormat)
	n, err := strconv.Atoi(version)
	switch {
	case !ours || err != nil || n < 1:
		return extract.Workbook{}, &study.Problem{ID: "ratings.json-broken", Err: fmt.Errorf("format %q", s.Format)}
	case n > Version:
		return extract.Workbook{}, &study.Problem{ID: "ratings.newer-sheet", Args: map[string]any{"value": n, "newest": Version}}
	}
	return s.workbook(decoded.Encoding)
}

func (s jsonSheet) workbook(encoding string) (extract.Workbook, error) {
	var sheet extract.Sheet
	for name, value := range s.Head {
		sheet.Rows = append(sheet.Rows, extract.Row{Cells: []extract.Cell{{Text: "# " + name}, {Text: value}}})
	}
	rows := append([][]string{s.Columns}, s.Rows...)
	for i, row := range rows {
		if len(row) != len(s.Columns) {
			return extract.Workbook{}, &study.Problem{ID: "ratings.json-broken", Row: i, Err: fmt.Errorf("%d cells in %d columns", len(row), len(s.Columns))}
		}
		cells := make([]extract.Cell, len(row))
		for j, text := range row {
			cells[j].Text = extract.UnixLines(text)
		}
		sheet.Rows = append(sheet.Rows, extract.Row{Number: i, Cells: cells})
	}
	return extract.Workbook{Format: formatJSON, Encoding: encoding, Sheets: []extract.Sheet{sheet}}, nil
}

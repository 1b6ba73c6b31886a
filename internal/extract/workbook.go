package extract

import "strings"

// Workbook is the content of a table file.
type Workbook struct {
	Format    string // "csv", "xlsx", "xls" or "ods"
	Encoding  string // csv: as in [Decoded]
	Delimiter string // csv: ",", ";", "\t" or "|"
	Sheets    []Sheet
	Fault     *Fault // csv: where the table stops being one; the rows before it are read
	Warnings  []Warning
}

// Fault is the place where a delimited table stops being one: a quotation mark that is never closed.
type Fault struct {
	Row  int // as [Row.Number]
	Cell int // 0-based
}

// Sheet is one sheet; a delimited file has one without a name.
type Sheet struct {
	Name   string
	Hidden bool
	Rows   []Row
	Merged []Area
}

// Row is one row or record. Rows of a workbook that hold no cell at all may be missing: go by Number.
type Row struct {
	Number int // 1-based, as a spreadsheet shows it: records, not lines; a «sep=» line does not count
	Hidden bool
	Cells  []Cell
}

// Area is a block of merged cells, 1-based rows, 0-based columns, both ends included.
type Area struct{ FirstRow, LastRow, FirstColumn, LastColumn int }

// CellKind is what a spreadsheet says a cell holds.
type CellKind int

const (
	TextCell   CellKind = iota // text, and every cell of a delimited file
	NumberCell                 // Text is the number as it is shown, with a decimal point and no decimal hidden; «90%» where percents are
	DateCell                   // Text is the ISO day, or day and time without zone
	BoolCell                   // Text is TRUE or FALSE
	ErrorCell                  // Text is the error's name: #N/A
)

// Cell is one cell. Line breaks inside it are LF.
type Cell struct {
	Text    string
	Kind    CellKind
	Formula bool // Text is the value that was stored with the formula; nothing was computed
}

// Empty tells whether the cell holds nothing but blanks.
func (c Cell) Empty() bool { return strings.TrimSpace(c.Text) == "" }

// Empty tells whether all cells are empty.
func (r Row) Empty() bool {
	for _, c := range r.Cells {
		if !c.Empty() {
			return false
		}
	}
	return true
}

// Cell is the cell of a column (0-based); an empty one where the row ends earlier.
func (r Row) Cell(column int) Cell {
	if column < 0 || column >= len(r.Cells) {
		return Cell{}
	}
	return r.Cells[column]
}

// document gives all sheets as one text, a sheet counting as a page.
func (b Workbook) document() Document {
	doc := Document{Format: b.Format, Text: b.text(), Pages: len(b.Sheets), Warnings: b.Warnings}
	if strings.TrimSpace(doc.Text) == "" {
		doc.Warnings = append(doc.Warnings, Warning{Kind: "no-text"})
	}
	return doc
}

// text writes the rows with a tab between cells and an empty line between sheets.
func (b Workbook) text() string {
	var out strings.Builder
	for i, s := range b.Sheets {
		if i > 0 && out.Len() > 0 && len(s.Rows) > 0 {
			out.WriteByte('\n')
		}
		for _, r := range s.Rows {
			for j, c := range r.Cells {
				if j > 0 {
					out.WriteByte('\t')
				}
				out.WriteString(c.Text)
			}
			out.WriteByte('\n')
		}
	}
	return out.String()
}

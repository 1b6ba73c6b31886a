package extract

import (
	"context"
	"strings"

	"iucomstudien/internal/study"
)

// csvReader reads tables of delimited values as Excel, LibreOffice and scripts write them.
type csvReader struct{}

// delimiters that are tried, likelier ones first.
var delimiters = []byte{';', ',', '\t', '|'}

// probe is how many records decide about the delimiter.
const probe = 200

// Format implements [Reader].
func (csvReader) Format() string { return "csv" }

// Detect takes a text for a table when its name or its first line says so, or when three records and more have the same
// number of columns.
func (csvReader) Detect(name string, data []byte) Confidence {
	if !looksLikeText(data) {
		return No
	}
	if hasEnding(name, ".csv", ".tsv") {
		return Likely
	}
	if hasEnding(name, ".md", ".markdown", ".json", ".jsonl", ".html", ".htm", ".xml") {
		return No
	}
	d := decode(data[:min(len(data), 256<<10)])
	text := UnixLines(d.Text)
	if _, rest := sepLine(text); len(rest) < len(text) {
		return Likely
	}
	fit := fitOf(text, bestDelimiter(text))
	if fit.same == fit.records && fit.records >= 3 && fit.columns >= 3 {
		return Likely
	}
	return No
}

// Read gives the text of the table as it stands in the file.
func (csvReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	doc, err := textReader{}.Read(ctx, name, data)
	doc.Format = "csv"
	return doc, err
}

// Table implements [TableReader]. An open quotation mark is not an error here but a [Fault]: the caller knows the
// headings and can name the column.
func (csvReader) Table(ctx context.Context, name string, data []byte) (Workbook, error) {
	d, err := Decode(data)
	if err != nil {
		return Workbook{}, study.InFile(err, name)
	}
	delimiter, text := sepLine(UnixLines(d.Text))
	if delimiter == 0 {
		delimiter = bestDelimiter(text)
	}
	book := Workbook{Format: "csv", Encoding: d.Encoding, Delimiter: string(delimiter), Warnings: encodingWarnings(d)}
	s := scanner{text: text, delimiter: delimiter}
	sheet := Sheet{}
	for s.more() {
		if s.row%1024 == 0 && ctx.Err() != nil {
			return Workbook{}, ctx.Err()
		}
		cells := s.record()
		if len(cells) > maxColumns || s.row > maxRows {
			return Workbook{}, problem("file.table-too-large", name, "rows", maxRows, "columns", maxColumns)
		}
		sheet.Rows = append(sheet.Rows, rowOf(s.row, cells))
		if s.fault != nil {
			book.Fault = s.fault
			break
		}
	}
	book.Sheets = []Sheet{sheet}
	return book, nil
}

func rowOf(number int, cells []string) Row {
	row := Row{Number: number, Cells: make([]Cell, len(cells))}
	for i, c := range cells {
		row.Cells[i].Text = c
	}
	return row
}

// sepLine reads the line «sep=;» with which a file for Excel may begin, and gives the rest.
func sepLine(text string) (delimiter byte, rest string) {
	line, after, _ := strings.Cut(text, "\n")
	line = strings.Trim(line, `"`)
	if len(line) == len("sep=;") && strings.EqualFold(line[:4], "sep=") {
		return line[4], after
	}
	return 0, text
}

// scanner cuts a text into records. Its rules are those of RFC 4180 as Excel applies them: a quotation mark has a meaning only as the
// first character of a cell; there it opens a quoted cell in which "" is one mark.
type scanner struct {
	text      string
	at        int
	delimiter byte
	row       int
	fault     *Fault
}

func (s *scanner) more() bool { return s.at < len(s.text) && s.fault == nil }

// record reads the next record; an empty line is a record with one empty cell.
func (s *scanner) record() []string {
	s.row++
	var cells []string
	for {
		cell, last := s.cell(len(cells))
		cells = append(cells, cell)
		if last {
			return cells
		}
	}
}

// cell reads one cell and tells whether it ends the record.
func (s *scanner) cell(column int) (cell string, last bool) {
	if s.at < len(s.text) && s.text[s.at] == '"' {
		return s.quoted(column)
	}
	rest := s.text[s.at:]
	end := strings.IndexAny(rest, string(s.delimiter)+"\n")
	if end < 0 {
		s.at = len(s.text)
		return rest, true
	}
	s.at += end + 1
	return rest[:end], rest[end] == '\n'
}

// quoted reads a cell that begins with a quotation mark.
func (s *scanner) quoted(column int) (cell string, last bool) {
	var b strings.Builder
	start := s.at
	s.at++
	for {
		end := strings.IndexByte(s.text[s.at:], '"')
		if end < 0 {
			return s.broken(column, start)
		}
		b.WriteString(s.text[s.at : s.at+end])
		s.at += end + 1
		if s.at >= len(s.text) {
			return b.String(), true
		}
		switch s.text[s.at] {
		case '"':
			b.WriteByte('"')
			s.at++
		case s.delimiter, '\n':
			last = s.text[s.at] == '\n'
			s.at++
			return b.String(), last
		default:
			return s.broken(column, start)
		}
	}
}

// broken ends the table where a quoted cell is not closed as it should be.
func (s *scanner) broken(column, start int) (string, bool) {
	s.fault = &Fault{Row: s.row, Cell: column}
	rest := s.text[start:]
	s.at = len(s.text)
	return rest, true
}

// fit says how well a delimiter suits a text.
type fit struct {
	columns int // the most frequent number of columns from two up
	same    int // records with that number
	records int // records with content, remarks («#») left out
	first   int // columns of the first of them
}

// bestDelimiter is the one with which most records have the same number of columns; "," when none fits.
func bestDelimiter(text string) byte {
	best, most := byte(','), -1.0
	for _, d := range delimiters {
		f := fitOf(text, d)
		if f.columns < 2 {
			continue
		}
		share := float64(f.same) / float64(f.records)
		if f.first == f.columns {
			share++
		}
		if share += float64(min(f.columns, 20)) / 100; share > most {
			best, most = d, share
		}
	}
	return best
}

// fitOf counts the columns of the first records.
func fitOf(text string, delimiter byte) fit {
	s := scanner{text: text, delimiter: delimiter}
	counts := make(map[int]int)
	var f fit
	for s.more() && s.row < probe {
		cells := s.record()
		if rowOf(s.row, cells).Empty() {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(cells[0]), "#") {
			continue // remarks above a table are cut otherwise than the table
		}
		f.records++
		if f.first == 0 {
			f.first = len(cells)
		}
		if len(cells) > 1 {
			counts[len(cells)]++
		}
	}
	for columns, n := range counts {
		if n > f.same || n == f.same && columns > f.columns {
			f.columns, f.same = columns, n
		}
	}
	return f
}

package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// odsReader reads OpenDocument spreadsheets (.ods, .ots, and .fods, the same in one XML file): stored values only.
// Formulas, links and macros are not run. Method: OASIS OpenDocument 1.3 part 3, walked as a stream.
type odsReader struct{}

const odsMime = "application/vnd.oasis.opendocument.spreadsheet"

// Format implements [Reader].
func (odsReader) Format() string { return "ods" }

// Detect implements [Reader].
func (odsReader) Detect(_ string, data []byte) Confidence {
	if flatODF(data, odsMime) || packedODF(data, odsMime) {
		return Certain
	}
	return No
}

// flatODF tells whether data is an OpenDocument file of a kind in one XML file.
func flatODF(data []byte, mime string) bool {
	head := data[:min(len(data), 4096)]
	return bytes.HasPrefix(bytes.TrimLeft(head, "\ufeff \r\n\t"), []byte("<")) && bytes.Contains(head, []byte("<office:document")) &&
		bytes.Contains(head, []byte(mime))
}

// packedODF tells whether data is a packed OpenDocument file of a kind.
func packedODF(data []byte, mime string) bool {
	if !bytes.HasPrefix(data, []byte(zipStart)) {
		return false
	}
	a, err := openArchive(data)
	if err != nil || !a.has("META-INF/manifest.xml") || !a.has("mimetype") {
		return false
	}
	r, err := a.open("mimetype")
	if err != nil {
		return false
	}
	defer r.Close()
	kind, err := io.ReadAll(io.LimitReader(r, 256))
	return err == nil && strings.HasPrefix(string(kind), mime)
}

// Read gives all sheets as text: a tab between cells, an empty line between sheets.
func (o odsReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	book, err := o.Table(ctx, name, data)
	if err != nil {
		return Document{}, err
	}
	return book.document(), nil
}

// Table implements [TableReader]. Damage is refused and not read in part: rows would be lost unseen.
func (odsReader) Table(ctx context.Context, name string, data []byte) (Workbook, error) {
	o := &odsWalk{name: name, hidden: make(map[string]bool), book: Workbook{Format: "ods"}}
	if flatODF(data, odsMime) {
		err := o.all(newWalker(ctx, bytes.NewReader(data)))
		return o.book, err
	}
	a, err := openArchive(data)
	if err != nil {
		return Workbook{}, err
	}
	locked, err := odtLocked(ctx, a)
	if err != nil {
		return Workbook{}, err
	}
	if locked || a.locked {
		return Workbook{}, problem("file.password", name)
	}
	r, err := a.open(odtContent)
	if err != nil {
		return Workbook{}, err
	}
	defer r.Close()
	if err := o.all(newWalker(ctx, r)); err != nil {
		return Workbook{}, fmt.Errorf("reading the sheets: %w", err)
	}
	return o.book, nil
}

// odsWalk reads one spreadsheet.
type odsWalk struct {
	name   string
	hidden map[string]bool // styles of sheets that are not shown
	style  string          // the style that is being read
	rows   int             // rows with content so far
	text   int64           // bytes of all cells so far
	number int             // of the last row of the sheet
	book   Workbook
}

func (o *odsWalk) tooLarge() error {
	return problem("file.table-too-large", o.name, "rows", maxRows, "columns", maxColumns)
}

// all reads the whole content.
func (o *odsWalk) all(w *walker) error {
	for {
		token, err := w.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if err := o.element(w, e); err != nil {
			return err
		}
	}
}

// element reads an element outside rows. What holds cells that are in no sheet is passed over: earlier values of
// tracked changes, tables in drawings, copies of linked files.
func (o *odsWalk) element(w *walker, e xml.StartElement) error {
	switch e.Name.Local {
	case "tracked-changes", "shapes", "dde-links", "content-validations", "forms", "scenario", "table-source", "master-styles":
		return w.skip()
	case "style":
		o.style = attr(e, "name")
	case "table-properties":
		if attr(e, "display") == "false" {
			o.hidden[o.style] = true
		}
	case "table":
		o.number = 0
		o.book.Sheets = append(o.book.Sheets, Sheet{Name: attr(e, "name"), Hidden: o.hidden[attr(e, "style-name")]})
	case "table-row":
		if len(o.book.Sheets) == 0 {
			return w.skip()
		}
		return o.row(w, e)
	}
	return nil
}

// odsTimes reads how often a row or cell stands, or how many it spans. No sheet has more rows than its cap, so that
// row numbers stay numbers however a file was made.
func odsTimes(e xml.StartElement, name string) int {
	const most = 1 << 30
	if n, err := strconv.Atoi(attr(e, name)); err == nil && n > 1 {
		return min(n, most)
	}
	return 1
}

// row reads the row that was just opened. A repeated row counts as often as it says; one without content makes none.
func (o *odsWalk) row(w *walker, e xml.StartElement) error {
	sheet := &o.book.Sheets[len(o.book.Sheets)-1]
	times := odsTimes(e, "number-rows-repeated")
	first := o.number + 1
	o.number += times
	cells, merged, err := o.cells(w, first)
	if err != nil {
		return err
	}
	row := Row{Cells: cells, Hidden: attr(e, "visibility") == "collapse" || attr(e, "visibility") == "filter"}
	if len(sheet.Merged)+len(merged) > maxRows {
		return o.tooLarge()
	}
	sheet.Merged = append(sheet.Merged, merged...)
	if row.Empty() {
		return nil
	}
	var size int64
	for _, c := range cells {
		size += int64(len(c.Text))
	}
	o.rows, o.text = o.rows+times, o.text+size*int64(times)
	if times > maxRows || o.rows > maxRows || o.text > maxPart {
		return o.tooLarge()
	}
	for i := range times {
		row.Number = first + i
		if i > 0 {
			row.Cells = append([]Cell(nil), cells...)
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	return nil
}

// cells reads the cells of a row until it ends, and the blocks of merged cells that begin in it.
func (o *odsWalk) cells(w *walker, row int) (cells []Cell, merged []Area, err error) {
	column := 0
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return nil, nil, err
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "table-cell" && e.Name.Local != "covered-table-cell" {
			continue
		}
		wide, high := odsTimes(e, "number-columns-spanned"), odsTimes(e, "number-rows-spanned")
		if wide > 1 || high > 1 {
			merged = append(merged, Area{row, row + high - 1, column, column + wide - 1})
		}
		times := odsTimes(e, "number-columns-repeated")
		cell, err := o.cell(w, e)
		if err != nil {
			return nil, nil, err
		}
		if cell.Text != "" || cell.Formula {
			if times > maxColumns || column+times > maxColumns {
				return nil, nil, o.tooLarge()
			}
			for len(cells) < column {
				cells = append(cells, Cell{})
			}
			for range times {
				cells = append(cells, cell)
			}
		}
		column += times
	}
	return cells, merged, nil
}

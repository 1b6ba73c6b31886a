package extract

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// xlsxReader reads Excel workbooks (.xlsx, .xlsm, .xltx): stored values only. Formulas, links and macros are not run.
type xlsxReader struct{}

// Format implements [Reader].
func (xlsxReader) Format() string { return "xlsx" }

// Detect implements [Reader].
func (xlsxReader) Detect(_ string, data []byte) Confidence {
	if isOffice(data, "xl", "spreadsheetml") {
		return Certain
	}
	return No
}

// Read gives all sheets as text: a tab between cells, an empty line between sheets.
func (x xlsxReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	book, err := x.Table(ctx, name, data)
	if err != nil {
		return Document{}, err
	}
	return book.document(), nil
}

// Table implements [TableReader].
func (xlsxReader) Table(ctx context.Context, name string, data []byte) (Workbook, error) {
	a, err := openArchive(data)
	if err != nil {
		return Workbook{}, err
	}
	if a.locked {
		return Workbook{}, problem("file.password", name)
	}
	x := &xlsxWalk{ctx: ctx, name: name, archive: a, book: Workbook{Format: "xlsx"}}
	if err := x.read(); err != nil {
		return Workbook{}, err
	}
	return x.book, nil
}

// xlsxWalk reads one workbook.
type xlsxWalk struct {
	ctx     context.Context
	name    string
	archive *archive
	strings []string     // shared strings
	formats []cellFormat // by style number
	base    int          // days between the workbook's day 0 and 30 December 1899
	rows    int          // rows with content so far
	text    int64        // bytes of all cells so far
	book    Workbook
}

// sheetPart is a sheet as the workbook lists it.
type sheetPart struct {
	name, relation string
	hidden         bool
}

func (x *xlsxWalk) read() error {
	main, err := x.archive.mainPart(x.ctx)
	if err != nil {
		return err
	}
	if main == "" {
		main = "xl/workbook.xml"
	}
	parts, err := x.sheets(main)
	if err != nil {
		return err
	}
	relations, err := x.archive.relations(x.ctx, main)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if err := x.shared(r); err != nil {
			return err
		}
	}
	for _, p := range parts {
		r, ok := relations[p.relation]
		if !ok || r.kind != "worksheet" || r.external {
			continue // charts and dialogues hold no cells
		}
		sheet, err := x.sheet(r.target)
		if err != nil {
			return fmt.Errorf("reading sheet %s: %w", p.name, err)
		}
		sheet.Name, sheet.Hidden = p.name, p.hidden
		x.book.Sheets = append(x.book.Sheets, sheet)
	}
	return nil
}

// sheets lists the sheets in the order of their tabs and notes how the workbook counts days.
func (x *xlsxWalk) sheets(main string) ([]sheetPart, error) {
	var parts []sheetPart
	err := x.archive.walk(x.ctx, main, func(_ *walker, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			if on(attr(e, "date1904")) {
				x.base = days1904
			}
		case "sheet":
			state := attr(e, "state")
			p := sheetPart{name: attr(e, "name"), hidden: state == "hidden" || state == "veryHidden"}
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					p.relation = a.Value
				}
			}
			parts = append(parts, p)
		}
		return nil
	})
	return parts, err
}

// on reads an XML truth value.
func on(value string) bool { return value == "1" || value == "true" }

// shared reads the parts all sheets use: strings and formats.
func (x *xlsxWalk) shared(r relation) error {
	if r.external || !x.archive.has(r.target) {
		return nil
	}
	switch r.kind {
	case "sharedStrings":
		return x.archive.walk(x.ctx, r.target, func(w *walker, e xml.StartElement) error {
			if e.Name.Local != "si" {
				return nil
			}
			s, err := richText(w)
			x.strings = append(x.strings, s)
			return err
		})
	case "styles":
		var err error
		x.formats, err = readFormats(x.ctx, x.archive, r.target)
		return err
	}
	return nil
}

// richText joins the runs of a string item; phonetic guides are not part of the text.
func richText(w *walker) (string, error) {
	var b strings.Builder
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return "", err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "rPh":
			err = w.skip()
		case "t":
			var s string
			s, err = w.text()
			b.WriteString(s)
		}
		if err != nil {
			return "", err
		}
	}
	return UnixLines(unescape(b.String())), nil
}

// unescape reads the form _x000D_ in which Excel stores characters that XML can not hold.
func unescape(s string) string {
	var b strings.Builder
	for {
		at := strings.Index(s, "_x")
		if at < 0 || at+7 > len(s) {
			return b.String() + s
		}
		n, err := strconv.ParseUint(s[at+2:at+6], 16, 16)
		if err != nil || s[at+6] != '_' {
			b.WriteString(s[:at+2])
			s = s[at+2:]
			continue
		}
		b.WriteString(s[:at])
		if n != 0 {
			b.WriteRune(rune(n))
		}
		s = s[at+7:]
	}
}

// sheet reads the rows of one worksheet part.
func (x *xlsxWalk) sheet(part string) (Sheet, error) {
	var sheet Sheet
	r, err := x.archive.open(part)
	if err != nil {
		return sheet, err
	}
	defer r.Close()
	w := newWalker(x.ctx, r)
	number := 0
	for {
		token, err := w.next()
		if errors.Is(err, io.EOF) {
			return sheet, nil
		}
		if err != nil {
			return sheet, err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "row":
			number = position(attr(e, "r"), number+1)
			row, err := x.row(w, Row{Number: number, Hidden: on(attr(e, "hidden"))})
			if err != nil {
				return sheet, err
			}
			if row.Empty() {
				continue
			}
			if x.rows++; x.rows > maxRows {
				return sheet, x.tooLarge()
			}
			sheet.Rows = append(sheet.Rows, row)
		case "mergeCell":
			if area, ok := areaOf(attr(e, "ref")); ok && len(sheet.Merged) < maxRows {
				sheet.Merged = append(sheet.Merged, area)
			}
		}
	}
}

func (x *xlsxWalk) tooLarge() error {
	return problem("file.table-too-large", x.name, "rows", maxRows, "columns", maxColumns)
}

// position reads a row number; next where there is none.
func position(r string, next int) int {
	if n, err := strconv.Atoi(r); err == nil && n > 0 {
		return n
	}
	return next
}

// row reads the cells of the row that was just opened.
func (x *xlsxWalk) row(w *walker, row Row) (Row, error) {
	column := 0
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return row, err
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "c" {
			continue
		}
		if _, c, ok := cellAt(attr(e, "r")); ok {
			column = c
		}
		cell, err := x.cell(w, e)
		if err != nil {
			return row, err
		}
		if cell.Text != "" || cell.Formula {
			if column >= maxColumns {
				return row, x.tooLarge()
			}
			for len(row.Cells) <= column {
				row.Cells = append(row.Cells, Cell{})
			}
			row.Cells[column] = cell
		}
		column++
	}
	return row, nil
}

// cell reads the cell that was just opened.
func (x *xlsxWalk) cell(w *walker, c xml.StartElement) (Cell, error) {
	var cell Cell
	var value string
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return cell, err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "f":
			cell.Formula = true
			err = w.skip()
		case "v":
			value, err = w.text()
		case "is":
			value, err = richText(w)
		}
		if err != nil {
			return cell, err
		}
	}
	style, _ := strconv.Atoi(attr(c, "s"))
	if err := x.fill(&cell, attr(c, "t"), value, style); err != nil {
		return cell, err
	}
	if x.text += int64(len(cell.Text)); len(cell.Text) > maxCellText || x.text > maxPart {
		return cell, x.tooLarge()
	}
	return cell, nil
}

// fill turns a stored value into what a person sees.
func (x *xlsxWalk) fill(cell *Cell, kind, value string, style int) error {
	switch kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if value == "" {
			return nil
		}
		if err != nil || n < 0 || n >= len(x.strings) {
			return &study.Problem{ID: "file.broken", Err: fmt.Errorf("shared string %q does not exist", value)}
		}
		cell.Text = x.strings[n]
	case "inlineStr":
		cell.Text = value
	case "str":
		cell.Text = UnixLines(unescape(value))
	case "b":
		cell.Kind, cell.Text = BoolCell, "FALSE"
		if on(strings.TrimSpace(value)) {
			cell.Text = "TRUE"
		}
	case "e":
		cell.Kind, cell.Text = ErrorCell, value
	case "d":
		cell.Kind, cell.Text = DateCell, value
	default:
		var format cellFormat
		if style >= 0 && style < len(x.formats) {
			format = x.formats[style]
		}
		cell.Kind, cell.Text = shownNumber(value, format, x.base)
	}
	return nil
}

// cellAt reads a cell's name: "B7" is row 7, column 1.
func cellAt(name string) (row, column int, ok bool) {
	i := 0
	for ; i < len(name) && i < 4 && name[i] >= 'A' && name[i] <= 'Z'; i++ {
		column = column*26 + int(name[i]-'A') + 1
	}
	row, err := strconv.Atoi(name[i:])
	return row, column - 1, err == nil && i > 0 && row > 0
}

// areaOf reads a block's name: "A1:D1".
func areaOf(ref string) (Area, bool) {
	from, to, two := strings.Cut(ref, ":")
	r1, c1, ok1 := cellAt(from)
	r2, c2, ok2 := cellAt(to)
	return Area{r1, r2, c1, c2}, two && ok1 && ok2 && r1 <= r2 && c1 <= c2
}

package sheets

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// Options are what a person decided knowingly, after a refusal said why.
type Options struct {
	OtherFolder bool   // take a sheet whose checksum belongs to another blind folder
	FillMerged  bool   // a merged cell holds for each of its rows
	Encoding    string // one of [extract.EightBit], for files of eight bits only; "" as recognised
}

// Reading is what was read from a returned sheet.
type Reading struct {
	Format    string // csv, xlsx, xls, ods or json
	Encoding  string // csv and json: as recognised
	Delimiter string // csv: as recognised

	Study    string // as the head rows say; "" when they say nothing
	Test     string
	Reviewer string // an ID; "" where the sheet names none
	Language study.Language
	Version  string
	Checksum string
	Date     string
	Minutes  study.Maybe[int] // time needed

	Columns    map[string]string // machine name -> heading as found
	Ratings    []study.Rating    // in the order of the rows
	Missing    []study.Code      // codes that have no row
	Cells      []Cell            // every cell of the rows in Ratings, as it was understood
	Understood []Understood      // cells that were read otherwise than they are written

	Refused   []*study.Problem // cells and rows that were not taken; Args: value, allowed
	Ignored   []*study.Problem // rows and columns that carry no rating
	Questions []*study.Problem // what a person should answer or check before relying on the sheet
}

// Taken counts what was taken over: rows with at least one value, and values. Remarks count as no value.
func (r Reading) Taken() (rows, values int) {
	for _, x := range r.Ratings {
		n := 0
		for _, known := range []bool{
			x.Category.IsKnown(), x.Agreement.IsKnown(), x.Grade.IsKnown(), x.Grid.IsKnown(), x.Target.IsKnown(), x.Guess.IsKnown(),
		} {
			if known {
				n++
			}
		}
		values += n
		if n > 0 {
			rows++
		}
	}
	return rows, values
}

// Understood is a cell that was read otherwise than it is written: abbreviated, rounded, in another language.
type Understood struct {
	Row    int    // as the spreadsheet shows it
	Column string // machine name
	From   string // as written
	To     string // as taken, a machine value
}

const (
	formatCSV  = "csv"
	formatJSON = "json"
)

// Read reads a returned sheet, CSV, workbook (.xlsx, .xls, .ods) or JSON of the page, and compares it with the form that
// went out. Of the form, Study, Test and Checksum may be empty; then nothing is compared.
//
// Whole sheets are refused with a [study.Problem]: no heading «Code» (ratings.no-code-column), another study or test
// (ratings.other-study, ratings.other-test), another blind folder (ratings.other-folder), a newer version
// (ratings.newer-sheet), two reviewers (ratings.two-reviewers), rows sorted apart (ratings.rows-mixed-up) or their marks lost (ratings.marks-overwritten), merged
// points (ratings.merged), a quotation mark never closed (ratings.table-broken), JSON that is cut off
// (ratings.json-broken), and whatever package extract refuses.
// All else is refused cell by cell.
func Read(ctx context.Context, name string, data []byte, form Form, opts Options) (Reading, error) {
	l, err := sheetLayout()
	if err != nil {
		return Reading{}, err
	}
	book, err := tableIn(ctx, name, data, opts.Encoding)
	if err != nil {
		return Reading{}, study.InFile(err, filepath.Base(name))
	}
	r := &reader{layout: l, form: form, opts: opts}
	r.out = Reading{Format: book.Format, Encoding: book.Encoding, Delimiter: book.Delimiter, Columns: map[string]string{}}
	if err := r.read(name, book); err != nil {
		return Reading{}, study.InFile(err, filepath.Base(name))
	}
	for _, list := range [][]*study.Problem{r.out.Refused, r.out.Ignored, r.out.Questions} {
		for _, p := range list {
			p.File = filepath.Base(name)
		}
	}
	return r.out, nil
}

// tableIn is tableOf in the encoding that a person chose. Files that say theirs, and workbooks, are read as they are.
func tableIn(ctx context.Context, name string, data []byte, encoding string) (extract.Workbook, error) {
	book, err := tableOf(ctx, name, data)
	if err != nil || encoding == "" {
		return book, err
	}
	recoded, err := extract.Recode(data, encoding)
	if err != nil || !slices.Contains(extract.EightBit(), book.Encoding) {
		return book, err
	}
	book, err = tableOf(ctx, name, recoded)
	book.Encoding = strings.ToLower(encoding)
	return book, err
}

func tableOf(ctx context.Context, name string, data []byte) (extract.Workbook, error) {
	if isJSON(data) {
		return readJSON(data)
	}
	book, err := extract.Table(ctx, name, data)
	if err != nil {
		return book, err
	}
	if lines, ok := linesOf(book); ok {
		return cutApart(ctx, name, book, lines)
	}
	return book, nil
}

// linesOf gives the rows of a table of one column as lines. A spreadsheet that expects another separator shows each line
// of a CSV as one cell, and saves it as one.
func linesOf(book extract.Workbook) (lines string, ok bool) {
	if len(book.Sheets) == 0 || book.Fault != nil {
		return "", false
	}
	var b strings.Builder
	last := 0
	for _, row := range book.Sheets[0].Rows {
		if slices.ContainsFunc(row.Cells[min(1, len(row.Cells)):], func(c extract.Cell) bool { return !c.Empty() }) {
			return "", false
		}
		for ; last < row.Number-1; last++ {
			b.WriteByte('\n') // rows keep their numbers
		}
		b.WriteString(strings.ReplaceAll(row.Cell(0).Text, "\n", " ") + "\n")
		last++
	}
	return b.String(), true
}

// cutApart reads lines as the table they were; the table as it came where they are none.
func cutApart(ctx context.Context, name string, book extract.Workbook, lines string) (extract.Workbook, error) {
	table, err := extract.Table(ctx, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))+".csv", []byte(lines))
	if err != nil || len(table.Sheets) == 0 || !slices.ContainsFunc(table.Sheets[0].Rows, func(r extract.Row) bool { return len(r.Cells) > 1 }) {
		return book, ctx.Err()
	}
	table.Encoding, table.Warnings = book.Encoding, book.Warnings
	return table, nil
}

// reader is a sheet being read.
type reader struct {
	layout *layout
	form   Form
	opts   Options
	out    Reading

	head  map[string]string     // head rows by machine name
	at    map[string]int        // machine name -> column, 0-based
	width int                   // cells of the row of headings
	marks map[string]study.Code // codes by row mark, "" where two share one; nil without marks
	named map[int]bool          // columns with a heading
	rows  []extract.Row         // below the headings
}

func (r *reader) read(name string, book extract.Workbook) error {
	if book.Fault != nil {
		return &study.Problem{ID: "ratings.table-broken", Row: book.Fault.Row}
	}
	sheet, header, err := r.findTable(book)
	if err != nil {
		return err
	}
	if err := r.readHead(sheet.Rows[:header], name); err != nil {
		return err
	}
	if err := r.readHeadings(sheet.Rows[header]); err != nil {
		return err
	}
	r.rows = sheet.Rows[header+1:]
	if err := r.unmerge(sheet); err != nil {
		return err
	}
	if err := r.checkMarks(); err != nil {
		return err
	}
	r.checkContent()
	r.askAboutOtherTables(book, sheet)
	for _, w := range book.Warnings {
		switch w.Kind {
		case "encoding-unsure":
			r.out.Questions = append(r.out.Questions, &study.Problem{ID: "ratings.encoding-unsure", Args: w.Args})
		case "encoding-damaged":
			r.question("ratings.encoding-damaged", "n", w.Args["n"])
		}
	}
	r.readRows()
	return nil
}

// findTable finds the sheet and the row of the headings.
func (r *reader) findTable(book extract.Workbook) (extract.Sheet, int, error) {
	for _, s := range book.Sheets {
		if i := r.headingsOf(s); i >= 0 {
			return s, i, nil
		}
	}
	var seen []string
	for _, s := range book.Sheets {
		for _, row := range s.Rows {
			if len(seen) == 0 && !row.Empty() && !isHeadRow(row) {
				seen = append(seen, content(row))
			}
		}
	}
	return extract.Sheet{}, 0, &study.Problem{ID: "ratings.no-code-column", Args: map[string]any{"headings": seen}}
}

// headingsOf finds the first row that names the codes and one more column; -1 when there is none.
func (r *reader) headingsOf(s extract.Sheet) int {
	return slices.IndexFunc(s.Rows, func(row extract.Row) bool {
		known := make(map[string]bool)
		for _, c := range row.Cells {
			if name, ok := r.layout.column(oneLine(c.Text)); ok {
				known[name] = true
			}
		}
		return known[ColCode] && len(known) > 1
	})
}

// askAboutOtherTables says which sheets of a workbook hold ratings, too, and were not read.
func (r *reader) askAboutOtherTables(book extract.Workbook, read extract.Sheet) {
	var others []string
	for _, s := range book.Sheets {
		if s.Name != read.Name && r.headingsOf(s) >= 0 {
			others = append(others, s.Name)
		}
	}
	if len(others) > 0 {
		r.question("ratings.several-tables", "read", read.Name, "others", others)
	}
}

// readHeadings notes where the columns stand. A column that the form does not ask for is left out.
func (r *reader) readHeadings(row extract.Row) error {
	r.at, r.named, r.width = make(map[string]int), make(map[int]bool), len(row.Cells)
	var headings []string
	for i, cell := range row.Cells {
		heading := oneLine(cell.Text)
		r.named[i] = heading != ""
		name, ok := r.layout.column(heading)
		if !ok {
			if heading != "" {
				r.ignored("ratings.column-unknown", row.Number, heading)
			}
			continue
		}
		headings = append(headings, heading)
		if _, twice := r.at[name]; twice {
			return &study.Problem{ID: "ratings.column-twice", Row: row.Number, Column: heading}
		}
		if c := r.columnOf(name); !c.asked(r.form) {
			r.ignored("ratings.column-not-asked", row.Number, heading)
			continue
		}
		r.at[name], r.out.Columns[name] = i, heading
	}
	if lang := r.layout.language(headings, r.form.Language); !r.out.Language.Valid() && lang != "" {
		r.out.Language = lang
	}
	var missing []string
	for _, c := range r.form.columns(r.layout) {
		if _, ok := r.at[c.Name]; !ok && c.Name != ColMark && c.Name != ColComment {
			missing = append(missing, c.Headings[r.language()])
		}
	}
	if len(missing) > 0 {
		r.question("ratings.columns-missing", "columns", missing)
	}
	return nil
}

func (r *reader) columnOf(name string) column {
	i := slices.IndexFunc(r.layout.Columns, func(c column) bool { return c.Name == name })
	return r.layout.Columns[i]
}

// language is the language whose words and abbreviations are tried first.
func (r *reader) language() study.Language {
	switch {
	case r.out.Language.Valid():
		return r.out.Language
	case r.form.Language.Valid():
		return r.form.Language
	}
	return study.English
}

func (r *reader) question(id string, args ...any) {
	r.out.Questions = append(r.out.Questions, &study.Problem{ID: id, Args: pairs(args)})
}

func (r *reader) ignored(id string, row int, column string) {
	r.out.Ignored = append(r.out.Ignored, &study.Problem{ID: id, Row: row, Column: column})
}

func pairs(args []any) map[string]any {
	m := make(map[string]any)
	for i := 0; i+1 < len(args); i += 2 {
		m[args[i].(string)] = args[i+1]
	}
	return m
}

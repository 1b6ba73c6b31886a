package sheets

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// Options are what a person decided knowingly, after a refusal said why.
type Options struct {
	OtherFolder bool // take a sheet whose checksum belongs to another blind folder
	FillMerged  bool // a merged cell holds for each of its rows
}

// Reading is what was read from a returned sheet.
type Reading struct {
	Format    string // csv or xlsx
	Encoding  string // csv: as recognised
	Delimiter string // csv: as recognised

	Study    string // as the head rows say; "" when they say nothing
	Test     string
	Reviewer string
	Language study.Language
	Version  string
	Checksum string
	Date     string

	Columns    map[string]string // machine name -> heading as found
	Ratings    []study.Rating    // in the order of the rows
	Missing    []study.Code      // codes that have no row
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

// Read reads a returned sheet, CSV or workbook, and compares it with the form that went out. Of the form, Study, Test
// and Checksum may be empty; then nothing is compared.
//
// Whole sheets are refused with a [study.Problem]: no heading «Code» (ratings.no-code-column), another study or test
// (ratings.other-study, ratings.other-test), another blind folder (ratings.other-folder), a newer version
// (ratings.newer-sheet), rows sorted apart (ratings.rows-mixed-up), merged points (ratings.merged), a quotation mark
// never closed (ratings.table-broken), and whatever package extract refuses. All else is refused cell by cell.
func Read(ctx context.Context, name string, data []byte, form Form, opts Options) (Reading, error) {
	l, err := sheetLayout()
	if err != nil {
		return Reading{}, err
	}
	book, err := extract.Table(ctx, name, data)
	if err != nil {
		return Reading{}, err
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

// reader is a sheet being read.
type reader struct {
	layout *layout
	form   Form
	opts   Options
	out    Reading

	at    map[string]int // machine name -> column, 0-based
	width int            // cells of the row of headings
	named map[int]bool   // columns with a heading
	rows  []extract.Row  // below the headings
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
	r.askAboutOtherTables(book, sheet)
	for _, w := range book.Warnings {
		switch w.Kind {
		case "encoding-unsure":
			r.question("ratings.encoding-unsure", "encoding", w.Args["encoding"], "other", w.Args["other"])
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
			if name, ok := r.layout.column(c.Text); ok {
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
		heading := strings.TrimSpace(cell.Text)
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

// isHeadRow tells whether a row is one of the rows that begin with «#».
func isHeadRow(row extract.Row) bool {
	return strings.HasPrefix(strings.TrimSpace(row.Cell(0).Text), "#")
}

// reviewerInName is a reviewer's ID in the name of a file.
var reviewerInName = regexp.MustCompile(`(?:^|[_ -])(R[0-9]{2,3})(?:[_ .(-]|$)`)

// readHead reads the rows above the headings and refuses a sheet that belongs elsewhere.
func (r *reader) readHead(rows []extract.Row, name string) error {
	values := make(map[string]string)
	for _, row := range rows {
		if !isHeadRow(row) {
			continue
		}
		text := strings.TrimLeft(strings.TrimSpace(row.Cell(0).Text), "# ")
		value := row.Cell(1).Text
		if label, after, ok := strings.Cut(text, ":"); ok && strings.TrimSpace(value) == "" {
			text, value = label, after
		}
		if kind, ok := r.layout.headLabel(text); ok {
			values[kind] = strings.TrimSpace(unguarded(value))
		}
	}
	r.out.Study, r.out.Test, r.out.Reviewer = values["study"], values["test"], strings.ToUpper(values["reviewer"])
	r.out.Version, r.out.Checksum, r.out.Date = values["version"], strings.ToLower(values["checksum"]), values["date"]
	if lang := study.Language(strings.ToLower(values["language"])); lang.Valid() {
		r.out.Language = lang
	}
	r.findReviewer(name)
	return r.checkHead()
}

// findReviewer takes the reviewer's ID of the head row or, where there is none, of the name of the file. What is no ID
// may be a name, which has no place in a study: it is not kept, and the ID is asked for.
func (r *reader) findReviewer(name string) {
	written := r.out.Reviewer
	if study.ValidParticipant(written) {
		return
	}
	r.out.Reviewer = ""
	if m := reviewerInName.FindStringSubmatch(filepath.Base(name)); m != nil {
		r.out.Reviewer = m[1]
		r.out.Understood = append(r.out.Understood, Understood{Column: "reviewer", From: filepath.Base(name), To: m[1]})
		return
	}
	if written == "" {
		r.question("ratings.reviewer-missing")
	} else {
		r.question("ratings.reviewer-no-id")
	}
}

func (r *reader) checkHead() error {
	if n, err := strconv.Atoi(r.out.Version); err == nil && n > Version {
		return &study.Problem{ID: "ratings.newer-sheet", Args: map[string]any{"value": n, "newest": Version}}
	}
	differs := func(found, wanted string) bool { return found != "" && wanted != "" && found != wanted }
	switch {
	case differs(r.out.Study, r.form.Study):
		return &study.Problem{ID: "ratings.other-study", Args: map[string]any{"value": r.out.Study, "expected": r.form.Study}}
	case differs(r.out.Test, r.form.Test):
		return &study.Problem{ID: "ratings.other-test", Args: map[string]any{"value": r.out.Test, "expected": r.form.Test}}
	case differs(r.out.Checksum, strings.ToLower(r.form.Checksum)) && !slices.Contains(r.form.Former, r.out.Checksum) && !r.opts.OtherFolder:
		return &study.Problem{ID: "ratings.other-folder"}
	}
	return nil
}

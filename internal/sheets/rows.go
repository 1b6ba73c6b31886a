package sheets

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// cell is the cell of a column in a row, as it is read: of a rating without the apostrophe that makes a text of a number,
// and in plain digits.
func (r *reader) cell(row extract.Row, col string) extract.Cell {
	c := r.written(row, col)
	if col == ColComment {
		return c
	}
	if r.out.Format != formatJSON {
		c.Text = strings.TrimPrefix(c.Text, "'")
	}
	c.Text = narrow(c.Text)
	return c
}

// written is the cell of a column in a row as a person wrote it, without the apostrophe that guards against formulas; JSON
// has none.
func (r *reader) written(row extract.Row, col string) extract.Cell {
	at, ok := r.at[col]
	if !ok {
		return extract.Cell{}
	}
	c := row.Cell(at)
	if col != ColComment {
		c.Text = visible(c.Text)
	}
	if r.out.Format != formatJSON {
		c.Text = unguarded(c.Text)
	}
	return c
}

// narrow writes the wide letters, digits and signs of East Asian keyboards as the plain ones.
func narrow(text string) string {
	const first, last, shift = '！', '～', '！' - '!'
	return strings.Map(func(c rune) rune {
		if c >= first && c <= last {
			return c - shift
		}
		return c
	}, text)
}

func (r *reader) readRows() {
	var seen []study.Code
	for _, row := range r.rows {
		if row.Empty() {
			continue
		}
		text := strings.TrimSpace(r.cell(row, ColCode).Text)
		if owner, ok := r.owner(row); text == "" && ok {
			r.refuse("ratings.damaged-code", row, ColCode, text, "proposal", string(owner))
			continue
		}
		if text == "" || strings.HasPrefix(text, "#") {
			r.out.Ignored = append(r.out.Ignored, &study.Problem{
				ID: "ratings.row-without-code", Row: row.Number, Args: map[string]any{"value": content(row)},
			})
			continue
		}
		code := r.code(text)
		switch {
		case r.shifted(row):
			r.refuse("ratings.row-shifted", row, ColCode, text)
		case !slices.Contains(r.form.Codes, code):
			r.refuseCode(row, text)
		case slices.Contains(seen, code):
			r.refuse("ratings.code-twice", row, ColCode, text)
		default:
			seen = append(seen, code)
			if string(code) != strings.ToUpper(text) {
				r.understood(row, ColCode, text, string(code))
			}
			rating := r.rating(row, code)
			r.out.Ratings = append(r.out.Ratings, rating)
			r.noteFormulas(row)
			r.noteSigns(row)
			r.noteCells(row, rating)
			r.noteUnnamed(row)
		}
	}
	for _, code := range r.form.Codes {
		if !slices.Contains(seen, code) {
			r.out.Missing = append(r.out.Missing, code)
		}
	}
}

// code reads a code: whatever its case, without signs that do not show and without what people put around it.
func (r *reader) code(text string) study.Code {
	return study.Code(strings.ToUpper(strings.Trim(visible(norm.NFKC.String(text)), " .:;,()[]'`\"„“”‚‘’«»‹›")))
}

// visible takes away signs that do not show: soft hyphens, spaces without width, marks of direction.
func visible(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, text)
}

// owner is the code that a row belongs to by its mark.
func (r *reader) owner(row extract.Row) (study.Code, bool) {
	code := r.marks[fold(r.cell(row, ColMark).Text)]
	return code, code != ""
}

// refuseCode refuses a row whose code is none; where its mark says which code was issued, that is proposed.
func (r *reader) refuseCode(row extract.Row, text string) {
	if owner, ok := r.owner(row); ok {
		r.refuse("ratings.damaged-code", row, ColCode, text, "proposal", string(owner))
		return
	}
	r.refuse("ratings.unknown-code", row, ColCode, text, "codes", codeWords(r.form.Codes))
}

// noteFormulas shows which cells of a row hold the result of a formula, and refuses those without one: nothing is
// calculated here.
func (r *reader) noteFormulas(row extract.Row) {
	for _, c := range r.layout.Columns {
		cell := r.cell(row, c.Name)
		switch {
		case !cell.Formula:
		case cell.Empty():
			r.refuse("ratings.formula-empty", row, c.Name, "=")
		default:
			r.understood(row, c.Name, "= "+cell.Text, strings.TrimSpace(cell.Text))
		}
	}
}

// noteSigns shows which ratings of a row were read without an apostrophe or with plain digits.
func (r *reader) noteSigns(row extract.Row) {
	for col := range r.at {
		text := r.cell(row, col).Text
		if before := r.written(row, col).Text; col != ColCode && col != ColMark && before != text && !r.isRefused(row, col) && !r.isUnderstood(row, col) {
			r.understood(row, col, before, strings.TrimSpace(text))
		}
	}
}

// shifted tells whether a row of a delimited file has content beyond the headings: a separator in a remark without
// quotation marks moved its cells, and nobody can say which.
func (r *reader) shifted(row extract.Row) bool {
	if r.out.Format != formatCSV {
		return false
	}
	for i := r.width; i < len(row.Cells); i++ {
		if !row.Cells[i].Empty() {
			return true
		}
	}
	return false
}

// noteUnnamed lists what a reviewer wrote beside the table, in columns without a heading.
func (r *reader) noteUnnamed(row extract.Row) {
	for i, c := range row.Cells {
		if !r.named[i] && !c.Empty() {
			r.out.Ignored = append(r.out.Ignored, &study.Problem{
				ID: "ratings.beside-the-table", Row: row.Number, Args: map[string]any{"value": content(extract.Row{Cells: row.Cells[i:]})},
			})
			return
		}
	}
}

// content joins what stands in a row, for a person to recognise it.
func content(row extract.Row) string {
	var parts []string
	for _, c := range row.Cells {
		if !c.Empty() {
			parts = append(parts, strings.TrimSpace(c.Text))
		}
	}
	text := []rune(strings.Join(parts, " | "))
	const most = 80
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

func codeWords(codes []study.Code) []string {
	words := make([]string, len(codes))
	for i, c := range codes {
		words[i] = string(c)
	}
	return words
}

// refuse notes a cell that is not taken. Args come in pairs.
func (r *reader) refuse(id string, row extract.Row, col, value string, args ...any) {
	p := &study.Problem{ID: id, Row: row.Number, Column: r.out.Columns[col], Args: pairs(args)}
	p.Args["value"] = value
	r.out.Refused = append(r.out.Refused, p)
}

// rating reads the cells of a row.
func (r *reader) rating(row extract.Row, code study.Code) study.Rating {
	out := study.Rating{
		Code:      code,
		Category:  words[study.Category](r, row, ColCategory),
		Agreement: r.agreement(row),
		Grade:     r.grade(row),
		Grid:      r.grid(row),
		Target:    words[study.Target](r, row, ColTarget),
		Guess:     words[study.Guess](r, row, ColOrigin),
		Comment:   r.comment(row),
	}
	if !r.form.Gold {
		out.Category = study.Absent[study.Category](study.NotApplicable)
		out.Agreement = study.Absent[int](study.NotApplicable)
	}
	if !r.form.Target {
		out.Target = study.Absent[study.Target](study.NotApplicable)
	}
	return out
}

// comment gives the remarks as they are written, line breaks and all; blanks alone are none.
func (r *reader) comment(row extract.Row) string {
	cell := r.cell(row, ColComment)
	if cell.Empty() {
		return ""
	}
	return cell.Text
}

// checkMarks compares each row's check value with its code. Rows whose values were sorted apart from their codes
// look right one by one; taken together they are wrong, so the whole sheet is refused.
func (r *reader) checkMarks() error {
	if _, ok := r.at[ColMark]; !ok || r.form.Study == "" {
		return nil
	}
	r.marks = make(map[string]study.Code)
	issued := make(map[study.Code]string)
	for _, c := range r.form.Codes {
		mark := rowMark(r.form, c)
		issued[c] = mark
		if _, shared := r.marks[mark]; shared {
			c = ""
		}
		r.marks[mark] = c
	}
	var wrong []string
	known, marks := 0, 0
	for _, row := range r.rows {
		mark := fold(r.cell(row, ColMark).Text)
		code := r.code(strings.TrimSpace(r.cell(row, ColCode).Text))
		if mark == "" || code == "" || r.shifted(row) {
			continue
		}
		marks++
		_, ours := r.marks[mark]
		if ours {
			known++
		}
		own, undamaged := issued[code]
		if mark != own && (undamaged || !ours) {
			wrong = append(wrong, rowNumber(row))
		}
	}
	switch {
	case len(wrong) == 0:
		return nil
	case known == 0 && marks > 1 && r.out.Study != "":
		return &study.Problem{ID: "ratings.marks-overwritten"} // the head was compared, and says it is ours
	case known == 0 && marks > 1:
		return &study.Problem{ID: "ratings.other-study", Args: map[string]any{"value": r.out.Study, "expected": r.form.Study}}
	}
	return &study.Problem{ID: "ratings.rows-mixed-up", Args: map[string]any{"rows": wrong[:min(len(wrong), 5)]}}
}

// unmerge spreads merged cells over their rows: remarks always, points only when a person said so.
func (r *reader) unmerge(sheet extract.Sheet) error {
	for _, area := range sheet.Merged {
		if area.FirstRow == area.LastRow {
			continue
		}
		for col, at := range r.at {
			if at != area.FirstColumn {
				continue // the value of a block belongs to its first column
			}
			if err := r.spread(area, col, at); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) spread(area extract.Area, col string, at int) error {
	first := slices.IndexFunc(r.rows, func(row extract.Row) bool { return row.Number == area.FirstRow })
	if first < 0 || r.rows[first].Cell(area.FirstColumn).Empty() {
		return nil
	}
	value := r.rows[first].Cell(area.FirstColumn)
	if col != ColComment && !r.opts.FillMerged {
		return &study.Problem{ID: "ratings.merged", Row: area.FirstRow, Column: r.out.Columns[col],
			Args: map[string]any{"value": value.Text, "last": area.LastRow}}
	}
	for i := range r.rows {
		row := &r.rows[i]
		if row.Number > area.FirstRow && row.Number <= area.LastRow {
			for len(row.Cells) <= at {
				row.Cells = append(row.Cells, extract.Cell{})
			}
			row.Cells[at] = value
			r.out.Understood = append(r.out.Understood, Understood{Row: row.Number, Column: col, To: value.Text})
		}
	}
	return nil
}

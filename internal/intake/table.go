package intake

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// Fields of an answer table.
const (
	fieldAnswer   = "answer"
	fieldSource   = "source"
	fieldProvider = "provider"
	fieldModel    = "model"
	fieldVersion  = "version"
	fieldDate     = "date"
	fieldPrompt   = "prompt"
	fieldAids     = "aids"
	fieldLevel    = "qualification"
	fieldID       = "id"
	fieldConsent  = "consent"
	fieldAI       = "ai_consent"
)

// headingRows is how far down a heading is looked for: titles and remarks may stand above it.
const headingRows = 30

// heading is the row that names the columns of a sheet.
type heading struct {
	row     int            // 1-based; 0: there is none
	columns map[string]int // field -> column
	unknown []int          // columns with a heading that means nothing
	texts   []string       // headings as found, by column
}

// table reads a file of rows. It is not done when the file turns out to be running text.
func (r *reading) table(ctx context.Context, name string, data []byte, format string) (done bool, err error) {
	book, err := extract.Table(ctx, name, data)
	if err != nil {
		return false, err
	}
	var found []int
	var headings []heading
	for i, s := range book.Sheets {
		h := r.rules.headingOf(s)
		headings = append(headings, h)
		if _, ok := h.columns[fieldAnswer]; ok && !s.Hidden {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		if format == "txt" || format == "csv" && !namedTable(name) {
			return false, nil
		}
		return true, r.noAnswerColumn(book, headings)
	}
	if format == "txt" && len(headings[found[0]].columns) < 2 {
		return false, nil // a text whose first line is «Answer»
	}
	r.p.Format, r.p.Warnings = book.Format, book.Warnings
	r.p.Table = tableOf(book, book.Sheets[found[0]], headings[found[0]])
	if book.Fault != nil {
		return true, openQuote(book, headings[0])
	}
	for i, s := range book.Sheets {
		if !slices.Contains(found, i) {
			r.passedOver(s)
			continue
		}
		if err := r.rows(ctx, s, headings[i], len(found) > 1); err != nil {
			return true, err
		}
	}
	if len(r.p.Candidates) == 0 {
		return true, &study.Problem{ID: "intake.no-rows"}
	}
	return true, nil
}

// namedTable tells whether the file's name says that it is a table.
func namedTable(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, ".csv") || strings.HasSuffix(lower, ".tsv")
}

// headingOf finds the row that names the columns: the one with most headings that are known, the answer's among them.
func (r *rules) headingOf(s extract.Sheet) heading {
	var best heading
	seen := 0
	for _, row := range s.Rows {
		if row.Empty() {
			continue
		}
		if seen++; seen > headingRows {
			break
		}
		h := r.columnsOf(row)
		_, answer := h.columns[fieldAnswer]
		_, before := best.columns[fieldAnswer]
		if best.row == 0 || answer && !before || answer == before && len(h.columns) > len(best.columns) {
			best = h
		}
	}
	return best
}

// columnsOf reads a row as headings.
func (r *rules) columnsOf(row extract.Row) heading {
	h := heading{row: row.Number, columns: make(map[string]int)}
	ranks := make(map[string]int)
	for i, c := range row.Cells {
		text := strings.TrimSpace(strings.Trim(c.Text, "\ufeff\u200b"))
		h.texts = append(h.texts, text)
		if text == "" {
			continue
		}
		p, known := r.heading(text)
		if before, taken := ranks[p.field]; !known || taken && before <= p.rank {
			h.unknown = append(h.unknown, i)
			continue
		}
		if before, taken := h.columns[p.field]; taken {
			h.unknown = append(h.unknown, before)
		}
		h.columns[p.field], ranks[p.field] = i, p.rank
	}
	slices.Sort(h.unknown)
	return h
}

// heading looks a heading up; an explanation in brackets behind it does not matter.
func (r *rules) heading(text string) (place, bool) {
	if p, ok := r.headings[fold(text)]; ok {
		return p, true
	}
	before, _, cut := strings.Cut(text, "(")
	p, ok := r.headings[fold(before)]
	return p, ok && cut
}

// tableOf says how the table was understood.
func tableOf(book extract.Workbook, s extract.Sheet, h heading) *Table {
	t := &Table{
		Kind: book.Format, Encoding: book.Encoding, Delimiter: book.Delimiter, Sheet: s.Name,
		HeaderRow: h.row, Columns: make(map[string]string),
	}
	for field, column := range h.columns {
		t.Columns[field] = h.texts[column]
	}
	for _, column := range h.unknown {
		t.Unknown = append(t.Unknown, h.texts[column])
	}
	return t
}

// noAnswerColumn turns down a table without a column for the answer and names the columns it has.
func (r *reading) noAnswerColumn(book extract.Workbook, headings []heading) error {
	r.p.Format, r.p.Warnings = book.Format, book.Warnings
	for i, h := range headings {
		if h.row == 0 || book.Sheets[i].Hidden {
			continue
		}
		r.p.Table = tableOf(book, book.Sheets[i], h)
		var texts []string
		for _, t := range h.texts {
			if t != "" {
				texts = append(texts, t)
			}
		}
		return &study.Problem{ID: "intake.no-answer-column", Args: map[string]any{"found": texts}}
	}
	return &study.Problem{ID: "intake.no-rows"}
}

// openQuote turns down a table with a quotation mark that is never closed: where its cell ends can not be known.
func openQuote(book extract.Workbook, h heading) error {
	p := &study.Problem{ID: "intake.open-quote", Row: book.Fault.Row}
	p.Column = strconv.Itoa(book.Fault.Cell + 1)
	if book.Fault.Cell < len(h.texts) && h.texts[book.Fault.Cell] != "" {
		p.Column = h.texts[book.Fault.Cell]
	}
	return p
}

// passedOver says that a sheet was not read, when it holds something that may have been meant.
func (r *reading) passedOver(s extract.Sheet) {
	if s.Hidden && len(s.Rows) > 0 {
		r.question(&study.Problem{ID: "intake.hidden-sheet", Args: map[string]any{"sheet": s.Name}})
	} else if len(s.Rows) > 1 {
		r.question(&study.Problem{ID: "intake.sheet-not-read", Args: map[string]any{"sheet": s.Name}})
	}
}

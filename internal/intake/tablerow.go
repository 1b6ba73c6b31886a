package intake

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// rowReader reads the rows below one heading.
type rowReader struct {
	*reading
	sheet  extract.Sheet
	head   heading
	place  string // put before "row 3" when several sheets have answers
	merged map[[2]int]extract.Area
	hidden int
}

// rows reads the rows of a sheet.
func (r *reading) rows(ctx context.Context, s extract.Sheet, h heading, several bool) error {
	t := rowReader{reading: r, sheet: s, head: h, merged: make(map[[2]int]extract.Area)}
	if several {
		t.place = s.Name + ", "
	}
	for _, a := range s.Merged {
		if a.LastRow > a.FirstRow && len(t.merged) < 10_000 {
			for row := a.FirstRow + 1; row <= min(a.LastRow, a.FirstRow+1000); row++ {
				t.merged[[2]int{row, a.FirstColumn}] = a
			}
		}
	}
	last := h.row
	for _, row := range s.Rows {
		if row.Number <= h.row {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r.skip("empty", row.Number-last-1)
		last = row.Number
		switch {
		case row.Empty():
			r.skip("empty", 1)
		case t.repeatsHeading(row):
			r.skip("repeated-heading", 1)
		default:
			t.row(row)
		}
	}
	if t.hidden > 0 {
		r.question(&study.Problem{ID: "intake.hidden-rows", Args: map[string]any{"n": t.hidden}})
	}
	return nil
}

func (r *reading) skip(kind string, n int) {
	if n > 0 {
		r.p.Skipped[kind] += n
	}
}

// repeatsHeading tells whether a row says the heading again, as in tables pasted below one another.
func (t *rowReader) repeatsHeading(row extract.Row) bool {
	for _, column := range t.head.columns {
		if fold(row.Cell(column).Text) != fold(t.head.texts[column]) {
			return false
		}
	}
	return true
}

// cell is the cell of a field. Text that a merged block shows for several rows counts for each of them, except an answer, which is
// never counted twice.
func (t *rowReader) cell(row extract.Row, field string) (cell extract.Cell, merged bool) {
	column, ok := t.head.columns[field]
	if !ok {
		return extract.Cell{}, false
	}
	cell = row.Cell(column)
	area, inside := t.merged[[2]int{row.Number, column}]
	if !inside || !cell.Empty() || field == fieldAnswer || field == fieldID {
		return cell, false
	}
	for _, above := range t.sheet.Rows {
		if above.Number == area.FirstRow {
			return above.Cell(column), true
		}
	}
	return cell, false
}

// text is a field's text without blanks around it.
func (t *rowReader) text(row extract.Row, field string) string {
	c, _ := t.cell(row, field)
	return strings.TrimSpace(c.Text)
}

// row reads one row.
func (t *rowReader) row(row extract.Row) {
	if row.Hidden {
		t.hidden++
	}
	answer, _ := t.cell(row, fieldAnswer)
	a := study.Answer{Text: answer.Text, Question: t.text(row, fieldPrompt)}
	a.Origin = study.Origin{
		Provider: t.rules.provider(t.text(row, fieldProvider)),
		Model:    t.text(row, fieldModel),
		Version:  t.text(row, fieldVersion),
	}
	c := Candidate{
		Key: t.text(row, fieldID), Aids: t.text(row, fieldAids), Notes: t.notes(row), row: row.Number, Stated: t.consent(row),
		StatedAI: t.aiConsent(row), Sheet: t.sheet.Name,
	}
	known := t.rules.conditions[fold(t.text(row, fieldSource))]
	a.Condition = known.condition
	if t.text(row, fieldSource) == "" {
		a.Condition = t.hint.Condition
	}
	if a.Condition.Human() {
		a.Origin.Participant, a.Origin.Qualification = c.Key, known.qualification
		if level := t.rules.levels[fold(t.text(row, fieldLevel))]; level != "" {
			a.Origin.Qualification = level
		}
		a.Origin.Aids = t.rules.aids(c.Aids)
		a.Origin.Consent, a.Origin.AIConsent = c.Stated, c.StatedAI
	} else {
		a.Origin.Prompt = a.Question
	}
	a.Origin.Date = t.date(row)
	if strings.TrimSpace(a.Text) == "" {
		a.Finish = study.FinEmpty
	}
	c.Answer = a
	added := t.add(c, fmt.Sprintf("%srow %d", t.place, row.Number))
	if source := t.text(row, fieldSource); known.condition == "" && source != "" {
		// Where the row says something that is not understood, the hint does not count.
		added.Answer.Condition, added.Answer.Origin.Consent = "", study.ConsentNotNeeded
		added.Answer.Origin.AIConsent = study.Maybe[bool]{}
		added.Use, added.Problem = UseCheck, about("intake.source-unclear", *added, "value", source)
	}
	t.locate(added, row)
	t.remarks(*added, row)
}

// consent reads the consent of a row. One that is merged over several rows may have been meant for one of them: unclear.
func (t *rowReader) consent(row extract.Row) study.Consent {
	cell, merged := t.cell(row, fieldConsent)
	switch {
	case cell.Empty():
		return study.ConsentNotNeeded
	case merged:
		return study.ConsentUnclear
	}
	return t.rules.consentWord(cell.Text)
}

// aiConsent reads whether the answer of a row may go to a provider of AI. Only a clear word in the row's own cell counts.
func (t *rowReader) aiConsent(row extract.Row) study.Maybe[bool] {
	cell, merged := t.cell(row, fieldAI)
	yes, known := t.rules.consent[fold(cell.Text)]
	if merged || cell.Empty() || !known {
		return study.Maybe[bool]{}
	}
	return study.Known(yes)
}

// date reads the day of a row; what is ambiguous or unclear is asked about and not taken.
func (t *rowReader) date(row extract.Row) string {
	text := t.text(row, fieldDate)
	if text == "" {
		return ""
	}
	day, how := t.rules.day(text)
	switch how {
	case dayAmbiguous:
		t.about(row, fieldDate, "intake.date-ambiguous", "value", text)
	case dayUnclear:
		t.about(row, fieldDate, "intake.date-unclear", "value", text)
	}
	return day
}

// notes keeps the cells of columns that mean nothing here, personal ones excepted.
func (t *rowReader) notes(row extract.Row) []Note {
	var notes []Note
	for _, column := range t.head.unknown {
		text := strings.TrimSpace(row.Cell(column).Text)
		if text != "" && !t.rules.personal[fold(t.head.texts[column])] {
			notes = append(notes, Note{Column: t.head.texts[column], Text: text})
		}
	}
	if text := t.text(row, fieldLevel); text != "" && t.rules.levels[fold(text)] == "" {
		notes = append(notes, Note{Column: t.head.texts[t.head.columns[fieldLevel]], Text: text})
	}
	return notes
}

// columns in which a person finds what a problem is about.
var problemColumn = map[string]string{
	"intake.no-consent": fieldConsent, "intake.consent-missing": fieldConsent, "intake.consent-unclear": fieldConsent,
	"intake.name-in-id": fieldID, "intake.source-unclear": fieldSource, "intake.condition-missing": fieldSource,
	"intake.finish-empty": fieldAnswer, "intake.answer-too-large": fieldAnswer,
}

// locate puts row and column into the candidate's problem.
func (t *rowReader) locate(c *Candidate, row extract.Row) {
	if c.Problem == nil {
		return
	}
	field := problemColumn[c.Problem.ID]
	if c.Problem.ID == "intake.consent-unclear" {
		c.Problem.Args["value"] = t.text(row, fieldConsent)
	}
	if c.Problem.ID == "intake.finish-empty" {
		c.Problem.ID = "intake.no-answer"
		c.Problem.Args["fields"] = t.title(fieldAnswer)
	}
	c.Problem.Row, c.Problem.Column = row.Number, t.title(field)
}

// title is the heading of a field as found; the field's own name when the table has no such column.
func (t *rowReader) title(field string) string {
	if column, ok := t.head.columns[field]; ok {
		return t.head.texts[column]
	}
	return field
}

// about lists a remark on one cell.
func (t *rowReader) about(row extract.Row, field, id string, args ...any) {
	p := &study.Problem{ID: id, Row: row.Number, Column: t.title(field), Args: map[string]any{"id": "", "value": ""}}
	for i := 0; i+1 < len(args); i += 2 {
		p.Args[args[i].(string)] = args[i+1]
	}
	p.File = t.p.File.Name
	t.p.Remarks = append(t.p.Remarks, p)
}

// excelCell is how much an Excel cell holds, in UTF-16 units; Excel cuts off what is longer without a word.
const excelCell = 32_767

// formulaStart tells texts that a spreadsheet would run as a formula when it opened them: anything after =, a function after @, and
// after a sign a function, a sum or a cell. A telephone number, a negative number in a sentence and the dash of a list are none.
var formulaStart = regexp.MustCompile(`^\s*(=\s*\S|@[\p{L}_.]+\(|[+-][\p{L}_.]+[0-9]*[(!|+*/^]` +
	`|[+-][0-9.,]+\s*[+*/^]\s*[\p{L}0-9(]|[+-]\s*\$?[A-Z]{1,3}\$?[0-9]+\s*$)`)

// remarks lists what a person should look at in a row that was read.
func (t *rowReader) remarks(c Candidate, row extract.Row) {
	answer, _ := t.cell(row, fieldAnswer)
	switch {
	case answer.Kind == extract.NumberCell || answer.Kind == extract.DateCell || answer.Kind == extract.BoolCell:
		t.about(row, fieldAnswer, "intake.number-in-answer", "value", answer.Text)
	case answer.Kind == extract.ErrorCell:
		t.about(row, fieldAnswer, "intake.error-cell", "value", answer.Text)
	case t.p.Format != "csv" && len(utf16.Encode([]rune(answer.Text))) >= excelCell:
		t.about(row, fieldAnswer, "intake.cell-full", "limit", excelCell)
	case !answer.Formula && formulaStart.MatchString(c.Answer.Text):
		t.about(row, fieldAnswer, "intake.looks-like-formula")
	}
	for _, field := range []string{
		fieldAnswer, fieldSource, fieldProvider, fieldModel, fieldVersion, fieldDate, fieldPrompt, fieldAids, fieldID, fieldConsent, fieldAI,
	} {
		if cell, _ := t.cell(row, field); cell.Formula {
			t.about(row, field, "intake.formula-cell")
		}
	}
}

package sheets

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/lang"
)

// WriteXLSX writes a sheet as a workbook: drop-down lists for closed sets, frozen headings, only the cells that a
// reviewer fills in are unlocked, the instructions on a sheet of their own. Equal forms give equal bytes; the only
// time in it is the form's date.
func WriteXLSX(f Form, cat *lang.Catalogue) ([]byte, error) {
	l, err := sheetLayout()
	if err != nil {
		return nil, err
	}
	items, err := Instructions(f)
	if err != nil {
		return nil, err
	}
	w := &workbook{file: excelize.NewFile(), form: f, layout: l, cat: cat, sheet: cat.T("sheet.name.rating")}
	data, err := w.write(items)
	if err = errors.Join(err, w.file.Close()); err != nil {
		return nil, fmt.Errorf("writing the workbook: %w", err)
	}
	return sealTimes(data, f.Date)
}

// workbook is a workbook being written.
type workbook struct {
	file   *excelize.File
	form   Form
	layout *layout
	cat    *lang.Catalogue
	sheet  string

	head, heading, locked, input, wrapped int // styles
}

func (w *workbook) write(instructions []string) ([]byte, error) {
	steps := []func() error{
		func() error { return w.file.SetSheetName("Sheet1", w.sheet) },
		w.styles, w.fill, w.validate, w.arrange, w.layPages,
		func() error { return w.instruct(instructions) },
		w.properties,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if err := w.file.Write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (w *workbook) styles() error {
	border := []excelize.Border{
		{Type: "left", Color: "BBBBBB", Style: 1}, {Type: "right", Color: "BBBBBB", Style: 1},
		{Type: "top", Color: "BBBBBB", Style: 1}, {Type: "bottom", Color: "BBBBBB", Style: 1},
	}
	top := &excelize.Alignment{Vertical: "top", Horizontal: "left", WrapText: true}
	const family, size = "Calibri", 11
	for _, s := range []struct {
		id    *int
		style excelize.Style
	}{
		{&w.head, excelize.Style{Font: &excelize.Font{Family: family, Size: size, Color: "666666"}, Alignment: &excelize.Alignment{Horizontal: "left"}}},
		{&w.heading, excelize.Style{Font: &excelize.Font{Family: family, Size: size, Bold: true}, Border: border, Alignment: top,
			Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8E8E8"}}}},
		{&w.locked, excelize.Style{Border: border, Alignment: top}},
		{&w.input, excelize.Style{Border: border, Alignment: top, Protection: &excelize.Protection{Locked: false}}},
		{&w.wrapped, excelize.Style{Alignment: top}},
	} {
		id, err := w.file.NewStyle(&s.style)
		if err != nil {
			return err
		}
		*s.id = id
	}
	return nil
}

// firstRow is the row of the first code, 1-based.
func (w *workbook) firstRow() int { return len(w.layout.head()) + 2 }

func (w *workbook) fill() error {
	columns := w.form.columns(w.layout)
	for i, row := range w.form.rows(w.layout) {
		for j, text := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				return err
			}
			if err := w.set(at, text, j, i, columns); err != nil {
				return err
			}
		}
	}
	return nil
}

// numeric are the columns that hold numbers. Remarks never do: «007» stays as it is.
var numeric = map[string]bool{ColAgreement: true, ColGrade: true, ColGrid: true}

// set writes one cell and its style. Numbers are written as numbers, all else as guarded text.
func (w *workbook) set(at, text string, column, row int, columns []column) error {
	head := w.layout.head()
	style := w.input
	switch {
	case row < len(head):
		style = w.head
		if column == 1 && w.headInput(head[row]) {
			style = w.input
		}
	case row == len(head):
		style = w.heading
	case columns[column].Name == ColCode || columns[column].Name == ColMark:
		style = w.locked
	}
	if err := w.file.SetCellStyle(w.sheet, at, at, style); err != nil || text == "" {
		return err
	}
	isNumber := row > len(head) && numeric[columns[column].Name] || row < len(head) && head[row].Name == headMinutes && column == 1
	if n, ok := whole(text, extract.TextCell); ok && isNumber {
		return w.file.SetCellInt(w.sheet, at, int64(n))
	}
	return w.file.SetCellStr(w.sheet, at, guarded(text))
}

// headInput tells whether the reviewer fills in a head row: the time needed, and their ID where the sheet has none.
func (w *workbook) headInput(h label) bool {
	return h.FilledIn || h.Name == headReviewer && w.form.Reviewer == ""
}

// validate gives the columns their lists and limits, with a message that names what is allowed.
func (w *workbook) validate() error {
	if err := w.validateMinutes(); err != nil || len(w.form.Codes) == 0 {
		return err
	}
	for i, c := range w.form.columns(w.layout) {
		if c.Name == ColCode || c.Name == ColComment || c.Name == ColMark {
			continue
		}
		name, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		v := excelize.NewDataValidation(true)
		v.Sqref = fmt.Sprintf("%s%d:%s%d", name, w.firstRow(), name, w.firstRow()+len(w.form.Codes)-1)
		allowed := w.layout.allowed(c.Name, w.form.Language)
		if c.Name == ColAgreement {
			err = v.SetRange(0, 100, excelize.DataValidationTypeWhole, excelize.DataValidationOperatorBetween)
		} else {
			err = v.SetDropList(allowed)
		}
		if err != nil {
			return err
		}
		if err := w.check(v, strings.Join(allowed, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// validateMinutes lets the time needed be a whole number only.
func (w *workbook) validateMinutes() error {
	row := slices.IndexFunc(w.layout.head(), func(h label) bool { return h.Name == headMinutes }) + 1
	v := excelize.NewDataValidation(true)
	v.Sqref = fmt.Sprintf("B%d", row)
	if err := v.SetRange(0, mostMinutes, excelize.DataValidationTypeWhole, excelize.DataValidationOperatorBetween); err != nil {
		return err
	}
	return w.check(v, fmt.Sprintf("0–%d", mostMinutes))
}

// check adds a check that refuses other values and says what is allowed.
func (w *workbook) check(v *excelize.DataValidation, allowed string) error {
	v.SetError(excelize.DataValidationErrorStyleStop, w.cat.T("sheet.invalid.title"), w.cat.T("sheet.invalid.text", "allowed", allowed))
	return w.file.AddDataValidation(w.sheet, v)
}

// arrange sets widths, freezes the headings and locks everything but the input.
func (w *workbook) arrange() error {
	for i, c := range w.form.columns(w.layout) {
		name, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		if err := w.file.SetColWidth(w.sheet, name, name, c.Width); err != nil {
			return err
		}
	}
	if err := w.file.SetRowHeight(w.sheet, w.firstRow()-1, 34); err != nil {
		return err
	}
	first, err := excelize.CoordinatesToCellName(2, w.firstRow())
	if err != nil {
		return err
	}
	if err := w.file.SetPanes(w.sheet, &excelize.Panes{
		Freeze: true, XSplit: 1, YSplit: w.firstRow() - 1, TopLeftCell: first, ActivePane: "bottomRight",
		Selection: []excelize.Selection{{SQRef: first, ActiveCell: first, Pane: "bottomRight"}},
	}); err != nil {
		return err
	}
	return w.file.ProtectSheet(w.sheet, &excelize.SheetProtectionOptions{
		SelectLockedCells: true, SelectUnlockedCells: true, FormatColumns: true, FormatRows: true,
	})
}

// fitWidth prints a sheet on A4 as wide as the paper, and as many pages high as it takes.
func (w *workbook) fitWidth(sheet, orientation string) error {
	const a4 = 9
	size, wide, high, fit := a4, 1, 0, true
	if err := w.file.SetPageLayout(sheet, &excelize.PageLayoutOptions{
		Orientation: &orientation, Size: &size, FitToWidth: &wide, FitToHeight: &high,
	}); err != nil {
		return err
	}
	return w.file.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit})
}

// layPages prints the rating sheet across, with the headings on each page.
func (w *workbook) layPages() error {
	if err := w.fitWidth(w.sheet, "landscape"); err != nil {
		return err
	}
	row := w.firstRow() - 1
	return w.file.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Titles", RefersTo: fmt.Sprintf("'%s'!$%d:$%d", w.sheet, row, row), Scope: w.sheet,
	})
}

// instructionRunes is how many characters of an instruction surely fit a line, and instructionLine a line's height in
// points.
const (
	instructionRunes = 90
	instructionLine  = 16.0
)

// instruct writes the instructions on a sheet of their own.
func (w *workbook) instruct(items []string) error {
	name := w.cat.T("sheet.name.instructions")
	if _, err := w.file.NewSheet(name); err != nil {
		return err
	}
	if err := w.file.SetColWidth(name, "A", "A", 5); err != nil {
		return err
	}
	if err := w.file.SetColWidth(name, "B", "B", 110); err != nil {
		return err
	}
	for i, item := range items {
		row := i + 1
		if err := w.file.SetCellInt(name, fmt.Sprintf("A%d", row), int64(row)); err != nil {
			return err
		}
		if err := w.file.SetCellStr(name, fmt.Sprintf("B%d", row), item); err != nil {
			return err
		}
		if err := w.file.SetCellStyle(name, fmt.Sprintf("A%d", row), fmt.Sprintf("B%d", row), w.wrapped); err != nil {
			return err
		}
		// Not every program finds the height of a wrapped text by itself: it is set for the lines that the column holds.
		lines := utf8.RuneCountInString(item)/instructionRunes + 1
		if err := w.file.SetRowHeight(name, row, float64(lines)*instructionLine); err != nil {
			return err
		}
	}
	if err := w.fitWidth(name, "portrait"); err != nil {
		return err
	}
	return w.file.ProtectSheet(name, &excelize.SheetProtectionOptions{SelectLockedCells: true, SelectUnlockedCells: true})
}

// properties leaves neither a name nor a program nor a time of writing in the workbook.
func (w *workbook) properties() error {
	moment := w.form.Date.UTC().Format(time.RFC3339)
	if err := w.file.SetDocProps(&excelize.DocProperties{
		Created: moment, Modified: moment, Title: w.form.Study, Language: string(w.form.Language), Creator: "-", LastModifiedBy: "-",
	}); err != nil {
		return err
	}
	return w.file.SetAppProps(&excelize.AppProperties{Application: "-"})
}

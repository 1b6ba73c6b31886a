package sheets

import (
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// CellState says what became of a cell.
type CellState string

const (
	CellTaken      CellState = "taken"      // read as it is written
	CellUnderstood CellState = "understood" // read otherwise than it is written: abbreviated, rounded, the result of a formula
	CellRefused    CellState = "refused"    // not taken; the reason stands in Refused
	CellDeclined   CellState = "declined"   // a word for «cannot be judged»
	CellMissing    CellState = "missing"    // empty
)

// Cell is one cell of a sheet as it was understood: what a preview shows, before anything is taken over.
type Cell struct {
	Row     int // as the spreadsheet shows it
	Code    study.Code
	Column  string // machine name
	Written string // as it stands in the file
	Taken   string // the machine value; "" when there is none
	State   CellState
}

// noteCells lists the cells of a row that was taken, in the order of the columns.
func (r *reader) noteCells(row extract.Row, x study.Rating) {
	for _, c := range r.layout.Columns {
		if _, ok := r.at[c.Name]; !ok || c.Name == ColCode || c.Name == ColMark {
			continue
		}
		cell := Cell{Row: row.Number, Code: x.Code, Column: c.Name, Written: r.written(row, c.Name).Text}
		var why study.Absence
		cell.Taken, why = machineValue(x, c.Name)
		switch {
		case why == study.Refused:
			cell.State = CellDeclined
		case r.isRefused(row, c.Name):
			cell.State = CellRefused
		case cell.Taken == "":
			cell.State = CellMissing
		case r.isUnderstood(row, c.Name):
			cell.State = CellUnderstood
		case c.Name != ColComment && writtenOtherwise(cell):
			cell.State = CellUnderstood
		default:
			cell.State = CellTaken
		}
		r.out.Cells = append(r.out.Cells, cell)
	}
}

// writtenOtherwise tells whether a number was not written as it is taken: «1,0», «01».
func writtenOtherwise(c Cell) bool {
	if strings.Trim(c.Taken, "0123456789") != "" {
		return false // a word
	}
	return strings.Trim(c.Written, "% \u00a0\t\n") != c.Taken
}

func (r *reader) isUnderstood(row extract.Row, col string) bool {
	return slices.ContainsFunc(r.out.Understood, func(u Understood) bool { return u.Row == row.Number && u.Column == col })
}

func (r *reader) isRefused(row extract.Row, col string) bool {
	return slices.ContainsFunc(r.out.Refused, func(p *study.Problem) bool {
		return p.Row == row.Number && p.Column == r.out.Columns[col]
	})
}

// machineValue is the value of a column of a rating, or why there is none.
func machineValue(x study.Rating, col string) (string, study.Absence) {
	switch col {
	case ColCategory:
		return textOf(x.Category)
	case ColAgreement:
		return textOf(x.Agreement)
	case ColGrade:
		return textOf(x.Grade)
	case ColGrid:
		return textOf(x.Grid)
	case ColTarget:
		return textOf(x.Target)
	case ColOrigin:
		return textOf(x.Guess)
	}
	return strings.TrimSpace(x.Comment), study.Missing
}

func textOf[T any](m study.Maybe[T]) (string, study.Absence) {
	if v, ok := m.Get(); ok {
		return fmt.Sprint(v), study.Missing
	}
	return "", m.Why()
}

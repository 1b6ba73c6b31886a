package conduct

import (
	"context"
	"strconv"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// CellChange is a value that a new sheet gives otherwise than the sheet of the same reviewer that is there.
type CellChange struct {
	Reviewer string     `json:"reviewer"`
	Code     study.Code `json:"code"`
	Column   string     `json:"column"` // machine name: category, agreement, grade, grid, target, origin, comment
	Before   string     `json:"before"` // machine value; "" where there is none
	Now      string     `json:"now"`
}

// Say puts a change into words.
func (c CellChange) Say(words *lang.Catalogue) string {
	return words.T("ratings.change", "reviewer", c.Reviewer, "code", string(c.Code), "column", words.T("ratings.column."+c.Column),
		"before", cellWord(words, c.Column, c.Before), "now", cellWord(words, c.Column, c.Now))
}

// cellWord is the word for a machine value of a column.
func cellWord(words *lang.Catalogue, column, value string) string {
	if value == "" {
		return words.T("ratings.empty")
	}
	if column == "origin" {
		column = "guess"
	}
	if key := column + "." + value; words.Has(key) {
		return words.T(key)
	}
	return value
}

// SheetChanges tells what would change where reviewers have a sheet already and these took its place, in the order of
// the sheets and codes. It changes nothing. A reviewer without a sheet is not in it.
func (c *Conduct) SheetChanges(ctx context.Context, ref Ref, list []SheetPreview) ([]CellChange, error) {
	stored, err := c.db.Sheets(ctx, ref)
	if err != nil {
		return nil, err
	}
	beside, err := c.db.ExtraRatings(ctx, ref)
	if err != nil {
		return nil, err
	}
	var changes []CellChange
	for _, p := range list {
		for _, s := range stored {
			if s.Rater.ID == p.Reviewer {
				changes = append(changes, sheetChanges(s, beside[p.Reviewer], p)...)
			}
		}
	}
	return changes, nil
}

// sheetChanges compares one sheet with the one that is there. A code without a row has no value.
func sheetChanges(there sqlite.Sheet, beside []study.Rating, now SheetPreview) []CellChange {
	before := make(map[study.Code]study.Rating)
	var codes []study.Code
	for _, r := range append(append([]study.Rating{}, there.Ratings...), beside...) {
		before[r.Code] = r
		codes = append(codes, r.Code)
	}
	after := make(map[study.Code]study.Rating)
	for _, r := range now.Ratings {
		after[r.Code] = r
		if _, known := before[r.Code]; !known {
			codes = append(codes, r.Code)
		}
	}
	var changes []CellChange
	for _, code := range codes {
		old, fresh := cellsOf(before[code]), cellsOf(after[code])
		for i := range old {
			if old[i].value != fresh[i].value {
				changes = append(changes, CellChange{now.Reviewer, code, old[i].column, old[i].value, fresh[i].value})
			}
		}
	}
	return changes
}

type cellValue struct{ column, value string }

// cellsOf are the values of a rating in the order of a sheet's columns.
func cellsOf(r study.Rating) []cellValue {
	return []cellValue{
		{"category", machine(r.Category, func(v study.Category) string { return string(v) })},
		{"agreement", machine(r.Agreement, strconv.Itoa)},
		{"grade", machine(r.Grade, strconv.Itoa)},
		{"grid", machine(r.Grid, study.Grid.String)},
		{"target", machine(r.Target, func(v study.Target) string { return string(v) })},
		{"origin", machine(r.Guess, func(v study.Guess) string { return string(v) })},
		{"comment", r.Comment},
	}
}

// machine is the machine value; "" where there is none.
func machine[T any](m study.Maybe[T], word func(T) string) string {
	v, ok := m.Get()
	if !ok {
		return ""
	}
	return word(v)
}

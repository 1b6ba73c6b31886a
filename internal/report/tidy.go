package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// notAvailable is how tables for statisticians write what is missing; why it is missing stands in data.json.
const notAvailable = "NA"

// ratingColumns are the columns of ratings.csv; FORMAT.md says what each holds.
var ratingColumns = []string{
	"study", "test", "code", "condition", "truth", "rater", "rater_kind", "replayed", "category", "agreement", "grade", "grid",
	"target", "guess", "sources_n", "sources_e", "sources_f", "sources_u", "facts_n", "facts_t",
}

// Ratings writes the ratings as a tidy table for programs of statistics: a row for each rater and answer, a column for
// each variable, machine words, decimal points, NA for what is missing. It holds no wording and no remark.
func Ratings(w io.Writer, m *Model) error {
	rows, at := [][]string{ratingColumns}, newLookup(m)
	for _, a := range m.Answers {
		for i, s := range m.Sheets {
			rows = append(rows, m.ratingRow(a, s.Rater, at.rating(m, i, a.Code), study.Grading{}))
		}
		if g, ok := at.grading(m, a.Code); ok && m.Grader != nil {
			rows = append(rows, m.ratingRow(a, m.Grader.Rater, g.Rating, g))
		}
	}
	return writeTidy(w, rows)
}

func (m *Model) ratingRow(a Answer, rater study.Rater, r study.Rating, g study.Grading) []string {
	condition, truth := notAvailable, notAvailable
	if c := a.Answer.Condition; c.Valid() {
		condition, truth = string(c), string(c.Truth())
	}
	row := []string{m.Study.ID, m.Test.ID, string(a.Code), condition, truth, rater.ID, raterKind(rater), strconv.FormatBool(rater.Replayed),
		tidy(r.Category), tidy(r.Agreement), tidy(r.Grade), tidy(r.Grid), tidy(r.Target), tidy(r.Guess)}
	s, sourcesKnown := g.Sources.Get()
	f, factsKnown := g.Facts.Get()
	return append(row, countIf(sourcesKnown, s.Checked), countIf(sourcesKnown, s.Invented), countIf(sourcesKnown, s.Miscited),
		countIf(sourcesKnown, s.Unverifiable), countIf(factsKnown, f.Checked), countIf(factsKnown, f.Invented))
}

// tidy is a value as its machine word.
func tidy[T any](m study.Maybe[T]) string {
	if v, ok := m.Get(); ok {
		return fmt.Sprint(v)
	}
	return notAvailable
}

func countIf(known bool, n int) string {
	if !known {
		return notAvailable
	}
	return strconv.Itoa(n)
}

// FigureTable writes every figure of the test as a table: figures.csv, against which analysis.R compares its own.
func FigureTable(w io.Writer, m *Model) error {
	rows := [][]string{{"name", "value", "reason", "method", "variant", "n", "low", "high", "level", "interval", "replicates", "seed"}}
	for _, n := range slices.Concat(m.Figures.List(), m.Beside, m.Confirmatory.List()) {
		f := n.Figure
		value, reason := notAvailable, string(f.Reason())
		if v, ok := f.Value(); ok {
			value, reason = exact(v), notAvailable
		}
		row := []string{n.Name, value, reason, f.Method, orNA(f.Variant), restsOn(f)}
		if i := f.Interval; i != nil {
			row = append(row, exact(i.Low), exact(i.High), exact(i.Level), i.Method, strconv.Itoa(i.Replicates), strconv.FormatUint(i.Seed, 10))
		} else {
			row = append(row, slices.Repeat([]string{notAvailable}, 6)...)
		}
		rows = append(rows, row)
	}
	return writeTidy(w, rows)
}

// exact writes all digits that a number has.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func orNA(s string) string {
	if s == "" {
		return notAvailable
	}
	return s
}

// restsOn is the number a figure rests on: its n, or what it counts first.
func restsOn(f stats.Figure) string {
	for _, c := range f.Counts {
		if c.Of == "n" {
			return strconv.FormatInt(c.N, 10)
		}
	}
	if len(f.Counts) > 0 {
		return strconv.FormatInt(f.Counts[0].N, 10)
	}
	return notAvailable
}

// writeTidy writes UTF-8 with commas and line feeds. No cell starts a formula.
func writeTidy(w io.Writer, rows [][]string) error {
	t := csv.NewWriter(w)
	for i, row := range rows {
		line := make([]string, len(row))
		for j, cell := range row {
			line[j] = cell
			if _, err := strconv.ParseFloat(cell, 64); err != nil {
				line[j] = plainCell(cell)
			}
		}
		if err := t.Write(line); err != nil {
			return fmt.Errorf("writing row %d of a table: %w", i+1, err)
		}
	}
	t.Flush()
	if err := t.Error(); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	return nil
}

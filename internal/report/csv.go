package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// csvColumns are the columns of the table, under their keys "report.csv.…"; FORMAT.md says what each holds.
var csvColumns = []string{
	"study", "test", "code", "origin", "rater", "rater-kind", "replayed", "category", "agreement", "grade", "grid", "reading",
	"guess", "truth", "guess-right", "sources-checked", "sources-invented", "sources-miscited", "sources-unverifiable",
	"facts-checked", "facts-invented", "mean-a", "level-a", "comment",
}

// CSV writes the ratings as a table for spreadsheets: a row for each rater and answer, in the catalogue's words, with
// the separator and the decimal sign of its language. Whatever is missing is a word. No cell starts a formula.
func CSV(w io.Writer, m *Model, cat *lang.Catalogue) error {
	p := newPage(m, cat)
	header := make([]string, len(csvColumns))
	for i, c := range csvColumns {
		header[i] = p.T("report.csv." + c)
	}
	rows := append([][]string{header}, p.csvRows()...)
	for _, row := range rows {
		for i, cell := range row {
			row[i] = plainCell(cell)
		}
	}
	return cat.Table(w, rows)
}

// plainCell keeps a spreadsheet from taking a text for a formula: what begins, after blanks, with a sign that starts
// one gets an apostrophe in front. Numbers never come here with a sign.
func plainCell(s string) string {
	if s != "" && strings.ContainsRune("\t\r\n", rune(s[0])) {
		return "'" + s
	}
	if rest := strings.TrimLeftFunc(s, unicode.IsSpace); rest != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(rest)[0]) {
		return "'" + s
	}
	return s
}

// csvRows are the rows in blind order, people in the order of their sheets, the AI grader last.
func (p *page) csvRows() [][]string {
	var rows [][]string
	for _, a := range p.Answers {
		for i, s := range p.Sheets {
			rows = append(rows, p.csvRow(a, s.Rater, p.at.rating(p.Model, i, a.Code), nil))
		}
		if g, ok := p.at.grading(p.Model, a.Code); ok && p.Grader != nil {
			rows = append(rows, p.csvRow(a, p.Grader.Rater, g.Rating, &g))
		}
	}
	return rows
}

func (p *page) csvRow(a Answer, rater study.Rater, r study.Rating, g *study.Grading) []string {
	c := a.Answer.Condition
	truth, right := study.Maybe[study.Guess]{}, study.Maybe[bool]{}
	if c.Valid() {
		truth = study.Known(c.Truth())
		if guess, ok := r.Guess.Get(); ok {
			right = study.Known(guess == c.Truth())
		}
	}
	row := []string{p.Study.ID, p.Test.ID, string(a.Code), p.Condition(c), rater.ID, p.T("report.rater-kind." + raterKind(rater)),
		p.replayed(rater), p.asked(p.Figures.Gold, p.Category(r.Category)), p.asked(p.Figures.Gold, p.Whole(r.Agreement)),
		p.asked(rater.Kind != study.AIRater, p.Whole(r.Grade)), p.Grid(r.Grid), p.asked(p.Figures.Target, p.Target(r.Target)),
		p.Guess(r.Guess), p.Guess(truth), p.YesNo(right)}
	row = append(row, p.csvCounts(g)...)
	comment := r.Comment
	if strings.TrimSpace(comment) == "" {
		comment = p.T("report.none")
	}
	return append(row, comment)
}

func raterKind(r study.Rater) string {
	if r.Kind == study.AIRater {
		return string(study.AIRater)
	}
	return string(study.HumanRater)
}

func (p *page) replayed(r study.Rater) string {
	if r.Kind != study.AIRater {
		return p.T("absence.not-applicable")
	}
	return p.YesNo(study.Known(r.Replayed))
}

// asked is the cell, or the word for what was not asked.
func (p *page) asked(was bool, cell string) string {
	if !was {
		return p.T("absence.not-applicable")
	}
	return cell
}

// csvCounts are the columns that only the AI grader fills.
func (p *page) csvCounts(g *study.Grading) []string {
	if g == nil {
		return slices.Repeat([]string{p.T("absence.not-applicable")}, 8)
	}
	source := func(pick func(study.SourceCounts) int) string {
		return maybe(p.words, g.Sources, func(n study.SourceCounts) string { return fmt.Sprint(pick(n)) })
	}
	fact := func(pick func(study.FactCounts) int) string {
		return maybe(p.words, g.Facts, func(n study.FactCounts) string { return fmt.Sprint(pick(n)) })
	}
	return []string{
		source(func(n study.SourceCounts) int { return n.Checked }), source(func(n study.SourceCounts) int { return n.Invented }),
		source(func(n study.SourceCounts) int { return n.Miscited }), source(func(n study.SourceCounts) int { return n.Unverifiable }),
		fact(func(n study.FactCounts) int { return n.Checked }), fact(func(n study.FactCounts) int { return n.Invented }),
		maybe(p.words, g.SystemA, func(a study.SystemA) string { return p.cat.Number(a.Mean, 2) }),
		maybe(p.words, g.SystemA, func(a study.SystemA) string { return fmt.Sprint(a.Level) }),
	}
}

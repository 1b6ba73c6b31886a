package stard

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard/page"
)

// HTML writes the report as one page.
func HTML(w io.Writer, m *Model, cat *lang.Catalogue) error {
	d, err := document(m, cat)
	if err != nil {
		return err
	}
	return page.HTML(w, d)
}

// Docx writes the report as a Word file.
func Docx(w io.Writer, m *Model, cat *lang.Catalogue) error {
	d, err := document(m, cat)
	if err != nil {
		return err
	}
	return page.Docx(w, d)
}

// CSV writes every figure as a tidy table with machine words: a row for each condition and figure.
func CSV(w io.Writer, m *Model) error {
	rows := [][]string{{"condition", "figure", "numerator", "denominator", "value", "low", "high", "level", "interval_method", "reason"}}
	for _, t := range m.Result.Tables {
		for _, f := range t.Figures {
			rows = append(rows, figureRow(t, f))
		}
	}
	return table(w, rows)
}

// none stands in a cell of the tables that has no value. A cell is never empty.
const none = "NA"

func figureRow(t Table, f Figure) []string {
	row := []string{string(t.Condition), f.Name, none, none, none, none, none, none, none, none}
	if IsShare(f.Name) {
		row[2], row[3] = number(f.K), number(f.N)
	}
	v, ok := f.Figure.Value()
	if !ok {
		row[9] = string(f.Reason())
		return row
	}
	row[4] = exact(v)
	if i := f.Interval; i != nil {
		row[5], row[6], row[7], row[8] = exact(i.Low), exact(i.High), exact(i.Level), i.Method
	}
	return row
}

func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Cases writes the comparison itself as a tidy table: a row for each condition and case with a reference. All figures
// can be computed from it.
func Cases(w io.Writer, m *Model) error {
	rows := [][]string{{"condition", "test", "reference", "index", "lost"}}
	for _, t := range m.Result.Tables {
		for _, c := range t.Cases {
			row := []string{string(t.Condition), c.Test, string(c.Reference), none, none}
			if said, ok := c.Index.Get(); ok {
				row[3] = string(said)
			} else {
				row[4] = string(c.Lost)
			}
			rows = append(rows, row)
		}
	}
	return table(w, rows)
}

// table writes rows as CSV. A cell that a spreadsheet would take for a formula gets an apostrophe before it.
func table(w io.Writer, rows [][]string) error {
	c := csv.NewWriter(w)
	for _, row := range rows {
		guarded(row)
		if err := c.Write(row); err != nil {
			return fmt.Errorf("writing a table: %w", err)
		}
	}
	c.Flush()
	return c.Error()
}

// guarded puts an apostrophe before cells that a spreadsheet would take for a formula.
func guarded(row []string) {
	for i, cell := range row {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && strings.ContainsAny(cell[:min(len(cell), 1)], "=+-@\t\r") {
			row[i] = "'" + cell
		}
	}
}

// PaperCSV writes the table for a paper as it is printed, in the catalogue's language, for spreadsheets.
func PaperCSV(w io.Writer, m *Model, cat *lang.Catalogue) error {
	t := (&writer{Words: Words{cat}, Model: m}).paperTable()
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.Title
	}
	rows := [][]string{head}
	for _, r := range t.Rows {
		row := make([]string, len(r))
		for i, c := range r {
			row[i] = c.Text
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		guarded(row)
	}
	return cat.Table(w, rows)
}

// LaTeX writes the table for a paper, to be taken into a document with booktabs.
func LaTeX(w io.Writer, m *Model, cat *lang.Catalogue) error {
	p := &writer{Words: Words{cat}, Model: m}
	t := p.paperTable()
	var b strings.Builder
	fmt.Fprintf(&b, "%% %s\n\\begin{table}\n\\caption{%s}\n\\begin{tabular}{l%s}\n\\toprule\n", p.T("stard.latex.needs"), Tex(t.Caption), strings.Repeat("r", len(t.Columns)-1))
	cells := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = Tex(c.Title)
	}
	b.WriteString(strings.Join(cells, " & ") + " \\\\\n\\midrule\n")
	for _, r := range t.Rows {
		for i, c := range r {
			cells[i] = Tex(c.Text)
		}
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// texSigns are the characters that LaTeX does not take as they are.
var texSigns = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "−", `$-$`, "<", `\textless{}`, ">", `\textgreater{}`, "\r", "", "\n", " ", "\u2060", "",
	"α", `$\alpha$`, "κ", `$\kappa$`, "×", `$\times$`, "≥", `$\ge$`)

// Tex writes a text so that LaTeX prints it as it is.
func Tex(s string) string { return texSigns.Replace(s) }

package stats

import "math"

// Working is a figure's way from the inputs to the result, so that a person can follow it by hand.
//
// Names are machine words and formulas plain mathematical notation; sentences around them are made elsewhere.
type Working struct {
	Formula string     `json:"formula,omitempty"` // "alpha = 1 - Do/De"
	Inputs  []Quantity `json:"inputs,omitempty"`  // what went in
	Tables  []Table    `json:"tables,omitempty"`  // counts that went in, where they are few enough to be read
	Steps   []Step     `json:"steps,omitempty"`   // in the order of computing
}

// Quantity is a named number.
type Quantity struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Step is one line of the working.
type Step struct {
	Name    string   `json:"name"`    // machine word of the quantity: "observed_disagreement"
	Formula string   `json:"formula"` // "Do = sum o_ck d_ck / n"
	Value   *float64 `json:"value"`   // nil: not defined
}

// Table is a table of counts (or of shares of counts) with its headings.
type Table struct {
	Name    string      `json:"name"`    // machine word: "coincidences", "pairs"
	Rows    []string    `json:"rows"`    // a heading a row
	Columns []string    `json:"columns"` // a heading a column
	Cells   [][]float64 `json:"cells"`
}

// maxTable is the number of rows up to which a table is put into the working.
const maxTable = 12

// Explain returns formula, inputs and steps of the figure.
func (f Figure) Explain() Working { return f.Working }

// Part returns an intermediate result by its name: "observed_disagreement", "standard_error" …; ok is false when
// the figure has no such step or the step no number.
func (f Figure) Part(name string) (v float64, ok bool) {
	for _, s := range f.Working.Steps {
		if s.Name == name && s.Value != nil {
			return *s.Value, true
		}
	}
	return 0, false
}

func (w Working) empty() bool {
	return w.Formula == "" && len(w.Inputs) == 0 && len(w.Tables) == 0 && len(w.Steps) == 0
}

func (w *Working) input(name string, value float64) {
	if finite(value) {
		w.Inputs = append(w.Inputs, Quantity{Name: name, Value: value})
	}
}

// step notes a line of the working; a value that is not finite is noted as not defined.
func (w *Working) step(name, formula string, value float64) {
	s := Step{Name: name, Formula: formula}
	if finite(value) {
		s.Value = &value
	}
	w.Steps = append(w.Steps, s)
}

// table notes a table when it is small enough to be read.
func (w *Working) table(name string, rows, columns []string, cells [][]float64) {
	if len(rows) <= maxTable && len(columns) <= maxTable {
		w.Tables = append(w.Tables, Table{Name: name, Rows: rows, Columns: columns, Cells: cells})
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

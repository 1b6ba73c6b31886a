package evaluation

import (
	"strconv"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Level is a median of levels under its name, with the way to it. It is no [stats.Figure]: a middle between two levels
// is both of them, and no number.
type Level struct {
	Name    string // "median_grade.X.people", "median_grid.student.people"
	Measure Measure
	Median  Median
	Working stats.Working
}

// Levels gives every median of the report, in the order of answers and conditions.
func (f Figures) Levels() []Level {
	var all []Level
	add := func(name string, v Verdicts) {
		all = append(all, levelOf("median_grade."+name+".people", OfGrade, v.Grade, v.Grades),
			levelOf("median_grid."+name+".people", OfGrid, v.GridMedian, v.Grid))
	}
	for _, a := range f.Answers {
		add(string(a.Code), a.People)
	}
	for _, c := range f.Conditions {
		add(string(c.Condition), c.People)
	}
	return all
}

// levelOf sets out how often each level was given, and which rank lies in the middle.
func levelOf(name string, m Measure, median Median, counts [levels]int) Level {
	l := Level{Name: name, Measure: m, Median: median}
	l.Working.Formula = "levels in their order, best first; lower middle: rank (n + 1)/2 rounded down, upper middle: rank n/2 + 1 rounded down"
	l.Working.Inputs = []stats.Quantity{{Name: "n", Value: float64(median.N)}}
	table := stats.Table{Name: "levels", Rows: []string{"count"}, Cells: [][]float64{{}}}
	for i, n := range counts {
		word := strconv.Itoa(i + 1)
		if m == OfGrid {
			word = study.Grid(i + 1).String()
		}
		table.Columns = append(table.Columns, word)
		table.Cells[0] = append(table.Cells[0], float64(n))
	}
	l.Working.Tables = []stats.Table{table}
	if median.N > 0 {
		better, worse := float64(median.Better), float64(median.Worse)
		l.Working.Steps = []stats.Step{
			{Name: "better_middle", Formula: "level at rank (n + 1)/2, rounded down", Value: &better},
			{Name: "worse_middle", Formula: "level at rank n/2 + 1, rounded down", Value: &worse},
		}
	}
	return l
}

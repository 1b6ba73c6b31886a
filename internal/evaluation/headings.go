package evaluation

import (
	"strconv"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Package stats numbers what it counts. The tables of a working get their machine words here, so that a person who
// follows a figure by hand reads «correct» and not «0».

// nameLevels names the levels in the tables of a coefficient of agreement.
func nameLevels(f *stats.Figure, m Measure) {
	var names func(level string) string
	switch m {
	case OfCategory:
		names = func(level string) string { return wordAt(study.Categories(), level, 0) }
	case OfGrid, OfGridUnblocked:
		names = func(level string) string {
			if n, err := strconv.Atoi(level); err == nil {
				return study.Grid(n).String()
			}
			return level
		}
	default:
		return
	}
	for i, t := range f.Working.Tables {
		f.Working.Tables[i].Columns = mapped(t.Columns, names)
		if t.Name == "coincidences" {
			f.Working.Tables[i].Rows = mapped(t.Rows, names)
		}
	}
}

// nameHeadings names rows and columns of a table whose headings are numbers from 1.
func nameHeadings(f *stats.Figure, table string, names []string) {
	for i, t := range f.Working.Tables {
		if t.Name != table {
			continue
		}
		of := func(level string) string { return wordAt(names, level, 1) }
		f.Working.Tables[i].Rows, f.Working.Tables[i].Columns = mapped(t.Rows, of), mapped(t.Columns, of)
	}
}

// wordAt is the word with that number, counted from first; a heading that is no such number stays.
func wordAt[W ~string](list []W, level string, first int) string {
	n, err := strconv.Atoi(level)
	if err != nil || n < first || n-first >= len(list) {
		return level
	}
	return string(list[n-first])
}

func mapped(list []string, of func(string) string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = of(s)
	}
	return out
}

// words gives machine words as plain strings.
func words[W ~string](list []W) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

package sheets

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// words reads a word of a closed set.
func words[T ~string](r *reader, row extract.Row, col string) study.Maybe[T] {
	value, m := r.word(row, col)
	if value == "" {
		return study.Absent[T](m)
	}
	return study.Known(T(value))
}

// word reads a cell with a word of a closed set: as it is written in any language, or a beginning that fits one value
// only, in the sheet's language first. Without a value it gives the reason.
func (r *reader) word(row extract.Row, col string) (value string, why study.Absence) {
	cell := r.cell(row, col)
	text := strings.TrimSpace(cell.Text)
	if text == "" {
		return "", study.Missing
	}
	if r.setAside(row, col, cell) {
		return "", r.unjudged(text)
	}
	key := fold(strings.TrimRight(text, ". "))
	exact := r.matches(col, study.Languages(), func(word string) bool { return word == key })
	if len(exact) != 1 {
		exact = r.matches(col, []study.Language{r.language()}, func(word string) bool { return strings.HasPrefix(word, key) })
	}
	if len(exact) != 1 {
		exact = r.matches(col, study.Languages(), func(word string) bool { return strings.HasPrefix(word, key) })
	}
	if len(exact) != 1 || key == "" {
		r.notAllowed(row, col, text)
		return "", study.Missing
	}
	if key != fold(r.layout.word(col, exact[0], r.language())) && r.out.Format != formatJSON {
		r.understood(row, col, cell.Text, exact[0])
	}
	return exact[0], study.Missing
}

// matches lists the values of a column with a word that fits.
func (r *reader) matches(col string, langs []study.Language, fits func(word string) bool) []string {
	var values []string
	for _, c := range r.layout.Words[col] {
		for _, lang := range langs {
			if slices.ContainsFunc(c.folded[lang], fits) && !slices.Contains(values, c.Value) {
				values = append(values, c.Value)
			}
		}
	}
	return values
}

var decimalNumber = regexp.MustCompile(`^([0-9]{1,4})(?:[.,]([0-9]+))?$`)

// decimal takes a number apart, before and after the decimal sign. A typed «1.000» is none: it may be a thousand, and nobody
// can say. What a spreadsheet stored as a number is beyond doubt.
func decimal(text string, kind extract.CellKind) (before, after string, ok bool) {
	m := decimalNumber.FindStringSubmatch(text)
	if m == nil || len(m[2]) == 3 && kind != extract.NumberCell && strings.Trim(m[1], "0") != "" {
		return "", "", false
	}
	return m[1], m[2], true
}

// whole reads a whole number, "1,0" too.
func whole(text string, kind extract.CellKind) (n int, ok bool) {
	before, after, ok := decimal(text, kind)
	if !ok || strings.Trim(after, "0") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(before)
	return n, err == nil
}

func (r *reader) grade(row extract.Row) study.Maybe[int] {
	cell := r.cell(row, ColGrade)
	text := strings.TrimSpace(cell.Text)
	if text == "" {
		return study.Maybe[int]{}
	}
	if r.setAside(row, ColGrade, cell) {
		return study.Absent[int](r.unjudged(text))
	}
	n, ok := whole(text, cell.Kind)
	if !ok || n < 1 || n > 5 {
		r.notAllowed(row, ColGrade, text)
		return study.Maybe[int]{}
	}
	return study.Known(n)
}

func (r *reader) grid(row extract.Row) study.Maybe[study.Grid] {
	cell := r.cell(row, ColGrid)
	if n, ok := whole(strings.TrimSpace(cell.Text), cell.Kind); ok && n >= 1 && n <= 4 && cell.Kind != extract.DateCell {
		return study.Known(study.Grid(n))
	}
	value, why := r.word(row, ColGrid)
	var g study.Grid
	if value == "" || g.UnmarshalText([]byte(value)) != nil {
		return study.Absent[study.Grid](why)
	}
	return study.Known(g)
}

// agreement reads a percentage: a whole number, with a percent sign or decimals too, which are rounded half up and
// shown. A fraction below one is refused: it may mean 0.9 or 90 percent.
func (r *reader) agreement(row extract.Row) study.Maybe[int] {
	cell := r.cell(row, ColAgreement)
	text := strings.TrimSpace(cell.Text)
	if text == "" {
		return study.Maybe[int]{}
	}
	if r.setAside(row, ColAgreement, cell) {
		return study.Absent[int](r.unjudged(text))
	}
	bare := withoutWord(text, r.layout.Percent)
	before, after, ok := decimal(bare, cell.Kind)
	if !ok {
		r.notAllowed(row, ColAgreement, text)
		return study.Maybe[int]{}
	}
	x, err := strconv.ParseFloat(before+"."+after+"0", 64)
	switch {
	case err != nil || x > 100:
		r.notAllowed(row, ColAgreement, text)
		return study.Maybe[int]{}
	case x > 0 && x < 1 && bare == text:
		r.refuse("ratings.fraction", row, ColAgreement, text, "proposal", strconv.Itoa(int(math.Round(100*x)))+" %")
		return study.Maybe[int]{}
	}
	n := int(math.Floor(x + 0.5))
	if word := strings.TrimSpace(strings.TrimPrefix(text, bare)); float64(n) != x || word != "" && word != "%" {
		r.understood(row, ColAgreement, cell.Text, strconv.Itoa(n))
	}
	return study.Known(n)
}

// setAside refuses what is no value of any column: words for «cannot be judged», dates that a spreadsheet made of a
// range, errors of formulas.
func (r *reader) setAside(row extract.Row, col string, cell extract.Cell) bool {
	text := strings.TrimSpace(cell.Text)
	switch {
	case r.unjudged(text) == study.Refused:
		r.refuse("ratings.no-judgement", row, col, text)
	case cell.Kind == extract.ErrorCell || strings.HasPrefix(text, "#"):
		r.notAllowed(row, col, text)
	default:
		day, month, ok := r.layout.date(text, cell.Kind == extract.DateCell)
		if !ok {
			return false
		}
		if day == 0 { // a time of day: nobody can say what it was made of
			r.notAllowed(row, col, text)
			return true
		}
		sign := "-"
		if col == ColAgreement {
			sign = ","
		}
		r.refuse("ratings.date", row, col, text, "proposal", fmt.Sprint(day)+sign+fmt.Sprint(month),
			"allowed", r.layout.allowed(col, r.language()))
	}
	return true
}

// unjudged tells whether a text is an agreed word for «cannot be judged»: then the person declined.
func (r *reader) unjudged(text string) study.Absence {
	if r.layout.declined[declinedKey(text)] {
		return study.Refused
	}
	return study.Missing
}

func (r *reader) notAllowed(row extract.Row, col, text string) {
	r.refuse("ratings.value-not-allowed", row, col, text, "allowed", r.layout.allowed(col, r.language()))
}

func (r *reader) understood(row extract.Row, col, from, to string) {
	r.out.Understood = append(r.out.Understood, Understood{Row: row.Number, Column: col, From: from, To: to})
}

func rowNumber(row extract.Row) string { return strconv.Itoa(row.Number) }

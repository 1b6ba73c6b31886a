package sheets_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// spoilable is a filled sheet as rows of cells, between going out and coming back.
type spoilable struct {
	form   sheets.Form
	rows   [][]string // head rows, headings, one row for each code
	header int        // index of the headings
	merged [][2]string
}

// column finds a column by its machine name: the headings stand in the order of the form.
func (s *spoilable) column(name string) int {
	return slices.Index([]string{"code", "category", "agreement", "grade", "grid", "target", "origin", "comment", "mark"}, name)
}

// at is the cell of a column in the row of the n-th code.
func (s *spoilable) at(n int, column string) *string { return &s.rows[s.header+1+n][s.column(column)] }

// row is the n-th code's row as a spreadsheet counts it.
func (s *spoilable) row(n int) int { return s.header + 2 + n }

// outcome is what must come of a spoilt sheet beyond what was filled in.
type outcome struct {
	whole   string                           // the whole sheet is refused with this
	refused map[string]string                // "row column": the refused cell's problem
	lost    []int                            // rows (by number of the code) that are refused as rows
	change  func(n int, r *study.Rating)     // how the ratings differ from what was filled in
	asked   []string                         // problems among the questions
	shown   int                              // cells that must be shown as understood, at least
	check   func(*testing.T, sheets.Reading) // anything else
}

// spoiler does to a sheet what people and spreadsheets do.
type spoiler struct {
	name  string
	spoil func(s *spoilable) outcome
}

// cellRefused spoils one cell of the second code, which must be refused with its place; all else comes back.
func cellRefused(column, text, problem string) spoiler {
	return spoiler{column + " becomes " + text, func(s *spoilable) outcome {
		*s.at(1, column) = text
		return outcome{refused: map[string]string{fmt.Sprint(s.row(1), " ", column): problem}, change: func(n int, r *study.Rating) {
			if n == 1 {
				clearValue(r, column, study.Missing)
			}
		}}
	}}
}

func clearValue(r *study.Rating, column string, why study.Absence) {
	switch column {
	case "category":
		r.Category = study.Absent[study.Category](why)
	case "agreement":
		r.Agreement = study.Absent[int](why)
	case "grade":
		r.Grade = study.Absent[int](why)
	case "grid":
		r.Grid = study.Absent[study.Grid](why)
	case "target":
		r.Target = study.Absent[study.Target](why)
	case "origin":
		r.Guess = study.Absent[study.Guess](why)
	}
}

// cellsRead writes every cell of a column in another way; all must come back as they were meant.
func cellsRead(name, column string, write func(text string) string) spoiler {
	return spoiler{name, func(s *spoilable) outcome {
		for n := range s.form.Codes {
			*s.at(n, column) = write(*s.at(n, column))
		}
		return outcome{}
	}}
}

// cut is the beginning of a word that only one value has.
func cut(text string) string {
	r := []rune(text)
	return string(r[:min(len(r), 4)]) + "."
}

func spoilers() []spoiler {
	return []spoiler{
		{"nothing", func(*spoilable) outcome { return outcome{} }},
		cellsRead("upper case", "category", strings.ToUpper),
		cellsRead("abbreviated", "category", cut),
		cellsRead("blanks around", "grid", func(s string) string { return "\u00a0 " + s + "  " }),
		cellsRead("percent sign", "agreement", func(s string) string { return s + " %" }),
		cellsRead("decimal comma", "agreement", func(s string) string { return s + ",0" }),
		cellsRead("decimal point", "grade", func(s string) string { return s + ".0" }),
		cellsRead("codes in lower case with a stop", "code", func(s string) string { return " " + strings.ToLower(s) + ". " }),
		cellsRead("codes with signs that do not show", "code", func(s string) string { return "\u00ad" + s + "\u00a0" }),
		cellsRead("words with signs that do not show", "category", func(s string) string { return "\u00ad" + s + "\u00ad" }),
		cellsRead("numbers with signs that do not show", "grade", func(s string) string { return "\u00a0" + s + "\u00ad" }),
		cellsRead("remarks begin a formula", "comment", func(s string) string { return s }),
		{"decimals in agreement are rounded and shown", func(s *spoilable) outcome {
			*s.at(0, "agreement") = "66,5 %"
			return outcome{shown: 1, change: func(n int, r *study.Rating) {
				if n == 0 {
					r.Agreement = study.Known(67)
				}
			}}
		}},
		{"words of another language", func(s *spoilable) outcome {
			*s.at(0, "category"), *s.at(0, "grid"), *s.at(0, "target"), *s.at(0, "origin") = "hallucinated", "blocked", "yes", "human"
			return outcome{change: func(n int, r *study.Rating) {
				if n == 0 {
					r.Category, r.Grid = study.Known(study.Hallucinated), study.Known(study.GridBlocked)
					r.Target, r.Guess = study.Known(study.Yes), study.Known(study.GuessHuman)
				}
			}}
		}},
		{"everything emptied", func(s *spoilable) outcome {
			for n := range s.form.Codes {
				for _, c := range []string{"category", "agreement", "grade", "grid", "target", "origin", "comment"} {
					*s.at(n, c) = ""
				}
			}
			return outcome{change: func(_ int, r *study.Rating) { *r = study.Rating{Code: r.Code} }}
		}},
		cellRefused("grade", "2-3", "ratings.value-not-allowed"), cellRefused("grade", "2+", "ratings.value-not-allowed"),
		cellRefused("grade", "1.5", "ratings.value-not-allowed"), cellRefused("grade", "ca. 7", "ratings.value-not-allowed"),
		cellRefused("grade", "01. Apr", "ratings.date"), cellRefused("grade", "46113", "ratings.date"),
		cellRefused("grid", "5", "ratings.value-not-allowed"), cellRefused("category", "teilweise", "ratings.value-not-allowed"),
		cellRefused("agreement", "120", "ratings.value-not-allowed"), cellRefused("agreement", "0,9", "ratings.fraction"),
		cellRefused("agreement", "80-90", "ratings.value-not-allowed"), cellRefused("agreement", "22. Mai", "ratings.date"),
		cellRefused("target", "?!", "ratings.value-not-allowed"), cellRefused("origin", "Mensch?", "ratings.value-not-allowed"),
		{"words for no judgement", func(s *spoilable) outcome {
			*s.at(1, "grade") = "n/a"
			return outcome{refused: map[string]string{fmt.Sprint(s.row(1), " grade"): "ratings.no-judgement"}, change: func(n int, r *study.Rating) {
				if n == 1 {
					r.Grade = study.Absent[int](study.Refused)
				}
			}}
		}},
		{"a code is damaged, its mark is not", func(s *spoilable) outcome {
			*s.at(1, "code") = "Хy?"
			return outcome{refused: map[string]string{fmt.Sprint(s.row(1), " code"): "ratings.damaged-code"}, lost: []int{1}}
		}},
		{"a code is gone", func(s *spoilable) outcome {
			*s.at(2, "code") = ""
			return outcome{refused: map[string]string{fmt.Sprint(s.row(2), " code"): "ratings.damaged-code"}, lost: []int{2}}
		}},
		{"code and mark are damaged", func(s *spoilable) outcome {
			*s.at(1, "code"), *s.at(1, "mark") = "17", ""
			return outcome{refused: map[string]string{fmt.Sprint(s.row(1), " code"): "ratings.unknown-code"}, lost: []int{1}}
		}},
		{"a row is copied below", func(s *spoilable) outcome {
			s.rows = append(s.rows, slices.Clone(s.rows[s.header+1]))
			return outcome{refused: map[string]string{fmt.Sprint(s.row(len(s.form.Codes)), " code"): "ratings.code-twice"}}
		}},
		{"rows below the table", func(s *spoilable) outcome {
			blank := make([]string, len(s.rows[s.header]))
			note := slices.Clone(blank)
			note[3] = "2,4"
			s.rows = append(s.rows, blank, blank, note)
			return outcome{check: func(t *testing.T, r sheets.Reading) {
				if len(r.Ignored) != 1 || r.Ignored[0].ID != "ratings.row-without-code" || r.Ignored[0].Row != s.row(len(s.form.Codes)+2) {
					t.Errorf("ignored %v", r.Ignored)
				}
			}}
		}},
		{"rows in another order", func(s *spoilable) outcome {
			slices.Reverse(s.rows[s.header+1:])
			return outcome{}
		}},
		{"one column sorted alone", func(s *spoilable) outcome {
			*s.at(0, "code"), *s.at(1, "code") = *s.at(1, "code"), *s.at(0, "code")
			return outcome{whole: "ratings.rows-mixed-up"}
		}},
		{"columns moved, one added", func(s *spoilable) outcome {
			for i := s.header; i < len(s.rows); i++ {
				slices.Reverse(s.rows[i])
				extra := "eigene Notiz"
				if i == s.header {
					extra = "Aktenzahl"
				}
				s.rows[i] = append(s.rows[i], extra)
			}
			return outcome{}
		}},
		{"headings in another case and cut", func(s *spoilable) outcome {
			for i, h := range s.rows[s.header] {
				s.rows[s.header][i] = strings.ToUpper(h)
			}
			return outcome{}
		}},
		{"headings by machine names", func(s *spoilable) outcome {
			for _, c := range []string{"code", "category", "agreement", "grade", "grid", "target", "origin", "comment", "mark"} {
				s.rows[s.header][s.column(c)] = c
			}
			return outcome{}
		}},
		{"a column renamed beyond knowing", func(s *spoilable) outcome {
			s.rows[s.header][s.column("grade")] = "Zzz"
			return outcome{asked: []string{"ratings.columns-missing"}, change: func(_ int, r *study.Rating) { r.Grade = study.Maybe[int]{} }}
		}},
		{"head rows deleted", func(s *spoilable) outcome {
			s.rows, s.header = s.rows[s.header:], 0
			return outcome{asked: []string{"ratings.reviewer-missing"}, check: func(t *testing.T, r sheets.Reading) {
				if r.Minutes.IsKnown() {
					t.Errorf("minutes %v", r.Minutes)
				}
			}}
		}},
		{"a word for the minutes", func(s *spoilable) outcome {
			s.rows[s.header-1][1] = "75 Min."
			return outcome{}
		}},
		{"hours in place of minutes", func(s *spoilable) outcome {
			s.rows[s.header-1][1] = "1,5 h"
			return outcome{refused: map[string]string{fmt.Sprint(s.header, " minutes"): "ratings.minutes"}, check: func(t *testing.T, r sheets.Reading) {
				if r.Minutes.IsKnown() {
					t.Errorf("minutes %v", r.Minutes)
				}
			}}
		}},
		{"remarks merged", func(s *spoilable) outcome {
			s.merged = [][2]string{{fmt.Sprint("H", s.row(0)), fmt.Sprint("H", s.row(1))}}
			*s.at(1, "comment") = ""
			first := s.form.Filled[0].Comment
			return outcome{change: func(n int, r *study.Rating) {
				if n == 1 {
					r.Comment = first
				}
			}}
		}},
		{"points merged", func(s *spoilable) outcome {
			s.merged = [][2]string{{fmt.Sprint("D", s.row(0)), fmt.Sprint("D", s.row(1))}}
			*s.at(1, "grade") = ""
			return outcome{whole: "ratings.merged"}
		}},
	}
}

func TestSpoiltSheetsComeBackOrAreRefusedWithTheirPlace(t *testing.T) {
	words, err := lang.All()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, l := range study.Languages() {
		for _, spoil := range spoilers() {
			for _, save := range savings() {
				s := filledSheet(t, l, strings.HasPrefix(save.name, "windows"))
				want := spoil.spoil(&s)
				if len(s.merged) > 0 && !save.merges || !writable(save.name, l) {
					continue
				}
				count++
				t.Run(fmt.Sprintf("%s/%s/%s", l, spoil.name, save.name), func(t *testing.T) { checkSpoilt(t, s, want, save, words) })
			}
		}
	}
	if count < 80 {
		t.Errorf("only %d spoilt sheets", count)
	}
	t.Logf("%d spoilt sheets", count)
}

// writable tells whether an encoding has the letters of a language: Windows-1252 has no Polish ones.
func writable(saving string, l study.Language) bool {
	return !strings.HasPrefix(saving, "windows-1252") || l != study.Polish
}

// filledSheet is a filled sheet of four answers.
func filledSheet(t *testing.T, l study.Language, plain bool) spoilable {
	t.Helper()
	f := pageForm(l)
	f.Codes, f.Reviewer, f.Minutes = study.CodesFor(4), "R05", study.Known(75)
	for i, code := range f.Codes {
		comment := []string{"=1+1", "drei\n\nAbsätze; \"Zitat\", Komma", "-5 Punkte", "'Zitat' § 1104"}[i]
		if !plain {
			comment += " – łódź €"
		}
		f.Filled = append(f.Filled, study.Rating{
			Code: code, Category: study.Known(study.Categories()[i%3]), Agreement: study.Known(10 * (i + 1)), Grade: study.Known(i + 1),
			Grid: study.Known(study.Grid(i + 2)), Target: study.Known(study.Targets()[i%3]), Guess: study.Known(study.Guesses()[i%2]), Comment: comment,
		})
	}
	data, err := sheets.WriteCSV(f)
	if err != nil {
		t.Fatal(err)
	}
	comma := ';'
	if l == study.English {
		comma = ','
	}
	rows := recordsOf(t, data, comma)
	header := slices.IndexFunc(rows, func(row []string) bool { return len(row) > 2 })
	return spoilable{form: f, rows: rows, header: header}
}

func recordsOf(t testing.TB, data []byte, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.FieldsPerRecord, r.Comma = -1, comma
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func checkSpoilt(t *testing.T, s spoilable, want outcome, save saving, words map[study.Language]*lang.Catalogue) {
	r, err := sheets.Read(t.Context(), save.file, save.write(t, s), s.form, sheets.Options{})
	if want.whole != "" {
		if !study.HasProblem(err, want.whole) {
			t.Errorf("%v, want %s", err, want.whole)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	checkRatings(t, s, want, r)
	refused := make(map[string]string)
	for _, p := range r.Refused {
		column := ""
		for name, heading := range r.Columns {
			if heading == p.Column {
				column = name
			}
		}
		if p.ID == "ratings.minutes" {
			column = "minutes"
		}
		refused[fmt.Sprint(p.Row, " ", column)] = p.ID
		checkSaid(t, p, words)
	}
	if len(refused) != len(want.refused) {
		t.Errorf("refused %v, want %v", refused, want.refused)
	}
	for place, id := range want.refused {
		if refused[place] != id {
			t.Errorf("refused %v, want %s at %s", refused, id, place)
		}
	}
	for _, id := range want.asked {
		if !slices.ContainsFunc(r.Questions, func(p *study.Problem) bool { return p.ID == id }) {
			t.Errorf("questions %v, want %s", r.Questions, id)
		}
	}
	if len(r.Understood) < want.shown {
		t.Errorf("understood %v", r.Understood)
	}
	if want.check != nil {
		want.check(t, r)
	} else if r.Minutes.Or(-1) != 75 {
		t.Errorf("minutes %v", r.Minutes)
	}
}

// checkRatings compares every cell with what was filled in.
func checkRatings(t *testing.T, s spoilable, want outcome, r sheets.Reading) {
	t.Helper()
	got := make(map[study.Code]study.Rating)
	for _, x := range r.Ratings {
		got[x.Code] = x
	}
	for n, x := range s.form.Filled {
		y, there := got[x.Code]
		if slices.Contains(want.lost, n) {
			if there {
				t.Errorf("%s was taken: %+v", x.Code, y)
			}
			continue
		}
		if want.change != nil {
			want.change(n, &x)
		}
		if !there || comparable(x) != comparable(y) {
			t.Errorf("%s: read\n%q, filled in\n%q", x.Code, comparable(y), comparable(x))
		}
	}
}

// checkSaid wants file, row, value and a remedy in every language.
func checkSaid(t *testing.T, p *study.Problem, words map[study.Language]*lang.Catalogue) {
	t.Helper()
	for l, cat := range words {
		sentence, remedy := cat.Problem(p)
		if !strings.Contains(sentence, p.File) || !strings.Contains(sentence, fmt.Sprint(p.Row)) || remedy == "" ||
			strings.Contains(sentence+remedy, "‹") || strings.Contains(sentence+remedy, "<no value>") {
			t.Errorf("%s: %s %s", l, sentence, remedy)
		}
	}
}

package sheets_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// returned is a filled sheet with head rows, checksum and row marks.
func returned(t *testing.T) (sheets.Form, string) {
	t.Helper()
	f := sampleForm
	f.Test, f.Reviewer, f.Checksum, f.Date = "T1", "R05", strings.Repeat("ab", 32), handedOut
	for i, code := range f.Codes {
		f.Filled = append(f.Filled, study.Rating{Code: code, Grade: study.Known(i%5 + 1)})
	}
	data, err := sheets.WriteCSV(f)
	if err != nil {
		t.Fatal(err)
	}
	return f, string(data)
}

func TestSheetsThatAreRefusedAsAWhole(t *testing.T) {
	form, text := returned(t)
	for _, c := range []struct {
		name, text string
		form       func(*sheets.Form)
		want       string
	}{
		{"another study", text, func(f *sheets.Form) { f.Study = "OTHER" }, "ratings.other-study"},
		{"another study, head rows lost", text[strings.Index(text, "Code;"):], func(f *sheets.Form) { f.Study = "OTHER" }, "ratings.other-study"},
		{"our study, marks overwritten", strings.NewReplacer(markOf(t, text, "X"), "gone", markOf(t, text, "Y"), "lost").Replace(text[:strings.Index(text, "\nZ;")+1]), nil, "ratings.marks-overwritten"},
		{"another test", text, func(f *sheets.Form) { f.Test = "T2" }, "ratings.other-test"},
		{"another blind folder", text, func(f *sheets.Form) { f.Checksum = strings.Repeat("cd", 32) }, "ratings.other-folder"},
		{"newer version", strings.Replace(text, "# Bogen;1", "# Bogen;2", 1), nil, "ratings.newer-sheet"},
		{"no headings", "X;korrekt;90\nY;korrekt;80\n", nil, "ratings.no-code-column"},
		{"prose", "Sehr geehrte Damen und Herren,\nanbei die Bewertung.\n", nil, "ratings.no-code-column"},
		{"column twice", "Code;Note;Note\nX;1;2\n", nil, "ratings.column-twice"},
		{"quotation mark never closed", "Code;Note;Bemerkungen\nX;1;\"offen\nY;2;\n", nil, "ratings.table-broken"},
		{"empty file", "", nil, "file.empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := form
			if c.form != nil {
				c.form(&f)
			}
			_, err := sheets.Read(context.Background(), "x.csv", []byte(c.text), f, sheets.Options{})
			if !study.HasProblem(err, c.want) {
				t.Fatalf("%v, want %s", err, c.want)
			}
			if p := study.Problems(err)[0]; p.File != "x.csv" {
				t.Errorf("the problem names the file %q", p.File)
			}
		})
	}
}

// markOf is the check value at the end of a code's row.
func markOf(t *testing.T, text, code string) string {
	t.Helper()
	for line := range strings.Lines(text) {
		if cells := strings.Split(strings.TrimRight(line, "\r\n"), ";"); cells[0] == code {
			return cells[len(cells)-1]
		}
	}
	t.Fatalf("no row of %s", code)
	return ""
}

func TestASheetOfAnotherBlindFolderCanBeTakenKnowingly(t *testing.T) {
	form, text := returned(t)
	form.Checksum = strings.Repeat("cd", 32)
	r := readSheet(t, "x.csv", []byte(text), form, sheets.Options{OtherFolder: true})
	if len(r.Ratings) != 6 || len(r.Refused) > 0 {
		t.Errorf("%d ratings, refused %v", len(r.Ratings), r.Refused)
	}
}

func TestRowsSortedApartFromTheirCodesAreFound(t *testing.T) {
	form, text := returned(t)
	lines := strings.Split(text, "\r\n")
	first := len(lines) - 1 - len(form.Codes)
	swapped := append([]string(nil), lines...)
	swapped[first] = codeOf(lines[first+1], lines[first])
	swapped[first+1] = codeOf(lines[first], lines[first+1])
	_, err := sheets.Read(context.Background(), "x.csv", []byte(strings.Join(swapped, "\r\n")), form, sheets.Options{})
	if !study.HasProblem(err, "ratings.rows-mixed-up") {
		t.Fatalf("%v", err)
	}
	if rows := study.Problems(err)[0].Args["rows"]; len(rows.([]string)) != 2 {
		t.Errorf("rows %v", rows)
	}

	whole := append([]string(nil), lines...)
	whole[first], whole[first+1] = whole[first+1], whole[first]
	r := readSheet(t, "x.csv", []byte(strings.Join(whole, "\r\n")), form, sheets.Options{})
	if len(r.Ratings) != 6 || r.Ratings[0].Code != "Y" || r.Ratings[0].Grade.Or(0) != 2 {
		t.Errorf("whole rows in another order: %+v", r.Ratings)
	}
}

// codeOf is a row with the code of another one, as sorting the first column alone leaves it.
func codeOf(other, row string) string {
	code, _, _ := strings.Cut(other, ";")
	_, rest, _ := strings.Cut(row, ";")
	return code + ";" + rest
}

func TestMergedCells(t *testing.T) {
	workbook := func(from, to string) []byte {
		f := excelize.NewFile()
		for i, row := range [][]string{{"Code", "Note 1–5", "Bemerkungen"}, {"X", "2", "gut"}, {"Y", "", ""}, {"Z", "3", "mittel"}} {
			for j, text := range row {
				at, err := excelize.CoordinatesToCellName(j+1, i+1)
				if err != nil {
					t.Fatal(err)
				}
				if err := f.SetCellStr("Sheet1", at, text); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := f.MergeCell("Sheet1", from, to); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	form := sheets.Form{Codes: study.CodesFor(3)}

	_, err := sheets.Read(context.Background(), "R01.xlsx", workbook("B2", "B3"), form, sheets.Options{})
	if !study.HasProblem(err, "ratings.merged") {
		t.Errorf("merged points: %v", err)
	}
	r := readSheet(t, "R01.xlsx", workbook("B2", "B3"), form, sheets.Options{FillMerged: true})
	if r.Ratings[1].Grade.Or(0) != 2 || len(r.Understood) != 2 {
		t.Errorf("merged points, taken knowingly: %+v, understood %v", r.Ratings[1], r.Understood)
	}
	r = readSheet(t, "R01.xlsx", workbook("C2", "C3"), form, sheets.Options{})
	if r.Ratings[1].Comment != "gut" || r.Ratings[1].Grade.IsKnown() {
		t.Errorf("merged remarks: %+v", r.Ratings[1])
	}
}

func TestTheReviewerIsReadFromTheHeadOrTheNameOrAskedFor(t *testing.T) {
	body := "Code;Note\nX;1\n"
	for name, want := range map[string]string{
		"Bewertung_S_R12.csv": "R12", "R03.csv": "R03", "Bewertung_S_R07 (1).csv": "R07", "Bewertung.csv": "", "PR01.csv": "",
	} {
		r := readSheet(t, name, []byte(body), sheets.Form{Codes: study.CodesFor(1)}, sheets.Options{})
		asked := slices.ContainsFunc(r.Questions, func(p *study.Problem) bool { return p.ID == "ratings.reviewer-missing" })
		if r.Reviewer != want || asked != (want == "") {
			t.Errorf("%s: reviewer %q, questions %v", name, r.Reviewer, r.Questions)
		}
	}
	r := readSheet(t, "R03.csv", []byte("# Bewertende: R09\n"+body), sheets.Form{Codes: study.CodesFor(1)}, sheets.Options{})
	if r.Reviewer != "R09" {
		t.Errorf("reviewer %q", r.Reviewer)
	}
}

func TestANameInPlaceOfAnIDIsNotKept(t *testing.T) {
	form := sheets.Form{Codes: study.CodesFor(1)}
	r := readSheet(t, "x.csv", []byte("# Bewertende;Dr. Maria Muster\nCode;Note\nX;1\n"), form, sheets.Options{})
	if r.Reviewer != "" || !slices.ContainsFunc(r.Questions, func(p *study.Problem) bool { return p.ID == "ratings.reviewer-no-id" }) {
		t.Errorf("reviewer %q, questions %v", r.Reviewer, r.Questions)
	}
	r = readSheet(t, "x.csv", []byte("# Bewertende;r02\nCode;Note\nX;1\n"), form, sheets.Options{})
	if r.Reviewer != "R02" {
		t.Errorf("reviewer %q", r.Reviewer)
	}
}

func TestRatingsOnSeveralSheetsAreAskedAbout(t *testing.T) {
	f := excelize.NewFile()
	if _, err := f.NewSheet("alt"); err != nil {
		t.Fatal(err)
	}
	for _, sheet := range []string{"Sheet1", "alt"} {
		for at, text := range map[string]string{"A1": "Code", "B1": "Note", "A2": "X", "B2": "1"} {
			if err := f.SetCellStr(sheet, at, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	r := readSheet(t, "R01.xlsx", b.Bytes(), sheets.Form{Codes: study.CodesFor(1)}, sheets.Options{})
	if !slices.ContainsFunc(r.Questions, func(p *study.Problem) bool { return p.ID == "ratings.several-tables" }) {
		t.Errorf("questions %v", r.Questions)
	}
}

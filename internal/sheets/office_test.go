package sheets_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/officetest"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

func officeForm(l study.Language) (blank, filled sheets.Form) {
	blank = pageForm(l)
	blank.Reviewer = "R05"
	filled = blank
	filled.Minutes = study.Known(75)
	for i, code := range blank.Codes {
		filled.Filled = append(filled.Filled, study.Rating{
			Code: code, Category: study.Known(study.Categories()[i%3]), Agreement: study.Known(45 + i), Grade: study.Known(i + 1),
			Grid: study.Known([]study.Grid{study.GridBlocked, 2, 3}[i]), Target: study.Known(study.Targets()[i%3]), Guess: study.Known(study.Guesses()[i%2]),
			Comment: []string{"=1+1; „Zitat“ § 1104 – łódź €", "drei\n\nAbsätze, \"x\"", "-5 Punkte"}[i],
		})
	}
	return blank, filled
}

// fillIn types a filled form into the blank workbook that went out, as a reviewer does.
func fillIn(t *testing.T, blank, filled sheets.Form) []byte {
	t.Helper()
	out, want := written(t, blank)["sheet.xlsx"], written(t, filled)["sheet.xlsx"]
	f, err := excelize.OpenReader(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	typed, err := excelize.OpenReader(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	defer typed.Close()
	sheet := f.GetSheetName(0)
	rows, err := typed.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for j, text := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			kind, err := typed.GetCellType(sheet, at)
			if err != nil {
				t.Fatal(err)
			}
			if kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber {
				err = f.SetCellDefault(sheet, at, text)
			} else {
				err = f.SetCellStr(sheet, at, text)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatLibreOfficeOpensAndSavesComesBackWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("left out with -short: LibreOffice takes its time")
	}
	o := officetest.Find(t)
	folder := t.TempDir()
	forms := make(map[string]sheets.Form)
	var books, tables []string
	for _, l := range study.Languages() {
		blank, filled := officeForm(l)
		csv := written(t, filled)["sheet.csv"]
		for name, data := range map[string][]byte{string(l) + ".xlsx": fillIn(t, blank, filled), string(l) + ".csv": csv} {
			file := filepath.Join(folder, name)
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".csv") {
				tables = append(tables, file)
			} else {
				books = append(books, file)
			}
		}
		forms[string(l)] = filled
	}
	const semicolons, utf8, quoteAll = 59, 76, "true"
	toCSV := fmt.Sprintf("csv:Text - txt - csv (StarCalc):%d,34,%d,1,,0,%s,true,false", semicolons, utf8, quoteAll)
	tabs1250 := "csv:Text - txt - csv (StarCalc):9,34,33,1,,0,false,true,false"
	fromCSV := "--infilter=CSV:59/44,34,76,1"
	for name, saved := range map[string]map[string][]byte{
		"workbook to workbook": o.Save(t, "xlsx", books), "workbook to open document": o.Save(t, "ods", books),
		"workbook to old workbook": o.Save(t, "xls", books), "workbook to CSV": o.Save(t, toCSV, books),
		"workbook to CSV in a code page": o.Save(t, tabs1250, books),
		"CSV to workbook":                o.Save(t, "xlsx", tables, fromCSV), "CSV to open document": o.Save(t, "ods", tables, fromCSV),
		"CSV to CSV": o.Save(t, toCSV, tables, fromCSV),
	} {
		for file, data := range saved {
			t.Run(name+"/"+file, func(t *testing.T) {
				checkWhole(t, file, data, forms[strings.TrimSuffix(file, filepath.Ext(file))])
			})
		}
	}
}

// checkWhole wants every cell back as it was filled in, and nothing refused or asked but about the encoding.
func checkWhole(t *testing.T, file string, data []byte, form sheets.Form) {
	t.Helper()
	r := readSheet(t, file, data, form, sheets.Options{})
	if len(r.Refused)+len(r.Missing)+len(r.Understood)+len(r.Ignored) > 0 || r.Reviewer != "R05" || r.Minutes.Or(-1) != 75 {
		t.Errorf("refused %v, missing %v, understood %v, ignored %v, reviewer %q, minutes %v", r.Refused, r.Missing, r.Understood, r.Ignored, r.Reviewer, r.Minutes)
	}
	for _, p := range r.Questions {
		if p.ID != "ratings.encoding-unsure" {
			t.Errorf("asked: %v", p)
		}
	}
	for i, x := range form.Filled {
		if i >= len(r.Ratings) || comparable(x) != comparable(r.Ratings[i]) {
			t.Errorf("%s: read %q, filled in %q", x.Code, r.Ratings, comparable(x))
		}
	}
}

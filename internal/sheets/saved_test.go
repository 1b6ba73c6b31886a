package sheets_test

import (
	"os"
	"path/filepath"
	"testing"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// TestASheetSavedByASpreadsheetComesBackWhole reads what LibreOffice Calc made of a filled sheet: CSV in two code pages,
// «Unicode text», a workbook of a workbook, and a workbook of our CSV.
func TestASheetSavedByASpreadsheetComesBackWhole(t *testing.T) {
	form := sampleForm
	form.Test, form.Checksum = "T1", "ab"
	files, err := filepath.Glob("testdata/saved/*")
	if err != nil || len(files) < 5 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := readSheet(t, file, data, form, sheets.Options{})
			if len(r.Refused)+len(r.Ignored)+len(r.Missing) > 0 || r.Reviewer != "R05" || len(r.Columns) != 9 {
				t.Errorf("refused %v, ignored %v, missing %v, reviewer %q, columns %v", r.Refused, r.Ignored, r.Missing, r.Reviewer, r.Columns)
			}
			for _, x := range r.Ratings {
				if x.Category.Or("") != study.Incomplete || x.Agreement.Or(0) != 45 || x.Grade.Or(0) != 2 || x.Grid.Or(0) != study.GridBlocked ||
					x.Target.Or("") != study.Indeterminate || x.Guess.Or("") != study.GuessHuman {
					t.Errorf("%+v", x)
				}
				if want := "=1+1 „Zitat“; § 1104 – ä\nzweite Zeile, \"x\""; x.Comment != want {
					t.Errorf("comment %q", x.Comment)
				}
			}
		})
	}
}

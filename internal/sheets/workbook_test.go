package sheets_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// TestTheWorkbookLooksAfterItself opens the workbook that goes out and looks for what keeps it whole in other hands.
func TestTheWorkbookLooksAfterItself(t *testing.T) {
	for _, l := range study.Languages() {
		blank, _ := officeForm(l)
		blank.Reviewer = ""
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(bytes.NewReader(written(t, blank)["sheet.xlsx"]))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		sheet := words.T("sheet.name.rating")
		if got := f.GetSheetList(); len(got) != 2 || got[0] != sheet || got[1] != words.T("sheet.name.instructions") {
			t.Fatalf("%s: sheets %v", l, got)
		}
		const header, first, last = 9, 10, 12 // eight head rows, three codes
		checkValidations(t, f, sheet, first, last)
		checkLocks(t, f, sheet, header, last)
		checkLooks(t, f, sheet, header)
		items, err := sheets.Instructions(blank)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := f.GetRows(words.T("sheet.name.instructions"))
		if err != nil || len(rows) != len(items) || rows[0][1] != items[0] {
			t.Errorf("%s: instructions %v, %v", l, rows, err)
		}
	}
}

// checkValidations wants a list or a range for each column that is no free text, and for the minutes.
func checkValidations(t *testing.T, f *excelize.File, sheet string, first, last int) {
	t.Helper()
	all, err := f.GetDataValidations(sheet)
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(map[string]string)
	for _, v := range all {
		kinds[v.Sqref] = v.Type
		if v.Error == nil || *v.Error == "" || !v.ShowErrorMessage {
			t.Errorf("%s: says nothing when a value is not allowed", v.Sqref)
		}
	}
	for column, kind := range map[string]string{"B": "list", "C": "whole", "D": "list", "E": "list", "F": "list", "G": "list"} {
		if at := fmt.Sprintf("%s%d:%s%d", column, first, column, last); kinds[at] != kind {
			t.Errorf("%s is checked as %q, want %q", at, kinds[at], kind)
		}
	}
	if kinds["B8"] != "whole" {
		t.Errorf("the minutes are checked as %q", kinds["B8"])
	}
}

// checkLocks wants only what a reviewer fills in unlocked, on a protected sheet.
func checkLocks(t *testing.T, f *excelize.File, sheet string, header, last int) {
	t.Helper()
	for _, name := range f.GetSheetList() {
		if p, err := f.GetSheetProtection(name); err != nil || !p.SelectUnlockedCells || p.Sort || p.DeleteRows || p.InsertColumns {
			t.Errorf("%s: protection %+v, %v", name, p, err)
		}
	}
	for row := 1; row <= last; row++ {
		for column := 1; column <= 9; column++ {
			at, err := excelize.CoordinatesToCellName(column, row)
			if err != nil {
				t.Fatal(err)
			}
			id, err := f.GetCellStyle(sheet, at)
			if err != nil {
				t.Fatal(err)
			}
			style, err := f.GetStyle(id)
			if err != nil {
				t.Fatal(err)
			}
			open := style.Protection != nil && !style.Protection.Locked
			input := row > header && column > 1 && column < 9 || at == "B3" || at == "B8" // reviewer, minutes
			if open != input {
				t.Errorf("%s: unlocked %t, want %t", at, open, input)
			}
		}
	}
}

// checkLooks wants frozen headings, columns as wide as their headings, and pages as wide as paper.
func checkLooks(t *testing.T, f *excelize.File, sheet string, header int) {
	t.Helper()
	panes, err := f.GetPanes(sheet)
	if err != nil || !panes.Freeze || panes.YSplit != header || panes.XSplit != 1 {
		t.Errorf("panes %+v, %v", panes, err)
	}
	headings, err := f.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	for i, heading := range headings[header-1] {
		name, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		longest := 0
		for _, word := range strings.Fields(heading) {
			longest = max(longest, len([]rune(word)))
		}
		if width, err := f.GetColWidth(sheet, name); err != nil || width < float64(longest)+1 {
			t.Errorf("column %s is %.0f wide for %q, %v", name, width, heading, err)
		}
	}
	page, err := f.GetPageLayout(sheet)
	if err != nil || *page.Orientation != "landscape" || *page.FitToWidth != 1 || *page.Size != 9 {
		t.Errorf("page %+v, %v", page, err)
	}
	for _, name := range f.GetDefinedName() {
		if name.Name == "_xlnm.Print_Titles" && strings.HasSuffix(name.RefersTo, fmt.Sprintf("$%d:$%d", header, header)) {
			return
		}
	}
	t.Error("the headings are not printed on every page")
}

// TestNoCellThatIsWrittenBeginsAFormula looks at every cell of both formats, for texts that people use to try it.
func TestNoCellThatIsWrittenBeginsAFormula(t *testing.T) {
	attacks := []string{"=HYPERLINK(\"x\",\"y\")", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "\r=1", " =1", "\u00a0=1", "'=1", "\n=1", "''+1"}
	form := pageForm(study.German)
	form.Codes = study.CodesFor(len(attacks))
	form.Study, form.Reviewer = "=1+1", "-R1"
	for i, text := range attacks {
		form.Filled = append(form.Filled, study.Rating{Code: form.Codes[i], Comment: text})
	}
	files := written(t, form)
	f, err := excelize.OpenReader(bytes.NewReader(files["sheet.xlsx"]))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for j := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			if formula, err := f.GetCellFormula(f.GetSheetName(0), at); err != nil || formula != "" {
				t.Errorf("%s holds the formula %q, %v", at, formula, err)
			}
		}
	}
	rows = append(rows, recordsOf(t, files["sheet.csv"], ';')...)
	for _, row := range rows {
		for _, cell := range row {
			if begins := strings.TrimLeft(cell, " \u00a0"); begins != "" && strings.ContainsAny(begins[:1], "=+-@\t\r\n") {
				t.Errorf("a cell begins %q", cell)
			}
		}
	}
}

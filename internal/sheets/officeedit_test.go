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

// entry is what a reviewer types into a cell: a number or a text.
type entry struct {
	column, row int // from 0
	text        string
	number      bool
}

// entries are the cells in which a filled workbook differs from the blank one.
func entries(t *testing.T, blank, filled sheets.Form) []entry {
	t.Helper()
	var books [2]*excelize.File
	for i, form := range []sheets.Form{blank, filled} {
		f, err := excelize.OpenReader(bytes.NewReader(written(t, form)["sheet.xlsx"]))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		books[i] = f
	}
	sheet := books[1].GetSheetName(0)
	rows, err := books[1].GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	var list []entry
	for i, row := range rows {
		for j, text := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			before, err := books[0].GetCellValue(sheet, at)
			if err != nil {
				t.Fatal(err)
			}
			kind, err := books[1].GetCellType(sheet, at)
			if err != nil {
				t.Fatal(err)
			}
			if text != before {
				list = append(list, entry{j, i, text, kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber})
			}
		}
	}
	return list
}

// filters are LibreOffice's names of the formats in which an edited sheet is kept.
var filters = map[string]string{".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8", ".csv": "Text - txt - csv (StarCalc)"}

// typing is a file and what is typed into it.
type typing struct {
	file    string
	entries []entry
}

// basic writes a program in LibreOffice's own language that opens files, types the entries and keeps each in every format.
// First of all it leaves a file that tells that it runs.
func basic(began string, list []typing) string {
	quote := func(s string) string {
		return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `"`, `""`), "\n", `" & Chr(10) & "`) + `"`
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Sub Main\nOpen %s For Output As #1\nClose #1\n", quote(began))
	b.WriteString("Dim none(1) As New com.sun.star.beans.PropertyValue\nDim how(1) As New com.sun.star.beans.PropertyValue\n" +
		"none(0).Name = \"Hidden\"\nnone(0).Value = True\nnone(1).Name = \"FilterOptions\"\n" +
		"how(0).Name = \"FilterName\"\nhow(1).Name = \"FilterOptions\"\nhow(1).Value = \"59,34,76,1,,0,true,true,false\"\n")
	for _, f := range list {
		read := ""
		if strings.HasSuffix(f.file, ".csv") {
			read = "59/44,34,76,1"
		}
		fmt.Fprintf(&b, "none(1).Value = %s\ndoc = StarDesktop.loadComponentFromURL(ConvertToURL(%s), \"_blank\", 0, none())\nsheet = doc.Sheets.getByIndex(0)\n",
			quote(read), quote(f.file))
		for _, e := range f.entries {
			set := "String = " + quote(e.text)
			if e.number {
				set = "Value = " + e.text
			}
			fmt.Fprintf(&b, "sheet.getCellByPosition(%d, %d).%s\n", e.column, e.row, set)
		}
		for ending, filter := range filters {
			fmt.Fprintf(&b, "how(0).Value = %s\ndoc.storeToURL(ConvertToURL(%s), how())\n", quote(filter), quote(f.file+".typed"+ending))
		}
		b.WriteString("doc.close(True)\n")
	}
	b.WriteString("End Sub\n")
	return b.String()
}

func TestWhatAReviewerTypesInLibreOfficeComesBackWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("left out with -short: LibreOffice takes its time")
	}
	o, folder := officetest.Find(t), t.TempDir()
	var list []typing
	forms := make(map[string]sheets.Form)
	for _, l := range study.Languages() {
		blank, filled := officeForm(l)
		typed := entries(t, blank, filled)
		if len(typed) < 20 {
			t.Fatalf("%s: only %d cells to type into", l, len(typed))
		}
		for _, name := range []string{"sheet.xlsx", "sheet.csv"} {
			file := filepath.Join(folder, string(l)+"-"+name)
			if err := os.WriteFile(file, written(t, blank)[name], 0o600); err != nil {
				t.Fatal(err)
			}
			list = append(list, typing{file, typed})
			forms[file] = filled
		}
	}
	o.Save(t, "ods", []string{list[0].file})
	began := filepath.Join(folder, "began")
	o.Run(t, basic(began, list))
	if _, err := os.Stat(began); err != nil {
		t.Skip("left out: this LibreOffice runs no programs of its own")
	}
	for file, form := range forms {
		for ending := range filters {
			t.Run(filepath.Base(file)+" kept as "+ending, func(t *testing.T) {
				data, err := os.ReadFile(file + ".typed" + ending)
				if err != nil {
					t.Fatal(err)
				}
				checkWhole(t, "sheet"+ending, data, form)
			})
		}
	}
}

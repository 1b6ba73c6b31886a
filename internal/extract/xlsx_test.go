package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/study"
)

// workbook makes a workbook in memory.
func workbook(t testing.TB, fill func(*excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	fill(f)
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// set writes a cell and fails the test when that is not possible.
func set(t testing.TB, f *excelize.File, cell string, value any) {
	t.Helper()
	if err := f.SetCellValue("Sheet1", cell, value); err != nil {
		t.Fatal(err)
	}
}

// format gives a cell a number format.
func format(t testing.TB, f *excelize.File, cell, code string) {
	t.Helper()
	style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
	if err == nil {
		err = f.SetCellStyle("Sheet1", cell, cell, style)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// repacked writes a zip anew with some parts changed.
func repacked(t testing.TB, data []byte, change func(name string, content []byte) []byte) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		part, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(change(f.Name, content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestCellsAreReadAsAPersonSeesThem(t *testing.T) {
	for _, c := range []struct {
		name   string
		value  any
		format string
		want   Cell
	}{
		{"text", "Ja, § 5", "", Cell{Text: "Ja, § 5"}},
		{"text like a number", "007", "", Cell{Text: "007"}},
		{"line break", "a\r\nb", "", Cell{Text: "a\nb"}},
		{"number", 2500, "", Cell{Text: "2500", Kind: NumberCell}},
		{"fifteen digits", 0.1 + 0.2, "", Cell{Text: "0.3", Kind: NumberCell}},
		{"leading zeros by format", 7, "000", Cell{Text: "007", Kind: NumberCell}},
		{"decimals by format", 3, "0.0", Cell{Text: "3.0", Kind: NumberCell}},
		{"decimals that the format hides", 1.5, "0", Cell{Text: "1.5", Kind: NumberCell}},
		{"percent", 0.665, "0%", Cell{Text: "66.5%", Kind: NumberCell}},
		{"true", true, "", Cell{Text: "TRUE", Kind: BoolCell}},
		{"false", false, "", Cell{Text: "FALSE", Kind: BoolCell}},
		{"German day", time.Date(2026, 10, 14, 0, 0, 0, 0, time.UTC), "dd.mm.yyyy", Cell{Text: "2026-10-14", Kind: DateCell}},
		{"day with words", time.Date(2026, 10, 14, 0, 0, 0, 0, time.UTC), `[$-407]d. mmmm yyyy;@`, Cell{Text: "2026-10-14", Kind: DateCell}},
		{"day and time", time.Date(2026, 10, 14, 9, 30, 0, 0, time.UTC), "yyyy-mm-dd hh:mm", Cell{Text: "2026-10-14T09:30:00", Kind: DateCell}},
		{"first days of Excel", 59, "yyyy-mm-dd", Cell{Text: "1900-02-28", Kind: DateCell}},
		{"no day in a text with d", 5, `0 "Tage"`, Cell{Text: "5", Kind: NumberCell}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := workbook(t, func(f *excelize.File) {
				set(t, f, "A1", c.value)
				if c.format != "" {
					format(t, f, "A1", c.format)
				}
			})
			book, err := Table(context.Background(), "t.xlsx", data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, book.Sheets[0].Rows[0].Cells[0]); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestWorkbookTellsWhatItHides(t *testing.T) {
	data := workbook(t, func(f *excelize.File) {
		set(t, f, "A1", "Titel")
		set(t, f, "A3", "a")
		set(t, f, "A5", "b")
		set(t, f, "C5", "c")
		for _, err := range []error{
			f.SetCellFormula("Sheet1", "B5", `CONCATENATE("x","y")`), f.MergeCell("Sheet1", "A1", "C2"),
			f.SetRowVisible("Sheet1", 5, false),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := f.NewSheet("Alt"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetSheetVisible("Alt", false); err != nil {
			t.Fatal(err)
		}
	})
	book, err := Table(context.Background(), "t.xlsx", data)
	if err != nil {
		t.Fatal(err)
	}
	want := []Sheet{
		{Name: "Sheet1", Merged: []Area{{1, 2, 0, 2}}, Rows: []Row{
			{Number: 1, Cells: []Cell{{Text: "Titel"}}},
			{Number: 3, Cells: []Cell{{Text: "a"}}},
			{Number: 5, Hidden: true, Cells: []Cell{{Text: "b"}, {Formula: true, Kind: NumberCell}, {Text: "c"}}},
		}},
		{Name: "Alt", Hidden: true},
	}
	want[0].Rows[2].Cells[1].Kind = TextCell
	if diff := cmp.Diff(want, book.Sheets); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestWorkbookThatCountsFrom1904(t *testing.T) {
	data := workbook(t, func(f *excelize.File) {
		set(t, f, "A1", 0)
		format(t, f, "A1", "yyyy-mm-dd")
	})
	data = repacked(t, data, func(name string, content []byte) []byte {
		if name == "xl/workbook.xml" {
			return bytes.Replace(content, []byte("<workbookPr "), []byte(`<workbookPr date1904="1" `), 1)
		}
		return content
	})
	book, err := Table(context.Background(), "t.xlsx", data)
	if err != nil || book.Sheets[0].Rows[0].Cells[0].Text != "1904-01-01" {
		t.Errorf("%+v, %v", book.Sheets, err)
	}
}

// excelize's own row reader gave 31 of these 50 rows and no error: rows would be lost unseen.
func TestDamagedSheetIsRefusedAndNotReadInPart(t *testing.T) {
	data := workbook(t, func(f *excelize.File) {
		for i := 1; i <= 50; i++ {
			set(t, f, fmt.Sprintf("A%d", i), fmt.Sprintf("Zeile %d", i))
		}
	})
	cut := repacked(t, data, func(name string, content []byte) []byte {
		if strings.HasPrefix(name, "xl/worksheets/sheet") {
			return content[:len(content)*2/3]
		}
		return content
	})
	if _, err := Table(context.Background(), "t.xlsx", cut); !study.HasProblem(err, "file.broken") {
		t.Errorf("err = %v", err)
	}
}

func TestOneCellFarAwayMakesNoMillionRows(t *testing.T) {
	data := workbook(t, func(f *excelize.File) {
		set(t, f, "A1", "answer")
		set(t, f, "B1048576", "x")
	})
	book, err := Table(context.Background(), "t.xlsx", data)
	if err != nil || len(book.Sheets[0].Rows) != 2 || book.Sheets[0].Rows[1].Number != 1048576 {
		t.Errorf("%d rows, %v", len(book.Sheets[0].Rows), err)
	}
	wide := workbook(t, func(f *excelize.File) { set(t, f, "XFD1", "x") })
	if _, err := Table(context.Background(), "t.xlsx", wide); !study.HasProblem(err, "file.table-too-large") {
		t.Errorf("a table of 16,384 columns: %v", err)
	}
}

func TestFormatsThatEveryWorkbookHasAreKnownByTheirNumber(t *testing.T) {
	for id, want := range map[int]Cell{
		1:  {Text: "1", Kind: NumberCell},
		2:  {Text: "1.00", Kind: NumberCell},
		9:  {Text: "100%", Kind: NumberCell},
		10: {Text: "100%", Kind: NumberCell},
		14: {Text: "1900-01-01", Kind: DateCell},
	} {
		data := workbook(t, func(f *excelize.File) {
			set(t, f, "A1", 1)
			style, err := f.NewStyle(&excelize.Style{NumFmt: id})
			if err == nil {
				err = f.SetCellStyle("Sheet1", "A1", "A1", style)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
		book, err := Table(context.Background(), "t.xlsx", data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, book.Sheets[0].Rows[0].Cells[0]); diff != "" {
			t.Errorf("format %d (-want +got)\n%s", id, diff)
		}
	}
}

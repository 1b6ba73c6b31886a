package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

// spreadsheet packs the inside of a table as LibreOffice does.
func spreadsheet(t testing.TB, table string) []byte {
	t.Helper()
	const names = ` xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"` +
		` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"`
	return zipped(t, map[string]string{
		"mimetype":              odsMime,
		"META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
		"content.xml": `<office:document-content` + names + `><office:body><office:spreadsheet>` +
			`<table:table table:name="Blatt">` + table + `</table:table></office:spreadsheet></office:body></office:document-content>`,
	})
}

func TestCellsOfASpreadsheetAreReadAsStored(t *testing.T) {
	for _, c := range []struct {
		name, xml string
		want      Cell
	}{
		{"text", `<table:table-cell office:value-type="string"><text:p>Ja, § 5</text:p></table:table-cell>`, Cell{Text: "Ja, § 5"}},
		{"paragraphs and signs", `<table:table-cell><text:p>a<text:line-break/>b<text:s text:c="2"/>c</text:p><text:p>d<text:span>e</text:span></text:p></table:table-cell>`,
			Cell{Text: "a\nb  c\nde"}},
		{"a comment is not the cell's text", `<table:table-cell><office:annotation><text:p>Notiz</text:p></office:annotation><text:p>a</text:p></table:table-cell>`, Cell{Text: "a"}},
		{"number with hidden decimals", `<table:table-cell office:value-type="float" office:value="1.5"><text:p>2</text:p></table:table-cell>`, Cell{Text: "1.5", Kind: NumberCell}},
		{"percentage", `<table:table-cell office:value-type="percentage" office:value="0.665"><text:p>67 %</text:p></table:table-cell>`, Cell{Text: "66.5%", Kind: NumberCell}},
		{"day", `<table:table-cell office:value-type="date" office:date-value="2026-04-01"><text:p>01. Apr</text:p></table:table-cell>`, Cell{Text: "2026-04-01", Kind: DateCell}},
		{"time", `<table:table-cell office:value-type="time" office:time-value="PT01H02M00S"><text:p>01:02</text:p></table:table-cell>`, Cell{Text: "01:02:00", Kind: DateCell}},
		{"truth", `<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>`, Cell{Text: "TRUE", Kind: BoolCell}},
		{"formula", `<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell>`,
			Cell{Text: "2", Kind: NumberCell, Formula: true}},
		{"formula without a value", `<table:table-cell table:formula="of:=1+1"/>`, Cell{Formula: true}},
		{"error", `<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>`,
			Cell{Text: "#DIV/0!", Kind: ErrorCell, Formula: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := spreadsheet(t, `<table:table-row>`+c.xml+`<table:table-cell><text:p>Ende</text:p></table:table-cell></table:table-row>`)
			book, err := Table(context.Background(), "t.ods", data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, book.Sheets[0].Rows[0].Cells[0]); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestRepeatedAndMergedCellsOfASpreadsheet(t *testing.T) {
	data := spreadsheet(t, `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"><text:p>x</text:p></table:table-cell>`+
		`<table:table-cell table:number-columns-repeated="16381"/></table:table-row>`+
		`<table:table-row table:number-rows-repeated="10"><table:table-cell/></table:table-row>`+
		`<table:table-row table:visibility="collapse"><table:table-cell/><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="3"><text:p>y</text:p></table:table-cell>`+
		`<table:covered-table-cell/></table:table-row><table:table-row table:number-rows-repeated="1048563"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`)
	book, err := Table(context.Background(), "t.ods", data)
	if err != nil {
		t.Fatal(err)
	}
	x := []Cell{{Text: "x"}, {Text: "x"}, {Text: "x"}}
	want := []Sheet{{Name: "Blatt", Merged: []Area{{13, 15, 1, 2}}, Rows: []Row{
		{Number: 1, Cells: x}, {Number: 2, Cells: x}, {Number: 13, Hidden: true, Cells: []Cell{{}, {Text: "y"}}},
	}}}
	if diff := cmp.Diff(want, book.Sheets); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestASpreadsheetThatUnfoldsBeyondTheLimitsIsRefused(t *testing.T) {
	full := `<table:table-cell><text:p>x</text:p></table:table-cell>`
	for name, table := range map[string]string{
		"rows":    `<table:table-row table:number-rows-repeated="1048576">` + full + `</table:table-row>`,
		"columns": `<table:table-row><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`,
		"overflow": `<table:table-row table:number-rows-repeated="9223372036854775807"><table:table-cell/></table:table-row>` +
			`<table:table-row table:number-rows-repeated="9223372036854775807">` + full + `</table:table-row>`,
		"text": `<table:table-row table:number-rows-repeated="199999"><table:table-cell><text:p>` + strings.Repeat("x", 2000) + `</text:p></table:table-cell></table:table-row>`,
	} {
		if _, err := Table(context.Background(), "t.ods", spreadsheet(t, table)); !study.HasProblem(err, "file.table-too-large") {
			t.Errorf("%s: %v", name, err)
		}
	}
	data := spreadsheet(t, "")
	damaged := repacked(t, data, func(name string, content []byte) []byte {
		if name == odtContent {
			return content[:len(content)/2]
		}
		return content
	})
	if _, err := Table(context.Background(), "t.ods", damaged); !study.HasProblem(err, "file.broken") {
		t.Errorf("damaged: %v", err)
	}
}

func FuzzSpreadsheet(f *testing.F) {
	f.Add(spreadsheet(f, `<table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row>`))
	f.Add([]byte(`<office:document office:mimetype="` + odsMime + `"><table><table-row number-rows-repeated="3"><table-cell value-type="percentage" value="1e300"/></table-row></table></office:document>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		book, err := Table(t.Context(), "t.ods", data)
		if err == nil && len(book.Sheets) > 0 && len(book.Sheets[0].Rows) > maxRows {
			t.Errorf("%d rows", len(book.Sheets[0].Rows))
		}
		if err != nil && strings.Contains(err.Error(), "the reader failed") {
			t.Error(err)
		}
	})
}

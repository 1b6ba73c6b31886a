package sheets_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// openDocumentOf saves a sheet as an OpenDocument spreadsheet, in the way LibreOffice does: cells of text, merged cells
// as spans with covered cells, a tail of repeated empty cells.
func openDocumentOf(t testing.TB, s spoilable) []byte {
	t.Helper()
	spans := make(map[string]int)
	for _, m := range s.merged {
		_, from, err := excelize.CellNameToCoordinates(m[0])
		if err != nil {
			t.Fatal(err)
		}
		_, to, err := excelize.CellNameToCoordinates(m[1])
		if err != nil {
			t.Fatal(err)
		}
		spans[m[0]] = to - from + 1
	}
	var b strings.Builder
	for i, row := range s.rows {
		b.WriteString(`<table:table-row>`)
		for j, text := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(`<table:table-cell`)
			if n := spans[at]; n > 0 {
				fmt.Fprintf(&b, ` table:number-columns-spanned="1" table:number-rows-spanned="%d"`, n)
			}
			if text == "" {
				b.WriteString(`/>`)
				continue
			}
			b.WriteString(` office:value-type="string">`)
			for _, line := range strings.Split(text, "\n") {
				b.WriteString(`<text:p>`)
				if err := xml.EscapeText(&b, []byte(line)); err != nil {
					t.Fatal(err)
				}
				b.WriteString(`</text:p>`)
			}
			b.WriteString(`</table:table-cell>`)
		}
		b.WriteString(`<table:table-cell table:number-columns-repeated="16375"/></table:table-row>`)
	}
	b.WriteString(`<table:table-row table:number-rows-repeated="1048500"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`)
	return openDocument(t, b.String())
}

// openDocument packs rows as a spreadsheet of one sheet.
func openDocument(t testing.TB, rows string) []byte {
	t.Helper()
	return packed(t, map[string]string{
		"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
		"content.xml": `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"` +
			` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Blatt">` + rows +
			`</table:table></office:spreadsheet></office:body></office:document-content>`,
		"META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
	})
}

func packed(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range parts {
		part, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

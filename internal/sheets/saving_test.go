package sheets_test

import (
	"bytes"
	"encoding/csv"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// saving is a way in which a sheet comes back.
type saving struct {
	name, file string
	merges     bool
	write      func(t *testing.T, s spoilable) []byte
}

// savings are formats, encodings and separators. Eight-bit encodings lack some letters: their remarks are plain.
func savings() []saving {
	delimited := func(name string, comma rune, encode func(*testing.T, string) []byte) saving {
		return saving{name, "x.csv", false, func(t *testing.T, s spoilable) []byte { return encode(t, csvOf(t, s, comma)) }}
	}
	return []saving{
		delimited("utf-8 without mark, commas", ',', func(_ *testing.T, s string) []byte { return []byte(s) }),
		delimited("utf-8 with mark, semicolons", ';', func(_ *testing.T, s string) []byte { return []byte("\ufeff" + s) }),
		delimited("utf-16 with mark, tabs", '\t', func(_ *testing.T, s string) []byte { return inUTF16("\ufeff"+s, false) }),
		delimited("utf-16 big end first without mark, tabs", '\t', func(_ *testing.T, s string) []byte { return inUTF16(s, true) }),
		delimited("windows-1250, semicolons", ';', inCharmap(charmap.Windows1250)),
		delimited("windows-1252, semicolons", ';', inCharmap(charmap.Windows1252)),
		delimited("sep= line", '|', func(_ *testing.T, s string) []byte { return []byte("sep=|\r\n" + s) }),
		{"workbook", "x.xlsx", true, workbookOf},
		{"open document", "x.ods", true, func(t *testing.T, s spoilable) []byte { return openDocumentOf(t, s) }},
	}
}

func csvOf(t *testing.T, s spoilable, comma rune) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = comma, true
	if err := w.WriteAll(s.rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func inUTF16(s string, bigEnd bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		if bigEnd {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// inCharmap writes an eight-bit encoding as spreadsheets do: a question mark for letters that it lacks.
func inCharmap(m *charmap.Charmap) func(*testing.T, string) []byte {
	return func(t *testing.T, s string) []byte {
		t.Helper()
		out, err := encoding.ReplaceUnsupported(m.NewEncoder()).String(s)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.ReplaceAll([]byte(out), []byte{0x1a}, []byte("?"))
	}
}

func workbookOf(t *testing.T, s spoilable) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range s.rows {
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
	for _, m := range s.merged {
		if err := f.MergeCell("Sheet1", m[0], m[1]); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

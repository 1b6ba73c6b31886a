package extract

import (
	"context"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// plain is a sheet as texts by row number.
func plain(s Sheet) map[int][]string {
	rows := make(map[int][]string)
	for _, r := range s.Rows {
		if r.Empty() {
			continue
		}
		texts := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			texts[i] = c.Text
		}
		rows[r.Number] = texts
	}
	return rows
}

func TestDelimitedTables(t *testing.T) {
	for _, c := range []struct {
		name, data, delimiter string
		rows                  map[int][]string
	}{
		{"semicolon with commas in the text", "id;text\n1;Ja, weil a, b\n2;Nein, nicht", ";", map[int][]string{1: {"id", "text"}, 2: {"1", "Ja, weil a, b"}, 3: {"2", "Nein, nicht"}}},
		{"comma with semicolons in the text", "id,text\n1,\"a; b; c, d\"\n2,x", ",", map[int][]string{1: {"id", "text"}, 2: {"1", "a; b; c, d"}, 3: {"2", "x"}}},
		{"tab", "id\ttext\r\n1\tJa; nein, vielleicht\r\n", "\t", map[int][]string{1: {"id", "text"}, 2: {"1", "Ja; nein, vielleicht"}}},
		{"bar", "id|text\n1|a", "|", map[int][]string{1: {"id", "text"}, 2: {"1", "a"}}},
		{"sep line wins and is no row", "sep=,\nid,text\n1,a;b", ",", map[int][]string{1: {"id", "text"}, 2: {"1", "a;b"}}},
		{"quoted sep line", "\"sep=;\"\nid;text\n1;a", ";", map[int][]string{1: {"id", "text"}, 2: {"1", "a"}}},
		{"empty lines keep their numbers", "id;text\n\n;;\n1;a", ";", map[int][]string{1: {"id", "text"}, 4: {"1", "a"}}},
		{"CR alone ends a line", "id;text\r1;a\r2;b", ";", map[int][]string{1: {"id", "text"}, 2: {"1", "a"}, 3: {"2", "b"}}},
		{"line breaks in quotes are one LF", "id;text\r\n1;\"a\r\n\r\nb\rc\"\r\n", ";", map[int][]string{1: {"id", "text"}, 2: {"1", "a\n\nb\nc"}}},
		{"a mark inside a cell is a mark", "id;text\n1;sagt \"ja\" dazu", ";", map[int][]string{1: {"id", "text"}, 2: {"1", `sagt "ja" dazu`}}},
		{"doubled marks", "id;text\n1;\"\"\"Zitat\"\", sagt er\"", ";", map[int][]string{1: {"id", "text"}, 2: {"1", `"Zitat", sagt er`}}},
		{"one column", "text\nJa.\nNein.", ",", map[int][]string{1: {"text"}, 2: {"Ja."}, 3: {"Nein."}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			book, err := Table(context.Background(), "t.csv", []byte(c.data))
			if err != nil {
				t.Fatal(err)
			}
			if book.Delimiter != c.delimiter {
				t.Errorf("delimiter %q, want %q", book.Delimiter, c.delimiter)
			}
			if diff := cmp.Diff(c.rows, plain(book.Sheets[0])); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestOpenQuotationMarkIsNamedByRowAndColumn(t *testing.T) {
	for data, want := range map[string]Fault{
		"id,answer\nP1,\"never closed\nP2,x": {Row: 2, Cell: 1},
		"id;answer\nP1;\"a\"b;c":             {Row: 2, Cell: 1},
		"\"id;answer":                        {Row: 1, Cell: 0},
		"id;answer\n\"1\";x\n\"2;\"\"y\"\"":  {Row: 3, Cell: 0},
	} {
		book, err := Table(context.Background(), "t.csv", []byte(data))
		if err != nil || book.Fault == nil || *book.Fault != want {
			t.Errorf("%q: %+v, %v; want %+v", data, book.Fault, err, want)
		}
	}
}

// What encoding/csv writes comes back cell by cell, whatever the cells hold.
func TestWhatIsWrittenComesBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cell := rapid.StringOfN(rapid.RuneFrom([]rune("ab;,\t|\"\n 'äł=+-@")), 0, 12, -1)
		records := rapid.SliceOfN(rapid.SliceOfN(cell, 3, 3), 1, 8).Draw(rt, "records")
		delimiter := rapid.SampledFrom([]rune{';', ',', '\t', '|'}).Draw(rt, "delimiter")
		var b strings.Builder
		b.WriteString("sep=" + string(delimiter) + "\n")
		w := csv.NewWriter(&b)
		w.Comma = delimiter
		if err := w.WriteAll(records); err != nil {
			rt.Fatal(err)
		}
		book, err := csvReader{}.Table(context.Background(), "t.csv", []byte(b.String()))
		if err != nil || book.Fault != nil {
			rt.Fatalf("%v, %+v", err, book.Fault)
		}
		var got [][]string
		for _, r := range book.Sheets[0].Rows {
			var texts []string
			for _, c := range r.Cells {
				texts = append(texts, c.Text)
			}
			got = append(got, texts)
		}
		if diff := cmp.Diff(records, got); diff != "" {
			rt.Fatalf("(-written +read)\n%s", diff)
		}
	})
}

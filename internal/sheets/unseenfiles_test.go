package sheets_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// csv writes the table as a spreadsheet saves it: quotation marks only where they are needed.
func (s table) csv(separator string) string {
	var b strings.Builder
	for _, row := range s {
		for i, cell := range row {
			if i > 0 {
				b.WriteString(separator)
			}
			if strings.Contains(cell, separator) || strings.ContainsAny(cell, "\"\r\n") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteString("\r\n")
	}
	return b.String()
}

// xlsx writes the table as a workbook, texts as texts, and lets change spoil it.
func (s table) xlsx(t testing.TB, change func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	for i, row := range s {
		for j, cell := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStr("Sheet1", at, cell); err != nil {
				t.Fatal(err)
			}
		}
	}
	if change != nil {
		change(f)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// ods writes the table as an OpenDocument spreadsheet; cells whose text is an element are taken as they are.
func (s table) ods(t testing.TB) []byte {
	t.Helper()
	var b strings.Builder
	for _, row := range s {
		b.WriteString("<table:table-row>")
		for _, cell := range row {
			if strings.HasPrefix(cell, "<table:") {
				b.WriteString(cell)
				continue
			}
			b.WriteString(`<table:table-cell office:value-type="string"><text:p>`)
			if err := xml.EscapeText(&b, []byte(cell)); err != nil {
				t.Fatal(err)
			}
			b.WriteString("</text:p></table:table-cell>")
		}
		b.WriteString("</table:table-row>")
	}
	return openDocument(t, b.String())
}

func encoded(t testing.TB, e encoding.Encoding, text string) []byte {
	t.Helper()
	out, err := e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(out)
}

func (s table) headings(names ...string) table {
	s[headingsAt] = names
	return s
}

func (s table) row(cells ...string) table { return append(s, cells) }

// columns gives the table with its columns in the order named; the head rows stay.
func (s table) columns(order ...int) table {
	for i := headingsAt; i < len(s); i++ {
		var row []string
		for _, c := range order {
			row = append(row, s[i][c])
		}
		s[i] = row
	}
	return s
}

// unseenFile is one sheet after something happened to it.
type unseenFile struct {
	name, file, expects string
	data                func(t testing.TB) []byte
}

func text(s string) func(testing.TB) []byte { return func(testing.TB) []byte { return []byte(s) } }

func in(e encoding.Encoding, s string) func(testing.TB) []byte {
	return func(t testing.TB) []byte { return encoded(t, e, s) }
}

func book(s table, change func(f *excelize.File) error) func(testing.TB) []byte {
	return func(t testing.TB) []byte {
		return s.xlsx(t, func(f *excelize.File) {
			if change == nil {
				return
			}
			if err := change(f); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func opendoc(s table) func(testing.TB) []byte { return func(t testing.TB) []byte { return s.ods(t) } }

func polish() table {
	s := sentBack().headings("Kod", "Kategoria", "Zgodność %", "Ocena 1–5", "Poziom siatki", "Pytanie docelowe", "Pochodzenie (na końcu!)", "Uwagi")
	for i, words := range [][]string{{"poprawna", "tak", "człowiek"}, {"niepełna", "nie", "AI"}, {"z halucynacją", "nieokreślone", "człowiek"}, {"poprawna", "tak", "AI"}} {
		row := s[headingsAt+1+i]
		row[1], row[5], row[6] = words[0], words[1], words[2]
		row[7] = ""
	}
	s[6][4], s[2][1] = "zablokowana", "pl"
	return s
}

const noRemarks = "X.comment- Z.comment- W.comment-"

func unseenCSV() []unseenFile {
	de := sentBack().csv(";")
	utf16 := func(e unicode.Endianness, b unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, b) }
	quotedLines := func() string {
		var b strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(de), "\r\n") {
			b.WriteString(`"` + strings.ReplaceAll(line, `"`, `""`) + "\"\r\n")
		}
		return b.String()
	}
	return []unseenFile{
		{"cp1252", "b.csv", "", in(charmap.Windows1252, de)},
		{"cp1250 polish", "b.csv", noRemarks, in(charmap.Windows1250, polish().csv(";"))},
		{"iso 8859-2 polish", "b.csv", noRemarks, in(charmap.ISO8859_2, strings.ReplaceAll(polish().csv(";"), "–", "-"))},
		{"utf-8", "b.csv", "", text(de)},
		{"utf-8 with mark", "b.csv", "", text("\ufeff" + de)},
		{"utf-8 with two marks", "b.csv", "", text("\ufeff\ufeff" + de)},
		{"mark shown as three signs", "b.csv", "", text("ï»¿" + de)},
		{"utf-16 little, mark, tab", "b.txt", "", in(utf16(unicode.LittleEndian, unicode.UseBOM), sentBack().csv("\t"))},
		{"utf-16 big, mark, tab", "b.txt", "", in(utf16(unicode.BigEndian, unicode.UseBOM), sentBack().csv("\t"))},
		{"utf-16 little, tab", "b.csv", "", in(utf16(unicode.LittleEndian, unicode.IgnoreBOM), sentBack().csv("\t"))},
		{"utf-16 big, semicolon", "b.csv", "", in(utf16(unicode.BigEndian, unicode.IgnoreBOM), de)},
		{"comma", "b.csv", "", text(sentBack().csv(","))},
		{"bar", "b.csv", "", text(sentBack().csv("|"))},
		{"tab", "b.csv", "", text(sentBack().csv("\t"))},
		{"comma and decimal commas", "b.csv", "Y.agreement=46", text(sentBack().with("Y", "agreement", "45,5").csv(","))},
		{"sep line", "b.csv", "", text("sep=;\r\n" + de)},
		{"lf", "b.csv", "", text(strings.ReplaceAll(de, "\r\n", "\n"))},
		{"cr", "b.csv", "", text(strings.ReplaceAll(de, "\r\n", "\r"))},
		{"cr cr lf", "b.csv", "", text(strings.ReplaceAll(de, "\r\n", "\r\r\n"))},
		{"no last line break", "b.csv", "", text(strings.TrimSpace(de))},
		{"trailing separators", "b.csv", "", text(strings.ReplaceAll(de, "\r\n", ";;;;;\r\n"))},
		{"empty rows of separators", "b.csv", "", text(de + strings.Repeat(";;;;;;;\r\n", 100))},
		{"blank lines between", "b.csv", "", text(strings.ReplaceAll(de, "\r\n", "\r\n\r\n"))},
		{"each line one quoted cell", "b.csv", "", text(quotedLines())},
		{"each line one cell of a workbook", "b.xlsx", "", func(t testing.TB) []byte {
			var lines table
			for _, line := range strings.Split(strings.TrimSpace(de), "\r\n") {
				lines = append(lines, []string{line})
			}
			return lines.xlsx(t, nil)
		}},
		{"remarks first, with a cross", "b.csv", "X.comment=#1", text(sentBack().with("X", "comment", "#1").columns(7, 0, 1, 2, 3, 4, 5, 6).csv(";"))},
		{"head rows deleted", "b.csv", "ask", text(table(sentBack()[headingsAt:]).csv(";"))},
		{"title above", "b.csv", "", text("Bewertung Dr. Muster\r\n\r\n" + de)},
		{"no headings", "b.csv", "whole!", text(table(slices.Delete(sentBack(), headingsAt, headingsAt+1)).csv(";"))},
		{"columns moved", "b.csv", "", text(sentBack().columns(7, 3, 0, 6, 1, 2, 5, 4).csv(";"))},
		{"column of notes added", "b.csv", "ignored", text(sentBack().columns(0, 1, 2, 3, 4, 5, 6, 7, 7).headings("Code", "Kategorie", "Übereinstimmung %", "Note 1–5", "Rasterstufe", "Zielfrage", "Herkunft (zuletzt!)", "Bemerkungen", "Meine Notizen").csv(";"))},
		{"column deleted", "b.csv", "ask X.grade- Y.grade- Z.grade- W.grade-", text(sentBack().columns(0, 1, 2, 4, 5, 6, 7).csv(";"))},
		{"column twice", "b.csv", "whole!", text(sentBack().columns(0, 1, 2, 3, 4, 5, 6, 7, 3).csv(";"))},
		{"headings in capitals", "b.csv", "", text(sentBack().headings("CODE", "KATEGORIE", "ÜBEREINSTIMMUNG %", "NOTE 1–5", "RASTERSTUFE", "ZIELFRAGE", "HERKUNFT (ZULETZT!)", "BEMERKUNGEN").csv(";"))},
		{"headings shortened", "b.csv", "", text(sentBack().headings("code", "Kat.", "Übereinst. %", "Note", "Raster", "Zielfr.", "Herkunft", "Bem.").csv(";"))},
		{"headings without umlauts", "b.csv", "", text(sentBack().headings("Code", "Kategorie", "Uebereinstimmung", "Note 1-5", "Rasterstufe", "Zielfrage", "Herkunft", "Bemerkungen").csv(";"))},
		{"english headings", "b.csv", "", text(sentBack().headings("Code", "Category", "Agreement %", "Grade 1–5", "Grid level", "Target question", "Origin guess (last!)", "Remarks").csv(";"))},
		{"machine names", "b.csv", "", text(sentBack().headings(sheetColumns...).csv(";"))},
		{"polish without signs", "b.csv", noRemarks, text(strings.NewReplacer("ł", "l", "ś", "s", "ć", "c", "ą", "a", "ń", "n").Replace(polish().csv(";")))},
		{"headings with blanks and line breaks", "b.csv", "", text(sentBack().headings(" Code ", "Kategorie\n", "Überein-\nstimmung %", "Note\n1–5", "Rasterstufe\u00a0", "Ziel\u00adfrage", "Herkunft\n(zuletzt!)", "Bemerkungen").csv(";"))},
		{"rows sorted", "b.csv", "", text(func() string { s := sentBack(); slices.Reverse(s[headingsAt+1:]); return s.csv(";") }())},
		{"row deleted", "b.csv", "Y-", text(table(slices.Delete(sentBack(), 5, 6)).csv(";"))},
		{"row twice", "b.csv", "copy!", text(sentBack().row(sentBack()[4]...).csv(";"))},
		{"row twice, another value", "b.csv", "copy!", text(sentBack().row("X", "korrekt", "20", "5", "1", "ja", "KI", "").csv(";"))},
		{"unknown code", "b.csv", "other!", text(sentBack().row("V", "korrekt", "20", "5", "1", "ja", "KI", "").csv(";"))},
		{"average below", "b.csv", "sum!", text(sentBack().row("", "", "", "", "", "", "", "").row("Mittelwert", "", "55", "2,75", "", "", "", "").csv(";"))},
		{"remark below", "b.csv", "ignored", text(sentBack().row("", "", "", "", "", "", "", "Bitte um Rückruf").csv(";"))},
		{"remark with line breaks and quotes", "b.csv", `X.comment=a;_"b"~c,_„d“`, text(sentBack().with("X", "comment", "a; \"b\"\r\nc, „d“").csv(";"))},
		{"transposed", "b.csv", "whole!", text(transposed(sentBack()[headingsAt:]).csv(";"))},
		{"no bytes", "b.csv", "whole!", text("")},
		{"only a mark", "b.csv", "whole!", text("\ufeff")},
		{"only blanks", "b.csv", "whole!", text(" \r\n;;;\r\n")},
		{"picture", "b.csv", "whole!", text("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01")},
		{"pdf", "b.xlsx", "whole!", text("%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF")},
		{"letter", "b.csv", "whole!", text("Sehr geehrte Frau Doktor,\n\nanbei meine Bewertungen.\n\nMit freundlichen Grüßen\n")},
		{"nothing filled in", "b.csv", allMissing(), text(func() string {
			s := sentBack()
			for _, row := range s[headingsAt+1:] {
				clear(row[1:])
			}
			return s.csv(";")
		}())},
		{"quotation mark never closed", "b.csv", "whole!", text(strings.Replace(de, "X;korrekt", `X;"korrekt`, 1))},
		{"workbook named csv", "b.csv", "", book(sentBack(), nil)},
		{"csv named xlsx", "b.xlsx", "", text(de)},
		{"page of a table named xls", "b.xls", "whole!", text(htmlTable(sentBack()))},
	}
}

func allMissing() string {
	var b strings.Builder
	for _, code := range []string{"X", "Y", "Z", "W"} {
		for _, column := range sheetColumns[1:] {
			b.WriteString(code + "." + column + "- ")
		}
	}
	return b.String()
}

func transposed(s table) table {
	out := make(table, len(s[0]))
	for _, row := range s {
		for j, cell := range row {
			out[j] = append(out[j], cell)
		}
	}
	return out
}

func htmlTable(s table) string {
	var b strings.Builder
	b.WriteString(`<html><meta charset="utf-8"><table>`)
	for _, row := range s {
		b.WriteString("<tr>")
		for _, cell := range row {
			fmt.Fprintf(&b, "<td>%s</td>", cell)
		}
		b.WriteString("</tr>")
	}
	return b.String() + "</table></html>"
}

func unseenWorkbooks() []unseenFile {
	const s = "Sheet1"
	styled := func(f *excelize.File, at string, value any, format int) error {
		style, err := f.NewStyle(&excelize.Style{NumFmt: format})
		if err != nil {
			return err
		}
		if err := f.SetCellValue(s, at, value); err != nil {
			return err
		}
		return f.SetCellStyle(s, at, at, style)
	}
	return []unseenFile{
		{"workbook", "b.xlsx", "", book(sentBack(), nil)},
		{"polish workbook", "b.xlsx", noRemarks, book(polish(), nil)},
		{"real numbers", "b.xlsx", "X.agreement=90 X.grade=1 X.grid=1", book(sentBack(), func(f *excelize.File) error {
			return f.SetSheetRow(s, "C5", &[]any{90, 1.0, 1})
		})},
		{"date of day and month", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error {
			return styled(f, "D5", time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), 16)
		})},
		{"date in agreement", "b.xlsx", "X.agreement!", book(sentBack(), func(f *excelize.File) error {
			return styled(f, "C5", time.Date(2026, 5, 22, 0, 0, 0, 0, time.UTC), 14)
		})},
		{"small number formatted as date", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error { return styled(f, "D5", 3, 14) })},
		{"time", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error { return styled(f, "D5", 0.5, 20) })},
		{"percents", "b.xlsx", "X.agreement=90", book(sentBack(), func(f *excelize.File) error { return styled(f, "C5", 0.9, 9) })},
		{"hundred percent", "b.xlsx", "X.agreement=100", book(sentBack(), func(f *excelize.File) error { return styled(f, "C5", 1, 9) })},
		{"percents with decimals", "b.xlsx", "X.agreement=100", book(sentBack(), func(f *excelize.File) error { return styled(f, "C5", 1, 10) })},
		{"percents of tenths", "b.xlsx", "X.agreement=67 shown", book(sentBack(), func(f *excelize.File) error { return styled(f, "C5", 0.665, 9) })},
		{"percents above", "b.xlsx", "X.agreement!", book(sentBack(), func(f *excelize.File) error { return styled(f, "C5", 90, 9) })},
		{"hidden decimals", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error { return styled(f, "D5", 1.5, 1) })},
		{"float with noise", "b.xlsx", "X.agreement=29", book(sentBack(), func(f *excelize.File) error { return f.SetCellValue(s, "C5", 0.29*100) })},
		{"truth value", "b.xlsx", "X.target!", book(sentBack(), func(f *excelize.File) error { return f.SetCellBool(s, "F5", true) })},
		{"truth value as grade", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error { return f.SetCellBool(s, "D5", true) })},
		{"formula without result", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error {
			if err := f.SetCellValue(s, "D5", nil); err != nil {
				return err
			}
			return f.SetCellFormula(s, "D5", "1+1")
		})},
		{"formula with result", "b.xlsx", "X.grade=2 shown", book(sentBack(), func(f *excelize.File) error {
			if err := f.SetCellValue(s, "D5", 2); err != nil {
				return err
			}
			return f.SetCellFormula(s, "D5", "1+1")
		})},
		{"formula with a result off the scale", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error {
			if err := f.SetCellValue(s, "D5", 7); err != nil {
				return err
			}
			return f.SetCellFormula(s, "D5", "3+4")
		})},
		{"error text", "b.xlsx", "X.grade!", book(sentBack(), func(f *excelize.File) error { return f.SetCellStr(s, "D5", "#DIV/0!") })},
		{"merged grades", "b.xlsx", "whole!", book(sentBack().with("Y", "grade", "").with("Z", "grade", ""), func(f *excelize.File) error { return f.MergeCell(s, "D5", "D7") })},
		{"merged remarks", "b.xlsx", "Y.comment=§_5_geprüft;_gut shown", book(sentBack(), func(f *excelize.File) error { return f.MergeCell(s, "H5", "H6") })},
		{"merged title", "b.xlsx", "", book(sentBack(), func(f *excelize.File) error { return f.MergeCell(s, "B1", "H1") })},
		{"hidden rows and columns", "b.xlsx", "", book(sentBack(), func(f *excelize.File) error {
			if err := f.SetRowVisible(s, 6, false); err != nil {
				return err
			}
			return f.SetColVisible(s, "D", false)
		})},
		{"filter", "b.xlsx", "", book(sentBack(), func(f *excelize.File) error {
			if err := f.SetRowVisible(s, 7, false); err != nil {
				return err
			}
			return f.AutoFilter(s, "A4:H8", []excelize.AutoFilterOptions{{Column: "B", Expression: "x == korrekt"}})
		})},
		{"note in a cell", "b.xlsx", "", book(sentBack(), func(f *excelize.File) error {
			return f.AddComment(s, excelize.Comment{Cell: "D5", Author: "Dr. Muster", Text: "eigentlich 5"})
		})},
		{"rich text", "b.xlsx", "", book(sentBack(), func(f *excelize.File) error {
			return f.SetCellRichText(s, "B5", []excelize.RichTextRun{{Text: "kor", Font: &excelize.Font{Bold: true}}, {Text: "rekt"}})
		})},
		{"second sheet with other ratings", "b.xlsx", "ask", book(sentBack(), func(f *excelize.File) error {
			if _, err := f.NewSheet("Kopie"); err != nil {
				return err
			}
			for i, row := range sentBack().with("X", "grade", "5") {
				if err := f.SetSheetRow("Kopie", fmt.Sprintf("A%d", i+1), &row); err != nil {
					return err
				}
			}
			return nil
		})},
		{"table on the second sheet", "b.xlsx", "", func(t testing.TB) []byte {
			return sentBack().xlsx(t, func(f *excelize.File) {
				if _, err := f.NewSheet("Deckblatt"); err != nil {
					t.Fatal(err)
				}
				if err := f.MoveSheet("Deckblatt", s); err != nil {
					t.Fatal(err)
				}
			})
		}},
		{"table away from the corner", "b.xlsx", "", func(t testing.TB) []byte {
			var moved table
			moved = append(moved, nil, nil)
			for _, row := range sentBack() {
				moved = append(moved, append([]string{"", ""}, row...))
			}
			return moved.xlsx(t, nil)
		}},
		{"password", "b.xlsx", "whole!", func(t testing.TB) []byte {
			f := excelize.NewFile()
			var b bytes.Buffer
			if err := f.Write(&b, excelize.Options{Password: "geheim"}); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}},
		{"no sheet filled", "b.xlsx", "whole!", func(t testing.TB) []byte { return table{}.xlsx(t, nil) }},
		{"cut off", "b.xlsx", "whole!", func(t testing.TB) []byte { b := sentBack().xlsx(t, nil); return b[:len(b)/2] }},
		{"serial number in text", "b.xlsx", "X.grade!", book(sentBack().with("X", "grade", "46082"), nil)},
		{"link", "b.xlsx", "", book(sentBack(), func(f *excelize.File) error { return f.SetCellHyperLink(s, "B5", "https://example.org", "External") })},
	}
}

func unseenOpenDocuments() []unseenFile {
	cell := func(attributes, inner string) string {
		return `<table:table-cell ` + attributes + `>` + inner + `</table:table-cell>`
	}
	with := func(column, xml string) func(testing.TB) []byte { return opendoc(sentBack().with("X", column, xml)) }
	return []unseenFile{
		{"opendocument", "b.ods", "", opendoc(sentBack())},
		{"polish opendocument", "b.ods", noRemarks, opendoc(polish())},
		{"opendocument number", "b.ods", "X.grade=2", with("grade", cell(`office:value-type="float" office:value="2"`, `<text:p>2</text:p>`))},
		{"opendocument hidden decimals", "b.ods", "X.grade!", with("grade", cell(`office:value-type="float" office:value="1.5"`, `<text:p>2</text:p>`))},
		{"opendocument percent", "b.ods", "X.agreement=85", with("agreement", cell(`office:value-type="percentage" office:value="0.85"`, `<text:p>85 %</text:p>`))},
		{"opendocument date", "b.ods", "X.grade!", with("grade", cell(`office:value-type="date" office:date-value="2026-03-01"`, `<text:p>01.03.26</text:p>`))},
		{"opendocument truth value", "b.ods", "X.target!", with("target", cell(`office:value-type="boolean" office:boolean-value="true"`, `<text:p>WAHR</text:p>`))},
		{"opendocument formula with result", "b.ods", "X.grade=2 shown", with("grade", cell(`table:formula="of:=1+1" office:value-type="float" office:value="2"`, `<text:p>2</text:p>`))},
		{"opendocument formula without result", "b.ods", "X.grade!", with("grade", cell(`table:formula="of:=1+1"`, ``))},
		{"opendocument error", "b.ods", "X.grade!", with("grade", cell(`table:formula="of:=1/0" office:value-type="string" office:string-value=""`, `<text:p>#DIV/0!</text:p>`))},
		{"opendocument note in a cell", "b.ods", "X.grade=1", with("grade", cell(`office:value-type="float" office:value="1"`, `<office:annotation><text:p>eigentlich 5</text:p></office:annotation><text:p>1</text:p>`))},
		{"opendocument link", "b.ods", "X.category=correct", with("category", cell(`office:value-type="string"`, `<text:p><text:a>korr</text:a><text:span>ekt</text:span></text:p>`))},
		{"opendocument remark of paragraphs", "b.ods", "X.comment=a~b__c", with("comment", cell(`office:value-type="string"`, `<text:p>a</text:p><text:p>b<text:s text:c="2"/>c</text:p>`))},
		{"opendocument merged grades", "b.ods", "whole!", opendoc(sentBack().with("X", "grade", cell(`table:number-rows-spanned="2" table:number-columns-spanned="1" office:value-type="float" office:value="1"`, `<text:p>1</text:p>`)).with("Y", "grade", `<table:covered-table-cell/>`))},
		{"opendocument repeated value", "b.ods", "X.grade=2 X.grid=2", opendoc(func() table {
			s := sentBack()
			s[4] = []string{"X", "korrekt", "90", cell(`table:number-columns-repeated="2" office:value-type="float" office:value="2"`, `<text:p>2</text:p>`), "ja", "Mensch", "§ 5 geprüft; gut"}
			return s
		}())},
	}
}

func unseenJSON() []unseenFile {
	const head = `{"format":"iucom-rating-sheet/1","head":{"study":"MIETE","version":"1","reviewer":"R02","language":"de","test":"T1","date":"2026-03-02"},"columns":["code","category","agreement","grade","grid","target","origin","comment"],"rows":[`
	const rows = `["X","correct","90","1","1","yes","human","§ 5 geprüft; gut"],["Y","incomplete","45","3","3","no","ai",""],["Z","hallucinated","5","5","blocked","indeterminate","human","Zitat „fehlt“"],["W","correct","80","2","2","yes","ai","= keine Formel?"]]}`
	return []unseenFile{
		{"json", "b.json", "", text(head + rows)},
		{"json with mark", "b.json", "", text("\ufeff" + head + rows)},
		{"json named txt", "b.txt", "", text(head + rows)},
		{"json cut off", "b.json", "whole!", text(head + rows[:80])},
		{"json of another version", "b.json", "whole!", text(strings.Replace(head, "sheet/1", "sheet/9", 1) + rows)},
		{"json list", "b.json", "whole!", text("[1,2,3]")},
		{"json off the scale", "b.json", "X.grade!", text(head + strings.Replace(rows, `"90","1"`, `"90","9"`, 1))},
		{"json with a checksum of other entries", "b.json", "ask", text(strings.Replace(head, `"date"`, `"content":"`+strings.Repeat("0", 64)+`","date"`, 1) + rows)},
		{"json with a code twice", "b.json", "copy!", text(head + `["X","correct","90","1","1","yes","human","§ 5 geprüft; gut"],` + rows)},
	}
}

// damagedCodes are ways in which the code X comes back; it is read as X or the row is refused, and never another row.
var damagedCodes = []string{"x", " X", "X ", "\u00a0X", "'X", "\"X\"", "„X“", "«X»", "X.", "X:", "(X)", "Ｘ", "Χ", "Х", "х", "×", "Code X", "X1", "XY", "X Y", "X\u200b", "X\ufeff", "X\u00ad", "X\n", "10", "Ⅹ", "X=", "#X", "A", "=X"}

func TestUnseenFiles(t *testing.T) {
	files := slices.Concat(unseenCSV(), unseenWorkbooks(), unseenOpenDocuments(), unseenJSON())
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			stageReads(t, f.file, f.data(t)).expects(t, f.expects)
		})
	}
}

func TestADamagedCodeIsReadAsItselfOrItsRowIsRefused(t *testing.T) {
	for _, code := range damagedCodes {
		for name, data := range map[string][]byte{"b.csv": []byte(sentBack().with("X", "code", code).csv(";")), "b.xlsx": sentBack().with("X", "code", code).xlsx(t, nil)} {
			t.Run(fmt.Sprintf("%q %s", code, name), func(t *testing.T) {
				r := stageReads(t, name, data)
				if r.Error != nil {
					t.Fatalf("refused as a whole: %s", *r.Error)
				}
				got, want := r.values(), understoodAs()
				if len(r.Ratings) == 3 {
					for _, column := range sheetColumns[1:] {
						delete(want, "X."+column)
					}
					if len(r.Refused)+len(r.Ignored) != 1 {
						t.Errorf("the row is gone without a word: %v %v", r.Refused, r.Ignored)
					}
				} else if code != strings.TrimSpace(code) && len(r.Understood) > 1 {
					t.Errorf("shown twice: %v", r.Understood)
				}
				for key, value := range want {
					if got[key] != value {
						t.Errorf("%s is %q, want %q", key, got[key], value)
					}
				}
				t.Logf("%q: %d rows, refused %v, ignored %v, understood %v", code, len(r.Ratings), r.Refused, r.Ignored, r.Understood)
			})
		}
	}
}

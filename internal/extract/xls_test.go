package extract

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"iucomstudien/internal/study"
)

// biff writes records of the old format.
type biff struct{ data []byte }

func (b *biff) put(id int, parts ...any) {
	var body []byte
	for _, p := range parts {
		switch v := p.(type) {
		case byte:
			body = append(body, v)
		case int:
			body = binary.LittleEndian.AppendUint16(body, uint16(v))
		case uint32:
			body = binary.LittleEndian.AppendUint32(body, v)
		case float64:
			body = binary.LittleEndian.AppendUint64(body, math.Float64bits(v))
		case string:
			body = append(body, v...)
		}
	}
	b.data = binary.LittleEndian.AppendUint16(b.data, uint16(id))
	b.data = binary.LittleEndian.AppendUint16(b.data, uint16(len(body)))
	b.data = append(b.data, body...)
}

// workbookOf writes a workbook of one sheet; the sheet's place is filled in.
func workbookOf(version int, globals, cells func(*biff)) []byte {
	var b biff
	b.put(biffBOF, version, 5)
	at := len(b.data) + 4
	if version >= 0x0600 {
		b.put(biffBoundSheet, uint32(0), 0, byte(5), byte(0), "Blatt")
	} else {
		b.put(biffBoundSheet, uint32(0), 0, byte(5), "Blatt")
	}
	globals(&b)
	b.put(biffEOF)
	binary.LittleEndian.PutUint32(b.data[at:], uint32(len(b.data)))
	b.put(biffBOF, version, 16)
	cells(&b)
	b.put(biffEOF)
	return b.data
}

func cellsOf(t *testing.T, stream []byte) map[int][]string {
	t.Helper()
	book, err := oldWorkbook(context.Background(), "a.xls", stream)
	if err != nil {
		t.Fatal(err)
	}
	if book.Sheets[0].Name != "Blatt" {
		t.Errorf("sheet %q", book.Sheets[0].Name)
	}
	return plain(book.Sheets[0])
}

// Where a shared text crosses into the next record, its characters go on with new flags: narrow before, wide behind the seam.
func TestSharedTextAcrossRecords(t *testing.T) {
	stream := workbookOf(0x0600, func(b *biff) {
		b.put(biffSST, uint32(3), uint32(3), 4, byte(0), "Ja, ", 10, byte(0), "Die K")
		b.put(biffContinue, byte(1), "\xfc\x00n\x00d\x00i\x00g\x00", 2, byte(8), 1, "ab")
		b.put(biffContinue, "\x00\x00\x01\x00")
	}, func(b *biff) {
		for i := range 3 {
			b.put(biffLabelSST, 0, i, 0, uint32(i))
		}
	})
	if diff := cmp.Diff(map[int][]string{1: {"Ja, ", "Die Kündig", "ab"}}, cellsOf(t, stream)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCellsOfTheOldFormat(t *testing.T) {
	stream := workbookOf(0x0600, func(b *biff) {
		b.put(biffFormat, 200, 10, byte(0), "dd.mm.yyyy")
		for _, format := range []int{0, 200, 14, 1} {
			b.put(biffXF, 0, format, "................")
		}
	}, func(b *biff) {
		b.put(biffRow, 1, 0, 9, 0, 0, 0, 0x20, 0)
		b.put(biffNumber, 0, 0, 1, 46309.0)
		b.put(biffRK, 0, 1, 0, uint32(250100<<2|3))
		b.put(biffMulRK, 0, 2, 0, uint32(7<<2|2), 2, uint32(46330<<2|2), 3)
		b.put(biffBoolErr, 0, 4, 0, byte(1), byte(0))
		b.put(biffBoolErr, 0, 5, 0, byte(0x2a), byte(1))
		b.put(biffFormula, 1, 0, 0, "\x00\x00\x00\x00\x00\x00\xff\xff", 0)
		b.put(biffString, 2, byte(1), "o\x00k\x00")
		b.put(biffFormula, 1, 1, 0, 1.5, 0)
		b.put(biffLabel, 1, 2, 0, 3, byte(0), "a\rb")
		b.put(biffMerged, 1, 0, 1, 2, 3)
	})
	book, err := oldWorkbook(context.Background(), "a.xls", stream)
	if err != nil {
		t.Fatal(err)
	}
	want := Sheet{
		Name: "Blatt", Merged: []Area{{1, 2, 2, 3}},
		Rows: []Row{
			{Number: 1, Cells: []Cell{
				{Text: "2026-10-14", Kind: DateCell}, {Text: "2501", Kind: NumberCell}, {Text: "7", Kind: NumberCell},
				{Text: "2026-11-04", Kind: DateCell}, {Text: "TRUE", Kind: BoolCell}, {Text: "#N/A", Kind: ErrorCell},
			}},
			{Number: 2, Hidden: true, Cells: []Cell{{Text: "ok", Formula: true}, {Text: "1.5", Kind: NumberCell, Formula: true}, {Text: "a\nb"}}},
		},
	}
	if diff := cmp.Diff(want, book.Sheets[0]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestExcel5HasTextsOfEightBits(t *testing.T) {
	text, err := charmap.Windows1250.NewEncoder().String("Żółć")
	if err != nil {
		t.Fatal(err)
	}
	stream := workbookOf(0x0500, func(b *biff) {
		b.put(biffCodePage, 1250)
		b.put(biffFormat, 200, byte(10), "yyyy-mm-dd")
		b.put(biffXF, 0, 200, "............")
	}, func(b *biff) {
		b.put(biffLabel, 0, 0, 0, len(text), text)
		b.put(biffNumber, 0, 1, 0, 46309.0)
	})
	if diff := cmp.Diff(map[int][]string{1: {"Żółć", "2026-10-14"}}, cellsOf(t, stream)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestLockedAndCutOldWorkbooksAreRefused(t *testing.T) {
	locked := workbookOf(0x0600, func(b *biff) { b.put(biffFilePass, 1, strings.Repeat("x", 50)) }, func(*biff) {})
	if _, err := oldWorkbook(context.Background(), "a.xls", locked); !study.HasProblem(err, "file.password") {
		t.Errorf("locked: %v", err)
	}
	whole := workbookOf(0x0600, func(*biff) {}, func(b *biff) { b.put(biffLabel, 0, 0, 0, 2, byte(0), "ab") })
	for n := range whole {
		if _, err := oldWorkbook(context.Background(), "a.xls", whole[:n]); !study.HasProblem(err, "file.broken") {
			t.Errorf("cut at byte %d: %v", n, err)
		}
	}
}

func FuzzOldWorkbook(f *testing.F) {
	f.Add(workbookOf(0x0600, func(b *biff) { b.put(biffSST, uint32(1), uint32(1), 2, byte(0), "ab") }, func(b *biff) { b.put(biffLabelSST, 0, 0, 0, uint32(0)) }))
	f.Fuzz(func(_ *testing.T, stream []byte) {
		_, _ = oldWorkbook(context.Background(), "a.xls", stream) // must come back without a panic
	})
}

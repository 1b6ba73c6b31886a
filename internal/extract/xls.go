package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/richardlehane/mscfb"
	"golang.org/x/text/encoding/charmap"

	"iucomstudien/internal/study"
)

// xlsReader reads workbooks of Excel 5 to 2003 (.xls, BIFF5 and BIFF8). Stored values only, as with .xlsx.
type xlsReader struct{}

// Format implements [Reader].
func (xlsReader) Format() string { return "xls" }

// Detect implements [Reader].
func (xlsReader) Detect(_ string, data []byte) Confidence {
	if stream, err := workbookStream(data); err == nil && len(stream) > 4 {
		return Certain
	}
	return No
}

// Read gives all sheets as text, as the reader of .xlsx does.
func (x xlsReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	book, err := x.Table(ctx, name, data)
	if err != nil {
		return Document{}, err
	}
	return book.document(), nil
}

// Table implements [TableReader].
func (xlsReader) Table(ctx context.Context, name string, data []byte) (Workbook, error) {
	stream, err := workbookStream(data)
	if err != nil {
		return Workbook{}, broken(name, err)
	}
	return oldWorkbook(ctx, name, stream)
}

// oldWorkbook reads the stream of a workbook.
func oldWorkbook(ctx context.Context, name string, stream []byte) (Workbook, error) {
	x := &xlsWalk{ctx: ctx, name: name, stream: stream, codes: make(map[int]string), page: charmap.Windows1252}
	if err := x.globals(); err != nil {
		return Workbook{}, err
	}
	book := Workbook{Format: "xls"}
	for _, p := range x.parts {
		sheet, err := x.sheet(p)
		if err != nil {
			return Workbook{}, fmt.Errorf("reading sheet %s: %w", p.name, err)
		}
		book.Sheets = append(book.Sheets, sheet)
	}
	return book, nil
}

// workbookStream finds the stream of the workbook in the container, at its top: workbooks embedded in other documents
// do not count.
func workbookStream(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte(oleStart)) {
		return nil, errors.New("no container of Office 97")
	}
	container, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range maxParts {
		entry, err := container.Next()
		if err != nil {
			return nil, fmt.Errorf("no workbook in the container: %w", err)
		}
		if len(entry.Path) == 0 && (entry.Name == "Workbook" || entry.Name == "Book") {
			return io.ReadAll(io.LimitReader(entry, maxPart))
		}
	}
	return nil, errors.New("no workbook in the container")
}

// Records of the format that matter here.
const (
	biffBOF        = 0x0809
	biffEOF        = 0x000a
	biffFilePass   = 0x002f
	biffCodePage   = 0x0042
	biffDateMode   = 0x0022
	biffBoundSheet = 0x0085
	biffFormat     = 0x041e
	biffXF         = 0x00e0
	biffSST        = 0x00fc
	biffContinue   = 0x003c
	biffRow        = 0x0208
	biffLabelSST   = 0x00fd
	biffLabel      = 0x0204
	biffRString    = 0x00d6
	biffNumber     = 0x0203
	biffRK         = 0x027e
	biffMulRK      = 0x00bd
	biffBoolErr    = 0x0205
	biffFormula    = 0x0006
	biffString     = 0x0207
	biffMerged     = 0x00e5
)

// xlsWalk reads one workbook.
type xlsWalk struct {
	ctx     context.Context
	name    string
	stream  []byte
	old     bool // BIFF5: strings of eight bits
	page    *charmap.Charmap
	base    int
	strings []string
	codes   map[int]string // number formats by their number
	formats []cellFormat   // by style number
	parts   []xlsPart
}

// xlsPart is a sheet as the workbook lists it.
type xlsPart struct {
	name   string
	at     int
	hidden bool
}

// record is one record with the pieces that continue it.
type record struct {
	id     int
	data   []byte
	pieces [][]byte
}

// next reads the record at a place and gives the place behind it.
func (x *xlsWalk) next(at int) (record, int, error) {
	r, at, err := x.one(at)
	if err != nil {
		return r, at, err
	}
	r.pieces = [][]byte{r.data}
	for at+4 <= len(x.stream) && binary.LittleEndian.Uint16(x.stream[at:]) == biffContinue {
		var more record
		if more, at, err = x.one(at); err != nil {
			return r, at, err
		}
		r.pieces = append(r.pieces, more.data)
	}
	return r, at, nil
}

func (x *xlsWalk) one(at int) (record, int, error) {
	if at < 0 || at+4 > len(x.stream) {
		return record{}, at, x.damaged("a record is missing")
	}
	id := int(binary.LittleEndian.Uint16(x.stream[at:]))
	length := int(binary.LittleEndian.Uint16(x.stream[at+2:]))
	at += 4
	if at+length > len(x.stream) {
		return record{}, at, x.damaged("a record is cut off")
	}
	return record{id: id, data: x.stream[at : at+length]}, at + length, nil
}

func (x *xlsWalk) damaged(what string) error {
	return &study.Problem{ID: "file.broken", Err: errors.New(what)}
}

// globals reads what all sheets share.
func (x *xlsWalk) globals() error {
	var styles []int
	for at := 0; ; {
		r, after, err := x.next(at)
		if err != nil {
			return err
		}
		at = after
		switch r.id {
		case biffBOF:
			x.old = len(r.data) < 2 || binary.LittleEndian.Uint16(r.data) < 0x0600
		case biffFilePass:
			return problem("file.password", x.name)
		case biffCodePage:
			if len(r.data) >= 2 {
				x.page = codePage(int(binary.LittleEndian.Uint16(r.data)))
			}
		case biffDateMode:
			if len(r.data) >= 2 && r.data[0] == 1 {
				x.base = days1904
			}
		case biffBoundSheet:
			x.boundSheet(r.data)
		case biffFormat:
			if len(r.data) > 2 {
				x.codes[int(binary.LittleEndian.Uint16(r.data))] = x.formatCode(r.data[2:])
			}
		case biffXF:
			if len(r.data) >= 4 {
				styles = append(styles, int(binary.LittleEndian.Uint16(r.data[2:])))
			}
		case biffSST:
			x.strings = sharedTexts(r)
		case biffEOF:
			x.styles(styles)
			return nil
		}
	}
}

// formatCode reads a number format; in BIFF5 its length is one byte.
func (x *xlsWalk) formatCode(d []byte) string {
	if x.old {
		return x.text(append([]byte{d[0], 0}, d[1:]...))
	}
	return x.text(d)
}

// styles turns the number formats of the styles into what is needed of them.
func (x *xlsWalk) styles(ids []int) {
	for _, id := range ids {
		code, own := x.codes[id]
		if !own {
			code = builtIn[id]
		}
		x.formats = append(x.formats, formatOf(code))
	}
}

// codePage is the encoding of eight-bit texts; Windows-1252 where it is not one of ours.
func codePage(n int) *charmap.Charmap {
	switch n {
	case 1250:
		return charmap.Windows1250
	case 1251:
		return charmap.Windows1251
	}
	return charmap.Windows1252
}

// boundSheet notes a sheet of cells; charts and macros are none.
func (x *xlsWalk) boundSheet(data []byte) {
	if len(data) < 8 || data[5] != 0 {
		return
	}
	x.parts = append(x.parts, xlsPart{
		name:   x.text(append([]byte{data[6], 0}, data[7:]...)),
		at:     int(binary.LittleEndian.Uint32(data)),
		hidden: data[4]&3 != 0,
	})
}

// sheet reads the cells of one sheet.
func (x *xlsWalk) sheet(p xlsPart) (Sheet, error) {
	s := &xlsSheet{xlsWalk: x, Sheet: Sheet{Name: p.name, Hidden: p.hidden}, rows: make(map[int]*Row)}
	depth := 0
	for at, n := p.at, 0; ; n++ {
		if n%1024 == 0 && x.ctx.Err() != nil {
			return s.Sheet, x.ctx.Err()
		}
		r, after, err := x.next(at)
		if err != nil {
			return s.Sheet, err
		}
		at = after
		switch r.id {
		case biffBOF:
			depth++
		case biffEOF:
			if depth--; depth <= 0 {
				return s.finish(), nil
			}
		default:
			if depth == 1 {
				if err := s.record(r); err != nil {
					return s.Sheet, err
				}
			}
		}
	}
}

// shown turns a stored number into what a person sees.
func (x *xlsWalk) shown(value float64, style int) Cell {
	var f cellFormat
	if style >= 0 && style < len(x.formats) {
		f = x.formats[style]
	}
	kind, text := shownNumber(strconv.FormatFloat(value, 'g', -1, 64), f, x.base)
	return Cell{Text: text, Kind: kind}
}

// packedNumber reads the short form of numbers: 30 bits of a whole number or of a double, perhaps divided by 100.
func packedNumber(rk uint32) float64 {
	var value float64
	if rk&2 != 0 {
		value = float64(int32(rk) >> 2)
	} else {
		value = math.Float64frombits(uint64(rk&^3) << 32)
	}
	if rk&1 != 0 {
		value /= 100
	}
	return value
}

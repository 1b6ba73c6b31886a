package extract

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"unicode/utf16"
)

// xlsSheet collects the cells of one sheet of the old format.
type xlsSheet struct {
	*xlsWalk
	Sheet
	rows    map[int]*Row
	pending *Cell // formula whose text follows in the next record
}

// errorNames are the errors a cell can show, by their stored number.
var errorNames = map[byte]string{
	0x00: "#NULL!", 0x07: "#DIV/0!", 0x0f: "#VALUE!", 0x17: "#REF!", 0x1d: "#NAME?", 0x24: "#NUM!", 0x2a: "#N/A",
}

// record takes in one record of the sheet.
func (s *xlsSheet) record(r record) error {
	d := r.data
	switch {
	case r.id == biffMerged:
		s.merged(d)
		return nil
	case r.id == biffRow && len(d) >= 16:
		if d[12]&0x20 != 0 {
			s.row(int(binary.LittleEndian.Uint16(d))).Hidden = true
		}
		return nil
	case r.id == biffString && s.pending != nil:
		s.pending.Text = UnixLines(s.longText(r, 0))
		s.pending.Kind = TextCell
		s.pending = nil
		return nil
	case len(d) < 6:
		return nil
	}
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(d[at:])) }
	row, column, style := u16(0), u16(2), u16(4)
	switch {
	case r.id == biffLabelSST && len(d) >= 10:
		if n := int(binary.LittleEndian.Uint32(d[6:])); n < len(s.strings) {
			return s.put(row, column, Cell{Text: s.strings[n]})
		}
		return s.damaged("a shared string does not exist")
	case r.id == biffLabel || r.id == biffRString:
		return s.put(row, column, Cell{Text: s.longText(r, 6)})
	case r.id == biffNumber && len(d) >= 14:
		return s.put(row, column, s.shown(math.Float64frombits(binary.LittleEndian.Uint64(d[6:])), style))
	case r.id == biffRK && len(d) >= 10:
		return s.put(row, column, s.shown(packedNumber(binary.LittleEndian.Uint32(d[6:])), style))
	case r.id == biffMulRK:
		return s.several(row, column, d)
	case r.id == biffBoolErr && len(d) >= 8:
		return s.put(row, column, boolOrError(d[6], d[7] == 1))
	case r.id == biffFormula && len(d) >= 14:
		return s.formula(row, column, style, d)
	}
	return nil
}

// several reads a run of short numbers side by side.
func (s *xlsSheet) several(row, column int, d []byte) error {
	for at := 4; at+6 <= len(d)-2; at += 6 {
		cell := s.shown(packedNumber(binary.LittleEndian.Uint32(d[at+2:])), int(binary.LittleEndian.Uint16(d[at:])))
		if err := s.put(row, column, cell); err != nil {
			return err
		}
		column++
	}
	return nil
}

// boolOrError is the cell of a truth value or an error.
func boolOrError(value byte, isError bool) Cell {
	if isError {
		return Cell{Kind: ErrorCell, Text: errorNames[value]}
	}
	if value != 0 {
		return Cell{Kind: BoolCell, Text: "TRUE"}
	}
	return Cell{Kind: BoolCell, Text: "FALSE"}
}

// formula takes the value that was stored with a formula. A text follows in a record of its own.
func (s *xlsSheet) formula(row, column, style int, d []byte) error {
	var cell Cell
	value := d[6:14]
	if value[6] == 0xff && value[7] == 0xff {
		switch value[0] {
		case 1:
			cell = boolOrError(value[2], false)
		case 2:
			cell = boolOrError(value[2], true)
		}
	} else {
		cell = s.shown(math.Float64frombits(binary.LittleEndian.Uint64(value)), style)
	}
	cell.Formula = true
	if err := s.put(row, column, cell); err != nil {
		return err
	}
	s.pending = nil
	if value[6] == 0xff && value[7] == 0xff && value[0] == 0 {
		s.pending = &s.rows[row].Cells[column]
	}
	return nil
}

// put sets a cell.
func (s *xlsSheet) put(row, column int, cell Cell) error {
	cell.Text = UnixLines(cell.Text)
	if column >= maxColumns || len(s.rows) > maxRows || len(cell.Text) > maxCellText {
		return problem("file.table-too-large", s.name, "rows", maxRows, "columns", maxColumns)
	}
	r := s.row(row)
	for len(r.Cells) <= column {
		r.Cells = append(r.Cells, Cell{})
	}
	r.Cells[column] = cell
	return nil
}

func (s *xlsSheet) row(number int) *Row {
	r := s.rows[number]
	if r == nil {
		r = &Row{Number: number + 1}
		s.rows[number] = r
	}
	return r
}

// merged notes blocks of merged cells.
func (s *xlsSheet) merged(d []byte) {
	for at := 2; at+8 <= len(d); at += 8 {
		u := func(i int) int { return int(binary.LittleEndian.Uint16(d[at+i:])) }
		s.Merged = append(s.Merged, Area{u(0) + 1, u(2) + 1, u(4), u(6)})
	}
}

// finish puts the rows in order.
func (s *xlsSheet) finish() Sheet {
	for _, n := range slices.Sorted(maps.Keys(s.rows)) {
		if r := s.rows[n]; !r.Empty() {
			s.Rows = append(s.Rows, *r)
		}
	}
	return s.Sheet
}

// text reads a text with its length in two bytes: in BIFF8 with flags behind it, in BIFF5 of eight bits a character.
func (x *xlsWalk) text(d []byte) string { return x.longText(record{data: d, pieces: [][]byte{d}}, 0) }

// longText reads a text that may go on in the next piece of a record.
func (x *xlsWalk) longText(r record, at int) string {
	if x.old {
		d := r.data[min(at, len(r.data)):]
		if len(d) < 2 {
			return ""
		}
		n := min(int(binary.LittleEndian.Uint16(d)), len(d)-2)
		return decodeWith(x.page, d[2:2+n])
	}
	p := pieces{list: r.pieces, at: at}
	n, ok := p.u16()
	if !ok {
		return ""
	}
	return p.characters(n)
}

// pieces reads on through a record and what continues it.
type pieces struct {
	list [][]byte
	now  int
	at   int
}

// next reads the next byte; at the end of a piece it goes on in the next.
func (p *pieces) next() (byte, bool) {
	for p.now < len(p.list) && p.at >= len(p.list[p.now]) {
		p.now, p.at = p.now+1, 0
	}
	if p.now >= len(p.list) {
		return 0, false
	}
	b := p.list[p.now][p.at]
	p.at++
	return b, true
}

func (p *pieces) u16() (int, bool) {
	lo, _ := p.next()
	hi, ok := p.next()
	return int(hi)<<8 | int(lo), ok
}

func (p *pieces) skip(n int) {
	for ; n > 0; n-- {
		if _, ok := p.next(); !ok {
			return
		}
	}
}

// characters reads a text of n characters with its flags, and passes over runs of formats and phonetic guides behind it.
// Where a piece ends inside the characters, the next begins with new flags.
func (p *pieces) characters(n int) string {
	flags, ok := p.next()
	if !ok {
		return ""
	}
	runs, phonetic := 0, 0
	if flags&8 != 0 {
		runs, _ = p.u16()
	}
	if flags&4 != 0 {
		lo, _ := p.u16()
		hi, _ := p.u16()
		phonetic = hi<<16 | lo
	}
	wide := flags&1 != 0
	var units []uint16
	for len(units) < n {
		if p.now < len(p.list) && p.at >= len(p.list[p.now]) {
			f, ok := p.next()
			if !ok {
				break
			}
			wide = f&1 != 0
		}
		lo, ok := p.next()
		if !ok {
			break
		}
		unit := uint16(lo)
		if wide {
			hi, _ := p.next()
			unit |= uint16(hi) << 8
		}
		units = append(units, unit)
	}
	p.skip(4*runs + phonetic)
	return string(utf16.Decode(units))
}

// sharedTexts reads the table of texts all sheets share.
func sharedTexts(r record) []string {
	p := pieces{list: r.pieces, at: 4}
	lo, _ := p.u16()
	hi, _ := p.u16()
	count := hi<<16 | lo
	var all []string
	for len(all) < count {
		n, ok := p.u16()
		if !ok {
			break
		}
		all = append(all, p.characters(n))
	}
	return all
}

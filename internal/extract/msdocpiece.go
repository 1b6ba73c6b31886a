package extract

import (
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// msdocPiece is a part of the text: where it stands in the document and where in the file.
type msdocPiece struct {
	from, to int // positions in the document
	at       int // offset in the main stream
	wide     bool
}

// width is how many bytes a character takes.
func (p msdocPiece) width() int {
	if p.wide {
		return 2
	}
	return 1
}

// readPieces reads the piece table (Clx): formatting that is not needed here, then the pieces.
func (m *msdoc) readPieces(clx blob) error {
	at := 0
	for clx.u8(at) == 1 {
		at += 3 + clx.u16(at+1)
	}
	if clx.u8(at) != 2 {
		return errNoPieces
	}
	plc := clx.from(at + 5)
	plc = plc[:min(len(plc), clx.u32(at+1))]
	n := (len(plc) - 4) / 12
	if n <= 0 {
		return errNoPieces
	}
	for i := range n {
		p := msdocPiece{from: plc.u32(4 * i), to: plc.u32(4*i + 4)}
		fc := plc.u32(4*(n+1) + 8*i + 2)
		switch {
		case m.old:
			p.at = fc
		case fc&(1<<30) != 0:
			p.at = (fc &^ (1 << 30)) / 2
		default:
			p.at, p.wide = fc, true
		}
		m.addPiece(p)
	}
	return nil
}

// addPiece keeps a piece as far as it lies inside the file and follows those before it.
func (m *msdoc) addPiece(p msdocPiece) {
	last := 0
	if n := len(m.pieces); n > 0 {
		last = m.pieces[n-1].to
	}
	room := (len(m.main) - p.at) / p.width()
	switch {
	case p.from < last || p.to < p.from || p.at < 0 || room < 0:
		m.found.damaged = true
		return
	case p.to-p.from > room:
		m.found.damaged = true
		p.to = p.from + room
	}
	m.pieces = append(m.pieces, p)
}

// Parts of the document, in the order in which their texts follow one another.
const (
	partBody = iota
	partFootnotes
	partHeaders
	partMacros
	partComments
	partEndnotes
	partBoxes
	partHeaderBoxes
	partCount
)

// span is a range of positions in the document.
type span struct{ from, to int }

// parts cuts the text into its parts by the lengths that the file names.
func (m *msdoc) parts() [partCount]span {
	lengths := 0x4c
	if m.old {
		lengths = 0x34
	}
	var all [partCount]span
	at := 0
	for i := range all {
		n := m.main.u32(lengths + 4*i)
		if n > 1<<30 || at > 1<<30 {
			m.found.damaged = true
			n = 0
		}
		all[i] = span{at, at + n}
		at += n
	}
	return all
}

// each calls see for every character of a span with its position and its offset in the file.
func (m *msdoc) each(s span, see func(r rune, cp, fc int) error) error {
	page, ok := codePages[m.page].(*charmap.Charmap)
	if !ok {
		page = charmap.Windows1252
	}
	for _, p := range m.pieces {
		from, to := max(s.from, p.from), min(s.to, p.to)
		if from >= to {
			continue
		}
		if m.size += to - from; m.size > maxText {
			return errUnpacksTooLarge
		}
		if err := m.ctx.Err(); err != nil {
			return err
		}
		var high rune
		for cp := from; cp < to; cp++ {
			fc := p.at + (cp-p.from)*p.width()
			r := rune(m.main.u16(fc))
			if !p.wide {
				r = page.DecodeByte(byte(m.main.u8(fc)))
			}
			switch {
			case utf16.IsSurrogate(r) && r < 0xdc00:
				high = r
				continue
			case utf16.IsSurrogate(r):
				r = utf16.DecodeRune(high, r)
			}
			high = 0
			if err := see(r, cp, fc); err != nil {
				return err
			}
		}
	}
	return nil
}

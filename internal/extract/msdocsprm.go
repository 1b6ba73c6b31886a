package extract

import (
	"slices"
	"sort"
)

// msdocChar is what character properties say about reading.
type msdocChar struct {
	deleted, inserted bool
	hidden            byte // as [msdocSwitch]; 0xff not stated
	raised            int  // 1 set small and high; −1 not stated
	style             int  // character style; 0 none
	symbol            rune // shown in place of the character; 0 none
	symbolFont        int
}

// plainChar is a character about which nothing is stated.
var plainChar = msdocChar{hidden: 0xff, raised: -1}

// msdocPara is what paragraph properties say about reading.
type msdocPara struct {
	style              int
	inTable, rowEnd    bool
	innerCell, innerRo bool // the paragraph's end is that of a cell or row of an inner table
	depth              int  // of nested tables
	list, level        int  // list −1 not stated
}

// Operations on properties (sprm) that matter here.
const (
	sprmDeleted   = 0x0800
	sprmInserted  = 0x0801
	sprmHidden    = 0x083c
	sprmCharStyle = 0x4a30
	sprmPosition  = 0x2a48
	sprmSymbol    = 0x6a09
	sprmFont      = 0x4a4f
	sprmInTable   = 0x2416
	sprmRowEnd    = 0x2417
	sprmDepth     = 0x6649
	sprmInnerCell = 0x244b
	sprmInnerRow  = 0x244c
	sprmLevel     = 0x260a
	sprmList      = 0x460b
	sprmTable     = 0xd608
	sprmTabs      = 0xc615
)

// eachSprm calls see for every operation of a list, with its operand.
func eachSprm(b blob, see func(op int, operand blob)) {
	for at := 0; at+2 < len(b); {
		op := b.u16(at)
		at += 2
		size := 0
		switch op >> 13 {
		case 0, 1:
			size = 1
		case 2, 4, 5:
			size = 2
		case 3:
			size = 4
		case 7:
			size = 3
		default:
			size = 1 + b.u8(at)
			if op == sprmTable {
				size = 1 + b.u16(at)
			} else if op == sprmTabs && b.u8(at) == 255 {
				return // its length stands nowhere; nothing that matters follows it in practice
			}
		}
		see(op, b.cut(at, size))
		at += max(size, 1)
	}
}

// msdocSwitch tells whether a switch is on: 0 and 1 say it, 128 leaves it as in the style, 129 turns that round.
func msdocSwitch(v byte, style bool) bool {
	switch v {
	case 0:
		return false
	case 1:
		return true
	case 0x81:
		return !style
	}
	return style
}

// charProperties reads the properties of a run of characters.
func charProperties(b blob) msdocChar {
	c := plainChar
	eachSprm(b, func(op int, v blob) {
		switch op {
		case sprmDeleted:
			c.deleted = v.u8(0) != 0
		case sprmInserted:
			c.inserted = v.u8(0) != 0
		case sprmHidden:
			c.hidden = byte(v.u8(0))
		case sprmPosition:
			c.raised = v.u8(0)
		case sprmCharStyle:
			c.style = v.u16(0)
		case sprmSymbol:
			c.symbolFont, c.symbol = v.u16(0), rune(v.u16(2))
		}
	})
	return c
}

// paraProperties reads the properties of a paragraph, its style first.
func paraProperties(b blob) msdocPara {
	p := msdocPara{style: b.u16(0), list: -1, level: -1}
	eachSprm(b.from(2), func(op int, v blob) {
		switch op {
		case sprmInTable:
			p.inTable = v.u8(0) != 0
		case sprmRowEnd:
			p.rowEnd = v.u8(0) != 0
		case sprmDepth:
			p.depth = min(v.u32(0), maxTableDepth)
		case sprmInnerCell:
			p.innerCell = v.u8(0) != 0
		case sprmInnerRow:
			p.innerRo = v.u8(0) != 0
		case sprmLevel:
			p.level = v.u8(0)
		case sprmList:
			p.list = v.u16(0)
		}
	})
	return p
}

// msdocRun is a range of offsets in the file with the same properties.
type msdocRun[T any] struct {
	from, to int
	value    T
}

// msdocRuns are in order of their offsets.
type msdocRuns[T any] []msdocRun[T]

// at finds the properties of the character at an offset.
func (r msdocRuns[T]) at(fc int) (value T, ok bool) {
	i := sort.Search(len(r), func(i int) bool { return r[i].to > fc })
	if i < len(r) && r[i].from <= fc {
		return r[i].value, true
	}
	return value, false
}

// pageSize is the size of a page of properties in the main stream.
const pageSize = 512

// readRuns reads all pages of properties that a list names; page reads one.
func readRuns[T any](m *msdoc, plc blob, page func(blob, int, int) (T, bool)) msdocRuns[T] {
	var all msdocRuns[T]
	n := (len(plc) - 4) / 8
	seen := make(map[int]bool)
	for i := range max(n, 0) {
		number := plc.u32(4*(n+1)+4*i) & 0x3fffff
		b := m.main.cut(number*pageSize, pageSize)
		if b == nil || seen[number] {
			continue
		}
		seen[number] = true
		count := b.u8(pageSize - 1)
		for k := range count {
			run := msdocRun[T]{from: b.u32(4 * k), to: b.u32(4*k + 4)}
			value, ok := page(b, count, k)
			if run.to > run.from && ok {
				run.value = value
				all = append(all, run)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b msdocRun[T]) int { return a.to - b.to })
	return all
}

// charPage reads entry k of a page of character properties.
func charPage(b blob, count, k int) (msdocChar, bool) {
	at := 2 * b.u8(4*(count+1)+k)
	if at == 0 {
		return plainChar, true
	}
	return charProperties(b.cut(at+1, b.u8(at))), true
}

// paraPage reads entry k of a page of paragraph properties.
func paraPage(b blob, count, k int) (msdocPara, bool) {
	at := 2 * b.u8(4*(count+1)+13*k)
	if at == 0 {
		return msdocPara{list: -1, level: -1}, true
	}
	length := 2*b.u8(at) - 1
	if b.u8(at) == 0 {
		at++
		length = 2 * b.u8(at)
	}
	body := b.from(at + 1)
	return paraProperties(body[:max(0, min(length, len(body)))]), true
}

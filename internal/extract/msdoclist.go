package extract

import (
	"strconv"
	"strings"
)

// msdocLists are the list definitions of a document and their counts.
type msdocLists struct {
	defined map[int]*msdocList // by the number in the file
	uses    []msdocListUse     // paragraphs name a use, from 1 on
}

// msdocList is a definition; uses of it are counted together.
type msdocList struct {
	levels []listLevel
	count  listCount
}

// msdocListUse is a list: a definition with changes of its own.
type msdocListUse struct {
	list   *msdocList
	levels map[int]listLevel
	starts map[int]int
	begun  map[int]bool
}

// msdocFormats are the number formats under the names of WordprocessingML.
var msdocFormats = map[int]string{
	0: "decimal", 1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 5: "ordinal", 18: "decimalEnclosedCircle",
	22: "decimalZero", 23: "bullet", 255: "none",
}

// readLists reads definitions (PlfLst and the levels behind it) and uses (PlfLfo).
func (m *msdoc) readLists() {
	m.lists.defined = make(map[int]*msdocList)
	plf := m.area(fibLists)
	if plf == nil {
		return
	}
	const entrySize = 28
	at := m.main.u32(fibLists) + m.main.u32(fibLists+4)
	for i := range min(plf.u16(0), (len(plf)-2)/entrySize) {
		entry := plf.from(2 + entrySize*i)
		count := 9
		if entry.u8(26)&1 != 0 {
			count = 1
		}
		l := &msdocList{levels: make([]listLevel, maxListLevels)}
		for k := range l.levels {
			l.levels[k] = listLevel{start: 1, format: "none", restart: -1}
		}
		for k := range count {
			l.levels[k], at = m.readLevel(at)
		}
		if count == 1 {
			for k := 1; k < len(l.levels); k++ {
				l.levels[k] = l.levels[0]
			}
		}
		m.lists.defined[entry.u32(0)] = l
	}
	m.readListUses(m.area(fibListUses))
}

// languageEnglish is the number of the language in the lower bits of what a document states.
const languageEnglish = 0x09

// readLevel reads a level at an offset of the table stream and gives the offset behind it.
func (m *msdoc) readLevel(at int) (listLevel, int) {
	const fixed = 28
	b := m.table.cut(at, fixed)
	if b == nil {
		return listLevel{start: 1, format: "none", restart: -1}, len(m.table)
	}
	l := listLevel{start: min(b.u32(0), 1<<20), format: msdocFormats[b.u8(4)], restart: -1, legal: b.u8(5)&4 != 0}
	switch {
	case l.format == "":
		l.format = "decimal"
	case l.format == "ordinal" && m.main.u16(6)&0x3ff == languageEnglish:
		l.format = "ordinalEnglish"
	}
	if b.u8(5)&8 != 0 {
		l.restart = b.u8(26)
	}
	chars, paras := b.u8(24), b.u8(25)
	font := 0
	eachSprm(m.table.cut(at+fixed+paras, chars), func(op int, v blob) {
		if op == sprmFont {
			font = v.u16(0)
		}
	})
	at += fixed + paras + chars
	length := m.table.u16(at)
	var text strings.Builder
	for _, r := range utf16Raw(m.table.cut(at+2, 2*length)) {
		if r < 9 && l.format != "bullet" {
			text.WriteString("%" + strconv.Itoa(int(r)+1))
		} else {
			text.WriteRune(rune(r))
		}
	}
	if l.text = text.String(); l.format == "bullet" {
		l.text = bulletText(m.fontName(font), l.text)
	}
	return l, at + 2 + 2*length
}

// utf16Raw gives the units of UTF-16 as they are; placeholders of numbers are units below 9.
func utf16Raw(b blob) []uint16 {
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		units = append(units, uint16(b.u16(i)))
	}
	return units
}

// readListUses reads the uses: an entry for each, then what each changes.
func (m *msdoc) readListUses(plf blob) {
	const entrySize = 16
	n := min(plf.u32(0), max(0, len(plf)-4)/entrySize)
	at := m.main.u32(fibListUses) + 4 + entrySize*n
	for i := range n {
		entry := plf.from(4 + entrySize*i)
		use := msdocListUse{
			list: m.lists.defined[entry.u32(0)], levels: make(map[int]listLevel), starts: make(map[int]int), begun: make(map[int]bool),
		}
		at += 4
		for range entry.u8(12) {
			start, flags := m.table.u32(at), m.table.u32(at+4)
			at += 8
			level := min(flags&0xf, maxListLevels-1)
			if flags&0x20 != 0 {
				use.levels[level], at = m.readLevel(at)
			} else if flags&0x10 != 0 {
				use.starts[level] = min(start, 1<<20)
			}
		}
		m.lists.uses = append(m.lists.uses, use)
	}
}

// label counts a paragraph of a list and gives what stands in front of it.
func (l *msdocLists) label(list, level int) string {
	if list < 1 || list > len(l.uses) || l.uses[list-1].list == nil {
		return ""
	}
	use := l.uses[list-1]
	levels := append([]listLevel(nil), use.list.levels...)
	for at, own := range use.levels {
		levels[at] = own
	}
	for at, start := range use.starts {
		levels[at].start = start
	}
	count := &use.list.count
	if start, ok := use.starts[level]; ok && !use.begun[level] {
		use.begun[level] = true
		count.n[level], count.used[level] = start-1, true
	}
	count.next(levels, level)
	return count.label(levels, level)
}

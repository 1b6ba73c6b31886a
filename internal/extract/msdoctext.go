package extract

import "strings"

// Characters with a meaning of their own in such files.
const (
	msdocPicture   = 0x01
	msdocNoteMark  = 0x02
	msdocComment   = 0x05
	msdocCell      = 0x07
	msdocDrawing   = 0x08
	msdocTab       = 0x09
	msdocLine      = 0x0b
	msdocPage      = 0x0c
	msdocEnd       = 0x0d
	msdocColumn    = 0x0e
	msdocFieldFrom = 0x13
	msdocFieldSep  = 0x14
	msdocFieldTo   = 0x15
	msdocHyphen    = 0x1e
	msdocSoft      = 0x1f
	msdocSymbol    = 0x28
)

// msdocText builds the text of one part of a document.
type msdocText struct {
	*rowStream
	doc      *msdoc
	fields   []bool         // fields that are open: true while their instruction is being read
	marks    map[int]string // marks of notes by position
	boxes    map[int]string // text boxes by position
	lists    bool           // list labels are wanted
	lastCell int            // position of the last cell's end
}

func (m *msdoc) newText() *msdocText {
	return &msdocText{rowStream: newRowStream(), doc: m, lastCell: -2}
}

// add reads a span of the document.
func (t *msdocText) add(s span) error { return t.doc.each(s, t.char) }

// text gives a span as a text of its own.
func (m *msdoc) text(s span) (string, error) {
	t := m.newText()
	err := t.add(s)
	return t.finish(), err
}

// char takes in one character.
func (t *msdocText) char(r rune, cp, fc int) error {
	c, known := t.doc.chars.at(fc)
	para, _ := t.doc.paras.at(fc)
	if !known {
		c = plainChar
	}
	if t.fieldSign(r) {
		return nil
	}
	instruction := false
	for _, f := range t.fields {
		instruction = instruction || f
	}
	ends := r == msdocEnd || r == msdocCell || r == msdocPage
	hidden := t.hides(c, para)
	t.doc.found.tracked = t.doc.found.tracked || c.deleted || c.inserted
	switch {
	case r == msdocCell, ends && (para.innerCell || para.innerRo):
		t.cellEnd(r, cp, para)
	case c.deleted || hidden:
		if hidden && !c.deleted && r > ' ' && !instruction {
			t.doc.found.hidden = true
		}
	case r == msdocEnd:
		t.paragraphEnd(para)
	case instruction:
	default:
		t.visible(r, cp, c, para)
	}
	return nil
}

// hides tells whether a character is hidden, by itself or by its styles.
func (t *msdocText) hides(c msdocChar, p msdocPara) bool {
	byStyle := t.doc.hiddenStyle(p.style) != (c.style > 0 && t.doc.hiddenStyle(c.style))
	if c.hidden == 0xff {
		return byStyle
	}
	return msdocSwitch(c.hidden, byStyle)
}

// fieldSign follows the parts of a field: its instruction shows nowhere, its result is text.
func (t *msdocText) fieldSign(r rune) bool {
	last := len(t.fields) - 1
	switch r {
	case msdocFieldFrom:
		if last < maxFieldDepth {
			t.fields = append(t.fields, true)
		}
	case msdocFieldSep:
		if last >= 0 {
			t.fields[last] = false
		}
	case msdocFieldTo:
		if last >= 0 {
			t.fields = t.fields[:last]
		}
	default:
		return false
	}
	return true
}

// depth is how many tables a paragraph stands in.
func (p msdocPara) tables() int {
	if p.depth > 0 {
		return p.depth
	}
	if p.inTable {
		return 1
	}
	return 0
}

// cellEnd ends a cell or a row.
func (t *msdocText) cellEnd(r rune, cp int, p msdocPara) {
	depth := max(p.tables(), 1)
	switch {
	case p.innerRo:
		t.endRows(depth)
	case p.innerCell:
		t.closeLabelled(p, depth)
	case r == msdocCell && (p.rowEnd || !p.inTable && t.lastCell == cp-1):
		t.endRows(1)
	default:
		t.closeLabelled(p, 1)
	}
	t.lastCell = cp
}

// closeLabelled ends a cell whose last paragraph may belong to a list.
func (t *msdocText) closeLabelled(p msdocPara, depth int) {
	t.sync(depth)
	if !t.empty() {
		t.endParagraph(t.label(p))
	}
	t.endCell(depth)
}

// paragraphEnd ends a paragraph.
func (t *msdocText) paragraphEnd(p msdocPara) {
	for i := range t.fields {
		t.fields[i] = false // an instruction that is never closed must not swallow the rest of the document
	}
	t.sync(p.tables())
	t.endParagraph(t.label(p))
}

func (t *msdocText) label(p msdocPara) string {
	if !t.lists {
		return ""
	}
	return t.doc.lists.label(t.doc.listOf(p))
}

// visible writes a character that shows.
func (t *msdocText) visible(r rune, cp int, c msdocChar, p msdocPara) {
	t.sync(p.tables())
	if c.symbol != 0 && r == msdocSymbol {
		t.write(string(symbolRune(t.doc.fontName(c.symbolFont), c.symbol)))
		return
	}
	switch r {
	case msdocNoteMark:
		if mark := t.marks[cp]; mark != "" {
			t.mark(mark)
		}
	case msdocDrawing:
		if box := t.boxes[cp]; strings.TrimSpace(box) != "" {
			t.top().boxes = append(t.top().boxes, box)
			delete(t.boxes, cp)
		}
	case msdocTab:
		t.write("\t")
	case msdocLine, msdocPage, msdocColumn:
		t.write("\n")
	case msdocHyphen:
		t.write("\u2011")
	case msdocSoft:
		t.write("\u00ad")
	default:
		text := privateText("", string(r))
		if t.doc.isRaised(c) {
			text = raised(text)
		}
		if r >= ' ' {
			t.write(text)
		}
	}
}

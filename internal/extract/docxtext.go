package extract

import (
	"encoding/xml"
	"strconv"
)

// docxText builds the text of one stream of paragraphs and tables.
type docxText struct {
	*prose
	walk       *docxWalk
	paragraphs []docxParagraph // the one that is open, inside those around its text box
	fields     []bool          // complex fields that are open: true while their instruction is being read
	rowDeleted []bool
	inNote     bool
}

// docxParagraph is what a paragraph's properties say about reading.
type docxParagraph struct {
	style  string
	numID  string
	level  int
	joined bool // the paragraph's end was deleted or is hidden
}

func newDocxText(d *docxWalk) *docxText { return &docxText{prose: newProse(), walk: d} }

// docxSkipped are elements whose content is no text of the document: deleted text, instructions of fields, the second
// form of what was read in its first, properties, the reading aid above a ruby text.
var docxSkipped = map[string]bool{
	"del": true, "moveFrom": true, "delText": true, "instrText": true, "delInstrText": true, "Fallback": true,
	"tblPr": true, "tblPrEx": true, "tblGrid": true, "tcPr": true, "sdtPr": true, "sdtEndPr": true, "fldData": true,
	"rt": true, "customXmlPr": true, "smartTagPr": true, "rubyPr": true,
}

// until reads on until the walk is back at a depth; io.EOF at the part's end.
func (b *docxText) until(w *walker, depth int) error {
	for w.depth > depth {
		token, err := w.next()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			err = b.start(w, e)
		case xml.EndElement:
			b.end(e.Name.Local)
		}
		if err != nil {
			return err
		}
		if b.size > maxText {
			return errUnpacksTooLarge
		}
	}
	return nil
}

// start takes in an element that opens.
func (b *docxText) start(w *walker, e xml.StartElement) error {
	local := e.Name.Local
	if docxSkipped[local] {
		if local == "del" || local == "moveFrom" {
			b.walk.found.tracked = true
		}
		return w.skip()
	}
	switch local {
	case "ins", "moveTo":
		b.walk.found.tracked = true
	case "t":
		s, err := w.text()
		b.text(s)
		return err
	case "p":
		b.paragraphs = append(b.paragraphs, docxParagraph{level: -1})
	case "pPr":
		return b.paragraphProperties(w)
	case "r":
		return b.run(w)
	case "sectPr":
		return b.section(w)
	case "tr":
		b.openRow()
		b.rowDeleted = append(b.rowDeleted, false)
	case "trPr":
		return b.rowProperties(w)
	case "tc":
		b.openCell()
	case "txbxContent":
		b.openBox()
	case "altChunk":
		b.walk.found.leftOut = true
	}
	return nil
}

// end takes in an element that closes.
func (b *docxText) end(local string) {
	switch local {
	case "p":
		b.closeParagraph()
	case "tc":
		b.closeCell()
	case "tr":
		last := len(b.rowDeleted) - 1
		b.closeRow(last < 0 || !b.rowDeleted[last])
		if last >= 0 {
			b.rowDeleted = b.rowDeleted[:last]
		}
	case "txbxContent":
		b.closeBox()
	}
}

// text adds text of a run, unless it belongs to a field's instruction.
func (b *docxText) text(s string) {
	for _, instruction := range b.fields {
		if instruction {
			return
		}
	}
	b.write(s)
}

// closeParagraph ends a paragraph with its list label. A paragraph whose end is gone runs on into the next, whose properties
// count.
func (b *docxText) closeParagraph() {
	last := len(b.paragraphs) - 1
	if last < 0 {
		return
	}
	p := b.paragraphs[last]
	b.paragraphs = b.paragraphs[:last]
	for i := range b.fields {
		b.fields[i] = false // an instruction that is never closed must not swallow the rest of the document
	}
	if p.joined {
		return
	}
	owner := ""
	if p.style == "" {
		p.style = b.walk.styles.paragraph
	}
	if p.numID == "" {
		var level int
		p.numID, level, owner = b.walk.styles.list(p.style)
		if p.level < 0 {
			p.level = level
		}
	}
	label := ""
	if p.numID != "" && p.numID != "0" && !b.inNote {
		label = b.walk.lists.label(p.numID, p.level, owner)
	}
	b.endParagraph(label)
}

// paragraphProperties reads style, list and what happened to the paragraph's end.
func (b *docxText) paragraphProperties(w *walker) error {
	var p docxParagraph
	p.level = -1
	inMark := false
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "pPrChange", "rPrChange":
				err = w.skip()
			case "sectPr":
				err = b.section(w)
			case "rPr":
				inMark = true
			default:
				b.paragraphProperty(&p, e, inMark)
			}
		case xml.EndElement:
			if e.Name.Local == "rPr" {
				inMark = false
			}
		}
		if err != nil {
			return err
		}
	}
	if last := len(b.paragraphs) - 1; last >= 0 {
		b.paragraphs[last] = p
	}
	return nil
}

// paragraphProperty takes in one property; inMark tells that it is about the paragraph's end.
func (b *docxText) paragraphProperty(p *docxParagraph, e xml.StartElement, inMark bool) {
	value := attr(e, "val")
	switch e.Name.Local {
	case "pStyle":
		p.style = value
	case "numId":
		p.numID = value
	case "ilvl":
		p.level, _ = strconv.Atoi(value)
	case "del", "moveFrom":
		b.walk.found.tracked = true
		p.joined = p.joined || inMark
	case "vanish", "specVanish":
		p.joined = p.joined || inMark && isOn(value)
	case "ins", "moveTo":
		b.walk.found.tracked = true
	}
}

// section reads how a section numbers its notes.
func (b *docxText) section(w *walker) error {
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok {
			if err := b.walk.marks.properties(w, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowProperties looks whether a table row was deleted.
func (b *docxText) rowProperties(w *walker) error {
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "del":
				b.walk.found.tracked = true
				if last := len(b.rowDeleted) - 1; last >= 0 {
					b.rowDeleted[last] = true
				}
			case "ins":
				b.walk.found.tracked = true
			case "trPrChange":
				if err := w.skip(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

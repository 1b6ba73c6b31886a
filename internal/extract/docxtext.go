package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// docxText builds the text of one stream of paragraphs and tables.
type docxText struct {
	walk   *docxWalk
	open   []*strings.Builder // the text, and inside it cells and text boxes that are open
	rows   [][]string         // cells of the rows that are open
	boxes  []string           // text boxes of the paragraph that is open
	joined bool               // the end of this paragraph was deleted
	size   int
}

func newDocxText(d *docxWalk) *docxText {
	return &docxText{walk: d, open: []*strings.Builder{{}}}
}

// docxSkipped are elements whose content is no text of the document.
var docxSkipped = map[string]bool{
	"del": true, "moveFrom": true, "delText": true, "instrText": true, "Fallback": true, "sectPr": true, "tblPr": true,
	"tblGrid": true, "trPr": true, "tcPr": true, "sdtPr": true, "fldData": true, "ruby": false,
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
			if docxSkipped[e.Name.Local] {
				err = w.skip()
			} else {
				err = b.start(w, e)
			}
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
	switch e.Name.Local {
	case "t":
		s, err := w.text()
		b.write(s)
		return err
	case "pPr":
		return b.paragraphProperties(w)
	case "r":
		return b.run(w)
	case "tr":
		b.rows = append(b.rows, nil)
	case "tc", "txbxContent":
		b.open = append(b.open, &strings.Builder{})
	}
	return nil
}

// end takes in an element that closes.
func (b *docxText) end(local string) {
	switch local {
	case "p":
		if !b.joined {
			b.write("\n")
		}
		b.joined = false
		if len(b.boxes) > 0 && len(b.open) == 1 {
			b.write(strings.Join(b.boxes, ""))
			b.boxes = nil
		}
	case "tc":
		if cell := b.pop(); len(b.rows) > 0 {
			last := len(b.rows) - 1
			b.rows[last] = append(b.rows[last], strings.TrimRight(cell, "\n"))
		}
	case "tr":
		if last := len(b.rows) - 1; last >= 0 {
			b.write(strings.Join(b.rows[last], "\t") + "\n")
			b.rows = b.rows[:last]
		}
	case "txbxContent":
		b.boxes = append(b.boxes, b.pop())
	}
}

func (b *docxText) write(s string) {
	b.size += len(s)
	b.open[len(b.open)-1].WriteString(s)
}

// pop closes the innermost cell or text box.
func (b *docxText) pop() string {
	last := len(b.open) - 1
	if last == 0 {
		return ""
	}
	s := b.open[last].String()
	b.open = b.open[:last]
	return s
}

// finish gives the text.
func (b *docxText) finish() string {
	for len(b.open) > 1 {
		b.boxes = append(b.boxes, b.pop())
	}
	return b.open[0].String() + strings.Join(b.boxes, "")
}

// paragraphProperties looks only whether the paragraph's end was deleted.
func (b *docxText) paragraphProperties(w *walker) error {
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "pPrChange", "sectPr":
				if err := w.skip(); err != nil {
					return err
				}
			case "del", "moveFrom":
				b.joined = true
			}
		}
	}
	return nil
}

// run reads a run; a hidden one is passed over.
func (b *docxText) run(w *walker) error {
	hidden := false
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch {
			case e.Name.Local == "rPr":
				hidden, err = hasVanish(w)
			case hidden || docxSkipped[e.Name.Local]:
				err = w.skip()
			default:
				err = b.inRun(w, e)
			}
		case xml.EndElement:
			b.end(e.Name.Local)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// docxSigns are elements that stand for a character.
var docxSigns = map[string]string{
	"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad",
}

// inRun takes in what may stand in a run.
func (b *docxText) inRun(w *walker, e xml.StartElement) error {
	local := e.Name.Local
	switch {
	case docxSigns[local] != "":
		b.write(docxSigns[local])
	case local == "sym":
		if n, err := strconv.ParseUint(attr(e, "char"), 16, 32); err == nil && n > 0x1f && n < 0xd800 {
			b.write(string(rune(n)))
		}
	case local == "footnoteReference" || local == "endnoteReference":
		b.walk.notes = append(b.walk.notes, strings.TrimSuffix(local, "Reference")+" "+attr(e, "id"))
	default:
		return b.start(w, e)
	}
	return nil
}

// hasVanish tells whether run properties hide the text.
func hasVanish(w *walker) (bool, error) {
	hidden := false
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return false, err
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "vanish":
				v := attr(e, "val")
				hidden = v != "0" && v != "false" && v != "off"
			case "rPrChange":
				if err := w.skip(); err != nil {
					return false, err
				}
			}
		}
	}
	return hidden, nil
}

package extract

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
)

// odtText builds the text of one stream of paragraphs and tables.
type odtText struct {
	*prose
	walk       *odtWalk
	lists      odtLists
	paragraphs []odtParagraph
	raised     bool
	hidden     int // elements that are open and hide what they hold
	footnotes  []note
	endnotes   []note
	counted    map[string]int // notes without a label of their own, by class
}

// odtParagraph is a paragraph that is open.
type odtParagraph struct {
	label  string
	blank  bool // white space that follows counts for nothing
	hidden bool
}

func newODTText(o *odtWalk) *odtText {
	return &odtText{prose: newProse(), walk: o, lists: newODTLists(), counted: make(map[string]int)}
}

// odtSkipped are elements whose content is no text of the document: templates of indexes, marks of notes (they are made
// anew), descriptions of pictures, form fields, embedded objects, reading aids.
var odtSkipped = map[string]bool{
	"note-citation": true, "table-of-content-source": true, "illustration-index-source": true, "table-index-source": true,
	"object-index-source": true, "user-index-source": true, "alphabetical-index-source": true, "bibliography-source": true,
	"desc": true, "forms": true, "binary-data": true, "object": true, "object-ole": true, "ruby-text": true,
	"scripts": true, "settings": true, "font-face-decls": true, "event-listeners": true, "covered-table-cell": true,
	"annotation-end": true, "page-layout": true, "notes-configuration": true,
}

// odtBoxes are drawing elements that may hold paragraphs.
var odtBoxes = map[string]bool{
	"text-box": true, "custom-shape": true, "rect": true, "ellipse": true, "circle": true, "caption": true, "polygon": true,
	"polyline": true, "path": true, "line": true, "connector": true, "regular-polygon": true,
}

// all reads a whole part.
func (t *odtText) all(w *walker) error {
	if err := t.until(w, -1); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// until reads on until the walk is back at a depth; io.EOF at the part's end.
func (t *odtText) until(w *walker, depth int) error {
	for w.depth > depth {
		token, err := w.next()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			err = t.start(w, e)
		case xml.EndElement:
			t.end(e.Name.Local)
		case xml.CharData:
			t.chars(string(e))
		}
		if err != nil {
			return err
		}
		if t.size > maxText {
			return errUnpacksTooLarge
		}
	}
	return nil
}

// start takes in an element that opens: first what makes streams of its own, then paragraphs, lists and tables.
func (t *odtText) start(w *walker, e xml.StartElement) error {
	local := e.Name.Local
	switch {
	case odtSkipped[local], local == "title" && strings.Contains(e.Name.Space, "svg"):
		return w.skip()
	case odtBoxes[local]:
		t.openBox()
		return nil
	}
	switch local {
	case "style":
		return t.walk.styles.style(w, e)
	case "list-style":
		return t.walk.styles.listStyle(w, attr(e, "name"))
	case "outline-style":
		return t.walk.styles.listStyle(w, odtOutline)
	case "header", "header-left", "header-first", "footer", "footer-left", "footer-first":
		return t.apart(w, local)
	case "annotation":
		return t.comment(w)
	case "note":
		return t.note(w, attr(e, "note-class"))
	case "tracked-changes":
		return t.changes(w)
	case "section", "span":
		return t.maybeHidden(w, e)
	}
	t.block(e)
	return nil
}

// block takes in paragraphs, lists, tables and single characters.
func (t *odtText) block(e xml.StartElement) {
	switch e.Name.Local {
	case "p", "h":
		t.openParagraph(e)
	case "list":
		t.lists.openList(e)
	case "list-item":
		t.lists.openItem(e, false)
	case "list-header":
		t.lists.openItem(e, true)
	case "table-row":
		t.openRow()
	case "table-cell":
		t.openCell()
	case "s":
		n, err := strconv.Atoi(attr(e, "c"))
		if err != nil {
			n = 1
		}
		t.sign(strings.Repeat(" ", min(max(n, 0), 1000)))
	case "tab":
		t.sign("\t")
	case "line-break":
		t.sign("\n")
	case "hidden-paragraph":
		if last := len(t.paragraphs) - 1; last >= 0 && attr(e, "is-hidden") == "true" {
			t.paragraphs[last].hidden = true
		}
	}
}

// openParagraph begins a paragraph or heading.
func (t *odtText) openParagraph(e xml.StartElement) {
	heading := 0
	if e.Name.Local == "h" && attr(e, "is-list-header") != "true" {
		heading, _ = strconv.Atoi(attr(e, "outline-level"))
	}
	style := attr(e, "style-name")
	p := odtParagraph{blank: true, hidden: t.walk.styles.hidden("paragraph", style)}
	if !p.hidden {
		p.label = t.lists.label(&t.walk.styles, style, heading)
	}
	t.paragraphs = append(t.paragraphs, p)
}

// end takes in an element that closes.
func (t *odtText) end(local string) {
	switch local {
	case "p", "h":
		last := len(t.paragraphs) - 1
		if last < 0 {
			return
		}
		p := t.paragraphs[last]
		t.paragraphs = t.paragraphs[:last]
		if !p.hidden || !t.empty() {
			t.endParagraph(p.label)
		}
	case "list":
		t.lists.closeList()
	case "table-cell":
		t.closeCell()
	case "table-row":
		t.closeRow(true)
	default:
		if odtBoxes[local] {
			t.closeBox()
		}
	}
}

// chars adds character data of a paragraph; runs of white space count as one blank.
func (t *odtText) chars(s string) {
	last := len(t.paragraphs) - 1
	if last < 0 {
		return
	}
	p := &t.paragraphs[last]
	if t.hidden > 0 || p.hidden {
		t.walk.found.hidden = t.walk.found.hidden || strings.TrimSpace(s) != ""
		return
	}
	var b strings.Builder
	for _, r := range s {
		white := r == ' ' || r == '\t' || r == '\n' || r == '\r'
		if white && !p.blank {
			b.WriteByte(' ')
		} else if !white {
			b.WriteRune(r)
		}
		p.blank = white
	}
	out := privateText("", b.String())
	if t.raised {
		out = raised(out)
	}
	t.write(out)
}

// sign adds a character that an element stands for.
func (t *odtText) sign(s string) {
	last := len(t.paragraphs) - 1
	if last < 0 || t.hidden > 0 || t.paragraphs[last].hidden {
		return
	}
	t.paragraphs[last].blank = false
	t.write(s)
}

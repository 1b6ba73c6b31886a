package extract

import (
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// noteKind is a foot- or endnote.
type noteKind string

const (
	footnote noteKind = "footnote"
	endnote  noteKind = "endnote"
)

// docxNoteKey names a note of a document.
type docxNoteKey struct {
	kind noteKind
	id   string
}

// docxReference is a place in the body that refers to a note.
type docxReference struct {
	docxNoteKey
	custom bool // the mark is a character of the text
	mark   string
}

// docxMarks numbers the notes. How marks are written stands at the end of the body, after the places where they belong:
// until then a mark is a number between zero bytes, which no XML can hold.
type docxMarks struct {
	references []docxReference
	format     map[noteKind]string
	start      map[noteKind]int
}

// refer takes in a reference and gives what stands for its mark for now; "" for a mark of the text's own.
func (m *docxMarks) refer(kind noteKind, id string, custom bool) string {
	m.references = append(m.references, docxReference{docxNoteKey: docxNoteKey{kind, id}, custom: custom})
	if custom {
		return ""
	}
	return fmt.Sprintf("\x01%d\x01", len(m.references)-1)
}

// readSettings takes the form of the marks from the document's settings.
func (m *docxMarks) readSettings(ctx context.Context, a *archive, part string) error {
	return a.walk(ctx, part, func(w *walker, e xml.StartElement) error { return m.properties(w, e) })
}

// properties takes in the properties of notes, of the document or of a section.
func (m *docxMarks) properties(w *walker, e xml.StartElement) error {
	kind := noteKind(strings.TrimSuffix(e.Name.Local, "Pr"))
	if kind != footnote && kind != endnote || !strings.HasSuffix(e.Name.Local, "Pr") {
		return nil
	}
	if m.format == nil {
		m.format, m.start = make(map[noteKind]string), make(map[noteKind]int)
	}
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "numFmt":
				m.format[kind] = attr(e, "val")
			case "numStart":
				if n, err := strconv.Atoi(attr(e, "val")); err == nil {
					m.start[kind] = n
				}
			}
		}
	}
	return nil
}

// number gives every reference its mark and puts the notes at the end of the text: footnotes, then endnotes, each in
// the order of the references. A note that nothing refers to shows nowhere.
func (m *docxMarks) number(p *prose, texts map[docxNoteKey]string) {
	for _, kind := range []noteKind{footnote, endnote} {
		n, format := 1, m.format[kind]
		if s, ok := m.start[kind]; ok {
			n = s
		}
		if format == "" && kind == endnote {
			format = "lowerRoman"
		}
		for i := range m.references {
			r := &m.references[i]
			if r.kind != kind {
				continue
			}
			if !r.custom {
				r.mark = numeral(format, n)
				n++
			}
			if text, ok := texts[r.docxNoteKey]; ok {
				p.notes = append(p.notes, note{mark: r.mark, text: text})
				delete(texts, r.docxNoteKey)
			}
		}
	}
}

// resolve puts the marks in place.
func (m *docxMarks) resolve(text string) string {
	parts := strings.Split(text, "\x01")
	for i := 1; i < len(parts); i += 2 {
		if n, err := strconv.Atoi(parts[i]); err == nil && n >= 0 && n < len(m.references) {
			parts[i] = m.references[n].mark
		}
	}
	return strings.Join(parts, "")
}

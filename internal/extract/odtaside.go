package extract

import (
	"encoding/xml"
	"strings"
)

// aside reads the element that was just opened as a text of its own.
func (t *odtText) aside(w *walker) (string, error) {
	own := newODTText(t.walk)
	err := own.until(w, w.depth-1)
	return own.prose.finish(), err
}

// apart reads a header or footer.
func (t *odtText) apart(w *walker, kind string) error {
	text, err := t.aside(w)
	if strings.HasPrefix(kind, "header") {
		t.walk.headers = appendBlock(t.walk.headers, text)
	} else {
		t.walk.footers = appendBlock(t.walk.footers, text)
	}
	return err
}

// comment reads a comment; its writer and date are not kept.
func (t *odtText) comment(w *walker) error {
	text, err := t.aside(w)
	if text = strings.TrimSpace(text); text != "" {
		t.walk.comments = append(t.walk.comments, text)
	}
	return err
}

// note reads a foot- or endnote. Marks are counted through the document, footnotes in Arabic and endnotes in small Roman
// figures, unless the note has a label of its own.
func (t *odtText) note(w *walker, class string) error {
	hidden := t.hidden > 0
	own := newODTText(t.walk)
	label := ""
	var err error
	for depth := w.depth; w.depth >= depth && err == nil; {
		var token xml.Token
		if token, err = w.next(); err != nil {
			break
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "note-citation" {
				label = attr(e, "label")
			}
			err = own.start(w, e)
		case xml.EndElement:
			own.end(e.Name.Local)
		case xml.CharData:
			own.chars(string(e))
		}
	}
	if hidden {
		return err
	}
	list, format := &t.footnotes, "decimal"
	if class == "endnote" {
		list, format = &t.endnotes, "lowerRoman"
	}
	if label == "" {
		t.counted[class]++
		label = numeral(format, t.counted[class])
	}
	*list = append(*list, note{mark: label, text: own.prose.finish()})
	t.mark(label)
	return err
}

// changes looks whether text was inserted or deleted; deleted text stands only here.
func (t *odtText) changes(w *walker) error {
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "insertion" || e.Name.Local == "deletion") {
			t.walk.found.tracked = true
		}
	}
	return nil
}

// maybeHidden reads a section or a span, which may be hidden, or set small and high.
func (t *odtText) maybeHidden(w *walker, e xml.StartElement) error {
	hidden := e.Name.Local == "section" && attr(e, "display") == "none"
	if e.Name.Local == "span" {
		hidden = t.walk.styles.hidden("text", attr(e, "style-name"))
		if on, stated := t.walk.styles.raised(attr(e, "style-name")); stated {
			defer func(before bool) { t.raised = before }(t.raised)
			t.raised = on
		}
	}
	if hidden {
		t.hidden++
		defer func() { t.hidden-- }()
	}
	return t.until(w, w.depth-1)
}

package extract

import (
	"context"
	"encoding/xml"
	"strconv"
)

// maxStyleChain bounds how far a style may be based on others.
const maxStyleChain = 50

// docxStyle is what a style says about reading.
type docxStyle struct {
	basedOn string
	hidden  *bool
	raised  *bool
	numID   string // "" not stated; "0" no list
	level   int    // -1 not stated
}

// docxStyles are the styles of a document by their IDs.
type docxStyles struct {
	byID      map[string]docxStyle
	paragraph string // the style of paragraphs that name none
	language  string // of the document: "de-AT"
}

func newDocxStyles() docxStyles { return docxStyles{byID: make(map[string]docxStyle)} }

// read takes in the part with the styles.
func (s *docxStyles) read(ctx context.Context, a *archive, part string) error {
	return a.walk(ctx, part, func(w *walker, e xml.StartElement) error {
		if e.Name.Local == "lang" && s.language == "" {
			s.language = attr(e, "val")
		}
		if e.Name.Local != "style" {
			return nil
		}
		id := attr(e, "styleId")
		if attr(e, "type") == "paragraph" && isOn(attr(e, "default")) && attr(e, "default") != "" {
			s.paragraph = id
		}
		style, err := readDocxStyle(w)
		if _, twice := s.byID[id]; !twice {
			s.byID[id] = style
		}
		return err
	})
}

func readDocxStyle(w *walker) (docxStyle, error) {
	style := docxStyle{level: -1}
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return style, err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "basedOn":
			style.basedOn = attr(e, "val")
		case "numId":
			style.numID = attr(e, "val")
		case "ilvl":
			style.level, _ = strconv.Atoi(attr(e, "val"))
		case "vanish":
			on := isOn(attr(e, "val"))
			style.hidden = &on
		case "vertAlign":
			on := attr(e, "val") == "superscript"
			style.raised = &on
		case "tblStylePr", "rPrChange", "pPrChange":
			if err := w.skip(); err != nil {
				return style, err
			}
		}
	}
	return style, nil
}

// isOn reads a switch: present without a value means on.
func isOn(v string) bool { return v != "0" && v != "false" && v != "off" }

// hidden tells whether a style, or one it is based on, hides text.
func (s *docxStyles) hidden(id string) bool {
	for range maxStyleChain {
		style, ok := s.byID[id]
		if !ok {
			return false
		}
		if style.hidden != nil {
			return *style.hidden
		}
		id = style.basedOn
	}
	return false
}

// raised tells whether a style, or one it is based on, sets text small and high.
func (s *docxStyles) raised(id string) bool {
	for range maxStyleChain {
		style, ok := s.byID[id]
		if !ok {
			return false
		}
		if style.raised != nil {
			return *style.raised
		}
		id = style.basedOn
	}
	return false
}

// list gives the list a paragraph style belongs to, "" for none, and the style that says so.
func (s *docxStyles) list(id string) (numID string, level int, owner string) {
	level = -1
	for range maxStyleChain {
		style, ok := s.byID[id]
		if !ok {
			return "", -1, ""
		}
		if level < 0 {
			level = style.level
		}
		if style.numID != "" {
			return style.numID, level, id
		}
		id = style.basedOn
	}
	return "", -1, ""
}

package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// odtOutline is the name under which the numbering of headings is kept among the list styles.
const odtOutline = " outline"

// odtStyle is what a style says about reading.
type odtStyle struct {
	parent string
	list   string // list style of its paragraphs
	hidden *bool
	raised *bool
}

// odtStyleSheet is the styles of a document: those by family and name, and the list styles.
type odtStyleSheet struct {
	styles map[string]odtStyle
	lists  map[string][]listLevel
}

func newODTStyles() odtStyleSheet {
	return odtStyleSheet{styles: make(map[string]odtStyle), lists: make(map[string][]listLevel)}
}

// style reads a style; later ones take the place of earlier ones, as those of the text's own part do.
func (s *odtStyleSheet) style(w *walker, e xml.StartElement) error {
	style := odtStyle{parent: attr(e, "parent-style-name"), list: attr(e, "list-style-name")}
	key := odtStyleKey(attr(e, "family"), attr(e, "name"))
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text-properties" {
			if d := attr(e, "display"); d != "" {
				hidden := d == "none"
				style.hidden = &hidden
			}
			if position := attr(e, "text-position"); position != "" {
				raised := strings.HasPrefix(position, "super") || position[0] >= '1' && position[0] <= '9'
				style.raised = &raised
			}
		}
	}
	s.styles[key] = style
	return nil
}

func odtStyleKey(family, name string) string { return family + " " + name }

// hidden tells whether a style, or one it comes from, hides text.
func (s *odtStyleSheet) hidden(family, name string) bool {
	for range maxStyleChain {
		style, ok := s.styles[odtStyleKey(family, name)]
		if !ok {
			return false
		}
		if style.hidden != nil {
			return *style.hidden
		}
		name = style.parent
	}
	return false
}

// raised tells whether a style of characters, or one it comes from, sets them small and high; stated is false when none says it.
func (s *odtStyleSheet) raised(name string) (on, stated bool) {
	for range maxStyleChain {
		style, ok := s.styles[odtStyleKey("text", name)]
		if !ok {
			return false, false
		}
		if style.raised != nil {
			return *style.raised, true
		}
		name = style.parent
	}
	return false, false
}

// list gives the list style of a paragraph style; "" for none.
func (s *odtStyleSheet) list(name string) string {
	for range maxStyleChain {
		style, ok := s.styles[odtStyleKey("paragraph", name)]
		if !ok || style.list != "" {
			return style.list
		}
		name = style.parent
	}
	return ""
}

// listStyle reads the levels of a list style or of the headings.
func (s *odtStyleSheet) listStyle(w *walker, name string) error {
	levels := make([]listLevel, maxListLevels)
	for i := range levels {
		levels[i] = listLevel{start: 1, format: "none", restart: -1}
	}
	at := -1
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "list-level-style-number", "list-level-style-bullet", "list-level-style-image", "outline-level-style":
			at = -1
			if n, err := strconv.Atoi(attr(e, "level")); err == nil && n >= 1 && n <= maxListLevels {
				at = n - 1
				levels[at] = odtLevel(e, at)
			}
		case "text-properties":
			if at >= 0 && levels[at].format == "bullet" {
				font := attr(e, "font-name")
				if font == "" {
					font = strings.Trim(attr(e, "font-family"), "'")
				}
				levels[at].text = bulletText(font, levels[at].text)
			}
		}
	}
	s.lists[name] = levels
	return nil
}

// odtFormats are the number formats of OpenDocument under the names of WordprocessingML.
var odtFormats = map[string]string{
	"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none",
	"01": "decimalZero", "1st": "ordinal", "①, ②, ③, ...": "decimalEnclosedCircle",
}

// odtLevel reads a level (0-based) of a list style.
func odtLevel(e xml.StartElement, at int) listLevel {
	l := listLevel{start: 1, format: "bullet", restart: -1}
	switch e.Name.Local {
	case "list-level-style-bullet":
		l.text = privateText("", attr(e, "bullet-char"))
		return l
	case "list-level-style-image":
		l.text = "•"
		return l
	}
	if n, err := strconv.Atoi(attr(e, "start-value")); err == nil {
		l.start = n
	}
	format, known := odtFormats[attr(e, "num-format")]
	if !known {
		format = "decimal"
	}
	l.format = format
	if own := attr(e, "num-list-format"); own != "" {
		for n := '1'; n <= '9'; n++ {
			own = strings.ReplaceAll(own, "%"+string(n)+"%", "%"+string(n))
		}
		l.text = own
		return l
	}
	if format == "none" {
		return l
	}
	shown, err := strconv.Atoi(attr(e, "display-levels"))
	if err != nil {
		shown = 1
	}
	var parts []string
	for i := max(0, at+1-shown); i <= at && i < 9; i++ {
		parts = append(parts, "%"+strconv.Itoa(i+1))
	}
	l.text = attr(e, "num-prefix") + strings.Join(parts, ".") + attr(e, "num-suffix")
	return l
}

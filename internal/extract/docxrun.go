package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// docxRun is what a run's properties say about reading.
type docxRun struct {
	hidden bool
	raised bool // set small and high
	font   string
}

// docxSigns are elements that stand for a character.
var docxSigns = map[string]string{
	"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad",
}

// run reads a run; of a hidden one only where fields begin and end.
func (b *docxText) run(w *walker) error {
	run := docxRun{hidden: b.hiddenByStyle("")}
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch {
			case e.Name.Local == "rPr":
				run, err = b.runProperties(w)
			case e.Name.Local == "fldChar":
				b.fieldSign(attr(e, "fldCharType"))
			case docxSkipped[e.Name.Local]:
				err = w.skip()
			case run.hidden:
				err = b.passOver(w, e)
			default:
				err = b.inRun(w, e, run)
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

// passOver skips hidden content and remembers whether it was text.
func (b *docxText) passOver(w *walker, e xml.StartElement) error {
	isText := e.Name.Local == "t"
	s, err := w.text()
	if isText && strings.TrimSpace(s) != "" {
		b.walk.found.hidden = true
	}
	return err
}

// inRun takes in what may stand in a run.
func (b *docxText) inRun(w *walker, e xml.StartElement, run docxRun) error {
	local := e.Name.Local
	switch {
	case local == "t":
		s, err := w.text()
		s = privateText(run.font, s)
		if run.raised {
			s = raised(s)
		}
		b.text(s)
		return err
	case docxSigns[local] != "":
		b.text(docxSigns[local])
	case local == "sym":
		if n, err := strconv.ParseUint(attr(e, "char"), 16, 32); err == nil && n > 0x1f && n < 0xd800 || n >= 0xe000 && n <= 0xffff {
			b.text(string(symbolRune(attr(e, "font"), rune(n))))
		}
	case local == "footnoteReference" || local == "endnoteReference":
		custom := attr(e, "customMarkFollows")
		kind := noteKind(strings.TrimSuffix(local, "Reference"))
		if mark := b.walk.marks.refer(kind, attr(e, "id"), custom != "" && isOn(custom)); mark != "" {
			b.mark(mark)
		}
	default:
		return b.start(w, e)
	}
	return nil
}

// fieldSign follows the parts of a complex field: its instruction shows nowhere, its result is text.
func (b *docxText) fieldSign(kind string) {
	last := len(b.fields) - 1
	switch kind {
	case "begin":
		if last < maxFieldDepth {
			b.fields = append(b.fields, true)
		}
	case "separate":
		if last >= 0 {
			b.fields[last] = false
		}
	case "end":
		if last >= 0 {
			b.fields = b.fields[:last]
		}
	}
}

// runProperties tells whether text is hidden, by itself or by its styles, and its font.
func (b *docxText) runProperties(w *walker) (docxRun, error) {
	var run docxRun
	style, position := "", ""
	var own *bool
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return run, err
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "vanish":
				on := isOn(attr(e, "val"))
				own = &on
			case "rStyle":
				style = attr(e, "val")
			case "rFonts":
				run.font = attr(e, "ascii")
			case "vertAlign":
				position = attr(e, "val")
			case "rPrChange":
				if err := w.skip(); err != nil {
					return run, err
				}
			}
		}
	}
	run.raised = position == "superscript" || position == "" && b.walk.styles.raised(style)
	if run.hidden = b.hiddenByStyle(style); own != nil {
		run.hidden = *own
	}
	return run, nil
}

// hiddenByStyle tells whether the styles of the character and of its paragraph hide it. Hiding is a switch: said
// by both, it cancels out (ECMA-376 part 1, 17.7.3).
func (b *docxText) hiddenByStyle(style string) bool {
	paragraph := b.walk.styles.paragraph
	if last := len(b.paragraphs) - 1; last >= 0 && b.paragraphs[last].style != "" {
		paragraph = b.paragraphs[last].style
	}
	return b.walk.styles.hidden(style) != b.walk.styles.hidden(paragraph)
}

package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// prose is the text of a document in the making. The readers of word processor files write into one, so that all of
// them give the same shape: a line for every paragraph, its list label in front; a line for every table row, a tab
// between cells; a text box after the paragraph it hangs on; foot- and endnotes at the end, their mark in square
// brackets both there and where they belong.
type prose struct {
	levels []*proseLevel // the body, and inside it cells and text boxes that are open
	notes  []note
	size   int
}

// proseLevel is one stream of paragraphs.
type proseLevel struct {
	done  strings.Builder // finished paragraphs
	line  strings.Builder // the paragraph that is open
	marks string          // marks of notes that wait for the stop after the word
	rows  [][]string      // cells of the rows that are open
	boxes []string        // text boxes of the paragraph that is open
}

// note is a foot- or endnote.
type note struct {
	mark string // as printed; "" when the note's own text begins with it
	text string
}

func newProse() *prose { return &prose{levels: []*proseLevel{{}}} }

func (p *prose) top() *proseLevel { return p.levels[len(p.levels)-1] }

// write adds to the open paragraph.
func (p *prose) write(s string) {
	p.size += len(s)
	l := p.top()
	if l.marks != "" {
		rest := strings.TrimLeftFunc(s, closesWord)
		l.line.WriteString(s[:len(s)-len(rest)])
		if s = rest; s != "" {
			p.placeMarks(s)
		}
	}
	l.line.WriteString(s)
}

// mark adds a note's mark. It comes after the stop or comma that may follow and stands apart from the words on both sides, so
// that no word and no number runs together with it.
func (p *prose) mark(s string) {
	p.size += len(s) + 3
	l := p.top()
	if l.marks != "" {
		l.marks += " "
	}
	l.marks += "[" + s + "]"
}

// placeMarks writes the marks that wait, in front of next.
func (p *prose) placeMarks(next string) {
	l := p.top()
	if l.marks == "" {
		return
	}
	if before := l.line.String(); before != "" {
		if r, _ := utf8.DecodeLastRuneInString(before); !unicode.IsSpace(r) {
			l.line.WriteByte(' ')
		}
	}
	l.line.WriteString(l.marks)
	l.marks = ""
	if r, _ := utf8.DecodeRuneInString(next); next != "" && !unicode.IsSpace(r) {
		l.line.WriteByte(' ')
	}
}

// closesWord tells whether a character may follow a note's mark without a blank and belongs to the word before it.
func closesWord(r rune) bool { return strings.ContainsRune(".,;:!?…)]}»«“”’‘›‹\"'", r) }

// empty tells whether nothing was written into the open paragraph yet.
func (p *prose) empty() bool {
	return p.top().line.Len() == 0 && p.top().marks == "" && len(p.top().boxes) == 0
}

// endParagraph closes the open paragraph; label is the number or bullet in front of it.
func (p *prose) endParagraph(label string) {
	p.placeMarks("")
	l := p.top()
	if label != "" {
		p.size += len(label) + 1
		l.done.WriteString(label)
		l.done.WriteByte(' ')
	}
	l.done.WriteString(l.line.String())
	l.done.WriteByte('\n')
	l.line.Reset()
	for _, b := range l.boxes {
		l.done.WriteString(b)
	}
	l.boxes = nil
}

// flush closes the open paragraph if it holds anything.
func (p *prose) flush() {
	if !p.empty() {
		p.endParagraph("")
	}
}

func (p *prose) openRow() {
	p.flush()
	p.top().rows = append(p.top().rows, nil)
}

func (p *prose) openCell() { p.levels = append(p.levels, &proseLevel{}) }

// closeCell ends the cell that is open and puts it into the row around it.
func (p *prose) closeCell() {
	cell, ok := p.pop()
	if !ok {
		return
	}
	l := p.top()
	if len(l.rows) == 0 {
		l.rows = append(l.rows, nil)
	}
	last := len(l.rows) - 1
	l.rows[last] = append(l.rows[last], strings.TrimRight(cell, "\n"))
}

// closeRow writes the row that is open; a deleted one is not kept.
func (p *prose) closeRow(keep bool) {
	l := p.top()
	last := len(l.rows) - 1
	if last < 0 {
		return
	}
	row := l.rows[last]
	l.rows = l.rows[:last]
	if !keep {
		return
	}
	l.done.WriteString(strings.TrimRight(strings.Join(row, "\t"), "\t"))
	l.done.WriteByte('\n')
}

func (p *prose) openBox() { p.levels = append(p.levels, &proseLevel{}) }

// closeBox ends the text box that is open; its text follows the paragraph around it.
func (p *prose) closeBox() {
	if box, ok := p.pop(); ok && strings.TrimSpace(box) != "" {
		p.top().boxes = append(p.top().boxes, box)
	}
}

// pop ends the innermost stream and gives its text.
func (p *prose) pop() (string, bool) {
	if len(p.levels) == 1 {
		return "", false
	}
	for len(p.top().rows) > 0 {
		p.closeRow(true)
	}
	p.flush()
	text := p.top().done.String()
	p.levels = p.levels[:len(p.levels)-1]
	return text, true
}

// finish closes all that is open and gives the text, notes at its end.
func (p *prose) finish() string {
	for len(p.levels) > 1 {
		if around := p.levels[len(p.levels)-2]; len(around.rows) > 0 {
			p.closeCell()
			p.closeRow(true)
		} else {
			p.closeBox()
		}
	}
	for len(p.top().rows) > 0 {
		p.closeRow(true)
	}
	p.flush()
	out := &p.top().done
	for _, n := range p.notes {
		text := strings.TrimSpace(n.text)
		if n.mark != "" {
			text = strings.TrimSpace("[" + n.mark + "] " + text)
		}
		if text != "" {
			out.WriteString(text + "\n")
		}
	}
	return tidy(out.String())
}

// letterForms are printers' joined letters and marks without width, and what stands for them in plain text.
var letterForms = strings.NewReplacer(
	"\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi", "\ufb04", "ffl", "\ufb05", "st", "\ufb06", "st",
	"\u00ad", "", "\ufeff", "", "\u0000", "",
)

// tidy brings text to one form: composed letters (NFC, which leaves raised digits alone), no joined letters, no
// hyphens that show only at a line's end.
func tidy(s string) string { return norm.NFC.String(letterForms.Replace(s)) }

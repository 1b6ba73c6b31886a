package intake

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlText builds plain text from HTML.
type htmlText struct {
	blocks []string // finished ones
	now    strings.Builder
	lists  []int // open lists: 0 for dashes, else the next number
	pre    int
	hidden int
	glue   bool // the next block follows on the next line, not after an empty one
}

// plainText turns HTML into text: blocks parted by an empty line, items of a list one a line after a dash or number, entities
// decoded, no-break blanks kept.
func plainText(s string) string {
	t := &htmlText{}
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			t.flush()
			return strings.Join(t.blocks, "")
		case html.TextToken:
			t.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t.start(z.Token())
		case html.EndTagToken:
			t.end(z.Token())
		}
	}
}

// text takes in characters; outside preformatted text blanks and line breaks are one blank.
func (t *htmlText) text(s string) {
	if t.hidden > 0 {
		return
	}
	s = html.UnescapeString(s)
	if t.pre > 0 {
		t.now.WriteString(s)
		return
	}
	for _, r := range s {
		if strings.ContainsRune(" \t\r\n\f", r) {
			if before := t.now.String(); before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\n") {
				continue
			}
			r = ' '
		}
		t.now.WriteRune(r)
	}
}

// blockTags begin and end a block of text.
var blockTags = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Blockquote: true, atom.Table: true, atom.Section: true, atom.Article: true, atom.Hr: true, atom.Pre: true,
}

func (t *htmlText) start(token html.Token) {
	switch tag := token.DataAtom; {
	case tag == atom.Script || tag == atom.Style:
		if token.Type == html.StartTagToken {
			t.hidden++
		}
	case tag == atom.Br:
		t.now.WriteString("\n")
	case tag == atom.Ul || tag == atom.Ol:
		t.flush()
		t.glue = len(t.lists) > 0
		next := 0
		if tag == atom.Ol {
			next = 1
		}
		t.lists = append(t.lists, next)
	case tag == atom.Li:
		t.item()
	case tag == atom.Tr:
		t.flush()
		t.glue = len(t.blocks) > 0
	case (tag == atom.Td || tag == atom.Th) && strings.TrimSpace(t.now.String()) != "":
		t.now.WriteString("\t")
	case blockTags[tag]:
		t.block()
		if tag == atom.Pre {
			t.pre++
		}
	}
}

// block begins a block, except right behind the dash of an item.
func (t *htmlText) block() {
	if len(t.lists) > 0 && bare(t.now.String()) {
		return
	}
	t.flush()
}

// bare tells whether nothing but the mark of an item has been written.
func bare(s string) bool {
	s = strings.TrimSpace(s)
	return s == "-" || strings.HasSuffix(s, ".") && strings.Trim(s, "0123456789.") == "" && s != "."
}

// item begins an item of a list.
func (t *htmlText) item() {
	t.flush()
	depth := len(t.lists) - 1
	if depth < 0 {
		t.now.WriteString("- ")
		return
	}
	t.now.WriteString(strings.Repeat("  ", min(depth, 20)))
	if t.lists[depth] == 0 {
		t.now.WriteString("- ")
		return
	}
	fmt.Fprintf(&t.now, "%d. ", t.lists[depth])
	t.lists[depth]++
}

func (t *htmlText) end(token html.Token) {
	switch tag := token.DataAtom; {
	case tag == atom.Script || tag == atom.Style:
		t.hidden = max(0, t.hidden-1)
	case tag == atom.Li:
		t.flush()
		t.glue = true
	case tag == atom.Ul || tag == atom.Ol:
		t.flush()
		if len(t.lists) > 0 {
			t.lists = t.lists[:len(t.lists)-1]
		}
		t.glue = len(t.lists) > 0
	case tag == atom.Tr:
		t.flush()
		t.glue = true
	case tag == atom.Table:
		t.flush()
		t.glue = false
	case blockTags[tag]:
		if tag == atom.Pre {
			t.pre = max(0, t.pre-1)
		}
		t.flush()
	}
}

// flush ends the block that is open.
func (t *htmlText) flush() {
	s := strings.TrimRight(t.now.String(), " \t\n\r")
	t.now.Reset()
	if strings.Trim(s, " \t\n\r") == "" {
		return
	}
	if len(t.blocks) > 0 {
		gap := "\n\n"
		if t.glue {
			gap = "\n"
		}
		t.blocks = append(t.blocks, gap)
	}
	t.blocks = append(t.blocks, s)
	t.glue = false
}

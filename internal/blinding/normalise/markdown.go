package normalise

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newMarkdown is a parser for the Markdown of chat programs: CommonMark with tables, struck text and task boxes.
// HTML is read by a rule of its own, and indented text is no code here: people indent paragraphs.
func newMarkdown() parser.Parser {
	own := parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
	return goldmark.New(
		goldmark.WithParser(own),
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList),
	).Parser()
}

// markdown takes away Markdown's marks (M1-M8, M10). The structure is read from goldmark's tree over a copy of the
// text in which the guards have masked what only looks like a mark; whatever the tree does not show as content lies
// between its leaves, and of that only known marks go.
func (p *pass) markdown() {
	p.bullets()
	if !hasMarks(p.d.cur) {
		return
	}
	w := walker{pass: p, text: p.d.cur}
	masked, deep := mask(w.text)
	w.edits = deep
	parts := split(w.text)
	defs := w.definitions(masked, len(parts) > 1)
	for _, part := range parts {
		w.part(masked, part, defs)
	}
	p.d.apply(w.edits.sorted())
}

// hasMarks tells whether a text holds anything that Markdown could read as a mark.
func hasMarks(text string) bool {
	if strings.ContainsAny(text, "*_`[\\|<~#") {
		return true
	}
	for start := 0; start < len(text); start = lineEnd(text, start) + 1 {
		line := strings.TrimLeft(text[start:min(len(text), start+12)], " \t")
		if line == "" {
			continue
		}
		switch c := line[0]; {
		case c == '>' || c == '-' || c == '+' || c == '=':
			return true
		case c >= '0' && c <= '9' && strings.Contains(line, ")"):
			return true
		}
	}
	return false
}

// walker turns the tree of one text into edits.
type walker struct {
	*pass
	text     string
	src      []byte // the masked part being read
	base     int    // where the part begins in text
	at       int    // how far text is accounted for
	edits    editList
	newBlock bool // the next leaf begins another block
	hard     bool // the last line ends with a hard break
	heading  bool // the last block is a heading with an underline
	bareStar bool // a word has ended in a star that marks a note
	stars    []int
}

// part reads one part of the text.
func (w *walker) part(masked []byte, s span, defs []parser.Reference) {
	w.src, w.base, w.at = masked[s.start:s.end], s.start, s.start
	w.newBlock, w.hard, w.heading = false, false, false
	ctx := parser.NewContext()
	for _, d := range defs {
		ctx.AddReference(d)
	}
	w.block(w.tables.markdown.Parse(text.NewReader(w.src), parser.WithContext(ctx)))
	w.gap(s.end)
}

// block walks a block and its children.
func (w *walker) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		w.lines(n)
		return
	case *ast.LinkReferenceDefinition:
		w.definition(n)
		return
	case *extast.Table:
		w.table(n)
		return
	case *ast.Heading, *ast.Paragraph, *ast.TextBlock:
		w.newBlock = true
		w.stars = w.stars[:0]
		w.inlines(n)
		w.strayBold()
		w.heading = w.underlined(n)
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c)
	}
}

// underlined tells whether a block is a heading that is marked by a line below it.
func (w *walker) underlined(n ast.Node) bool {
	h, ok := n.(*ast.Heading)
	if !ok || h.Lines().Len() == 0 {
		return false
	}
	start := w.base + h.Lines().At(0).Start
	return !strings.Contains(w.text[strings.LastIndexByte(w.text[:start], '\n')+1:start], "#")
}

// lines takes over the lines of a code block as they are.
func (w *walker) lines(n ast.Node) {
	w.newBlock = true
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		stop := w.base + seg.Stop
		for stop > w.base+seg.Start && w.text[stop-1] == '\n' {
			stop--
		}
		w.leaf(w.base+seg.Start, stop, true)
	}
	w.heading = false
}

// definition takes away a link definition; its target is a source.
func (w *walker) definition(n *ast.LinkReferenceDefinition) {
	if n.Lines().Len() == 0 {
		return
	}
	first, last := n.Lines().At(0), n.Lines().At(n.Lines().Len()-1)
	start, stop := w.base+first.Start, w.base+last.Stop
	for stop > start && isBlank(rune(w.text[stop-1])) {
		stop--
	}
	w.newBlock = true
	w.gap(start)
	w.source(string(n.Destination))
	w.edits.delete(start, stop, M6)
	w.at = stop
}

// inlines walks the inline children of a node.
func (w *walker) inlines(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			w.leaf(w.base+c.Segment.Start, w.base+c.Segment.Stop, c.IsRaw())
			w.hard = w.hard || c.HardLineBreak()
		case *ast.AutoLink:
			label := c.Label(w.src)
			start := w.base + c.Pos() + 1
			w.leaf(start, start+len(label), true)
		case *ast.Link:
			w.inlines(c)
			w.source(string(c.Destination))
		case *ast.Image:
			w.inlines(c)
			w.source(string(c.Destination))
		case *extast.Strikethrough:
			w.flag(M2, "struck", w.base+c.Pos(), w.base+c.Pos())
			w.inlines(c)
		default:
			w.inlines(c)
		}
	}
}

// leaf accounts for the marks before a stretch of content, and for the escapes in it.
func (w *walker) leaf(start, stop int, raw bool) {
	if start < w.at || stop < start {
		return
	}
	w.gap(start)
	content := w.text[start:stop]
	if !raw {
		w.escapes(content, start)
		w.noteStars(content, start)
	}
	w.at = stop
}

// escapes takes away the backslash before punctuation (M10). Where commands of TeX stand, backslashes before
// brackets belong to them.
func (w *walker) escapes(content string, start int) {
	i := strings.IndexByte(content, '\\')
	if i < 0 {
		return
	}
	inTeX := w.hasCommand(start)
	for i < len(content)-1 {
		if content[i] == '\\' && isPunct(content[i+1]) {
			if !inTeX || !strings.ContainsRune("()[]{},;:!%$&#_\\", rune(content[i+1])) {
				w.edits.delete(start+i, start+i+1, M10)
			}
			i++
		}
		i++
	}
}

// hasCommand tells whether a command of TeX stands near a place.
func (w *walker) hasCommand(at int) bool {
	near := w.text[max(0, at-longestTeX):min(len(w.text), at+longestTeX)]
	for i := 0; i+1 < len(near); i++ {
		if near[i] == '\\' && isLetter(near[i+1]) {
			return true
		}
	}
	return false
}

// noteStars notes stars that the tree has left in the text: a bare one after a word marks a note, pairs of two may be
// bold that the tree did not see.
func (w *walker) noteStars(content string, start int) {
	for i := 0; i < len(content); i++ {
		n := strings.IndexByte(content[i:], '*')
		if n < 0 {
			return
		}
		i += n
		run := i
		for run < len(content) && content[run] == '*' {
			run++
		}
		after := w.byteAt(start + run)
		if w.alnumBefore(start+i) && !alnum(after) {
			w.bareStar = true
		}
		if run-i == 2 {
			w.stars = append(w.stars, start+i)
		}
		i = run
	}
}

// strayBold takes away pairs of double stars that hug text but that CommonMark does not pair, because punctuation
// stands inside them and a letter outside.
func (w *walker) strayBold() {
	for i := 0; i+1 < len(w.stars); i++ {
		open, close := w.stars[i], w.stars[i+1]
		if w.alnumBefore(open) || isBlank(rune(w.byteAt(open+2))) || isBlank(rune(w.byteAt(close-1))) || close == open+2 {
			continue
		}
		w.edits.delete(open, open+2, M2)
		w.edits.delete(close, close+2, M2)
		i++
	}
}

func (w *walker) byteAt(i int) byte {
	if i < 0 || i >= len(w.text) {
		return '\n'
	}
	return w.text[i]
}

// alnumBefore tells whether a letter or digit stands right before i.
func (w *walker) alnumBefore(i int) bool { return i > 0 && alnum(w.text[i-1]) }

// alnum tells whether b is a digit or part of a letter; bytes of other characters than ASCII count as letters.
func alnum(b byte) bool { return isLetter(b) || b >= '0' && b <= '9' || b >= 0x80 }

func isPunct(b byte) bool {
	return b > ' ' && b < 0x7F && !isLetter(b) && (b < '0' || b > '9')
}

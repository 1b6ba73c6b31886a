package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/study"
	"iucomstudien/internal/word"
)

// reader makes the blocks of a Word file from the page. It knows the elements that the page's templates use, no more:
// whatever else there is counts by its text alone.
type reader struct {
	tokens   *html.Tokenizer
	drawings []chart.Drawing
	blocks   []word.Block
	runs     []word.Run  // of the paragraph or cell that is being read
	looks    []look      // of the elements that are open
	style    word.Style  // of the next paragraph
	facts    word.Style  // of the open list of facts
	lists    []*list     // that are open, outermost first
	table    *word.Table // nil outside
	widths   []columnWidth
	row      word.Row
	head     bool // in the head of a table
	symbol   bool // the open cell holds the sign of a quantity
	bookmark string
	hidden   int // elements open of which nothing is read
}

// look is how text in an element looks.
type look struct {
	element string
	run     word.Run // without text
	keep    bool     // line ends and blanks stay
}

// list is a list that is open. Of a numbered one the number of the last item.
type list struct {
	numbered bool
	n        int
}

func newReader(page io.Reader, drawings []chart.Drawing) *reader {
	return &reader{tokens: html.NewTokenizer(page), drawings: drawings, looks: []look{{}}}
}

// read goes through the page once.
func (r *reader) read() ([]word.Block, error) {
	for {
		switch kind := r.tokens.Next(); kind {
		case html.ErrorToken:
			if err := r.tokens.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			r.flush("")
			return r.blocks, nil
		case html.TextToken:
			if r.hidden == 0 {
				r.text(string(r.tokens.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			if err := r.start(attributes(r.tokens)); err != nil {
				return nil, err
			}
		case html.EndTagToken:
			name, _ := r.tokens.TagName()
			r.end(string(name))
		}
	}
}

// tag is a start tag.
type tag struct{ name, class, id, href, title, label string }

func (t tag) has(class string) bool { return slices.Contains(strings.Fields(t.class), class) }

func attributes(z *html.Tokenizer) tag {
	name, more := z.TagName()
	t := tag{name: string(name)}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "class":
			t.class = string(value)
		case "id":
			t.id = string(value)
		case "href":
			t.href = strings.TrimPrefix(string(value), "#")
		case "title":
			t.title = string(value)
		case "aria-label":
			t.label = string(value)
		}
	}
	return t
}

// text adds text to the open paragraph in the look of the open elements.
func (r *reader) text(s string) {
	now := r.looks[len(r.looks)-1]
	if !now.keep {
		s = squeezed(s)
		if s == "" || s == " " && (len(r.runs) == 0 || strings.HasSuffix(r.runs[len(r.runs)-1].Text, " ")) {
			return
		}
	}
	run := now.run
	if run.Text = s; run.Shade != "" {
		run.Text = string(noBreak) + s + string(noBreak) // the colour reaches beyond the letters
	}
	r.runs = append(r.runs, run)
}

// squeezed makes one blank of each stretch of white space, as a page shows it. No-break spaces stay.
func squeezed(s string) string {
	white := func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
	parts := strings.FieldsFunc(s, white)
	out := strings.Join(parts, " ")
	if s != "" && white(rune(s[0])) {
		out = " " + out
	}
	if len(parts) > 0 && white(rune(s[len(s)-1])) {
		out += " "
	}
	return out
}

// hiddenParts are elements whose text is not part of the report.
var hiddenParts = []string{"title", "style", "svg"}

func (r *reader) start(t tag) error {
	if slices.Contains(hiddenParts, t.name) {
		if t.name == "svg" && r.hidden == 0 {
			if err := r.draw(); err != nil {
				return err
			}
		}
		r.hidden++
		return nil
	}
	if r.hidden > 0 {
		return nil
	}
	if isInline(t.name) {
		r.looks = append(r.looks, r.lookOf(t))
		if t.has("tag") {
			r.text("[")
		}
		return nil
	}
	r.block(t)
	return nil
}

func isInline(name string) bool {
	switch atom.Lookup([]byte(name)) {
	case atom.A, atom.Span, atom.Strong, atom.Sub, atom.Del, atom.Ins:
		return true
	}
	return false
}

// lookOf is how an element's text looks, on top of what is open.
func (r *reader) lookOf(t tag) look {
	l := r.looks[len(r.looks)-1]
	l.element = t.name
	switch {
	case t.has("code"):
		l.run = codeRun(t)
	case t.name == "strong", t.has("lead"), t.has("no"):
		l.run.Bold = true
	case t.has("tag"):
		l.run = word.Run{Italic: true, Colour: "8a3b12"}
	case t.name == "del":
		l.run.Struck = true
	case t.name == "ins":
		l.run.Under = true
	case t.name == "a":
		l.run.Link, l.run.Tip = t.href, t.title
	}
	return l
}

// codeRun is a code in white on the colour of its origin; the link carries what the page says on hover.
func codeRun(t tag) word.Run {
	colour := chart.OfCondition(study.Condition(strings.TrimPrefix(strings.Fields(t.class)[1], "code-"))).Light
	run := word.Run{Bold: true, Colour: "ffffff", Shade: strings.TrimPrefix(colour, "#"), Link: t.href, Tip: t.title}
	if code, _, ok := strings.Cut(t.title, ":"); ok && run.Link == "" {
		run.Link = answerID(study.Code(code))
	}
	return run
}

// draw puts the next drawing of the page in as a picture.
func (r *reader) draw() error {
	r.flush("")
	if len(r.drawings) == 0 {
		return errors.New("a drawing that the page does not know")
	}
	p, err := picture(r.drawings[0])
	if err != nil {
		return fmt.Errorf("drawing %s: %w", r.drawings[0].ID, err)
	}
	r.drawings = r.drawings[1:]
	r.blocks = append(r.blocks, p)
	return nil
}

// flush ends the open paragraph in a style; without text there is none.
func (r *reader) flush(style word.Style) {
	runs := trimmed(r.runs)
	r.runs = nil
	if r.table != nil || len(runs) == 0 {
		return
	}
	if style == "" {
		style = r.style
	}
	r.blocks = append(r.blocks, word.Paragraph{Style: style, Runs: runs, Bookmark: r.bookmark})
	r.bookmark = ""
}

// trimmed takes blanks off both ends and empty runs out.
func trimmed(runs []word.Run) []word.Run {
	for len(runs) > 0 {
		if runs[0].Text = strings.TrimLeft(runs[0].Text, " "); runs[0].Text != "" {
			break
		}
		runs = runs[1:]
	}
	for n := len(runs); n > 0; n = len(runs) {
		if runs[n-1].Text = strings.TrimRight(runs[n-1].Text, " "); runs[n-1].Text != "" {
			break
		}
		runs = runs[:n-1]
	}
	return runs
}

package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/word"
)

// headings are the styles of the page's headings. The page's first heading is the title of the document.
var headings = map[string]word.Style{"h1": word.Title, "h2": "Heading1", "h3": "Heading2", "h4": "Heading3"}

// tight is the style of lines that stand close together, as in lists of facts.
const tight word.Style = "TableText"

// block begins an element that is no part of a line.
func (r *reader) block(t tag) {
	if t.name != "dd" { // a fact stands in the line of its name
		r.flush("")
	}
	switch t.name {
	case "h1", "h2", "h3", "h4":
		r.bookmark = t.id
	case "p":
		r.style = paragraphStyle(t)
	case "dt":
		r.push(t.name, word.Run{Bold: true}, false)
	case "dd":
		r.push(t.name, word.Run{Mono: t.has("mono")}, false)
	case "div":
		if t.has("quote") {
			r.push(t.name, word.Run{}, true)
		} else {
			r.push(t.name, word.Run{}, false)
		}
	case "nav":
		r.runs = []word.Run{{Text: t.label, Bold: true}}
		r.flush(word.Body)
		r.lists = append(r.lists, &list{})
	case "ol", "ul":
		if len(r.lists) == 0 || r.lists[0].numbered || t.name == "ul" {
			r.lists = append(r.lists, &list{numbered: t.name == "ol"})
		} else {
			r.lists = append(r.lists, &list{}) // the contents are numbered by their words
		}
	case "li":
		r.item()
	default:
		r.tablePart(t)
	}
}

func (r *reader) push(element string, run word.Run, keep bool) {
	r.looks = append(r.looks, look{element: element, run: run, keep: keep})
}

func paragraphStyle(t tag) word.Style {
	switch {
	case t.has("eyebrow"):
		return word.Lead
	case t.has("subtitle"):
		return word.Subtitle
	case t.has("note"), t.has("faint"):
		return word.Note
	}
	return word.Body
}

// item begins an item of the innermost list; a numbered one begins with its number.
func (r *reader) item() {
	if len(r.lists) == 0 {
		return
	}
	l := r.lists[len(r.lists)-1]
	l.n++
	if l.numbered {
		r.runs = []word.Run{{Text: strconv.Itoa(l.n) + ". ", Bold: true}}
	}
}

// itemStyle is the style of a list's items.
func (r *reader) itemStyle() word.Style {
	if n := len(r.lists); n > 0 && !r.lists[n-1].numbered {
		return word.Bullet
	}
	return word.Body
}

// tablePart begins a table or a part of one.
func (r *reader) tablePart(t tag) {
	switch t.name {
	case "table":
		r.table, r.widths = &word.Table{}, nil
	case "thead":
		r.head = true
	case "tr":
		r.row = nil
	case "th", "td":
		r.row = append(r.row, word.Cell{Heading: t.name == "th" && !r.head, Right: t.has("n")})
		r.push(t.name, word.Run{Mono: t.has("mono")}, false)
	}
}

// end ends an element.
func (r *reader) end(name string) {
	if slices.Contains(hiddenParts, name) {
		r.hidden = max(r.hidden-1, 0)
		return
	}
	if r.hidden > 0 {
		return
	}
	if isInline(name) {
		if r.isTag() {
			r.text("]")
		}
		r.pop(name)
		return
	}
	switch name {
	case "h1", "h2", "h3", "h4":
		r.flush(headings[name])
	case "figcaption":
		r.flush(word.Caption)
	case "p":
		r.flush(r.style)
	case "dt":
		r.runs = append(trimmed(r.runs), word.Run{Text: ": ", Bold: true})
		r.pop(name)
	case "dd":
		r.flush(tight)
		r.pop(name)
	case "div":
		r.endDiv()
	case "li":
		r.flush(r.itemStyle())
	case "ol", "ul", "nav":
		if len(r.lists) > 0 {
			r.lists = r.lists[:len(r.lists)-1]
		}
	default:
		r.endTablePart(name)
	}
	r.style = word.Body
}

// isTag tells whether the innermost element is a mark such as «replayed».
func (r *reader) isTag() bool {
	l := r.looks[len(r.looks)-1]
	return l.run.Colour == "8a3b12"
}

func (r *reader) pop(name string) {
	if n := len(r.looks); n > 1 && r.looks[n-1].element == name {
		r.looks = r.looks[:n-1]
	}
}

// endDiv ends a division; a quotation becomes a paragraph a line.
func (r *reader) endDiv() {
	if now := r.looks[len(r.looks)-1]; now.keep {
		var text strings.Builder
		for _, run := range r.runs {
			text.WriteString(run.Text)
		}
		r.runs = nil
		for line := range strings.Lines(text.String()) {
			if line = strings.TrimSpace(line); line != "" {
				r.runs = []word.Run{{Text: line}}
				r.flush(word.Quote)
			}
		}
	}
	r.flush("")
	r.pop("div")
}

func (r *reader) endTablePart(name string) {
	switch name {
	case "caption":
		caption := trimmed(r.runs)
		r.runs = nil
		r.blocks = append(r.blocks, word.Paragraph{Style: word.Caption, Runs: caption})
		r.table.Alt = textOf(caption)
	case "thead":
		r.head = false
	case "th", "td":
		r.row[len(r.row)-1].Runs = trimmed(r.runs)
		r.measure(len(r.row)-1, r.row[len(r.row)-1].Runs)
		r.runs = nil
		r.pop(name)
	case "tr":
		if r.head {
			r.table.Header = append(r.table.Header, r.row)
		} else {
			r.table.Rows = append(r.table.Rows, r.row)
		}
	case "table":
		for _, w := range r.widths {
			r.table.Columns = append(r.table.Columns, w.weight())
		}
		r.blocks = append(r.blocks, *r.table)
		r.table = nil
	default:
		r.flush("")
	}
}

func textOf(runs []word.Run) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.Text)
	}
	return b.String()
}

// columnWidth measures the texts of a column, in characters.
type columnWidth struct {
	longestWord int
	longest     int
	sum, cells  int
}

// measure takes the text of a cell into the width of its column.
func (r *reader) measure(column int, runs []word.Run) {
	for len(r.widths) <= column {
		r.widths = append(r.widths, columnWidth{})
	}
	w, text := &r.widths[column], textOf(runs)
	n := utf8.RuneCountInString(text)
	w.longest, w.sum, w.cells = max(w.longest, n), w.sum+n, w.cells+1
	for _, one := range strings.Fields(text) {
		w.longestWord = max(w.longestWord, utf8.RuneCountInString(one))
	}
}

// weight is the relative width of a column: room for its longest word, and more where its texts are long.
func (w columnWidth) weight() int {
	const longWord, longText = 18, 44
	word := min(w.longestWord, longWord)
	mean := w.sum / max(w.cells, 1)
	return 3 + max(word, min(w.longest, word+mean/2, longText))
}

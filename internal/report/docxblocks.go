package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"iucomstudien/internal/word"
)

// headings are the styles of the page's headings. The page's first heading is the title of the document.
var headings = map[string]word.Style{"h1": word.Title, "h2": "Heading1", "h3": "Heading2", "h4": "Heading3"}

// tight is the style of lines that stand close together, as in lists of facts.
const tight word.Style = "TableText"

// afterTable is the style of the empty line that keeps a table or a list of facts apart from what follows.
const afterTable word.Style = "AfterTable"

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
	case "dl":
		r.facts = word.Body
		if !t.has("text") {
			r.facts = tight
		}
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
		r.symbol = t.has("sym")
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
		r.runs = append(capital(trimmed(r.runs)), word.Run{Text: ": ", Bold: true})
		r.pop(name)
	case "dd":
		r.flush(r.facts)
		r.pop(name)
	case "dl":
		r.blocks = append(r.blocks, word.Paragraph{Style: afterTable})
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
		cell := &r.row[len(r.row)-1]
		if cell.Runs = trimmed(r.runs); name == "th" && !r.symbol {
			cell.Runs = capital(cell.Runs)
		}
		r.measure(len(r.row)-1, r.head || cell.Heading && len(r.widths) < manyColumns)
		r.runs = nil
		r.pop(name)
	case "tr":
		if r.head {
			r.table.Header = append(r.table.Header, r.row)
		} else {
			r.table.Rows = append(r.table.Rows, r.row)
		}
	case "table":
		if len(r.widths) >= manyColumns {
			narrow(r.table)
		}
		r.table.Columns = columns(r.widths)
		r.blocks = append(r.blocks, *r.table)
		r.table = nil
	default:
		r.flush("")
	}
}

// capital begins a heading of a row, a column or a fact with a capital letter, as the page's style does.
func capital(runs []word.Run) []word.Run {
	if len(runs) > 0 {
		first, size := utf8.DecodeRuneInString(runs[0].Text)
		runs[0].Text = string(unicode.ToUpper(first)) + runs[0].Text[size:]
	}
	return runs
}

// narrow sets a table of many columns in smaller letters, with plain ones in its rows.
func narrow(t *word.Table) {
	for _, rows := range [][]word.Row{t.Header, t.Rows} {
		for _, row := range rows {
			for i := range row {
				row[i].Heading = false
				for j := range row[i].Runs {
					row[i].Runs[j].Small = true
				}
			}
		}
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
	longest     int // text
	sum, cells  int
}

// manyColumns is the number of columns from which a table is narrow.
const manyColumns = 8

// lineLength is about how many characters of a table's text stand side by side on a page.
const lineLength = 105

// columns shares a line among the columns: each gets room for its longest word, and what is left goes to the columns
// whose texts are longer than that.
func columns(widths []columnWidth) []int {
	const longWord, padding = 26, 2 // the edges of a cell take as much as so many characters
	weights, wanted := make([]int, len(widths)), make([]int, len(widths))
	used, asked := 0, 0
	for i, w := range widths {
		weights[i] = min(w.longestWord+(w.longestWord+9)/10, longWord) + padding
		wanted[i] = max(0, min(w.longest, 2*w.sum/max(w.cells, 1))-weights[i])
		used, asked = used+weights[i], asked+wanted[i]
	}
	if left := lineLength - used; left > 0 && asked > 0 {
		for i, w := range wanted {
			weights[i] += left * w / asked
		}
	}
	return weights
}

// measure takes the text of the last cell into the width of its column. Bold letters are a fifth wider.
func (r *reader) measure(column int, bold bool) {
	for len(r.widths) <= column {
		r.widths = append(r.widths, columnWidth{})
	}
	w, text := &r.widths[column], textOf(r.row[column].Runs)
	wide := func(s string) int {
		n := room(s)
		if bold {
			n += (n + 4) / 5
		}
		return n
	}
	n := wide(text)
	w.longest, w.sum, w.cells = max(w.longest, n), w.sum+n, w.cells+1
	for _, one := range strings.FieldsFunc(text, breaksLine) {
		w.longestWord = max(w.longestWord, wide(one))
	}
}

// room is how many letters of average width take as much room as a text.
func room(s string) int {
	tenths := 0
	for _, c := range s {
		switch {
		case strings.ContainsRune("mwMW%—", c):
			tenths += 16
		case strings.ContainsRune("ijlIftr.,;:'|()[]", c):
			tenths += 7
		case unicode.IsUpper(c):
			tenths += 13
		default:
			tenths += 11
		}
	}
	return (tenths + 9) / 10
}

// breaksLine tells whether a line may end at a character.
func breaksLine(c rune) bool {
	return unicode.IsSpace(c) && c != noBreak && c != narrowNoBreak || strings.ContainsRune("-–/\u00ad", c)
}

const noBreak, narrowNoBreak = '\u00a0', '\u202f'

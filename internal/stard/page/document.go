package page

import (
	"iucomstudien/internal/chart"
	"iucomstudien/internal/study"
)

// Document is a page or a Word file.
type Document struct {
	Language study.Language
	Eyebrow  string // what kind of document it is, above the title
	Title    string
	Subtitle string
	Facts    []Fact  // under the title
	Lead     []Block // what a reader who reads nothing else should know
	LeadName string  // heading of the lead
	Contents string  // name of the list of contents; "" for none
	Sections []Section
	Footer   string
	Number   Numbering
}

// Numbering gives the words for «Table 3» and «Figure 1».
type Numbering struct{ Table, Figure func(n int) string }

// Fact is a name and what it is.
type Fact struct{ Name, Value string }

// Section is a part of the document under a heading.
type Section struct {
	ID     string // letters, digits and hyphens
	Title  string
	Blocks []Block
}

// Kind is the kind of a block.
type Kind string

// The kinds of blocks and which fields of [Block] each uses.
const (
	Text    Kind = "text"    // Text; Label stands before it in small capitals
	Note    Kind = "note"    // Text, small
	Heading Kind = "heading" // Text, ID, Label as a tag behind it
	Bullets Kind = "bullets" // Items
	Facts   Kind = "facts"   // Facts
	Task    Kind = "task"    // Label, Text: what a person still has to do
	Quote   Kind = "quote"   // Text: wording of a person
	Code    Kind = "code"    // Text
	Grid    Kind = "table"   // Table
	Picture Kind = "drawing" // Text as its caption, Drawing
)

// Block is a part of a section.
type Block struct {
	Kind    Kind
	ID      string
	Label   string
	Text    string
	Link    string // ID of the section or heading that the text leads to
	LinkTo  string // words of the link
	Items   []string
	Facts   []Fact
	Table   *Table
	Drawing *chart.Drawing
}

// Table is a table with one row of column headings. The first cell of each row is its heading.
type Table struct {
	Caption string
	Columns []Column
	Rows    [][]Cell
}

// Column is a column of a table.
type Column struct {
	Title string
	Right bool // numbers
	Width int  // relative, in the Word file; 0 is 10
}

// Cell is a cell of a table.
type Cell struct {
	Text string
	Link string // ID that the text leads to
}

// Paragraph, Small and List are short ways to blocks.
func Paragraph(text string) Block { return Block{Kind: Text, Text: text} }

// Small is a note.
func Small(text string) Block { return Block{Kind: Note, Text: text} }

// List is a list of points.
func List(items ...string) Block { return Block{Kind: Bullets, Items: items} }

// Of is a table as a block.
func Of(t Table) Block { return Block{Kind: Grid, Table: &t} }

// Row makes cells of texts.
func Row(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, t := range texts {
		cells[i].Text = t
	}
	return cells
}

package word

// Block is a part of the body, one under the other. The blocks are those of this package.
type Block interface{ write(b *body) }

// Heading is a heading of level 1 to 4.
type Heading struct {
	Level    int
	Text     string
	Bookmark string // a name that links lead to; "" for none
}

// Style is the kind of a paragraph; the template says how it looks.
type Style string

// The paragraph styles that a template has to hold.
const (
	Body     Style = "BodyText"
	Lead     Style = "Lead"     // the first lines of a document
	Title    Style = "Title"    // of the document
	Subtitle Style = "Subtitle" // under the title
	Note     Style = "Note"     // small print beside a table or picture
	Caption  Style = "Caption"  // above a table or picture
	Quote    Style = "Quote"    // wording of somebody else
	Code     Style = "Code"     // machine text, line by line
	Task     Style = "Task"     // what a person still has to do, marked at its edge
	Bullet   Style = "ListBullet"
)

// Paragraph is one paragraph. The zero style is [Body].
type Paragraph struct {
	Style    Style
	Runs     []Run
	Bookmark string // a name that links lead to; "" for none
	KeepNext bool   // stays on the page of what follows
}

// Run is a piece of text that looks alike. A line feed in it breaks the line.
type Run struct {
	Text   string
	Bold   bool
	Italic bool
	Mono   bool
	Struck bool   // struck through: taken out
	Under  bool   // underlined: put in
	Small  bool   // 7.5 points, for tables of many columns
	Colour string // "2e7d32", six hexadecimal digits; anything else is the colour of the text
	Shade  string // likewise, behind the text
	Link   string // name of a bookmark in the same file; "" for none
	Tip    string // what is shown when the pointer rests on a link
}

// Table is a table. Its header rows repeat on every page, and no row is broken across pages.
type Table struct {
	Columns []int // relative widths, one a column; nil: all alike
	Header  []Row // rows of column headings
	Rows    []Row
	Alt     string // what the table shows, for those who do not see it
}

// Row is one row of cells.
type Row []Cell

// Cell is one cell. A cell of the first column of a body row may be a heading of its row.
type Cell struct {
	Runs    []Run
	Heading bool // bold
	Right   bool // numbers stand at the right
	Span    int  // columns that it covers; 0 and 1 are one
}

// Picture is a picture in PNG form.
type Picture struct {
	PNG   []byte
	Width int    // millimetres; 0: as wide as the text. Never wider or higher than the page
	Title string // name
	Alt   string // what it shows, for those who do not see it
}

// PageBreak goes on at the top of the next page.
type PageBreak struct{}

// Plain is a run of plain text, alone.
func Plain(text string) []Run { return []Run{{Text: text}} }

// Text is a paragraph of plain text.
func Text(style Style, text string) Paragraph { return Paragraph{Style: style, Runs: Plain(text)} }

// Cells makes a row of plain cells.
func Cells(texts ...string) Row {
	row := make(Row, len(texts))
	for i, t := range texts {
		row[i] = Cell{Runs: Plain(t)}
	}
	return row
}

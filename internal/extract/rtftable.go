package extract

// maxTableDepth is how many tables may stand in one another.
const maxTableDepth = 50

// rtfStream is one stream of paragraphs and tables: the body, a note, a header, a text box. Tables are not opened in such
// files: cells and rows only end, and a paragraph says how deep it stands.
type rtfStream struct {
	*prose
	tables   []bool // rows that are open, from the outside; true while a cell is open
	endnote  bool
	autoMark bool
}

func newRTFStream() *rtfStream { return &rtfStream{prose: newProse()} }

// sync opens and closes rows and cells until the text stands as deep as it says.
func (s *rtfStream) sync(depth int) {
	for len(s.tables) > depth {
		s.endRow()
	}
	for depth > 0 {
		last := len(s.tables) - 1
		switch {
		case last >= 0 && !s.tables[last]:
			s.openCell()
			s.tables[last] = true
		case last+1 < depth:
			s.openRow()
			s.tables = append(s.tables, false)
		default:
			return
		}
	}
}

// endCell ends a cell at a depth.
func (s *rtfStream) endCell(depth int) {
	s.sync(depth)
	s.closeCell()
	s.tables[depth-1] = false
}

// endRow ends the innermost row.
func (s *rtfStream) endRow() {
	last := len(s.tables) - 1
	if last < 0 {
		return
	}
	if s.tables[last] {
		s.closeCell()
	}
	s.closeRow(true)
	s.tables = s.tables[:last]
}

// endRows ends the row at a depth and those inside it.
func (s *rtfStream) endRows(depth int) {
	for len(s.tables) >= depth && len(s.tables) > 0 {
		s.endRow()
	}
}

// finish gives the text.
func (s *rtfStream) finish() string {
	s.sync(0)
	return s.prose.finish()
}

// tableWord takes in words about tables.
func (w *rtfWalk) tableWord(t rtfToken) bool {
	switch t.word {
	case "pard":
		w.inTable, w.depth = false, 0
	case "intbl":
		w.inTable = true
	case "itap":
		w.depth = min(max(t.n, 0), maxTableDepth)
		w.inTable = w.inTable || t.n > 0
	case "cell":
		w.size++
		w.out.endCell(1)
	case "nestcell":
		w.size++
		w.out.endCell(max(w.tableDepth(), 2))
	case "row":
		w.out.endRows(1)
	case "nestrow":
		w.out.endRows(max(w.tableDepth(), 2))
	default:
		return false
	}
	return true
}

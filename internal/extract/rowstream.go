package extract

// maxTableDepth is how many tables may stand in one another.
const maxTableDepth = 50

// rowStream is prose of formats in which tables are not opened: cells and rows only end, and a paragraph says how deep it
// stands.
type rowStream struct {
	*prose
	tables []bool // rows that are open, from the outside; true while a cell is open
}

func newRowStream() *rowStream { return &rowStream{prose: newProse()} }

// sync opens and closes rows and cells until the text stands as deep as it says.
func (s *rowStream) sync(depth int) {
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
func (s *rowStream) endCell(depth int) {
	s.sync(depth)
	s.closeCell()
	s.tables[depth-1] = false
}

// endRow ends the innermost row.
func (s *rowStream) endRow() {
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
func (s *rowStream) endRows(depth int) {
	for len(s.tables) >= depth && len(s.tables) > 0 {
		s.endRow()
	}
}

// finish gives the text.
func (s *rowStream) finish() string {
	s.sync(0)
	return s.prose.finish()
}

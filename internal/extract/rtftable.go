package extract

// rtfStream is one stream of text: the body, a note, a header, a text box.
type rtfStream struct {
	*rowStream
	endnote  bool
	autoMark bool
}

func newRTFStream() *rtfStream { return &rtfStream{rowStream: newRowStream()} }

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

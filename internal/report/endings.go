package report

import "iucomstudien/internal/study"

// Fate is what became of an answer that came in.
type Fate string

// Fates in the order of the table. The rows below Accepted are answers that were not rated: they are counted, and none
// of them is ever an error of the author.
const (
	TookPart  Fate = "took-part"
	Accepted  Fate = "accepted" // took part though it was cut off or ended in an unknown way
	CutOff    Fate = "cut-off"
	Declined  Fate = "declined"
	Blocked   Fate = "blocked"
	Empty     Fate = "empty"
	Failed    Fate = "failed" // a technical error in place of an answer
	NotEnded  Fate = "not-ended"
	LeftOut   Fate = "left-out"
	Undecided Fate = "undecided"
	Withdrawn Fate = "withdrawn"
)

// Fates lists every fate in the order of the table.
func Fates() []Fate {
	return []Fate{TookPart, Accepted, CutOff, Declined, Blocked, Empty, Failed, NotEnded, LeftOut, Undecided, Withdrawn}
}

// FateOf is what became of an answer that is no answer by the way it ended.
func FateOf(f study.Finish) Fate {
	switch f {
	case study.FinTruncated:
		return CutOff
	case study.FinRefused:
		return Declined
	case study.FinBlocked:
		return Blocked
	case study.FinEmpty:
		return Empty
	case study.FinNotAnswer:
		return Failed
	case study.FinToolCall, study.FinPaused, study.FinUnknown:
		return NotEnded
	}
	return LeftOut
}

// Ending counts the answers of one origin of which the same became.
type Ending struct {
	Condition study.Condition // "" where the origin is not known
	Fate      Fate
	N         int // of them
	Of        int // all answers of the origin that came in: the denominator
}

// EndingRow is an ending in words.
type EndingRow struct{ Origin, Fate, Share string }

// EndingRows lists what became of the answers, by origin.
func (p *page) EndingRows() []EndingRow {
	var rows []EndingRow
	for _, e := range p.Endings {
		origin := p.T("report.origin-unknown")
		if e.Condition != "" {
			origin = p.Condition(e.Condition)
		}
		rows = append(rows, EndingRow{origin, p.T("report.fate." + string(e.Fate)), p.T("report.n-of", "n", e.N, "of", e.Of)})
	}
	return rows
}

// dataEnding is an ending in the data file.
type dataEnding struct {
	Condition study.Condition `json:"condition"`
	Fate      Fate            `json:"fate"`
	N         int             `json:"n"`
	Of        int             `json:"of"`
}

func (m *Model) dataEndings() []dataEnding {
	list := []dataEnding{}
	for _, e := range m.Endings {
		list = append(list, dataEnding(e))
	}
	return list
}

package answering

import (
	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

// RecordFormat is the name and version of a record as it is kept.
const RecordFormat = "iucom-found/1"

// Record is what a run of the Reporter searched, found and left out, and, once there is one, its answer. It is kept
// before the answer is asked for, and stands in the archive afterwards.
type Record struct {
	Format   string         `json:"format"`
	Terms    []sources.Term `json:"terms"` // by rule first, then those of the model
	Asked    TermsAsked     `json:"terms_asked"`
	Searched []Searched     `json:"searched"`
	Sources  []sources.Hit  `json:"sources"` // S1 to Sn
	Left     []LeftOut      `json:"left_out"`
	Budget   sources.Limits `json:"budget"`
	Gold     bool           `json:"gold"` // the gold standard was searched: no measurement

	Used        []int  `json:"used,omitempty"` // places in Sources, from 0, as the model states them
	UsedStated  bool   `json:"used_stated"`
	SourceMarks int    `json:"source_marks,omitempty"` // marks such as [S1] that the answer holds against its instruction
	Model       string `json:"model,omitempty"`        // that answered
	Date        string `json:"date,omitempty"`
	Answer      string `json:"answer,omitempty"`
}

// TermsAsked says what became of the request for search terms.
type TermsAsked struct {
	Entry   int64        `json:"entry,omitempty"` // of the ledger
	SHA256  string       `json:"sha256"`          // of the request
	Finish  study.Finish `json:"finish,omitempty"`
	Problem string       `json:"problem,omitempty"` // why its reply was not used: a problem's ID, or the machine word of its end
	Reason  string       `json:"reason,omitempty"`
}

// Searched is one search.
type Searched struct {
	Source string `json:"source"`
	Hits   int    `json:"hits"`
}

// LeftOut is a hit that was not given to the model. Its text stands in the document.
type LeftOut struct {
	Collection string  `json:"collection"`
	Document   string  `json:"document"`
	First      int     `json:"first"`
	Last       int     `json:"last"`
	Score      float64 `json:"score"`
	Why        string  `json:"why"`            // [sources.LeftTwin] …
	Twin       string  `json:"twin,omitempty"` // the source it is near-identical to: "S2"
}

func leftOut(left []sources.Left) []LeftOut {
	list := make([]LeftOut, len(left))
	for i, l := range left {
		list[i] = LeftOut{
			Collection: l.Collection, Document: l.Document, First: l.First, Last: l.Last, Score: l.Score, Why: l.Why,
		}
		if l.Twin > 0 {
			list[i].Twin = SourceID(l.Twin - 1)
		}
	}
	return list
}

package sources

import "context"

// Kind is what a search term is.
type Kind string

const (
	Provision Kind = "provision" // a citation: searched in its normal forms, and by its words
	Word      Kind = "word"      // a word or a few: each in all its forms, together they count more
)

// Term is something to search for.
type Term struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"`
	From string `json:"from"` // [FromRule] or [FromAI]

	// Norms are the normal forms of a citation, where the text around it was needed to know its act; nil: the term's own
	// words say all.
	Norms []string `json:"norms,omitempty"`
}

// Where a term comes from.
const (
	FromRule = "rule" // found in the question by rule
	FromAI   = "ai"   // named by a model
)

// Hit is a passage that a search found.
type Hit struct {
	Source     string  `json:"source"`     // which one found it: "own-documents"
	Collection string  `json:"collection"` // within the source
	Document   string  `json:"document"`   // name of the file
	SHA256     string  `json:"sha256"`     // of the file
	First      int     `json:"first"`      // paragraphs of the document, from 1
	Last       int     `json:"last"`
	Heading    string  `json:"heading,omitempty"`
	Text       string  `json:"text"`
	Score      float64 `json:"score"` // higher is better; comparable within one search alone
	Gold       bool    `json:"gold,omitempty"`
}

// Source is a place where passages are found.
type Source interface {
	// Name is the machine word of the source, as the record of a run names it.
	Name() string
	// Search gives at most limit passages, best first. The same terms in the same order over the same documents give
	// the same hits in the same order.
	Search(ctx context.Context, terms []Term, limit int) ([]Hit, error)
}

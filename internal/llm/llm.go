package llm

import (
	"context"

	"iucomstudien/internal/ledger"
)

// Request is one question to a model.
type Request struct {
	Study   string // for the ledger; "" where it belongs to none
	Test    string
	Purpose Purpose

	Model    string // as the provider names it
	System   string // instructions apart from the text; "" for none
	Text     string
	Settings ledger.Settings
	Repeat   int // 1-based; the same request with the same number is answered from the ledger; 0 counts as 1
}

// Purpose is what a request is for, as ledger, cost table and report name it.
type Purpose string

const (
	ForControl   Purpose = "control"   // the plain question
	ForTerms     Purpose = "terms"     // search terms of a Reporter run
	ForReporter  Purpose = "reporter"  // the Reporter's answer from its sources
	ForAlign     Purpose = "align"     // spelling and style
	ForReference Purpose = "reference" // the target question read from the gold standard
	ForGrade     Purpose = "grade"
	ForRepair    Purpose = "repair"    // missing fields of a grading
	ForRetrieval Purpose = "retrieval" // evaluation of the search of a Reporter run
	ForKeyTest   Purpose = "key-test"
)

// Purposes lists the purposes in the order of reports.
func Purposes() []Purpose {
	return []Purpose{ForReference, ForTerms, ForReporter, ForControl, ForAlign, ForGrade, ForRepair, ForRetrieval, ForKeyTest}
}

// Reply is a model's answer as the ledger keeps it. FromLedger: nothing was sent and nothing paid.
type Reply struct {
	ledger.Reply
	FromLedger bool
	Entry      int64 // of the ledger
}

// Model sends one request once: no repeats, no ledger, no waiting. Its errors are Problems of the kinds in problem.go,
// or wrapped errors of the network; a reply that is none (refused, blocked, cut off) is a Reply with its Finish.
type Model interface {
	Ask(ctx context.Context, r Request) (ledger.Reply, error)
}

// Ledger is what a Desk needs of the place where requests are kept.
type Ledger interface {
	// Look gives the entry of a request, if there is one, and changes nothing.
	Look(ctx context.Context, r ledger.Request) (ledger.Entry, bool, error)
	// Before keeps the request before it is sent and marks it open, or gives the entry that is there already: an
	// answered one with its reply; an open one (nothing may be sent). What it gives in state New was made or taken up
	// again by this call and may be sent now.
	Before(ctx context.Context, r ledger.Request) (ledger.Entry, error)
	// After completes an entry with the reply, or with the fault of a try that did not succeed (paid: the outcome is in
	// doubt, the entry stays open).
	After(ctx context.Context, id int64, out Outcome) error
	// Again makes an open entry new: its request cost nothing and may be sent again.
	Again(ctx context.Context, id int64) error
	// Used notes that a request was answered from an entry, which another test may have paid for.
	Used(ctx context.Context, e ledger.Entry, by ledger.Request) error
}

// Outcome is how a request ended: with a reply, with a clear refusal of the provider, or in doubt.
type Outcome struct {
	Reply *ledger.Reply // nil where there is none
	Fault string        // why there is none, in the provider's words, without keys
	Doubt bool          // it was sent and may have been paid: the entry stays open
}

// Asker asks and gives the reply. [Desk] is one; rooms that ask declare what they need of it.
type Asker interface {
	Ask(ctx context.Context, r Request) (Reply, error)
}

// Capable tells what a model can be told. Absent capabilities are not sent and are shown as «not supported».
type Capable struct {
	Temperature bool
	Seed        bool
	Search      bool
	Context     int // tokens of input and output together; 0: unknown
	MaxOutput   int // tokens; 0: unknown
	Output      int // tokens that are asked for where a request names none, because the provider demands a number; 0: none
}

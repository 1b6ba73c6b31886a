package conduct

import (
	"context"
	"slices"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Spending is what was asked of models, and what it cost.
type Spending struct {
	Requests []ledger.Entry // in order, without texts and raw replies; last those that another test had paid for
	Purposes []PurposeCost  // in the order of reports
	Total    PurposeCost    // its Purpose is ""
}

// PurposeCost sums up the requests for one purpose.
type PurposeCost struct {
	Purpose  llm.Purpose
	Answered int
	Open     int // sent, and nobody knows how it ended: a person decides
	Waiting  int // in a batch that is not ready
	Kept     int // answered from what another test had paid for: at no cost here
	Failed   int
	Unknown  int            // answered, and the cost is not known
	Cost     []ledger.Money // of those with a known cost, by currency; amounts of currencies are never added
	Input    int            // tokens
	Output   int            // tokens, thoughts included
	Searches int
}

// Spending gives the requests of a test and what they cost. With a Ref that names a study alone it is the whole study.
func (c *Conduct) Spending(ctx context.Context, ref Ref) (Spending, error) {
	list, err := c.db.Requests(ctx, sqlite.RequestQuery{Study: ref.Study, Test: ref.Test})
	if err != nil {
		return Spending{}, err
	}
	used, err := c.db.UsedRequests(ctx, ref)
	if err != nil {
		return Spending{}, err
	}
	list = append(list, used...)
	s := Spending{Requests: list}
	for _, purpose := range llm.Purposes() {
		sum := PurposeCost{Purpose: purpose}
		for _, e := range list {
			if e.Request.Purpose == string(purpose) {
				sum.add(e)
			}
		}
		if sum.Answered+sum.Open+sum.Waiting+sum.Failed+sum.Kept > 0 {
			s.Purposes = append(s.Purposes, sum)
		}
	}
	for _, e := range list {
		s.Total.add(e)
	}
	return s, nil
}

// add counts one entry.
func (p *PurposeCost) add(e ledger.Entry) {
	switch {
	case e.Reused:
		p.Kept++
	case e.Waits():
		p.Waiting++
	case e.State == ledger.Open:
		p.Open++
	case e.State == ledger.Failed:
		p.Failed++
	case e.State == ledger.Answered:
		p.Answered++
		usage := e.Reply.Usage.Or(ledger.Usage{})
		p.Input, p.Output, p.Searches = p.Input+usage.Input, p.Output+usage.Output, p.Searches+usage.Searches
		cost, known := e.Reply.Cost.Get()
		if !known {
			p.Unknown++
			return
		}
		p.addCost(cost)
	}
}

// addCost adds to the sum in the same currency. Local requests have none and cost nothing.
func (p *PurposeCost) addCost(cost ledger.Money) {
	if cost.Micros == 0 && cost.Currency == "" {
		return
	}
	i := slices.IndexFunc(p.Cost, func(m ledger.Money) bool { return m.Currency == cost.Currency })
	if i < 0 {
		p.Cost = append(p.Cost, cost)
		return
	}
	p.Cost[i].Micros += cost.Micros
}

// Requests lists the entries of the ledger, of a test, a study or all, in one state or all, without texts and raw replies.
func (c *Conduct) Requests(ctx context.Context, ref Ref, state ledger.State) ([]ledger.Entry, error) {
	return c.db.Requests(ctx, sqlite.RequestQuery{Study: ref.Study, Test: ref.Test, State: state})
}

// Request gives an entry of the ledger whole. Problem: ledger.not-found.
func (c *Conduct) Request(ctx context.Context, id int64) (ledger.Entry, error) {
	return c.db.Request(ctx, id)
}

// RetryRequest makes an open request new, by a person's decision: the next run that needs it sends it again, and what it
// may have cost is paid once more. So is a request whose reply is of no use: without a word, or of a purpose where the reply
// is read by a form. Such a reply stays in the ledger. An answer that could take part in a test is never asked for again, since nobody may
// choose among answers. Problems: ledger.not-found, ledger.not-open, ledger.under-way, ledger.in-batch.
func (c *Conduct) RetryRequest(ctx context.Context, id int64) error {
	e, err := c.db.Request(ctx, id)
	if err != nil {
		return err
	}
	if c.lanes.asking(e) {
		return &study.Problem{ID: "ledger.under-way", Args: map[string]any{"id": id}}
	}
	if e.State == ledger.Answered && !mayRetry(e) {
		return &study.Problem{ID: "ledger.not-open", Args: map[string]any{"id": id, "state": string(e.State)}}
	}
	return c.retry(ctx, id)
}

// mayRetry tells whether an answered request may be sent again by a person's decision.
func mayRetry(e ledger.Entry) bool {
	switch llm.Purpose(e.Request.Purpose) {
	case llm.ForControl, llm.ForReporter, llm.ForAlign:
		return e.Reply.Finish == study.FinEmpty
	}
	return true
}

// retry makes an open request new.
func (c *Conduct) retry(ctx context.Context, id int64) error {
	e, err := c.db.Request(ctx, id)
	if err != nil {
		return err
	}
	return c.db.Write(ctx, e.Request.Study, func(tx *sqlite.Tx) error {
		again := tx.RetryRequest
		if e.State == ledger.Answered {
			again = tx.SetRequestAside
		}
		if err := again(ctx, id); err != nil {
			return err
		}
		e.Batch = ""
		return noteRequest(ctx, tx, e, ledger.New)
	})
}

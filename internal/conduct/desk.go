package conduct

import (
	"context"
	"math/rand/v2"
	"sync"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Terms are what a person agreed to before a run.
type Terms struct {
	Cap          study.Maybe[ledger.Money] // all requests of the test together may not cost more; absent: no cap
	UnknownPrice bool                      // requests may be sent whose price nobody knows
}

// desk is where a run asks the models of a provider: with the ledger, the price list, the rate of the provider, its cap
// and that of the test. A run that gets the Problem llm.over-budget ends as incomplete.
//
// Problems: provider.not-found, those of the key and of the provider's address.
func (c *Conduct) desk(ctx context.Context, ref Ref, provider string, terms Terms) (*llm.Desk, error) {
	p, client, err := c.connected(ctx, provider)
	if err != nil {
		return nil, err
	}
	prices, err := c.prices(ctx)
	if err != nil {
		return nil, err
	}
	own, err := c.account(ctx, accountOf{provider: p.Name}, prices)
	if err != nil {
		return nil, err
	}
	test, err := c.account(ctx, accountOf{test: ref}, prices)
	if err != nil {
		return nil, err
	}
	return llm.NewDesk(llm.DeskConfig{
		Provider: client, Payee: payee(p, client), Ledger: requests{c}, Batches: requests{c}, Gate: c.lanes.gate(p), Prices: prices,
		Caps:  []llm.Cap{{Account: own, Limit: p.Cap}, {Account: test, Limit: terms.Cap}},
		Model: p.Model, Defaults: p.Settings, AcceptUnknown: terms.UnknownPrice,
		Clock: llm.SystemClock{}, Random: rand.Float64,
	}), nil
}

// payee is a provider as price lines name it.
func payee(p Provider, client *llm.Client) llm.Payee {
	return llm.Payee{Kind: p.Kind, Name: p.Name, Local: client.Local()}
}

// accountOf names an account: of a provider, or of a test.
type accountOf struct {
	provider string
	test     Ref
}

// account gives an account, at its first use with what the ledger knows: requests that are in doubt, or whose cost is
// not known, count with the most they can have cost. Requests that belong to no test share none.
func (c *Conduct) account(ctx context.Context, of accountOf, prices *llm.Prices) (*llm.Account, error) {
	if of == (accountOf{}) {
		return llm.NewAccount(), nil
	}
	return c.lanes.account(of, func() (*llm.Account, error) { return c.readAccount(ctx, of, prices) })
}

// readAccount makes an account of what the ledger knows.
func (c *Conduct) readAccount(ctx context.Context, of accountOf, prices *llm.Prices) (*llm.Account, error) {
	list, err := c.db.Requests(ctx, sqlite.RequestQuery{Study: of.test.Study, Test: of.test.Test, Provider: of.provider})
	if err != nil {
		return nil, err
	}
	var spent []ledger.Money
	for _, e := range list {
		cost := e.Reply.Cost
		if e.State == ledger.Open || e.State == ledger.Answered && !cost.IsKnown() {
			if cost, err = c.estimateKept(ctx, e.ID, prices); err != nil {
				return nil, err
			}
		}
		if m, known := cost.Get(); known {
			spent = append(spent, m)
		}
	}
	return llm.NewAccount(spent...), nil
}

// estimateKept is the most that a request in the ledger can have cost.
func (c *Conduct) estimateKept(ctx context.Context, id int64, prices *llm.Prices) (none study.Maybe[ledger.Money], err error) {
	e, err := c.db.Request(ctx, id)
	if err != nil {
		return none, err
	}
	p, err := c.db.Provider(ctx, e.Request.Provider)
	if study.HasProblem(err, "provider.not-found") {
		p, err = Provider{Name: e.Request.Provider, Kind: e.Request.Provider}, nil
	}
	if err != nil {
		return none, err
	}
	to, longest := llm.Payee{Kind: p.Kind, Name: p.Name}, 0
	if client, err := c.silent(p); err == nil {
		to.Local, longest = client.Local(), client.Capable(e.Request.Model).MaxOutput
	}
	r := llm.Request{Model: e.Request.Model, System: e.Request.System, Text: e.Request.Text, Settings: e.Request.Settings}
	if e.Batch != "" {
		return prices.EstimateBatch(to, r, longest, e.Sent), nil
	}
	return prices.Estimate(to, r, longest, e.Sent), nil
}

// lanes are what all runs of the program share: the rate of each provider, and what was spent at each provider and on
// each test.
type lanes struct {
	mu       sync.Mutex
	gates    map[string]*llm.Gate // by name of the provider
	accounts map[accountOf]*llm.Account
}

// gate gives the gate of a provider, made at the first use, with its present limits.
func (l *lanes) gate(p Provider) *llm.Gate {
	l.mu.Lock()
	defer l.mu.Unlock()
	limits := llm.Limits{Parallel: p.Limits.Parallel, PerMinute: p.Limits.PerMinute}
	if known := l.gates[p.Name]; known != nil {
		known.Limit(limits)
		return known
	}
	if l.gates == nil {
		l.gates = make(map[string]*llm.Gate)
	}
	l.gates[p.Name] = llm.NewGate(limits, llm.SystemClock{})
	return l.gates[p.Name]
}

// account gives an account, made at the first use.
func (l *lanes) account(of accountOf, read func() (*llm.Account, error)) (*llm.Account, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.accounts[of]; known != nil {
		return known, nil
	}
	fresh, err := read()
	if err != nil {
		return nil, err
	}
	if l.accounts == nil {
		l.accounts = make(map[accountOf]*llm.Account)
	}
	l.accounts[of] = fresh
	return fresh, nil
}

// asking tells whether a request is under way just now.
func (l *lanes) asking(e ledger.Entry) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	gate := l.gates[e.Request.Provider]
	return gate != nil && gate.Asking(e.Hash)
}

// requests is the ledger as a desk uses it. What is kept is told to the study log in the same transaction: model,
// purpose and state, never a text.
type requests struct{ c *Conduct }

// Look implements [llm.Ledger].
func (l requests) Look(ctx context.Context, r ledger.Request) (ledger.Entry, bool, error) {
	hash, err := r.Hash()
	if err != nil {
		return ledger.Entry{}, false, err
	}
	return l.c.db.RequestByHash(ctx, hash)
}

// Before implements [llm.Ledger].
func (l requests) Before(ctx context.Context, r ledger.Request) (e ledger.Entry, err error) {
	err = l.c.db.Write(ctx, r.Study, func(tx *sqlite.Tx) error {
		if e, err = tx.SendRequest(ctx, r); err != nil || e.State != ledger.New {
			return err
		}
		return noteRequest(ctx, tx, e, ledger.Open)
	})
	return e, err
}

// After implements [llm.Ledger].
func (l requests) After(ctx context.Context, id int64, out llm.Outcome) error {
	e, err := l.c.db.Request(ctx, id)
	if err != nil {
		return err
	}
	return l.c.db.Write(ctx, e.Request.Study, func(tx *sqlite.Tx) error {
		switch {
		case out.Reply != nil:
			e.Reply = *out.Reply
			if err := tx.AnswerRequest(ctx, id, e.Reply); err != nil {
				return err
			}
			return noteRequest(ctx, tx, e, ledger.Answered)
		case out.Doubt:
			if err := tx.DoubtRequest(ctx, id, out.Fault); err != nil {
				return err
			}
			return noteRequest(ctx, tx, e, ledger.Open)
		}
		if err := tx.FailRequest(ctx, id, out.Fault); err != nil {
			return err
		}
		return noteRequest(ctx, tx, e, ledger.Failed)
	})
}

// noteRequest tells the study log that a request has come to a state.
func noteRequest(ctx context.Context, tx *sqlite.Tx, e ledger.Entry, state ledger.State) error {
	q := e.Request
	facts := map[string]any{"request": e.ID, "hash": e.Hash, "provider": q.Provider, "model": q.Model, "purpose": q.Purpose,
		"repeat": q.Repeat, "state": state, "settings": q.Settings}
	if e.Batch != "" {
		facts["batch"] = e.Batch
	}
	if state == ledger.Answered {
		facts["answered_by"], facts["finish"], facts["fingerprint"] = e.Reply.Model, e.Reply.Finish, e.Reply.Fingerprint
		facts["usage"], facts["cost"], facts["price_line"] = e.Reply.Usage, e.Reply.Cost, e.Reply.PriceLine
	}
	return tx.Note(ctx, studylog.Asked, q.Test, facts)
}

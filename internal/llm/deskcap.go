package llm

import (
	"sync"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Account is what requests that belong together cost: those of a provider, or those of a test. All desks that send such
// requests share it, so that each sees what the others spend. It is safe for use by several goroutines.
type Account struct {
	mu      sync.Mutex
	spent   map[string]int64 // millionths, by currency
	running map[string]int64 // estimates of the requests under way
}

// NewAccount is an account on which something is spent already, by requests that were answered and by those that are
// in doubt.
func NewAccount(spent ...ledger.Money) *Account {
	a := &Account{spent: make(map[string]int64), running: make(map[string]int64)}
	for _, m := range spent {
		a.spent[m.Currency] += m.Micros
	}
	return a
}

// Spent is what was spent so far in a currency.
func (a *Account) Spent(currency string) ledger.Money {
	a.mu.Lock()
	defer a.mu.Unlock()
	return ledger.Money{Micros: a.spent[currency], Currency: currency}
}

// Cap is a hard limit of what the requests of an account may cost together. A request begins only where what was spent,
// the estimates of those under way and its own keep within it.
type Cap struct {
	Account *Account
	Limit   study.Maybe[ledger.Money] // absent: none; what is spent is noted all the same
}

// reserve sets the estimate of a request aside. Problems: llm.over-budget (Args: cap, spent, running, estimate),
// llm.other-currency (Args: cap, estimate).
func (c Cap) reserve(estimate ledger.Money) error {
	c.Account.mu.Lock()
	defer c.Account.mu.Unlock()
	spent, running := c.Account.spent[estimate.Currency], c.Account.running[estimate.Currency]
	limit, capped := c.Limit.Get()
	switch {
	case !capped || estimate.Micros == 0:
	case estimate.Currency != limit.Currency:
		return &study.Problem{ID: "llm.other-currency", Args: map[string]any{"cap": limit, "estimate": estimate}}
	case spent+running+estimate.Micros > limit.Micros:
		money := func(micros int64) ledger.Money { return ledger.Money{Micros: micros, Currency: limit.Currency} }
		return &study.Problem{ID: "llm.over-budget", Args: map[string]any{
			"cap": limit, "spent": money(spent), "running": money(running), "estimate": estimate}}
	}
	c.Account.running[estimate.Currency] += estimate.Micros
	return nil
}

// settle ends what reserve set aside; paid is what the request cost, or may have cost.
func (c Cap) settle(estimate, paid ledger.Money) {
	c.Account.mu.Lock()
	defer c.Account.mu.Unlock()
	c.Account.running[estimate.Currency] -= estimate.Micros
	c.Account.spent[paid.Currency] += paid.Micros
}

// correct puts what a request cost in the place of what it was thought to cost at most.
func (c Cap) correct(thought, cost ledger.Money) {
	c.Account.mu.Lock()
	defer c.Account.mu.Unlock()
	c.Account.spent[thought.Currency] = max(c.Account.spent[thought.Currency]-thought.Micros, 0)
	c.Account.spent[cost.Currency] += cost.Micros
}

// reserveAll reserves under every cap, or under none.
func reserveAll(caps []Cap, estimate ledger.Money) error {
	for i, c := range caps {
		if err := c.reserve(estimate); err != nil {
			for _, before := range caps[:i] {
				before.settle(estimate, ledger.Money{})
			}
			return err
		}
	}
	return nil
}

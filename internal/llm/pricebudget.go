package llm

import (
	"sync"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Budget is a hard limit of what requests may cost together. A request begins only where what was spent, the estimates
// of those under way and its own keep within the limit. It is safe for use by several goroutines.
type Budget struct {
	mu      sync.Mutex
	limit   ledger.Money
	spent   int64 // millionths
	running int64 // estimates of the requests under way
}

// NewBudget is a budget of which a part is spent already, by requests that were answered and by those that are in
// doubt. Amounts in another currency are not counted: they can't be.
func NewBudget(limit ledger.Money, spent ...ledger.Money) *Budget {
	b := &Budget{limit: limit}
	for _, m := range spent {
		if m.Currency == limit.Currency {
			b.spent += m.Micros
		}
	}
	return b
}

// Spent is what was spent so far.
func (b *Budget) Spent() ledger.Money {
	b.mu.Lock()
	defer b.mu.Unlock()
	return ledger.Money{Micros: b.spent, Currency: b.limit.Currency}
}

// reserve sets the estimate of a request aside. Problems: llm.over-budget (Args: cap, spent, running, estimate),
// llm.other-currency (Args: cap, estimate).
func (b *Budget) reserve(estimate ledger.Money) error {
	if estimate.Micros == 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	money := func(micros int64) string { return ledger.Money{Micros: micros, Currency: b.limit.Currency}.String() }
	if estimate.Currency != b.limit.Currency {
		return &study.Problem{ID: "llm.other-currency", Args: map[string]any{"cap": b.limit.String(), "estimate": estimate.String()}}
	}
	if b.spent+b.running+estimate.Micros > b.limit.Micros {
		return &study.Problem{ID: "llm.over-budget", Args: map[string]any{
			"cap": b.limit.String(), "spent": money(b.spent), "running": money(b.running), "estimate": estimate.String()}}
	}
	b.running += estimate.Micros
	return nil
}

// settle ends what reserve set aside; paid is what the request cost, or may have cost.
func (b *Budget) settle(estimate, paid ledger.Money) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running -= estimate.Micros
	if paid.Currency == b.limit.Currency {
		b.spent += paid.Micros
	}
}

// reserveAll reserves with every budget, or with none.
func reserveAll(budgets []*Budget, estimate ledger.Money) error {
	for i, b := range budgets {
		if err := b.reserve(estimate); err != nil {
			for _, before := range budgets[:i] {
				before.settle(estimate, ledger.Money{})
			}
			return err
		}
	}
	return nil
}

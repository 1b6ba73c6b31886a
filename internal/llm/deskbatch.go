package llm

import (
	"context"
	"errors"
	"slices"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// BatchProvider is a provider that takes batches, as a Desk needs it. Each call sends one request; [Client] is one.
type BatchProvider interface {
	CanBatch() bool
	KeepsMarks() bool
	CreateBatch(ctx context.Context, items []BatchItem) (Batch, error)
	Batch(ctx context.Context, id string) (Batch, error)
	Batches(ctx context.Context) ([]Batch, error)
	CancelBatch(ctx context.Context, id string) error
	Results(ctx context.Context, id string, keys []string) (BatchResults, error)
}

// BatchLedger is what batches need of the place where requests are kept, beside [Ledger].
type BatchLedger interface {
	// Prepare keeps requests as sent together before their batch is created, all in one step: it gives their entries, each
	// with its key, and the batch in state prepared under the mark made of them. What is answered or open is left out.
	Prepare(ctx context.Context, requests []ledger.Request, mark func([]ledger.Entry) string) (ledger.Batch, []ledger.Entry, error)
	// KeepBatch keeps the ID and the state of a batch.
	KeepBatch(ctx context.Context, b ledger.Batch) error
	// Batch gives a batch by its mark.
	Batch(ctx context.Context, mark string) (ledger.Batch, error)
	// Batches lists all batches of a provider.
	Batches(ctx context.Context, provider string) ([]ledger.Batch, error)
	// RequestsOf gives the requests of a batch that have no end yet.
	RequestsOf(ctx context.Context, mark string) ([]ledger.Entry, error)
}

// Bounds of one batch: what every provider takes.
const (
	mostBatchRequests = 10_000
	mostBatchBytes    = 12 << 20
)

// BatchProgress is how far requests are that were put into batches.
type BatchProgress struct {
	Answered int // in the ledger
	Waiting  int // in batches that are not ready
	Failed   int // without a reply; they may be asked again
	Open     int // a person decides
}

// InBatches fetches what has come of batches in which the requests are, and puts those that were never sent, or failed
// before, into new ones. It does not wait for them: called again with the same requests at any later time, also after a
// new start of the program, it goes on. Nothing is put into a batch twice. A request that fails in a batch now is put
// into another one by the next call only, so that a person learns of it.
//
// No error: there is a reply for each request, or a person has to decide about it. Problems: llm.batch-waiting (Args: n),
// llm.batch-failed (Args: n, of, words), llm.batch-in-doubt (Args: provider, minutes), llm.batch-unknown, llm.no-batch,
// llm.price-unknown and llm.over-budget as with [Desk.Ask] for a whole batch, and those of the provider.
func (d *Desk) InBatches(ctx context.Context, requests []Request) (BatchProgress, error) {
	if _, err := d.house(); err != nil {
		return BatchProgress{}, err
	}
	fresh, marks, err := d.sortOut(ctx, requests)
	if err != nil {
		return BatchProgress{}, err
	}
	var failed []error
	for _, mark := range marks {
		b, err := d.cfg.Batches.Batch(ctx, mark)
		if err == nil {
			_, err = d.Follow(ctx, b)
		}
		failed = append(failed, err)
	}
	for _, group := range groups(fresh) {
		if err := d.handIn(ctx, group); err != nil {
			failed = append(failed, err)
			break
		}
	}
	p, words, err := d.progress(ctx, requests)
	if err := errors.Join(append(failed, err)...); err != nil {
		return p, err
	}
	switch {
	case p.Waiting > 0:
		return p, Waiting(p.Waiting)
	case p.Failed > 0:
		return p, &study.Problem{ID: "llm.batch-failed", Args: map[string]any{"n": p.Failed, "of": len(requests), "words": words}}
	}
	return p, nil
}

// Waiting says that so many requests are in batches that are not ready.
func Waiting(n int) *study.Problem {
	return &study.Problem{ID: "llm.batch-waiting", Args: map[string]any{"n": n}}
}

// house is the provider, where it takes batches.
func (d *Desk) house() (BatchProvider, error) {
	if p, ok := d.cfg.Provider.(BatchProvider); ok && p.CanBatch() && d.cfg.Batches != nil {
		return p, nil
	}
	return nil, &study.Problem{ID: "llm.no-batch", Args: map[string]any{"provider": d.cfg.Provider.Name()}}
}

// sortOut finds the requests that may be sent, and the marks of the batches in which others are.
func (d *Desk) sortOut(ctx context.Context, requests []Request) (fresh []Request, marks []string, err error) {
	for _, one := range requests {
		r, q := d.effective(one)
		e, found, err := d.cfg.Ledger.Look(ctx, q)
		switch {
		case err != nil:
			return nil, nil, err
		case !found || e.State == ledger.New || e.State == ledger.Failed:
			fresh = append(fresh, r)
		case e.Waits() && !slices.Contains(marks, e.Batch):
			marks = append(marks, e.Batch)
		}
	}
	return fresh, marks, nil
}

// progress counts, and gives the words with which the first failed.
func (d *Desk) progress(ctx context.Context, requests []Request) (p BatchProgress, words string, err error) {
	for _, one := range requests {
		_, q := d.effective(one)
		e, found, err := d.cfg.Ledger.Look(ctx, q)
		switch {
		case err != nil:
			return p, "", err
		case found && e.State == ledger.Answered:
			p.Answered++
		case found && e.Waits():
			p.Waiting++
		case found && e.State == ledger.Open:
			p.Open++
		default:
			p.Failed++
			if words == "" {
				words = e.Fault
			}
		}
	}
	return p, words, nil
}

// groups divides requests into batches: each goes to one model, all with or all without its search.
func groups(requests []Request) (all [][]Request) {
	size := 0
	for i, r := range requests {
		bytes := len(r.System) + len(r.Text)
		if size += bytes; i == 0 || r.Model != requests[i-1].Model || r.Settings.Search != requests[i-1].Settings.Search ||
			size > mostBatchBytes || len(all[len(all)-1]) == mostBatchRequests {
			all, size = append(all, nil), bytes
		}
		all[len(all)-1] = append(all[len(all)-1], r)
	}
	return all
}

// EstimateBatch is the most that a request is likely to cost in a batch; unknown where its model has no price.
func (d *Desk) EstimateBatch(r Request) study.Maybe[ledger.Money] {
	r, _ = d.effective(r)
	return d.estimateBatch(r, d.cfg.Clock.Now())
}

func (d *Desk) estimateBatch(r Request, at time.Time) study.Maybe[ledger.Money] {
	return d.cfg.Prices.EstimateBatch(d.cfg.Payee, r, d.cfg.Provider.Capable(r.Model).MaxOutput, at)
}

// handIn creates one batch. Its requests are in the ledger before, and its whole estimate is within every cap.
func (d *Desk) handIn(ctx context.Context, requests []Request) error {
	var sum ledger.Money
	kept := make([]ledger.Request, len(requests))
	for i, r := range requests {
		_, kept[i] = d.effective(r)
		cost, known := d.estimateBatch(r, d.cfg.Clock.Now()).Get()
		if !known && !d.cfg.AcceptUnknown {
			return &study.Problem{ID: "llm.price-unknown", Args: map[string]any{"model": r.Model}}
		}
		sum = ledger.Money{Micros: sum.Micros + cost.Micros, Currency: cost.Currency}
	}
	if err := reserveAll(d.cfg.Caps, sum); err != nil {
		return err
	}
	paid := sum // also when this function ends in a panic
	defer func() {
		for _, c := range d.cfg.Caps {
			c.settle(sum, paid)
		}
	}()
	b, entries, err := d.cfg.Batches.Prepare(ctx, kept, func(entries []ledger.Entry) string { return BatchMark(itemsOf(entries)) })
	if err != nil || len(entries) == 0 {
		paid = ledger.Money{}
		return err
	}
	created, err := d.create(ctx, b, entries)
	if !created {
		paid = ledger.Money{}
	}
	return err
}

// itemsOf writes entries as a batch.
func itemsOf(entries []ledger.Entry) []BatchItem {
	items := make([]BatchItem, len(entries))
	for i, e := range entries {
		items[i] = BatchItem{Key: e.Key, Request: requestOf(e)}
	}
	return items
}

// requestOf is an entry's request as it is sent.
func requestOf(e ledger.Entry) Request {
	q := e.Request
	return Request{Study: q.Study, Test: q.Test, Purpose: Purpose(q.Purpose), Model: q.Model, System: q.System, Text: q.Text,
		Settings: q.Settings, Repeat: q.Repeat}
}

// create has the provider make a batch that is prepared, and tells whether it may have made it. Where that is in doubt
// the provider's list is asked; it is never created a second time.
func (d *Desk) create(ctx context.Context, b ledger.Batch, entries []ledger.Entry) (created bool, err error) {
	house, err := d.house()
	if err != nil {
		return true, err
	}
	var made Batch
	err = d.patiently(ctx, func() (err error) {
		made, err = house.CreateBatch(ctx, itemsOf(entries))
		return err
	})
	switch {
	case err == nil:
		b.ID, b.State = made.ID, ledger.BatchRunning
		return true, d.keepBatch(ctx, b)
	case !InDoubt(err):
		return false, errors.Join(err, d.release(ctx, b, entries, Words(err)))
	case ctx.Err() != nil:
		return true, errors.Join(ctx.Err(), d.inDoubt(err))
	}
	_, err = d.find(ctx, b)
	return true, err
}

// patiently calls the provider again where that may help.
func (d *Desk) patiently(ctx context.Context, do func() error) error {
	for tries := 1; ; tries++ {
		err := do()
		wait, may := Retry(err)
		if wait += d.jitter(tries); !may || tries >= mostTries || wait > mostTime {
			return err
		}
		if err := d.cfg.Clock.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

func (d *Desk) keepBatch(ctx context.Context, b ledger.Batch) error {
	return d.twice(ctx, func(ctx context.Context) error { return d.cfg.Batches.KeepBatch(ctx, b) })
}

// release says of the requests of a batch that was not made that they may be asked again.
func (d *Desk) release(ctx context.Context, b ledger.Batch, entries []ledger.Entry, words string) error {
	for _, e := range entries {
		if err := d.keep(ctx, e.ID, Outcome{Fault: words}); err != nil {
			return err
		}
	}
	b.State = ledger.BatchDone
	return d.keepBatch(ctx, b)
}

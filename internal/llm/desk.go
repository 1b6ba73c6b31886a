package llm

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Provider is a configured provider as a Desk needs it.
type Provider interface {
	Model
	Name() string
	// Settings gives what is really sent to a model of what is wanted.
	Settings(model string, want ledger.Settings) ledger.Settings
	Capable(model string) Capable
}

// DeskConfig is what a Desk works with.
type DeskConfig struct {
	Provider Provider
	Payee    Payee // as price lines name the provider
	Ledger   Ledger
	Batches  BatchLedger // nil: no batches
	Gate     *Gate       // shared by all desks of the provider
	Prices   *Prices
	Caps     []Cap // every one has to allow a request

	Model         string          // asked where a request names none
	Defaults      ledger.Settings // sent where a request says nothing else
	AcceptUnknown bool            // a person accepted that the price is not known; where there is a cap, too

	Clock  Clock
	Random func() float64 // at least 0 and below 1
}

// Desk stands before the models of one provider. It asks nothing twice that is in the ledger, begins nothing beyond a
// cap, keeps within the provider's rate, repeats what may be repeated and ends clearly where that does not help. It
// is safe for use by several goroutines.
//
// Killed at any moment, it leaves each request that was under way as an open entry, and everything else as it was. Where
// the model runs on this computer, such a request is asked again by itself, since it costs nothing.
type Desk struct{ cfg DeskConfig }

const (
	mostTries    = 6
	mostTime     = 10 * time.Minute // for all tries of a request together
	firstPause   = time.Second
	longestPause = time.Minute
	diskPause    = time.Second // before a reply that could not be kept is written a second time
)

// call is a request on its way: what is sent, the same for the ledger, and whether it had been left open before.
type call struct {
	Request
	q     ledger.Request
	again bool
}

// NewDesk is a desk.
func NewDesk(cfg DeskConfig) *Desk { return &Desk{cfg: cfg} }

// Ask gives the reply to a request: from the ledger, where it was answered before, and otherwise from the provider.
//
// Problems, besides those of the provider: ledger.open (Args: id, model, purpose; it was sent before or just now, and
// nobody knows whether it was paid: a person decides), llm.batch-waiting (it is in a batch that is not ready),
// llm.price-unknown (Args: model), llm.over-budget, llm.other-currency, llm.gave-up (Args: model, tries, words),
// llm.empty-reply (Args: id, model, purpose; it was answered without a word, and is sent again by a person's decision only).
// After each of them everything that was answered is kept. A stop by the context ends it at once.
func (d *Desk) Ask(ctx context.Context, r Request) (Reply, error) {
	reply, err := d.answer(ctx, r)
	if err == nil && reply.Finish == study.FinEmpty {
		return Reply{}, &study.Problem{ID: "llm.empty-reply", Args: map[string]any{"id": reply.Entry, "model": cmp.Or(reply.Model, r.Model), "purpose": string(r.Purpose)}}
	}
	return reply, err
}

// answer is Ask, where a reply without a word is a reply.
func (d *Desk) answer(ctx context.Context, r Request) (Reply, error) {
	r, q := d.effective(r)
	hash, err := q.Hash()
	if err != nil {
		return Reply{}, err
	}
	done, err := d.cfg.Gate.alone(ctx, hash)
	if err != nil {
		return Reply{}, err
	}
	defer done()
	kept, found, err := d.cfg.Ledger.Look(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	again := found && d.free(kept)
	if again {
		if err := d.cfg.Ledger.Again(ctx, kept.ID); err != nil {
			return Reply{}, err
		}
	} else if found {
		if reply, done, err := settled(kept); done {
			return reply, errors.Join(err, d.used(ctx, kept, q))
		}
	}
	return d.insist(ctx, call{r, q, again})
}

// free tells whether an entry was left open by a model on this computer, which may be asked again.
func (d *Desk) free(e ledger.Entry) bool {
	return e.State == ledger.Open && d.cfg.Payee.Local && !e.Waits()
}

// used notes that an answer came from the ledger.
func (d *Desk) used(ctx context.Context, e ledger.Entry, by ledger.Request) error {
	if e.State != ledger.Answered {
		return nil
	}
	return d.cfg.Ledger.Used(ctx, e, by)
}

// Estimate is the most that a request is likely to cost; unknown where its model has no price.
func (d *Desk) Estimate(r Request) study.Maybe[ledger.Money] {
	r, _ = d.effective(r)
	return d.cfg.Prices.Estimate(d.cfg.Payee, r, d.cfg.Provider.Capable(r.Model).MaxOutput, d.cfg.Clock.Now())
}

// effective is a request with what is really sent, and the same for the ledger.
func (d *Desk) effective(r Request) (Request, ledger.Request) {
	if r.Model == "" {
		r.Model = d.cfg.Model
	}
	r.Repeat = max(r.Repeat, 1)
	want, other := r.Settings, d.cfg.Defaults
	if !want.Temperature.IsKnown() {
		want.Temperature = other.Temperature
	}
	if !want.Seed.IsKnown() {
		want.Seed = other.Seed
	}
	if want.MaxTokens == 0 {
		want.MaxTokens = other.MaxTokens
	}
	r.Settings = d.cfg.Provider.Settings(r.Model, want)
	return r, ledger.Request{
		Study: r.Study, Test: r.Test, Purpose: string(r.Purpose), Provider: d.cfg.Provider.Name(), Model: r.Model,
		System: r.System, Text: r.Text, Settings: r.Settings, Repeat: r.Repeat,
	}
}

// settled gives what the ledger says of a request that must not be sent, and whether it is one.
func settled(e ledger.Entry) (Reply, bool, error) {
	switch e.State {
	case ledger.Answered:
		return Reply{Reply: e.Reply, FromLedger: true, Entry: e.ID}, true, nil
	case ledger.Open:
		if e.Waits() {
			return Reply{}, true, Waiting(1)
		}
		return Reply{}, true, openProblem(e, nil)
	}
	return Reply{}, false, nil
}

func openProblem(e ledger.Entry, cause error) error {
	return &study.Problem{ID: "ledger.open", Err: cause,
		Args: map[string]any{"id": e.ID, "model": e.Request.Model, "purpose": e.Request.Purpose}}
}

// insist asks until there is a reply, a reason to stop, or no more patience.
func (d *Desk) insist(ctx context.Context, c call) (Reply, error) {
	begun := d.cfg.Clock.Now()
	for tries := 1; ; tries++ {
		reply, refusal, err := d.try(ctx, c)
		if err != nil || refusal == nil {
			return reply, err
		}
		wait, may := Retry(refusal)
		if !may {
			return Reply{}, refusal
		}
		wait += d.jitter(tries)
		if tries >= mostTries || d.cfg.Clock.Now().Add(wait).Sub(begun) > mostTime {
			return Reply{}, &study.Problem{ID: "llm.gave-up", Err: refusal,
				Args: map[string]any{"model": c.Model, "tries": tries, "words": Words(refusal)}}
		}
		if err := d.cfg.Clock.Sleep(ctx, wait); err != nil {
			return Reply{}, err
		}
	}
}

// jitter is a random pause between nothing and a second, doubling with every try up to a minute: many that were
// refused at one moment do not come back at one moment.
func (d *Desk) jitter(tries int) time.Duration {
	ceiling := min(firstPause<<(tries-1), longestPause)
	return time.Duration(d.cfg.Random() * float64(ceiling))
}

// try asks once. A refusal is a clear one of the provider, which is in the ledger and which [Retry] tells more of; err
// is everything else.
func (d *Desk) try(ctx context.Context, r call) (reply Reply, refusal, err error) {
	if err := d.cfg.Gate.enter(ctx); err != nil {
		return Reply{}, nil, err
	}
	defer d.cfg.Gate.leave()
	estimate, known := d.Estimate(r.Request).Get()
	if !known && !d.cfg.AcceptUnknown {
		return Reply{}, nil, &study.Problem{ID: "llm.price-unknown", Args: map[string]any{"model": r.Model}}
	}
	if err := reserveAll(d.cfg.Caps, estimate); err != nil {
		return Reply{}, nil, err
	}
	paid := estimate // what is not known to cost less counts in full, also when this function ends in a panic
	defer func() {
		for _, c := range d.cfg.Caps {
			c.settle(estimate, paid)
		}
	}()
	entry, err := d.cfg.Ledger.Before(ctx, r.q)
	if err != nil || entry.State != ledger.New {
		paid = ledger.Money{}
		if err == nil {
			reply, _, err = settled(entry)
		}
		return reply, nil, err
	}
	reply, refusal, err = d.send(ctx, r, entry)
	if cost, known := reply.Cost.Get(); known {
		paid = cost
	}
	if refusal != nil {
		paid = ledger.Money{}
	}
	return reply, refusal, err
}

// send sends a request whose entry is open, and completes the entry. Once it was sent, a stop does not keep the ledger
// from learning how it ended.
func (d *Desk) send(ctx context.Context, r call, entry ledger.Entry) (Reply, error, error) {
	begun := d.cfg.Clock.Now()
	got, fault := d.cfg.Provider.Ask(ctx, r.Request)
	if fault == nil {
		if got.At.IsZero() {
			got.At = d.cfg.Clock.Now()
		}
		if got.Took == 0 {
			got.Took = d.cfg.Clock.Now().Sub(begun)
		}
		if r.again {
			got.Notes = append(got.Notes, NoteAgain)
		}
		got.Cost, got.PriceLine = d.cfg.Prices.Cost(d.cfg.Payee, r.Request, got)
		d.cfg.Gate.thanked()
		return Reply{Reply: got, Entry: entry.ID}, nil, d.keep(ctx, entry.ID, Outcome{Reply: &got})
	}
	doubt := InDoubt(fault)
	if wait, fast := tooFast(fault); fast {
		d.cfg.Gate.slowed(wait)
	}
	if err := d.keep(ctx, entry.ID, Outcome{Fault: Words(fault), Doubt: doubt}); err != nil {
		return Reply{}, nil, errors.Join(err, fault)
	}
	switch {
	case ctx.Err() != nil:
		return Reply{}, nil, errors.Join(ctx.Err(), onlyIf(doubt, openProblem(entry, fault)))
	case doubt:
		return Reply{}, nil, openProblem(entry, fault)
	}
	return Reply{}, fault, nil
}

// keep completes an entry, and tries a second time where the disk refuses: what was paid would be lost.
func (d *Desk) keep(ctx context.Context, id int64, out Outcome) error {
	return d.twice(ctx, func(ctx context.Context) error { return d.cfg.Ledger.After(ctx, id, out) })
}

// twice writes, also after a stop, and once more where that fails.
func (d *Desk) twice(ctx context.Context, write func(context.Context) error) error {
	ctx = context.WithoutCancel(ctx)
	first := write(ctx)
	if first == nil {
		return nil
	}
	if err := d.cfg.Clock.Sleep(ctx, diskPause); err != nil {
		return errors.Join(first, err)
	}
	return write(ctx)
}

func onlyIf(condition bool, err error) error {
	if condition {
		return err
	}
	return nil
}

// tooFast tells whether the provider said that it is asked too fast, or is overloaded, and how long it wants to wait.
func tooFast(err error) (wait time.Duration, fast bool) {
	var f *Fault
	if !errors.As(err, &f) {
		return 0, false
	}
	return f.Wait, f.Status == http.StatusTooManyRequests || f.Status == statusOverloaded
}

// statusOverloaded is what Anthropic answers when it is overloaded; it has no name in the standard.
const statusOverloaded = 529

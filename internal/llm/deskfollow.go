package llm

import (
	"context"
	"slices"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

const (
	// creation is how long a provider may take until a batch that it made stands in its list.
	creation = 10 * time.Minute
	// apart is how far the clocks of this computer and of a provider may lie apart.
	apart = time.Hour
	// listed is the number of batches from which on a provider's list may not hold all of them.
	listed = 20
)

// BatchNews is what was learned of a batch.
type BatchNews struct {
	Batch    ledger.Batch
	Remote   Batch // at the provider; without an ID where it was not asked
	Answered int   // requests that got their reply now
	Failed   int   // that came back without one, or were never sent; they may be asked again
	Doubtful int   // whose reply came spoilt: a person decides
}

// Follow asks how far a batch is and, where it has ended, completes its requests in the ledger, joined by their keys. It may
// be called at any time and as often as one likes: what was completed stays so.
//
// A batch of which nobody knows whether it was created is looked for at the provider. It is given up only after ten
// minutes and where the provider's list can tell; until then the Problem is llm.batch-in-doubt. A batch that the provider
// does not know any more is lost (llm.batch-unknown): a person decides about each of its requests.
func (d *Desk) Follow(ctx context.Context, b ledger.Batch) (BatchNews, error) {
	house, err := d.house()
	if err != nil || b.State == ledger.BatchDone {
		return BatchNews{Batch: b}, err
	}
	if b.ID == "" {
		news, err := d.find(ctx, b)
		if err != nil || news.Batch.State == ledger.BatchDone {
			return news, err
		}
		b = news.Batch
	}
	news := BatchNews{Batch: b}
	err = d.patiently(ctx, func() (err error) {
		news.Remote, err = house.Batch(ctx, b.ID)
		return err
	})
	if study.HasProblem(err, "llm.batch-unknown") {
		return news, d.turn(ctx, &news, ledger.BatchLost, err)
	}
	if err != nil {
		return news, err
	}
	if news.Remote.State == BatchRunning {
		return news, d.turn(ctx, &news, ledger.BatchRunning, nil)
	}
	return d.collect(ctx, house, news)
}

// turn keeps a state of a batch, and gives the error that led to it.
func (d *Desk) turn(ctx context.Context, news *BatchNews, state ledger.BatchState, cause error) error {
	if news.Batch.State == state {
		return cause
	}
	news.Batch.State = state
	if err := d.keepBatch(ctx, news.Batch); err != nil {
		return err
	}
	return cause
}

// Cancel asks the provider to end a batch. What it has answered by then is paid, and comes with the batch's end. Problem:
// llm.batch-in-doubt, where nobody knows whether there is one.
func (d *Desk) Cancel(ctx context.Context, b ledger.Batch) error {
	house, err := d.house()
	if err != nil {
		return err
	}
	if b.ID == "" {
		news, err := d.find(ctx, b)
		if err != nil || news.Batch.State == ledger.BatchDone {
			return err
		}
		b = news.Batch
	}
	return d.patiently(ctx, func() error { return house.CancelBatch(ctx, b.ID) })
}

// find looks for a batch that may have been created: by its mark, else by number and moment.
func (d *Desk) find(ctx context.Context, b ledger.Batch) (BatchNews, error) {
	news := BatchNews{Batch: b}
	house, err := d.house()
	if err != nil {
		return news, err
	}
	var list []Batch
	err = d.patiently(ctx, func() (err error) {
		list, err = house.Batches(ctx)
		return err
	})
	if err != nil {
		return news, d.inDoubt(err)
	}
	known, err := d.cfg.Batches.Batches(ctx, b.Provider)
	if err != nil {
		return news, err
	}
	fits := slices.DeleteFunc(slices.Clone(list), func(l Batch) bool {
		taken := slices.ContainsFunc(known, func(k ledger.Batch) bool { return k.ID == l.ID })
		return taken || !isThis(l, b, house.KeepsMarks())
	})
	switch {
	case len(fits) == 1:
		news.Batch.ID, news.Batch.State, news.Remote = fits[0].ID, ledger.BatchRunning, fits[0]
		return news, d.keepBatch(ctx, news.Batch)
	case len(fits) > 1 || !tells(list, b) || d.cfg.Clock.Now().Sub(b.Written) < creation:
		return news, d.inDoubt(nil)
	}
	entries, err := d.cfg.Batches.RequestsOf(ctx, b.Mark)
	if err != nil {
		return news, err
	}
	news.Failed, news.Batch.State = len(entries), ledger.BatchDone
	d.costs(entries, nil)
	return news, d.release(ctx, b, entries, "the batch was not created")
}

// isThis tells whether a batch of the provider's list is one of ours.
func isThis(l Batch, b ledger.Batch, marks bool) bool {
	if marks {
		return l.Mark == b.Mark
	}
	return l.Total == b.Requests && l.Created.Sub(b.Written).Abs() < apart
}

// tells says whether a batch that is missing in the list was not made: the list reaches back to its moment.
func tells(list []Batch, b ledger.Batch) bool {
	return len(list) < listed || slices.ContainsFunc(list, func(l Batch) bool { return l.Created.Before(b.Written.Add(-apart)) })
}

func (d *Desk) inDoubt(cause error) error {
	return &study.Problem{ID: "llm.batch-in-doubt", Err: cause,
		Args: map[string]any{"provider": d.cfg.Provider.Name(), "minutes": int(creation.Minutes())}}
}

// collect completes the requests of a batch that has ended.
func (d *Desk) collect(ctx context.Context, house BatchProvider, news BatchNews) (BatchNews, error) {
	entries, err := d.cfg.Batches.RequestsOf(ctx, news.Batch.Mark)
	if err != nil {
		return news, err
	}
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.Key
	}
	var results BatchResults
	err = d.patiently(ctx, func() (err error) {
		results, err = house.Results(ctx, news.Batch.ID, keys)
		return err
	})
	if err != nil {
		return news, err
	}
	if len(keys) > 0 && len(results.By) == 0 && len(results.Foreign) >= news.Batch.Requests {
		news.Batch.ID = "" // found by moment and number, and it is another's
		if err := d.turn(ctx, &news, ledger.BatchPrepared, nil); err != nil {
			return news, err
		}
		return news, d.inDoubt(nil)
	}
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return news, err // what is fetched can be fetched again
		}
		out := d.outcome(e, results, news.Remote)
		if err := d.keep(ctx, e.ID, out); err != nil {
			return news, err
		}
		d.costs([]ledger.Entry{e}, &out)
		switch {
		case out.Reply != nil:
			news.Answered++
		case out.Doubt:
			news.Doubtful++
		default:
			news.Failed++
		}
	}
	return news, d.turn(ctx, &news, ledger.BatchDone, nil)
}

// outcome is what became of a request in a batch.
func (d *Desk) outcome(e ledger.Entry, results BatchResults, remote Batch) Outcome {
	line, have := results.By[e.Key]
	switch {
	case !have && remote.Reason != "":
		return Outcome{Fault: remote.Reason}
	case !have:
		return Outcome{Fault: "the results of the batch have no line of this request"}
	case line.Err != nil:
		return Outcome{Fault: Words(line.Err), Doubt: InDoubt(line.Err)}
	}
	reply := line.Reply
	if reply.At.IsZero() {
		reply.At = d.cfg.Clock.Now()
	}
	reply.Cost, reply.PriceLine = d.cfg.Prices.Cost(d.cfg.Payee, requestOf(e), reply)
	return Outcome{Reply: &reply}
}

// costs puts what requests of a batch cost in the place of their estimates, on every account; nil: they were never sent.
func (d *Desk) costs(entries []ledger.Entry, out *Outcome) {
	for _, e := range entries {
		var cost ledger.Money
		if out != nil && (out.Reply != nil || out.Doubt) {
			var known bool
			if out.Reply != nil {
				cost, known = out.Reply.Cost.Get()
			}
			if !known {
				continue // it may have cost as much
			}
		}
		thought := d.estimateBatch(requestOf(e), e.Sent).Or(ledger.Money{})
		for _, c := range d.cfg.Caps {
			c.correct(thought, cost)
		}
	}
}

package conduct

import (
	"context"
	"errors"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Again implements [llm.Ledger].
func (l requests) Again(ctx context.Context, id int64) error { return l.c.retry(ctx, id) }

// Used implements [llm.Ledger]. The test that has paid needs no note of it.
func (l requests) Used(ctx context.Context, e ledger.Entry, by ledger.Request) error {
	if by.Test == "" || by.Study == e.Request.Study && by.Test == e.Request.Test {
		return nil
	}
	known, err := l.c.db.UsesRequest(ctx, e.ID, by)
	if err != nil || known {
		return err
	}
	return l.c.db.Write(ctx, by.Study, func(tx *sqlite.Tx) error {
		if err := tx.UseRequest(ctx, e.ID, by); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.Asked, by.Test, map[string]any{"request": e.ID, "hash": e.Hash, "purpose": by.Purpose, "state": "reused"})
	})
}

// Prepare implements [llm.BatchLedger].
func (l requests) Prepare(ctx context.Context, list []ledger.Request, mark func([]ledger.Entry) string) (b ledger.Batch, sent []ledger.Entry, err error) {
	of := list[0]
	err = l.c.db.Write(ctx, of.Study, func(tx *sqlite.Tx) error {
		sent = nil
		for _, r := range list {
			e, err := tx.SendRequest(ctx, r)
			if err != nil {
				return err
			}
			if e.State == ledger.New {
				e.Key = e.BatchKey()
				sent = append(sent, e)
			}
		}
		if len(sent) == 0 {
			return nil
		}
		b = ledger.Batch{Mark: mark(sent), Study: of.Study, Test: of.Test, Provider: of.Provider, Model: of.Model}
		if err := tx.PrepareBatch(ctx, b, sent); err != nil {
			return err
		}
		for i := range sent {
			sent[i].Batch = b.Mark
			if err := noteRequest(ctx, tx, sent[i], ledger.Open); err != nil {
				return err
			}
		}
		b, err = tx.Batch(ctx, b.Mark)
		return err
	})
	return b, sent, err
}

// KeepBatch implements [llm.BatchLedger].
func (l requests) KeepBatch(ctx context.Context, b ledger.Batch) error {
	kept, err := l.c.db.Batch(ctx, b.Mark)
	if err != nil {
		return err
	}
	return l.c.db.Write(ctx, kept.Study, func(tx *sqlite.Tx) error {
		if err := tx.KeepBatch(ctx, b); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.Asked, kept.Test, map[string]any{"batch": b.Mark, "batch_id": b.ID, "provider": b.Provider,
			"model": b.Model, "requests": b.Requests, "state": b.State})
	})
}

// Batch implements [llm.BatchLedger].
func (l requests) Batch(ctx context.Context, mark string) (ledger.Batch, error) {
	return l.c.db.Batch(ctx, mark)
}

// Batches implements [llm.BatchLedger].
func (l requests) Batches(ctx context.Context, provider string) ([]ledger.Batch, error) {
	return l.c.db.Batches(ctx, provider)
}

// RequestsOf implements [llm.BatchLedger].
func (l requests) RequestsOf(ctx context.Context, mark string) ([]ledger.Entry, error) {
	return l.c.db.RequestsOfBatch(ctx, mark)
}

// Batches lists the batches of all providers in the order in which they were created.
func (c *Conduct) Batches(ctx context.Context) ([]ledger.Batch, error) { return c.db.Batches(ctx, "") }

// FetchBatch asks how far a batch is, by the provider's ID or by our mark, and takes in what it has brought. Problems:
// batch.not-found, and those of [llm.Desk.Follow].
func (c *Conduct) FetchBatch(ctx context.Context, id string) (llm.BatchNews, error) {
	b, desk, err := c.batch(ctx, id)
	if err != nil {
		return llm.BatchNews{}, err
	}
	return desk.Follow(ctx, b)
}

// CancelBatch asks the provider to end a batch. What was answered by then is paid and comes with [Conduct.FetchBatch].
// Problems: batch.not-found, batch.done (Args: id), llm.batch-in-doubt.
func (c *Conduct) CancelBatch(ctx context.Context, id string) error {
	b, desk, err := c.batch(ctx, id)
	if err != nil {
		return err
	}
	if b.State == ledger.BatchDone {
		return &study.Problem{ID: "batch.done", Args: map[string]any{"id": id}}
	}
	return desk.Cancel(ctx, b)
}

// batch finds a batch and who has it.
func (c *Conduct) batch(ctx context.Context, id string) (ledger.Batch, *llm.Desk, error) {
	b, err := c.db.Batch(ctx, id)
	if err != nil {
		return b, nil, err
	}
	desk, err := c.desk(ctx, Ref{Study: b.Study, Test: b.Test}, b.Provider, Terms{})
	return b, desk, err
}

// batcher puts requests into batches; a desk is one.
type batcher interface {
	InBatches(ctx context.Context, requests []llm.Request) (llm.BatchProgress, error)
}

// inBatches has requests answered in batches before a run asks for them one by one. Where the batches are not ready, or
// something in them failed, the error is [ErrWaiting] with the Problem that says so: the same order, given later, goes on.
func inBatches(ctx context.Context, asker any, requests []llm.Request) error {
	desk, ok := asker.(batcher)
	if !ok || len(requests) == 0 {
		return nil
	}
	_, err := desk.InBatches(ctx, requests)
	if err != nil && !llm.Stops(err) && ctx.Err() == nil && batchWaits(err) {
		return errors.Join(ErrWaiting, err)
	}
	return err
}

// batchWaits tells problems after which the same order, given later, goes on.
func batchWaits(err error) bool {
	for _, p := range study.Problems(err) {
		switch {
		case p.ID == "llm.batch-waiting", p.ID == "llm.batch-failed", p.ID == "llm.batch-in-doubt", endsAll(p.ID):
			return true
		}
	}
	return false
}

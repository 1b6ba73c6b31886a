package sqlite

import (
	"context"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// PrepareBatch keeps a batch before it is created, with its requests, which are open.
func (tx *Tx) PrepareBatch(ctx context.Context, b ledger.Batch, entries []ledger.Entry) error {
	if err := tx.own(b.Study); err != nil {
		return err
	}
	err := tx.change(ctx, `INSERT INTO request_batch (mark, study, test, provider, model, id, state, requests, written)
		VALUES (?, ?, ?, ?, ?, '', 'prepared', ?, ?)`, b.Mark, b.Study, b.Test, b.Provider, b.Model, len(entries), when(tx.now))
	if err != nil {
		return err
	}
	for _, e := range entries {
		err := tx.changeOne(ctx, requestNotFound(e.ID), `UPDATE request SET batch = ?2, batch_key = ?3 WHERE id = ?1 AND state = 'open'`,
			e.ID, b.Mark, e.Key)
		if err != nil {
			return err
		}
	}
	return nil
}

// KeepBatch keeps the ID and the state of a batch. Problem: batch.not-found.
func (tx *Tx) KeepBatch(ctx context.Context, b ledger.Batch) error {
	return tx.changeOne(ctx, batchNotFound(b.Mark), `UPDATE request_batch SET id = ?2, state = ?3 WHERE mark = ?1`, b.Mark, b.ID, string(b.State))
}

const selectBatch = `SELECT mark, id, study, test, provider, model, state, requests, written,
	(SELECT count(*) FROM request WHERE request.batch = request_batch.mark AND request.state = 'open') FROM request_batch`

func scanBatch(row scanner) (b ledger.Batch, err error) {
	err = row.Scan(&b.Mark, &b.ID, &b.Study, &b.Test, &b.Provider, &b.Model, &b.State, &b.Requests, moment{&b.Written}, &b.Waiting)
	return b, err
}

// Batch gives a batch by its mark, or by the ID that the provider gave it. Problem: batch.not-found (Args: id).
func (r Reader) Batch(ctx context.Context, id string) (ledger.Batch, error) {
	return one(ctx, r, batchNotFound(id), scanBatch, selectBatch+` WHERE ?1 IN (mark, nullif(id, ''))`, id)
}

// Batches lists the batches of a provider, or all, in the order in which they were written.
func (r Reader) Batches(ctx context.Context, provider string) ([]ledger.Batch, error) {
	return all(ctx, r, scanBatch, selectBatch+` WHERE ?1 IN ('', provider) ORDER BY written, mark`, provider)
}

// RequestsOfBatch gives the requests of a batch that have no end yet, whole.
func (r Reader) RequestsOfBatch(ctx context.Context, mark string) ([]ledger.Entry, error) {
	return all(ctx, r, scanRequest, `SELECT `+requestColumns+` FROM request WHERE batch = ? AND state = 'open' ORDER BY id`, mark)
}

// UseRequest keeps that a test used the reply of an entry that another one had paid for.
func (tx *Tx) UseRequest(ctx context.Context, id int64, r ledger.Request) error {
	if err := tx.own(r.Study); err != nil {
		return err
	}
	return tx.change(ctx, `INSERT INTO request_use (request, study, test, purpose, time) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		id, r.Study, r.Test, r.Purpose, when(tx.now))
}

// UsesRequest tells whether a test is known to have used an entry for a purpose.
func (r Reader) UsesRequest(ctx context.Context, id int64, q ledger.Request) (bool, error) {
	n, err := one(ctx, r, nil, scalar[int], `SELECT count(*) FROM request_use WHERE request = ? AND study = ? AND test = ? AND purpose = ?`,
		id, q.Study, q.Test, q.Purpose)
	return n > 0, err
}

// UsedRequests lists the entries of other tests that a test used, or those that all tests of a study used, without their
// texts: under the test and purpose of their use, and at no cost, since they were paid once.
func (r Reader) UsedRequests(ctx context.Context, ref Ref) ([]ledger.Entry, error) {
	type use struct{ test, purpose string }
	var uses []use
	list, err := all(ctx, r, func(row scanner) (e ledger.Entry, err error) {
		var u use
		e, err = scanRequest(scannerFunc(func(into ...any) error { return row.Scan(append(into, &u.test, &u.purpose)...) }))
		uses = append(uses, u)
		return e, err
	}, `SELECT `+requestFigures+`, by_test, by_purpose FROM request
		JOIN (SELECT request, study AS by_study, test AS by_test, purpose AS by_purpose FROM request_use) ON request = id
		WHERE by_study = ?1 AND ?2 IN ('', by_test) ORDER BY id, by_test, by_purpose`, ref.Study, ref.Test)
	for i := range list {
		e := &list[i]
		e.Request.Study, e.Request.Test, e.Request.Purpose, e.Reused = ref.Study, uses[i].test, uses[i].purpose, true
		e.Reply.Cost = study.Known(ledger.Money{})
	}
	return list, err
}

// scannerFunc reads a row with a function.
type scannerFunc func(into ...any) error

// Scan implements scanner.
func (f scannerFunc) Scan(into ...any) error { return f(into...) }

func batchNotFound(id string) *study.Problem { return problem("batch.not-found", "id", id) }

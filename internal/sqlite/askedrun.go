package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"iucomstudien/internal/study"
)

// AskedRun is one run of a model for a test. What it has found is kept before the model is asked for the answer, so that
// a run that was stopped goes on with the same request.
type AskedRun struct {
	Series    string // SHA-256, hexadecimal, over what the runs of one question with the same settings have in common
	Number    int    // 1-based
	Condition study.Condition
	Done      bool
	Setup     json.RawMessage // provider, model, settings
	Record    json.RawMessage // what was searched, found and left out; nil: nothing yet
	Answer    string          // ID of the answer, or of what was set aside in its place; "" while not done
	Begun     time.Time       // zero: the moment of writing
}

// States of a row.
const (
	runBegun = "begun"
	runDone  = "done"
)

// SaveRun keeps a run in place of what was kept of it.
func (tx *Tx) SaveRun(ctx context.Context, ref Ref, run AskedRun) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	if run.Done != (run.Answer != "") {
		return fmt.Errorf("run %d of %s: done is %t, answer %q", run.Number, ref, run.Done, run.Answer)
	}
	if run.Begun.IsZero() {
		run.Begun = tx.now
	}
	state := runBegun
	if run.Done {
		state = runDone
	}
	return tx.change(ctx, `
		INSERT INTO asked_run (study, test, series, number, condition, state, setup, record, answer, begun) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (study, test, series, number) DO UPDATE SET (state, record, answer) = (excluded.state, excluded.record, excluded.answer)`,
		ref.Study, ref.Test, run.Series, run.Number, string(run.Condition), state, rawText(run.Setup), rawText(run.Record), run.Answer, when(run.Begun))
}

// Runs lists the runs of a test by series and number; with series "" of all series.
func (r Reader) Runs(ctx context.Context, ref Ref, series string) ([]AskedRun, error) {
	return all(ctx, r, func(row scanner) (run AskedRun, err error) {
		var state string
		err = row.Scan(&run.Series, &run.Number, &run.Condition, &state, raw{&run.Setup}, raw{&run.Record}, &run.Answer, moment{&run.Begun})
		run.Done = state == runDone
		return run, err
	}, `SELECT series, number, condition, state, setup, record, answer, begun
		FROM asked_run WHERE study = ?1 AND test = ?2 AND (?3 = '' OR series = ?3) ORDER BY begun, series, number`, ref.Study, ref.Test, series)
}

// CountAligned tells how many blinded answers of a test have their spelling and style aligned.
func (r Reader) CountAligned(ctx context.Context, ref Ref) (int, error) {
	return one(ctx, r, nil, scalar[int],
		`SELECT count(*) FROM blinded WHERE study = ? AND test = ? AND aligned IS NOT NULL`, ref.Study, ref.Test)
}

// SetAligned keeps the text of a blinded answer with its spelling and style aligned; "" takes that back. It goes with the
// blinding. Problems: test.not-found, test.already-blinded, test.already-unblinded, answer.not-found.
func (tx *Tx) SetAligned(ctx context.Context, ref Ref, code study.Code, text string) error {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return err
	}
	return tx.changeOne(ctx, answerNotFound(string(code)),
		`UPDATE blinded SET aligned = ? WHERE study = ? AND test = ? AND code = ?`, nullable(text), ref.Study, ref.Test, string(code))
}

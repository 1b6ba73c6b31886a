package sqlite

import (
	"context"
	"encoding/json"
	"time"
)

// Found is what a run of the Reporter answered and found for a case, as the archive keeps it. It stays when the study
// is deleted; it holds no answer of a person.
type Found struct {
	ID          int64 // not given when writing
	Case        string
	Study, Test string // in which it was asked
	Run         int
	Time        time.Time // zero: the moment of writing
	Gold        bool      // the gold standard was among the sources: no measurement
	Data        json.RawMessage
}

// AddFound puts what the Reporter found into the archive. Problem: case.not-found.
func (tx *Tx) AddFound(ctx context.Context, f Found) error {
	if f.Time.IsZero() {
		f.Time = tx.now
	}
	err := tx.change(ctx, `INSERT INTO archive_found (archive_case, study, test, run, time, gold, found) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		f.Case, f.Study, f.Test, f.Run, when(f.Time), f.Gold, rawText(f.Data))
	if missing(err) {
		return caseNotFound(f.Case)
	}
	return err
}

// Found lists what the Reporter found for a case, in the order of time; with case "" for all cases.
func (r Reader) Found(ctx context.Context, kase string) ([]Found, error) {
	return all(ctx, r, func(row scanner) (f Found, err error) {
		err = row.Scan(&f.ID, &f.Case, &f.Study, &f.Test, &f.Run, moment{&f.Time}, &f.Gold, raw{&f.Data})
		return f, err
	}, `SELECT id, archive_case, study, test, run, time, gold, found FROM archive_found WHERE ?1 = '' OR archive_case = ?1 ORDER BY id`, kase)
}

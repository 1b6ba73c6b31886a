package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Archive stands in the place of a study's ID where something is written that belongs to no study: a case, or the
// note that a study was deleted. The archive has a log of its own.
const Archive = ""

// Tx is a transaction that writes into one study. Whoever has it reads through it too, and sees what it wrote.
type Tx struct {
	Reader

	tx      *sql.Tx
	study   string
	now     time.Time
	changed bool // something was written that the log must tell of
	noted   bool
	purge   bool // something was withdrawn or deleted
}

// Write runs do in one transaction on a study (or the [Archive]) and keeps all of it or nothing. A change must be told
// to the study log with [Tx.Note] in the same transaction; one that is not is refused.
//
//	err := db.Write(ctx, "DEMO-01", func(tx *sqlite.Tx) error {
//		answers, err := tx.AddAnswers(ctx, ref, incoming)
//		if err != nil {
//			return err
//		}
//		return tx.Note(ctx, studylog.AnswersImported, ref.Test, facts(answers))
//	})
//
// Inside do, read through tx and call no other Write, which would wait for this one. The Problem store.not-purged says
// that everything was done, but that traces of what was deleted will go only when the program starts again.
func (db *DB) Write(ctx context.Context, studyID string, do func(tx *Tx) error) error {
	purge, err := db.write(ctx, studyID, do)
	if err != nil {
		return db.explain("writing", err)
	}
	if purge {
		// What was withdrawn is gone for good even if the person has stopped waiting.
		if err := db.finishPurge(context.WithoutCancel(ctx)); err != nil {
			return problemAt("store.not-purged", db.path, err)
		}
	}
	return nil
}

func (db *DB) write(ctx context.Context, studyID string, do func(tx *Tx) error) (purge bool, err error) {
	t, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() {
		if rollback := t.Rollback(); !errors.Is(rollback, sql.ErrTxDone) {
			err = errors.Join(err, rollback)
		}
	}()
	tx := &Tx{Reader: Reader{t, db}, tx: t, study: studyID, now: db.now()}
	if err := do(tx); err != nil {
		return false, err
	}
	if tx.changed && !tx.noted {
		return false, fmt.Errorf("study %q was changed without a log entry", studyID)
	}
	if tx.purge {
		if err := tx.exec(ctx, `INSERT INTO purge (id, since) VALUES (1, ?) ON CONFLICT DO NOTHING`, when(tx.now)); err != nil {
			return false, err
		}
	}
	return tx.purge, t.Commit()
}

// exec runs one statement.
func (tx *Tx) exec(ctx context.Context, statement string, args ...any) error {
	_, err := tx.tx.ExecContext(ctx, statement, args...)
	return err
}

// change runs one statement that changes the study and so asks for a note.
func (tx *Tx) change(ctx context.Context, statement string, args ...any) error {
	tx.changed = true
	return tx.exec(ctx, statement, args...)
}

// changeOne is change for a statement that must concern one row; absent is what it means when there is none.
func (tx *Tx) changeOne(ctx context.Context, absent error, statement string, args ...any) error {
	tx.changed = true
	result, err := tx.tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return absent
	}
	return err
}

// own keeps a transaction inside its study, whose log tells of it.
func (tx *Tx) own(studyID string) error {
	if studyID != tx.study {
		return fmt.Errorf("writing into study %q in a transaction of study %q", studyID, tx.study)
	}
	return nil
}

// Note adds an entry to the study log. Data is anything that marshals to a JSON object, or nil; it holds no text of an
// answer and no name of a person.
func (tx *Tx) Note(ctx context.Context, kind studylog.Kind, test string, data any) error {
	last, err := one(ctx, tx.Reader, nil, scanEntry,
		`SELECT seq, time, kind, test, data, prev, hash FROM log WHERE study IS ? ORDER BY seq DESC LIMIT 1`, nullable(tx.study))
	if err != nil {
		return err
	}
	var prev *studylog.Entry
	if last.Seq > 0 {
		prev = &last
	}
	e, err := studylog.Next(tx.study, prev, tx.now, kind, test, data)
	if err != nil {
		return err
	}
	tx.noted = true
	err = tx.exec(ctx, `INSERT INTO log (study, seq, time, kind, test, data, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		nullable(tx.study), e.Seq, when(e.Time), string(e.Kind), e.Test, string(e.Data), e.Prev, e.Hash)
	if missing(err) {
		return studyNotFound(tx.study)
	}
	return err
}

// Log is the study log, or that of the [Archive], from its first entry on. It is given as it stands; studylog.Check
// tells whether it is whole.
func (r Reader) Log(ctx context.Context, studyID string) ([]studylog.Entry, error) {
	return all(ctx, r, scanEntry,
		`SELECT seq, time, kind, test, data, prev, hash FROM log WHERE study IS ? ORDER BY seq`, nullable(studyID))
}

func scanEntry(row scanner) (e studylog.Entry, err error) {
	var at, data string
	if err := row.Scan(&e.Seq, &at, &e.Kind, &e.Test, &data, &e.Prev, &e.Hash); err != nil {
		return studylog.Entry{}, err
	}
	e.Data = json.RawMessage(data)
	e.Time, err = time.Parse(time.RFC3339Nano, at)
	return e, err
}

// SetPreference keeps a setting of the program; an empty value removes it. Settings belong to no study and to no log.
func (db *DB) SetPreference(ctx context.Context, key, value string) error {
	statement := `INSERT INTO preference (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2`
	if value == "" {
		statement = `DELETE FROM preference WHERE key = ?1 AND ?2 = ''`
	}
	_, err := db.writer.ExecContext(ctx, statement, key, value)
	return db.explain("keeping the setting "+key, err)
}

// Preference gives a setting, "" when it was never made.
func (r Reader) Preference(ctx context.Context, key string) (string, error) {
	return one(ctx, r, nil, scalar[string], `SELECT value FROM preference WHERE key = ?`, key)
}

func studyNotFound(id string) *study.Problem { return problem("study.not-found", "study", id) }

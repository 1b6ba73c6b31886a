package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Options are what a database needs from outside.
type Options struct {
	Now func() time.Time // clock for log entries and the dates of backups; nil: the system's
}

// DB is an open database. It is safe for use by several goroutines; a [DB.Write] waits for the one before.
type DB struct {
	Reader // of what is committed

	path    string
	now     func() time.Time
	lock    *flock.Flock
	writer  *sql.DB // one connection
	readers *sql.DB
	close   func() error
}

// Ref names a test.
type Ref struct{ Study, Test string }

// String is for developers and the log.
func (r Ref) String() string { return r.Study + "/" + r.Test }

// Path is the database file.
func (db *DB) Path() string { return db.path }

// Close ends all connections, empties the write-ahead log and lets other programs in. A second call does nothing.
func (db *DB) Close() error { return db.close() }

func (db *DB) closeOnce() func() error {
	return sync.OnceValue(func() error {
		var errs []error
		if db.readers != nil {
			errs = append(errs, db.readers.Close())
		}
		if db.writer != nil {
			errs = append(errs, db.writer.Close())
		}
		if err := errors.Join(append(errs, db.lock.Unlock())...); err != nil {
			return fmt.Errorf("closing the database: %w", err)
		}
		return nil
	})
}

// querier is a connection pool or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Reader reads. On a [DB] it sees what is committed, on a [Tx] also what the transaction itself has written.
type Reader struct {
	q  querier
	db *DB // explains faults
}

// View reads several things as they stood at one moment, while others go on writing.
func (db *DB) View(ctx context.Context, do func(r Reader) error) (err error) {
	t, err := db.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return db.explain("reading", err)
	}
	defer func() {
		if rollback := t.Rollback(); !errors.Is(rollback, sql.ErrTxDone) {
			err = errors.Join(err, rollback)
		}
	}()
	return do(Reader{t, db})
}

// scanner is a row, whether it came alone or with others.
type scanner interface{ Scan(into ...any) error }

// all reads every row of a query.
func all[T any](ctx context.Context, r Reader, scan func(scanner) (T, error), query string, args ...any) (list []T, err error) {
	defer func() { err = r.db.explain("reading", err) }()
	rows, err := r.q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// one reads a single row; absent is what its absence means.
func one[T any](ctx context.Context, r Reader, absent error, scan func(scanner) (T, error), query string, args ...any) (T, error) {
	v, err := scan(r.q.QueryRowContext(ctx, query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return v, absent
	}
	return v, r.db.explain("reading", err)
}

// scalar reads a single value.
func scalar[T any](row scanner) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

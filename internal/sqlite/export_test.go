package sqlite

import (
	"context"
	"database/sql"
	"io/fs"
)

// OpenWith is Open with other migrations, as a later version of the program has them.
func OpenWith(ctx context.Context, path string, opts Options, steps fs.FS) (*DB, error) {
	return open(ctx, path, opts, steps)
}

// Migrations are the program's own.
func Migrations() (fs.FS, error) { return fs.Sub(migrations, "migration") }

// Exec runs a statement past all rules, as a person with a database tool does.
func (db *DB) Exec(ctx context.Context, statement string, args ...any) error {
	_, err := db.writer.ExecContext(ctx, statement, args...)
	return err
}

// Count gives a number past all rules.
func (db *DB) Count(ctx context.Context, query string) (int, error) {
	return one(ctx, Reader{db.writer, db}, nil, scalar[int], query)
}

// Read begins to read and ends with the function given back.
func (db *DB) Read(ctx context.Context) (end func() error, err error) {
	tx, err := db.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	if _, err := (Reader{tx, db}).Studies(ctx); err != nil {
		return nil, err
	}
	return tx.Rollback, nil
}

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// backupDir is the folder of the dated copies, beside the database.
func backupDir(path string) string { return filepath.Join(filepath.Dir(path), "backups") }

// backup writes a copy of the whole database, named after the moment and the version of its schema. VACUUM INTO gives
// one consistent file, where a copy of the file alone would miss what still stands in the write-ahead log.
func (db *DB) backup(ctx context.Context, version int64) error {
	dir := backupDir(db.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return accessible(dir, err)
	}
	name := fmt.Sprintf("studies-%s-v%d.db", db.now().UTC().Format(copyTime), version)
	final := filepath.Join(dir, name)
	temp := final + ".tmp"
	// A file that is there before keeps the copy closed to others from its first byte on.
	if err := os.WriteFile(temp, nil, 0o600); err != nil {
		return accessible(temp, err)
	}
	if _, err := db.writer.ExecContext(ctx, `VACUUM INTO ?`, temp); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	if err := syncFile(temp); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return os.Rename(temp, final)
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Backups lists the paths of the dated copies, oldest first.
func (db *DB) Backups() ([]string, error) {
	return filepath.Glob(filepath.Join(backupDir(db.path), "studies-*.db"))
}

// finishPurge takes the last traces of what was withdrawn or deleted off the disk, if there are any: it rewrites the
// file without its free places, empties the write-ahead log and removes the dated copies, in which the text would live
// on. It can be repeated at any time, and is when the database is opened after a purge that did not end.
func (db *DB) finishPurge(ctx context.Context) error {
	pending, err := one(ctx, Reader{db.writer, db}, nil, scalar[int], `SELECT count(*) FROM purge`)
	if err != nil || pending == 0 {
		return err
	}
	copies, err := filepath.Glob(filepath.Join(backupDir(db.path), "studies-*"))
	if err != nil {
		return err
	}
	for _, c := range copies {
		if err := os.Remove(c); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if _, err := db.writer.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	if err := db.emptyWAL(ctx); err != nil {
		return err
	}
	_, err = db.writer.ExecContext(ctx, `DELETE FROM purge`)
	return err
}

// emptyWAL moves all that stands in the write-ahead log into the file. It cannot while somebody still reads an older
// state.
func (db *DB) emptyWAL(ctx context.Context) error {
	var busy, frames, moved int
	err := db.writer.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
	if err == nil && busy != 0 {
		return errors.New("the write-ahead log is still being read")
	}
	return err
}

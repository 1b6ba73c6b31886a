package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// copyTime is how the moment of a copy stands in its name, in UTC.
const copyTime = "20060102T150405Z"

// besideFiles are what SQLite keeps beside a file that was not closed in order; they belong to it under its name.
var besideFiles = []string{"", "-wal", "-shm"}

// Copy is a dated copy of the database.
type Copy struct {
	Name  string // of the file in the folder of the copies
	Time  time.Time
	Bytes int64
	Aside bool // it was the database until a copy was put in its place
}

// CopiesFolder is the folder of the dated copies of the database at path.
func CopiesFolder(path string) string { return backupDir(path) }

// Copies lists the dated copies of the database at path, the newest first. It needs no open database.
func Copies(path string) ([]Copy, error) {
	entries, err := os.ReadDir(backupDir(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, accessible(backupDir(path), err)
	}
	var list []Copy
	for _, e := range entries {
		parts := strings.SplitN(strings.TrimSuffix(e.Name(), ".db"), "-", 3)
		if len(parts) != 3 || parts[0] != "studies" || filepath.Ext(e.Name()) != ".db" || !e.Type().IsRegular() {
			continue
		}
		at, err := time.Parse(copyTime, parts[1])
		if err != nil {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue // removed meanwhile
		}
		list = append(list, Copy{Name: e.Name(), Time: at, Bytes: info.Size(), Aside: parts[2] == aside})
	}
	slices.SortStableFunc(list, func(a, b Copy) int { return b.Time.Compare(a.Time) })
	return list, nil
}

// aside marks, in the name of a copy, what was the database until a copy took its place.
const aside = "before"

// Backup makes a dated copy of the whole database now. Problems: store.disk-full, store.no-access.
func (db *DB) Backup(ctx context.Context) (Copy, error) {
	version, err := one(ctx, db.Reader, nil, scalar[int64], `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`)
	if err != nil {
		return Copy{}, err
	}
	if err := db.backup(ctx, version); err != nil {
		return Copy{}, db.explain("copying the database", err)
	}
	list, err := Copies(db.path)
	if err != nil || len(list) == 0 {
		return Copy{}, errors.Join(err, errors.New("the copy is not there"))
	}
	return list[0], nil
}

// KeepCopies removes the oldest copies until at most so many are left, at least the newest.
func (db *DB) KeepCopies(most int) error {
	list, err := Copies(db.path)
	if err != nil {
		return err
	}
	for _, c := range list[min(len(list), max(1, most)):] {
		for _, end := range besideFiles {
			path := filepath.Join(backupDir(db.path), c.Name+end)
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return accessible(path, err)
			}
		}
	}
	return nil
}

// Restore puts a dated copy in the place of the database at path, which must not be open. What stood there becomes a
// dated copy itself. The copy is looked at first and opened once in its new place; where that fails, what stood there
// comes back.
//
// Problems: store.in-use, store.damaged, store.foreign, store.newer (the copy), store.no-copy (Args: name),
// store.disk-full, store.no-access.
func Restore(ctx context.Context, path, name string, opts Options) (err error) {
	steps, err := fs.Sub(migrations, "migration")
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	db := &DB{path: path, now: opts.Now}
	if db.now == nil {
		db.now = time.Now
	}
	if err := db.takeLock(); err != nil {
		return err
	}
	db.close = db.closeOnce()
	fresh, err := db.takeOut(ctx, name, steps)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	former := filepath.Join(backupDir(path), fmt.Sprintf("studies-%s-%s.db", db.now().UTC().Format(copyTime), aside))
	if err := moveFile(path, former); err != nil {
		return errors.Join(accessible(path, err), os.Remove(fresh), db.Close())
	}
	if err = os.Rename(fresh, path); err == nil {
		err = db.prepare(ctx, steps)
	}
	if err == nil {
		return db.Close()
	}
	err = errors.Join(db.explain("opening the copy", err), db.Close(), removeFile(fresh), removeFile(path))
	return errors.Join(err, moveFile(former, path))
}

// takeOut looks at a copy and writes what is in it to a file beside the database.
func (db *DB) takeOut(ctx context.Context, name string, steps fs.FS) (fresh string, err error) {
	list, err := Copies(db.path)
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(list, func(c Copy) bool { return c.Name == name }) {
		return "", problem("store.no-copy", "name", name)
	}
	from := &DB{path: filepath.Join(backupDir(db.path), name), now: db.now}
	known, err := versions(steps)
	if err != nil {
		return "", err
	}
	applied, err := from.inspect(ctx, known)
	if err != nil {
		return "", from.explain("looking at the copy", err)
	}
	if len(applied) == 0 {
		return "", problemAt("store.damaged", from.path, errors.New("the copy is empty"))
	}
	fresh = db.path + ".fresh"
	if err := errors.Join(removeFile(fresh), os.WriteFile(fresh, nil, 0o600)); err != nil {
		return "", accessible(fresh, err)
	}
	if err := from.writeOut(ctx, fresh); err != nil {
		return "", errors.Join(db.explain("copying the copy", err), os.Remove(fresh))
	}
	return fresh, nil
}

// writeOut writes all that a file holds, its write-ahead log too, to another.
func (db *DB) writeOut(ctx context.Context, to string) (err error) {
	pool, err := connect(db.path, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if _, err := pool.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return err
	}
	return syncFile(to)
}

// moveFile renames a database with what stands beside it. What is not there is passed over.
func moveFile(from, to string) error {
	for _, end := range besideFiles {
		if err := os.Rename(from+end, to+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeFile removes a database with what stands beside it. What is not there is passed over.
func removeFile(path string) error {
	var failed error
	for _, end := range besideFiles {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

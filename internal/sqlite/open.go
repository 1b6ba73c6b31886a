package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

//go:embed migration/*.sql
var migrations embed.FS

// applicationID marks a database file as ours ("IUCS").
const applicationID = 0x49554353

// readerConnections is how many may read at once: the window, a report and a check.
const readerConnections = 4

// Open opens the database at path and makes it, with its folder, when it is not there. What it finds is looked at
// before anything is changed; a newer, foreign or damaged file stays as it is, byte for byte.
//
// Problems: store.in-use (another program has it open), store.newer (Args: version, known), store.foreign (a
// database of another program), store.damaged (Args: backups, the folder of the dated copies), store.disk-full,
// store.no-access.
func Open(ctx context.Context, path string, opts Options) (*DB, error) {
	steps, err := fs.Sub(migrations, "migration")
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return open(ctx, path, opts, steps)
}

// open is Open with other migrations.
func open(ctx context.Context, path string, opts Options, steps fs.FS) (*DB, error) {
	db := &DB{path: path, now: opts.Now}
	if db.now == nil {
		db.now = time.Now
	}
	if err := db.takeLock(); err != nil {
		return nil, err
	}
	db.close = db.closeOnce()
	if err := db.prepare(ctx, steps); err != nil {
		return nil, errors.Join(db.explain("opening the database", err), db.Close())
	}
	return db, nil
}

// takeLock keeps other programs out for as long as the database is open.
func (db *DB) takeLock() error {
	dir := filepath.Dir(db.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return problemAt("store.no-access", db.path, err)
	}
	db.lock = flock.New(db.path+".lock", flock.SetPermissions(0o600))
	locked, err := db.lock.TryLock()
	switch {
	case err != nil:
		return problemAt("store.no-access", db.path, err)
	case !locked:
		return problemAt("store.in-use", db.path, nil)
	}
	return nil
}

// prepare brings the file to the present schema and opens the connections.
func (db *DB) prepare(ctx context.Context, steps fs.FS) error {
	if err := db.makeFile(); err != nil {
		return err
	}
	known, err := versions(steps)
	if err != nil {
		return err
	}
	applied, err := db.inspect(ctx, known)
	if err != nil {
		return err
	}
	db.writer, err = connect(db.path, 1, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(ON)", "temp_store(MEMORY)")
	if err != nil {
		return err
	}
	// A step may have come after a later one: what counts is that each was taken.
	if slices.ContainsFunc(known, func(v int64) bool { return !slices.Contains(applied, v) }) {
		if err := db.migrate(ctx, highest(applied), steps); err != nil {
			return err
		}
	}
	if err := db.finishPurge(ctx); err != nil {
		return err
	}
	db.readers, err = connect(db.path, readerConnections, "query_only(ON)")
	if err != nil {
		return err
	}
	db.Reader = Reader{db.readers, db}
	return db.readers.PingContext(ctx)
}

// makeFile makes an empty file that nobody else may read, and closes an existing one to others.
func (db *DB) makeFile() error {
	info, err := os.Stat(db.path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return problemAt("store.no-access", db.path, errors.New("not a regular file"))
	case err == nil && info.Mode().Perm()&0o077 != 0:
		return accessible(db.path, os.Chmod(db.path, 0o600))
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return accessible(db.path, err)
	}
	f, err := os.OpenFile(db.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return accessible(db.path, err)
	}
	return f.Close()
}

func accessible(path string, err error) error {
	if err == nil {
		return nil
	}
	return problemAt("store.no-access", path, err)
}

// inspect looks at the file without changing it and gives the steps of its schema that were taken, none for an empty one.
func (db *DB) inspect(ctx context.Context, known []int64) (applied []int64, err error) {
	pool, err := connect(db.path, 1, "query_only(ON)")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	r := Reader{pool, db}
	tables, err := one(ctx, r, nil, scalar[int], `SELECT count(*) FROM sqlite_schema WHERE name <> 'goose_db_version' AND name NOT LIKE 'sqlite_%'`)
	if err != nil || tables == 0 {
		return nil, err
	}
	owner, err := one(ctx, r, nil, scalar[int64], `PRAGMA application_id`)
	if err != nil {
		return nil, err
	}
	if owner != applicationID {
		return nil, problemAt("store.foreign", db.path, nil)
	}
	applied, err = all(ctx, r, scalar[int64], `SELECT version_id FROM goose_db_version WHERE is_applied`)
	if err != nil {
		return nil, err
	}
	if have, newest := highest(applied), highest(known); have > newest {
		p := problemAt("store.newer", db.path, nil)
		p.Args["version"], p.Args["known"] = have, newest
		return nil, p
	}
	verdict, err := one(ctx, r, nil, scalar[string], `PRAGMA quick_check(1)`)
	if err != nil {
		return nil, err
	}
	if verdict != "ok" {
		return nil, problemAt("store.damaged", db.path, errors.New(verdict))
	}
	return applied, nil
}

// versions are the versions of the migrations.
func versions(steps fs.FS) ([]int64, error) {
	names, err := fs.Glob(steps, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	list := make([]int64, len(names))
	for i, name := range names {
		if list[i], err = goose.NumericComponent(name); err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
	}
	return list, nil
}

// highest is the newest of versions, 0 of none.
func highest(versions []int64) (newest int64) {
	for _, v := range versions {
		newest = max(newest, v)
	}
	return newest
}

// migrate keeps a copy of what is there and then brings the schema up to date, each step in one transaction with its
// record.
func (db *DB) migrate(ctx context.Context, version int64, steps fs.FS) error {
	if version > 0 {
		if err := db.backup(ctx, version); err != nil {
			return fmt.Errorf("keeping a copy before the change of the schema: %w", err)
		}
	}
	provider, err := goose.NewProvider(database.DialectSQLite3, db.writer, steps, goose.WithDisableGlobalRegistry(true), goose.WithAllowOutofOrder(true))
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("changing the schema from version %d: %w", version, err)
	}
	return nil
}

// connect makes a pool of connections with the pragmas that every one has.
func connect(path string, connections int, pragmas ...string) (*sql.DB, error) {
	pool, err := sql.Open("sqlite", dsn(path, append(pragmas, "busy_timeout(5000)", "foreign_keys(ON)", "trusted_schema(OFF)")))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool, nil
}

// dsn names the file as a URI, so that no character of a path is taken for something else.
func dsn(path string, pragmas []string) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" && !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… becomes /C:/…
	}
	query := url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}
	u := url.URL{Scheme: "file", OmitHost: true, Path: slashed, RawQuery: query.Encode()}
	return u.String()
}

package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"iucomstudien/internal/study"
)

// mendable lists the faults of SQLite that a person can do something about, by primary result code.
var mendable = map[int]string{
	lib.SQLITE_FULL:     "store.disk-full",
	lib.SQLITE_CORRUPT:  "store.damaged",
	lib.SQLITE_NOTADB:   "store.damaged",
	lib.SQLITE_BUSY:     "store.in-use",
	lib.SQLITE_LOCKED:   "store.in-use",
	lib.SQLITE_READONLY: "store.no-access",
	lib.SQLITE_CANTOPEN: "store.no-access",
	lib.SQLITE_PERM:     "store.no-access",
	lib.SQLITE_IOERR:    "store.no-access",
}

// fullDisk lists the faults, by extended result code, that a disk without room shows when the database is opened: SQLite
// makes room for its shared memory then, and calls it a fault of reading and writing.
var fullDisk = map[int]string{lib.SQLITE_IOERR_SHMSIZE: "store.disk-full"}

// code is the extended result code of an error of SQLite, 0 when it is none.
func code(err error) int {
	var e *driver.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// explain turns a fault of the database that a person can mend into a Problem and wraps every other one.
func (db *DB) explain(doing string, err error) error {
	if err == nil || len(study.Problems(err)) > 0 {
		return err
	}
	id, ok := fullDisk[code(err)]
	if !ok {
		id, ok = mendable[code(err)&0xff]
	}
	if ok {
		return fmt.Errorf("%s: %w", doing, problemAt(id, db.path, err))
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// problemAt is a Problem about the database file as a whole.
func problemAt(id, path string, err error) *study.Problem {
	return &study.Problem{
		ID: id, File: filepath.Base(path), Err: err,
		Args: map[string]any{"folder": filepath.Dir(path), "backups": backupDir(path)},
	}
}

// taken tells whether an error says that the name of a new row is used already.
func taken(err error) bool {
	c := code(err)
	return c == lib.SQLITE_CONSTRAINT_PRIMARYKEY || c == lib.SQLITE_CONSTRAINT_UNIQUE
}

// missing tells whether an error says that a row that a new one points to is not there.
func missing(err error) bool { return code(err) == lib.SQLITE_CONSTRAINT_FOREIGNKEY }

// problem is a Problem with facts given in pairs.
func problem(id string, args ...any) *study.Problem {
	p := &study.Problem{ID: id, Args: map[string]any{}}
	for i := 0; i+1 < len(args); i += 2 {
		p.Args[args[i].(string)] = args[i+1]
	}
	return p
}

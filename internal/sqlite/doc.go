// Package sqlite keeps studies in one SQLite file, with the originals and every text in it.
//
// Reading is on [Reader], which both [DB] and [Tx] have. Writing is on [Tx] alone, inside [DB.Write]: the change and
// its entry in the study log are one transaction, and a change without an entry is refused. There is one writer and a
// small pool of readers (write-ahead log), foreign keys and checks are on, and what is deleted is overwritten.
//
// [Open] takes a lock that a second program cannot have, looks at the file before it changes anything (is it ours, is
// it whole, is it from a newer program), keeps a dated copy before it changes the schema of an existing file, and ends
// what a killed program had begun. A withdrawn answer leaves no copy: see [Tx.Withdraw].
//
// Faults that a person can mend are a study.Problem whose ID begins with "store.", or with the word of what was asked
// for ("test.not-found"). The package does no statistics, no blinding and no file formats but those of studykey and
// studylog; it is the only room that knows SQL. Only conduct may import it.
//
// Driver: modernc.org/sqlite (no cgo). Migrations: github.com/pressly/goose. Lock: github.com/gofrs/flock.
package sqlite

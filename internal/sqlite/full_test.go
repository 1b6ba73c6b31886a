package sqlite_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// fullDisk is a way to make a disk that takes no more. Two ways are always there; a real disk is where the system lets
// a test mount one.
type fullDisk struct {
	name string
	dir  func(*testing.T) string
	fill func(*testing.T, *sqlite.DB)
	free func(*testing.T, *sqlite.DB)
}

// pages is a disk as SQLite sees one: it may have no more than the pages it has.
var pages = fullDisk{
	name: "no page left",
	dir:  func(t *testing.T) string { return t.TempDir() },
	fill: func(t *testing.T, db *sqlite.DB) { limit(t, db, 1) },
	free: func(t *testing.T, db *sqlite.DB) { limit(t, db, 1<<30) },
}

func limit(t *testing.T, db *sqlite.DB, n int) {
	t.Helper()
	if err := db.Exec(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
		t.Fatal(err)
	}
}

// realDisk is a small disk in memory that a file fills.
func realDisk(dir string) fullDisk {
	ballast := filepath.Join(dir, "ballast")
	return fullDisk{
		name: "no space left on the device",
		dir:  func(*testing.T) string { return dir },
		fill: func(t *testing.T, _ *sqlite.DB) {
			f, err := os.Create(ballast)
			if err != nil {
				t.Fatal(err)
			}
			for block := make([]byte, 4096); err == nil; {
				_, err = f.Write(block)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		},
		free: func(t *testing.T, _ *sqlite.DB) {
			if err := os.Remove(ballast); err != nil {
				t.Fatal(err)
			}
		},
	}
}

func TestAFullDiskKeepsTheOldState(t *testing.T) {
	ways := []fullDisk{pages}
	if dir, ok := mountSmall(t, 4<<20); ok {
		ways = append(ways, realDisk(dir))
	}
	big := bytes.Repeat([]byte("Die Kündigung ist unwirksam. "), 20_000)
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			db := open(t, filepath.Join(way.dir(t), "data", "studies.db"))
			fillDemo(t, db)
			add := func(ctx context.Context, tx *sqlite.Tx) error {
				_, err := tx.AddAnswers(ctx, ref, []sqlite.Incoming{{Answer: study.Answer{
					Condition: study.Reporter, Text: string(big), File: study.SourceFile{Name: "a.txt", SHA256: hash(big)},
				}, Original: big}})
				return err
			}
			way.fill(t, db)
			wantProblem(t, try(t, db, add), "store.disk-full")
			if answers, err := db.Answers(t.Context(), ref); err != nil || len(answers) != 3 {
				t.Fatalf("on the full disk: %d answers, %v", len(answers), err)
			}
			way.free(t, db)
			must(t, db, add)
			answers, err := db.Answers(t.Context(), ref)
			if err != nil || len(answers) != 4 || answers[3].ID != "a04" {
				t.Errorf("with space again: %d answers, %v", len(answers), err)
			}
			entries, err := db.Log(t.Context(), ref.Study)
			if err != nil || len(entries) != 2 || studylog.Check(ref.Study, entries) != nil {
				t.Errorf("log = %v, %v", entries, err)
			}
		})
	}
}

func TestADatabaseThatIsOpenedOnAFullDiskSaysSo(t *testing.T) {
	dir, ok := mountSmall(t, 4<<20)
	if !ok {
		t.Skip("the system lets a test mount no disk")
	}
	path := filepath.Join(dir, "data", "studies.db")
	db := open(t, path)
	fillDemo(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	realDisk(dir).fill(t, nil)
	_, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	wantProblem(t, err, "store.disk-full")
}

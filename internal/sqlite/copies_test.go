package sqlite_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"iucomstudien/internal/sqlite"
)

// names lists the IDs of the studies in a database.
func names(t *testing.T, path string) (ids []string) {
	t.Helper()
	db := open(t, path)
	list, err := db.Studies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		ids = append(ids, s.ID)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// copied makes a database with a study, a copy of it, and then takes the study's name away; all is closed.
func copied(t *testing.T) (path string, c sqlite.Copy) {
	t.Helper()
	db, _ := collecting(t)
	c, err := db.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.SetPreference(t.Context(), "mark", "later"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return db.Path(), c
}

func kept(t *testing.T, path string) string {
	t.Helper()
	db := open(t, path)
	text, err := db.Preference(t.Context(), "mark")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestACopyTakesThePlaceOfTheDatabaseAndBack(t *testing.T) {
	path, c := copied(t)
	before := names(t, path)
	if err := sqlite.Restore(t.Context(), path, c.Name, sqlite.Options{Now: clock()}); err != nil {
		t.Fatal(err)
	}
	if got := kept(t, path); got != "" {
		t.Errorf("what came after the copy is still there: %q", got)
	}
	same(t, "studies", names(t, path), before)
	list, err := sqlite.Copies(path)
	if err != nil {
		t.Fatal(err)
	}
	back := ""
	for _, one := range list {
		if one.Aside {
			back = one.Name
		}
	}
	if back == "" {
		t.Fatalf("what stood there before is not among the copies: %v", list)
	}
	if err := sqlite.Restore(t.Context(), path, back, sqlite.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := kept(t, path); got != "later" {
		t.Errorf("what was replaced does not come back: %q", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("after it the file is open to others: %v, %v", info.Mode(), err)
	}
}

func TestWhatIsNoGoodCopyChangesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path string)
		id    string
	}{
		"damaged": {func(t *testing.T, path string) { write(t, path, bytes.Repeat([]byte("x"), 8192)) }, "store.damaged"},
		"empty":   {func(t *testing.T, path string) { write(t, path, nil) }, "store.damaged"},
		"gone": {func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, "store.no-copy"},
	} {
		t.Run(name, func(t *testing.T) {
			path, copy := copied(t)
			c.spoil(t, filepath.Join(sqlite.CopiesFolder(path), copy.Name))
			before := contents(t, path)
			wantProblem(t, sqlite.Restore(t.Context(), path, copy.Name, sqlite.Options{}), c.id)
			if !bytes.Equal(contents(t, path), before) {
				t.Error("the database was changed")
			}
			if got := kept(t, path); got != "later" {
				t.Errorf("the database has lost something: %q", got)
			}
		})
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAnOpenDatabaseIsNotReplaced(t *testing.T) {
	path, c := copied(t)
	db := open(t, path)
	wantProblem(t, sqlite.Restore(t.Context(), path, c.Name, sqlite.Options{}), "store.in-use")
	if text, err := db.Preference(t.Context(), "mark"); text != "later" || err != nil {
		t.Errorf("the open database has changed: %q, %v", text, err)
	}
}

func TestTheNewestCopiesAreKept(t *testing.T) {
	db := fresh(t)
	var made []string
	for range 5 {
		c, err := db.Backup(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, c.Name)
	}
	for _, most := range []int{3, 0} {
		if err := db.KeepCopies(most); err != nil {
			t.Fatal(err)
		}
		list, err := sqlite.Copies(db.Path())
		if err != nil || len(list) != max(1, most) || list[0].Name != made[4] {
			t.Errorf("%d are kept: %v, %v", most, list, err)
		}
	}
}

func TestWhatWasDeletedIsInNoCopyAndCannotComeBack(t *testing.T) {
	db, _ := collecting(t)
	if _, err := db.Backup(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := db.Studies(t.Context())
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	err = db.Write(t.Context(), sqlite.Archive, func(tx *sqlite.Tx) error {
		if err := tx.DeleteStudy(context.Background(), list[0].ID); err != nil {
			return err
		}
		return tx.Note(context.Background(), "study-deleted", "", map[string]any{"study": list[0].ID})
	})
	if err != nil {
		t.Fatal(err)
	}
	if copies, err := sqlite.Copies(db.Path()); err != nil || len(copies) > 0 {
		t.Errorf("copies are left in which the study lives on: %v, %v", copies, err)
	}
}

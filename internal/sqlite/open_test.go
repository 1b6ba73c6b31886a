package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// later is the program's migrations and one more, as the next version has it.
func later(t *testing.T, step string) fs.FS {
	t.Helper()
	own, err := sqlite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(own, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	steps := fstest.MapFS{}
	for _, name := range names {
		data, err := fs.ReadFile(own, name)
		if err != nil {
			t.Fatal(err)
		}
		steps[name] = &fstest.MapFile{Data: data}
	}
	steps["09999_later.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + step)}
	return steps
}

// closed is the path of a database that holds the demo study and is closed.
func closed(t *testing.T) string {
	t.Helper()
	db, _ := collecting(t)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return db.Path()
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// wantProblem asks for one Problem and nothing else.
func wantProblem(t *testing.T, err error, id string) {
	t.Helper()
	if list := study.Problems(err); len(list) != 1 || list[0].ID != id {
		t.Fatalf("got %v, want the one problem %s", err, id)
	}
}

func TestWhatIsKeptIsThereAfterReopening(t *testing.T) {
	db := open(t, closed(t))
	if answers, err := db.Answers(t.Context(), ref); err != nil || len(answers) != 3 {
		t.Errorf("answers = %v, %v", answers, err)
	}
}

func TestDatabaseIsClosedToOthers(t *testing.T) {
	path := closed(t)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	db := open(t, path)
	if _, err := db.Studies(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) < 2 {
		t.Fatalf("files = %v, %v", files, err)
	}
	for _, f := range append(files, filepath.Dir(path)) {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", filepath.Base(f), info.Mode())
		}
	}
}

func TestAnyPathWillDo(t *testing.T) {
	for _, name := range []string{"plain", "with blank", "Ärger & Söhne", "50 % #1 + more", "a%20b;c=d,e'f"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name, "studies.db")
			open(t, path)
			if _, err := os.Stat(path); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSecondProgramIsRefusedOnce(t *testing.T) {
	db, _ := collecting(t)
	_, err := sqlite.Open(t.Context(), db.Path(), sqlite.Options{})
	wantProblem(t, err, "store.in-use")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, db.Path())
}

func TestWhatIsNotOursStaysAsItIs(t *testing.T) {
	newer := func(t *testing.T) string {
		path := closed(t)
		db, err := sqlite.OpenWith(t.Context(), path, sqlite.Options{Now: clock()}, later(t, "CREATE TABLE more (id INTEGER);"))
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write := func(change func([]byte) []byte) func(*testing.T) string {
		return func(t *testing.T) string {
			path := closed(t)
			if err := os.WriteFile(path, change(contents(t, path)), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	foreign := func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "studies.db")
		pool, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pool.ExecContext(t.Context(), "CREATE TABLE bookmarks (url TEXT)"); err != nil {
			t.Fatal(err)
		}
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct {
		make func(*testing.T) string
		want string
	}{
		"of a newer program":       {newer, "store.newer"},
		"of another program":       {foreign, "store.foreign"},
		"no database at all":       {write(func([]byte) []byte { return []byte(strings.Repeat("Lieber Kollege! ", 100)) }), "store.damaged"},
		"cut in half":              {write(func(d []byte) []byte { return d[:len(d)/2] }), "store.damaged"},
		"pages overwritten":        {write(func(d []byte) []byte { return append(d[:4096:4096], bytes.Repeat([]byte{0xA5}, len(d)-4096)...) }), "store.damaged"},
		"head overwritten":         {write(func(d []byte) []byte { return append(bytes.Repeat([]byte{1}, 100), d[100:]...) }), "store.damaged"},
		"a folder with the name":   {func(t *testing.T) string { return t.TempDir() }, "store.no-access"},
		"below a file, not folder": {func(t *testing.T) string { return filepath.Join(closed(t), "studies.db") }, "store.no-access"},
	} {
		t.Run(name, func(t *testing.T) {
			path := c.make(t)
			before, _ := os.ReadFile(path)
			_, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: clock()})
			wantProblem(t, err, c.want)
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestDamageThatComesLaterIsSaidToo(t *testing.T) {
	db := open(t, closed(t))
	f, err := os.OpenFile(db.Path(), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xA5}, 400*4096), 4096); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = db.Answers(t.Context(), ref)
	wantProblem(t, err, "store.damaged")
}

func TestACopyIsKeptBeforeTheSchemaChanges(t *testing.T) {
	path := closed(t)
	db, err := sqlite.OpenWith(t.Context(), path, sqlite.Options{Now: clock()}, later(t, "DROP TABLE preference;"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	copies, err := db.Backups()
	if err != nil || len(copies) != 1 {
		t.Fatalf("backups = %v, %v", copies, err)
	}
	if name := filepath.Base(copies[0]); !strings.HasPrefix(name, "studies-20260504T070100Z-v") {
		t.Errorf("backup = %s, want it dated", name)
	}
	if info, err := os.Stat(copies[0]); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("backup: %v, %v", info.Mode(), err)
	}
	old := open(t, copies[0])
	if answers, err := old.Answers(t.Context(), ref); err != nil || len(answers) != 3 {
		t.Errorf("answers in the copy = %v, %v", answers, err)
	}
}

func TestAFailedChangeOfTheSchemaLeavesTheOldOne(t *testing.T) {
	path := closed(t)
	steps := later(t, "CREATE TABLE half (id INTEGER);\nDROP TABLE nothing_of_that_name;")
	if _, err := sqlite.OpenWith(t.Context(), path, sqlite.Options{Now: clock()}, steps); err == nil {
		t.Fatal("the schema was changed")
	}
	db := open(t, path)
	if n, err := db.Count(t.Context(), `SELECT count(*) FROM sqlite_schema WHERE name = 'half'`); n != 0 || err != nil {
		t.Errorf("half of the change is there: %d, %v", n, err)
	}
	if answers, err := db.Answers(t.Context(), ref); err != nil || len(answers) != 3 {
		t.Errorf("answers = %v, %v", answers, err)
	}
}

func TestAnEmptyFileBecomesADatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "studies.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, path)
}

// childVariable makes the test program the second program, at the path it holds.
const childVariable = "IUCOM_SQLITE_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		os.Exit(halfWay(path))
	}
	os.Exit(m.Run())
}

// halfWay writes into a database and then waits, in the middle of its transaction, for its end.
func halfWay(path string) int {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, path, sqlite.Options{Now: clock()})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	err = db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if _, err := tx.AddAnswers(ctx, ref, incoming); err != nil {
			return err
		}
		if err := tx.Note(ctx, studylog.AnswersImported, ref.Test, nil); err != nil {
			return err
		}
		fmt.Println("half way")
		_, err := bufio.NewReader(os.Stdin).ReadByte() // nobody ever writes
		return err
	})
	fmt.Println(err)
	return 1
}

func TestKilledHalfWayLeavesTheOldState(t *testing.T) {
	path := closed(t)
	for range 2 { // a second kill right after must not make it worse
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		child := exec.CommandContext(t.Context(), self)
		child.Env = append(os.Environ(), childVariable+"="+path)
		stdin, err := child.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil || line != "half way\n" {
			t.Fatalf("the other program says %q, %v", line, err)
		}
		_, err = sqlite.Open(t.Context(), path, sqlite.Options{})
		wantProblem(t, err, "store.in-use")
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		_ = stdin.Close()
	}
	db := open(t, path)
	answers, err := db.Answers(t.Context(), ref)
	if err != nil || len(answers) != 3 {
		t.Errorf("answers = %d, %v", len(answers), err)
	}
	entries, err := db.Log(t.Context(), ref.Study)
	if err != nil || len(entries) != 1 || studylog.Check(ref.Study, entries) != nil {
		t.Errorf("log = %v, %v", entries, err)
	}
}

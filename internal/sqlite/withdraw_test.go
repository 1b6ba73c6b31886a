package sqlite_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// mark stands in every text that comes from the withdrawn answer, and nowhere else.
const mark = "Zwetschkenkuchenrezept"

// longText is a text that fills several pages of the file, with the mark on each.
func longText(mark string) string { return strings.Repeat(mark+" und sonst nichts. ", 3000) }

// traces lists the files below the database's folder that contain the words.
func traces(t *testing.T, db *sqlite.DB, words string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Dir(db.Path()), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(words)) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// rated is a database in which the text of the second answer has gone wherever a text can go.
func rated(t *testing.T) *sqlite.DB {
	t.Helper()
	db := fresh(t)
	file := []byte("id;answer\nT01;" + longText(mark) + "\nT02;Sie ist wirksam.\n")
	in := []sqlite.Incoming{incoming[0], incoming[1], incoming[2]}
	in[1].Answer.Text, in[1].Answer.Question, in[1].Answer.Origin.Prompt = longText(mark), mark, mark
	for i := 1; i < 3; i++ {
		in[i].Original = file
		in[i].Answer.File = study.SourceFile{Name: mark + ".csv", SHA256: hash(file), Size: int64(len(file))}
	}
	in[2].Answer.File.Name = "students.csv"
	var answers []study.Answer
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
		for _, step := range []error{tx.AddStudy(ctx, demo), tx.AddCase(ctx, tenancy), tx.AddTest(ctx, first)} {
			if step != nil {
				return step
			}
		}
		answers, err = tx.AddAnswers(ctx, ref, in)
		return err
	})
	for i := range answers { // the key must not carry the mark: it stays
		answers[i].Origin.Prompt = ""
	}
	b := blindedOf(t, answers)
	b.Answers[1].Spans = json.RawMessage(`[{"text":"` + mark + `"}]`)
	sheet := []byte("Y;wie " + mark)
	judged := study.Grading{
		Rating: study.Rating{Code: "Y", Comment: mark}, Prose: longText(mark), Departures: []study.Departure{{Passage: mark}},
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		for _, step := range []error{
			tx.SaveBlinding(ctx, ref, b),
			tx.SaveSheet(ctx, ref, sqlite.Sheet{
				Rater: reviewer, Original: sheet, File: study.SourceFile{Name: "R01.csv", SHA256: hash(sheet)},
				Ratings: []study.Rating{{Code: "X"}, {Code: "Y", Comment: mark}, {Code: "Z", Grade: study.Known(2)}},
			}, false),
			tx.SaveGradings(ctx, ref, grader, []study.Grading{{Rating: study.Rating{Code: "X"}}, judged}, sqlite.Reply{Text: longText(mark)}),
		} {
			if step != nil {
				return step
			}
		}
		return nil
	})
	return db
}

func TestWithdrawalLeavesNoCopyOfTheText(t *testing.T) {
	db := rated(t)
	backup := filepath.Join(filepath.Dir(db.Path()), "backups", "studies-20260101T000000Z-v1.db")
	if err := os.MkdirAll(filepath.Dir(backup), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(backup, []byte(mark), 0o600); err != nil {
		t.Fatal(err)
	}
	if len(traces(t, db, mark)) < 2 {
		t.Fatal("the search finds nothing even before")
	}
	var code study.Code
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
		code, err = tx.Withdraw(ctx, ref, "a02")
		return err
	})
	if code != "Y" {
		t.Errorf("code = %q, want Y", code)
	}
	if found := traces(t, db, mark); len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
	if n, err := db.Count(t.Context(), `SELECT count(*) FROM purge`); n != 0 || err != nil {
		t.Errorf("the purge is still pending: %d, %v", n, err)
	}
	checkWithdrawn(t, db)
}

// checkWithdrawn asks for what stays after a withdrawal.
func checkWithdrawn(t *testing.T, db *sqlite.DB) {
	t.Helper()
	ctx := t.Context()
	answers, err := db.Answers(ctx, ref)
	if err != nil || len(answers) != 3 {
		t.Fatalf("answers = %v, %v", answers, err)
	}
	gone := answers[1]
	if !gone.Withdrawn || gone.Text != "" || gone.Origin.Participant != "T01" || gone.File.SHA256 == "" {
		t.Errorf("withdrawn answer = %+v", gone)
	}
	if answers[2].Text != "Sie ist wirksam." || answers[2].Withdrawn {
		t.Errorf("the answer beside it = %+v", answers[2])
	}
	if codes, err := db.Blinded(ctx, ref); err != nil || len(codes) != 2 || codes[0].Code != "X" || codes[1].Code != "Z" {
		t.Errorf("blinded = %v, %v", codes, err)
	}
	sheets, err := db.Sheets(ctx, ref)
	if err != nil || len(sheets) != 1 || len(sheets[0].Ratings) != 2 || sheets[0].Ratings[1].Grade != study.Known(2) {
		t.Errorf("sheets = %+v, %v", sheets, err)
	}
	sets, err := db.Gradings(ctx, ref)
	if err != nil || len(sets) != 1 || len(sets[0].Gradings) != 1 || len(sets[0].Replies) != 0 {
		t.Errorf("gradings = %+v, %v", sets, err)
	}
	for _, sha := range []string{gone.File.SHA256, sheets[0].File.SHA256} {
		_, err = db.Original(ctx, sha)
		wantProblem(t, err, "original.not-kept")
	}
	if key, err := db.Key(ctx, ref); err != nil || key.Len() != 3 {
		t.Errorf("key of %d answers, %v", key.Len(), err)
	}
}

func TestAPurgeThatFailedEndsWhenTheProgramStartsAgain(t *testing.T) {
	db := rated(t)
	// The folder of the copies holds what cannot be removed as a file: the purge stops there.
	stubborn := filepath.Join(filepath.Dir(db.Path()), "backups", "studies-x", "file")
	if err := os.MkdirAll(filepath.Dir(stubborn), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stubborn, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.Withdraw(ctx, ref, "a02")
		return err
	})
	wantProblem(t, err, "store.not-purged")
	checkWithdrawn(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Dir(stubborn)); err != nil {
		t.Fatal(err)
	}
	again := open(t, db.Path())
	if found := traces(t, again, mark); len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
	checkWithdrawn(t, again)
}

func TestAPurgeWaitsForThoseWhoStillRead(t *testing.T) {
	db := rated(t)
	if err := db.Exec(t.Context(), `PRAGMA busy_timeout = 0`); err != nil { // the test does not
		t.Fatal(err)
	}
	end, err := db.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.Withdraw(ctx, ref, "a02")
		return err
	})
	wantProblem(t, err, "store.not-purged")
	if err := end(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, db.Path())
	if found := traces(t, again, mark); len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
}

func TestDeletingRemovesAllThatBelongs(t *testing.T) {
	tables := []string{"test", "answer", "aside", "refusal", "gold", "blinding", "blinded", "blinded_other", "rater", "rating", "grading", "reply", "original"}
	for name, c := range map[string]struct {
		in     string
		remove func(context.Context, *sqlite.Tx) error
		also   []string
		log    int // entries of the study's log afterwards
	}{
		"a test":  {ref.Study, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DeleteTest(ctx, ref) }, nil, 3},
		"a study": {sqlite.Archive, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DeleteStudy(ctx, ref.Study) }, []string{"study", "person"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			db := rated(t)
			ctx := t.Context()
			err := db.Write(ctx, c.in, func(tx *sqlite.Tx) error {
				if err := c.remove(ctx, tx); err != nil {
					return err
				}
				return tx.Note(ctx, "removed", "", nil)
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range append(tables, c.also...) {
				if n, err := db.Count(ctx, "SELECT count(*) FROM "+table); n != 0 || err != nil {
					t.Errorf("%d rows in %s, %v", n, table, err)
				}
			}
			if entries, err := db.Log(ctx, ref.Study); err != nil || len(entries) != c.log {
				t.Errorf("log of the study: %d entries, %v", len(entries), err)
			}
			if found := traces(t, db, mark); len(found) > 0 {
				t.Errorf("the text is still in %v", found)
			}
			if cases, err := db.Cases(ctx, sqlite.Query{}); err != nil || len(cases) != 1 {
				t.Errorf("the archive lost its case: %v, %v", cases, err)
			}
		})
	}
}

func TestRemarksThatQuoteAreStruckAndVerdictsStay(t *testing.T) {
	db := rated(t)
	ctx := t.Context()
	quotes := func(text string) bool { return strings.Contains(text, mark) }
	n := 0
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
		n, err = tx.Strike(ctx, ref, quotes, "[…]")
		return err
	})
	if n != 4 { // a comment of a person, one of the grader, the passage, the prose
		t.Errorf("%d remarks were struck", n)
	}
	sheets, err := db.Sheets(ctx, ref)
	if err != nil || sheets[0].Ratings[1].Comment != "[…]" || sheets[0].Ratings[2].Grade != study.Known(2) {
		t.Errorf("sheets = %+v, %v", sheets, err)
	}
	sets, err := db.Gradings(ctx, ref)
	if err != nil || sets[0].Gradings[1].Prose != "[…]" || sets[0].Gradings[1].Departures[0].Passage != "[…]" {
		t.Errorf("gradings = %+v, %v", sets, err)
	}
}

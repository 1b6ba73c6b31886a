package sqlite_test

import (
	"io/fs"
	"path/filepath"
	"testing"
	"testing/fstest"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// until is the program's migrations as an earlier version had them: those whose name sorts before the one given.
func until(t *testing.T, name string) fs.FS {
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
	for _, n := range names {
		if n >= name {
			continue
		}
		data, err := fs.ReadFile(own, n)
		if err != nil {
			t.Fatal(err)
		}
		steps[n] = &fstest.MapFile{Data: data}
	}
	return steps
}

// firstHouse is a database as the first version of the program left it, with an answer that came from a file.
func firstHouse(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data", "studies.db")
	db, err := sqlite.OpenWith(t.Context(), path, sqlite.Options{Now: clock()}, until(t, "00002"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		statement string
		args      []any
	}{
		{`INSERT INTO study VALUES ('DEMO-MIETE-01', 'Kündigung', 'Leitung', 'Lehrstuhl', 'de', '2026-05-04T08:00:00+02:00')`, nil},
		{`INSERT INTO archive_case VALUES ('MIETE-01', 'Mietzins', 'Mietrecht', 'AT', '', 'Ärger.', 'Wirksam?', 'no', '', '{}')`, nil},
		{`INSERT INTO test VALUES ('DEMO-MIETE-01', 'T1', 'MIETE-01', 7, 'collecting', 1, '2026-05-04T08:30:00+02:00', NULL)`, nil},
		{`INSERT INTO original VALUES (?, ?)`, []any{hash(table), table}},
		{`INSERT INTO answer (study, test, id, place, condition, text, question, finish, withdrawn, provider, model, version, date,
			prompt, participant, qualification, aids, consent, file_name, file_sha256, file_size, file_at, original, absent)
			VALUES ('DEMO-MIETE-01', 'T1', 'a01', 1, 'student', 'Die Kündigung ist unwirksam.', '', '', 0, '', '', '', '',
			'', 'T01', 'student', 0, 'given', 'students.csv', ?1, 61, 'row 2', ?1, '{}')`, []any{hash(table)}},
		{`INSERT INTO refusal VALUES ('DEMO-MIETE-01', 'T1', 1, '2026-05-04T08:31:00+02:00', 'students.csv', 'row 4', 'T03', 'intake.no-consent', '{}')`, nil},
	} {
		if err := db.Exec(t.Context(), s.statement, s.args...); err != nil {
			t.Fatalf("%s: %v", s.statement, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestADatabaseOfTheFirstVersionKeepsItsDataAndACopyOfIt(t *testing.T) {
	path := firstHouse(t)
	before := contents(t, path)
	db := open(t, path)
	ctx := t.Context()
	answers, err := db.Answers(ctx, ref)
	if err != nil || len(answers) != 1 {
		t.Fatalf("answers = %v, %v", answers, err)
	}
	same(t, "answer", answers[0], study.Answer{
		ID: "a01", Condition: study.Student, Text: "Die Kündigung ist unwirksam.",
		Origin: study.Origin{Participant: "T01", Qualification: study.LevelStudent, Aids: study.Known(false), Consent: study.ConsentGiven},
		File:   study.SourceFile{Name: "students.csv", SHA256: hash(table), Size: 61, At: "row 2"},
	})
	if data, err := db.Original(ctx, hash(table)); err != nil || string(data) != string(table) {
		t.Errorf("original = %q, %v", data, err)
	}
	if refused, err := db.Refusals(ctx, ref); err != nil || len(refused) != 1 || refused[0].Participant != "T03" {
		t.Errorf("refusals = %v, %v", refused, err)
	}
	if aside, err := db.Asides(ctx, ref); err != nil || len(aside) != 0 {
		t.Errorf("set aside = %v, %v", aside, err)
	}
	copies, err := db.Backups()
	if err != nil || len(copies) != 1 || filepath.Base(copies[0]) != "studies-20260504T070100Z-v1.db" {
		t.Fatalf("copies = %v, %v", copies, err)
	}
	if n := len(contents(t, copies[0])); n == 0 || len(before) == 0 {
		t.Errorf("the copy has %d bytes", n)
	}
	// The copy is a whole database of the first version, which opens as the file itself did.
	again := open(t, copies[0])
	if answers, err := again.Answers(ctx, ref); err != nil || len(answers) != 1 || answers[0].Text == "" {
		t.Errorf("answers of the copy = %v, %v", answers, err)
	}
}

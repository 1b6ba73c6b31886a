package sqlite_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// vienna is a zone that is not the machine's, so that a lost zone is found.
var vienna = time.FixedZone("", 2*60*60)

// clock is a clock that goes on by a minute whenever it is looked at.
func clock() func() time.Time {
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, vienna)
	return func() time.Time {
		now = now.Add(time.Minute)
		return now
	}
}

func open(t *testing.T, path string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: clock()})
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	return db
}

// fresh is a new, empty database.
func fresh(t *testing.T) *sqlite.DB { return open(t, filepath.Join(t.TempDir(), "data", "studies.db")) }

// must runs one transaction with a note.
func must(t *testing.T, db *sqlite.DB, do func(context.Context, *sqlite.Tx) error) {
	t.Helper()
	if err := try(t, db, do); err != nil {
		t.Fatal(err)
	}
}

// try is must for what is expected to fail.
func try(t *testing.T, db *sqlite.DB, do func(context.Context, *sqlite.Tx) error) error {
	return db.Write(t.Context(), ref.Study, func(tx *sqlite.Tx) error {
		if err := do(t.Context(), tx); err != nil {
			return err
		}
		return tx.Note(t.Context(), studylog.TestChanged, "", nil)
	})
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Comparer(maybeEqual[bool]), cmp.Comparer(maybeEqual[int]),
		cmp.Comparer(maybeEqual[study.Category]), cmp.Comparer(maybeEqual[study.Target]), cmp.Comparer(maybeEqual[study.Guess]),
		cmp.Comparer(maybeEqual[study.Grid]), cmp.Comparer(maybeEqual[study.SourceCounts]),
		cmp.Comparer(maybeEqual[study.FactCounts]), cmp.Comparer(maybeEqual[study.SystemA])); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func maybeEqual[T comparable](a, b study.Maybe[T]) bool { return a == b }

func hash(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

var (
	ref  = sqlite.Ref{Study: "DEMO-MIETE-01", Test: "T1"}
	demo = study.Study{
		ID: ref.Study, Name: "Kündigung", Lead: "Leitung", Institution: "Lehrstuhl", Language: study.German,
		Created: time.Date(2026, 5, 4, 8, 0, 0, 5, vienna),
	}
	tenancy = study.Case{
		ID: "MIETE-01", Title: "Mietzinsrückstand", Area: "Mietrecht", Jurisdiction: "AT", LawAsOf: "2026-01-01",
		Facts: "Ärger über § 1118 ABGB.", TargetQuestion: "Wirksam?", Reference: study.Known(study.No), ReferenceBy: "Gutachten",
	}
	first = study.Test{
		ID: ref.Test, StudyID: ref.Study, CaseID: tenancy.ID, Seed: -2026, State: study.Collecting, UseGold: true,
		Created: time.Date(2026, 5, 4, 8, 30, 0, 0, vienna),
	}
	table    = []byte("id;answer\nT01;Die Kündigung ist unwirksam.\nT02;Sie ist wirksam.\n")
	incoming = []sqlite.Incoming{
		{Answer: study.Answer{
			Condition: study.Reporter, Text: "Nein.", Question: "Wirksam?", Finish: study.Complete,
			Origin: study.Origin{Provider: "Nordlicht", Model: "modus-1", Version: "2026-02", Date: "2026-03-02", Prompt: "Prüfe!"},
		}},
		{Answer: study.Answer{
			Condition: study.Student, Text: "Die Kündigung ist unwirksam.",
			Origin: study.Origin{
				Participant: "T01", Qualification: study.LevelStudent, Aids: study.Known(false), Consent: study.ConsentGiven,
			},
			File: study.SourceFile{Name: "students.csv", SHA256: hash(table), Size: int64(len(table)), At: "row 2"},
		}, Original: table},
		{Answer: study.Answer{
			Condition: study.Student, Text: "Sie ist wirksam.",
			Origin: study.Origin{
				Participant: "T02", Qualification: study.LevelStudent, Aids: study.Absent[bool](study.NotApplicable),
				Consent: study.ConsentGiven,
			},
			File: study.SourceFile{Name: "students.csv", SHA256: hash(table), Size: int64(len(table)), At: "row 3"},
		}, Original: table},
	}
)

// collecting is a database with a study, a case and a test into which three answers came.
func collecting(t *testing.T) (*sqlite.DB, []study.Answer) {
	t.Helper()
	db := fresh(t)
	return db, fillDemo(t, db)
}

// fillDemo puts the demo into an empty database.
func fillDemo(t *testing.T, db *sqlite.DB) (answers []study.Answer) {
	t.Helper()
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
		for _, step := range []error{tx.AddStudy(ctx, demo), tx.AddCase(ctx, tenancy), tx.AddTest(ctx, first)} {
			if step != nil {
				return step
			}
		}
		answers, err = tx.AddAnswers(ctx, ref, incoming)
		return err
	})
	return answers
}

// blindedOf is the blinding of answers in reversed order.
func blindedOf(t *testing.T, answers []study.Answer) sqlite.Blinding {
	t.Helper()
	b := sqlite.Blinding{State: study.BlindedOut, Others: []string{"Ärger von [PERSON-1]", "Gutachten"}}
	var rows []studykey.Row
	for i, code := range study.CodesFor(len(answers)) {
		a := answers[len(answers)-1-i]
		rows = append(rows, studykey.Row{Code: code, Answer: a.ID, Condition: a.Condition, Origin: a.Origin, SHA256: a.File.SHA256})
		b.Answers = append(b.Answers, sqlite.BlindedRow{
			AnswerID:      a.ID,
			BlindedAnswer: study.BlindedAnswer{Code: code, Text: "[blind] " + a.Text},
			NormaliseLog:  json.RawMessage(`[{"rule":"P1","text":"` + a.Text + `"}]`),
		})
	}
	key, err := studykey.New(ref.Study, ref.Test, first.Seed, rows, bytes.Repeat([]byte{7}, studykey.SaltSize))
	if err != nil {
		t.Fatal(err)
	}
	b.Key = key
	return b
}

// blinded is a database in which the test is blinded.
func blinded(t *testing.T) (*sqlite.DB, sqlite.Blinding) {
	t.Helper()
	db, answers := collecting(t)
	b := blindedOf(t, answers)
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SaveBlinding(ctx, ref, b) })
	return db, b
}

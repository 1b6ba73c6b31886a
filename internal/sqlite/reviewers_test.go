package sqlite_test

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"testing"
	"testing/fstest"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

func TestAStepThatCameAfterALaterOneIsTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "studies.db")
	whole := until(t, "99999").(fstest.MapFS)
	without := fstest.MapFS{}
	for name, file := range whole {
		if name != "00003_replacements.sql" {
			without[name] = file
		}
	}
	for _, steps := range []fs.FS{without, whole} {
		db, err := sqlite.OpenWith(t.Context(), path, sqlite.Options{Now: clock()}, steps)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := open(t, path).Corrections(t.Context(), "S"); err != nil {
		t.Errorf("the step that came late was not taken: %v", err)
	}
}

func TestAReviewersNameIsForgottenForGood(t *testing.T) {
	db, _ := blinded(t)
	path, ctx := db.Path(), t.Context()
	who := sqlite.Contact{ID: "R01", Name: "Aurelia Musterfrau", Email: "aurelia@example.org", Deadline: "2026-06-01"}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AddReviewer(ctx, ref.Study, who) })
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.AddReviewer(ctx, ref.Study, sqlite.Contact{ID: "r01"})
	}), "reviewer.exists")
	list, err := db.Contacts(ctx, ref.Study)
	if err != nil || len(list) != 1 || list[0] != who {
		t.Fatalf("%+v, %v", list, err)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.RemoveReviewer(ctx, ref.Study, "R01") })
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.RemoveReviewer(ctx, ref.Study, "R01")
	}), "reviewer.not-found")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(contents(t, path), []byte("Aurelia")) || bytes.Contains(contents(t, path), []byte("aurelia@")) {
		t.Error("name or e-mail is still in the file")
	}
}

func TestExtrasGoWithTheAnswerTheyRepeat(t *testing.T) {
	db, _ := blinded(t)
	ctx := t.Context()
	rows, err := db.BlindingLog(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	extras := []sqlite.Extra{{Code: "P", Text: "Zum Üben."}, {Code: "R", Repeat: rows[0].Code}}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SetExtras(ctx, ref, extras) })
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		if err := tx.SaveSheet(ctx, ref, sqlite.Sheet{Rater: reviewer}, false); err != nil {
			return err
		}
		return tx.SaveExtraRatings(ctx, ref, reviewer.ID, []study.Rating{
			{Code: "R", Grade: study.Known(2), Comment: "wie „schon einmal“"}, {Code: "P", Category: study.Known(study.Correct)}})
	})
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SaveExtraRatings(ctx, ref, reviewer.ID, []study.Rating{{Code: "NONE"}})
	}), "rating.no-such-code")
	said, err := db.ExtraRatings(ctx, ref)
	if err != nil || len(said[reviewer.ID]) != 2 || said[reviewer.ID][1].Grade != study.Known(2) || said[reviewer.ID][0].Category != study.Known(study.Correct) {
		t.Fatalf("%+v, %v", said, err)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		n, err := tx.Strike(ctx, ref, func(text string) bool { return bytes.Contains([]byte(text), []byte("„schon einmal“")) }, "[…]")
		if n != 1 {
			t.Errorf("%d remarks struck", n)
		}
		return err
	})
	must(t, db, withdraw(rows[0].AnswerID))
	left, err := db.Extras(ctx, ref)
	if err != nil || len(left) != 1 || left[0].Code != "P" {
		t.Errorf("left %+v, %v", left, err)
	}
	if said, err = db.ExtraRatings(ctx, ref); err != nil || len(said[reviewer.ID]) != 1 {
		t.Errorf("ratings left %+v, %v", said, err)
	}
}

func TestAConsensusIsKeptUntilTheKeyIsOpen(t *testing.T) {
	db, _ := blinded(t)
	ctx := t.Context()
	rows, err := db.BlindingLog(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	agree := func(code study.Code, c study.Category) step {
		return func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.SetConsensus(ctx, ref, sqlite.Consensus{Code: code, Category: c, By: []string{"R01", "R02"}, Reason: "§ 33 MRG"})
		}
	}
	must(t, db, agree(rows[0].Code, study.Correct))
	must(t, db, agree(rows[0].Code, study.Incomplete))
	wantProblem(t, try(t, db, agree("NONE", study.Correct)), "rating.no-such-code")
	kept, err := db.Consensuses(ctx, ref)
	if err != nil || len(kept) != 1 || kept[0].Category != study.Incomplete || len(kept[0].By) != 2 || kept[0].Time.IsZero() {
		t.Errorf("%+v, %v", kept, err)
	}
	must(t, db, unblind)
	wantProblem(t, try(t, db, agree(rows[0].Code, study.Correct)), "test.already-unblinded")
}

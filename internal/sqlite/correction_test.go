package sqlite_test

import (
	"context"
	"slices"
	"testing"

	"iucomstudien/internal/sqlite"
)

// corrected is a database with a blinded, collecting test and two corrections.
func corrected(t *testing.T) *sqlite.DB {
	t.Helper()
	db := fresh(t)
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		for _, step := range []error{tx.AddStudy(ctx, demo), tx.AddCase(ctx, tenancy), tx.AddTest(ctx, first)} {
			if step != nil {
				return step
			}
		}
		answers, err := tx.AddAnswers(ctx, ref, incoming)
		if err != nil {
			return err
		}
		b := blindedOf(t, answers)
		b.State = "collecting"
		return tx.SaveBlinding(ctx, ref, b)
	})
	return db
}

func TestACorrectionTakesTheBlindingBackAndReplacesAnEarlierOne(t *testing.T) {
	db, ctx := corrected(t), t.Context()
	for i, c := range []sqlite.Correction{
		{Surface: "Huber"},
		{Surface: "Huber", Kind: "ORG"},
		{Test: ref.Test, Surface: "Huber", Kind: "PERSON", Placeholder: "[PERSON-2]", Joins: []string{"Anna Huber"}},
		{Surface: "Huber", Kind: "PERSON"},
	} {
		must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.Correct(ctx, ref.Study, c) })
		list, err := db.Corrections(ctx, ref.Study)
		if i == 2 && len(list) == 2 { // the study's own holds for its other tests
			list = list[1:]
		}
		if err != nil || len(list) != 1 || list[0].Test != c.Test || list[0].Keeps() != c.Keeps() || !slices.Equal(list[0].Joins, c.Joins) {
			t.Errorf("corrections = %+v, %v", list, err)
		}
	}
	if left, err := db.Blinded(ctx, ref); err != nil || len(left) != 0 {
		t.Errorf("the blinding that no longer fits is still there: %v, %v", left, err)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		there, err := tx.Forget(ctx, ref.Study, ref.Test, "Huber")
		if !there {
			t.Error("nothing was forgotten")
		}
		return err
	})
	if list, err := db.Corrections(ctx, ref.Study); err != nil || len(list) != 0 {
		t.Errorf("corrections = %+v, %v", list, err)
	}
}

func TestDroppedSurfacesAreInNoFileAnyMore(t *testing.T) {
	db, ctx := corrected(t), t.Context()
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		if err := tx.Correct(ctx, ref.Study, sqlite.Correction{Surface: mark, Kind: "PERSON"}); err != nil {
			return err
		}
		return tx.Correct(ctx, ref.Study, sqlite.Correction{
			Test: ref.Test, Surface: "Huber", Kind: "PERSON", Placeholder: "[PERSON-1]", Joins: []string{mark, "Anna Huber"},
		})
	})
	if len(traces(t, db, mark)) == 0 {
		t.Fatal("the search finds nothing even before")
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.DropSurfaces(ctx, ref.Study, func(s string) bool { return s == mark })
	})
	if found := traces(t, db, mark); len(found) > 0 {
		t.Errorf("the surface is still in %v", found)
	}
	list, err := db.Corrections(ctx, ref.Study)
	if err != nil || len(list) != 1 || !slices.Equal(list[0].Joins, []string{"Anna Huber"}) {
		t.Errorf("corrections = %+v, %v", list, err)
	}
}

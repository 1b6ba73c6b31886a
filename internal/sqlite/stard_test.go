package sqlite_test

import (
	"context"
	"testing"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

func TestWhatTheLeadWroteInADocumentIsKeptReplacedAndRemoved(t *testing.T) {
	db, ctx := corrected(t), t.Context()
	for _, step := range []struct {
		text string
		want int
	}{{"first", 1}, {"second, „with“ quotes\nand lines", 1}, {"", 0}, {"", 0}} {
		must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.Write(ctx, ref.Study, sqlite.StardReport, "26", step.text)
		})
		list, err := db.Written(ctx, ref.Study, sqlite.StardReport)
		if err != nil || len(list) != step.want || step.want == 1 && (list[0].Text != step.text || list[0].Changed.IsZero()) {
			t.Errorf("after %q: %+v, %v", step.text, list, err)
		}
		if other, err := db.Written(ctx, ref.Study, sqlite.ConsentForm); err != nil || len(other) != 0 {
			t.Errorf("another document holds %+v, %v", other, err)
		}
	}
}

func TestWhatIsSaidOfACaseGoesWithItsTest(t *testing.T) {
	db, ctx := corrected(t), t.Context()
	for _, c := range []sqlite.StardCase{{Test: ref.Test, Severity: "clear"}, {Test: ref.Test, WhyNot: "Form"}} {
		must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SetStardCase(ctx, ref.Study, c) })
		if list, err := db.StardCases(ctx, ref.Study); err != nil || len(list) != 1 || list[0] != c {
			t.Errorf("cases = %+v, %v", list, err)
		}
	}
	err := try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SetStardCase(ctx, ref.Study, sqlite.StardCase{Test: "T9"})
	})
	if !study.HasProblem(err, "test.not-found") {
		t.Errorf("a test that is not there: %v", err)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DeleteTest(ctx, ref) })
	if list, err := db.StardCases(ctx, ref.Study); err != nil || len(list) != 0 {
		t.Errorf("after deleting the test: %+v, %v", list, err)
	}
}

func TestNobodyWritesIntoAnotherStudy(t *testing.T) {
	db := corrected(t)
	for _, do := range []func(context.Context, *sqlite.Tx) error{
		func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.Write(ctx, "OTHER", sqlite.Protocol, "a", "b")
		},
		func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.SetStardCase(ctx, "OTHER", sqlite.StardCase{Test: "T1"})
		},
	} {
		if err := try(t, db, do); err == nil {
			t.Error("written into another study")
		}
	}
}

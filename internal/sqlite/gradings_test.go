package sqlite_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

func TestARunOfAGraderIsKeptWithItsRepetitionsAndWithoutItsWords(t *testing.T) {
	db, _ := blinded(t)
	ctx := t.Context()
	graded := func(code study.Code, agreement int) study.Grading {
		return study.Grading{Prose: "free words", Notes: []string{"free words"}, Departures: []study.Departure{{Reason: "free words"}},
			Rating: study.Rating{Code: code, Agreement: study.Known(agreement), Comment: "free words"}}
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		for _, state := range []sqlite.GradingState{sqlite.GradingRunning, sqlite.GradingComplete} {
			run := sqlite.GradingRun{Rater: "AI", State: state, Plan: json.RawMessage(`{"repeats":3}`)}
			if err := tx.SaveGradingRun(ctx, ref, run); err != nil {
				return err
			}
		}
		for _, repeat := range []int{3, 2, 2} {
			if err := tx.SaveGradingRepeat(ctx, ref, "AI", repeat, []study.Grading{graded("Y", repeat), graded("X", 10*repeat)}); err != nil {
				return err
			}
		}
		return nil
	})
	runs, err := db.GradingRuns(ctx, ref)
	if err != nil || len(runs) != 1 || runs[0].State != sqlite.GradingComplete || string(runs[0].Plan) != `{"repeats":3}` || runs[0].Time.IsZero() {
		t.Fatalf("runs %+v, %v", runs, err)
	}
	repeats, err := db.GradingRepeats(ctx, ref, "AI")
	if err != nil || len(repeats) != 2 || len(repeats[0]) != 2 {
		t.Fatalf("repeats %+v, %v", repeats, err)
	}
	if first := repeats[0][0].Rating; first.Code != "X" || first.Agreement != study.Known(20) || repeats[1][1].Rating.Agreement != study.Known(3) {
		t.Errorf("repeats %+v", repeats)
	}
	if data, err := json.Marshal(repeats); err != nil || strings.Contains(string(data), "free words") {
		t.Errorf("free words were kept: %s %v", data, err)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DropGradingRun(ctx, ref, "AI") })
	if repeats, err := db.GradingRepeats(ctx, ref, "AI"); err != nil || len(repeats) > 0 {
		t.Errorf("repetitions outlived their run: %v %v", repeats, err)
	}
}

func TestAnEvaluationOfASearchIsKeptOnce(t *testing.T) {
	db, _ := collecting(t)
	for _, model := range []string{"first-1", "second-1"} {
		must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.SaveRetrieval(ctx, ref, sqlite.Retrieval{Run: "r1", Model: model, Detail: json.RawMessage(`{"run":"r1"}`)})
		})
	}
	kept, err := db.Retrievals(t.Context(), ref)
	if err != nil || len(kept) != 1 || kept[0].Model != "second-1" || string(kept[0].Detail) != `{"run":"r1"}` {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

func TestAReferenceIsSetAsLongAsNothingIsHandedOut(t *testing.T) {
	db, answers := collecting(t)
	set := func(target study.Maybe[study.Target]) error {
		return try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.SetReference(ctx, tenancy.ID, target, "Leitung")
		})
	}
	if err := set(study.Absent[study.Target](study.NotApplicable)); err != nil {
		t.Fatal(err)
	}
	k, err := db.Case(t.Context(), tenancy.ID)
	if err != nil || k.Reference != study.Absent[study.Target](study.NotApplicable) || k.ReferenceBy != "Leitung" || k.Facts != tenancy.Facts {
		t.Errorf("case %+v, %v", k, err)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SaveBlinding(ctx, ref, blindedOf(t, answers))
	})
	if err := set(study.Known(study.Yes)); !study.HasProblem(err, "case.in-use") {
		t.Errorf("got %v", err)
	}
}

package sqlite

import (
	"context"
	"fmt"
	"slices"

	"iucomstudien/internal/study"
)

// AddTest makes a test of a case. Problems: test.exists, study.not-found, case.not-found.
func (tx *Tx) AddTest(ctx context.Context, t study.Test) error {
	if err := tx.own(t.StudyID); err != nil {
		return err
	}
	if _, err := tx.Study(ctx, t.StudyID); err != nil {
		return err
	}
	if _, err := tx.Case(ctx, t.CaseID); err != nil {
		return err
	}
	err := tx.change(ctx, `INSERT INTO test (`+testColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		t.StudyID, t.ID, t.CaseID, t.Seed, string(t.State), t.UseGold, when(t.Created), whenever(t.Finished))
	if taken(err) {
		return problem("test.exists", "test", t.ID)
	}
	return err
}

// states are the states of a test in their order.
var states = []study.State{study.Collecting, study.BlindedOut, study.Unblinded}

// SetTest changes a test with the function given, which may change everything but its ID and its study. A state goes
// forward only, and beyond collecting with a blinding only; back to collecting leads [Tx.DropBlinding]. Problems:
// test.not-found, test.not-blinded, case.not-found, test.no-way-back (Args: test).
func (tx *Tx) SetTest(ctx context.Context, ref Ref, change func(*study.Test)) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	before, err := tx.Test(ctx, ref)
	if err != nil {
		return err
	}
	after := before
	change(&after)
	if after.ID != before.ID || after.StudyID != before.StudyID {
		return fmt.Errorf("changing test %s: its name stays", ref)
	}
	if slices.Index(states, after.State) < slices.Index(states, before.State) {
		return problem("test.no-way-back", "test", ref.Test)
	}
	if after.State != study.Collecting {
		if _, err := tx.Key(ctx, ref); err != nil {
			return err
		}
	}
	if _, err := tx.Case(ctx, after.CaseID); err != nil {
		return err
	}
	return tx.change(ctx, `UPDATE test SET (`+testColumns+`) = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) WHERE study = ?1 AND id = ?2`,
		after.StudyID, after.ID, after.CaseID, after.Seed, string(after.State), after.UseGold, when(after.Created), whenever(after.Finished))
}

// DeleteTest removes a test with all that belongs to it; the study log keeps what it told of it. Problem:
// test.not-found.
func (tx *Tx) DeleteTest(ctx context.Context, ref Ref) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	tx.purge = true
	if err := tx.changeOne(ctx, testNotFound(ref), `DELETE FROM test WHERE study = ? AND id = ?`, ref.Study, ref.Test); err != nil {
		return err
	}
	return tx.dropUnused(ctx)
}

const testColumns = `study, id, archive_case, seed, state, use_gold, created, finished`

// Test gives a test. Problem: test.not-found.
func (r Reader) Test(ctx context.Context, ref Ref) (study.Test, error) {
	return one(ctx, r, testNotFound(ref), scanTest,
		`SELECT `+testColumns+` FROM test WHERE study = ? AND id = ?`, ref.Study, ref.Test)
}

// Tests lists the tests of a study, oldest first.
func (r Reader) Tests(ctx context.Context, studyID string) ([]study.Test, error) {
	return all(ctx, r, scanTest, `SELECT `+testColumns+` FROM test WHERE study = ? ORDER BY created, id`, studyID)
}

func scanTest(row scanner) (t study.Test, err error) {
	err = row.Scan(&t.StudyID, &t.ID, &t.CaseID, &t.Seed, &t.State, &t.UseGold, moment{&t.Created}, moment{&t.Finished})
	return t, err
}

// inState asks that a test is in a state, and says what is wrong when it is in another.
func (tx *Tx) inState(ctx context.Context, ref Ref, want study.State) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	t, err := tx.Test(ctx, ref)
	switch {
	case err != nil:
		return err
	case t.State == want:
		return nil
	case t.State == study.Collecting:
		return problem("test.not-blinded", "test", ref.Test)
	case t.State == study.Unblinded:
		return problem("test.already-unblinded", "test", ref.Test)
	default:
		return problem("test.already-blinded", "test", ref.Test)
	}
}

func testNotFound(ref Ref) *study.Problem {
	return problem("test.not-found", "study", ref.Study, "test", ref.Test)
}

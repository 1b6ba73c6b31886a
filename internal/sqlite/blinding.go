package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
)

// Blinding is the result of blinding a test.
type Blinding struct {
	Key     studykey.Key
	Answers []BlindedRow // in blind order
	Others  []string     // the other texts that raters read, pseudonymised with the answers, in the caller's order
	State   study.State  // of the test afterwards: collecting while the study lead still looks at it, or blinded
}

// BlindedRow is a blinded answer on the study lead's side, with what was done to it.
type BlindedRow struct {
	AnswerID string
	study.BlindedAnswer
	NormaliseLog json.RawMessage // nil: none
	Spans        json.RawMessage // what was pseudonymised; nil: nothing
}

// SaveBlinding keeps the blinding of a test in place of an earlier one. As long as the test is collecting, whatever
// changes what was blinded ([Tx.AddAnswers], [Tx.SetOrigin], [Tx.SetGold], [Tx.UpdateCase], [Tx.Withdraw]) takes the
// blinding back, so that nothing is handed out that does not fit its answers. Problems: test.not-found,
// test.already-unblinded; test.already-rated when somebody has rated under the codes of the earlier one;
// answer.not-found; answer.already-withdrawn.
func (tx *Tx) SaveBlinding(ctx context.Context, ref Ref, b Blinding) error {
	if b.State != study.Collecting && b.State != study.BlindedOut {
		return fmt.Errorf("blinding test %s: state %q", ref, b.State)
	}
	if err := fits(ref, b); err != nil {
		return err
	}
	if err := tx.DropBlinding(ctx, ref); err != nil {
		return err
	}
	sealed, err := b.Key.Encode()
	if err != nil {
		return err
	}
	err = tx.change(ctx, `INSERT INTO blinding (study, test, time, study_key) VALUES (?, ?, ?, ?)`,
		ref.Study, ref.Test, when(tx.now), sealed)
	if err != nil {
		return err
	}
	for i, row := range b.Answers {
		if err := tx.addBlinded(ctx, ref, i+1, row); err != nil {
			return fmt.Errorf("blinded answer %s: %w", row.Code, err)
		}
	}
	for i, text := range b.Others {
		err := tx.change(ctx, `INSERT INTO blinded_other (study, test, place, text) VALUES (?, ?, ?, ?)`, ref.Study, ref.Test, i+1, text)
		if err != nil {
			return err
		}
	}
	return tx.change(ctx, `UPDATE test SET state = ? WHERE study = ? AND id = ?`, string(b.State), ref.Study, ref.Test)
}

// fits asks that the key is this test's and names the same answers under the same codes.
func fits(ref Ref, b Blinding) error {
	rows := slices.DeleteFunc(b.Key.Open(), func(r studykey.Row) bool { return r.RepeatOf != "" }) // compared here and given to nobody
	if b.Key.Study() != ref.Study || b.Key.Test() != ref.Test || len(rows) != len(b.Answers) {
		return fmt.Errorf("blinding test %s: the key is of another test or another number of answers", ref)
	}
	for i, row := range b.Answers {
		if rows[i].Code != row.Code || rows[i].Answer != row.AnswerID {
			return fmt.Errorf("blinding test %s: key and blinded answers differ at place %d", ref, i+1)
		}
	}
	return nil
}

func (tx *Tx) addBlinded(ctx context.Context, ref Ref, place int, row BlindedRow) error {
	a, err := tx.Answer(ctx, ref, row.AnswerID)
	if err != nil {
		return err
	}
	if a.Withdrawn {
		return problem("answer.already-withdrawn", "answer", a.ID)
	}
	return tx.change(ctx, `INSERT INTO blinded (study, test, place, `+blindedColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		ref.Study, ref.Test, place, string(row.Code), row.AnswerID, row.Text, rawText(row.NormaliseLog), rawText(row.Spans))
}

// DropBlinding takes the blinding back, key and codes, and lets answers come in again. What was handed out is of no use
// then. Problems: test.not-found, test.already-unblinded, test.already-rated.
func (tx *Tx) DropBlinding(ctx context.Context, ref Ref) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	t, err := tx.Test(ctx, ref)
	if err != nil {
		return err
	}
	if t.State == study.Unblinded {
		return problem("test.already-unblinded", "test", ref.Test)
	}
	raters, err := one(ctx, tx.Reader, nil, scalar[int],
		`SELECT count(*) FROM rater WHERE study = ? AND test = ?`, ref.Study, ref.Test)
	if err != nil {
		return err
	}
	if raters > 0 {
		return problem("test.already-rated", "test", ref.Test)
	}
	if err := tx.change(ctx, `DELETE FROM blinding WHERE study = ? AND test = ?`, ref.Study, ref.Test); err != nil {
		return err
	}
	return tx.change(ctx, `UPDATE test SET state = ? WHERE study = ? AND id = ?`, string(study.Collecting), ref.Study, ref.Test)
}

// outdate takes back the blinding of a collecting test, since what was blinded is about to change.
func (tx *Tx) outdate(ctx context.Context, ref Ref) error {
	return tx.change(ctx, `DELETE FROM blinding WHERE study = ? AND test = ?`, ref.Study, ref.Test)
}

const blindedColumns = `code, answer, text, normalise, spans`

// Blinded lists the blinded answers of a test in blind order, as raters get them: with spelling and style aligned where
// that was done ([Tx.SetAligned]). Withdrawn ones are gone.
func (r Reader) Blinded(ctx context.Context, ref Ref) ([]study.BlindedAnswer, error) {
	return all(ctx, r, func(row scanner) (b study.BlindedAnswer, err error) {
		err = row.Scan(&b.Code, &b.Text)
		return b, err
	}, `SELECT code, coalesce(aligned, text) FROM blinded WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

// BlindedOthers lists the other texts that raters read, as [Blinding.Others] gave them.
func (r Reader) BlindedOthers(ctx context.Context, ref Ref) ([]string, error) {
	return all(ctx, r, scalar[string],
		`SELECT text FROM blinded_other WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

// BlindingLog lists the blinded answers with their answers' IDs and what was done to them, for the study lead.
func (r Reader) BlindingLog(ctx context.Context, ref Ref) ([]BlindedRow, error) {
	return all(ctx, r, func(row scanner) (b BlindedRow, err error) {
		err = row.Scan(&b.Code, &b.AnswerID, &b.Text, raw{&b.NormaliseLog}, raw{&b.Spans})
		return b, err
	}, `SELECT `+blindedColumns+` FROM blinded WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

// Key gives the sealed key of a test. It names withdrawn answers too: without them its commitment could not be
// checked. Problem: test.not-blinded.
func (r Reader) Key(ctx context.Context, ref Ref) (studykey.Key, error) {
	data, err := one(ctx, r, problem("test.not-blinded", "test", ref.Test), scalar[[]byte],
		`SELECT study_key FROM blinding WHERE study = ? AND test = ?`, ref.Study, ref.Test)
	if err != nil {
		return studykey.Key{}, err
	}
	return studykey.Decode(data)
}

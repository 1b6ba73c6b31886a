package sqlite

import (
	"context"
	"time"

	"iucomstudien/internal/study"
)

// Consensus is the category on which reviewers agreed after they had differed. It changes no rating.
type Consensus struct {
	Code     study.Code
	Category study.Category
	By       []string // IDs of reviewers
	Reason   string
	Time     time.Time // set here
}

// SetConsensus keeps a consensus in place of an earlier one on the same answer. Problems: test.not-found,
// test.not-blinded, test.already-unblinded (whoever knows the origins agrees no longer blindly), rating.no-such-code
// (Args: code).
func (tx *Tx) SetConsensus(ctx context.Context, ref Ref, c Consensus) error {
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	by, err := stored{c.By}.text()
	if err != nil {
		return err
	}
	err = tx.change(ctx, `INSERT INTO consensus (study, test, code, category, decided, reason, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (study, test, code) DO UPDATE SET category = ?4, decided = ?5, reason = ?6, time = ?7`,
		ref.Study, ref.Test, string(c.Code), string(c.Category), by, c.Reason, when(tx.now))
	if missing(err) {
		return problem("rating.no-such-code", "code", string(c.Code))
	}
	return err
}

// DropConsensus takes a consensus back. Problems: those of [Tx.SetConsensus].
func (tx *Tx) DropConsensus(ctx context.Context, ref Ref, code study.Code) error {
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	return tx.changeOne(ctx, problem("rating.no-such-code", "code", string(code)),
		`DELETE FROM consensus WHERE study = ? AND test = ? AND code = ?`, ref.Study, ref.Test, string(code))
}

// Consensuses lists the consensuses of a test in blind order.
func (r Reader) Consensuses(ctx context.Context, ref Ref) ([]Consensus, error) {
	return all(ctx, r, func(row scanner) (c Consensus, err error) {
		err = row.Scan(&c.Code, &c.Category, stored{&c.By}, &c.Reason, moment{&c.Time})
		return c, err
	}, `SELECT code, category, decided, reason, time FROM consensus JOIN blinded USING (study, test, code)
		WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

// strikeReasons puts other words in the place of reasons that quote a withdrawn answer.
func (tx *Tx) strikeReasons(ctx context.Context, ref Ref, quotes func(string) bool, instead string) (n int, err error) {
	kept, err := tx.Consensuses(ctx, ref)
	if err != nil {
		return 0, err
	}
	for _, c := range kept {
		if !quotes(c.Reason) {
			continue
		}
		n, tx.purge = n+1, true
		err := tx.change(ctx, `UPDATE consensus SET reason = ? WHERE study = ? AND test = ? AND code = ?`, instead, ref.Study, ref.Test, string(c.Code))
		if err != nil {
			return 0, err
		}
	}
	return n, nil
}

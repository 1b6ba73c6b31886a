package conduct

import (
	"context"
	"hash/crc32"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// Unblind opens the study key for good: from here on no rating comes in any more, and figures are given per condition.
// It needs at least one sheet. A second call is refused.
func (c *Conduct) Unblind(ctx context.Context, ref Ref) error { return c.UnblindBy(ctx, ref, "") }

// UnblindBy is Unblind with the ID of who opened the key: the log names it, and a reviewer of that ID can no longer rate
// blindly in any test of the study.
func (c *Conduct) UnblindBy(ctx context.Context, ref Ref, holder string) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	if err := rateable(s); err != nil {
		return err
	}
	if why := needRatings(s); why != nil {
		return why
	}
	if err := c.refuseLocked(ctx, ref); err != nil {
		return err
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		key, err := tx.Key(ctx, ref)
		if err != nil {
			return err
		}
		err = tx.SetTest(ctx, ref, func(t *study.Test) { t.State, t.Finished = study.Unblinded, c.now() })
		if err != nil {
			return err
		}
		facts := map[string]any{"commitment": key.Commitment(), "sheets": s.sheets, "gradings": s.gradings}
		if holder != "" {
			facts["key_holder"] = holder
		}
		return tx.Note(ctx, studylog.Unblinded, ref.Test, facts)
	})
}

// Figures computes all figures of a test from what is stored. Before unblinding they name no condition.
func (c *Conduct) Figures(ctx context.Context, ref Ref) (evaluation.Figures, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return evaluation.Figures{}, err
	}
	in, err := c.evaluationInput(ctx, s)
	if err != nil {
		return evaluation.Figures{}, err
	}
	return evaluation.Compute(ctx, in)
}

// evaluationInput gathers what the figures rest on. The key is read only when the test is unblinded.
func (c *Conduct) evaluationInput(ctx context.Context, s *situation) (evaluation.Input, error) {
	people, gradings, err := c.ratings(ctx, s.ref)
	if err != nil {
		return evaluation.Input{}, err
	}
	in := evaluation.Input{
		Codes: codesOf(s.blinded), Sheets: people, Gradings: gradings,
		Gold: s.usesGold(), Target: s.kase.TargetQuestion != "",
		Seed: resamplingSeed(s.ref, s.test.Seed),
	}
	if in.Grader, err = c.grader(ctx, s.ref); err != nil {
		return evaluation.Input{}, err
	}
	if in.Incomplete, err = c.aiIncomplete(ctx, s.ref); err != nil {
		return evaluation.Input{}, err
	}
	if s.test.State == study.Unblinded {
		rows, err := c.keyRows(ctx, s.ref)
		if err != nil {
			return evaluation.Input{}, err
		}
		in.Conditions = make(map[study.Code]study.Condition)
		for _, r := range rows {
			in.Conditions[r.Code] = r.Condition
		}
	}
	return in, nil
}

// grader is the AI grader of a test; the zero Rater when there was none.
func (c *Conduct) grader(ctx context.Context, ref Ref) (study.Rater, error) {
	set, _, err := c.headline(ctx, ref)
	return set.Rater, err
}

// keyRows reads the key of an unblinded test, whose opening is in the log already.
func (c *Conduct) keyRows(ctx context.Context, ref Ref) ([]studykey.Row, error) {
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return nil, err
	}
	return key.Open(), nil
}

// resamplingSeed is the seed of the bootstrap: made of the test and its own seed, so that it is the same whenever the
// figures are computed, and another for another test.
func resamplingSeed(ref Ref, seed int32) uint64 {
	return uint64(crc32.ChecksumIEEE([]byte(ref.Study+"/"+ref.Test)))<<32 | uint64(uint32(seed))
}

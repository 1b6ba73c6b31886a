package sqlite

import (
	"context"

	"iucomstudien/internal/study"
)

// ReplaceText puts another text, its end and the file it stands in into an answer that is there. Everything else about it
// stays. The bytes of its former file go where nothing else came from it. Problems: answer.not-found, also for one that was
// withdrawn; test.already-blinded, test.already-unblinded.
func (tx *Tx) ReplaceText(ctx context.Context, ref Ref, a study.Answer, original []byte) error {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return err
	}
	if err := tx.outdate(ctx, ref); err != nil {
		return err
	}
	kept, err := tx.keep(ctx, a.File.Name, a.File.SHA256, original)
	if err != nil {
		return err
	}
	err = tx.changeOne(ctx, answerNotFound(a.ID), `
		UPDATE answer SET (text, finish, accepted, file_name, file_sha256, file_size, file_at, original) = (?, ?, ?, ?, ?, ?, ?, ?)
		WHERE study = ? AND test = ? AND id = ? AND NOT withdrawn`,
		a.Text, string(a.Finish), a.Accepted, a.File.Name, a.File.SHA256, a.File.Size, a.File.At, kept, ref.Study, ref.Test, a.ID)
	if err != nil {
		return err
	}
	return tx.dropUnused(ctx)
}

// ReplaceAside does the same for an answer that was set aside and stays so, with what has to be decided about it now.
// Problems: as [Tx.SetAside].
func (tx *Tx) ReplaceAside(ctx context.Context, ref Ref, a Aside, original []byte) error {
	if err := tx.SetAside(ctx, ref, a); err != nil {
		return err
	}
	kept, err := tx.keep(ctx, a.Answer.File.Name, a.Answer.File.SHA256, original)
	if err != nil {
		return err
	}
	err = tx.changeOne(ctx, answerNotFound(a.ID), `UPDATE aside SET original = ? WHERE study = ? AND test = ? AND id = ?`,
		kept, ref.Study, ref.Test, a.ID)
	if err != nil {
		return err
	}
	return tx.dropUnused(ctx)
}

package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"iucomstudien/internal/study"
)

// Original gives the bytes of a file as it came, by the SHA-256 of its bytes. Problem: original.not-kept, when it
// never was, or went with an answer that was withdrawn.
func (r Reader) Original(ctx context.Context, sha string) ([]byte, error) {
	data, err := one(ctx, r, problem("original.not-kept", "sha256", sha), scalar[[]byte],
		`SELECT data FROM original WHERE sha256 = ?`, sha)
	if err != nil {
		return nil, err
	}
	if sum(data) != sha {
		return nil, problem("original.changed", "sha256", sha)
	}
	return data, nil
}

// keep stores the bytes of a file once and gives what points to them: NULL when there are none. They must be the
// bytes that the file's SHA-256 speaks of.
func (tx *Tx) keep(ctx context.Context, name, sha string, data []byte) (any, error) {
	if len(data) == 0 {
		return nil, nil
	}
	if own := sum(data); own != sha {
		return nil, fmt.Errorf("the bytes of %q have SHA-256 %s, not %q", name, own, sha)
	}
	return sha, tx.change(ctx, `INSERT INTO original (sha256, data) VALUES (?, ?) ON CONFLICT DO NOTHING`, sha, data)
}

// dropUnused removes the originals that nothing points to any more.
func (tx *Tx) dropUnused(ctx context.Context) error {
	return tx.change(ctx, `
		DELETE FROM original WHERE sha256 NOT IN (
			SELECT original FROM answer WHERE original IS NOT NULL
			UNION SELECT original FROM aside WHERE original IS NOT NULL
			UNION SELECT original FROM gold WHERE original IS NOT NULL
			UNION SELECT original FROM rater WHERE original IS NOT NULL)`)
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// SetGold keeps the gold standard of a test, in the order given, in place of an earlier one. Originals are the files'
// bytes by SHA-256; one that is not given is not kept. Problems: test.already-blinded, gold.twice (Args: name).
func (tx *Tx) SetGold(ctx context.Context, ref Ref, documents []study.GoldDocument, originals map[string][]byte) error {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return err
	}
	if err := tx.outdate(ctx, ref); err != nil {
		return err
	}
	if err := tx.change(ctx, `DELETE FROM gold WHERE study = ? AND test = ?`, ref.Study, ref.Test); err != nil {
		return err
	}
	for i, d := range documents {
		original, err := tx.keep(ctx, d.Name, d.SHA256, originals[d.SHA256])
		if err != nil {
			return err
		}
		err = tx.change(ctx, `INSERT INTO gold (study, test, place, name, text, sha256, size, original) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			ref.Study, ref.Test, i+1, d.Name, d.Text, d.SHA256, d.Size, original)
		if taken(err) {
			return problem("gold.twice", "name", d.Name)
		}
		if err != nil {
			return err
		}
	}
	return tx.dropUnused(ctx)
}

// Gold lists the gold standard of a test in its order.
func (r Reader) Gold(ctx context.Context, ref Ref) ([]study.GoldDocument, error) {
	return all(ctx, r, func(row scanner) (d study.GoldDocument, err error) {
		err = row.Scan(&d.Name, &d.Text, &d.SHA256, &d.Size)
		return d, err
	}, `SELECT name, text, sha256, size FROM gold WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

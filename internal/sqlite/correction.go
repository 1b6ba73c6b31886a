package sqlite

import (
	"context"
	"slices"

	"iucomstudien/internal/study"
)

// Correction is what a person decided about one replacement of personal data: that a surface is never replaced, or that
// it always is. It may hold a name: it stays in the database and goes with the answer it came from.
type Correction struct {
	Test        string   // the test it holds for; "" = every test of the study
	Surface     string   // as it stands in a text
	Kind        string   // of the placeholder; "" = the surface is kept as it is
	Placeholder string   // "[PERSON-2]", the one it is united with; "" = one of its own
	Joins       []string // surfaces that stood for that placeholder when the correction was taken
}

// Keeps tells whether the correction is that nothing is replaced.
func (d Correction) Keeps() bool { return d.Kind == "" }

// Correct keeps a correction in place of an earlier one about the same surface, and takes the blinding of the study's
// collecting tests back, since it no longer fits. One for a single test leaves the study's as it is for the others; one
// for the study replaces those of its tests, too.
func (tx *Tx) Correct(ctx context.Context, studyID string, c Correction) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	err := tx.change(ctx, `DELETE FROM replacement WHERE study = ?1 AND surface = ?2 AND ?3 IN ('', test)`, studyID, c.Surface, c.Test)
	if err != nil {
		return err
	}
	if err := tx.addCorrection(ctx, studyID, c); err != nil {
		return err
	}
	return tx.outdateAll(ctx, studyID)
}

func (tx *Tx) addCorrection(ctx context.Context, studyID string, d Correction) error {
	joins, err := stored{d.Joins}.text()
	if err != nil {
		return err
	}
	err = tx.change(ctx, `INSERT INTO replacement (study, test, surface, kind, placeholder, joins) VALUES (?, ?, ?, ?, ?, ?)`,
		studyID, d.Test, d.Surface, d.Kind, d.Placeholder, joins)
	if missing(err) {
		return studyNotFound(studyID)
	}
	return err
}

// Forget drops what was decided about a surface for the test, or else for the whole study, takes the blinding of the
// study's collecting tests back, and tells whether there was anything.
func (tx *Tx) Forget(ctx context.Context, studyID, test, surface string) (bool, error) {
	if err := tx.own(studyID); err != nil {
		return false, err
	}
	for _, at := range []string{test, ""} {
		n, err := one(ctx, tx.Reader, nil, scalar[int],
			`SELECT count(*) FROM replacement WHERE study = ? AND test = ? AND surface = ?`, studyID, at, surface)
		if err != nil {
			return false, err
		}
		if n == 0 {
			continue
		}
		err = tx.change(ctx, `DELETE FROM replacement WHERE study = ? AND test = ? AND surface = ?`, studyID, at, surface)
		if err != nil {
			return false, err
		}
		return true, tx.outdateAll(ctx, studyID)
	}
	return false, nil
}

// outdateAll takes back the blinding of every collecting test of a study.
func (tx *Tx) outdateAll(ctx context.Context, studyID string) error {
	return tx.change(ctx, `DELETE FROM blinding WHERE study = ?1 AND test IN (SELECT id FROM test WHERE study = ?1 AND state = ?2)`,
		studyID, string(study.Collecting))
}

// DropSurfaces takes every surface for which gone is true out of what was decided, for good. A correction about such a
// surface goes; one that was united with it stays.
func (tx *Tx) DropSurfaces(ctx context.Context, studyID string, gone func(surface string) bool) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	list, err := tx.Corrections(ctx, studyID)
	if err != nil {
		return err
	}
	for _, d := range list {
		left := slices.DeleteFunc(slices.Clone(d.Joins), gone)
		if !gone(d.Surface) && len(left) == len(d.Joins) {
			continue
		}
		tx.purge = true
		err := tx.change(ctx, `DELETE FROM replacement WHERE study = ? AND test = ? AND surface = ?`, studyID, d.Test, d.Surface)
		if err != nil {
			return err
		}
		if d.Joins = left; !gone(d.Surface) {
			if err := tx.addCorrection(ctx, studyID, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// Corrections lists what was decided about replacements in a study, by surface.
func (r Reader) Corrections(ctx context.Context, studyID string) ([]Correction, error) {
	return all(ctx, r, func(row scanner) (d Correction, err error) {
		err = row.Scan(&d.Test, &d.Surface, &d.Kind, &d.Placeholder, stored{&d.Joins})
		return d, err
	}, `SELECT test, surface, kind, placeholder, joins FROM replacement WHERE study = ? ORDER BY surface, test`, studyID)
}

package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// Contact is a reviewer of a study. Name and e-mail are kept here alone and stand in no log and no file.
type Contact struct {
	ID       string // R01 …
	Name     string // "" when not told
	Email    string // "" when not told
	Deadline string // day by which the sheets are asked for, 2026-03-31; "" when there is none
}

// AddReviewer keeps a reviewer. Problems: study.not-found, reviewer.exists (Args: reviewer).
func (tx *Tx) AddReviewer(ctx context.Context, studyID string, c Contact) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	err := tx.change(ctx, `INSERT INTO reviewer (study, id, name, email, deadline) VALUES (?, ?, ?, ?, ?)`,
		studyID, c.ID, c.Name, c.Email, c.Deadline)
	switch {
	case taken(err):
		return problem("reviewer.exists", "reviewer", c.ID)
	case missing(err):
		return studyNotFound(studyID)
	}
	return err
}

// ChangeReviewer puts other contact data in the place of those kept. Problem: reviewer.not-found (Args: reviewer).
func (tx *Tx) ChangeReviewer(ctx context.Context, studyID string, c Contact) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	tx.purge = true // the former name and e-mail go for good
	return tx.changeOne(ctx, problem("reviewer.not-found", "reviewer", c.ID),
		`UPDATE reviewer SET name = ?, email = ?, deadline = ? WHERE study = ? AND id = ?`, c.Name, c.Email, c.Deadline, studyID, c.ID)
}

// RemoveReviewer forgets a reviewer's name and e-mail for good; their sheets stay under the ID. Problem:
// reviewer.not-found (Args: reviewer).
func (tx *Tx) RemoveReviewer(ctx context.Context, studyID, id string) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	tx.purge = true
	return tx.changeOne(ctx, problem("reviewer.not-found", "reviewer", id), `DELETE FROM reviewer WHERE study = ? AND id = ?`, studyID, id)
}

// Contacts lists the reviewers of a study by their IDs.
func (r Reader) Contacts(ctx context.Context, studyID string) ([]Contact, error) {
	return all(ctx, r, func(row scanner) (c Contact, err error) {
		err = row.Scan(&c.ID, &c.Name, &c.Email, &c.Deadline)
		return c, err
	}, `SELECT id, name, email, deadline FROM reviewer WHERE study = ? ORDER BY id`, studyID)
}

// Overlap is how the answers of a test are shared out. The zero value is no plan: everybody rates everything.
type Overlap struct {
	Each      int      // reviewers an answer
	Seed      int32    // of the draw
	Reviewers []string // IDs
}

// SetOverlap keeps the plan of a test in place of an earlier one; the zero plan removes it. Problems: test.not-found;
// test.already-blinded, since the folders are out.
func (tx *Tx) SetOverlap(ctx context.Context, ref Ref, o Overlap) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	t, err := tx.Test(ctx, ref)
	if err != nil {
		return err
	}
	if t.State != study.Collecting {
		return problem("test.already-blinded", "test", ref.Test)
	}
	if err := tx.change(ctx, `DELETE FROM overlap WHERE study = ? AND test = ?`, ref.Study, ref.Test); err != nil || o.Each == 0 {
		return err
	}
	reviewers, err := stored{o.Reviewers}.text()
	if err != nil {
		return err
	}
	return tx.change(ctx, `INSERT INTO overlap (study, test, each, seed, reviewers) VALUES (?, ?, ?, ?, ?)`,
		ref.Study, ref.Test, o.Each, o.Seed, reviewers)
}

// Overlap is the plan of a test; the zero plan where there is none.
func (r Reader) Overlap(ctx context.Context, ref Ref) (Overlap, error) {
	return one(ctx, r, nil, func(row scanner) (o Overlap, err error) {
		err = row.Scan(&o.Each, &o.Seed, stored{&o.Reviewers})
		return o, err
	}, `SELECT each, seed, reviewers FROM overlap WHERE study = ? AND test = ?`, ref.Study, ref.Test)
}

// Extra is what is handed out beside the answers of a test and counts as none of them.
type Extra struct {
	Code   study.Code
	Repeat study.Code // of the answer that stands here once more; "" for one to practise on
	Text   string     // of an answer to practise on; "" for a repeat
}

// SetExtras keeps what is handed out beside the answers, in the given order, in place of earlier ones. Problem:
// rating.no-such-code (Args: code) for a repeat of an answer that is not there.
func (tx *Tx) SetExtras(ctx context.Context, ref Ref, list []Extra) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	if err := tx.change(ctx, `DELETE FROM extra WHERE study = ? AND test = ?`, ref.Study, ref.Test); err != nil {
		return err
	}
	for i, e := range list {
		err := tx.change(ctx, `INSERT INTO extra (study, test, code, place, repeat, text) VALUES (?, ?, ?, ?, ?, ?)`,
			ref.Study, ref.Test, string(e.Code), i+1, nullable(string(e.Repeat)), e.Text)
		if missing(err) {
			return problem("rating.no-such-code", "code", string(e.Repeat))
		}
		if err != nil {
			return fmt.Errorf("beside the answers, code %s: %w", e.Code, err)
		}
	}
	return nil
}

// Extras lists what is handed out beside the answers, in the order in which it was kept.
func (r Reader) Extras(ctx context.Context, ref Ref) ([]Extra, error) {
	return all(ctx, r, func(row scanner) (e Extra, err error) {
		err = row.Scan(&e.Code, &e.Repeat, &e.Text)
		return e, err
	}, `SELECT code, coalesce(repeat, ''), text FROM extra WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

// SaveExtraRatings keeps what a reviewer whose sheet is in said of extras. Problem: rating.no-such-code (Args: code).
func (tx *Tx) SaveExtraRatings(ctx context.Context, ref Ref, rater string, ratings []study.Rating) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	for _, r := range ratings {
		text, err := stored{r}.text()
		if err != nil {
			return err
		}
		err = tx.change(ctx, `INSERT INTO extra_rating (study, test, rater, code, rating) VALUES (?, ?, ?, ?, ?)`,
			ref.Study, ref.Test, rater, string(r.Code), text)
		if missing(err) {
			return problem("rating.no-such-code", "code", string(r.Code), "reviewer", rater)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ExtraRatings lists what the reviewers said of extras, by their IDs, each in the order of the extras.
func (r Reader) ExtraRatings(ctx context.Context, ref Ref) (map[string][]study.Rating, error) {
	type said struct {
		rater  string
		rating study.Rating
	}
	rows, err := all(ctx, r, func(row scanner) (s said, err error) {
		err = row.Scan(&s.rater, stored{&s.rating})
		return s, err
	}, `SELECT rater, rating FROM extra_rating JOIN extra USING (study, test, code) WHERE study = ? AND test = ? ORDER BY rater, place`,
		ref.Study, ref.Test)
	if err != nil {
		return nil, err
	}
	by := make(map[string][]study.Rating)
	for _, s := range rows {
		by[s.rater] = append(by[s.rater], s.rating)
	}
	return by, nil
}

// strikeExtra strikes the remark of a rating that is kept as JSON.
func strikeExtra(quotes func(string) bool, instead string) func(string) (string, int, error) {
	return func(text string) (string, int, error) {
		if !quotes(text) && !strings.Contains(text, `\`) {
			return text, 0, nil
		}
		var r study.Rating
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return "", 0, err
		}
		if !quotes(r.Comment) {
			return text, 0, nil
		}
		r.Comment = instead
		struck, err := stored{r}.text()
		return struck, 1, err
	}
}

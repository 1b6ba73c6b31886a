package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"iucomstudien/internal/study"
)

// Sheet is what one reviewer returned.
type Sheet struct {
	Rater    study.Rater
	Ratings  []study.Rating
	File     study.SourceFile
	Original []byte    // the sheet as it came; not given when reading, see [Reader.Original]
	Time     time.Time // when it was taken in; set here
}

// SaveSheet takes in the sheet of a reviewer, all ratings or none; with replace in place of the one taken in before.
// Problems: test.not-found, test.not-blinded, test.already-unblinded, ratings.reviewer-exists (Args: reviewer),
// rating.no-such-code (Args: code), rating.twice (Args: code).
func (tx *Tx) SaveSheet(ctx context.Context, ref Ref, s Sheet, replace bool) error {
	if s.Rater.Kind != study.HumanRater {
		return fmt.Errorf("sheet of rater %q: of kind %q", s.Rater.ID, s.Rater.Kind)
	}
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	if replace {
		err := tx.change(ctx, `DELETE FROM rater WHERE study = ? AND test = ? AND id = ? AND kind = 'human'`, ref.Study, ref.Test, s.Rater.ID)
		if err != nil {
			return err
		}
	}
	original, err := tx.keep(ctx, s.File.Name, s.File.SHA256, s.Original)
	if err != nil {
		return err
	}
	if err := tx.addRater(ctx, ref, s.Rater, s.File, original); err != nil {
		return err
	}
	for _, r := range s.Ratings {
		if err := tx.addRating(ctx, ref, s.Rater.ID, r); err != nil {
			return err
		}
	}
	return tx.dropUnused(ctx)
}

func (tx *Tx) addRater(ctx context.Context, ref Ref, r study.Rater, f study.SourceFile, original any) error {
	err := tx.change(ctx, `
		INSERT INTO rater (study, test, time, original, `+raterColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		ref.Study, ref.Test, when(tx.now), original, r.ID, string(r.Kind), r.Model, r.Replayed, f.Name, f.SHA256, f.Size, f.At)
	switch {
	case taken(err):
		return problem("ratings.reviewer-exists", "reviewer", r.ID)
	case missing(err):
		return problem("test.not-blinded", "test", ref.Test)
	}
	return err
}

func (tx *Tx) addRating(ctx context.Context, ref Ref, rater string, r study.Rating) error {
	why := absences{}
	values := []any{
		ref.Study, ref.Test, rater, string(r.Code), put(why, "category", r.Category), put(why, "agreement", r.Agreement),
		put(why, "grade", r.Grade), put(why, "grid", r.Grid), put(why, "target", r.Target),
		put(why, "guess", r.Guess), r.Comment,
	}
	absent, err := stored{why}.text()
	if err != nil {
		return err
	}
	err = tx.change(ctx, `INSERT INTO rating (study, test, rater, `+ratingColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		append(values, absent)...)
	switch {
	case taken(err):
		return problem("rating.twice", "code", string(r.Code), "reviewer", rater)
	case missing(err):
		return problem("rating.no-such-code", "code", string(r.Code), "reviewer", rater)
	}
	return err
}

const (
	raterColumns  = `id, kind, model, replayed, file_name, file_sha256, file_size, file_at`
	ratingColumns = `code, category, agreement, grade, grid, target, guess, comment, absent`
)

// Sheets lists the reviewers' sheets by their IDs, the ratings of each in blind order, without the files' bytes.
func (r Reader) Sheets(ctx context.Context, ref Ref) ([]Sheet, error) {
	sheets, err := all(ctx, r, scanSheet, `
		SELECT time, `+raterColumns+` FROM rater WHERE study = ? AND test = ? AND kind = 'human' ORDER BY id`, ref.Study, ref.Test)
	if err != nil {
		return nil, err
	}
	for i := range sheets {
		sheets[i].Ratings, err = r.ratings(ctx, ref, sheets[i].Rater.ID)
		if err != nil {
			return nil, err
		}
	}
	return sheets, nil
}

func (r Reader) ratings(ctx context.Context, ref Ref, rater string) ([]study.Rating, error) {
	return all(ctx, r, scanRating, `
		SELECT `+ratingColumns+` FROM rating JOIN blinded USING (study, test, code)
		WHERE study = ? AND test = ? AND rater = ? ORDER BY place`, ref.Study, ref.Test, rater)
}

func scanSheet(row scanner) (s Sheet, err error) {
	err = row.Scan(moment{&s.Time}, &s.Rater.ID, &s.Rater.Kind, &s.Rater.Model, &s.Rater.Replayed,
		&s.File.Name, &s.File.SHA256, &s.File.Size, &s.File.At)
	return s, err
}

func scanRating(row scanner) (r study.Rating, err error) {
	var category, target, guess sql.Null[string]
	var agreement, grade, grid sql.Null[int]
	why := absences{}
	err = row.Scan(&r.Code, &category, &agreement, &grade, &grid, &target, &guess, &r.Comment, stored{&why})
	r.Category = word[study.Category](why, "category", category)
	r.Agreement = got(why, "agreement", agreement)
	r.Grade = got(why, "grade", grade)
	r.Grid = got(why, "grid", sql.Null[study.Grid]{V: study.Grid(grid.V), Valid: grid.Valid})
	r.Target = word[study.Target](why, "target", target)
	r.Guess = word[study.Guess](why, "guess", guess)
	return r, err
}

// Reply is a grader's reply as it came.
type Reply struct {
	Time time.Time       // set here
	Text string          // "" keeps none
	Meta json.RawMessage // what is known of the request: model, settings, tokens; nil: nothing
}

// GradingSet is all that one AI grader returned.
type GradingSet struct {
	Rater    study.Rater
	Time     time.Time // of its first grading
	Gradings []study.Grading
	Replies  []Reply // in the order in which they came; none after a withdrawal
}

// SaveGradings keeps gradings of an AI grader beside those it returned before; one under the same code takes the place
// of the earlier one. Problems: those of [Tx.SaveSheet].
func (tx *Tx) SaveGradings(ctx context.Context, ref Ref, rater study.Rater, gradings []study.Grading, reply Reply) error {
	if rater.Kind != study.AIRater {
		return fmt.Errorf("gradings of rater %q: of kind %q", rater.ID, rater.Kind)
	}
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	err := tx.addRater(ctx, ref, rater, study.SourceFile{}, nil)
	if study.HasProblem(err, "ratings.reviewer-exists") {
		err = tx.changeOne(ctx, problem("ratings.reviewer-exists", "reviewer", rater.ID),
			`UPDATE rater SET model = ?, replayed = ? WHERE study = ? AND test = ? AND id = ? AND kind = 'ai'`,
			rater.Model, rater.Replayed, ref.Study, ref.Test, rater.ID)
	}
	if err != nil {
		return err
	}
	for _, g := range gradings {
		if err := tx.addGrading(ctx, ref, rater.ID, g); err != nil {
			return err
		}
	}
	if reply.Text == "" {
		return nil
	}
	return tx.change(ctx, `
		INSERT INTO reply (study, test, rater, place, time, text, meta)
		SELECT ?1, ?2, ?3, 1 + coalesce(max(place), 0), ?4, ?5, ?6 FROM reply WHERE study = ?1 AND test = ?2 AND rater = ?3`,
		ref.Study, ref.Test, rater.ID, when(tx.now), reply.Text, rawText(reply.Meta))
}

func (tx *Tx) addGrading(ctx context.Context, ref Ref, rater string, g study.Grading) error {
	rating := g.Rating
	g.Rating = study.Rating{} // it has a table of its own
	detail, err := stored{g}.text()
	if err != nil {
		return err
	}
	err = tx.change(ctx, `DELETE FROM rating WHERE study = ? AND test = ? AND rater = ? AND code = ?`,
		ref.Study, ref.Test, rater, string(rating.Code))
	if err != nil {
		return err
	}
	if err := tx.addRating(ctx, ref, rater, rating); err != nil {
		return err
	}
	return tx.change(ctx, `INSERT INTO grading (study, test, rater, code, detail) VALUES (?, ?, ?, ?, ?)`,
		ref.Study, ref.Test, rater, string(rating.Code), detail)
}

// Gradings lists what the AI graders returned, by their IDs, the gradings of each in blind order.
func (r Reader) Gradings(ctx context.Context, ref Ref) ([]GradingSet, error) {
	sheets, err := all(ctx, r, scanSheet, `
		SELECT time, `+raterColumns+` FROM rater WHERE study = ? AND test = ? AND kind = 'ai' ORDER BY id`, ref.Study, ref.Test)
	if err != nil {
		return nil, err
	}
	sets := make([]GradingSet, len(sheets))
	for i, s := range sheets {
		sets[i] = GradingSet{Rater: s.Rater, Time: s.Time}
		if err := r.fill(ctx, ref, &sets[i]); err != nil {
			return nil, fmt.Errorf("gradings of %s: %w", s.Rater.ID, err)
		}
	}
	return sets, nil
}

func (r Reader) fill(ctx context.Context, ref Ref, set *GradingSet) error {
	ratings, err := r.ratings(ctx, ref, set.Rater.ID)
	if err != nil {
		return err
	}
	set.Gradings, err = all(ctx, r, func(row scanner) (g study.Grading, err error) {
		err = row.Scan(stored{&g})
		return g, err
	}, `SELECT detail FROM grading JOIN blinded USING (study, test, code)
		WHERE study = ? AND test = ? AND rater = ? ORDER BY place`, ref.Study, ref.Test, set.Rater.ID)
	if err != nil {
		return err
	}
	if len(set.Gradings) != len(ratings) {
		return fmt.Errorf("%d gradings and %d ratings", len(set.Gradings), len(ratings))
	}
	for i := range ratings {
		set.Gradings[i].Rating = ratings[i]
	}
	set.Replies, err = all(ctx, r, func(row scanner) (p Reply, err error) {
		err = row.Scan(moment{&p.Time}, &p.Text, raw{&p.Meta})
		return p, err
	}, `SELECT time, text, meta FROM reply WHERE study = ? AND test = ? AND rater = ? ORDER BY place`,
		ref.Study, ref.Test, set.Rater.ID)
	return err
}

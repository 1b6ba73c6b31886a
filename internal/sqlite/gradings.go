package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"iucomstudien/internal/study"
)

// GradingState is how far a run of an AI grader has come.
type GradingState string

// A run that is not complete gives no headline figure.
const (
	GradingRunning    GradingState = "running"    // under way, or ended without a word: it can go on
	GradingComplete   GradingState = "complete"   // every request was answered
	GradingIncomplete GradingState = "incomplete" // ended before: budget, stop, a request in doubt; it can go on
)

// GradingRun is a run of an AI grader that was asked. A recorded reply has none.
type GradingRun struct {
	Rater string // "AI", "AI2"
	State GradingState
	Time  time.Time       // when it came to this state; set here
	Plan  json.RawMessage // who was chosen why, how often it is asked
}

// SaveGradingRun keeps how a run stands in place of what was known of it. Problem: test.not-blinded.
func (tx *Tx) SaveGradingRun(ctx context.Context, ref Ref, r GradingRun) error {
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	return tx.change(ctx, `
		INSERT INTO grading_run (study, test, rater, state, time, plan) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (study, test, rater) DO UPDATE SET state = ?4, time = ?5, plan = ?6`,
		ref.Study, ref.Test, r.Rater, string(r.State), when(tx.now), rawText(r.Plan))
}

// DropGradingRun forgets a run with its repetitions, since another grading takes its place.
func (tx *Tx) DropGradingRun(ctx context.Context, ref Ref, rater string) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	return tx.change(ctx, `DELETE FROM grading_run WHERE study = ? AND test = ? AND rater = ?`, ref.Study, ref.Test, rater)
}

// GradingRuns lists the runs of a test by their raters.
func (r Reader) GradingRuns(ctx context.Context, ref Ref) ([]GradingRun, error) {
	return all(ctx, r, func(row scanner) (g GradingRun, err error) {
		err = row.Scan(&g.Rater, &g.State, moment{&g.Time}, raw{&g.Plan})
		return g, err
	}, `SELECT rater, state, time, plan FROM grading_run WHERE study = ? AND test = ? ORDER BY rater`, ref.Study, ref.Test)
}

// SaveGradingRepeat keeps the values of a repetition, from 2 on, without the grader's free words.
func (tx *Tx) SaveGradingRepeat(ctx context.Context, ref Ref, rater string, repeat int, gradings []study.Grading) error {
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	for _, g := range gradings {
		g.Prose, g.Notes, g.Departures, g.Rating.Comment = "", nil, nil, ""
		detail, err := stored{g}.text()
		if err != nil {
			return err
		}
		err = tx.change(ctx, `
			INSERT INTO grading_repeat (study, test, rater, repeat, code, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
			ON CONFLICT (study, test, rater, repeat, code) DO UPDATE SET detail = ?6`,
			ref.Study, ref.Test, rater, repeat, string(g.Rating.Code), detail)
		if missing(err) {
			return problem("rating.no-such-code", "code", string(g.Rating.Code), "reviewer", rater)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// GradingRepeats gives the repetitions of a rater from the second on, each in blind order.
func (r Reader) GradingRepeats(ctx context.Context, ref Ref, rater string) ([][]study.Grading, error) {
	type one struct {
		repeat int
		study.Grading
	}
	list, err := all(ctx, r, func(row scanner) (o one, err error) {
		err = row.Scan(&o.repeat, stored{&o.Grading})
		return o, err
	}, `SELECT repeat, detail FROM grading_repeat JOIN blinded USING (study, test, code)
		WHERE study = ? AND test = ? AND rater = ? ORDER BY repeat, place`, ref.Study, ref.Test, rater)
	if err != nil {
		return nil, err
	}
	var repeats [][]study.Grading
	last := 0
	for _, o := range list {
		if o.repeat != last {
			repeats, last = append(repeats, nil), o.repeat
		}
		repeats[len(repeats)-1] = append(repeats[len(repeats)-1], o.Grading)
	}
	return repeats, nil
}

// Retrieval is the evaluation of the search of a Reporter run.
type Retrieval struct {
	Run    string
	Time   time.Time // set here
	Model  string    // that evaluated
	Detail json.RawMessage
}

// SaveRetrieval keeps the evaluation of a search in place of an earlier one of the same run. Problem: test.not-found.
func (tx *Tx) SaveRetrieval(ctx context.Context, ref Ref, r Retrieval) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	err := tx.change(ctx, `
		INSERT INTO retrieval (study, test, run, time, model, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (study, test, run) DO UPDATE SET time = ?4, model = ?5, detail = ?6`,
		ref.Study, ref.Test, r.Run, when(tx.now), r.Model, rawText(r.Detail))
	if missing(err) {
		return testNotFound(ref)
	}
	return err
}

// Retrievals lists the evaluations of a test by their runs.
func (r Reader) Retrievals(ctx context.Context, ref Ref) ([]Retrieval, error) {
	return all(ctx, r, func(row scanner) (v Retrieval, err error) {
		err = row.Scan(&v.Run, moment{&v.Time}, &v.Model, raw{&v.Detail})
		return v, err
	}, `SELECT run, time, model, detail FROM retrieval WHERE study = ? AND test = ? ORDER BY run`, ref.Study, ref.Test)
}

// SetReference keeps what the reference of a case's target question is and who or what set it. No rater reads it, so a
// blinding that is still looked at stays. Problems: case.not-found; case.in-use (Args: case, study, test) when a test
// with this case is handed out already.
func (tx *Tx) SetReference(ctx context.Context, caseID string, reference study.Maybe[study.Target], by string) error {
	used, err := all(ctx, tx.Reader, scanTest,
		`SELECT `+testColumns+` FROM test WHERE archive_case = ? AND state <> 'collecting' LIMIT 1`, caseID)
	if err != nil {
		return err
	}
	if len(used) > 0 {
		return problem("case.in-use", "case", caseID, "study", used[0].StudyID, "test", used[0].ID)
	}
	why := absences{}
	value := put(why, "reference", reference)
	absent, err := stored{why}.text()
	if err != nil {
		return err
	}
	return tx.changeOne(ctx, caseNotFound(caseID),
		`UPDATE archive_case SET reference = ?2, reference_by = ?3, absent = ?4 WHERE id = ?1`, caseID, value, by, absent)
}

// DropGradings forgets what an AI grader returned, with its replies, since another grading takes its place.
func (tx *Tx) DropGradings(ctx context.Context, ref Ref, rater string) error {
	if err := tx.inState(ctx, ref, study.BlindedOut); err != nil {
		return err
	}
	return tx.change(ctx, `DELETE FROM rater WHERE study = ? AND test = ? AND id = ? AND kind = 'ai'`, ref.Study, ref.Test, rater)
}

package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"iucomstudien/internal/study"
)

// Incoming is an answer that comes in, with the bytes of its file.
type Incoming struct {
	Answer   study.Answer    // without an ID: it is given here
	Detail   json.RawMessage // what its file says beside the answer; nil: nothing
	Original []byte          // the whole file the answer came from; nil when there was none, or it is not to be kept
}

// AddAnswers takes in answers, all or none, and gives them back with their IDs: a01, a02 … in the order of import, never
// given twice. Problems: test.not-found, test.already-blinded, test.already-unblinded.
func (tx *Tx) AddAnswers(ctx context.Context, ref Ref, incoming []Incoming) ([]study.Answer, error) {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return nil, err
	}
	if err := tx.outdate(ctx, ref); err != nil {
		return nil, err
	}
	last, err := one(ctx, tx.Reader, nil, scalar[int],
		`SELECT coalesce(max(place), 0) FROM answer WHERE study = ? AND test = ?`, ref.Study, ref.Test)
	if err != nil {
		return nil, err
	}
	added := make([]study.Answer, 0, len(incoming))
	for i, in := range incoming {
		a, place := in.Answer, last+i+1
		a.ID = fmt.Sprintf("a%02d", place)
		if err := tx.addAnswer(ctx, ref, a, place, in); err != nil {
			return nil, fmt.Errorf("answer %s: %w", a.ID, err)
		}
		added = append(added, a)
	}
	return added, nil
}

func (tx *Tx) addAnswer(ctx context.Context, ref Ref, a study.Answer, place int, in Incoming) error {
	original, err := tx.keep(ctx, a.File.Name, a.File.SHA256, in.Original)
	if err != nil {
		return err
	}
	why := absences{}
	o := a.Origin
	aids, aiConsent := put(why, "aids", o.Aids), put(why, "ai_consent", o.AIConsent)
	absent, err := stored{why}.text()
	if err != nil {
		return err
	}
	return tx.change(ctx, `
		INSERT INTO answer (study, test, place, original, detail, `+answerColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		ref.Study, ref.Test, place, original, rawText(in.Detail),
		a.ID, string(a.Condition), a.Text, a.Question, string(a.Finish), a.Accepted, a.Withdrawn,
		o.Provider, o.Model, o.Version, o.Date, o.Prompt, o.Participant, string(o.Qualification), aids, string(o.Consent),
		a.File.Name, a.File.SHA256, a.File.Size, a.File.At, aiConsent, o.SawGold, absent)
}

const answerColumns = `id, condition, text, question, finish, accepted, withdrawn, provider, model, version, date, prompt,
	participant, qualification, aids, consent, file_name, file_sha256, file_size, file_at, ai_consent, saw_gold, absent`

// Answers lists the answers of a test in the order of import, withdrawn ones without their texts.
func (r Reader) Answers(ctx context.Context, ref Ref) ([]study.Answer, error) {
	return all(ctx, r, scanAnswer,
		`SELECT `+answerColumns+` FROM answer WHERE study = ? AND test = ? ORDER BY place`, ref.Study, ref.Test)
}

// Answer gives one answer. Problem: answer.not-found.
func (r Reader) Answer(ctx context.Context, ref Ref, id string) (study.Answer, error) {
	return one(ctx, r, answerNotFound(id), scanAnswer,
		`SELECT `+answerColumns+` FROM answer WHERE study = ? AND test = ? AND id = ?`, ref.Study, ref.Test, id)
}

// AnswerDetail gives what the file of an answer says beside it, as [Incoming.Detail] gave it; nil: nothing.
func (r Reader) AnswerDetail(ctx context.Context, ref Ref, id string) (detail json.RawMessage, err error) {
	return one(ctx, r, answerNotFound(id), func(row scanner) (d json.RawMessage, err error) {
		err = row.Scan(raw{&d})
		return d, err
	}, `SELECT detail FROM answer WHERE study = ? AND test = ? AND id = ?`, ref.Study, ref.Test, id)
}

func scanAnswer(row scanner) (a study.Answer, err error) {
	var aids, aiConsent sql.Null[bool]
	why := absences{}
	o := &a.Origin
	err = row.Scan(&a.ID, &a.Condition, &a.Text, &a.Question, &a.Finish, &a.Accepted, &a.Withdrawn,
		&o.Provider, &o.Model, &o.Version, &o.Date, &o.Prompt, &o.Participant, &o.Qualification, &aids, &o.Consent,
		&a.File.Name, &a.File.SHA256, &a.File.Size, &a.File.At, &aiConsent, &o.SawGold, stored{&why})
	o.Aids, o.AIConsent = got(why, "aids", aids), got(why, "ai_consent", aiConsent)
	return a, err
}

// SetOrigin changes where an answer is said to come from and which question it answered. Problems: answer.not-found,
// test.already-blinded, test.already-unblinded: once codes are given the key is fixed.
func (tx *Tx) SetOrigin(ctx context.Context, ref Ref, id string, c study.Condition, o study.Origin, question string) error {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return err
	}
	if err := tx.outdate(ctx, ref); err != nil {
		return err
	}
	why := absences{}
	aids, aiConsent := put(why, "aids", o.Aids), put(why, "ai_consent", o.AIConsent)
	absent, err := stored{why}.text()
	if err != nil {
		return err
	}
	return tx.changeOne(ctx, answerNotFound(id), `
		UPDATE answer SET (condition, question, provider, model, version, date, prompt, participant, qualification, aids, consent, ai_consent, saw_gold, absent)
			= (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		WHERE study = ? AND test = ? AND id = ? AND NOT withdrawn`,
		string(c), question, o.Provider, o.Model, o.Version, o.Date, o.Prompt, o.Participant, string(o.Qualification), aids,
		string(o.Consent), aiConsent, o.SawGold, absent, ref.Study, ref.Test, id)
}

// Withdraw takes an answer out, at any time, because consent was withdrawn, and gives the code it had, "" before the
// blinding. What stays is that there was an answer, its ID, condition, participant and the SHA-256 of its file. What
// goes, from this file, its free places, the write-ahead log and the dated copies:
//   - the text, the question and the prompt, the name of its file and what it says beside, the blinded text with its logs;
//   - every rating and grading of it;
//   - the original, also where other answers came from the same file: it holds the text;
//   - of the whole test the graders' replies and the reviewers' sheets as they came, which may quote it. What was read
//     from them about other answers stays.
//
// Problems: answer.not-found, answer.already-withdrawn.
func (tx *Tx) Withdraw(ctx context.Context, ref Ref, id string) (study.Code, error) {
	if err := tx.own(ref.Study); err != nil {
		return "", err
	}
	a, err := tx.Answer(ctx, ref, id)
	if err != nil {
		return "", err
	}
	if a.Withdrawn {
		return "", problem("answer.already-withdrawn", "answer", id)
	}
	t, err := tx.Test(ctx, ref)
	if err != nil {
		return "", err
	}
	if t.State == study.Collecting {
		if err := tx.outdate(ctx, ref); err != nil {
			return "", err
		}
	}
	where := []any{ref.Study, ref.Test, id}
	code, err := one(ctx, tx.Reader, nil, scalar[study.Code],
		`SELECT code FROM blinded WHERE study = ? AND test = ? AND answer = ?`, where...)
	if err != nil {
		return "", err
	}
	tx.purge = true
	for _, statement := range []string{
		`DELETE FROM original WHERE sha256 IN (SELECT original FROM answer WHERE study = ?1 AND test = ?2 AND id = ?3)`,
		`UPDATE answer SET withdrawn = 1, text = '', question = '', prompt = '', file_name = '', file_at = '', detail = 'null', original = NULL
			WHERE study = ?1 AND test = ?2 AND id = ?3`,
		`UPDATE rater SET original = NULL
			WHERE study = ?1 AND test = ?2 AND EXISTS (SELECT 1 FROM blinded WHERE study = ?1 AND test = ?2 AND answer = ?3)`,
		`DELETE FROM reply
			WHERE study = ?1 AND test = ?2 AND EXISTS (SELECT 1 FROM blinded WHERE study = ?1 AND test = ?2 AND answer = ?3)`,
		`DELETE FROM blinded WHERE study = ?1 AND test = ?2 AND answer = ?3`, // ratings and gradings follow
	} {
		if err := tx.change(ctx, statement, where...); err != nil {
			return "", err
		}
	}
	return code, tx.dropUnused(ctx)
}

// Refusal is an answer that was not taken in: it is counted, and the report says why.
type Refusal struct {
	Time        time.Time // zero: the moment of writing
	File        string    // base name
	At          string    // place in the file
	Participant string    // "" when it is not known
	ProblemID   string
	Args        map[string]any // facts of the problem; never a text
}

// AddRefusals keeps what was refused on import.
func (tx *Tx) AddRefusals(ctx context.Context, ref Ref, refusals []Refusal) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	if _, err := tx.Test(ctx, ref); err != nil {
		return err
	}
	for _, f := range refusals {
		if f.Time.IsZero() {
			f.Time = tx.now
		}
		args, err := stored{f.Args}.text()
		if err != nil {
			return err
		}
		err = tx.change(ctx, `
			INSERT INTO refusal (study, test, place, time, file, at, participant, problem, args)
			SELECT ?1, ?2, 1 + coalesce(max(place), 0), ?3, ?4, ?5, ?6, ?7, ?8 FROM refusal WHERE study = ?1 AND test = ?2`,
			ref.Study, ref.Test, when(f.Time), f.File, f.At, f.Participant, f.ProblemID, args)
		if err != nil {
			return err
		}
	}
	return nil
}

// Refusals lists what was refused, in order.
func (r Reader) Refusals(ctx context.Context, ref Ref) ([]Refusal, error) {
	return all(ctx, r, func(row scanner) (f Refusal, err error) {
		err = row.Scan(moment{&f.Time}, &f.File, &f.At, &f.Participant, &f.ProblemID, stored{&f.Args})
		return f, err
	}, `SELECT time, file, at, participant, problem, args FROM refusal WHERE study = ? AND test = ? ORDER BY place`,
		ref.Study, ref.Test)
}

func answerNotFound(id string) *study.Problem { return problem("answer.not-found", "answer", id) }

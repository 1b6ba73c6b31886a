package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"iucomstudien/internal/study"
)

// Aside is an answer that came in and takes no part: it waits for a person's word, or it is none and is kept and
// counted as what it is.
type Aside struct {
	ID      string // w01, w02 …, unique within the test and never given twice
	Open    bool   // it waits for a person's word
	Answer  study.Answer
	Why     study.Problem   // what has to be decided, or why it is no answer
	Detail  json.RawMessage // what is needed to judge it again; nil: nothing
	HasFile bool            // the bytes of its file are kept; not given when writing
}

// IncomingAside is an answer to be set aside, with the bytes of its file.
type IncomingAside struct {
	Aside           // without an ID: it is given here
	Original []byte // nil when there was none, or it is not to be kept
}

// States of a row: what is settled became an answer or is gone.
const (
	asideOpen    = "open"
	asideOutcome = "outcome"
	asideSettled = "settled"
)

func (a Aside) state() string {
	if a.Open {
		return asideOpen
	}
	return asideOutcome
}

// keptWhy is a Problem as it is stored; its cause is for the moment only.
type keptWhy struct {
	ID     string         `json:"id"`
	File   string         `json:"file"`
	Row    int            `json:"row"`
	Column string         `json:"column"`
	Args   map[string]any `json:"args"`
}

// AddAsides sets answers aside, all or none, and gives them back with their IDs in the order of import. Problems:
// test.not-found, test.already-blinded, test.already-unblinded.
func (tx *Tx) AddAsides(ctx context.Context, ref Ref, incoming []IncomingAside) ([]Aside, error) {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return nil, err
	}
	last, err := one(ctx, tx.Reader, nil, scalar[int],
		`SELECT coalesce(max(place), 0) FROM aside WHERE study = ? AND test = ?`, ref.Study, ref.Test)
	if err != nil {
		return nil, err
	}
	added := make([]Aside, 0, len(incoming))
	for i, in := range incoming {
		a, place := in.Aside, last+i+1
		a.ID = fmt.Sprintf("w%02d", place)
		original, err := tx.keep(ctx, a.Answer.File.Name, a.Answer.File.SHA256, in.Original)
		if err != nil {
			return nil, err
		}
		a.HasFile = original != nil
		values, err := asideValues(a)
		if err != nil {
			return nil, err
		}
		err = tx.change(ctx, `INSERT INTO aside (study, test, id, place, original, `+asideColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append([]any{ref.Study, ref.Test, a.ID, place, original}, values...)...)
		if err != nil {
			return nil, fmt.Errorf("answer %s: %w", a.ID, err)
		}
		added = append(added, a)
	}
	return added, nil
}

const asideColumns = `state, participant, problem, answer, detail`

func asideValues(a Aside) ([]any, error) {
	why, err := stored{keptWhy{a.Why.ID, a.Why.File, a.Why.Row, a.Why.Column, a.Why.Args}}.text()
	if err != nil {
		return nil, err
	}
	answer, err := stored{a.Answer}.text()
	return []any{a.state(), a.Answer.Origin.Participant, why, answer, rawText(a.Detail)}, err
}

// Asides lists the answers of a test that take no part, in the order of import.
func (r Reader) Asides(ctx context.Context, ref Ref) ([]Aside, error) {
	return all(ctx, r, scanAside,
		`SELECT id, original IS NOT NULL, `+asideColumns+` FROM aside WHERE study = ? AND test = ? AND state <> ? ORDER BY place`,
		ref.Study, ref.Test, asideSettled)
}

// Aside gives one of them. Problem: answer.not-found, also when it was settled.
func (r Reader) Aside(ctx context.Context, ref Ref, id string) (Aside, error) {
	return one(ctx, r, answerNotFound(id), scanAside,
		`SELECT id, original IS NOT NULL, `+asideColumns+` FROM aside WHERE study = ? AND test = ? AND id = ? AND state <> ?`,
		ref.Study, ref.Test, id, asideSettled)
}

func scanAside(row scanner) (a Aside, err error) {
	var why keptWhy
	var state, participant string
	err = row.Scan(&a.ID, &a.HasFile, &state, &participant, stored{&why}, stored{&a.Answer}, raw{&a.Detail})
	a.Open = state == asideOpen
	a.Why = study.Problem{ID: why.ID, File: why.File, Row: why.Row, Column: why.Column, Args: why.Args}
	return a, err
}

// SetAside changes an answer that was set aside and stays so. Problems: answer.not-found, test.already-blinded,
// test.already-unblinded.
func (tx *Tx) SetAside(ctx context.Context, ref Ref, a Aside) error {
	if err := tx.inState(ctx, ref, study.Collecting); err != nil {
		return err
	}
	values, err := asideValues(a)
	if err != nil {
		return err
	}
	return tx.changeOne(ctx, answerNotFound(a.ID),
		`UPDATE aside SET (`+asideColumns+`) = (?, ?, ?, ?, ?) WHERE study = ? AND test = ? AND id = ? AND state <> ?`,
		append(values, ref.Study, ref.Test, a.ID, asideSettled)...)
}

// SettleAside ends an answer's being set aside, since it became an answer of the test. Problem: answer.not-found.
func (tx *Tx) SettleAside(ctx context.Context, ref Ref, id string) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	return tx.changeOne(ctx, answerNotFound(id), `
		UPDATE aside SET state = ?, problem = 'null', answer = 'null', detail = 'null', original = NULL
		WHERE study = ? AND test = ? AND id = ? AND state <> ?`, asideSettled, ref.Study, ref.Test, id, asideSettled)
}

// DropAside takes an answer that was set aside out for good, at any time, since there is no consent: its text goes, and
// the file it came from, as in [Tx.Withdraw]. Problem: answer.not-found.
func (tx *Tx) DropAside(ctx context.Context, ref Ref, id string) error {
	if err := tx.own(ref.Study); err != nil {
		return err
	}
	tx.purge = true
	err := tx.change(ctx, `DELETE FROM original WHERE sha256 IN (SELECT original FROM aside WHERE study = ? AND test = ? AND id = ?)`,
		ref.Study, ref.Test, id)
	if err != nil {
		return err
	}
	if err := tx.SettleAside(ctx, ref, id); err != nil {
		return err
	}
	return tx.dropUnused(ctx)
}

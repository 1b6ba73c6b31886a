package conduct

import (
	"context"
	"encoding/json"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Aside is an answer that came in and takes no part: it waits for a person's word, or it is none (refused, blocked,
// empty, an error) and is counted as what it is.
type Aside struct {
	ID   string // w01, w02 …
	Open bool
	Candidate
}

// asideOf is a candidate as it is set aside.
func asideOf(k Candidate, open bool) (sqlite.Aside, error) {
	d, err := detailOf(k)
	if err != nil {
		return sqlite.Aside{}, err
	}
	a := sqlite.Aside{Open: open, Answer: k.Answer, Detail: d}
	if k.Problem != nil {
		a.Why = *k.Problem
	}
	return a, nil
}

// asideFrom makes it again.
func asideFrom(a sqlite.Aside) (Aside, error) {
	k, err := candidateOf(a.Answer, a.Detail)
	if err != nil {
		return Aside{}, err
	}
	why := a.Why
	k.Problem, k.Use = &why, intake.UseNo
	if a.Open {
		k.Use = intake.UseCheck
	}
	return Aside{ID: a.ID, Open: a.Open, Candidate: k}, nil
}

// Asides lists the answers of a test that take no part, in the order of their import: open ones and outcomes.
func (c *Conduct) Asides(ctx context.Context, ref Ref) ([]Aside, error) {
	stored, err := c.db.Asides(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := make([]Aside, len(stored))
	for i, a := range stored {
		if list[i], err = asideFrom(a); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Decision is what a person says about an answer that waits. What is left empty stays as it was.
type Decision struct {
	Condition study.Condition // where it comes from
	Consent   study.Consent   // of the person who wrote it; a no takes the answer out for good
	AcceptEnd bool            // it takes part as it ended: cut off, or declined in words
	Take      bool            // of answers under one identifier, or with the question of another: it counts
	LeaveOut  bool            // it takes no part, and is counted as such
}

// Decided is what became of it: an answer of the test, or still aside (open when something is left to say).
type Decided struct {
	Answer *study.Answer
	Aside  *Aside // nil when it is an answer, or gone because consent was denied
}

// DecideAnswer takes over a person's word about an answer that waits. It is possible until the test is blinded.
// Of an outcome it can be said where it comes from, and of one that a model declined in words that it is to be rated as
// that. Problems: answer.not-found; import.nothing-open (Args: id), when it waits for nothing; test.already-blinded.
func (c *Conduct) DecideAnswer(ctx context.Context, ref Ref, id string, d Decision) (Decided, error) {
	stored, err := c.db.Aside(ctx, ref, id)
	if err != nil {
		return Decided{}, err
	}
	a, err := asideFrom(stored)
	if err != nil {
		return Decided{}, err
	}
	switch {
	case stored.Open, d.AcceptEnd && declined(a.Candidate):
	case d == (Decision{Condition: d.Condition}) && stored.Answer.Condition == "" && d.Condition.Valid():
		return c.nameOutcome(ctx, ref, stored, d.Condition)
	default:
		return Decided{}, &study.Problem{ID: "import.nothing-open", Args: map[string]any{"id": id}}
	}
	k, err := c.judge(ctx, ref, a.Candidate, d)
	if err != nil {
		return Decided{}, err
	}
	var done Decided
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		done = Decided{}
		if d.LeaveOut {
			k.Problem = problemOf(k, "import.left-out")
		}
		switch o := k.Answer.Origin; {
		case k.Problem != nil && k.Problem.ID == "intake.name-in-id":
			return drop(ctx, tx, ref, id, k, k.Problem.ID)
		case o.Consent == study.ConsentDenied:
			return drop(ctx, tx, ref, id, k, "intake.no-consent")
		case d.LeaveOut && k.Answer.Condition.Human() && o.Consent != study.ConsentGiven:
			return drop(ctx, tx, ref, id, k, k.Problem.ID) // without consent no text is kept for nothing
		case d.LeaveOut || k.Use != intake.UseYes:
			return done.keepAside(ctx, tx, ref, id, k, !d.LeaveOut && k.Use == intake.UseCheck)
		}
		return done.take(ctx, tx, ref, id, k)
	})
	return done, err
}

// nameOutcome says where an outcome comes from, so that it is counted with its origin.
func (c *Conduct) nameOutcome(ctx context.Context, ref Ref, a sqlite.Aside, condition study.Condition) (Decided, error) {
	a.Answer.Condition = condition
	kept, err := asideFrom(a)
	if err != nil {
		return Decided{}, err
	}
	return Decided{Aside: &kept}, c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetAside(ctx, ref, a); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.AnswerDecided, ref.Test, map[string]any{"id": a.ID, "as": "outcome", "condition": condition})
	})
}

// judge gives a candidate after a person's word; a person without an ID gets one.
func (c *Conduct) judge(ctx context.Context, ref Ref, k Candidate, d Decision) (Candidate, error) {
	if asksConduct(k.Problem) && !d.Take {
		return k, nil
	}
	k, err := decide(k, intake.Decision{Condition: d.Condition, Consent: d.Consent, AcceptEnd: d.AcceptEnd})
	if err != nil || !k.Answer.Condition.Human() || k.Answer.Origin.Participant != "" || k.Use == intake.UseNo {
		return k, err
	}
	s, err := c.situation(ctx, ref)
	if err != nil {
		return k, err
	}
	k.Answer.Origin.Participant, err = c.freeParticipant(ctx, s, k.Answer.Condition)
	return k, err
}

// freeParticipant is an ID that nobody in the study has.
func (c *Conduct) freeParticipant(ctx context.Context, s *situation, condition study.Condition) (string, error) {
	in := &incomingFiles{
		present: map[string]string{}, places: map[string]bool{}, texts: map[string]string{}, elsewhere: map[string]Ref{},
		waiting: map[string]string{},
	}
	if _, err := c.surroundings(ctx, s, in); err != nil {
		return "", err
	}
	return nextParticipant(condition, in.takenIDs), nil
}

// take makes an answer of it.
func (d *Decided) take(ctx context.Context, tx *sqlite.Tx, ref Ref, id string, k Candidate) error {
	answers, err := tx.Answers(ctx, ref)
	if err != nil {
		return err
	}
	if other := holder(answers, k.Answer.Origin.Participant); other != "" {
		why := problemOf(k, "intake.participant-twice")
		why.Args["other"] = other
		return why
	}
	in := sqlite.Incoming{Answer: k.Answer}
	if in.Detail, err = detailOf(k); err != nil {
		return err
	}
	in.Original, err = tx.Original(ctx, k.Answer.File.SHA256)
	if err != nil && !study.HasProblem(err, "original.not-kept") {
		return err
	}
	added, err := tx.AddAnswers(ctx, ref, []sqlite.Incoming{in})
	if err != nil {
		return err
	}
	if err := tx.SettleAside(ctx, ref, id); err != nil {
		return err
	}
	d.Answer = &added[0]
	facts := answerFacts(added)
	facts["id"], facts["as"] = id, "taken"
	return tx.Note(ctx, studylog.AnswerDecided, ref.Test, facts)
}

// holder is the answer of a participant; "" when there is none, or no participant.
func holder(answers []study.Answer, participant string) string {
	for _, a := range answers {
		if participant != "" && a.Origin.Participant == participant {
			return a.ID
		}
	}
	return ""
}

// keepAside keeps it aside, with what is left to say about it.
func (d *Decided) keepAside(ctx context.Context, tx *sqlite.Tx, ref Ref, id string, k Candidate, open bool) error {
	a, err := asideOf(k, open)
	if err != nil {
		return err
	}
	a.ID = id
	if err := tx.SetAside(ctx, ref, a); err != nil {
		return err
	}
	kept, err := asideFrom(a)
	if err != nil {
		return err
	}
	d.Aside = &kept
	return tx.Note(ctx, studylog.AnswerDecided, ref.Test, map[string]any{"id": id, "as": word(open), "why": a.Why.ID})
}

func word(open bool) string {
	if open {
		return "open"
	}
	return "left-out"
}

// drop takes it out for good, since there is no consent: text and file go, and it is refused as on import.
func drop(ctx context.Context, tx *sqlite.Tx, ref Ref, id string, k Candidate, reason string) error {
	if err := tx.DropAside(ctx, ref, id); err != nil {
		return err
	}
	why := problemOf(k, reason)
	err := tx.AddRefusals(ctx, ref, []sqlite.Refusal{{
		At: k.Answer.File.At, Participant: k.Answer.Origin.Participant, ProblemID: why.ID, Args: why.Args,
	}})
	if err != nil {
		return err
	}
	return tx.Note(ctx, studylog.AnswerDecided, ref.Test, map[string]any{
		"id": id, "as": "refused", "participant": k.Answer.Origin.Participant, "why": why.ID,
	})
}

// Detail is what the file of an answer said beside it.
type Detail struct {
	Key     string // the identifier that came with it
	Usage   *intake.Usage
	Sources []intake.Source
	Tools   []string
	Notes   []intake.Note // cells of columns that mean nothing to the program
}

// detailFrom reads it.
func detailFrom(stored json.RawMessage) (Detail, error) {
	k, err := candidateOf(study.Answer{}, stored)
	return Detail{Key: k.Key, Usage: k.Usage, Sources: k.Sources, Tools: k.Tools, Notes: k.Notes}, err
}

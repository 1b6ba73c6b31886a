package conduct

import (
	"context"
	"strings"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Answers lists the answers of a test in the order of their import, with their origin: for the study lead only.
func (c *Conduct) Answers(ctx context.Context, ref Ref) ([]study.Answer, error) {
	return c.db.Answers(ctx, ref)
}

// Answer gives one answer of a test. Problem: answer.not-found.
func (c *Conduct) Answer(ctx context.Context, ref Ref, id string) (study.Answer, error) {
	return c.db.Answer(ctx, ref, id)
}

// Refused lists what was refused on import, with the reasons.
func (c *Conduct) Refused(ctx context.Context, ref Ref) ([]*study.Problem, error) {
	stored, err := c.db.Refusals(ctx, ref)
	if err != nil {
		return nil, err
	}
	var list []*study.Problem
	for _, r := range stored {
		list = append(list, &study.Problem{ID: r.ProblemID, File: r.File, Args: r.Args})
	}
	return list, nil
}

// SetOrigin corrects what is known about an answer's origin. It is possible until the test is blinded. A person's
// answer needs consent and an ID, which is given where there is none; what belongs to the other kind of author is left
// out. The log says which fields changed, not to what.
//
// Problems: answer.not-found, test.already-blinded, answer.unknown-condition (Args: value), answer.needs-consent (Args:
// id), intake.name-in-id, intake.participant-twice.
func (c *Conduct) SetOrigin(ctx context.Context, ref Ref, id string, condition study.Condition, origin study.Origin, question string) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	if s.test.State == study.Collecting { // otherwise the database says what forbids it
		if origin, err = c.fitting(ctx, s, id, condition, origin); err != nil {
			return err
		}
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		before, err := tx.Answer(ctx, ref, id)
		if err != nil {
			return err
		}
		if err := tx.SetOrigin(ctx, ref, id, condition, origin, question); err != nil {
			return err
		}
		after := before
		after.Condition, after.Origin, after.Question = condition, origin, question
		return tx.Note(ctx, studylog.OriginEdited, ref.Test, map[string]any{
			"answer": id, "condition": condition, "fields": changedFields(before, after),
		})
	})
}

// fitting checks an origin against its condition and gives it without what belongs to the other kind of author.
func (c *Conduct) fitting(ctx context.Context, s *situation, id string, condition study.Condition, o study.Origin) (study.Origin, error) {
	if !condition.Valid() {
		return o, &study.Problem{ID: "answer.unknown-condition", Args: map[string]any{"value": string(condition)}}
	}
	if !condition.Human() {
		return study.Origin{Provider: o.Provider, Model: o.Model, Version: o.Version, Date: o.Date, Prompt: o.Prompt, SawGold: o.SawGold}, nil
	}
	if o.Consent != study.ConsentGiven {
		return o, &study.Problem{ID: "answer.needs-consent", Args: map[string]any{"id": id}}
	}
	o = study.Origin{Date: o.Date, Participant: strings.TrimSpace(o.Participant), Qualification: o.Qualification, Aids: o.Aids, Consent: o.Consent, AIConsent: o.AIConsent}
	for _, a := range s.answers {
		switch {
		case a.ID == id && a.Origin.Participant == o.Participant && o.Participant != "":
			return o, nil // as it was
		case a.ID != id && a.Origin.Participant == o.Participant && o.Participant != "":
			return o, &study.Problem{ID: "intake.participant-twice", Args: map[string]any{"id": o.Participant, "other": a.ID}}
		}
	}
	var err error
	switch {
	case o.Participant == "":
		o.Participant, err = c.freeParticipant(ctx, s, condition)
	case !study.ValidParticipant(o.Participant):
		err = &study.Problem{ID: "intake.name-in-id", Args: map[string]any{"id": "", "at": ""}}
	}
	return o, err
}

// changedFields names what differs between two states of an answer.
func changedFields(before, after study.Answer) []string {
	a, b := before.Origin, after.Origin
	fields := []string{}
	for _, f := range []struct {
		name    string
		changed bool
	}{
		{"condition", before.Condition != after.Condition}, {"question", before.Question != after.Question},
		{"provider", a.Provider != b.Provider}, {"model", a.Model != b.Model}, {"version", a.Version != b.Version},
		{"date", a.Date != b.Date}, {"prompt", a.Prompt != b.Prompt}, {"participant", a.Participant != b.Participant},
		{"qualification", a.Qualification != b.Qualification}, {"aids", a.Aids != b.Aids}, {"consent", a.Consent != b.Consent},
		{"ai-consent", a.AIConsent != b.AIConsent},
	} {
		if f.changed {
			fields = append(fields, f.name)
		}
	}
	return fields
}

// MissingOrigin names what is not known of an answer's origin, in the words of its fields: what the person should add
// before blinding.
func MissingOrigin(a study.Answer) []string {
	o := a.Origin
	fields := []struct{ name, value string }{
		{"provider", o.Provider}, {"model", o.Model}, {"version", o.Version}, {"date", o.Date}, {"question", a.Question},
	}
	if a.Condition.Human() {
		aids := ""
		if o.Aids.IsKnown() {
			aids = "known"
		}
		fields = []struct{ name, value string }{
			{"qualification", string(o.Qualification)}, {"aids", aids}, {"date", o.Date}, {"question", a.Question},
		}
	}
	missing := []string{}
	for _, f := range fields {
		if strings.TrimSpace(f.value) == "" {
			missing = append(missing, f.name)
		}
	}
	return missing
}

// AnswerInFull gives an answer, also one that is set aside, with its question compared to the case's and with what its
// file said beside it. Problem: answer.not-found.
func (c *Conduct) AnswerInFull(ctx context.Context, ref Ref, id string) (study.Answer, Wording, Detail, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return study.Answer{}, Wording{}, Detail{}, err
	}
	if aside, err := c.db.Aside(ctx, ref, id); err == nil {
		d, err := detailFrom(aside.Detail)
		return aside.Answer, wordingOf(s.kase.Facts, aside.Answer.Question), d, err
	}
	a, err := c.db.Answer(ctx, ref, id)
	if err != nil {
		return a, Wording{}, Detail{}, err
	}
	stored, err := c.db.AnswerDetail(ctx, ref, id)
	if err != nil {
		return a, Wording{}, Detail{}, err
	}
	d, err := detailFrom(stored)
	return a, wordingOf(s.kase.Facts, a.Question), d, err
}

package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Imported is the outcome of an import of answers.
type Imported struct {
	Answers  []study.Answer
	Open     []Aside          // they wait for a person's word and take no part until then
	Outcomes []Aside          // answers that are none: kept and counted as what they are
	Asked    []*study.Problem // files of which nothing was taken, since something has to be said first
	Refused  []*study.Problem
	Question string // what was taken over as the question of the case; "" for nothing
}

// Waiting is [ErrWaiting] with a Problem when something waits for a person's word, nil otherwise.
func (i Imported) Waiting() error {
	var why error
	if len(i.Asked) > 0 {
		why = study.JoinProblems(i.Asked)
	}
	if n := len(i.Open); n > 0 {
		why = errors.Join(why, &study.Problem{ID: "import.waiting", Args: map[string]any{"n": n, "first": i.Open[0].ID}})
	}
	if why == nil {
		return nil
	}
	return errors.Join(ErrWaiting, why)
}

// detail is what the file of an answer says beside it, as it is stored.
type detail struct {
	Key          string          `json:"key,omitempty"`
	FinishRaw    string          `json:"finish_raw,omitempty"`
	Usage        *intake.Usage   `json:"usage,omitempty"`
	Sources      []intake.Source `json:"sources,omitempty"`
	Tools        []string        `json:"tools,omitempty"`
	Aids         string          `json:"aids,omitempty"`
	Notes        []intake.Note   `json:"notes,omitempty"`
	Sheet        string          `json:"sheet,omitempty"`
	Conversation string          `json:"conversation,omitempty"`
	Stated       study.Consent   `json:"stated,omitempty"`

	StatedAI study.Maybe[bool] `json:"stated_ai,omitzero"`
}

// detailOf keeps what a candidate says beside its answer.
func detailOf(k Candidate) (json.RawMessage, error) {
	data, err := json.Marshal(detail{k.Key, k.FinishRaw, k.Usage, k.Sources, k.Tools, k.Aids, k.Notes, k.Sheet, k.Conversation, k.Stated, k.StatedAI})
	if err != nil {
		return nil, fmt.Errorf("keeping what is said beside an answer: %w", err)
	}
	return data, nil
}

// candidateOf makes a candidate again of what was stored.
func candidateOf(a study.Answer, stored json.RawMessage) (Candidate, error) {
	var d detail
	if len(stored) > 0 {
		if err := json.Unmarshal(stored, &d); err != nil {
			return Candidate{}, fmt.Errorf("reading what is said beside an answer: %w", err)
		}
	}
	return Candidate{
		Answer: a, Key: d.Key, FinishRaw: d.FinishRaw, Usage: d.Usage, Sources: d.Sources, Tools: d.Tools, Aids: d.Aids,
		Notes: d.Notes, Sheet: d.Sheet, Conversation: d.Conversation, Stated: d.Stated, StatedAI: d.StatedAI,
	}, nil
}

// ImportAnswers takes over what a preview shows, in one transaction: the answers, those that wait, the outcomes and the
// refusals. When whole files were refused and nothing is left, it is an error and nothing changes. Problem:
// import.outdated, when something else came in since the preview was made, so that it would not be true any more.
func (c *Conduct) ImportAnswers(ctx context.Context, ref Ref, p AnswerPreview) (Imported, error) {
	done := Imported{Refused: p.Refused(), Asked: p.Asked()}
	if unreadable := p.Unreadable(); len(unreadable) > 0 && len(unreadable) == len(p.Files) {
		return Imported{}, study.JoinProblems(unreadable)
	}
	if p.choices.TakeQuestion {
		question, err := p.questionToTake()
		if err != nil {
			return Imported{}, err
		}
		done.Question = question
	}
	taken, aside, err := p.incoming()
	if err != nil {
		return Imported{}, err
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		log, err := tx.Log(ctx, ref.Study)
		if err != nil {
			return err
		}
		if importsIn(log) != p.in.seen {
			return &study.Problem{ID: "import.outdated"}
		}
		if done.Question != "" {
			if err := setFacts(ctx, tx, p.in.kase, done.Question, ref.Test); err != nil {
				return err
			}
		}
		for _, id := range p.replaced {
			if err := tx.SettleAside(ctx, ref, id); err != nil {
				return err
			}
			if err := tx.Note(ctx, studylog.AnswerDecided, ref.Test, map[string]any{"id": id, "as": "replaced"}); err != nil {
				return err
			}
		}
		if err := done.write(ctx, tx, ref, taken, aside); err != nil {
			return err
		}
		return noteRefusals(ctx, tx, ref, p)
	})
	if err != nil {
		return Imported{}, err
	}
	return done, nil
}

// incoming sorts what the preview shows into answers and what is set aside.
func (p AnswerPreview) incoming() (taken []sqlite.Incoming, aside []sqlite.IncomingAside, err error) {
	originals := make(map[string][]byte)
	for i, f := range p.in.files {
		if p.keepsOriginal(i) {
			originals[f.File.SHA256] = f.data
		}
	}
	for _, k := range p.Candidates() {
		d, err := detailOf(k)
		if err != nil {
			return nil, nil, err
		}
		taken = append(taken, sqlite.Incoming{Answer: k.Answer, Detail: d, Original: originals[k.Answer.File.SHA256]})
	}
	add := func(list []Candidate, open bool) error {
		for _, k := range list {
			one, err := asideOf(k, open)
			if err != nil {
				return err
			}
			aside = append(aside, sqlite.IncomingAside{Aside: one, Original: originals[k.Answer.File.SHA256]})
		}
		return nil
	}
	if err := add(p.Open(), true); err != nil {
		return nil, nil, err
	}
	return taken, aside, add(p.Outcomes(), false)
}

// write keeps answers and what is set aside and tells the log.
func (i *Imported) write(ctx context.Context, tx *sqlite.Tx, ref Ref, taken []sqlite.Incoming, aside []sqlite.IncomingAside) error {
	if len(taken)+len(aside) == 0 {
		return nil
	}
	var err error
	if i.Answers, err = tx.AddAnswers(ctx, ref, taken); err != nil {
		return err
	}
	added, err := tx.AddAsides(ctx, ref, aside)
	if err != nil {
		return err
	}
	facts := answerFacts(i.Answers)
	var waiting, outcomes []map[string]any
	for _, a := range added {
		one, err := asideFrom(a)
		if err != nil {
			return err
		}
		fact := map[string]any{"id": a.ID, "condition": a.Answer.Condition, "participant": a.Answer.Origin.Participant, "why": a.Why.ID}
		if a.Open {
			i.Open, waiting = append(i.Open, one), append(waiting, fact)
		} else {
			i.Outcomes, outcomes = append(i.Outcomes, one), append(outcomes, fact)
		}
	}
	if waiting != nil {
		facts["waiting"] = waiting
	}
	if outcomes != nil {
		facts["outcomes"] = outcomes
	}
	return tx.Note(ctx, studylog.AnswersImported, ref.Test, facts)
}

// answerFacts is what the log keeps of imported answers: no text and no name. The name of a person's file may be the
// person's own, so that it stays out, too.
func answerFacts(answers []study.Answer) map[string]any {
	list := make([]map[string]any, len(answers))
	for i, a := range answers {
		list[i] = map[string]any{
			"answer": a.ID, "condition": a.Condition, "at": a.File.At, "sha256": a.File.SHA256,
			"size": a.File.Size, "participant": a.Origin.Participant, "consent": a.Origin.Consent, "finish": a.Finish,
		}
		if !a.Condition.Human() {
			list[i]["file"] = a.File.Name
		}
		if a.Accepted {
			list[i]["accepted"] = true
		}
	}
	return map[string]any{"answers": list}
}

// noteRefusals keeps what was refused and tells the log, which gets no name of a file: it may be a person's.
func noteRefusals(ctx context.Context, tx *sqlite.Tx, ref Ref, p AnswerPreview) error {
	var list []sqlite.Refusal
	for i, f := range p.Files {
		if p.stops[i] != nil {
			continue
		}
		for _, k := range f.Candidates {
			if k.Use != intake.UseNo || k.Problem == nil || isOutcome(k.Problem) {
				continue
			}
			list = append(list, sqlite.Refusal{File: f.File.Name, At: k.Answer.File.At,
				Participant: k.Answer.Origin.Participant, ProblemID: k.Problem.ID, Args: k.Problem.Args})
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := tx.AddRefusals(ctx, ref, list); err != nil {
		return err
	}
	for _, r := range list {
		err := tx.Note(ctx, studylog.AnswerRefused, ref.Test, map[string]any{
			"at": r.At, "participant": r.Participant, "why": r.ProblemID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

package conduct

import (
	"context"
	"errors"
	"strings"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// ReferenceRead is what a model read from the gold standard.
type ReferenceRead struct {
	grading.ReferenceReading
	Model        string
	Documents    []string // names of the expert documents, in the order of the reading
	AfterAnswers bool     // answers had come in before: the log and the report say so
}

// ReadReference has a model read what the expert documents of a test say to the target question of its case, and sets
// the case's reference where they agree and the proof stands verbatim in one of them. No answer is part of the request.
// Where they do not answer, or contradict each other, the study lead decides ([Conduct.SetReference]): ErrWaiting with
// the Problem reference.undecided. A reference that is set already is kept unless replace is given.
//
// Problems: reference.no-question, reference.exists (Args: reference, by), conduct.no-gold, case.in-use, and those of
// the desk.
func (c *Conduct) ReadReference(ctx context.Context, ref Ref, o ModelOrder, replace bool) (ReferenceRead, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return ReferenceRead{}, err
	}
	if err := referenceable(s, replace); err != nil {
		return ReferenceRead{}, err
	}
	order := grading.ReferenceOrder{Language: s.study.Language, Target: s.kase.TargetQuestion}
	read := ReferenceRead{AfterAnswers: len(s.answers)+s.open > 0}
	for _, d := range s.gold {
		order.Documents, read.Documents = append(order.Documents, d.Text), append(read.Documents, d.Name)
	}
	asker, err := c.desk(ctx, ref, o.Choice.Provider, o.Terms)
	if err != nil {
		return read, err
	}
	reply, err := readReference(ctx, asker, ref, o, order, &read.ReferenceReading)
	if err != nil {
		return read, err
	}
	if read.Model = reply.Model; read.Model == "" {
		read.Model = o.Choice.Model
	}
	return read, c.keepReading(ctx, s, read, reply)
}

// readReference asks and reads.
func readReference(ctx context.Context, asker llm.Asker, ref Ref, o ModelOrder, order grading.ReferenceOrder, into *grading.ReferenceReading) (llm.Reply, error) {
	secret := ref.String()
	var err error
	if order.Nonce, err = grading.NewNonce(grading.Numbers(secret, append([]string{"reference"}, order.Texts()...)...), order.Texts()...); err != nil {
		return llm.Reply{}, err
	}
	text, err := grading.ReferenceRequest(order)
	if err != nil {
		return llm.Reply{}, err
	}
	read := func(reply string, truncated bool, later ...grading.Later) ([]string, error) {
		*into, err = grading.ParseReference(reply, order, truncated, later...)
		return into.Missing, err
	}
	repair := func(nonce, reply string) (string, error) { return grading.ReferenceRepair(order, nonce, *into, reply) }
	return askLines(ctx, asker, askingOf(ref, llm.ForReference, o, text, 1), secret, read, repair)
}

// keepReading notes a reading and sets the reference where there is one.
func (c *Conduct) keepReading(ctx context.Context, s *situation, read ReferenceRead, reply llm.Reply) error {
	words := c.wordsOf(s.study.Language)
	by := words.T("reference.by-model", "model", read.Model)
	if read.AfterAnswers {
		by += " " + words.T("reference.after-answers")
	}
	facts := map[string]any{
		"case": s.kase.ID, "reference": read.Reference, "documents": read.ReferenceReading.Documents, "names": read.Documents,
		"proof_in": read.Quote.Document, "proof_sha256": sumText(read.Quote.Text), "verbatim": read.Quote.Verbatim,
		"model": read.Model, "request": reply.Entry, "answers_before": len(s.answers) + s.open,
	}
	err := c.db.Write(ctx, s.ref.Study, func(tx *sqlite.Tx) error {
		if read.Reference.IsKnown() {
			if err := tx.SetReference(ctx, s.kase.ID, read.Reference, by); err != nil {
				return err
			}
		}
		return tx.Note(ctx, studylog.ReferenceRead, s.ref.Test, facts)
	})
	if err != nil || read.Reference.IsKnown() {
		return err
	}
	return errors.Join(ErrWaiting, &study.Problem{ID: "reference.undecided", Args: map[string]any{"why": read.Reference.Why().String()}})
}

// referenceable tells whether the reference of a test's case may still be read or set.
func referenceable(s *situation, replace bool) error {
	reference, set := s.kase.Reference.Get()
	switch {
	case s.kase.TargetQuestion == "":
		return &study.Problem{ID: "reference.no-question", Args: map[string]any{"case": s.kase.ID}}
	case s.test.State != study.Collecting:
		return &study.Problem{ID: "case.in-use", Args: map[string]any{"case": s.kase.ID, "study": s.ref.Study, "test": s.ref.Test}}
	case len(s.gold) == 0:
		return needGold(s)
	case set && !replace:
		return &study.Problem{ID: "reference.exists", Args: map[string]any{"reference": string(reference), "by": s.kase.ReferenceBy}}
	}
	return nil
}

// SetReference sets the reference of the target question on the word of a person, who is named in the log with the
// time, and beside the reference in every report. After the hand-out it is refused; where answers were in already, log
// and report say so.
//
// Problems: reference.no-question, reference.no-author, case.bad-reference, case.in-use.
func (c *Conduct) SetReference(ctx context.Context, ref Ref, reference study.Target, author string) (study.Case, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return study.Case{}, err
	}
	author = strings.Join(strings.Fields(author), " ")
	switch {
	case s.kase.TargetQuestion == "":
		return s.kase, &study.Problem{ID: "reference.no-question", Args: map[string]any{"case": s.kase.ID}}
	case reference != study.Yes && reference != study.No:
		return s.kase, &study.Problem{ID: "case.bad-reference", Args: map[string]any{"value": string(reference)}}
	case author == "":
		return s.kase, &study.Problem{ID: "reference.no-author"}
	}
	words := c.wordsOf(s.study.Language)
	by := words.T("reference.by-person", "name", author)
	before := len(s.answers) + s.open
	if before > 0 {
		by += " " + words.T("reference.after-answers")
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetReference(ctx, s.kase.ID, study.Known(reference), by); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.ReferenceSet, ref.Test, map[string]any{
			"case": s.kase.ID, "reference": reference, "by": author, "before": s.kase.Reference, "answers_before": before,
		})
	})
	if err != nil {
		return s.kase, err
	}
	return c.db.Case(ctx, s.kase.ID)
}

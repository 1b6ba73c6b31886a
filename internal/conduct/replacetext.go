package conduct

import (
	"context"
	"strings"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// ReplacedText is an answer whose text was replaced, with what brings the former one back.
type ReplacedText struct {
	ID            string // of the answer, or of the one that waits
	Before, After study.SourceFile

	answer   study.Answer  // as it was; of an answer of the test
	aside    *sqlite.Aside // as it was; nil for an answer of the test
	original []byte        // of the former file; nil: was not kept
}

// ReplaceText takes the text of a file in place of that of an answer, of the test or one that waits. Origin, question, consent
// and participant stay; the log keeps the checksums of both files. A blinding that was not handed out is taken back. One that
// waits waits on: for what is still asked, or for the word that it counts. [Conduct.UndoReplaceText] takes it back.
//
// Problems: answer.not-found, test.already-blinded, import.nothing-open (Args: id), for what is no answer and stays so;
// answer.replace-several (Args: n), when the file has not exactly one answer; intake.same-file (Args: known), and the
// faults of the file.
func (c *Conduct) ReplaceText(ctx context.Context, ref Ref, id string, f File) (ReplacedText, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return ReplacedText{}, err
	}
	if s.test.State != study.Collecting {
		return ReplacedText{}, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	r, before, err := c.replaceable(ctx, ref, id)
	if err != nil {
		return r, err
	}
	k, err := oneText(ctx, f, before)
	if err != nil {
		return r, err
	}
	if err := c.onlyOnce(ctx, s, k.Answer.File); err != nil {
		return r, err
	}
	r.After = k.Answer.File
	after := before
	after.Text, after.File, after.Finish, after.Accepted = k.Answer.Text, k.Answer.File, k.Answer.Finish, false
	if r.aside == nil {
		return r, c.writeText(ctx, ref, after, f.Data, r.Before)
	}
	waiting, err := stillAside(*r.aside, after)
	if err != nil {
		return r, err
	}
	return r, c.writeAside(ctx, ref, waiting, f.Data, r.Before)
}

// UndoReplaceText gives an answer its former text again. Problems: answer.not-found, when it was withdrawn or decided about
// since; test.already-blinded.
func (c *Conduct) UndoReplaceText(ctx context.Context, ref Ref, r ReplacedText) error {
	if r.aside != nil {
		return c.writeAside(ctx, ref, *r.aside, r.original, r.After)
	}
	return c.writeText(ctx, ref, r.answer, r.original, r.After)
}

// replaceable is an answer whose text may be replaced, as it stands.
func (c *Conduct) replaceable(ctx context.Context, ref Ref, id string) (ReplacedText, study.Answer, error) {
	r := ReplacedText{ID: id}
	if aside, err := c.db.Aside(ctx, ref, id); err == nil {
		if !aside.Open {
			return r, study.Answer{}, &study.Problem{ID: "import.nothing-open", Args: map[string]any{"id": id}}
		}
		r.aside, r.answer = &aside, aside.Answer
	} else if r.answer, err = c.db.Answer(ctx, ref, id); err != nil {
		return r, study.Answer{}, err
	}
	if r.answer.Withdrawn {
		return r, study.Answer{}, &study.Problem{ID: "answer.already-withdrawn", Args: map[string]any{"answer": id}}
	}
	r.Before = r.answer.File
	if r.Before.SHA256 == "" {
		return r, r.answer, nil
	}
	var err error
	if r.original, err = c.db.Original(ctx, r.Before.SHA256); study.HasProblem(err, "original.not-kept") {
		err = nil
	}
	return r, r.answer, err
}

// oneText reads the one answer of a file, told where it comes from.
func oneText(ctx context.Context, f File, of study.Answer) (Candidate, error) {
	f.Name = plainName(f.Name)
	read, err := readOne(ctx, f, Hint{Condition: of.Condition, Origin: of.Origin})
	if err != nil {
		return Candidate{}, err
	}
	if read.Error != nil {
		return Candidate{}, read.Error
	}
	var found []Candidate
	for _, k := range read.Candidates {
		if strings.TrimSpace(k.Answer.Text) != "" {
			found = append(found, k)
		}
	}
	if len(found) != 1 {
		return Candidate{}, &study.Problem{ID: "answer.replace-several", File: f.Name, Args: map[string]any{"n": len(found)}}
	}
	if !found[0].Answer.Finish.Usable() {
		return Candidate{}, &study.Problem{ID: "answer.replace-end", File: f.Name}
	}
	return found[0], nil
}

// onlyOnce refuses a text that is another answer's already.
func (c *Conduct) onlyOnce(ctx context.Context, s *situation, f study.SourceFile) error {
	asides, err := c.db.Asides(ctx, s.ref)
	if err != nil {
		return err
	}
	have := s.answers
	for _, a := range asides {
		have = append(have, a.Answer)
	}
	for _, a := range have {
		if a.File.SHA256 == f.SHA256 && a.File.At == f.At {
			return &study.Problem{ID: "intake.same-file", File: f.Name, Args: map[string]any{"known": a.File.Name}}
		}
	}
	return nil
}

// stillAside is an answer that waits with another text, and what it waits for now.
func stillAside(a sqlite.Aside, after study.Answer) (sqlite.Aside, error) {
	old, err := asideFrom(a)
	if err != nil {
		return a, err
	}
	k := old.Candidate
	k.Answer, k.FinishRaw = after, ""
	if !asksConduct(k.Problem) {
		if k, err = decide(k, intake.Decision{}); err != nil {
			return a, err
		}
	}
	switch {
	case k.Use == intake.UseNo && k.Problem != nil:
		return a, k.Problem
	case k.Use == intake.UseYes:
		k.Use, k.Problem = intake.UseCheck, problemOf(k, "import.text-replaced")
	}
	next, err := asideOf(k, true)
	next.ID = a.ID
	return next, err
}

// writeText keeps another text of an answer and tells the log.
func (c *Conduct) writeText(ctx context.Context, ref Ref, a study.Answer, original []byte, before study.SourceFile) error {
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.ReplaceText(ctx, ref, a, original); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.TextReplaced, ref.Test, replacedFacts(a, a.ID, before))
	})
}

// writeAside does so for one that waits.
func (c *Conduct) writeAside(ctx context.Context, ref Ref, a sqlite.Aside, original []byte, before study.SourceFile) error {
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.ReplaceAside(ctx, ref, a, original); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.TextReplaced, ref.Test, replacedFacts(a.Answer, a.ID, before))
	})
}

// replacedFacts is what the log keeps of a replaced text: as of imported answers no text and no name of a person's file.
func replacedFacts(a study.Answer, id string, before study.SourceFile) map[string]any {
	a.ID = id
	facts := answerFacts([]study.Answer{a})
	facts["before_sha256"], facts["after_sha256"] = before.SHA256, a.File.SHA256
	return facts
}

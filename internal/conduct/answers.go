package conduct

import (
	"context"
	"slices"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Hint is what a person said about the origin of files before they are read.
type Hint = intake.Hint

// AnswerPreview is what an import of answers would do. Preview and import are one computation: what is shown is what
// is taken over.
type AnswerPreview struct {
	Files []intake.Preview
	bytes map[string][]byte // originals by checksum
}

// Candidates lists the answers of all files that can be imported as they stand.
func (p AnswerPreview) Candidates() []intake.Candidate {
	var list []intake.Candidate
	for _, f := range p.Files {
		for _, k := range f.Candidates {
			if k.Use == intake.UseYes {
				list = append(list, k)
			}
		}
	}
	return list
}

// Refused lists everything that would not be taken over, with the reason.
func (p AnswerPreview) Refused() []*study.Problem {
	var list []*study.Problem
	for _, f := range p.Files {
		if f.Error != nil {
			list = append(list, f.Error)
			continue
		}
		list = append(list, f.Problems...)
		for _, k := range f.Candidates {
			if k.Use != intake.UseYes && k.Problem != nil && !slices.Contains(list, k.Problem) {
				list = append(list, k.Problem)
			}
		}
	}
	return list
}

// Imported is the outcome of an import of answers.
type Imported struct {
	Answers []study.Answer
	Refused []*study.Problem
}

// PreviewAnswers reads files and tells what would be imported, without changing anything. The same file twice, in the
// same import or in the test, is refused, as is a participant who is in the test already.
func (c *Conduct) PreviewAnswers(ctx context.Context, ref Ref, files []File, hint Hint) (AnswerPreview, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return AnswerPreview{}, err
	}
	if s.test.State != study.Collecting {
		return AnswerPreview{}, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	known := make(map[string]string)   // file by checksum
	present := make(map[string]string) // answer by participant
	for _, a := range s.answers {
		known[a.File.SHA256] = a.File.Name
		if a.Origin.Participant != "" {
			present[a.Origin.Participant] = a.ID
		}
	}
	p := AnswerPreview{bytes: make(map[string][]byte)}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return AnswerPreview{}, err
		}
		sum := f.SHA256()
		if other, twice := known[sum]; twice {
			p.Files = append(p.Files, intake.Preview{
				File:  study.SourceFile{Name: f.Name, SHA256: sum, Size: int64(len(f.Data))},
				Error: &study.Problem{ID: "intake.same-file", File: f.Name, Args: map[string]any{"known": other}},
			})
			continue
		}
		known[sum] = f.Name
		read, err := intake.Read(ctx, f.Name, f.Data, hint)
		if err != nil {
			return AnswerPreview{}, err
		}
		refusePresent(&read, present)
		p.Files = append(p.Files, read)
		p.bytes[sum] = f.Data
	}
	return p, nil
}

// refusePresent refuses answers of participants who have one already.
func refusePresent(read *intake.Preview, present map[string]string) {
	for i := range read.Candidates {
		k := &read.Candidates[i]
		id := k.Answer.Origin.Participant
		if id == "" || k.Use == intake.UseNo {
			continue
		}
		if other, twice := present[id]; twice {
			k.Use = intake.UseNo
			k.Problem = &study.Problem{ID: "intake.participant-twice", File: read.File.Name, Args: map[string]any{"id": id, "other": other}}
			continue
		}
		present[id] = read.File.Name
	}
}

// ImportAnswers takes over what a preview shows, in one transaction, with the refusals.
func (c *Conduct) ImportAnswers(ctx context.Context, ref Ref, p AnswerPreview) (Imported, error) {
	done := Imported{Refused: p.Refused()}
	var incoming []sqlite.Incoming
	for _, k := range p.Candidates() {
		incoming = append(incoming, sqlite.Incoming{Answer: k.Answer, Original: p.bytes[k.Answer.File.SHA256]})
	}
	if len(incoming) == 0 && len(done.Refused) > 0 {
		// Nothing to take over: the refusals are still recorded, unless whole files could not be read at all.
		if onlyUnreadable(p) {
			return Imported{}, study.JoinProblems(done.Refused)
		}
	}
	err := c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		var err error
		if done.Answers, err = tx.AddAnswers(ctx, ref, incoming); err != nil {
			return err
		}
		if len(done.Answers) > 0 {
			if err := tx.Note(ctx, studylog.AnswersImported, ref.Test, answerFacts(done.Answers)); err != nil {
				return err
			}
		}
		return c.noteRefusals(ctx, tx, ref, p)
	})
	if err != nil {
		return Imported{}, err
	}
	return done, nil
}

// onlyUnreadable tells whether no file could be read.
func onlyUnreadable(p AnswerPreview) bool {
	return !slices.ContainsFunc(p.Files, func(f intake.Preview) bool { return f.Error == nil })
}

// answerFacts is what the log keeps of imported answers: no text and no name.
func answerFacts(answers []study.Answer) map[string]any {
	list := make([]map[string]any, len(answers))
	for i, a := range answers {
		list[i] = map[string]any{
			"answer": a.ID, "condition": a.Condition, "file": a.File.Name, "at": a.File.At, "sha256": a.File.SHA256,
			"size": a.File.Size, "participant": a.Origin.Participant, "consent": a.Origin.Consent, "finish": a.Finish,
		}
	}
	return map[string]any{"answers": list}
}

// noteRefusals keeps what was refused and tells the log.
func (c *Conduct) noteRefusals(ctx context.Context, tx *sqlite.Tx, ref Ref, p AnswerPreview) error {
	var list []sqlite.Refusal
	for _, f := range p.Files {
		for _, k := range f.Candidates {
			if k.Use == intake.UseYes || k.Problem == nil {
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
			"file": r.File, "at": r.At, "participant": r.Participant, "why": r.ProblemID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Answers lists the answers of a test in the order of their import, with their origin: for the study lead only.
func (c *Conduct) Answers(ctx context.Context, ref Ref) ([]study.Answer, error) {
	return c.db.Answers(ctx, ref)
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

// SetOrigin corrects what is known about an answer's origin. It is possible until the test is blinded.
func (c *Conduct) SetOrigin(ctx context.Context, ref Ref, id string, condition study.Condition, origin study.Origin, question string) error {
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetOrigin(ctx, ref, id, condition, origin, question); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.OriginEdited, ref.Test, map[string]any{"answer": id, "condition": condition})
	})
}

// Withdraw takes back the answer of a participant who no longer consents: text, original, ratings and every derived
// copy go. The log keeps only who withdrew and when.
func (c *Conduct) Withdraw(ctx context.Context, ref Ref, participant string) error {
	answers, err := c.db.Answers(ctx, ref)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(answers, func(a study.Answer) bool { return a.Origin.Participant == participant && !a.Withdrawn })
	if i < 0 {
		return &study.Problem{ID: "answer.no-participant", Args: map[string]any{"id": participant}}
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if _, err := tx.Withdraw(ctx, ref, answers[i].ID); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.AnswerWithdrawn, ref.Test, map[string]any{"participant": participant})
	})
}

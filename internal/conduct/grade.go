package conduct

import (
	"context"
	"encoding/json"
	"fmt"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// graderID is the name under which the AI grader stands among the raters.
const graderID = "AI"

// Reply is what an AI grader wrote back, live or recorded earlier.
type Reply struct {
	Text      string
	Nonce     string // of the request it answers
	Model     string
	Replayed  bool // recorded earlier and read again: the report says so
	Truncated bool // the provider said that it ended early
}

// TakenReply is what was read from a grader's reply.
type TakenReply struct {
	Graded  int      `json:"graded"`  // answers with a usable block
	Missing []string `json:"missing"` // codes without one
	Remarks []string `json:"remarks"` // machine words of what was corrected, read leniently or is worth a look
}

// TakeReply reads a grader's reply by the grammar and keeps its gradings. It is possible from the moment the answers
// have codes until the test is unblinded. An earlier grading is replaced; the log keeps both.
func (c *Conduct) TakeReply(ctx context.Context, ref Ref, reply Reply) (TakenReply, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return TakenReply{}, err
	}
	if err := rateable(s); err != nil {
		return TakenReply{}, err
	}
	codes := codesOf(s.blinded)
	result, err := grading.Parse(reply.Text, grading.Expect{
		Codes: codes, Nonce: reply.Nonce, Gold: s.usesGold(), Target: s.kase.TargetQuestion != "", Truncated: reply.Truncated,
	})
	if err != nil {
		return TakenReply{}, err
	}
	if len(result.Returned) == 0 {
		return TakenReply{}, &study.Problem{ID: "grading.no-block", Args: map[string]any{"nonce": reply.Nonce, "id": ""}}
	}
	taken := summary(result, codes)
	meta, err := json.Marshal(map[string]any{"nonce": reply.Nonce, "model": reply.Model, "replayed": reply.Replayed, "truncated": reply.Truncated})
	if err != nil {
		return TakenReply{}, fmt.Errorf("keeping what is known of the reply: %w", err)
	}
	rater := study.Rater{ID: graderID, Kind: study.AIRater, Model: reply.Model, Replayed: reply.Replayed}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.DropGradingRun(ctx, ref, rater.ID); err != nil {
			return err
		}
		if err := tx.SaveGradings(ctx, ref, rater, result.Gradings, sqlite.Reply{Text: reply.Text, Meta: meta}); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.Graded, ref.Test, map[string]any{
			"grader": rater.ID, "model": reply.Model, "replayed": reply.Replayed, "reply_sha256": sumText(reply.Text),
			"graded": taken.Graded, "missing": taken.Missing, "remarks": taken.Remarks,
		})
	})
	return taken, err
}

// GradingOrder is what an AI grader is asked to grade: the blinded texts that reviewers read, and nothing that tells an
// origin. It has no number yet ([grading.NewNonce]), and may be split.
func (c *Conduct) GradingOrder(ctx context.Context, ref Ref) (grading.Order, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return grading.Order{}, err
	}
	if err := rateable(s); err != nil {
		return grading.Order{}, err
	}
	in, err := c.handoutInput(ctx, s)
	if err != nil {
		return grading.Order{}, err
	}
	o := grading.Order{Language: s.study.Language, Facts: in.Case.Facts, LawAsOf: in.Case.LawAsOf, Target: in.Case.TargetQuestion, Answers: in.Answers}
	if s.usesGold() {
		for _, d := range in.Gold {
			o.Gold = append(o.Gold, d.Text)
		}
	}
	return o, nil
}

// headline gives the gradings on which the figures of a test rest: those of the first AI grader, where its run is
// complete. A second grader serves comparison, and a run that ended early gives no figure.
func (c *Conduct) headline(ctx context.Context, ref Ref) (set sqlite.GradingSet, ok bool, err error) {
	runs, err := c.db.GradingRuns(ctx, ref)
	if err != nil {
		return set, false, err
	}
	for _, r := range runs {
		if r.Rater == graderID && r.State != sqlite.GradingComplete {
			return set, false, nil
		}
	}
	sets, err := c.db.Gradings(ctx, ref)
	if err != nil {
		return set, false, err
	}
	for _, s := range sets {
		if s.Rater.ID == graderID {
			return s, true, nil
		}
	}
	return set, false, nil
}

// rateable tells whether ratings may come in: after the codes are given and before the key is opened.
func rateable(s *situation) error {
	switch {
	case s.test.State == study.Unblinded:
		return &study.Problem{ID: "test.already-unblinded", Args: map[string]any{"test": s.ref.Test}}
	case len(s.blinded) == 0 || s.test.State == study.Collecting:
		return &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": s.ref.Test}}
	}
	return nil
}

// summary says in short what was read.
func summary(r grading.Result, codes []study.Code) TakenReply {
	taken := TakenReply{Graded: len(r.Returned), Missing: []string{}, Remarks: []string{}}
	returned := make(map[study.Code]bool)
	for _, code := range r.Returned {
		returned[code] = true
	}
	for _, code := range codes {
		if !returned[code] {
			taken.Missing = append(taken.Missing, string(code))
		}
	}
	for _, list := range [][]grading.Entry{r.Corrected, r.Lenient, r.Remarks} {
		for _, e := range list {
			taken.Remarks = append(taken.Remarks, string(e.Code)+" "+e.Field+" "+string(e.What))
		}
	}
	return taken
}

// codesOf lists the codes of blinded answers in blind order.
func codesOf(blinded []study.BlindedAnswer) []study.Code {
	codes := make([]study.Code, len(blinded))
	for i, b := range blinded {
		codes[i] = b.Code
	}
	return codes
}

// usesGold tells whether raters see a gold standard, so that category and agreement are asked.
func (s *situation) usesGold() bool { return s.test.UseGold && len(s.gold) > 0 }

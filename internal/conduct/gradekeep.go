package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// ModelOrder says which model a person has asked, how, and on what terms.
type ModelOrder struct {
	Choice   llm.Choice      // a configured provider; without a model the provider's own
	Settings ledger.Settings // what is sent beside the text; without a temperature 0 is asked for
	Terms    Terms
}

// askingOf is a request of a run on a test.
func askingOf(ref Ref, purpose llm.Purpose, o ModelOrder, text string, repeat int) llm.Request {
	with := o.Settings
	if !with.Temperature.IsKnown() {
		with.Temperature = study.Known(0.0)
	}
	return llm.Request{Study: ref.Study, Test: ref.Test, Purpose: purpose, Model: o.Choice.Model, Text: text, Repeat: repeat, Settings: with}
}

// askLines asks for a block of lines and, once, for those that its reply left out. Read reads the reply with the
// replies to repairs and tells which lines are missing; repair writes the request for them.
func askLines(ctx context.Context, asker llm.Asker, first llm.Request, secret string,
	read func(reply string, truncated bool, later ...grading.Later) (missing []string, err error),
	repair func(nonce, reply string) (string, error)) (reply llm.Reply, err error) {
	if reply, err = asker.Ask(ctx, first); err != nil {
		return reply, err
	}
	cut := reply.Finish == study.FinTruncated
	missing, err := read(reply.Text, cut)
	if err != nil || len(missing) == 0 || reply.Text == "" || turnedDown(reply) {
		return reply, err
	}
	nonce, err := grading.NewNonce(grading.Numbers(secret, "repair", reply.Text), reply.Text)
	if err != nil {
		return reply, err
	}
	again := first
	again.Purpose = llm.ForRepair
	if again.Text, err = repair(nonce, reply.Text); err != nil {
		return reply, err
	}
	second, err := asker.Ask(ctx, again)
	if err != nil && !study.HasProblem(err, "llm.empty-reply") { // without a word nothing is repaired
		return reply, err
	}
	_, err = read(reply.Text, cut, grading.Later{Reply: second.Text, Nonce: nonce, Truncated: second.Finish == study.FinTruncated})
	return reply, err
}

// note tells the study log of a run.
func (r *gradeRun) note(ctx context.Context, tx *sqlite.Tx, facts map[string]any) error {
	facts["grader"] = r.plan.Rater
	return tx.Note(ctx, studylog.Graded, r.ref.Test, facts)
}

// keep keeps what came of a piece: gradings of the first repetition as the rater's, those of others for the spread.
func (r *gradeRun) keep(ctx context.Context, g gradedPiece) error {
	part := r.parts[g.part]
	model := g.reply.Model
	if model == "" {
		model = r.plan.Model
	}
	taken := summary(g.result, part.Codes())
	facts := map[string]any{
		"model": model, "replayed": false, "reply_sha256": sumText(g.reply.Text), "request": g.reply.Entry, "finish": g.reply.Finish,
		"graded": taken.Graded, "missing": taken.Missing, "remarks": taken.Remarks, "repaired": g.repair != "",
		"repeat": g.repeat, "part": g.part + 1, "parts": len(r.parts), "codes": part.Codes(),
	}
	rater := study.Rater{ID: r.plan.Rater, Kind: study.AIRater, Model: model}
	meta, err := json.Marshal(map[string]any{"nonce": part.Nonce, "model": model, "provider": r.plan.Provider, "request": g.reply.Entry,
		"finish": g.reply.Finish, "part": g.part + 1, "repair": g.repair})
	if err != nil {
		return fmt.Errorf("keeping what is known of the reply: %w", err)
	}
	return r.c.db.Write(ctx, r.ref.Study, func(tx *sqlite.Tx) error {
		if g.repeat > 1 {
			if err := tx.SaveGradingRepeat(ctx, r.ref, r.plan.Rater, g.repeat, g.result.Gradings); err != nil {
				return err
			}
			return r.note(ctx, tx, facts)
		}
		if err := tx.SaveGradings(ctx, r.ref, rater, g.result.Gradings, sqlite.Reply{Text: g.reply.Text, Meta: meta}); err != nil {
			return err
		}
		return r.note(ctx, tx, facts)
	})
}

// ungraded says which answers have no grading though they were sent, and why: the run is incomplete with them. What the
// model declined is known and no gap, unless it declined everything.
func (r *gradeRun) ungraded(pieces []gradedPiece) []error {
	blocks := 0
	var refused, empty *llm.Reply
	var cut, missing []study.Code
	var ids []int64 // of the requests whose replies left something out
	for i, g := range pieces {
		blocks += len(g.result.Returned)
		if turnedDown(g.reply) {
			refused = &pieces[i].reply
			continue
		}
		before := len(cut) + len(missing)
		for _, one := range g.result.Gradings {
			switch code := one.Rating.Code; {
			case slices.Contains(g.result.Returned, code):
			case one.SystemA.Why() == study.Truncated:
				cut = append(cut, code)
			default:
				missing = append(missing, code)
			}
		}
		if len(cut)+len(missing) > before {
			ids = append(ids, g.reply.Entry)
			empty = &pieces[i].reply
		}
	}
	switch {
	case blocks == 0 && refused != nil:
		return []error{&study.Problem{ID: "grading.refused", Args: map[string]any{"model": r.plan.Model, "word": refused.Stop}}}
	case blocks == 0 && len(cut) == 0 && empty != nil:
		return []error{&study.Problem{ID: "grading.no-block", Args: map[string]any{"nonce": r.parts[0].Nonce, "id": fmt.Sprint(ids[0])}}}
	}
	var why []error
	for _, one := range []struct {
		id    string
		codes []study.Code
	}{{"grading.truncated", cut}, {"grading.left-out", missing}} {
		if len(one.codes) > 0 {
			why = append(why, &study.Problem{ID: one.id, Args: map[string]any{"codes": joinCodes(one.codes), "n": len(one.codes), "id": fmt.Sprint(ids[0]), "ids": strings.Trim(fmt.Sprint(ids), "[]")}})
		}
	}
	return why
}

// end says how a run ended. Only one that is complete gives figures.
func (r *gradeRun) end(ctx context.Context, kept, total int, failed []error) error {
	cause := worst(failed)
	if len(failed) > 1 && kept == total { // nothing failed; all that is missing is named
		cause = errors.Join(failed...)
	}
	if cause == nil && ctx.Err() != nil {
		cause = ctx.Err()
	}
	state := sqlite.GradingComplete
	if cause != nil {
		state, r.plan.Because = sqlite.GradingIncomplete, because(cause)
	}
	plan, err := r.plan.text()
	if err != nil {
		return err
	}
	keep := context.WithoutCancel(ctx)
	err = r.c.db.Write(keep, r.ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SaveGradingRun(keep, r.ref, sqlite.GradingRun{Rater: r.plan.Rater, State: state, Plan: plan}); err != nil {
			return err
		}
		return r.note(keep, tx, map[string]any{"run": state, "requests": total, "answered": kept, "because": r.plan.Because})
	})
	switch {
	case err != nil:
		return errors.Join(err, cause)
	case cause == nil || errors.Is(cause, context.Canceled) || llm.Stops(cause):
		return cause
	case errors.Is(cause, ErrWaiting): // for a batch
		return cause
	}
	return errors.Join(ErrWaiting, &study.Problem{ID: "grading.run-incomplete", Args: map[string]any{"answered": kept, "total": total}}, cause)
}

// worst is the error that tells most: one that ends every run of the provider, then a stop, then the first.
func worst(failed []error) error {
	for _, err := range failed {
		if llm.Stops(err) {
			return err
		}
	}
	for _, err := range failed {
		if !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return errors.Join(failed...)
}

// because names why a run is incomplete, as a machine word.
func because(err error) string {
	if errors.Is(err, context.Canceled) {
		return "stopped"
	}
	if problems := study.Problems(err); len(problems) > 0 {
		return problems[0].ID
	}
	return "error"
}

// Attempt is a passage of a blinded answer by which it tries to talk to its grader. It is for the study lead alone.
type Attempt struct {
	Code study.Code
	grading.Attempt
}

// Attempts lists such passages of all answers of a test, in blind order. The answers stay as they are, and are graded
// like any other.
func (c *Conduct) Attempts(ctx context.Context, ref Ref) ([]Attempt, error) {
	blinded, err := c.db.Blinded(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := []Attempt{}
	for _, b := range blinded {
		found, err := grading.Scan(b.Text)
		if err != nil {
			return nil, err
		}
		for _, a := range found {
			list = append(list, Attempt{Code: b.Code, Attempt: a})
		}
	}
	return list, nil
}

// noted is what the log holds of attempts: where they stand, and no words of an answer.
func noted(attempts []Attempt) []map[string]any {
	list := []map[string]any{}
	for _, a := range attempts {
		list = append(list, map[string]any{"code": a.Code, "rule": a.Rule, "line": a.Line})
	}
	return list
}

package conduct

import (
	"context"
	"errors"
	"fmt"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// AlignOrder is whom a person asks to align spelling and style. It is done on an express word only, since the answers leave
// the machine.
type AlignOrder struct {
	Provider string
	Model    string // "": the one that is configured
	Settings ledger.Settings
	Terms    Terms
}

// AlignedAnswer is what became of one blinded answer.
type AlignedAnswer struct {
	Code    study.Code
	Taken   bool
	Kept    bool     // it was aligned before
	Why     string   // why it stayed as it was: a machine word of answering, or [AlignNotSent]
	Missing []string // what the aligned text lost or gained, where that is why
	Added   []string
	Words   study.Maybe[answering.Reworded]
	Problem *study.Problem // why it was not asked about, or has no reply yet
}

// AlignNotSent says that a person's answer may not be sent to a provider of AI.
const AlignNotSent = "no-consent"

// aligning is an answer with its text after the two passes.
type aligning struct {
	row  sqlite.BlindedRow
	send bool
	lang study.Language
}

// Align has spelling and style of the blinded answers of a test aligned: after names were replaced and before anything is
// handed out. An aligned text that lost or gained a source, a figure, a date or a placeholder, or a tenth of its length,
// is not taken; the answer stays word for word as it was, and the log says what would have changed. So does a person's
// answer without consent to AI providers, which is not sent at all.
//
// Blinding a test again takes the alignment back; done again, texts that are the same come from the ledger.
//
// Problems: test.not-blinded, test.already-blinded (handed out); those of the provider; [ErrWaiting] with
// ask.incomplete where an answer has no reply yet.
func (c *Conduct) Align(ctx context.Context, ref Ref, o AlignOrder, report job.Report) ([]AlignedAnswer, error) {
	s, list, err := c.toAlign(ctx, ref)
	if err != nil {
		return nil, err
	}
	desk, err := c.desk(ctx, ref, o.Provider, o.Terms)
	if err != nil {
		return nil, err
	}
	return c.align(ctx, s, list, o, desk, report)
}

// IsAligned tells whether blinded answers of a test have their spelling and style aligned. Blinding the test again would
// take that back.
func (c *Conduct) IsAligned(ctx context.Context, ref Ref) (bool, error) {
	n, err := c.db.CountAligned(ctx, ref)
	return n > 0, err
}

// seen is the text of a blinded answer as raters see it, aligned where it was.
func (s *situation) seen(row sqlite.BlindedRow) string {
	for _, b := range s.blinded {
		if b.Code == row.Code {
			return b.Text
		}
	}
	return row.Text
}

// ForecastAligning tells what aligning would need. It sends nothing.
func (c *Conduct) ForecastAligning(ctx context.Context, ref Ref, o AlignOrder) (llm.Forecast, error) {
	s, list, err := c.toAlign(ctx, ref)
	if err != nil {
		return llm.Forecast{}, err
	}
	desk, err := c.desk(ctx, ref, o.Provider, o.Terms)
	if err != nil {
		return llm.Forecast{}, err
	}
	var requests []llm.Request
	for _, a := range list {
		if !a.send {
			continue
		}
		r, err := answering.AlignOrder(o.setup(ref), a.lang, questionOf(s).Salt, a.row.Text)
		if err != nil {
			return llm.Forecast{}, err
		}
		requests = append(requests, r)
	}
	return desk.Forecast(ctx, requests)
}

func (o AlignOrder) setup(ref Ref) answering.Setup {
	return answering.Setup{Study: ref.Study, Test: ref.Test, Model: o.Model, Settings: o.Settings}
}

// toAlign lists the blinded answers of a test with whether they may be sent.
func (c *Conduct) toAlign(ctx context.Context, ref Ref) (*situation, []aligning, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case !isBlinded(s):
		return nil, nil, &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": ref.Test}}
	case s.test.State != study.Collecting:
		return nil, nil, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	rows, err := c.db.BlindingLog(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	words, err := sources.Load()
	if err != nil {
		return nil, nil, err
	}
	may := make(map[string]bool)
	for _, a := range s.answers {
		may[a.ID] = a.MaySend()
	}
	list := make([]aligning, len(rows))
	for i, row := range rows {
		list[i] = aligning{row: row, send: may[row.AnswerID], lang: words.Language(row.Text)}
	}
	return s, list, nil
}

// align is Align with someone to ask.
func (c *Conduct) align(ctx context.Context, s *situation, list []aligning, o AlignOrder, asker answering.Asker, report job.Report) ([]AlignedAnswer, error) {
	refs, err := citationReader()
	if err != nil {
		return nil, fmt.Errorf("loading the grammar of citations: %w", err)
	}
	var done []AlignedAnswer
	var first *study.Problem
	for i, a := range list {
		report(i, len(list), "align")
		if !a.send {
			done = append(done, AlignedAnswer{Code: a.row.Code, Why: AlignNotSent})
			continue
		}
		aligned, err := answering.Align(ctx, asker, o.setup(s.ref), refs, a.lang, questionOf(s).Salt, a.row.Text)
		var why *study.Problem
		switch {
		case err != nil && (ctx.Err() != nil || !errors.As(err, &why) || llm.Stops(err) && !mayGoOn(why.ID)):
			return done, errors.Join(err, c.noteAligned(ctx, s.ref, o, done))
		case err != nil:
			done = append(done, AlignedAnswer{Code: a.row.Code, Problem: why})
			if first == nil {
				first = why
			}
			continue
		}
		if err := c.keepAligned(ctx, s.ref, a, aligned); err != nil {
			return done, err
		}
		done = append(done, AlignedAnswer{
			Code: a.row.Code, Taken: aligned.Taken, Why: aligned.Why, Missing: aligned.Check.Missing, Added: aligned.Check.Added, Words: aligned.Words,
		})
	}
	report(len(list), len(list), "")
	if err := c.noteAligned(ctx, s.ref, o, done); err != nil || first == nil {
		return done, err
	}
	return done, errors.Join(ErrWaiting, first)
}

// keepAligned keeps the text that raters get, and tells the log what the alignment did or would have done.
func (c *Conduct) keepAligned(ctx context.Context, ref Ref, a aligning, aligned answering.Aligned) error {
	text := ""
	if aligned.Taken {
		text = aligned.Text
	}
	facts := map[string]any{
		"code": a.row.Code, "taken": aligned.Taken, "why": aligned.Why, "missing": listed(aligned.Check.Missing), "added": listed(aligned.Check.Added),
		"order_changed": aligned.Check.OrderChanged, "request_sha256": aligned.Request, "entry": aligned.Entry,
		"before_sha256": sumText(a.row.Text), "after_sha256": sumText(aligned.Text), "finish": aligned.Finish,
	}
	if words, known := aligned.Words.Get(); known {
		facts["words"] = words
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetAligned(ctx, ref, a.row.Code, text); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.Aligned, ref.Test, facts)
	})
}

// noteAligned tells the log who aligned and how many.
func (c *Conduct) noteAligned(ctx context.Context, ref Ref, o AlignOrder, done []AlignedAnswer) error {
	taken, unsent, waiting := 0, []string{}, 0
	for _, a := range done {
		switch {
		case a.Taken:
			taken++
		case a.Why == AlignNotSent:
			unsent = append(unsent, string(a.Code))
		case a.Problem != nil:
			waiting++
		}
	}
	ctx = context.WithoutCancel(ctx)
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, studylog.Aligned, ref.Test, map[string]any{
			"provider": o.Provider, "model": o.Model, "settings": o.Settings, "answers": len(done), "aligned": taken, "not_sent": unsent, "waiting": waiting,
		})
	})
}

// listed is a list that is never null in the log.
func listed(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

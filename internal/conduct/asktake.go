package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/extract"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// takeRun takes a reply in as an answer of its condition, as an import would, and ends the run: the answer, the archive
// and the log in one transaction.
func (c *Conduct) takeRun(ctx context.Context, p *plan, out outcome, run *AskRun, in *Imported) error {
	k, err := p.candidate(out, run.Number)
	if err != nil {
		return err
	}
	var record json.RawMessage
	if out.record != nil {
		if record, err = json.Marshal(out.record); err != nil {
			return fmt.Errorf("keeping what run %d has found: %w", run.Number, err)
		}
	}
	var now Imported
	err = c.db.Write(ctx, p.s.ref.Study, func(tx *sqlite.Tx) error {
		now = Imported{}
		id, err := now.takeOne(ctx, tx, p.s.ref, k, []byte(out.reply.Text))
		if err != nil {
			return err
		}
		run.Answer = id
		err = tx.SaveRun(ctx, p.s.ref, sqlite.AskedRun{
			Series: p.series, Number: run.Number, Condition: p.o.Condition, Done: true, Setup: p.about, Record: record, Answer: id,
		})
		if err != nil {
			return err
		}
		if record != nil {
			err := tx.AddFound(ctx, sqlite.Found{
				Case: p.s.kase.ID, Study: p.s.ref.Study, Test: p.s.ref.Test, Run: run.Number, Gold: p.o.Gold, Data: record,
			})
			if err != nil {
				return err
			}
		}
		return tx.Note(ctx, studylog.Asked, p.s.ref.Test, p.runFacts(out, run))
	})
	if err != nil {
		return err
	}
	in.Answers = append(in.Answers, now.Answers...)
	in.Open, in.Outcomes = append(in.Open, now.Open...), append(in.Outcomes, now.Outcomes...)
	return nil
}

// takeOne takes in one candidate as what it is, and gives the ID it got.
func (i *Imported) takeOne(ctx context.Context, tx *sqlite.Tx, ref Ref, k Candidate, file []byte) (string, error) {
	d, err := detailOf(k)
	if err != nil {
		return "", err
	}
	if k.Use == intake.UseYes {
		if err := i.write(ctx, tx, ref, []sqlite.Incoming{{Answer: k.Answer, Detail: d, Original: file}}, nil); err != nil {
			return "", err
		}
		return i.Answers[0].ID, nil
	}
	aside, err := asideOf(k, k.Use == intake.UseCheck)
	if err != nil {
		return "", err
	}
	if err := i.write(ctx, tx, ref, nil, []sqlite.IncomingAside{{Aside: aside, Original: file}}); err != nil {
		return "", err
	}
	if len(i.Open) > 0 {
		return i.Open[0].ID, nil
	}
	return i.Outcomes[0].ID, nil
}

// candidate is a reply as an answer with its full origin, judged by the rules of every import.
func (p *plan) candidate(out outcome, number int) (Candidate, error) {
	reply, text := out.reply, out.reply.Text
	if out.record != nil {
		text = out.record.Answer
	}
	prompt := out.request.Text
	if out.request.System != "" {
		prompt = out.request.System + "\n\n" + prompt
	}
	k := Candidate{
		Answer: study.Answer{
			Condition: p.o.Condition, Text: extract.UnixLines(text), Question: p.s.kase.Facts, Finish: reply.Finish,
			Origin: study.Origin{
				Provider: p.o.Provider, Model: reply.Model, Version: reply.Fingerprint, Date: reply.At.Format(time.RFC3339),
				Prompt: prompt, SawGold: p.o.Gold,
			},
			File: study.SourceFile{
				Name: fmt.Sprintf("%s-%d.txt", p.o.Condition, number), SHA256: sumText(reply.Text), Size: int64(len(reply.Text)),
			},
		},
		Key: fmt.Sprintf("%s-%d", p.o.Condition, number), FinishRaw: reply.Stop,
	}
	if k.Answer.Origin.Model == "" {
		k.Answer.Origin.Model = out.request.Model
	}
	if u, known := reply.Usage.Get(); known {
		k.Usage = &intake.Usage{
			Input: u.Input, InputCached: u.Cached, InputCacheWrite: u.Written, Output: u.Output, Reasoning: u.Reasoning, Searches: u.Searches,
		}
	}
	for _, s := range reply.Sources {
		k.Sources = append(k.Sources, intake.Source{Title: s.Title, URL: s.URL})
	}
	return k.Judged()
}

// runFacts is what the log keeps of a run that is done: how it was asked and what came, by checksums.
func (p *plan) runFacts(out outcome, run *AskRun) map[string]any {
	r := out.reply
	facts := map[string]any{
		"condition": p.o.Condition, "run": run.Number, "step": "answer", "series": p.series, "provider": p.o.Provider, "model_asked": out.request.Model,
		"model": r.Model, "fingerprint": r.Fingerprint, "settings": out.request.Settings, "request_sha256": sumText(out.request.Text),
		"reply_sha256": sumText(r.Text), "finish": r.Finish, "answer": run.Answer, "entry": r.Entry, "from_ledger": r.FromLedger, "gold": p.o.Gold,
		"facts": "as-entered", // with the names in them
	}
	if rec := out.record; rec != nil {
		facts["sources"], facts["source_marks"] = len(rec.Sources), rec.SourceMarks
		if rec.UsedStated {
			used := make([]string, len(rec.Used))
			for i, place := range rec.Used {
				used[i] = answering.SourceID(place)
			}
			facts["used"] = used
		}
	}
	return facts
}

package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/job"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// runsAtOnce is how many runs are under way at a time; the desk keeps to the provider's own limits besides.
const runsAtOnce = 4

// Ask asks a model for answers and takes each into the test under its condition, with its origin in full. A reply that is none
// (refused, blocked) is kept and counted as what it is; one that was cut off waits for a person's word. One without a word is
// no answer: its run is not done, and goes on when a person has decided that it is sent again. The answers
// come in in the order of the runs, so that a run asked again changes no blind order.
//
// Runs that were done under the same wording and settings are not asked again. Stopped at any moment, it goes on where it
// was: what is in the ledger costs nothing, and what the Reporter has found is not searched anew. Where something is left
// to do or to decide, the error is [ErrWaiting] with the Problem that says what.
//
// With Batch the requests go into batches of the provider, which take up to a day: the first call ends with ErrWaiting and
// llm.batch-waiting, and the same order, given later, takes the answers in when they are there.
//
// Problems: those of the order (test.already-blinded, ask.runs …), of the provider, ask.incomplete (Args: done, runs).
func (c *Conduct) Ask(ctx context.Context, ref Ref, o AskOrder, report job.Report) (Asked, error) {
	p, err := c.plan(ctx, ref, o, report)
	if err != nil {
		return Asked{}, err
	}
	desk, err := c.desk(ctx, ref, o.Provider, o.Terms)
	if err != nil {
		return Asked{}, err
	}
	if o.Batch {
		requests, err := p.requests(ctx)
		if err != nil {
			return Asked{}, err
		}
		if err := inBatches(ctx, desk, requests); err != nil {
			return Asked{}, err
		}
	}
	return c.ask(ctx, p, desk, report)
}

// outcome is what came of one run's requests.
type outcome struct {
	request llm.Request
	reply   llm.Reply
	record  *answering.Record // of the Reporter
	err     error
	skipped bool // it was not begun
}

// ask is Ask with a plan and someone to ask.
func (c *Conduct) ask(ctx context.Context, p *plan, asker answering.Asker, report job.Report) (Asked, error) {
	if p.reporter != nil {
		p.reporter.Asker = asker
	}
	done := Asked{Gold: p.o.Gold}
	var stop atomic.Bool // no new run begins; those under way come to their end, since they are paid
	slots := make([]chan outcome, p.o.Runs)
	gate := make(chan struct{}, runsAtOnce)
	for i := range slots {
		slots[i] = make(chan outcome, 1)
		if p.before[i+1].Done {
			continue
		}
		go func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			if stop.Load() || ctx.Err() != nil {
				slots[i] <- outcome{skipped: true, err: ctx.Err()}
				return
			}
			slots[i] <- c.run(ctx, p, asker, i+1)
		}()
	}
	var fatal error
	for i := range slots {
		report(i, len(slots), "ask")
		run := AskRun{Number: i + 1, State: AskDone}
		if before := p.before[i+1]; before.Done {
			run.Answer, run.Kept = before.Answer, true
			done.Runs = append(done.Runs, run)
			continue
		}
		out := <-slots[i]
		if err := c.settleRun(ctx, p, out, &run, &done.Imported); err != nil && fatal == nil {
			fatal = err
		}
		if fatal != nil || run.Why != nil && endsAll(run.Why.ID) {
			stop.Store(true)
		}
		done.Runs = append(done.Runs, run)
	}
	report(len(slots), len(slots), "")
	if err := c.nameAsides(context.WithoutCancel(ctx), p.s.ref, done.Runs); err != nil {
		return done, errors.Join(fatal, err)
	}
	return done, c.askEnd(ctx, p, done, fatal)
}

// run asks for one answer.
func (c *Conduct) run(ctx context.Context, p *plan, asker answering.Asker, number int) (o outcome) {
	if p.reporter == nil {
		if o.request, o.err = answering.Control(p.q, p.setup, number); o.err == nil {
			o.reply, o.err = asker.Ask(ctx, o.request)
		}
		return o
	}
	rec, found, err := recordOf(p.before[number])
	if err != nil {
		return outcome{err: err}
	}
	if !found {
		if rec, o.err = p.reporter.Find(ctx, p.q, number); o.err != nil {
			return o
		}
		if o.err = c.keepFound(ctx, p, number, rec); o.err != nil {
			return o
		}
	}
	o.request, o.reply, rec, o.err = p.reporter.Answer(ctx, p.q, rec, number)
	o.record = &rec
	return o
}

// keepFound keeps what a run has found, before the answer is asked for. The log gets numbers and checksums: the words of a
// question may be names.
func (c *Conduct) keepFound(ctx context.Context, p *plan, number int, rec answering.Record) error {
	data, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("keeping what run %d has found: %w", number, err)
	}
	why := make(map[string]int)
	for _, l := range rec.Left {
		why[l.Why]++
	}
	return c.db.Write(ctx, p.s.ref.Study, func(tx *sqlite.Tx) error {
		err := tx.SaveRun(ctx, p.s.ref, sqlite.AskedRun{
			Series: p.series, Number: number, Condition: p.o.Condition, Setup: p.about, Record: data,
		})
		if err != nil {
			return err
		}
		return tx.Note(ctx, studylog.Asked, p.s.ref.Test, map[string]any{
			"condition": p.o.Condition, "run": number, "step": "search", "terms": termCounts(rec), "terms_request": rec.Asked.SHA256,
			"terms_problem": rec.Asked.Problem, "searched": rec.Searched, "documents": len(p.searched.Documents),
			"unreadable": len(p.searched.Documents) - p.searched.Searchable(), "sources": sourceFacts(rec), "left_out": why, "gold": rec.Gold,
		})
	})
}

func termCounts(rec answering.Record) map[string]int {
	counts := make(map[string]int)
	for _, t := range rec.Terms {
		counts[t.From+" "+string(t.Kind)]++
	}
	return counts
}

// sourceFacts names the sources of a request by their documents' checksums.
func sourceFacts(rec answering.Record) []map[string]any {
	list := make([]map[string]any, len(rec.Sources))
	for i, h := range rec.Sources {
		list[i] = map[string]any{"source": answering.SourceID(i), "sha256": h.SHA256, "first": h.First, "last": h.Last, "gold": h.Gold}
	}
	return list
}

// settleRun takes the outcome of a run into the test. What a person can mend or decide is the run's own Why; an error is
// what ends everything.
func (c *Conduct) settleRun(ctx context.Context, p *plan, out outcome, run *AskRun, in *Imported) error {
	if out.record != nil {
		run.Sources, run.Marks = len(out.record.Sources), out.record.SourceMarks
	}
	var why *study.Problem
	switch {
	case out.skipped:
		run.State = AskNot
		return out.err
	case out.err != nil && ctx.Err() != nil:
		run.State = AskNot
		return out.err
	case errors.As(out.err, &why):
		run.State, run.Why = AskWaiting, why
		if why.ID == "llm.empty-reply" {
			run.State, run.Finish = AskEmpty, study.FinEmpty
		}
		if llm.Stops(out.err) && !mayGoOn(why.ID) {
			return out.err
		}
		return nil
	case out.err != nil:
		run.State = AskNot
		return out.err
	}
	run.Finish = out.reply.Finish
	return c.takeRun(ctx, p, out, run, in)
}

// mayGoOn tells problems after which a person, or asking once more, brings the run further.
func mayGoOn(id string) bool { return id == "ledger.open" || id == "llm.gave-up" || endsAll(id) }

// endsAll tells problems after which no new run begins.
func endsAll(id string) bool {
	switch id {
	case "llm.over-budget", "llm.price-unknown", "llm.other-currency":
		return true
	}
	return false
}

// askEnd tells the log of an end before all was done, and what asking waits for.
func (c *Conduct) askEnd(ctx context.Context, p *plan, done Asked, fatal error) error {
	n := done.Done()
	if n == p.o.Runs {
		return errors.Join(fatal, done.Imported.Waiting())
	}
	facts := map[string]any{"condition": p.o.Condition, "done": n, "runs": p.o.Runs, "why": ""}
	var first *study.Problem
	for _, r := range done.Runs {
		if r.Why != nil && first == nil && !r.State.settled() {
			first = r.Why
			facts["why"] = first.ID
		}
	}
	// The log is told also when a person has stopped the work.
	err := c.db.Write(context.WithoutCancel(ctx), p.s.ref.Study, func(tx *sqlite.Tx) error {
		return tx.Note(context.WithoutCancel(ctx), studylog.Stopped, p.s.ref.Test, facts)
	})
	if err != nil || fatal != nil {
		return errors.Join(fatal, err)
	}
	why := &study.Problem{ID: "ask.incomplete", Args: map[string]any{"done": n, "runs": p.o.Runs}}
	if first == nil {
		return errors.Join(ErrWaiting, why)
	}
	return errors.Join(ErrWaiting, first, why)
}

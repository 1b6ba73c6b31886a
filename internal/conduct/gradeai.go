package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// secondGraderID is the name under which a second AI grader stands among the raters. Its gradings serve comparison;
// the figures of a study rest on the first.
const secondGraderID = "AI2"

// GradeOrder is what a person asks of AI graders.
type GradeOrder struct {
	Grader  llm.Choice  // a configured provider; without a model the provider's own
	Second  *llm.Choice // grades the same answers beside the first; nil: nobody does
	Repeats int         // how often each is asked the same; 0 counts as 1. The first counts for the figures
	Terms   Terms       // what the person agreed to
	Batch   bool        // all parts and repetitions at once in batches of the provider; see [Conduct.Grade]

	Settings ledger.Settings // what is sent beside the text; without a temperature 0 is asked for
	Leave    LeavePrivate    // what to do with answers whose authors did not agree to a provider of AI
}

// LeavePrivate says what happens to answers that may not go to a provider of AI.
type LeavePrivate bool

// Grading is refused, or done without those answers, visibly.
const (
	RefusePrivate LeavePrivate = false
	LeaveOut      LeavePrivate = true
)

// mostRepeats bounds the repetitions of a grading.
const mostRepeats = 20

// maxPartBytes is how many bytes of answers one grading request holds at most, unless a single answer is longer: with
// facts, gold standard and catalogues it stays within what every current model reads, and leaves room for the reply.
const maxPartBytes = 120_000

// graderPlan is who grades and why: what the log, the database and the report say of it.
type graderPlan struct {
	Rater      string           `json:"rater"`
	Provider   string           `json:"provider"`
	Model      string           `json:"model"`
	Configured string           `json:"configured"` // model that the person named
	Why        llm.Independence `json:"why"`
	Family     string           `json:"family,omitempty"`
	Shared     []string         `json:"shared,omitempty"`
	Unknown    []string         `json:"unknown,omitempty"`
	Repeats    int              `json:"repeats"`
	Parts      [][]study.Code   `json:"parts"`              // codes of each request: more than one where the answers were split
	LeftOut    []study.Code     `json:"left_out,omitempty"` // without consent to a provider of AI
	Because    string           `json:"because,omitempty"`  // why the run is incomplete: the ID of a problem, or "stopped"
}

// warns tells whether the report has to warn of this grader expressly.
func (p graderPlan) warns() bool { return llm.Reason{Why: p.Why}.Warns() }

// gradeRun is one grader at work.
type gradeRun struct {
	c      *Conduct
	ref    Ref
	plan   graderPlan
	with   ledger.Settings
	asker  llm.Asker
	secret string          // of the numbers of the requests
	parts  []grading.Order // with their numbers
	batch  bool            // the requests go into batches; those for repairs do not
}

// Grade has the answers of a test graded: by the model that was named or, where that is of the family of an answer
// under test and another key is there, by one that is not; and by a second one, where asked for. Every reply is kept
// when it is in; called again with the same order it goes on and asks nothing twice. Cancel ends at once.
//
// With Batch the requests go into batches of the provider, which take up to a day: until they are ready the run is
// incomplete and ends with ErrWaiting and llm.batch-waiting; the same order, given later, goes on.
//
// A run that could not be completed gives no figure and ends with ErrWaiting and the Problem grading.run-incomplete
// beside its cause. Further problems: test.not-blinded, test.already-unblinded, grading.private-answers (Args: codes),
// grading.repeats, grading.no-block, and those of the desk.
func (c *Conduct) Grade(ctx context.Context, ref Ref, o GradeOrder, report job.Report) ([]GraderRun, error) {
	runs, err := c.planGrading(ctx, ref, o)
	if err != nil {
		return nil, err
	}
	var failed []error
	for _, r := range runs {
		if err := r.grade(ctx, report); err != nil {
			failed = append(failed, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	done, err := c.GraderRuns(context.WithoutCancel(ctx), ref)
	return done, errors.Join(append(failed, err)...)
}

// GraderForecast is what one grader of an order is likely to need.
type GraderForecast struct {
	Rater    string
	Choice   llm.Choice
	Reason   llm.Reason
	LeftOut  []study.Code // answers that may not go to a provider of AI
	Parts    int          // requests for one repetition
	Repeats  int
	Forecast llm.Forecast // without repairs, which nobody knows before
}

// ForecastGrading tells who would grade and what that is likely to cost. It sends and keeps nothing.
func (c *Conduct) ForecastGrading(ctx context.Context, ref Ref, o GradeOrder) ([]GraderForecast, error) {
	runs, err := c.planGrading(ctx, ref, o)
	if err != nil {
		return nil, err
	}
	var list []GraderForecast
	for _, r := range runs {
		f := GraderForecast{Rater: r.plan.Rater, Choice: llm.Choice{Provider: r.plan.Provider, Model: r.plan.Model},
			Reason:  llm.Reason{Why: r.plan.Why, Family: r.plan.Family, Shared: r.plan.Shared, Unknown: r.plan.Unknown},
			LeftOut: r.plan.LeftOut, Parts: len(r.parts), Repeats: r.plan.Repeats}
		requests, err := r.requests()
		if err != nil {
			return nil, err
		}
		if desk, ok := r.asker.(forecaster); ok {
			forecast := desk.Forecast
			if r.batch {
				forecast = desk.ForecastBatch
			}
			if f.Forecast, err = forecast(ctx, requests); err != nil {
				return nil, err
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// forecaster tells what requests are likely to cost.
type forecaster interface {
	Forecast(ctx context.Context, requests []llm.Request) (llm.Forecast, error)
	ForecastBatch(ctx context.Context, requests []llm.Request) (llm.Forecast, error)
}

// piece is one request of a run: a part of the answers in one repetition.
type piece struct{ part, repeat int }

// work lists the requests of a run, the first repetition first.
func (r *gradeRun) work() (list []piece) {
	for repeat := 1; repeat <= r.plan.Repeats; repeat++ {
		for part := range r.parts {
			list = append(list, piece{part, repeat})
		}
	}
	return list
}

// requests writes the requests of all pieces.
func (r *gradeRun) requests() (list []llm.Request, err error) {
	for _, w := range r.work() {
		one, err := r.request(w)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// inBatches has the requests of all pieces answered in batches, where the order says so.
func (r *gradeRun) inBatches(ctx context.Context) error {
	if !r.batch {
		return nil
	}
	requests, err := r.requests()
	if err != nil {
		return err
	}
	return inBatches(ctx, r.asker, requests)
}

// request writes the request of a piece.
func (r *gradeRun) request(w piece) (llm.Request, error) {
	text, err := grading.Request(r.parts[w.part])
	if err != nil {
		return llm.Request{}, err
	}
	return r.asking(llm.ForGrade, text, w.repeat), nil
}

func (r *gradeRun) asking(purpose llm.Purpose, text string, repeat int) llm.Request {
	return askingOf(r.ref, purpose, ModelOrder{Choice: llm.Choice{Model: r.plan.Model}, Settings: r.with}, text, repeat)
}

// gradedPiece is what came of a piece.
type gradedPiece struct {
	piece
	result grading.Result
	reply  llm.Reply
	repair string // reply to the repair request; "" where none was needed
	err    error
}

// atOnce is how many requests of a run wait at the desk, which keeps to the provider's rate by itself.
const atOnce = 4

// grade asks for every piece, keeps what comes in, and says how the run ended.
func (r *gradeRun) grade(ctx context.Context, report job.Report) error {
	if err := r.begin(ctx); err != nil {
		return err
	}
	work := r.work()
	if err := r.inBatches(ctx); err != nil {
		return r.end(ctx, 0, len(work), []error{err})
	}
	report(0, len(work), "grade")
	todo, done := make(chan piece), make(chan gradedPiece)
	working, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer close(todo)
		for _, w := range work {
			select {
			case todo <- w:
			case <-working.Done():
				return
			}
		}
	}()
	var busy sync.WaitGroup
	for range min(atOnce, len(work)) {
		busy.Go(func() {
			for w := range todo {
				done <- r.ask(ctx, w)
			}
		})
	}
	go func() { busy.Wait(); close(done) }()
	kept := 0
	var first []gradedPiece // of the first repetition, on which the figures rest
	var failed []error
	for g := range done {
		if g.err == nil {
			g.err = r.keep(context.WithoutCancel(ctx), g)
		}
		if g.err != nil {
			failed = append(failed, g.err)
			stop() // what is under way is taken in, nothing new begins
			continue
		}
		kept++
		if g.repeat == 1 {
			first = append(first, g)
		}
		report(kept, len(work), "grade")
	}
	if len(failed) == 0 {
		failed = r.ungraded(first)
	}
	return r.end(ctx, kept, len(work), failed)
}

// ask asks for a piece and, once, for what its reply left out.
func (r *gradeRun) ask(ctx context.Context, w piece) gradedPiece {
	g := gradedPiece{piece: w}
	request, err := r.request(w)
	if err != nil {
		g.err = err
		return g
	}
	if g.reply, g.err = r.asker.Ask(ctx, request); g.err != nil {
		return g
	}
	part := r.parts[w.part]
	expect := part.Expect()
	expect.Truncated, expect.Refused = g.reply.Finish == study.FinTruncated, turnedDown(g.reply)
	if g.result, g.err = grading.Parse(g.reply.Text, expect); g.err != nil {
		return g
	}
	if len(g.result.Repair) == 0 || g.reply.Text == "" || expect.Refused {
		return g
	}
	nonce, err := grading.NewNonce(grading.Numbers(r.secret, "repair", strconv.Itoa(w.repeat), g.reply.Text), g.reply.Text)
	if err != nil {
		g.err = err
		return g
	}
	text, err := grading.RepairRequest(part.Language, nonce, g.result, expect, g.reply.Text)
	if err != nil {
		g.err = err
		return g
	}
	repair, err := r.asker.Ask(ctx, r.asking(llm.ForRepair, text, w.repeat))
	if err != nil && !study.HasProblem(err, "llm.empty-reply") { // without a word nothing is repaired
		g.err = err
		return g
	}
	g.repair = repair.Text
	later := grading.Later{Reply: repair.Text, Nonce: nonce, Truncated: repair.Finish == study.FinTruncated}
	g.result, g.err = grading.Parse(g.reply.Text, expect, later)
	return g
}

// turnedDown tells whether the model would not answer, or its provider would not let it.
func turnedDown(r llm.Reply) bool {
	return r.Finish == study.FinRefused || r.Finish == study.FinBlocked
}

// text is the plan as it is kept.
func (p graderPlan) text() (json.RawMessage, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("keeping who grades: %w", err)
	}
	return data, nil
}

// begin forgets an earlier grading of this rater, whose replies stay in the ledger, and notes who grades and why.
func (r *gradeRun) begin(ctx context.Context) error {
	plan, err := r.plan.text()
	if err != nil {
		return err
	}
	attempts, err := r.c.Attempts(ctx, r.ref)
	if err != nil {
		return err
	}
	return r.c.db.Write(ctx, r.ref.Study, func(tx *sqlite.Tx) error {
		for _, drop := range []func(context.Context, Ref, string) error{tx.DropGradings, tx.DropGradingRun} {
			if err := drop(ctx, r.ref, r.plan.Rater); err != nil {
				return err
			}
		}
		if err := tx.SaveGradingRun(ctx, r.ref, sqlite.GradingRun{Rater: r.plan.Rater, State: sqlite.GradingRunning, Plan: plan}); err != nil {
			return err
		}
		return r.note(ctx, tx, map[string]any{"run": sqlite.GradingRunning, "plan": r.plan, "warning": r.plan.warns(), "attempts": noted(attempts)})
	})
}

// joinCodes lists codes as a person reads them.
func joinCodes(codes []study.Code) string {
	text := ""
	for i, c := range codes {
		if i > 0 {
			text += ", "
		}
		text += string(c)
	}
	return text
}

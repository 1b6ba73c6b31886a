package conduct

import (
	"context"
	"errors"

	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// ErrWaiting marks an end that is none: the test has stopped where a person has to bring something, and goes on from
// there. It wraps the Problem that says what.
var ErrWaiting = errors.New("waiting for a person")

// State is how far a step has come.
type State string

const (
	Done    State = "done"
	Ready   State = "ready"   // may run now
	Waiting State = "waiting" // something is missing that a person brings; Why says what
	Locked  State = "locked"  // an earlier step is not done
)

// StepState is a step as window and terminal show it.
type StepState struct {
	Name  string // case, gold, answers, blind, hand-out, grade, ratings, unblind, report
	State State
	Why   *study.Problem // what is missing; nil unless Waiting

	Skipped bool // Done means that it is too late: no AI graded, and the test went on without
}

// step is one row of the table of steps.
type step struct {
	name     string
	optional bool                              // the next steps do not wait for it
	byPerson bool                              // runs only on a person's word, never by itself
	done     func(s *situation) bool           // nothing is left to do
	missing  func(s *situation) *study.Problem // what a person has to bring before it may run; nil: it may run
	run      func(ctx context.Context, c *Conduct, s *situation, report job.Report) error
}

// steps is the conduct of a test: what follows what. A step without run is done by a person alone.
var steps = []step{
	{name: "case", done: hasCase, missing: needCase},
	{name: "gold", optional: true, done: hasGold, missing: needGold},
	{name: "answers", done: isBlinded, missing: needAnswers},
	{name: "blind", done: isBlinded, missing: needAnswers, run: runBlind},
	{name: "hand-out", done: isHandedOut, missing: nothing, run: runHandOut},
	{name: "grade", optional: true, done: isGradedOrOver, missing: needGrading},
	{name: "ratings", done: isUnblinded, missing: needRatings},
	{name: "unblind", byPerson: true, done: isUnblinded, missing: needRatings},
	{name: "report", done: isReported, missing: nothing, run: runReport},
}

// situation is what the steps look at.
type situation struct {
	ref      Ref
	study    study.Study
	test     study.Test
	kase     study.Case
	gold     []study.GoldDocument
	answers  []study.Answer
	open     int // answers that wait for a person's word
	blinded  []study.BlindedAnswer
	extras   []sqlite.Extra // handed out beside them: repeats and answers to practise on
	sheets   int            // of people
	gradings int            // of AI graders
	locked   bool           // the key is, with a passphrase
	reported bool           // the report was written after unblinding
}

// Steps tells how far each step of a test has come, in their order.
func (c *Conduct) Steps(ctx context.Context, ref Ref) ([]StepState, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := make([]StepState, len(steps))
	open := true // every step before is done
	for i, st := range steps {
		list[i] = StepState{Name: st.name, State: Locked}
		switch why := st.missing(s); {
		case st.done(s):
			list[i].State = Done
			list[i].Skipped = st.name == "grade" && s.gradings == 0
		case open && why != nil:
			list[i].State, list[i].Why = Waiting, why
		case open:
			list[i].State = Ready
		}
		if !st.optional && list[i].State != Done && !(st.run == nil && !st.byPerson && list[i].State == Ready) {
			open = false
		}
	}
	return list, nil
}

// Run takes a test through every step that may run by itself, from where it stands, and ends at the first that needs
// a person: with ErrWaiting and the Problem that says what is missing. Called again it goes on. Unblinding is never
// done by itself.
func (c *Conduct) Run(ctx context.Context, ref Ref, report job.Report) error {
	for i, st := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, err := c.situation(ctx, ref)
		if err != nil {
			return err
		}
		if st.done(s) {
			continue
		}
		if why := st.missing(s); why != nil {
			if st.optional {
				continue
			}
			return errors.Join(ErrWaiting, why)
		}
		if st.byPerson {
			return errors.Join(ErrWaiting, &study.Problem{ID: "conduct.ready-to-unblind"})
		}
		if st.run == nil {
			continue
		}
		report(i, len(steps), st.name)
		if err := st.run(ctx, c, s, report); err != nil {
			return err
		}
	}
	report(len(steps), len(steps), "")
	return nil
}

// situation reads how a test stands.
func (c *Conduct) situation(ctx context.Context, ref Ref) (*situation, error) {
	s := &situation{ref: ref}
	var err error
	if s.study, err = c.db.Study(ctx, ref.Study); err != nil {
		return nil, err
	}
	if s.test, err = c.db.Test(ctx, ref); err != nil {
		return nil, err
	}
	if s.kase, err = c.db.Case(ctx, s.test.CaseID); err != nil {
		return nil, err
	}
	if s.gold, err = c.db.Gold(ctx, ref); err != nil {
		return nil, err
	}
	if s.answers, err = c.db.Answers(ctx, ref); err != nil {
		return nil, err
	}
	asides, err := c.db.Asides(ctx, ref)
	if err != nil {
		return nil, err
	}
	for _, a := range asides {
		if a.Open {
			s.open++
		}
	}
	if s.blinded, err = c.db.Blinded(ctx, ref); err != nil {
		return nil, err
	}
	if s.locked, err = c.KeyIsLocked(ctx, ref); err != nil {
		return nil, err
	}
	if s.extras, err = c.db.Extras(ctx, ref); err != nil {
		return nil, err
	}
	sheets, gradings, err := c.ratings(ctx, ref)
	if err != nil {
		return nil, err
	}
	s.sheets, s.gradings = len(sheets), len(gradings)
	s.reported, err = c.reported(ctx, ref)
	return s, err
}

func hasCase(s *situation) bool     { return s.kase.Facts != "" }
func hasGold(s *situation) bool     { return len(s.gold) > 0 }
func isBlinded(s *situation) bool   { return len(s.blinded) > 0 }
func isHandedOut(s *situation) bool { return s.test.State != study.Collecting }
func isUnblinded(s *situation) bool { return s.test.State == study.Unblinded }

// isGradedOrOver tells that no AI grading is waited for: there is one, or none can come in any more.
func isGradedOrOver(s *situation) bool { return s.gradings > 0 || isUnblinded(s) }
func isReported(s *situation) bool     { return isUnblinded(s) && s.reported }

func nothing(*situation) *study.Problem { return nil }

func needCase(s *situation) *study.Problem {
	if s.kase.Facts == "" {
		return &study.Problem{ID: "conduct.no-facts"}
	}
	return nil
}

func needGold(s *situation) *study.Problem {
	if len(s.gold) == 0 {
		return &study.Problem{ID: "conduct.no-gold"}
	}
	return nil
}

// minAnswers is the least number of answers a comparison needs.
const minAnswers = 2

func needAnswers(s *situation) *study.Problem {
	if s.open > 0 {
		return &study.Problem{ID: "import.undecided", Args: map[string]any{"n": s.open}}
	}
	usable := len(taking(s.answers))
	if usable < minAnswers {
		return &study.Problem{ID: "conduct.too-few-answers", Args: map[string]any{"have": usable, "need": minAnswers}}
	}
	return nil
}

func needGrading(s *situation) *study.Problem {
	if s.gradings == 0 {
		return &study.Problem{ID: "conduct.no-grading"}
	}
	return nil
}

func needRatings(s *situation) *study.Problem {
	if s.sheets == 0 {
		return &study.Problem{ID: "conduct.no-ratings"}
	}
	return nil
}

func runBlind(ctx context.Context, c *Conduct, s *situation, report job.Report) error {
	return c.Blind(ctx, s.ref, BlindOptions{}, report)
}

func runHandOut(ctx context.Context, c *Conduct, s *situation, report job.Report) error {
	_, err := c.HandOut(ctx, s.ref, "", report)
	return err
}

func runReport(ctx context.Context, c *Conduct, s *situation, report job.Report) error {
	_, err := c.Report(ctx, s.ref, report)
	return err
}

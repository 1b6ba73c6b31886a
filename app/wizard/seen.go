package wizard

import (
	"context"

	"iucomstudien/app/host"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// seen is what was read of a study at one moment, of one of its tests.
type seen struct {
	ref   conduct.Ref
	tests []study.Test
	view  view
}

// read gathers what the pages show, on the goroutine of the window: for what is asked in passing. After a job it was
// read beside the window already.
func (w *Wizard) read(ctx context.Context) error {
	s, err := look(ctx, w.conduct, w.ref)
	if err != nil {
		return err
	}
	w.take(s)
	return nil
}

// take shows what was read from now on.
func (w *Wizard) take(s seen) { w.tests, w.view = s.tests, s.view }

// start begins a job and reads the study anew at its end, still beside the window: thousands of answers take longer to
// read than a window may stand still.
func (w *Wizard) start(j host.Job) {
	var found *seen
	ref, work, after := w.ref, j.Work, j.After
	j.Work = func(ctx context.Context, report job.Report) error {
		err := work(ctx, report)
		if s, failed := look(context.WithoutCancel(ctx), w.conduct, ref); failed == nil {
			found = &s
		}
		return err
	}
	j.After = func(end job.End) {
		if found != nil && found.ref == w.ref {
			w.fresh = found
		}
		defer func() { w.fresh = nil }()
		if after != nil {
			after(end)
		}
	}
	w.host.Start(j)
}

// look reads a study and one of its tests; of a study without one there are only its tests.
func look(ctx context.Context, c Conduct, ref conduct.Ref) (seen, error) {
	s := seen{ref: ref}
	v := &s.view
	var err error
	if s.tests, err = c.Tests(ctx, ref.Study); err != nil || ref.Test == "" {
		return s, err
	}
	if v.test, err = c.Test(ctx, ref); err != nil {
		return s, err
	}
	if v.kase, err = c.Case(ctx, v.test.CaseID); err != nil {
		return s, err
	}
	if v.gold, err = c.Gold(ctx, ref); err != nil {
		return s, err
	}
	if v.answers, err = c.Answers(ctx, ref); err != nil {
		return s, err
	}
	if v.asides, err = c.Asides(ctx, ref); err != nil {
		return s, err
	}
	if v.refused, err = c.Refused(ctx, ref); err != nil {
		return s, err
	}
	if v.blinded, err = c.Blinded(ctx, ref); err != nil {
		return s, err
	}
	if v.batches, err = c.OpenBatches(ctx, ref); err != nil {
		return s, err
	}
	v.steps, err = c.Steps(ctx, ref)
	return s, err
}

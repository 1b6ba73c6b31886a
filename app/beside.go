package app

import (
	"context"

	"iucomstudien/app/host"
	"iucomstudien/internal/job"
)

// Beside looks something up for the screen in hand; see beside.
func (s *Shell) Beside(look func(ctx context.Context) (show func(), err error)) { s.beside(look) }

// beside looks something up for the screen in hand while the window goes on, and shows it when it is there. When
// another screen was shown in the meantime nothing happens. It is for what nobody has to wait for or could cancel;
// everything else is a job.
func (s *Shell) beside(look func(ctx context.Context) (show func(), err error)) {
	ctx, screen := s.screen, s.turn
	s.looking++
	s.jobs.workers.Add(1)
	s.lookups.Add(1)
	go func() {
		var show func()
		err := work(ctx, host.Job{Title: "looking up", Work: func(ctx context.Context, _ job.Report) (err error) {
			show, err = look(ctx)
			return err
		}}, nil)
		s.lookups.Done()
		s.jobs.workers.Done()
		s.post(func() {
			s.looking--
			switch {
			case screen != s.turn || ctx.Err() != nil:
			case err != nil:
				s.Fault(err)
			default:
				show()
			}
		})
	}()
}

package app

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// Reopen closes the studies, changes what lies on disk, and opens them again, whether the change went well or not. No
// other work may be going on; until they are open again nothing else can be done in the window. Then the settings are
// shown, and after tells how it ended.
func (s *Shell) Reopen(title string, change host.Work, after func(end job.End)) {
	if s.jobs.running() {
		s.Say(s.words.T("app.one-job"))
		return
	}
	s.leave() // what is looked up for the screen is of no use any more
	s.hold(title)
	before, next := s.conduct, (*conduct.Conduct)(nil)
	s.Start(host.Job{
		Title: title, Quiet: true,
		Work: func(ctx context.Context, report job.Report) error {
			s.lookups.Wait()
			err := before.Close()
			if err == nil {
				err = change(ctx, report)
			}
			var opened error
			next, opened = s.reopen(context.WithoutCancel(ctx))
			return errors.Join(err, opened)
		},
		After: func(end job.End) { s.reopened(next, end, after) },
	})
}

// hold lies over the window until the studies are open again. Escape cancels the change.
func (s *Shell) hold(title string) {
	m := &modal{shell: s, typed: s.win.Canvas().OnTypedKey()}
	m.no = widgets.NewButton(s.words.T("app.cancel"), s.jobs.askToStop)
	m.no.OnEscape = s.jobs.askToStop
	buttons := container.NewHBox(layout.NewSpacer(), m.no)
	s.held = m
	m.open(widgets.Filled(1, widgets.Subheading(title), widgets.NewScroll(widgets.Text(s.words.T("app.reopening"))), buttons), shortHeight, s.jobs.askToStop)
	s.win.Canvas().Focus(m.no)
}

// reopened goes on with the studies that were opened again. Where they could not be, the window says why and ends.
func (s *Shell) reopened(next *conduct.Conduct, end job.End, after func(end job.End)) {
	fault := s.message.err
	s.held.close()
	s.held = nil
	if next == nil {
		ShowFault(s.app, s.words.Language(), fault)
		s.end()
		return
	}
	s.conduct, s.archive = next, nil
	s.ShowSettings()
	after(end)
}

// openSame opens the studies at the same home.
func (s *Shell) openSame(ctx context.Context) (*conduct.Conduct, error) {
	home, err := s.conduct.Home().Again()
	if err != nil {
		return nil, err
	}
	return conduct.Open(ctx, conduct.Config{Home: home, Keyring: secrets.System, Passphrase: s.passphrase.Get})
}

// KeepDailyCopy copies the database beside the window, unless it was copied today.
func (s *Shell) KeepDailyCopy() {
	s.jobs.workers.Add(1)
	s.lookups.Add(1)
	c := s.conduct
	go func() {
		err := c.BackUpDaily(s.ctx)
		s.lookups.Done()
		s.jobs.workers.Done()
		if err != nil && s.ctx.Err() == nil {
			s.post(func() { s.Fault(err) })
		}
	}()
}

// sayMissing tells when the folder of the documents is not there: a drive is not connected.
func (s *Shell) sayMissing() {
	if home := s.conduct.Home(); home.Missing() {
		s.Fault(&study.Problem{ID: "folder.documents-missing", Args: map[string]any{"folder": home.Documents}})
	}
}

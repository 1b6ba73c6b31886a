package app

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/job"
)

// DefaultBeat is how often a running job is shown anew: no more often than people can read.
const DefaultBeat = 100 * time.Millisecond

// jobBar shows the one job that runs, and stops it.
type jobBar struct {
	shell    *Shell
	beat     time.Duration
	root     *fyne.Container
	title    *widget.Label
	progress *widget.ProgressBar
	unknown  *widget.ProgressBarInfinite // shown as long as the end is not known
	stop     *widgets.Button

	name     string
	total    int
	stopping bool
	cancel   context.CancelFunc // nil: nothing runs
	workers  sync.WaitGroup
}

// newest is the newest state of a job, written by the worker and read by the window.
type newest struct {
	mu          sync.Mutex
	done, total int
	at          string
}

func (n *newest) report(done, total int, at string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.done, n.total, n.at = done, total, at
}

func (n *newest) get() (done, total int, at string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.done, n.total, n.at
}

func newJobBar(s *Shell, beat time.Duration) *jobBar {
	if beat <= 0 {
		beat = DefaultBeat
	}
	return &jobBar{shell: s, beat: beat}
}

// build makes the bar in the window's language; a job that runs goes on in it.
func (b *jobBar) build() {
	words := b.shell.words
	b.title = widgets.Cut(b.name)
	b.progress = widget.NewProgressBar()
	b.progress.TextFormatter = func() string {
		if b.total <= 0 {
			return ""
		}
		return words.T("app.progress", "done", int(b.progress.Value*float64(b.total)+0.5), "total", b.total)
	}
	b.unknown = widget.NewProgressBarInfinite()
	b.measure()
	b.stop = widgets.NewButton(words.T("app.cancel"), b.askToStop)
	line := widgets.Line(1, widgets.Wide(18, b.title), container.NewStack(b.progress, b.unknown), b.stop)
	b.root = container.NewStack(widgets.Inset(theme.InnerPadding(), theme.Padding(), line))
	b.root.Hidden = !b.running()
	if b.stopping {
		b.showStopping()
	}
}

func (b *jobBar) running() bool { return b.cancel != nil }

// askToStop stops the work; what it finished is kept.
func (b *jobBar) askToStop() {
	if b.cancel != nil {
		b.cancel()
		b.stopping = true
		b.showStopping()
	}
}

func (b *jobBar) showStopping() {
	b.title.SetText(b.shell.words.T("app.stopping"))
	b.stop.Disable()
}

// Start runs work beside the window. Done, stopped and failed end in different sentences. While one job runs another is
// not started.
func (s *Shell) Start(j host.Job) {
	b := s.jobs
	if b.running() {
		s.Say(s.words.T("app.one-job"))
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	b.cancel, b.stopping, b.name, b.total = cancel, false, j.Title, 0
	b.title.SetText(j.Title)
	b.progress.SetValue(0)
	b.measure()
	b.stop.Enable()
	b.root.Show()
	s.message.clear()
	state, place := &newest{}, s.place
	ended := make(chan struct{})
	go b.watch(ended, state)
	b.workers.Add(1)
	go func() {
		err := work(ctx, j, state.report)
		close(ended)
		b.workers.Done()
		s.post(func() {
			cancel()
			b.cancel, b.stopping = nil, false
			b.unknown.Stop()
			b.root.Hide()
			s.relayout()
			s.workEnded()
			s.finished(j, err, place)
		})
	}()
}

// Wait tells all work to stop and waits until none is going on any more. It is for the end of the program, also where
// the system ended it and the window was never closed.
func (s *Shell) Wait() {
	s.stop()
	s.jobs.workers.Wait()
}

// work runs a job; when the program itself fails in it, the window stays and says so.
func work(ctx context.Context, j host.Job, report job.Report) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v\n%s", j.Title, r, debug.Stack())
		}
	}()
	return j.Work(ctx, report)
}

// watch brings the newest state onto the window until the job has ended.
func (b *jobBar) watch(ended <-chan struct{}, state *newest) {
	ticker := time.NewTicker(b.beat)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ticker.C:
			b.shell.post(func() { b.show(state) })
		}
	}
}

// show draws the state of the job.
func (b *jobBar) show(state *newest) {
	if !b.running() || b.stopping {
		return
	}
	done, total, at := state.get()
	if at != "" {
		b.name = b.shell.words.T("step." + at)
		b.title.SetText(b.name)
	}
	b.total = total
	b.measure()
	if total > 0 {
		b.progress.SetValue(float64(done) / float64(total))
	}
}

// measure shows how far the job is, or only that it goes on where its end is not known.
func (b *jobBar) measure() {
	if b.total > 0 {
		b.unknown.Hide()
		b.progress.Show()
	} else {
		b.progress.Hide()
		b.unknown.Show()
	}
}

// finished says how a job ended that was begun at a place of the window, and lets the screen go on.
func (s *Shell) finished(j host.Job, err error, place int) {
	end := job.Ended(err)
	switch {
	case end == job.Done && !j.Quiet:
		s.Say(s.words.T("app.job-done", "job", j.Title))
	case end == job.Stopped:
		s.Say(s.words.T("app.job-stopped", "job", j.Title))
	case end == job.Failed:
		s.Fault(err)
	}
	if end != job.Done || !j.Quiet {
		s.message.place = place
	}
	if j.After != nil {
		j.After(end)
	}
}

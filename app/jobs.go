package app

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/internal/job"
)

// beat is how often a running job is shown anew: no more often than people can read.
const beat = 100 * time.Millisecond

// jobBar shows the one job that runs, and stops it.
type jobBar struct {
	shell    *Shell
	root     *fyne.Container
	title    *widget.Label
	progress *widget.ProgressBar
	stop     *widget.Button
	cancel   context.CancelFunc // nil: nothing runs
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

func newJobBar(s *Shell) *jobBar {
	b := &jobBar{shell: s, title: widget.NewLabel(""), progress: widget.NewProgressBar()}
	b.stop = widget.NewButton(s.words.T("app.cancel"), func() {
		if b.cancel != nil {
			b.cancel()
			b.title.SetText(s.words.T("app.stopping"))
			b.stop.Disable()
		}
	})
	b.root = container.NewBorder(nil, nil, b.title, b.stop, b.progress)
	b.root.Hide()
	return b
}

func (b *jobBar) running() bool { return b.cancel != nil }

// Start runs work beside the window, with progress and Cancel. Done, stopped and failed end in different sentences;
// after runs in any case, on the window's goroutine. While one job runs another is not started.
func (s *Shell) Start(title string, work func(ctx context.Context, report job.Report) error, after func()) {
	b := s.jobs
	if b.running() {
		s.Say(s.words.T("app.one-job"))
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	b.cancel = cancel
	b.title.SetText(title)
	b.progress.SetValue(0)
	b.stop.Enable()
	b.root.Show()
	s.message.clear()
	state := &newest{}
	ended := make(chan struct{})
	go b.watch(ended, state)
	go func() {
		err := work(ctx, state.report)
		close(ended)
		s.post(func() {
			cancel()
			b.cancel = nil
			b.root.Hide()
			s.finished(title, err)
			after()
		})
	}()
}

// watch brings the newest state onto the window until the job has ended.
func (b *jobBar) watch(ended <-chan struct{}, state *newest) {
	ticker := time.NewTicker(beat)
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
	if !b.running() || b.stop.Disabled() {
		return
	}
	done, total, at := state.get()
	if at != "" {
		b.title.SetText(b.shell.words.T("step." + at))
	}
	if total > 0 {
		b.progress.SetValue(float64(done) / float64(total))
	}
}

// finished says how a job ended.
func (s *Shell) finished(title string, err error) {
	switch job.Ended(err) {
	case job.Done:
		s.Say(s.words.T("app.job-done", "job", title))
	case job.Stopped:
		s.Say(s.words.T("app.job-stopped", "job", title))
	default:
		s.Fault(err)
	}
}

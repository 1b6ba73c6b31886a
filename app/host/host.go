package host

import (
	"context"

	"iucomstudien/internal/job"
)

// Work is what a job does, on a goroutine of its own.
type Work = func(ctx context.Context, report job.Report) error

// Job is work that runs beside the window, with progress and Cancel.
type Job struct {
	Title string // what the bar shows, and what the sentences about its end call it
	// Quiet says nothing when the work is done, since what it was for shows itself.
	Quiet bool
	Work  Work
	// After runs on the window's goroutine however the work ended; nil: nothing is left to do.
	After func(end job.End)
}

// Question is asked before something is done.
type Question struct {
	Title string // in a word or two
	Text  string // whole sentences; may be long
	Yes   string // what is done: «Unblind», never «OK»
	// Careful has the keyboard on Cancel, for what can not be undone.
	Careful bool
	Then    func() // nil: there is nothing to decide, only to know

	Or     string // another way to do it, beside Yes: «Delete, keep its folders»; "" for none
	OrThen func()

	Reason  string              // names a line without which it is not done: why it is; "" for none
	Because func(reason string) // takes the place of Then where there is a Reason
}

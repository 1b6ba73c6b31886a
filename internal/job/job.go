package job

import (
	"context"
	"errors"
)

// Report tells how far a piece of work is: done of total, and what is in hand. A total of 0 means that the end is
// not known yet. It may be called from any goroutine and returns at once. What it says in at never names an origin.
type Report func(done, total int, at string)

// Silent is the report for work whose progress nobody watches.
func Silent(int, int, string) {}

// End is how a piece of work ended.
type End string

const (
	Done    End = "done"    // all of it
	Stopped End = "stopped" // a person stopped it; what is finished is kept, the rest can go on
	Failed  End = "failed"  // it could not go on
)

// Ended tells from its error how work ended. A cancelled context is looked for first, through any wrapping: whoever
// stops the work does not want to read about a failure. A deadline that passed is a failure, since nobody asked for
// it.
func Ended(err error) End {
	switch {
	case err == nil:
		return Done
	case errors.Is(err, context.Canceled):
		return Stopped
	default:
		return Failed
	}
}

package job_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"iucomstudien/internal/job"
)

func TestEndedTellsThreeEndsApart(t *testing.T) {
	fault := errors.New("no paper")
	for name, c := range map[string]struct {
		err  error
		want job.End
	}{
		"no error is done":                    {nil, job.Done},
		"cancelled is stopped":                {context.Canceled, job.Stopped},
		"cancelled deep inside is stopped":    {fmt.Errorf("grading answer X: %w", context.Canceled), job.Stopped},
		"cancelled beside a fault is stopped": {errors.Join(fault, context.Canceled), job.Stopped},
		"a fault is failed":                   {fault, job.Failed},
		"a deadline nobody asked for failed":  {context.DeadlineExceeded, job.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			if got := job.Ended(c.err); got != c.want {
				t.Errorf("Ended(%v) = %q, want %q", c.err, got, c.want)
			}
		})
	}
}

func TestSilentIsAReport(t *testing.T) {
	var report job.Report = job.Silent
	report(1, 2, "X")
}

package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func fuzzCommand(r *runner) *cobra.Command {
	var each time.Duration
	c := &cobra.Command{Use: "fuzz", Short: r.words.T("dev.fuzz.about"), Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return r.fuzz(c.Context(), each) }}
	c.Flags().DurationVar(&each, "time", 30*time.Second, r.words.T("dev.fuzz.time"))
	return c
}

// fuzz runs every fuzz target of the project for a while. One that fails leaves its input in the package's seed
// corpus, and the others still run.
func (r *runner) fuzz(ctx context.Context, each time.Duration) error {
	list, err := r.output(ctx, "go", "list", "./internal/...")
	if err != nil {
		return err
	}
	var failed error
	for _, pkg := range strings.Fields(list) {
		targets, err := r.output(ctx, "go", "test", "-list", "^Fuzz", pkg)
		if err != nil {
			return err
		}
		for _, name := range fuzzTargets(targets) {
			err := r.run(ctx, nil, "go", "test", "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", each.String(), "-fuzzminimizetime", "10x", pkg)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// fuzzTargets reads the names that go test -list printed.
func fuzzTargets(list string) []string {
	var names []string
	for _, line := range strings.Fields(list) {
		if strings.HasPrefix(line, "Fuzz") {
			names = append(names, line)
		}
	}
	return names
}

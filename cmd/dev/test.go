package main

import (
	"context"
	"os/exec"

	"github.com/spf13/cobra"

	"iucomstudien/internal/study"
)

// testTags run the screens with Fyne's software driver, which needs neither a display nor a C compiler.
const testTags = "ci"

func testCommand(r *runner) *cobra.Command {
	var race, window bool
	c := &cobra.Command{Use: "test", Short: r.words.T("dev.test.about"), Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if window {
				return r.testWindow(c.Context(), args)
			}
			return r.test(c.Context(), race, args)
		}}
	c.Flags().BoolVar(&race, "race", false, r.words.T("dev.test.race"))
	c.Flags().BoolVar(&window, "window", false, r.words.T("dev.test.window"))
	c.MarkFlagsMutuallyExclusive("race", "window")
	return c
}

// test runs all tests. Go brings everything they need, and what some look with besides is installed where the machine is
// there for tests; the race detector alone wants a C compiler and is asked for.
func (r *runner) test(ctx context.Context, race bool, args []string) error {
	if race {
		if _, err := exec.LookPath("gcc"); err != nil {
			return &study.Problem{ID: "dev.race-needs-compiler"}
		}
		return r.run(ctx, []string{"CGO_ENABLED=1"}, "go", append([]string{"test", "-race", "./internal/..."}, args...)...)
	}
	r.grantWishes(ctx)
	return r.run(ctx, []string{"CGO_ENABLED=0"}, "go", append([]string{"test", "-tags", testTags, "./..."}, args...)...)
}

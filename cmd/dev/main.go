package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"iucomstudien/internal/lang"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	words, err := lang.New(lang.FromSystem(os.Getenv))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := newCommand(words).ExecuteContext(ctx); err != nil {
		var failed *failure
		if !errors.As(err, &failed) {
			fmt.Fprintln(os.Stderr, words.Error(err))
		}
		os.Exit(1)
	}
}

// newCommand makes the command tree.
func newCommand(words *lang.Catalogue) *cobra.Command {
	root := &cobra.Command{
		Use:           "dev",
		Short:         words.T("dev.about"),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	r := &runner{words: words, out: os.Stdout, err: os.Stderr}
	root.AddCommand(
		&cobra.Command{Use: "setup", Short: words.T("dev.setup.about"), Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return r.setup(c.Context()) }},
		&cobra.Command{Use: "start", Short: words.T("dev.start.about"), Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return r.start(c.Context()) }},
		testCommand(r),
		&cobra.Command{Use: "check", Short: words.T("dev.check.about"), Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return r.check(c.Context()) }},
		shotsCommand(r),
		speedCommand(r),
		fuzzCommand(r),
		&cobra.Command{Use: "package", Short: words.T("dev.package.about"), Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return r.pack(c.Context()) }},
	)
	return root
}

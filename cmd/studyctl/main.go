package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/extract"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Exit statuses of the terminal contract.
const (
	exitDone    = 0
	exitFailed  = 1
	exitUsage   = 2
	exitStopped = 3
)

func main() {
	if status, child := extract.RunChild(os.Args, os.Stdin, os.Stdout); child {
		os.Exit(status)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// run is the whole program, with the world passed in, so that tests can call it.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer, getenv func(string) string) int {
	words, err := lang.New(chosenLanguage(args, getenv))
	if err != nil {
		if english, second := lang.New(study.English); second == nil {
			fmt.Fprintln(errOut, english.Error(err))
		}
		return exitUsage
	}
	t := &terminal{words: words, in: in, out: out, err: errOut, getenv: getenv}
	root := t.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err = root.ExecuteContext(ctx)
	return t.exit(err)
}

// exit says an error to the person and gives the exit status that it means. It is the only place where kinds of
// error become statuses.
func (t *terminal) exit(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(t.err, t.words.T("cli.stopped"))
		return exitStopped
	case errors.As(err, &usage):
		fmt.Fprintln(t.err, usage.Error())
		return exitUsage
	case errors.Is(err, conduct.ErrWaiting):
		fmt.Fprintln(t.err, shownText(t.words.Error(err)))
		return exitStopped
	}
	fmt.Fprintln(t.err, shownText(t.words.Error(err)))
	return exitFailed
}

// usageError is a command line that can not be understood.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// chosenLanguage looks for --lang before the command line is parsed, since the help texts need it; then for the
// language of the system.
func chosenLanguage(args []string, getenv func(string) string) study.Language {
	for i, a := range args {
		if value, ok := strings.CutPrefix(a, "--lang="); ok {
			return study.Language(value)
		}
		if a == "--lang" && i+1 < len(args) {
			return study.Language(args[i+1])
		}
	}
	return lang.FromSystem(getenv)
}

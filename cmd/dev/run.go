package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"iucomstudien/internal/lang"
)

// runner starts other programs and says what it does.
type runner struct {
	words    *lang.Catalogue
	out, err io.Writer
}

// failure is a program that ended badly and has already said why.
type failure struct {
	command string
	err     error
}

func (f *failure) Error() string { return fmt.Sprintf("%s: %v", f.command, f.err) }
func (f *failure) Unwrap() error { return f.err }

// say writes a line to the person at the terminal.
func (r *runner) say(key string, args ...any) { fmt.Fprintln(r.err, r.words.T(key, args...)) }

// run starts a program, shows the command and everything it prints.
func (r *runner) run(ctx context.Context, env []string, name string, args ...string) error {
	line := strings.Join(append([]string{name}, args...), " ")
	fmt.Fprintln(r.err, "> "+line)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, r.out, r.err
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(r.err, r.words.T("dev.failed", "command", line, "detail", err.Error()))
		return &failure{line, err}
	}
	return nil
}

// output starts a program and gives what it printed on standard output.
func (r *runner) output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, r.err
	if err := cmd.Run(); err != nil {
		return out.String(), &failure{strings.Join(append([]string{name}, args...), " "), err}
	}
	return out.String(), nil
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/study"
)

// stage processes one line of a stage: a JSON object in, a value that becomes one out.
type stage func(ctx context.Context, line json.RawMessage) (any, error)

// stageCommand runs one stage alone: JSON lines in, JSON lines out, in the same order, flushed line by line.
func (t *terminal) stageCommand() *cobra.Command {
	return &cobra.Command{Use: "stage NAME", Short: t.words.T("cli.stage"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			stages, err := newStages(t.words)
			if err != nil {
				return err
			}
			run, ok := stages[args[0]]
			if !ok {
				known := strings.Join(slices.Sorted(maps.Keys(stages)), ", ")
				return &usageError{t.words.T("cli.unknown-stage", "name", args[0], "known", known)}
			}
			return t.pipe(c.Context(), complete(run, stageFields()[args[0]]))
		}}
}

// pipe answers every line of standard input. A line that can not be processed gets an error of one sentence, and the
// stage goes on.
func (t *terminal) pipe(ctx context.Context, run stage) error {
	in := bufio.NewReader(t.in)
	out := bufio.NewWriter(t.out)
	for {
		line, readErr := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := t.answer(ctx, out, run, line); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return fmt.Errorf("reading standard input: %w", readErr)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// answer writes what a stage makes of one line.
func (t *terminal) answer(ctx context.Context, out *bufio.Writer, run stage, line []byte) error {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	var result any
	err := json.Unmarshal(line, &head)
	if err == nil {
		result, err = run(ctx, line)
	}
	if err != nil {
		result = stageFault{ID: head.ID, Error: oneLine(t.stageError(err))}
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(result); err != nil {
		return fmt.Errorf("writing a stage's answer: %w", err)
	}
	return out.Flush()
}

// complete makes a stage refuse a line without one of its fields: a seed that was forgotten must not become 0, nor a text
// that was misnamed an empty one.
func complete(run stage, fields []string) stage {
	return func(ctx context.Context, line json.RawMessage) (any, error) {
		var in map[string]json.RawMessage
		if err := json.Unmarshal(line, &in); err != nil {
			return nil, fmt.Errorf("reading the line: %w", err)
		}
		for _, field := range fields {
			if v := in[field]; len(v) == 0 || string(v) == "null" {
				return nil, &study.Problem{ID: "stage.missing-field", Args: map[string]any{"field": field}}
			}
		}
		return run(ctx, line)
	}
}

// stageError says in one sentence why a line could not be processed. What is no JSON of the stage's shape is said so;
// other faults of a calculation are given as they are.
func (t *terminal) stageError(err error) string {
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	if len(study.Problems(err)) > 0 {
		return t.words.Error(err) // of a file the line names: its own JSON is another matter
	}
	switch {
	case errors.As(err, &shape) && shape.Field != "":
		err = &study.Problem{ID: "stage.bad-field", Args: map[string]any{"field": shape.Field}, Err: err}
	case errors.As(err, &syntax) || errors.As(err, &shape) || errors.Is(err, io.ErrUnexpectedEOF):
		err = &study.Problem{ID: "stage.bad-line", Err: err}
	}
	if len(study.Problems(err)) == 0 {
		return err.Error()
	}
	return t.words.Error(err)
}

// stageFault is the answer to a line that could not be processed.
type stageFault struct {
	ID    json.RawMessage `json:"id"`
	Error string          `json:"error"`
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

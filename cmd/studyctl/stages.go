package main

import (
	"context"
	"encoding/json"
	"fmt"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/blinding/normalise"
	"iucomstudien/internal/blinding/pseudonymise"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/stats"
)

// newStages makes the table of stages. Each wraps the very function that the window's steps use.
func newStages(words *lang.Catalogue) (map[string]stage, error) {
	reader, err := legalref.New()
	if err != nil {
		return nil, fmt.Errorf("loading the grammar of citations: %w", err)
	}
	blinder, err := blinding.New()
	if err != nil {
		return nil, err
	}
	normaliser, err := normalise.New()
	if err != nil {
		return nil, fmt.Errorf("loading the rules of normalising: %w", err)
	}
	pseudonymiser, err := pseudonymise.New()
	if err != nil {
		return nil, fmt.Errorf("loading the rules of pseudonymising: %w", err)
	}
	files := intake.Stage{Words: words, Open: func(ctx context.Context, path string) ([]byte, error) {
		return folder.ReadFile(ctx, path, maxStageFile)
	}}
	return map[string]stage{
		"answers":      encoded(files.Answers),
		"extract":      encoded(files.Extract),
		"cite":         typed(reader.StageCite),
		"align-check":  typed(reader.StageAlignCheck),
		"normalise":    typed(normaliser.Stage),
		"pseudonymise": pseudonymised(pseudonymiser),
		"blind":        blinder.StageBlind,
		"order":        blinding.StageOrder,
		"random":       stageRandom,
		"stats":        stageStats,
		"sheet":        sheets.Stage,
		"grade-reply":  grading.Stage,
	}, nil
}

// stageFields names the fields without which a line of a stage means nothing.
func stageFields() map[string][]string {
	return map[string][]string{
		"answers":      {"file"},
		"extract":      {"file"},
		"cite":         {"text"},
		"align-check":  {"before", "after"},
		"normalise":    {"input"},
		"pseudonymise": {"texts"},
		"blind":        {"input"},
		"order":        {"seed", "n"},
		"random":       {"seed", "count"},
		"stats":        {"statistic", "input"},
		"sheet":        {"file", "codes"},
		"grade-reply":  {"reply", "codes"},
	}
}

// maxStageFile is the largest file that a stage reads, in bytes.
const maxStageFile = 50 << 20

// encoded makes a stage of a function that answers in JSON by itself.
func encoded(f func(context.Context, []byte) ([]byte, error)) stage {
	return func(ctx context.Context, line json.RawMessage) (any, error) {
		out, err := f(ctx, line)
		return json.RawMessage(out), err
	}
}

// pseudonymised is the stage of the second blinding pass, with the line's id given back.
func pseudonymised(p *pseudonymise.Pseudonymiser) stage {
	return func(_ context.Context, line json.RawMessage) (any, error) {
		out, err := p.Stage(line)
		if err != nil {
			return nil, err
		}
		return withID(line, out)
	}
}

// withID puts the id of a line into the object that answers it.
func withID(line, out json.RawMessage) (map[string]json.RawMessage, error) {
	var in, answer map[string]json.RawMessage
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	answer["id"] = in["id"]
	return answer, nil
}

// typed makes a stage of a function from one shape to another.
func typed[In, Out any](f func(In) Out) stage {
	return func(_ context.Context, line json.RawMessage) (any, error) {
		var in In
		if err := json.Unmarshal(line, &in); err != nil {
			return nil, fmt.Errorf("reading the line: %w", err)
		}
		return f(in), nil
	}
}

// statsLine is a line of the stage stats.
type statsLine struct {
	ID        json.RawMessage `json:"id"`
	Statistic string          `json:"statistic"`
	Input     json.RawMessage `json:"input"`
}

// statsAnswer is the answer to it.
type statsAnswer struct {
	ID     json.RawMessage `json:"id"`
	Output map[string]any  `json:"output"`
}

func stageStats(_ context.Context, line json.RawMessage) (any, error) {
	var in statsLine
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	out, err := stats.Stage(in.Statistic, in.Input)
	if err != nil {
		return nil, err
	}
	return statsAnswer{ID: in.ID, Output: out}, nil
}

// stageRandom draws numbers as the .NET Framework draws them.
func stageRandom(_ context.Context, line json.RawMessage) (any, error) {
	var in struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	out, err := stats.Stage("random", line)
	if err != nil {
		return nil, err
	}
	out["id"] = in.ID
	return out, nil
}

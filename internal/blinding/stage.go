package blinding

import (
	"context"
	"encoding/json"
	"fmt"

	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// blindIn is a line of the stage blind.
type blindIn struct {
	ID    json.RawMessage `json:"id"`
	Lang  study.Language  `json:"lang"`
	Input string          `json:"input"`
}

// blindOut is the answer to it.
type blindOut struct {
	ID            json.RawMessage `json:"id"`
	Normalised    string          `json:"normalised"`
	Pseudonymised string          `json:"pseudonymised"`
}

// StageBlind normalises and pseudonymises one text alone, with an empty list of persons.
func (b *Blinder) StageBlind(ctx context.Context, line json.RawMessage) (any, error) {
	var in blindIn
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	set, err := b.Prepare(ctx, Material{Answers: []string{in.Input}}, Options{Lang: in.Lang, Pseudonymise: true}, job.Silent)
	if err != nil {
		return nil, err
	}
	return blindOut{ID: in.ID, Normalised: set.Answers[0].Normalised.Text, Pseudonymised: set.Answers[0].Text}, nil
}

// orderIn is a line of the stage order.
type orderIn struct {
	ID   json.RawMessage `json:"id"`
	Seed int32           `json:"seed"`
	N    int             `json:"n"`
}

// orderOut is the answer to it: Order[i] is the answer that gets Codes[i].
type orderOut struct {
	ID    json.RawMessage `json:"id"`
	Order []int           `json:"order"`
	Codes []study.Code    `json:"codes"`
}

// maxOrder is the largest number of answers that the stage orders; no test comes near it.
const maxOrder = 1_000_000

// StageOrder draws a blind order.
func StageOrder(_ context.Context, line json.RawMessage) (any, error) {
	var in orderIn
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	if in.N < 0 || in.N > maxOrder {
		return nil, fmt.Errorf("n is %d; it must lie between 0 and %d", in.N, maxOrder)
	}
	out := orderOut{ID: in.ID, Order: make([]int, in.N), Codes: make([]study.Code, in.N)}
	for i, p := range Assign(in.Seed, in.N) {
		out.Order[i], out.Codes[i] = p.Index, p.Code
	}
	return out, nil
}

package sheets

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

type stageInput struct {
	ID     json.RawMessage `json:"id"`
	File   string          `json:"file"`
	Codes  []study.Code    `json:"codes"`
	Gold   bool            `json:"gold"`
	Target bool            `json:"target"`
}

type stageOutput struct {
	ID         json.RawMessage   `json:"id,omitempty"`
	Reviewer   *string           `json:"reviewer"`
	Study      *string           `json:"study"`
	Minutes    *int              `json:"minutes"`
	Columns    map[string]string `json:"columns"`
	Ratings    []stageRating     `json:"ratings"`
	Refused    []stageRefusal    `json:"refused"`
	Ignored    []stageIgnored    `json:"ignored"`
	Questions  []string          `json:"questions"`
	Understood []stageUnderstood `json:"understood"`
	Error      *string           `json:"error"`
}

type stageRating struct {
	Code      study.Code      `json:"code"`
	Category  *study.Category `json:"category"`
	Agreement *int            `json:"agreement"`
	Grade     *int            `json:"grade"`
	Grid      *study.Grid     `json:"grid"`
	Target    *study.Target   `json:"target"`
	Origin    *study.Guess    `json:"origin"`
	Comment   *string         `json:"comment"`
}

type stageRefusal struct {
	Row    int    `json:"row"`
	Column string `json:"column"` // machine name
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

type stageIgnored struct {
	Row    int    `json:"row"`
	Reason string `json:"reason"`
}

type stageUnderstood struct {
	Row    int    `json:"row"`
	Column string `json:"column"`
	From   string `json:"from"`
	To     string `json:"to"`
}

// Stage reads one line of the stage sheet: a file and what it is read against. Columns are named by their machine
// names, reasons by the machine words of the problems. A sheet that is refused as a whole is an error.
func Stage(ctx context.Context, line json.RawMessage) (any, error) {
	var in stageInput
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	data, err := folder.ReadFile(ctx, in.File, extract.MaxFile)
	if err != nil {
		return nil, err
	}
	r, err := Read(ctx, filepath.Base(in.File), data, Form{Codes: in.Codes, Gold: in.Gold, Target: in.Target}, Options{})
	if err != nil {
		return nil, err
	}
	return stageOutputOf(in.ID, r), nil
}

func stageOutputOf(id json.RawMessage, r Reading) stageOutput {
	out := stageOutput{
		ID: id, Reviewer: textOrNil(r.Reviewer), Study: textOrNil(r.Study), Minutes: orNil(r.Minutes), Columns: r.Columns, Ratings: []stageRating{},
		Refused: []stageRefusal{}, Ignored: []stageIgnored{}, Questions: []string{}, Understood: []stageUnderstood{},
	}
	for _, x := range r.Ratings {
		out.Ratings = append(out.Ratings, stageRating{
			Code: x.Code, Category: orNil(x.Category), Agreement: orNil(x.Agreement), Grade: orNil(x.Grade),
			Grid: orNil(x.Grid), Target: orNil(x.Target), Origin: orNil(x.Guess), Comment: textOrNil(x.Comment),
		})
	}
	machine := make(map[string]string)
	for name, heading := range r.Columns {
		machine[heading] = name
	}
	for _, p := range r.Refused {
		if reason(p) == headMinutes {
			machine[p.Column] = headMinutes
		}
		out.Refused = append(out.Refused, stageRefusal{
			Row: p.Row, Column: machine[p.Column], Value: fmt.Sprint(p.Args["value"]), Reason: reason(p),
		})
	}
	for _, p := range r.Ignored {
		out.Ignored = append(out.Ignored, stageIgnored{Row: p.Row, Reason: reason(p)})
	}
	for _, p := range r.Questions {
		out.Questions = append(out.Questions, reason(p))
	}
	for _, u := range r.Understood {
		out.Understood = append(out.Understood, stageUnderstood(u))
	}
	return out
}

// reason is the machine word of a problem: "value-not-allowed".
func reason(p *study.Problem) string { return strings.TrimPrefix(p.ID, "ratings.") }

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func orNil[T any](m study.Maybe[T]) *T {
	if v, ok := m.Get(); ok {
		return &v
	}
	return nil
}

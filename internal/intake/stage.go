package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Stage runs the reading of single files for scripts and checks (the stages «extract» and «answers»): one JSON object in, one out.
// It uses what the window uses and decides nothing by itself.
type Stage struct {
	// Open gives the bytes of a file; what a person can mend is a [study.Problem].
	Open  func(ctx context.Context, path string) ([]byte, error)
	Words *lang.Catalogue
}

// stageInput is a line in; other fields are ignored.
type stageInput struct {
	ID   json.RawMessage `json:"id"`
	File string          `json:"file"`
}

// stageFault is a line out when the line in can not be processed.
type stageFault struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
}

// Extract reads a file's text: {"id","file"} to {"id","format","text","headers",…}.
func (s Stage) Extract(ctx context.Context, line []byte) ([]byte, error) {
	in, data, fault := s.input(ctx, line)
	if fault != nil {
		return s.fault(in, fault)
	}
	doc, err := extract.Read(ctx, in.File, data)
	if err != nil {
		return s.fault(in, err)
	}
	out := extractOutput{
		ID: in.ID, Format: doc.Format, Text: doc.Text, Headers: orEmpty(doc.Headers), Footers: orEmpty(doc.Footers),
		Comments: orEmpty(doc.Comments), Pages: doc.Pages, Warnings: []stageWarning{},
	}
	for _, w := range doc.Warnings {
		args := make([]any, 0, 2*len(w.Args))
		for k, v := range w.Args {
			args = append(args, k, v)
		}
		out.Warnings = append(out.Warnings, stageWarning{w.Kind, s.Words.T("extract.warning."+w.Kind, args...)})
	}
	return json.Marshal(out)
}

// extractOutput is the line out of [Stage.Extract].
type extractOutput struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Format   string          `json:"format"`
	Text     string          `json:"text"`
	Headers  []string        `json:"headers"`
	Footers  []string        `json:"footers"`
	Comments []string        `json:"comments"`
	Pages    int             `json:"pages"`
	Warnings []stageWarning  `json:"warnings"`
	Error    *string         `json:"error"`
}

type stageWarning struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Answers reads a file's answers: {"id","file"} to the object of an export or that of a table.
func (s Stage) Answers(ctx context.Context, line []byte) ([]byte, error) {
	in, data, fault := s.input(ctx, line)
	if fault != nil {
		return s.fault(in, fault)
	}
	p, err := Read(ctx, in.File, data, Hint{})
	if err != nil {
		return s.fault(in, err)
	}
	if p.Table != nil || p.Error != nil && p.Format == "" && tableName(in.File) {
		return json.Marshal(s.tableOutput(in, p))
	}
	return json.Marshal(s.exportOutput(in, p))
}

// tableName tells whether a file that could not be read was meant to be a table.
func tableName(name string) bool {
	return namedTable(name) || slices.Contains([]string{".xlsx", ".xlsm", ".xls"}, strings.ToLower(filepath.Ext(name)))
}

// input reads the line and the file it names.
func (s Stage) input(ctx context.Context, line []byte) (stageInput, []byte, error) {
	var in stageInput
	if err := json.Unmarshal(line, &in); err != nil {
		return in, nil, &study.Problem{ID: "stage.bad-line", Err: err}
	}
	if in.File == "" {
		return in, nil, &study.Problem{ID: "stage.missing-field", Args: map[string]any{"field": "file"}}
	}
	data, err := s.Open(ctx, in.File)
	if err != nil {
		return in, nil, fmt.Errorf("opening %s: %w", filepath.Base(in.File), err)
	}
	return in, data, nil
}

// fault says in one sentence why a line could not be processed. Only the end of the context ends the stage.
func (s Stage) fault(in stageInput, err error) ([]byte, error) {
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	return json.Marshal(stageFault{ID: in.ID, Error: s.Words.Error(err)})
}

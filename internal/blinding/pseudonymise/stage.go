package pseudonymise

import (
	"encoding/json"
	"fmt"

	"iucomstudien/internal/study"
)

// stageIn is one line of the stage "pseudonymise": the texts of one test and the names list.
type stageIn struct {
	Lang  study.Language `json:"lang"`
	Texts []struct {
		Text string `json:"text"`
	} `json:"texts"`
	Names []stageName `json:"names"`
}

// stageName reads a name as a string or as an object with its text, as the labelled examples write them.
type stageName string

// UnmarshalJSON reads "Anna Huber" and {"text":"Anna Huber"}.
func (n *stageName) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*n = stageName(text)
		return nil
	}
	var object struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	*n = stageName(object.Text)
	return nil
}

type stageOut struct {
	Texts []stageText `json:"texts"`
}

type stageText struct {
	Output string `json:"output"`
	Spans  []Span `json:"spans"`
}

// Stage runs the pass on one line of the stage "pseudonymise": {"lang","texts":[{"text"}],"names":[…]} gives
// {"texts":[{"output","spans":[…]}]}. The line's id is the caller's business.
func (p *Pseudonymiser) Stage(line []byte) (json.RawMessage, error) {
	var in stageIn
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	opt := Options{Lang: in.Lang}
	for _, n := range in.Names {
		opt.Names = append(opt.Names, string(n))
	}
	texts := make([]string, len(in.Texts))
	for i, t := range in.Texts {
		texts[i] = t.Text
	}
	out := stageOut{Texts: make([]stageText, len(texts))}
	for i, t := range p.Texts(texts, opt).Texts {
		out.Texts[i] = stageText(t)
	}
	return json.Marshal(out)
}

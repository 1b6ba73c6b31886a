package normalise

import (
	"encoding/json"

	"iucomstudien/internal/study"
)

// StageInput is a line of the stage normalise. Lang may be absent; then the program finds it.
type StageInput struct {
	ID    json.RawMessage `json:"id"`
	Input string          `json:"input"`
	Lang  string          `json:"lang"`
}

// StageOutput is the answer of the stage normalise.
type StageOutput struct {
	ID      json.RawMessage `json:"id"`
	Output  string          `json:"output"`
	Rules   []string        `json:"rules"`
	Removed []StageRemoval  `json:"removed"`
}

// StageRemoval is a segment that is gone, with its rule.
type StageRemoval struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
}

// Stage normalises one answer. A lang like "de-AT" counts as its language.
func (n *Normaliser) Stage(in StageInput) StageOutput {
	lang := study.Language(in.Lang)
	if len(in.Lang) > 2 {
		lang = study.Language(in.Lang[:2])
	}
	res := n.Text(in.Input, lang)
	out := StageOutput{ID: in.ID, Output: res.Text, Rules: res.Rules, Removed: []StageRemoval{}}
	for _, r := range res.Removed {
		out.Removed = append(out.Removed, StageRemoval{r.Rule, r.Text})
	}
	return out
}

package replies

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Model is a model as its provider lists it.
type Model struct {
	ID          string
	Name        string // as the provider shows it; "" where it has none
	Context     int    // tokens; 0: not said
	MaxOutput   int    // tokens; 0: not said
	Retires     string // when the provider takes it away, as it writes it; "" when nothing is said
	Replacement string // the model it names in its place
}

// modelEntry is the union of what the providers say about a model.
type modelEntry struct {
	ID          Word     `json:"id"`
	Name        Word     `json:"name"` // Google: "models/gemini-…"
	Display     Word     `json:"display_name"`
	Shown       Word     `json:"displayName"`
	MaxInput    Count    `json:"max_input_tokens"`   // Anthropic
	MaxTokens   Count    `json:"max_tokens"`         // Anthropic: of the reply
	MaxContext  Count    `json:"max_context_length"` // Mistral
	InputLimit  Count    `json:"inputTokenLimit"`    // Google
	OutputLimit Count    `json:"outputTokenLimit"`
	RetiresAt   Word     `json:"retires_at"`  // Anthropic
	Deprecation Word     `json:"deprecation"` // Mistral
	Replacement Word     `json:"deprecation_replacement_model"`
	Methods     []string `json:"supportedGenerationMethods"`
}

// Models reads a list of models: {data:[…]} or Google's {models:[…]}. Google's models that can't answer a question
// are left out; a model under several entries is listed once.
func Models(body []byte) ([]Model, error) {
	var list struct {
		Data   json.RawMessage `json:"data"`
		Models json.RawMessage `json:"models"`
		Error  json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("reading a list of models: %w", err)
	}
	raw := list.Data
	if len(raw) == 0 {
		raw = list.Models
	}
	if len(raw) == 0 {
		if len(list.Error) > 0 {
			return nil, ErrFailed
		}
		return nil, errors.New("the reply has no list of models")
	}
	var entries []modelEntry
	if err := json.Unmarshal(raw, &entries); err != nil {
		return nil, fmt.Errorf("reading a list of models: %w", err)
	}
	var models []Model
	for _, e := range entries {
		if len(e.Methods) > 0 && !slices.Contains(e.Methods, "generateContent") {
			continue
		}
		m := e.info()
		if m.ID != "" && !slices.ContainsFunc(models, func(o Model) bool { return o.ID == m.ID }) {
			models = append(models, m)
		}
	}
	return models, nil
}

func (e modelEntry) info() Model {
	m := Model{
		ID: string(e.ID), Name: string(e.Display),
		Context: int(max(e.MaxInput, e.MaxContext, e.InputLimit)), MaxOutput: int(max(e.MaxTokens, e.OutputLimit)),
		Retires: string(e.RetiresAt), Replacement: string(e.Replacement),
	}
	if m.ID == "" {
		m.ID = strings.TrimPrefix(string(e.Name), "models/")
	}
	if m.Name == "" {
		m.Name = string(e.Shown)
	}
	if m.Retires == "" {
		m.Retires = string(e.Deprecation)
	}
	return m
}

package llm

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	assets "iucomstudien/assets/llm"
	"iucomstudien/internal/llm/replies"
)

// facts is what is known of the providers, read from assets/llm.
type facts struct {
	providers map[Kind]providerFacts
	kinds     map[string]faultKind
	rules     []faultRule
	statuses  map[string]int        // of faults that come without one, by type, word or number
	batches   map[string]BatchState // a provider's word for the state of a batch -> ours
	reader    *replies.Reader
}

// providerFacts is what is known of one provider.
type providerFacts struct {
	BaseURL string      `json:"base_url"`
	Hosts   []string    `json:"hosts"` // its own, where texts may go without asking once more
	Key     string      `json:"key"`   // "required", "optional", "none"
	Seconds int         `json:"timeout_seconds"`
	Models  []modelLine `json:"models"`
}

// modelLine is what is known of the models with a name of one form.
type modelLine struct {
	Match         string `json:"match"`
	Temperature   bool   `json:"temperature"`
	Seed          bool   `json:"seed"`
	Search        bool   `json:"search"`
	Context       int    `json:"context"`
	MaxOutput     int    `json:"max_output"`
	DefaultOutput int    `json:"default_output"`
}

// faultKind says what follows from a kind of fault.
type faultKind struct {
	Stop  bool `json:"stop"`
	Again bool `json:"again"`
}

// faultRule tells one kind of fault.
type faultRule struct {
	Status []int    `json:"status"`
	From   int      `json:"from"`
	To     int      `json:"to"`
	Words  []string `json:"words"`
	Is     string   `json:"is"`
}

// fits tells whether the rule is about a status and words in lower case.
func (r faultRule) fits(status int, words string) bool {
	if !slices.Contains(r.Status, status) && (status < r.From || status > r.To) {
		return false
	}
	return len(r.Words) == 0 || slices.ContainsFunc(r.Words, func(w string) bool {
		return strings.Contains(words, strings.ToLower(w))
	})
}

// loadFacts reads the data that the program carries.
func loadFacts() (*facts, error) {
	var providers struct {
		Providers map[Kind]providerFacts `json:"providers"`
		Batches   map[string]BatchState  `json:"batch_states"`
	}
	var faults struct {
		Kinds map[string]faultKind `json:"kinds"`
		Rules []faultRule          `json:"rules"`
		Codes map[string]int       `json:"statuses"`
	}
	for _, one := range []struct {
		name string
		into any
	}{
		{"providers.json", &providers},
		{"faults.json", &faults},
	} {
		data, err := assets.Files.ReadFile(one.name)
		if err == nil {
			err = json.Unmarshal(data, one.into)
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", one.name, err)
		}
	}
	reader, err := replies.New()
	if err != nil {
		return nil, err
	}
	return &facts{
		providers: providers.Providers, batches: providers.Batches, kinds: faults.Kinds, rules: faults.Rules, statuses: faults.Codes,
		reader: reader,
	}, nil
}

// capable finds what a model can be told: the first line whose pattern fits its name decides.
func (p providerFacts) capable(model string) Capable {
	for _, m := range p.Models {
		if ok, err := path.Match(m.Match, model); m.Match != "*" && (err != nil || !ok) {
			continue
		}
		return Capable{
			Temperature: m.Temperature, Seed: m.Seed, Search: m.Search,
			Context: m.Context, MaxOutput: m.MaxOutput, Output: m.DefaultOutput,
		}
	}
	return Capable{}
}

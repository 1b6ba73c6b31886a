package llm

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"iucomstudien/assets/intake"
	assets "iucomstudien/assets/llm"
	"iucomstudien/internal/study"
)

// facts is what is known of the providers, read from assets/llm. The words in which a reply says how it ended are the
// same that an import of such replies meets: they stand in assets/intake once for both.
type facts struct {
	providers map[Kind]providerFacts
	kinds     map[string]faultKind
	rules     []faultRule
	statuses  map[string]int        // of faults that come without one, by type, word or number
	batches   map[string]BatchState // a provider's word for the state of a batch -> ours
	finish    map[string]map[string]study.Finish
	think     []string // tags of reasoning that may stand before an answer
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
	var exports struct {
		Finish map[string]map[string]study.Finish `json:"finish"`
		Think  []string                           `json:"think_tags"`
	}
	for _, one := range []struct {
		read func(string) ([]byte, error)
		name string
		into any
	}{
		{assets.Files.ReadFile, "providers.json", &providers},
		{assets.Files.ReadFile, "faults.json", &faults},
		{intake.Files.ReadFile, "exports.json", &exports},
	} {
		data, err := one.read(one.name)
		if err == nil {
			err = json.Unmarshal(data, one.into)
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", one.name, err)
		}
	}
	return &facts{
		providers: providers.Providers, batches: providers.Batches, kinds: faults.Kinds, rules: faults.Rules, statuses: faults.Codes,
		finish: exports.Finish, think: exports.Think,
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

// ending turns a provider's word for the end into ours; a word nobody knows is unknown. An end without text is empty.
func (f *facts) ending(table, word, text string) study.Finish {
	finish, ok := f.finish[table][word]
	switch {
	case !ok:
		return study.FinUnknown
	case finish == study.Complete && strings.TrimSpace(text) == "":
		return study.FinEmpty
	}
	return finish
}

// withoutThoughts takes off a block of reasoning that stands before the answer.
func (f *facts) withoutThoughts(text string) string {
	start := strings.TrimLeft(text, " \t\r\n")
	for _, tag := range f.think {
		inside, opened := strings.CutPrefix(start, "<"+tag+">")
		before, after, closed := strings.Cut(inside, "</"+tag+">")
		switch {
		case opened && closed:
			return strings.TrimLeft(after, " \t\r\n")
		case opened:
			return "" // cut off while it was still thinking
		case closed && !strings.Contains(before, "<"+tag+">"):
			return strings.TrimLeft(after, " \t\r\n") // the request's template had opened the block
		}
	}
	return text
}

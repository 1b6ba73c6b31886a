package handout

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sync"

	assets "iucomstudien/assets/handout"
)

const selfNamingFormat = "iucom-self-naming/1"

var selfNamingRules = sync.OnceValues(loadSelfNaming)

// selfNaming is what is known about answers that name what wrote them.
type selfNaming struct {
	rules    []namingRule // sentences in which an answer speaks of who or what wrote it
	products []string     // names of AI products and their makers
}

// namingRule finds passages of one kind.
type namingRule struct {
	what    Kind
	pattern *regexp.Regexp
}

func loadSelfNaming() (selfNaming, error) {
	raw, err := assets.Files.ReadFile("self-naming.json")
	if err != nil {
		return selfNaming{}, fmt.Errorf("reading the rules on answers that name themselves: %w", err)
	}
	var file struct {
		Format   string
		Rules    []struct{ ID, Kind, Pattern string }
		Products []string
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return selfNaming{}, fmt.Errorf("reading the rules on answers that name themselves: %w", err)
	}
	if file.Format != selfNamingFormat {
		return selfNaming{}, fmt.Errorf("rules on answers that name themselves: format %q, want %q", file.Format, selfNamingFormat)
	}
	known := selfNaming{products: file.Products, rules: make([]namingRule, len(file.Rules))}
	for i, r := range file.Rules {
		known.rules[i].what = SelfNaming
		if r.Kind != "" {
			known.rules[i].what = Kind(r.Kind)
		}
		if known.rules[i].pattern, err = regexp.Compile(r.Pattern); err != nil {
			return selfNaming{}, fmt.Errorf("rule %s: %w", r.ID, err)
		}
	}
	return known, nil
}

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

func loadSelfNaming() ([]*regexp.Regexp, error) {
	raw, err := assets.Files.ReadFile("self-naming.json")
	if err != nil {
		return nil, fmt.Errorf("reading the rules on answers that name themselves: %w", err)
	}
	var file struct {
		Format string
		Rules  []struct{ ID, Pattern string }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("reading the rules on answers that name themselves: %w", err)
	}
	if file.Format != selfNamingFormat {
		return nil, fmt.Errorf("rules on answers that name themselves: format %q, want %q", file.Format, selfNamingFormat)
	}
	list := make([]*regexp.Regexp, len(file.Rules))
	for i, r := range file.Rules {
		if list[i], err = regexp.Compile(r.Pattern); err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.ID, err)
		}
	}
	return list, nil
}

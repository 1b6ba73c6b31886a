package stard

import (
	"encoding/json"
	"fmt"

	"iucomstudien/assets/stard"
)

// Citations gives the sources of methods by their keys, as a bibliography prints them. An unknown key is an error.
func Citations(keys ...string) ([]string, error) {
	var all []struct{ Key, Text string }
	if err := json.Unmarshal(stard.Citations, &all); err != nil {
		return nil, fmt.Errorf("reading the sources of the methods: %w", err)
	}
	text := make(map[string]string)
	for _, c := range all {
		text[c.Key] = c.Text
	}
	list := make([]string, len(keys))
	for i, key := range keys {
		if text[key] == "" {
			return nil, fmt.Errorf("no source has the key %q", key)
		}
		list[i] = text[key]
	}
	return list, nil
}

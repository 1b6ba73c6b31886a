package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// details says in words what an entry of the log holds besides its kind. A field is said if it has a name among the
// translations ("log.fact."); checksums and what only programs read stand in log.jsonl alone.
func (p *page) details(raw json.RawMessage) string {
	var facts map[string]any
	if err := json.Unmarshal(raw, &facts); err != nil {
		return p.T("report.log.only-file")
	}
	var parts []string
	for _, field := range slices.Sorted(maps.Keys(facts)) {
		if text := p.fact(field, facts[field]); text != "" {
			parts = append(parts, p.T("log.fact."+field)+": "+text)
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ")
	case len(facts) > 0:
		return p.T("report.log.only-file")
	}
	return p.T("report.none")
}

// fact is the value of a field in words; "" where nothing is said of it.
func (p *page) fact(field string, value any) string {
	if !p.cat.Has("log.fact." + field) {
		return ""
	}
	switch v := value.(type) {
	case string:
		return p.factText(field, v)
	case bool:
		return p.YesNo(study.Known(v))
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		return p.factList(field, v)
	}
	return ""
}

// factText turns the machine words of a field into words of the report.
func (p *page) factText(field, v string) string {
	switch field {
	case "at":
		if said := p.cat.At(v); said != v { // the place inside a file of a program means something to that program only
			return said
		}
		return ""
	case "condition":
		if c := study.Condition(v); c.Valid() {
			return p.Condition(c)
		}
		return ""
	case "category":
		if c := study.Category(v); slices.Contains(study.Categories(), c) {
			return p.Category(study.Known(c))
		}
		return ""
	case "reference":
		if t := study.Target(v); slices.Contains(study.Targets(), t) {
			return p.Target(study.Known(t))
		}
		return ""
	case "why":
		if !strings.Contains(v, " ") { // the ID of a fault; the refused answers have a table of their own
			return ""
		}
	}
	return v
}

// factList names the things of a list; of a thing with fields, it says the values that have a name.
func (p *page) factList(field string, list []any) string {
	var said []string
	for _, one := range list {
		fields, ok := one.(map[string]any)
		if !ok {
			if s, plain := one.(string); plain {
				said = append(said, s)
			}
			continue
		}
		var values []string
		for _, f := range []string{"name", "participant", "file", "at", "condition"} {
			if text := p.fact(f, fields[f]); text != "" {
				values = append(values, text)
			}
		}
		if len(values) > 0 {
			said = append(said, strings.Join(values, ", "))
		}
	}
	if len(said) == 0 && len(list) > 0 {
		return fmt.Sprint(len(list))
	}
	return strings.Join(said, " · ")
}

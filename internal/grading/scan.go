package grading

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	assets "iucomstudien/assets/grading"
)

// Attempt is a passage of an answer that looks like a request to the grader. It is shown to the study lead only; the
// passage stays, since the content of an answer is never changed, and the answer is graded like any other.
type Attempt struct {
	Rule    string // asks-for-grade, override, talks-to-grader, machine-words; sentence under "grading.attempt."+Rule
	Line    int    // 1-based
	Excerpt string
}

// injectionRule is one kind of phrase, with examples that are its tests.
type injectionRule struct {
	ID       string `json:"id"`
	Why      string `json:"why"`
	Pattern  string `json:"pattern"`
	Examples struct {
		Hit   []string `json:"hit"`
		Clean []string `json:"clean"`
	} `json:"examples"`

	expr *regexp.Regexp
}

const injectionFormat = "iucom-injection/1"

var injectionRules = sync.OnceValues(loadInjectionRules)

func loadInjectionRules() ([]injectionRule, error) {
	raw, err := assets.Files.ReadFile("injection.json")
	if err != nil {
		return nil, fmt.Errorf("reading the rules on requests to the grader: %w", err)
	}
	var file struct {
		Format string
		Rules  []injectionRule
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("reading the rules on requests to the grader: %w", err)
	}
	if file.Format != injectionFormat {
		return nil, fmt.Errorf("rules on requests to the grader: format %q, want %q", file.Format, injectionFormat)
	}
	for i := range file.Rules {
		if file.Rules[i].expr, err = regexp.Compile(file.Rules[i].Pattern); err != nil {
			return nil, fmt.Errorf("rule %s: %w", file.Rules[i].ID, err)
		}
	}
	return file.Rules, nil
}

// Scan finds passages by which an answer tries to talk to its grader: at most one for a rule and line.
func Scan(text string) ([]Attempt, error) {
	rules, err := injectionRules()
	if err != nil {
		return nil, err
	}
	var found []Attempt
	for i, line := range strings.Split(text, "\n") {
		for _, r := range rules {
			if hit := r.expr.FindString(line); hit != "" {
				found = append(found, Attempt{Rule: r.ID, Line: i + 1, Excerpt: oneLine(hit)})
			}
		}
	}
	return found, nil
}

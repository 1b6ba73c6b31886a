package grading

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	assets "iucomstudien/assets/grading"
)

// Attempt is a passage of an answer that looks like a request to the grader, or hides one. It is shown to the study
// lead only; the passage stays, since the content of an answer is never changed, and the answer is graded like any
// other.
type Attempt struct {
	Rule    string // one of [AttemptRules]; sentence under "grading.attempt."+Rule
	Line    int    // 1-based
	Excerpt string
}

// Rules that no phrase can describe; the others stand in injection.json.
const (
	ruleHidden     = "hidden-characters" // invisible, look-alike or direction-turning characters
	ruleRepetition = "repetition"        // one passage over and over
)

// AttemptRules lists the rules by which attempts are found.
func AttemptRules() ([]string, error) {
	s, err := attemptScanner()
	if err != nil {
		return nil, err
	}
	names := []string{ruleHidden, ruleRepetition}
	for _, r := range s.rules {
		names = append(names, r.ID)
	}
	return names, nil
}

// injectionRule is one kind of phrase, with examples that are its tests.
type injectionRule struct {
	ID       string   `json:"id"`
	Why      string   `json:"why"`
	Triggers []string `json:"triggers"` // in small letters; no pattern fits a line that holds none of them
	Patterns []string `json:"patterns"`
	Examples struct {
		Hit   []string `json:"hit"`
		Clean []string `json:"clean"`
	} `json:"examples"`

	exprs []*regexp.Regexp
}

// scanner finds attempts by rule.
type scanner struct {
	rules      []injectionRule
	lookalikes map[rune]rune // letters of other scripts that look like Latin ones
}

const injectionFormat = "iucom-injection/2"

var attemptScanner = sync.OnceValues(loadScanner)

func loadScanner() (*scanner, error) {
	raw, err := assets.Files.ReadFile("injection.json")
	if err != nil {
		return nil, fmt.Errorf("reading the rules on requests to the grader: %w", err)
	}
	var file struct {
		Format     string
		Lookalikes struct{ From, To string }
		Rules      []injectionRule
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("reading the rules on requests to the grader: %w", err)
	}
	from, to := []rune(file.Lookalikes.From), []rune(file.Lookalikes.To)
	if file.Format != injectionFormat || len(from) != len(to) {
		return nil, fmt.Errorf("rules on requests to the grader: format %q, want %q, with look-alikes in pairs", file.Format, injectionFormat)
	}
	s := &scanner{rules: file.Rules, lookalikes: make(map[rune]rune)}
	for i, r := range from {
		s.lookalikes[r] = to[i]
	}
	for i := range s.rules {
		for _, p := range s.rules[i].Patterns {
			expr, err := regexp.Compile(p)
			if err != nil {
				return nil, fmt.Errorf("rule %s: %w", s.rules[i].ID, err)
			}
			s.rules[i].exprs = append(s.rules[i].exprs, expr)
		}
	}
	return s, nil
}

// Scan finds passages by which an answer tries to talk to its grader: at most one for a rule and line, in the order of
// lines. It looks at each line as it stands and as it reads once everything invisible is gone, look-alikes are letters
// again and spaced-out words are closed up; at what stands in it in coded form; and at each paragraph as one line, since a
// line break parts no order.
func Scan(text string) ([]Attempt, error) {
	s, err := attemptScanner()
	if err != nil {
		return nil, err
	}
	var found []Attempt
	add := func(a Attempt) {
		if !slices.ContainsFunc(found, func(b Attempt) bool { return b.Rule == a.Rule && b.Line == a.Line }) {
			found = append(found, a)
		}
	}
	lines := replyLines(text)
	for i, line := range lines {
		plain := s.uncovered(line)
		for _, r := range s.rules {
			if hit := r.find(line); hit != "" {
				add(Attempt{Rule: r.ID, Line: i + 1, Excerpt: oneLine(hit)})
			} else if hit := r.find(plain); plain != line && hit != "" {
				add(Attempt{Rule: r.ID, Line: i + 1, Excerpt: oneLine(hit)})
			}
		}
		for _, text := range decoded(line) {
			for _, r := range s.rules {
				if hit := r.find(s.uncovered(text)); hit != "" {
					add(Attempt{Rule: r.ID, Line: i + 1, Excerpt: oneLine(hit)})
				}
			}
		}
		if hit := s.hidden(line); hit != "" {
			add(Attempt{Rule: ruleHidden, Line: i + 1, Excerpt: oneLine(hit)})
		}
	}
	s.paragraphs(lines, add)
	if at, excerpt := repetition(lines); at > 0 {
		add(Attempt{Rule: ruleRepetition, Line: at, Excerpt: oneLine(excerpt)})
	}
	slices.SortStableFunc(found, func(a, b Attempt) int { return a.Line - b.Line })
	return found, nil
}

// find gives the first passage that the rule describes; "" for none.
func (r injectionRule) find(line string) string {
	small := strings.ToLower(line)
	if !slices.ContainsFunc(r.Triggers, func(t string) bool { return strings.Contains(small, t) }) {
		return ""
	}
	for _, e := range r.exprs {
		if hit := e.FindString(line); hit != "" {
			return hit
		}
	}
	return ""
}

// paragraphs looks at every paragraph of several lines as one line. What was found in one of its lines is not told again.
func (s *scanner) paragraphs(lines []string, add func(Attempt)) {
	seen := func(r injectionRule, part []string) bool {
		return slices.ContainsFunc(part, func(l string) bool { return r.find(l) != "" || r.find(s.uncovered(l)) != "" })
	}
	for start := 0; start < len(lines); {
		end := start
		for end < len(lines) && strings.TrimSpace(lines[end]) != "" {
			end++
		}
		if part := lines[start:end]; len(part) > 1 {
			joined := s.uncovered(strings.Join(part, " "))
			for _, r := range s.rules {
				if hit := r.find(joined); hit != "" && !seen(r, part) {
					add(Attempt{Rule: r.ID, Line: start + 1, Excerpt: oneLine(hit)})
				}
			}
		}
		start = end + 1
	}
}

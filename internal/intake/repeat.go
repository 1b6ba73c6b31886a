package intake

import (
	"crypto/sha256"
	"strings"
	"unicode"

	"iucomstudien/internal/study"
)

// nearShare is the share of common words from which two questions count as nearly the same.
const nearShare = 0.9

// maxCompared bounds the comparing of questions with one another; equal ones are found beyond it, too.
const maxCompared = 300

// repeats says which questions, answers and identifiers stand in the file more than once: an interval computed by rows would count
// them as different.
func repeats(candidates []Candidate) []*study.Problem {
	var all []*study.Problem
	all = append(all, repeatedQuestions(candidates)...)
	all = append(all, repeatedOf(candidates, "intake.answer-repeated", func(c Candidate) string {
		return fingerprint(wordsOf(c.Answer.Text))
	})...)
	return append(all, repeatedOf(candidates, "intake.id-repeated", func(c Candidate) string {
		if c.Answer.Condition.Human() {
			return c.Answer.Origin.Participant
		}
		return ""
	})...)
}

// repeatedOf groups candidates by a mark and reports each group of two and more.
func repeatedOf(candidates []Candidate, id string, mark func(Candidate) string) []*study.Problem {
	places := make(map[string][]string)
	var order []string
	for _, c := range candidates {
		m := mark(c)
		if m == "" {
			continue
		}
		if len(places[m]) == 0 {
			order = append(order, m)
		}
		places[m] = append(places[m], c.Answer.File.At)
	}
	var all []*study.Problem
	for _, m := range order {
		if at := places[m]; len(at) > 1 {
			all = append(all, &study.Problem{ID: id, Args: map[string]any{"n": len(at), "at": at}})
		}
	}
	return all
}

// repeatedQuestions groups equal and nearly equal questions of a file that holds different ones. A file of answers to one and
// the same question is what a test is made of, and nothing to report.
func repeatedQuestions(candidates []Candidate) []*study.Problem {
	type group struct {
		words map[string]bool
		first string
		at    []string
	}
	var groups []*group
	equal := make(map[string]*group)
	for _, c := range candidates {
		words := wordsOf(c.Answer.Question)
		if len(words) == 0 {
			continue
		}
		mine := equal[fingerprint(words)]
		if mine == nil {
			set := make(map[string]bool, len(words))
			for _, w := range words {
				set[w] = true
			}
			for _, g := range groups[:min(len(groups), maxCompared)] {
				if common(g.words, set) >= nearShare {
					mine = g
					break
				}
			}
			if mine == nil {
				mine = &group{words: set, first: c.Answer.Question}
				groups = append(groups, mine)
			}
			equal[fingerprint(words)] = mine
		}
		mine.at = append(mine.at, c.Answer.File.At)
	}
	if len(groups) < 2 {
		return nil
	}
	var all []*study.Problem
	for _, g := range groups {
		if len(g.at) > 1 {
			all = append(all, &study.Problem{ID: "intake.question-repeated", Args: map[string]any{
				"n": len(g.at), "at": g.at, "question": shortened(g.first, 120), "different": len(groups),
			}})
		}
	}
	return all
}

// common is the share of words that two sets have in common (Jaccard index).
func common(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// wordsOf lists the words of a text without punctuation and letter case.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '§' })
}

// fingerprint is a short mark of a sequence of words; "" of none.
func fingerprint(words []string) string {
	if len(words) == 0 {
		return ""
	}
	h := sha256.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{' '})
	}
	return string(h.Sum(nil))
}

// shortened cuts a text for a message.
func shortened(s string, length int) string {
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) <= length {
		return string(runes)
	}
	return string(runes[:length]) + "…"
}

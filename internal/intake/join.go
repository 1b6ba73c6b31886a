package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// Asked is a question of a batch: the key under which it was sent, and its text.
type Asked struct{ Key, Question string }

// Joined is what the files of one batch say together.
type Joined struct {
	Candidates []Candidate // in the order of the questions, each with its question
	Answered   int         // keys with an answer of any end
	Failed     int         // keys with an error and no answer
	Missing    []string    // keys that were asked and appear in no file
	Double     []string    // keys with more than one answer
	Foreign    []string    // keys that nobody asked: their answers are not among the candidates
	Swapped    []string    // keys whose answer repeats the question of another key
	Problems   []*study.Problem
}

// Questions reads the file of the questions that was sent as a batch.
func Questions(ctx context.Context, name string, data []byte) ([]Asked, error) {
	text, err := extract.Decode(data)
	if err != nil {
		return nil, study.InFile(err, filepath.Base(name))
	}
	d := json.NewDecoder(strings.NewReader(text.Text))
	d.UseNumber()
	var all []Asked
	x := &exporter{}
	for ctx.Err() == nil {
		n, err := readNode(d, 0)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			line := lineCounter{text: text.Text, line: 1}
			return nil, study.InFile(jsonProblem(whole(err), d, &line), filepath.Base(name))
		}
		key := orElse(n.get("custom_id").str(), n.get("key").str())
		if key == "" {
			continue
		}
		all = append(all, Asked{key, x.lastQuestion(n.get("body", "params", "request"))})
	}
	return nil, fmt.Errorf("reading the questions of %s: %w", filepath.Base(name), ctx.Err())
}

// Join puts the files of a batch together: answers, errors and questions meet by their key alone, never by their place. What is
// missing, double or foreign is listed; nothing is dropped in silence.
func Join(asked []Asked, files ...Preview) Joined {
	var j Joined
	answers := make(map[string][]Candidate)
	failed := make(map[string]bool)
	var order []string
	for _, f := range files {
		for _, c := range f.Candidates {
			if len(answers[c.Key]) == 0 {
				order = append(order, c.Key)
			}
			answers[c.Key] = append(answers[c.Key], c)
		}
		for _, p := range f.Problems {
			if key, _ := p.Args["id"].(string); key != "" {
				failed[key] = true
			}
		}
	}
	known := make(map[string]bool, len(asked))
	for _, q := range asked {
		known[q.Key] = true
		j.take(q, answers[q.Key], failed[q.Key], asked)
	}
	for _, key := range order {
		if !known[key] {
			j.Foreign = append(j.Foreign, key)
		}
	}
	j.report()
	return j
}

// take notes what became of one question.
func (j *Joined) take(q Asked, answers []Candidate, failed bool, asked []Asked) {
	switch {
	case len(answers) > 0:
		j.Answered++
	case failed:
		j.Failed++
	default:
		j.Missing = append(j.Missing, q.Key)
	}
	if len(answers) > 1 {
		j.Double = append(j.Double, q.Key)
	}
	for _, c := range answers {
		if echo := c.Answer.Question; echo != "" && !SameQuestion(echo, q.Question) {
			for _, other := range asked {
				if other.Key != q.Key && SameQuestion(echo, other.Question) {
					j.Swapped = once(j.Swapped, q.Key)
				}
			}
		} else if echo == "" {
			c.prompt(q.Question)
		}
		j.Candidates = append(j.Candidates, c)
	}
}

// report makes a problem of each list that is not empty.
func (j *Joined) report() {
	for _, list := range []struct {
		id   string
		keys []string
	}{
		{"intake.batch-missing", j.Missing}, {"intake.batch-double", j.Double}, {"intake.batch-foreign", j.Foreign},
		{"intake.batch-swapped", j.Swapped},
	} {
		if len(list.keys) > 0 {
			j.Problems = append(j.Problems, &study.Problem{ID: list.id, Args: map[string]any{"n": len(list.keys), "keys": list.keys}})
		}
	}
	if j.Failed > 0 {
		j.Problems = append(j.Problems, &study.Problem{ID: "intake.batch-failed", Args: map[string]any{
			"failed": j.Failed, "all": j.Answered + j.Failed + len(j.Missing),
		}})
	}
}

package replies

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"iucomstudien/assets/intake"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// ErrFailed says that a body with a good status reports a fault.
var ErrFailed = errors.New("the reply reports a fault")

// Reader reads replies. Its words for how a reply ended are the same that an import of such replies meets: they stand in
// assets/intake once for both.
type Reader struct {
	finish map[string]map[string]study.Finish
	think  []string // tags of reasoning that may stand before an answer
}

// New reads the words that the program carries.
func New() (*Reader, error) {
	var exports struct {
		Finish map[string]map[string]study.Finish `json:"finish"`
		Think  []string                           `json:"think_tags"`
	}
	data, err := intake.Files.ReadFile("exports.json")
	if err == nil {
		err = json.Unmarshal(data, &exports)
	}
	if err != nil {
		return nil, fmt.Errorf("reading exports.json: %w", err)
	}
	return &Reader{exports.Finish, exports.Think}, nil
}

// ending turns a provider's word for the end into ours; a word nobody knows is unknown. An end without text is empty.
func (f *Reader) ending(table, word, text string) study.Finish {
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
func (f *Reader) withoutThoughts(text string) string {
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

// cite adds a source once, in the order of their first mention.
func cite(list []ledger.Source, title, url string) []ledger.Source {
	if title == "" && url == "" {
		return list
	}
	for _, s := range list {
		if s.URL == url && s.Title == title {
			return list
		}
	}
	return append(list, ledger.Source{Title: title, URL: url})
}

// paragraphs puts texts that stood apart one below the other; empty ones leave no trace.
func paragraphs(texts []string) string {
	var kept []string
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			kept = append(kept, t)
		}
	}
	return strings.Join(kept, "\n\n")
}

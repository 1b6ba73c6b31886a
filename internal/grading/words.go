package grading

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	assets "iucomstudien/assets/grading"
	"iucomstudien/internal/study"
)

// words are the machine words of the reply. They are German in every language, so that one parser serves all.
type words struct {
	Format   string
	Keywords map[string]string            // folded keyword -> field
	Values   map[string]map[string]string // field -> folded word of the grammar -> machine value
	Aliases  map[string]map[string]string // field -> folded word that is read leniently -> machine value
	Headings struct{ Answer, Overall []string }
}

const wordsFormat = "iucom-reply-words/1"

var replyWords = sync.OnceValues(loadWords)

func loadWords() (*words, error) {
	raw, err := assets.Files.ReadFile("reply-words.json")
	if err != nil {
		return nil, fmt.Errorf("reading the words of the reply: %w", err)
	}
	var w words
	if err := json.Unmarshal(raw, &w); err != nil {
		return nil, fmt.Errorf("reading the words of the reply: %w", err)
	}
	if w.Format != wordsFormat {
		return nil, fmt.Errorf("words of the reply: format %q, want %q", w.Format, wordsFormat)
	}
	return &w, nil
}

// umlauts writes umlauts as two letters, the spelling of the grammar.
var umlauts = strings.NewReplacer("Ä", "AE", "Ö", "OE", "Ü", "UE", "ẞ", "SS", "ß", "SS")

// fold is the form in which keywords and values are compared: upper case, umlauts as two letters.
func fold(s string) string { return umlauts.Replace(strings.ToUpper(strings.TrimSpace(s))) }

// keyword finds the field of a keyword; lenient tells that it was not spelt as the grammar has it.
func (w *words) keyword(text string) (field string, lenient, ok bool) {
	folded := fold(text)
	field, ok = w.Keywords[folded]
	return field, ok && folded != strings.ToUpper(text), ok
}

// keywordsOf names fields as the grammar does.
func (w *words) keywordsOf(names []string) []string {
	keywords := make([]string, len(names))
	for i, name := range names {
		for keyword, field := range w.Keywords {
			if field == name {
				keywords[i] = keyword
			}
		}
	}
	return keywords
}

// value finds the machine value of a word; lenient tells that it is an alias or was not spelt as the grammar has it.
func (w *words) value(field, text string) (value string, lenient, ok bool) {
	folded := fold(text)
	if value, ok = w.Values[field][folded]; ok {
		return value, folded != strings.ToUpper(text), true
	}
	value, ok = w.Aliases[field][folded]
	return value, true, ok
}

// gridLevel is the level of a machine value of the grid.
func gridLevel(value string) study.Grid {
	var g study.Grid
	if g.UnmarshalText([]byte(value)) != nil {
		return 0
	}
	return g
}

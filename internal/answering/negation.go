package answering

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"

	assets "iucomstudien/assets/prompts"
	"iucomstudien/internal/study"
)

// negations are the words of each language that turn a statement round: whole words, and beginnings.
type negations map[study.Language]struct {
	whole map[string]bool
	begin []string
}

// loadNegations reads them once.
var loadNegations = sync.OnceValues(func() (negations, error) {
	data, err := assets.Files.ReadFile("negations.json")
	if err != nil {
		return nil, fmt.Errorf("loading the words of negation: %w", err)
	}
	var file struct{ En, De, Pl []string }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("loading the words of negation: %w", err)
	}
	n := make(negations)
	for lang, words := range map[study.Language][]string{study.English: file.En, study.German: file.De, study.Polish: file.Pl} {
		one := n[lang]
		one.whole = make(map[string]bool)
		for _, w := range words {
			if begin, open := strings.CutSuffix(w, "*"); open {
				one.begin = append(one.begin, begin)
			} else {
				one.whole[w] = true
			}
		}
		n[lang] = one
	}
	return n, nil
})

// count is how many words of a text turn a statement round. In English the n't of don't counts as a word.
func (n negations) count(text string, lang study.Language) int {
	words, count := n[lang], 0
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if lang == study.English {
		lower = strings.ReplaceAll(lower, "n't", " not")
	}
	for w := range strings.FieldsFuncSeq(lower, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if words.whole[w] {
			count++
			continue
		}
		for _, begin := range words.begin {
			if strings.HasPrefix(w, begin) {
				count++
				break
			}
		}
	}
	return count
}

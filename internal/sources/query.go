package sources

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"iucomstudien/internal/legalref"
)

func isLetter(r rune) bool { return unicode.IsLetter(r) }

func containsLetter(s string) bool { return strings.ContainsFunc(s, isLetter) }

// expression writes terms as an expression of FTS5: any of them may match, each match counts. It holds nothing but
// quoted words of letters and digits, so that no term can be read as an operator; "" where nothing is left to search.
func (w *Words) expression(reader *legalref.Reader, terms []Term) string {
	var parts []string
	seen := make(map[string]bool)
	add := func(part string) {
		if part != "" && !seen[part] {
			seen[part] = true
			parts = append(parts, part)
		}
	}
	for _, t := range terms {
		var marks []string
		for _, n := range t.Norms {
			marks = append(marks, marksOf(legalref.Provision, n)...)
		}
		if len(t.Norms) == 0 {
			marks = citations(reader, t.Text, "")
		}
		for _, m := range marks {
			add(`citations : "` + m + `"`)
		}
		if t.Kind == Provision && len(marks) > 0 {
			continue
		}
		w.words(t.Text, add)
	}
	return strings.Join(parts, " OR ")
}

// words adds the words of a term, each by stem and beginning, and all together as a phrase.
func (w *Words) words(text string, add func(string)) {
	var phrase []string
	for word := range split(text) {
		folded := w.Fold(word)
		if folded == "" || w.Stop(folded) {
			continue
		}
		stems := w.stems(word)
		phrase = append(phrase, stems[0])
		for _, stem := range stems {
			add(w.match(stem))
		}
	}
	if len(phrase) > 1 {
		add(`words : "` + strings.Join(phrase, " ") + `"`)
	}
}

// match is the expression of one stem. A short one must be the whole word.
func (w *Words) match(stem string) string {
	const shortest = 2
	switch n := utf8.RuneCountInString(stem); {
	case n < shortest:
		return ""
	case n < w.prefix || !containsLetter(stem):
		return `words : "` + stem + `"`
	}
	return `words : "` + stem + `"*`
}

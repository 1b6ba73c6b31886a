package sources

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"iucomstudien/internal/legalref"
)

// mostWords is how many words of a question are searched for: those that occur most often, then the longest.
const mostWords = 20

// shortestWord is the length from which on a word of a question is searched for, in characters after folding.
const shortestWord = 4

// Terms finds by rule what to search for a question: first every provision, decision and act that it names, in the order
// of the text, then its words of meaning.
func (l *Library) Terms(question string) []Term {
	var terms []Term
	seen := make(map[string]bool)
	lang := string(l.words.Language(question))
	rest := []byte(question)
	for _, h := range l.refs.Find(question, lang) {
		if !cited[h.Kind] {
			continue
		}
		for i := h.Start; i < h.End; i++ {
			rest[i] = ' ' // its words are not searched for a second time
		}
		if seen[h.Norm] {
			continue
		}
		seen[h.Norm] = true
		t := Term{Kind: Provision, Text: h.Text, From: FromRule}
		if h.Kind == legalref.Provision {
			t.Norms = h.Norms
		}
		terms = append(terms, t)
	}
	for _, word := range l.words.keywords(string(rest)) {
		terms = append(terms, Term{Kind: Word, Text: word, From: FromRule})
	}
	return terms
}

// keywords are the words of a text that carry its meaning, each once in the form in which it came first.
func (w *Words) keywords(text string) []string {
	type counted struct {
		word         string
		count, place int
	}
	byStem := make(map[string]*counted)
	lang := w.Language(text)
	var list []*counted
	for word := range split(text) {
		folded := w.Fold(word)
		if utf8.RuneCountInString(folded) < shortestWord || w.Stop(folded) || !containsLetter(folded) {
			continue
		}
		stem := w.Stem(folded, lang)
		if byStem[stem] == nil {
			byStem[stem] = &counted{word: word, place: len(list)}
			list = append(list, byStem[stem])
		}
		byStem[stem].count++
	}
	slices.SortFunc(list, func(a, b *counted) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(len(b.word), len(a.word)), cmp.Compare(a.place, b.place))
	})
	var words []string
	for _, c := range list[:min(len(list), mostWords)] {
		words = append(words, c.word)
	}
	return words
}

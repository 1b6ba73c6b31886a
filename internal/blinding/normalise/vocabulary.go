package normalise

import (
	"strings"
	"unicode"

	"iucomstudien/internal/study"
)

// vocabulary finds phrases that no list has word for word: sentences put together from nothing but the words with
// which chat programs announce, offer, hope and disclaim. A single word about the case, and it is no phrase.
type vocabulary struct {
	words *wordSet
	needs [][]*wordSet // alternatives; of one of them every set must have a word in the sentence
}

// vocabularyEntry is an entry of vocabulary.<lang>.json. Words are parted by blanks; "*" stands for any ending.
type vocabularyEntry struct {
	Rule  string     `json:"rule"`
	Note  string     `json:"note"`
	Words string     `json:"words"`
	Needs [][]string `json:"needs"`
	In    []string   `json:"in"`
	Out   []string   `json:"out"`
}

// wordSet is a set of words and beginnings of words.
type wordSet struct {
	whole  map[string]bool
	begins map[string][]string // by the first two bytes
}

func newWordSet(list string) *wordSet {
	s := &wordSet{whole: make(map[string]bool), begins: make(map[string][]string)}
	for _, w := range strings.Fields(list) {
		if start, ok := strings.CutSuffix(w, "*"); ok && len(start) >= 2 {
			s.begins[start[:2]] = append(s.begins[start[:2]], start)
			continue
		}
		s.whole[w] = true
	}
	return s
}

// has tells whether a word in lower case is in the set.
func (s *wordSet) has(word string) bool {
	if s.whole[word] {
		return true
	}
	if len(word) < 2 {
		return false
	}
	for _, start := range s.begins[word[:2]] {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	return false
}

func newVocabulary(e vocabularyEntry) *vocabulary {
	v := &vocabulary{words: newWordSet(e.Words)}
	for _, alternative := range e.Needs {
		var sets []*wordSet
		for _, list := range alternative {
			sets = append(sets, newWordSet(list))
		}
		v.needs = append(v.needs, sets)
	}
	return v
}

const (
	fewestWords = 2  // words of a sentence below which the vocabulary says nothing
	manyWords   = 32 // and above which
)

// covers tells whether a sentence consists of the vocabulary and holds what it needs.
func (v *vocabulary) covers(sentence string) bool {
	if v == nil {
		return false
	}
	var found []string
	for word := range strings.FieldsFuncSeq(sentence, betweenWords) {
		word = strings.ToLower(word)
		if !v.words.has(word) || len(found) == manyWords {
			return false
		}
		found = append(found, word)
	}
	if len(found) < fewestWords {
		return false
	}
	for _, sets := range v.needs {
		if holdsAll(found, sets) {
			return true
		}
	}
	return false
}

// holdsAll tells whether words hold a member of each set.
func holdsAll(words []string, sets []*wordSet) bool {
	for _, set := range sets {
		held := false
		for _, w := range words {
			held = held || set.has(w)
		}
		if !held {
			return false
		}
	}
	return true
}

// betweenWords tells whether a character parts words. An apostrophe does not.
func betweenWords(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }

// covered tells whether the vocabulary of a rule covers a sentence in one of the languages that apply.
func (p *pass) covered(rule, sentence string) bool {
	for _, lang := range p.languages() {
		if p.tables.vocabularies[lang][rule].covers(sentence) {
			return true
		}
	}
	return false
}

// readVocabularies reads the vocabularies of a language, by rule.
func (c *compiler) readVocabularies(lang study.Language) map[string]*vocabulary {
	var entries []vocabularyEntry
	if err := readJSON("vocabulary."+string(lang)+".json", &entries); err != nil && c.err == nil {
		c.err = err
	}
	all := make(map[string]*vocabulary)
	for _, e := range entries {
		all[e.Rule] = newVocabulary(e)
	}
	return all
}

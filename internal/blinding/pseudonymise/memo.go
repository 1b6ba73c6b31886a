package pseudonymise

// memo remembers what was looked up during one call of Texts: the same words come back in every answer. It is not shared between
// calls, so that a Pseudonymiser keeps nothing of the texts.
type memo struct {
	lex    *lexicon
	words  map[string][]string // base forms of a Polish word in lower case
	nouns  map[string]bool     // German words: common nouns or not
	givens map[string]given    // Polish words: first names in some form, the zero value when none
	folded map[string]string   // words with letters beyond ASCII
}

func newMemo(lex *lexicon) *memo {
	return &memo{lex: lex, words: map[string][]string{}, nouns: map[string]bool{}, givens: map[string]given{}, folded: map[string]string{}}
}

// bases gives the base forms that a Polish word in lower case may come from. The result is shared; nobody may change it.
func (m *memo) bases(word string) []string {
	found, ok := m.words[word]
	if !ok {
		found = m.lex.endings.bases(word)
		m.words[word] = found
	}
	return found
}

// fold is the function of that name, remembered for words with letters beyond ASCII.
func (m *memo) fold(word string) string {
	if isPlain(word) {
		return fold(word)
	}
	key, ok := m.folded[word]
	if !ok {
		key = fold(word)
		m.folded[word] = key
	}
	return key
}

package normalise

import (
	"strings"
	"unicode"

	"iucomstudien/internal/study"
)

// commonWords are frequent short words that tell the three languages apart.
var commonWords = map[study.Language][]string{
	study.German: {"der", "die", "das", "und", "ist", "nicht", "den", "dem", "des", "ein", "eine", "einer", "mit", "von", "zu", "auf", "für",
		"sich", "nach", "wird", "oder", "kann", "im", "bei", "dass", "als", "aus", "es", "sie", "hat", "ich", "zur", "zum", "abs", "hier"},
	study.Polish: {"i", "w", "z", "na", "nie", "jest", "się", "że", "do", "oraz", "od", "o", "przez", "dla", "po", "lub", "jako", "może",
		"za", "być", "przy", "tego", "tym", "ust", "czy", "ze", "gdy", "są", "umowy", "kc", "prawa", "sąd"},
	study.English: {"the", "of", "and", "to", "is", "that", "for", "by", "with", "not", "be", "or", "this", "which", "under", "are", "was",
		"on", "may", "it", "as", "has", "from", "can", "if", "section", "you", "should", "must", "court", "at", "an", "your"},
}

// wordLanguages tells for each common word how much it speaks for a language: words of one language alone count
// double.
var wordLanguages = func() map[string]map[study.Language]int {
	table := make(map[string]map[study.Language]int)
	for lang, words := range commonWords {
		for _, w := range words {
			if table[w] == nil {
				table[w] = make(map[study.Language]int)
			}
			table[w][lang] = 2
		}
	}
	for _, langs := range table {
		if len(langs) > 1 {
			for lang := range langs {
				langs[lang] = 1
			}
		}
	}
	return table
}()

// letterLanguages are letters that one language alone of the three has.
const (
	germanLetters = "äöüßÄÖÜ"
	polishLetters = "ąćęłńśźżĄĆĘŁŃŚŹŻ"
)

// detectReach is how much of a text is looked at, in bytes.
const detectReach = 20_000

// Detect finds the language of a text from its short words and letters. A text that says nothing counts as English;
// where English and another language speak equally, it is the other one, since addresses and names look English.
func Detect(text string) study.Language {
	text = text[:min(len(text), detectReach)]
	score := make(map[study.Language]int)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		for lang, n := range wordLanguages[strings.ToLower(word)] {
			score[lang] += n
		}
	}
	for _, r := range text {
		if r < 0x80 {
			continue
		}
		if strings.ContainsRune(germanLetters, r) {
			score[study.German]++
		}
		if strings.ContainsRune(polishLetters, r) {
			score[study.Polish]++
		}
	}
	best := study.English
	for _, lang := range []study.Language{study.German, study.Polish} {
		if score[lang] > 0 && score[lang] >= score[best] {
			best = lang
		}
	}
	return best
}

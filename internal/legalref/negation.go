package legalref

import (
	"io/fs"
	"regexp"
	"strings"
	"unicode"
)

// negations are the words of a language that turn a statement round: whole words, and beginnings.
type negations struct {
	whole map[string]bool
	begin []string
}

func (r *Reader) loadNegations(fsys fs.FS, _ []string) error {
	rows, err := readTable(fsys, "negations", "lang", "words")
	if err != nil {
		return err
	}
	r.negations = map[string]negations{}
	for _, row := range rows {
		one := negations{whole: map[string]bool{}}
		for _, w := range row.list("words") {
			if begin, open := strings.CutSuffix(w, "*"); open {
				one.begin = append(one.begin, begin)
			} else {
				one.whole[w] = true
			}
		}
		r.negations[row["lang"]] = one
	}
	return nil
}

// numberSign is the "no." before a number, which denies nothing.
var numberSign = regexp.MustCompile(`(^|\W)no\.?\s*[0-9]`)

// negationsIn is how many words of a text turn a statement round. In English the n't of don't counts as a word.
func (r *Reader) negationsIn(text, lang string) int {
	words, count := r.negations[lang], 0
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if lang == "en" {
		lower = numberSign.ReplaceAllString(strings.ReplaceAll(lower, "n't", " not"), "$1 ")
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

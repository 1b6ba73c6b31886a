package sources

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	assets "iucomstudien/assets/sources"
	"iucomstudien/internal/study"
)

// Words makes the words of documents and questions comparable. It is safe for use by several goroutines.
type Words struct {
	version   string
	fold      map[rune]string
	digraphs  []digraph
	least     int
	prefix    int
	languages map[study.Language]endings
}

// digraph is a spelling of one letter by two.
type digraph struct {
	From     string `json:"from"`
	To       string `json:"to"`
	NotAfter string `json:"not_after"`
}

type endings struct {
	endings  []string
	rewrites map[string]string
	stop     map[string]bool
	tell     map[string]bool
}

// Load reads the rules once.
var Load = sync.OnceValues(func() (*Words, error) {
	data, err := assets.Files.ReadFile("words.json")
	if err != nil {
		return nil, fmt.Errorf("loading the rules of words: %w", err)
	}
	var file struct {
		Version   string            `json:"version"`
		Fold      map[string]string `json:"fold"`
		Digraphs  []digraph         `json:"digraphs"`
		Least     int               `json:"least"`
		Prefix    int               `json:"prefix"`
		Languages map[study.Language]struct {
			Endings, Stop, Tell []string
			Rewrites            map[string]string
		} `json:"languages"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("loading the rules of words: %w", err)
	}
	w := &Words{
		version: file.Version, digraphs: file.Digraphs, least: file.Least, prefix: file.Prefix,
		fold: make(map[rune]string), languages: make(map[study.Language]endings),
	}
	for from, to := range file.Fold {
		r, _ := utf8.DecodeRuneInString(from)
		w.fold[r] = to
	}
	for lang, l := range file.Languages {
		ends := slices.Clone(l.Endings)
		slices.SortStableFunc(ends, func(a, b string) int { return len(b) - len(a) })
		w.languages[lang] = endings{endings: ends, rewrites: l.Rewrites, stop: w.set(l.Stop), tell: set(l.Tell)}
	}
	return w, nil
})

func set(words []string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}

// set is a set of folded words.
func (w *Words) set(words []string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, word := range words {
		s[w.Fold(word)] = true
	}
	return s
}

// Version names the rules; documents indexed under another one are indexed anew.
func (w *Words) Version() string { return w.version }

// Fold writes a word in small letters without marks, one spelling for all: Verträge and Vertraege become «vertrage»,
// Straße «strasse», powództwo «powodztwo». What remains are letters and digits.
func (w *Words) Fold(word string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ToLower(word)) {
		switch to, folded := w.fold[r]; {
		case folded:
			b.WriteString(to)
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		default:
			b.WriteString(bare(r))
		}
	}
	folded := b.String()
	for _, d := range w.digraphs {
		folded = d.apply(folded)
	}
	return folded
}

// bare is a letter without its marks.
func bare(r rune) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(string(r)))
}

func (d digraph) apply(s string) string {
	for at := 0; ; {
		i := strings.Index(s[at:], d.From)
		if i < 0 {
			return s
		}
		i += at
		if i > 0 && strings.IndexByte(d.NotAfter, s[i-1]) >= 0 {
			at = i + 1
			continue
		}
		s = s[:i] + d.To + s[i+len(d.From):]
		at = i + len(d.To)
	}
}

// Stem cuts the ending off a folded word by the rules of a language.
func (w *Words) Stem(folded string, lang study.Language) string {
	for _, end := range w.languages[lang].endings {
		if stem, cut := strings.CutSuffix(folded, end); cut && utf8.RuneCountInString(stem) >= w.least {
			return stem
		}
	}
	for from, to := range w.languages[lang].rewrites { // endings that exclude one another: the order does not matter
		if stem, cut := strings.CutSuffix(folded, from); cut && utf8.RuneCountInString(stem) >= w.least {
			return stem + to
		}
	}
	return folded
}

// Stop tells folded words that carry no meaning in some language.
func (w *Words) Stop(folded string) bool {
	for _, l := range w.languages {
		if l.stop[folded] {
			return true
		}
	}
	return false
}

// Language tells by its small words in which language a text is; German where nothing speaks for another one.
func (w *Words) Language(text string) study.Language {
	const enough = 4000 // words
	counts := make(map[study.Language]int)
	n := 0
	for word := range split(text) {
		lower := strings.ToLower(word)
		for lang, l := range w.languages {
			if l.tell[lower] {
				counts[lang]++
			}
		}
		if n++; n == enough {
			break
		}
	}
	best := study.German
	for _, lang := range study.Languages() {
		if counts[lang] > counts[best] {
			best = lang
		}
	}
	return best
}

// split gives the runs of letters and digits of a text.
func split(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
}

// index is the words of a text as the index has them.
func (w *Words) index(text string, lang study.Language) string {
	var b strings.Builder
	for word := range split(text) {
		folded := w.Fold(word)
		if folded == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Stem(folded, lang))
	}
	return b.String()
}

// stems lists what a word of a question may be in the index: its stem by the rules of each language, shortest first, so
// that a German question finds a Polish document's word, too.
func (w *Words) stems(word string) []string {
	folded := w.Fold(word)
	if folded == "" {
		return nil
	}
	var list []string
	for _, lang := range study.Languages() {
		list = append(list, w.Stem(folded, lang))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

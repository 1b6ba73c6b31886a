package sources

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Tokens estimates how many tokens a text has for a model: one for every three characters, which is more than the
// vocabularies of today's models need for German (about 3.5 characters) and about what they need for Polish.
func Tokens(text string) int {
	const perToken = 3
	return (utf8.RuneCountInString(text) + perToken - 1) / perToken
}

// Why a hit was left out.
const (
	LeftTwin   = "near-identical" // to one that was taken
	LeftBudget = "budget"         // it did not fit any more
	LeftCount  = "count"          // enough were taken
)

// Left is a hit that was left out.
type Left struct {
	Hit
	Why  string `json:"why"`
	Twin int    `json:"twin,omitempty"` // of LeftTwin: the 1-based place of the one that was taken
}

// Limits bound what is chosen.
type Limits struct {
	Tokens  int // of all passages together, by [Tokens]
	Sources int // how many; 0: no limit
}

// Choose takes hits in the order of their score (then of their place, so that the order is always the same), leaves out
// what is near-identical to one already taken and what would go beyond the limits. A hit that does not fit makes room
// for a later, shorter one.
func Choose(hits []Hit, limits Limits) (taken []Hit, left []Left) {
	sorted := slices.Clone(hits)
	slices.SortStableFunc(sorted, func(a, b Hit) int {
		return cmp.Or(-cmp.Compare(a.Score, b.Score), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Collection, b.Collection),
			cmp.Compare(a.Document, b.Document), cmp.Compare(a.First, b.First), cmp.Compare(a.Last, b.Last), cmp.Compare(a.Text, b.Text))
	})
	var shingled []map[string]bool
	used := 0
	for _, h := range sorted {
		s := shingles(h.Text)
		twin := slices.IndexFunc(shingled, func(o map[string]bool) bool { return alike(s, o) })
		switch cost := Tokens(h.Text) + Tokens(h.Title()) + perSource; {
		case twin >= 0:
			left = append(left, Left{Hit: h, Why: LeftTwin, Twin: twin + 1})
		case limits.Sources > 0 && len(taken) == limits.Sources:
			left = append(left, Left{Hit: h, Why: LeftCount})
		case used+cost > limits.Tokens:
			left = append(left, Left{Hit: h, Why: LeftBudget})
		default:
			used += cost
			taken, shingled = append(taken, h), append(shingled, s)
		}
	}
	return taken, left
}

// perSource is what the marks around a source take, in tokens.
const perSource = 24

// Title is the line above a source in a request: its file and its heading.
func (h Hit) Title() string {
	if h.Heading == "" || strings.HasPrefix(h.Text, h.Heading) {
		return h.Document
	}
	return h.Document + " · " + h.Heading
}

// Size of a shingle in words, and the share of common ones from which on two texts count as the same.
const (
	shingle   = 5
	sameShare = 0.8
)

// shingles are the runs of words of a text, without regard to letter case, marks and punctuation.
func shingles(text string) map[string]bool {
	var words []string
	for w := range split(strings.ToLower(text)) {
		words = append(words, w)
	}
	s := make(map[string]bool)
	for i := 0; i+shingle <= len(words); i++ {
		s[strings.Join(words[i:i+shingle], " ")] = true
	}
	if len(s) == 0 {
		s[strings.Join(words, " ")] = true
	}
	return s
}

// alike tells whether two sets have so much in common that their texts are the same for a reader, or one holds nearly
// all of the other.
func alike(a, b map[string]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	common := 0
	for s := range a {
		if b[s] {
			common++
		}
	}
	return float64(common) >= sameShare*float64(len(a)+len(b)-common)
}

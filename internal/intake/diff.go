package intake

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// DiffKind says to which of two texts a part belongs.
type DiffKind string

const (
	DiffSame    DiffKind = "same"
	DiffRemoved DiffKind = "removed" // only in the first text
	DiffAdded   DiffKind = "added"   // only in the second text
)

// DiffPart is a run of words. Of words that both texts have the second text's spelling is given.
type DiffPart struct {
	Kind DiffKind
	Text string // words parted by one blank
}

// maxDiffCells bounds the comparison: words of one text times words of the other, after equal beginnings and ends. Longer differences
// are given as one part removed and one added.
const maxDiffCells = 4_000_000

// SameQuestion tells whether two questions differ in nothing but white space and typography.
func SameQuestion(a, b string) bool {
	x, y := diffWords(a), diffWords(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].plain != y[i].plain {
			return false
		}
	}
	return true
}

// DiffQuestion compares two questions word by word. White space and typography (kinds of quotation marks, dashes, blanks, ligatures,
// soft hyphens) make no difference; letter case, numbers and punctuation do.
func DiffQuestion(a, b string) []DiffPart {
	x, y := diffWords(a), diffWords(b)
	start := 0
	for start < len(x) && start < len(y) && x[start].plain == y[start].plain {
		start++
	}
	end := 0
	for end < len(x)-start && end < len(y)-start && x[len(x)-1-end].plain == y[len(y)-1-end].plain {
		end++
	}
	var d diff
	d.add(DiffSame, y[:start]...)
	d.middle(x[start:len(x)-end], y[start:len(y)-end])
	d.add(DiffSame, y[len(y)-end:]...)
	return d.parts
}

// diffWord is a word as written and as it is compared.
type diffWord struct{ written, plain string }

// typography makes signs equal that differ only in looks.
var typography = strings.NewReplacer(
	"„", `"`, "“", `"`, "”", `"`, "«", `"`, "»", `"`, "‟", `"`, "‚", "'", "‘", "'", "’", "'", "‹", "'", "›", "'", "`", "'", "´", "'",
	"–", "-", "—", "-", "‑", "-", "‐", "-", "−", "-", "…", "...", "ﬁ", "fi", "ﬂ", "fl", "ﬀ", "ff", "ﬃ", "ffi", "ﬄ", "ffl",
	"\u00ad", "", "\u200b", "", "\u2060", "", "\ufeff", "",
)

// diffWords cuts a text at white space of any kind.
func diffWords(s string) []diffWord {
	fields := strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) })
	words := make([]diffWord, 0, len(fields))
	for _, f := range fields {
		if plain := typography.Replace(norm.NFC.String(f)); plain != "" {
			words = append(words, diffWord{f, plain})
		}
	}
	return words
}

// diff collects parts.
type diff struct{ parts []DiffPart }

func (d *diff) add(kind DiffKind, words ...diffWord) {
	for _, w := range words {
		if last := len(d.parts) - 1; last >= 0 && d.parts[last].Kind == kind {
			d.parts[last].Text += " " + w.written
			continue
		}
		d.parts = append(d.parts, DiffPart{kind, w.written})
	}
}

// middle compares by the longest common sequence of words.
func (d *diff) middle(x, y []diffWord) {
	if len(x)*len(y) > maxDiffCells {
		d.add(DiffRemoved, x...)
		d.add(DiffAdded, y...)
		return
	}
	width := len(y) + 1
	longest := make([]int32, (len(x)+1)*width) // longest[i*width+j]: common words of x[i:] and y[j:]
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i].plain == y[j].plain {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			} else {
				longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		switch {
		case x[i].plain == y[j].plain:
			d.add(DiffSame, y[j])
			i, j = i+1, j+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			d.add(DiffRemoved, x[i])
			i++
		default:
			d.add(DiffAdded, y[j])
			j++
		}
	}
	d.add(DiffRemoved, x[i:]...)
	d.add(DiffAdded, y[j:]...)
}

package normalise

import (
	"slices"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// Version is the version of the rules. It changes with every change of a rule, phrase or table that can change an
// output, and is stored with each log.
const Version = "iucom-normalise/1"

// Result is a normalised answer and what was done to it.
type Result struct {
	Text    string         // canonical form: UTF-8, NFC, LF, one paragraph a line, one blank line between, none at the ends
	Lang    study.Language // the language given, or found
	Rules   []string       // identifiers of the rules whose work shows in the text, in the order of the table
	Removed []Removal      // whole segments that are gone
	Log     []Change       // the script from the original to Text, in the order of the text
	Review  []Flag         // points for a person, in the order of the text
	Sources []string       // link targets that are gone (M6, S2, S4, S5), for the citation checker
}

// Removal is a segment of the original that has no counterpart in the output. Offsets are runes of the original.
type Removal struct {
	Rule  string `json:"rule"`
	Text  string `json:"text"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Change is one difference between original and output: Before stood at the runes Start to End of the original and
// is After in the output. Changes are disjoint and in order, so that either text follows from the other.
type Change struct {
	Seq    int      `json:"seq"` // 1-based
	Rule   string   `json:"rule"`
	Also   []string `json:"also,omitempty"` // further rules whose work shows in After
	Start  int      `json:"start"`
	End    int      `json:"end"`
	Before string   `json:"before"`
	After  string   `json:"after"`
	Raw    []byte   `json:"raw,omitempty"` // Before as bytes, where they are no UTF-8
}

// Flag is a point for a person: something was kept because a rule was unsure, or changed in a way worth a look.
// The sentence for Reason stands under "blinding.review.<Reason>". Offsets are runes of the original.
type Flag struct {
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

// Undo gives the original back from an output and its log. The log must be the one that came with the output.
func Undo(output string, log []Change) string {
	var b strings.Builder
	at := 0 // byte of output
	o := 0  // rune of the original
	for _, c := range log {
		end := at + byteLen(output[at:], c.Start-o)
		b.WriteString(output[at:end])
		if c.Raw != nil {
			b.Write(c.Raw)
		} else {
			b.WriteString(c.Before)
		}
		at = min(len(output), end+len(c.After))
		o = c.End
	}
	b.WriteString(output[at:])
	return b.String()
}

// byteLen is how many bytes the first n runes of text take.
func byteLen(text string, n int) int {
	size := 0
	for ; n > 0 && size < len(text); n-- {
		_, w := utf8.DecodeRuneInString(text[size:])
		size += w
	}
	return size
}

// result writes down what the draft and its passes amount to.
func (d *draft) result(lang study.Language, flags []flagged, sources []string) Result {
	res := Result{Text: d.cur, Lang: lang, Sources: sources}
	var used ruleSet
	res.Log = slices.Grow(res.Log, len(d.script))
	count := runeCounter{text: d.orig}
	for i, h := range d.script {
		used |= h.rules
		c := Change{
			Seq: i + 1, Rule: h.rule.String(), Start: count.at(h.o0),
			Before: d.orig[h.o0:h.o1], After: d.cur[h.c0:h.c1],
		}
		if !utf8.ValidString(c.Before) {
			c.Raw, c.Before = []byte(c.Before), strings.ToValidUTF8(c.Before, "\uFFFD")
		}
		if others := h.rules &^ setOf(h.rule); others != 0 {
			c.Also = others.names()
		}
		c.End = count.at(h.o1)
		res.Log = append(res.Log, c)
		if h.c0 == h.c1 && takesAway.has(h.rule) {
			res.Removed = append(res.Removed, Removal{c.Rule, c.Before, c.Start, c.End})
		}
	}
	res.Rules = used.names()
	res.Review = d.review(flags)
	return res
}

// review gives the flags in the order of the text, with rune offsets.
func (d *draft) review(flags []flagged) []Flag {
	list := make([]Flag, 0, len(flags))
	count := runeCounter{text: d.orig}
	for _, f := range sortedFlags(flags) {
		start := count.at(f.start)
		text := d.orig[f.start:max(f.start, f.end)]
		list = append(list, Flag{f.rule.String(), f.reason, text, start, start + utf8.RuneCountInString(text)})
	}
	return list
}

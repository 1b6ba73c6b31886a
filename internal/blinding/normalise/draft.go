package normalise

import (
	"slices"
	"sort"
	"strings"
)

// edit replaces cur[start:end] of a draft. Edits of one step are sorted and do not overlap.
type edit struct {
	start, end int
	text       string
	rule       Rule
}

// hunk is one difference between the original and the current text: orig[o0:o1] has become cur[c0:c1].
type hunk struct {
	o0, o1, c0, c1 int
	rule           Rule    // the rule that had the last word
	rules          ruleSet // all rules whose work is still visible
}

// draft is an answer on its way: the original, its current form and the script that leads from one to the other.
// Offsets are bytes. Every step composes its edits into the script, so that the whole way stays reversible.
type draft struct {
	orig   string
	cur    string
	script []hunk
	lines  []textLine // of cur, once somebody has asked
}

func newDraft(text string) *draft { return &draft{orig: text, cur: text} }

// apply carries out edits, which must be sorted by start and must not overlap. Edits that change nothing are dropped.
// It tells whether the text has changed.
func (d *draft) apply(edits []edit) bool {
	edits = slices.DeleteFunc(edits, func(e edit) bool { return d.cur[e.start:e.end] == e.text })
	if len(edits) == 0 {
		return false
	}
	c := composer{d: d, next: make([]hunk, 0, len(d.script)+len(edits))}
	c.out.Grow(len(d.cur) + len(d.cur)/16)
	for len(edits) > 0 {
		edits = edits[c.take(edits):]
	}
	c.finish()
	d.cur, d.script, d.lines = c.out.String(), c.next, nil
	return true
}

// lineList lists the lines of the current text that are not blank. Several rules read it between two changes; none may
// change it.
func (d *draft) lineList() []textLine {
	if d.lines == nil {
		d.lines = linesOf(d.cur)
	}
	return d.lines
}

// composer merges a step's edits with the script so far in one sweep over both.
type composer struct {
	d    *draft
	out  strings.Builder
	next []hunk
	i    int // first hunk of the old script not yet carried over
	at   int // how far cur is copied
	o    int // original offset that belongs to at, where at stands in unchanged text
}

// take carries over what stands before the first edit and merges the edit with the hunks it touches, and with the
// edits that these hunks reach into. It gives the number of edits merged.
func (c *composer) take(edits []edit) int {
	script := c.d.script
	for c.i < len(script) && c.before(script[c.i], edits[0]) {
		c.carry(script[c.i])
	}
	first, n := c.i, 1
	from, to := edits[0].start, edits[0].end
	for {
		if c.i < len(script) && (c.touches(script[c.i], edits[n-1]) || script[c.i].c0 < to) {
			from, to = min(from, script[c.i].c0), max(to, script[c.i].c1)
			c.i++
			continue
		}
		if n < len(edits) && edits[n].start < to {
			to = max(to, edits[n].end)
			n++
			continue
		}
		break
	}
	c.merge(script[first:c.i], edits[:n], from, to)
	return n
}

// merge writes one hunk for edits and the old hunks they touch.
func (c *composer) merge(touched []hunk, edits []edit, from, to int) {
	merged := hunk{rule: edits[0].rule}
	for _, h := range touched {
		if !covered(h, edits) {
			merged.rules |= h.rules
		}
	}
	c.copyTo(from)
	merged.o0, merged.c0 = c.o, c.out.Len()
	at := from
	for _, e := range edits {
		merged.rules |= setOf(e.rule)
		c.out.WriteString(c.d.cur[at:e.start])
		c.out.WriteString(e.text)
		at = e.end
	}
	c.out.WriteString(c.d.cur[at:to])
	merged.c1 = c.out.Len()
	c.at = to
	c.o = c.origAfter(touched, from, to, merged.o0)
	merged.o1 = c.o
	c.add(merged)
}

// covered tells whether edits replace all that a hunk has put.
func covered(h hunk, edits []edit) bool {
	left := h.c1 - h.c0
	for _, e := range edits {
		left -= max(0, min(e.end, h.c1)-max(e.start, h.c0))
	}
	return left <= 0
}

// before tells whether a hunk lies wholly before an edit and is left alone by it.
func (c *composer) before(h hunk, e edit) bool {
	if h.c1 < e.start {
		return true
	}
	if h.c1 > e.start {
		return false
	}
	return h.c0 < h.c1 || e.start == e.end || !takesMarks.has(e.rule)
}

// touches tells whether an edit that begins at or before a hunk's end reaches into it.
func (c *composer) touches(h hunk, e edit) bool {
	if h.c0 < e.end {
		return true
	}
	if h.c0 > e.end || h.c0 < h.c1 || e.start == e.end || !takesMarks.has(e.rule) {
		return false
	}
	last := c.d.cur[e.end-1]
	return last != ' ' && last != '\n' || e.end == len(c.d.cur) || c.d.cur[e.end] == '\n'
}

// origAfter is the original offset that belongs to the current offset to, given the hunks between from and to.
func (c *composer) origAfter(touched []hunk, from, to, o int) int {
	at := from
	for _, h := range touched {
		o += h.c0 - at
		o += h.o1 - h.o0
		at = h.c1
	}
	return o + to - at
}

// carry copies an untouched hunk into the new script.
func (c *composer) carry(h hunk) {
	c.copyTo(h.c0)
	n := h
	n.o0, n.c0 = c.o, c.out.Len()
	c.out.WriteString(c.d.cur[h.c0:h.c1])
	n.c1 = c.out.Len()
	c.o += h.o1 - h.o0
	n.o1 = c.o
	c.at = h.c1
	c.next = append(c.next, n)
	c.i++
}

// copyTo copies unchanged text up to a current offset.
func (c *composer) copyTo(to int) {
	c.out.WriteString(c.d.cur[c.at:to])
	c.o += to - c.at
	c.at = to
}

// add appends a hunk unless it changes nothing.
func (c *composer) add(h hunk) {
	if c.d.orig[h.o0:h.o1] == c.out.String()[h.c0:h.c1] {
		return
	}
	c.next = append(c.next, h)
}

func (c *composer) finish() {
	for c.i < len(c.d.script) {
		c.carry(c.d.script[c.i])
	}
	c.copyTo(len(c.d.cur))
}

// editList collects the edits of one step.
type editList struct{ list []edit }

func (l *editList) replace(start, end int, text string, rule Rule) {
	l.list = append(l.list, edit{start, end, text, rule})
}

func (l *editList) delete(start, end int, rule Rule) { l.replace(start, end, "", rule) }

// reach is the end of the last edit.
func (l *editList) reach() int {
	if len(l.list) == 0 {
		return 0
	}
	return l.list[len(l.list)-1].end
}

// sorted puts the edits in order and drops those that overlap an earlier one.
func (l *editList) sorted() []edit {
	slices.SortStableFunc(l.list, func(a, b edit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.end - b.end
	})
	kept := l.list[:0]
	end := -1
	for _, e := range l.list {
		if e.start < end {
			continue
		}
		kept = append(kept, e)
		end = e.end
	}
	return kept
}

// gapsWithin lists the places strictly inside cur[start:end] where something was taken away and nothing put.
func (d *draft) gapsWithin(start, end int) []int {
	i := sort.Search(len(d.script), func(i int) bool { return d.script[i].c0 > start })
	var gaps []int
	for ; i < len(d.script) && d.script[i].c0 < end; i++ {
		if h := d.script[i]; h.c0 == h.c1 {
			gaps = append(gaps, h.c0)
		}
	}
	return gaps
}

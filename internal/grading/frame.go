package grading

import (
	"maps"
	"slices"
	"strings"
)

// frame is the machine block of a reply that consists of one: of the reading of the reference, of the evaluation of a
// search. It begins with "@@", its label and the number of the request, and ends with "@@END" and the same.
type frame struct {
	label []string // {"REF"}, {"RUN", "r1"}
	known func(keyword string) bool

	values  map[string]string // the value of each line, by keyword in upper case
	later   map[string]string // the same of the replies to repair requests: for what is missing or not readable in values
	refused map[string]bool   // given twice with different values: neither counts
	found   bool              // a closed block of this request was there

	lenient []Entry
	remarks []Entry
}

func newFrame(known func(string) bool, label ...string) *frame {
	return &frame{label: label, known: known, values: make(map[string]string), later: make(map[string]string), refused: make(map[string]bool)}
}

// read reads the reply and, where there is one, the reply to the repair request, which fills gaps and changes nothing.
// A reply that ended early does not count even if its block is closed.
func (f *frame) read(reply, nonce string, truncated bool, later ...Later) {
	f.readOne(reply, nonce, truncated)
	for _, l := range later {
		next := newFrame(f.known, f.label...)
		next.readOne(l.Reply, l.Nonce, l.Truncated)
		maps.Copy(f.later, next.values)
		f.found = f.found || next.found
		f.lenient, f.remarks = append(f.lenient, next.lenient...), append(f.remarks, next.remarks...)
	}
}

func (f *frame) readOne(reply, nonce string, truncated bool) {
	if truncated {
		f.remark("", LogTruncated, "")
		return
	}
	var open, foreign bool
	var lines []string
	for _, line := range replyLines(reply) {
		own, end, isMark := f.mark(line, nonce)
		switch {
		case own && !end:
			if open {
				f.remark("", LogBlockNotClosed, "")
			}
			open, foreign, lines = true, false, nil
		case own:
			if open {
				f.take(lines)
			}
			open, foreign = false, false
		case isMark:
			if !end {
				f.remark("", LogBlockForeign, oneLine(line))
			} else if !foreign {
				f.remark("", LogEndMarkForeign, oneLine(line))
			}
			foreign = !end
		case isFence(line):
			f.note(&f.lenient, "", LogCodeFence, "")
		case open && !foreign:
			lines = append(lines, line)
		}
	}
	if open {
		f.remark("", LogBlockNotClosed, "")
	}
}

// readings are the values of a line: the reply's own, then that of the repair, which counts only where the first can
// not be read.
func (f *frame) readings(keyword string) (list []string) {
	for _, from := range []map[string]string{f.values, f.later} {
		if v, given := from[keyword]; given {
			list = append(list, v)
		}
	}
	return list
}

// given tells whether there is a line with the keyword.
func (f *frame) given(keyword string) bool { return len(f.readings(keyword)) > 0 }

// keywords lists the keywords of all lines, sorted.
func (f *frame) keywords() []string {
	all := maps.Clone(f.values)
	maps.Copy(all, f.later)
	return slices.Sorted(maps.Keys(all))
}

// mark reads a line that begins or ends a block, ours or another.
func (f *frame) mark(line, nonce string) (own, end, ok bool) {
	text := strings.Trim(plainSpaces(line), "*` ")
	if !strings.HasPrefix(text, "@@") {
		return false, false, false
	}
	words := strings.Fields(text[2:])
	if len(words) > 0 && strings.EqualFold(words[0], "END") {
		end, words = true, words[1:]
	}
	want := append(slices.Clone(f.label), nonce)
	own = slices.EqualFunc(words, want, strings.EqualFold)
	if own && strings.ContainsAny(line, "*`") {
		f.note(&f.lenient, "", LogMarkDecorated, oneLine(line))
	}
	return own, end, true
}

// take takes over the lines of a closed block.
func (f *frame) take(lines []string) {
	if f.found {
		f.remark("", LogBlockRepeated, "")
	}
	f.found = true
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		keyword, value, decorated, ok := splitLine(line)
		keyword = strings.ToUpper(keyword)
		if !ok || !f.known(keyword) {
			f.remark("", LogLineNotUnderstood, oneLine(line))
			continue
		}
		if decorated {
			f.note(&f.lenient, keyword, LogKeywordDecorated, "")
		}
		f.add(keyword, strings.TrimSpace(value))
	}
}

// add keeps a value. A second, different one makes both void.
func (f *frame) add(keyword, value string) {
	before, given := f.values[keyword]
	switch {
	case f.refused[keyword]:
	case given && before != value:
		delete(f.values, keyword)
		f.refused[keyword] = true
		f.remark(keyword, LogGivenTwice, oneLine(value))
	default:
		f.values[keyword] = value
	}
}

func (f *frame) remark(field string, what What, from string) { f.note(&f.remarks, field, what, from) }

// note adds an entry, once.
func (f *frame) note(list *[]Entry, field string, what What, from string) {
	e := Entry{Field: field, What: what, From: from}
	if !slices.Contains(*list, e) {
		*list = append(*list, e)
	}
}

package grading

import (
	"strings"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"iucomstudien/internal/study"
)

// Machine names of the fields of a block.
const (
	fieldSources   = "sources"
	fieldFacts     = "facts"
	fieldBars      = "bars"
	fieldQuality   = "quality"
	fieldSub       = "sub"
	fieldCategory  = "category"
	fieldAgreement = "agreement"
	fieldTarget    = "target"
	fieldOrigin    = "origin"
	fieldGrid      = "grid"
	fieldDeparture = "departure"
	fieldNote      = "note"
)

// field is a line of the grammar that carries values.
type field struct {
	name  string
	keys  []string // the values the line carries; all are needed
	asked func(Expect) bool
	read  func(*lineReader, string) []item
}

func always(Expect) bool       { return true }
func withGold(e Expect) bool   { return e.Gold }
func withTarget(e Expect) bool { return e.Target }

// fields lists the fields in the order of the grammar.
var fields = []field{
	{fieldSources, []string{fieldSources}, always, (*lineReader).sources},
	{fieldFacts, []string{fieldFacts}, always, (*lineReader).facts},
	{fieldBars, numbered("K", bars), always, (*lineReader).bars},
	{fieldQuality, numbered("Q", qualities), always, (*lineReader).quality},
	{fieldSub, numbered("B", subCompetences), always, (*lineReader).sub},
	{fieldCategory, []string{fieldCategory}, withGold, (*lineReader).category},
	{fieldAgreement, []string{fieldAgreement}, withGold, (*lineReader).agreement},
	{fieldTarget, []string{fieldTarget}, withTarget, (*lineReader).target},
	{fieldOrigin, []string{fieldOrigin}, always, (*lineReader).origin},
	{fieldGrid, []string{fieldGrid}, always, (*lineReader).grid},
}

// item is one value of a block: how it is written, to compare repetitions, and where it belongs.
type item struct {
	key  string
	text string
	set  func(*study.Grading)
}

// draft is what the blocks of one answer hold.
type draft struct {
	items      map[string]item
	refused    map[string]bool // keys given twice with different values: none of them counts
	departures []study.Departure
	notes      []string
}

func newDraft() *draft { return &draft{items: make(map[string]item), refused: make(map[string]bool)} }

// has tells whether every key has a value.
func (d *draft) has(keys []string) bool {
	for _, k := range keys {
		if _, ok := d.items[k]; !ok {
			return false
		}
	}
	return true
}

// add takes a value over. A repetition of the same value is fine; a second, different value makes both void.
func (d *draft) add(it item) (ok bool) {
	if d.refused[it.key] {
		return true
	}
	if before, given := d.items[it.key]; given && before.text != it.text {
		delete(d.items, it.key)
		d.refused[it.key] = true
		return false
	}
	d.items[it.key] = it
	return true
}

// readBlock reads the lines of a block into its draft.
func (r *reading) readBlock(b block, d *draft) {
	for _, line := range b.lines {
		if strings.TrimSpace(line) != "" {
			r.readLine(b.code, line, d)
		}
	}
}

// readLine reads one line of a block.
func (r *reading) readLine(code study.Code, line string, d *draft) {
	keyword, value, decorated, ok := splitLine(line)
	name, respelt, known := r.words.keyword(keyword)
	if known && unusual(line) {
		r.lenient(code, name, LogSpaces, "")
	}
	if known && wideColon(line) {
		r.lenient(code, name, LogFullWidth, "")
	}
	if !ok || !known {
		r.remark(code, "", LogLineNotUnderstood, oneLine(line))
		return
	}
	if decorated {
		r.lenient(code, name, LogKeywordDecorated, "")
	}
	if before, _, _ := strings.Cut(plainSpaces(line), ":"); known && !wideColon(line) && narrow(before) != before {
		r.lenient(code, name, LogFullWidth, "")
	}
	if respelt {
		r.lenient(code, name, LogKeywordSpelling, keyword)
	}
	switch name {
	case fieldDeparture:
		r.readDeparture(code, value, d)
		return
	case fieldNote:
		d.addNote(value)
		return
	}
	for _, f := range fields {
		if f.name == name {
			r.readField(code, f, value, d)
		}
	}
}

// readField reads the values of a line.
func (r *reading) readField(code study.Code, f field, value string, d *draft) {
	if !f.asked(r.expect) {
		r.remark(code, f.name, LogNotAsked, oneLine(value))
		return
	}
	lr := &lineReader{words: r.words}
	items := f.read(lr, narrow(value))
	if narrow(value) != value {
		lr.lenient = append(lr.lenient, LogFullWidth)
	}
	for _, what := range lr.lenient {
		if len(items) > 0 { // what was refused was not read, leniently or otherwise
			r.lenient(code, f.name, what, oneLine(value))
		}
	}
	for _, what := range lr.faults {
		r.remark(code, f.name, what, oneLine(value))
	}
	for _, it := range items {
		if !d.add(it) {
			r.remark(code, f.name, LogGivenTwice, oneLine(value))
		}
	}
}

// addNote keeps a HINWEIS line, once.
func (d *draft) addNote(text string) {
	text = strings.TrimSpace(text)
	for _, n := range d.notes {
		if n == text {
			return
		}
	}
	if text != "" {
		d.notes = append(d.notes, text)
	}
}

// splitLine splits a line at its first colon and takes marks of emphasis off the keyword.
func splitLine(line string) (keyword, value string, decorated, ok bool) {
	line = plainSpaces(line)
	if wideColon(line) {
		line = strings.Replace(line, "：", ":", 1)
	}
	before, after, ok := strings.Cut(line, ":")
	const marks = "*`_"
	keyword = narrow(strings.Trim(before, marks+" "))
	value = strings.TrimLeft(after, marks+" ")
	value = strings.TrimRight(value, " ")
	if strings.ContainsAny(before, marks) {
		value = strings.TrimRight(value, marks+" ")
	}
	return keyword, value, strings.ContainsAny(before, marks) || strings.HasPrefix(after, "*"), ok
}

// wideColon tells whether a full-width colon stands where the keyword ends.
func wideColon(line string) bool {
	wide, plain := strings.Index(line, "："), strings.Index(line, ":")
	return wide >= 0 && (plain < 0 || wide < plain)
}

// unusual tells whether a line has spaces that are neither blanks nor tabs.
func unusual(line string) bool {
	return strings.ContainsAny(line, "\u00a0\u202f\u2009\u2007\u3000")
}

// narrow writes full-width signs as ordinary ones and puts letters and their accents together. It goes no further: a
// power or a fraction must not become digits.
func narrow(s string) string { return width.Fold.String(norm.NFC.String(s)) }

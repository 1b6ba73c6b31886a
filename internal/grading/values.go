package grading

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// lineReader reads the values of one line and notes what was lenient and what was refused.
type lineReader struct {
	words   *words
	lenient []What
	faults  []What
}

func (l *lineReader) fault(what What) []item {
	l.faults = append(l.faults, what)
	return nil
}

// pairs reads "N_S=7 E=1", comma-separated too. ok is false when anything else stands on the line or a name comes
// twice.
func (l *lineReader) pairs(text string) (map[string]string, bool) {
	if strings.Contains(text, ",") {
		l.lenient = append(l.lenient, LogCommaList)
		text = strings.ReplaceAll(text, ",", " ")
	}
	if loose := aroundEquals.ReplaceAllString(text, "="); loose != text {
		l.lenient = append(l.lenient, LogBlanks)
		text = loose
	}
	pairs := make(map[string]string)
	for _, token := range strings.Fields(text) {
		name, value, ok := strings.Cut(token, "=")
		name = strings.ToUpper(name)
		if _, twice := pairs[name]; !ok || twice {
			return nil, false
		}
		pairs[name] = strings.ToUpper(value)
	}
	return pairs, true
}

var aroundEquals = regexp.MustCompile(` *= *`)

// counts reads whole numbers under the names; optional is one that may be absent and is then 0.
func (l *lineReader) counts(text, optional string, names ...string) ([]int, bool) {
	pairs, ok := l.pairs(text)
	if !ok {
		return nil, false
	}
	numbers := make([]int, len(names))
	for i, name := range names {
		value, given := pairs[name]
		delete(pairs, name)
		if !given && name == optional {
			continue
		}
		n, err := strconv.ParseUint(value, 10, 16)
		if err != nil {
			return nil, false
		}
		numbers[i] = int(n)
	}
	return numbers, len(pairs) == 0
}

func (l *lineReader) sources(text string) []item {
	n, ok := l.counts(text, "U", "N_S", "E", "F", "U")
	if !ok {
		return l.fault(LogValueRefused)
	}
	c := study.SourceCounts{Checked: n[0], Invented: n[1], Miscited: n[2], Unverifiable: n[3]}
	if c.Invented+c.Miscited+c.Unverifiable > c.Checked {
		return l.fault(LogCountsNotUsable)
	}
	return []item{{fieldSources, fmt.Sprint(c), func(g *study.Grading) { g.Sources = study.Known(c) }}}
}

func (l *lineReader) facts(text string) []item {
	n, ok := l.counts(text, "", "N_T", "T")
	if !ok {
		return l.fault(LogValueRefused)
	}
	c := study.FactCounts{Checked: n[0], Invented: n[1]}
	if c.Invented > c.Checked {
		return l.fault(LogCountsNotUsable)
	}
	return []item{{fieldFacts, fmt.Sprint(c), func(g *study.Grading) { g.Facts = study.Known(c) }}}
}

// list reads a line of identifiers with a word each. What accept refuses is left out and noted.
func (l *lineReader) list(text string, ids []string, accept func(id, word string) (item, bool)) []item {
	pairs, ok := l.pairs(text)
	if !ok {
		return l.fault(LogValueRefused)
	}
	var items []item
	for _, id := range ids {
		word, given := pairs[id]
		if !given {
			continue
		}
		delete(pairs, id)
		it, ok := accept(id, word)
		if !ok {
			l.fault(LogValueRefused)
			continue
		}
		items = append(items, it)
	}
	if len(pairs) > 0 {
		l.fault(LogIdentifierUnknown)
	}
	return items
}

func (l *lineReader) bars(text string) []item {
	return l.list(text, numbered("K", bars), func(id, word string) (item, bool) {
		passed := word == "OK"
		return item{id, word, func(g *study.Grading) { g.Bars[id] = passed }}, passed || word == "FAIL"
	})
}

func (l *lineReader) quality(text string) []item {
	return l.list(text, numbered("Q", qualities), func(id, word string) (item, bool) {
		v, ok := levelOrNA(word, 5)
		return item{id, word, func(g *study.Grading) { g.Quality[id] = v }}, ok
	})
}

func (l *lineReader) sub(text string) []item {
	return l.list(text, numbered("B", subCompetences), func(id, word string) (item, bool) {
		v, ok := levelOrNA(word, 4)
		return item{id, word, func(g *study.Grading) { g.Sub[id] = v }}, ok
	})
}

// levelOrNA reads a level from 1 to worst, or NA.
func levelOrNA(word string, worst int) (study.Maybe[int], bool) {
	if word == "NA" {
		return study.Absent[int](study.NotApplicable), true
	}
	n, err := strconv.Atoi(word)
	if err != nil || len(word) != 1 || n < 1 || n > worst {
		return study.Maybe[int]{}, false
	}
	return study.Known(n), true
}

// word reads a word of a closed set.
func (l *lineReader) word(field, text string, set func(g *study.Grading, value string)) []item {
	value, lenient, ok := l.words.value(field, unquote(text))
	if !ok {
		return l.fault(LogValueRefused)
	}
	if lenient || unquote(text) != text {
		l.lenient = append(l.lenient, LogValueSpelling)
	}
	return []item{{field, value, func(g *study.Grading) { set(g, value) }}}
}

func (l *lineReader) category(text string) []item {
	return l.word(fieldCategory, text, func(g *study.Grading, v string) { g.Rating.Category = study.Known(study.Category(v)) })
}

func (l *lineReader) target(text string) []item {
	return l.word(fieldTarget, text, func(g *study.Grading, v string) { g.Rating.Target = study.Known(study.Target(v)) })
}

func (l *lineReader) origin(text string) []item {
	return l.word(fieldOrigin, text, func(g *study.Grading, v string) { g.Rating.Guess = study.Known(study.Guess(v)) })
}

func (l *lineReader) grid(text string) []item {
	return l.word(fieldGrid, text, func(g *study.Grading, v string) { g.Rating.Grid = study.Known(gridLevel(v)) })
}

var percent = regexp.MustCompile(`^([0-9]{1,3})(?:[.,]([0-9]{1,6}))? ?%?$`)

func (l *lineReader) agreement(text string) []item {
	bare := unquote(text)
	m := percent.FindStringSubmatch(bare)
	if m == nil {
		return l.fault(LogValueRefused)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return l.fault(LogValueRefused)
	}
	if m[2] != "" || bare != text {
		l.lenient = append(l.lenient, LogNumberSpelling)
	}
	if n > 100 || n == 100 && strings.Trim(m[2], "0") != "" {
		return l.fault(LogValueRefused)
	}
	if n == 0 && strings.Trim(m[2], "0") != "" {
		return l.fault(LogFractionRefused) // 0.8 may mean 80 % or 1 %
	}
	if m[2] >= "5" {
		n++
	}
	return []item{{fieldAgreement, strconv.Itoa(n), func(g *study.Grading) { g.Rating.Agreement = study.Known(n) }}}
}

// unquote takes quotation marks and marks of emphasis off a value.
func unquote(text string) string { return strings.Trim(text, "\"'`*«»„“” ") }

package normalise

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// patternList is a list of patterns of which a text must match one as a whole, whatever the case of its letters.
// Most texts match none, so a list first looks at how a text begins: which patterns can begin like that is read off
// the patterns themselves.
type patternList struct {
	byStart map[string][]wholePattern // by the first characters, in lower case
	any     []wholePattern            // patterns whose beginning says nothing
}

// wholePattern is a pattern that matches a text as a whole. Each form is made when it is first tried: of the lists of
// three languages most patterns never are.
type wholePattern struct {
	decide func() (*automaton, error) // whether a text matches; no error for a pattern that could be read
	parts  func() *regexp.Regexp      // what its groups match
}

// matches tells whether the whole text matches.
func (p wholePattern) matches(text string) bool {
	a, err := p.decide()
	return err == nil && a.match(text)
}

const (
	startLength = 4    // characters of a beginning
	mostStarts  = 3000 // beginnings of one pattern beyond which they say nothing
)

// newPatternList reads and checks patterns.
func newPatternList(patterns []string) (*patternList, error) {
	l := &patternList{byStart: make(map[string][]wholePattern)}
	for _, p := range patterns {
		tree, err := syntax.Parse(`(?i:`+p+`)`, syntax.Perl)
		if err != nil {
			return nil, fmt.Errorf("reading blinding pattern: %w", err)
		}
		re := wholePattern{
			decide: sync.OnceValues(func() (*automaton, error) { return newAutomaton(tree) }),
			parts:  sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:` + p + `)$`) }),
		}
		starts, ok := startsOf(tree)
		if !ok {
			l.any = append(l.any, re)
			continue
		}
		for s := range starts {
			l.byStart[s] = append(l.byStart[s], re)
		}
	}
	return l, nil
}

// find gives the match and submatches of the first pattern that a text matches as a whole, or nil.
func (l *patternList) find(text string) []string {
	var found []string
	l.try(text, func(p wholePattern) bool {
		if p.matches(text) {
			found = p.parts().FindStringSubmatch(text)
		}
		return found != nil
	})
	return found
}

// match tells whether a text matches a pattern of the list as a whole.
func (l *patternList) match(text string) bool {
	return l.try(text, func(p wholePattern) bool { return p.matches(text) })
}

// mayBegin tells whether a text begins like one that matches.
func (l *patternList) mayBegin(text string) bool {
	return l.try(text, func(wholePattern) bool { return true })
}

// try asks the patterns that can begin like a text until one says yes.
func (l *patternList) try(text string, ask func(wholePattern) bool) bool {
	if l == nil {
		return false
	}
	if slices.ContainsFunc(l.any, ask) {
		return true
	}
	var buf [startLength * utf8.UTFMax]byte
	start := buf[:0]
	n := 0
	for _, r := range text {
		if n++; n > startLength {
			break
		}
		start = utf8.AppendRune(start, foldLower(r))
		if slices.ContainsFunc(l.byStart[string(start)], ask) {
			return true
		}
	}
	return false
}

// foldLower is the lower-case letter under which a character is looked up: one for all its forms.
func foldLower(r rune) rune {
	if r < 0x80 {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return unicode.ToLower(least)
}

// start is one way in which matches can begin: open means that anything may follow, not only what the next part of
// the pattern says.
type start struct {
	text string
	open bool
}

// startsOf lists how matches of a pattern can begin, in up to startLength characters. It is false where they can begin
// with anything.
func startsOf(re *syntax.Regexp) (map[string]bool, bool) {
	list, ok := starts(re)
	if !ok {
		return nil, false
	}
	set := make(map[string]bool, len(list))
	for s := range list {
		if s.text == "" {
			return nil, false
		}
		set[s.text] = true
	}
	return set, true
}

func starts(re *syntax.Regexp) (map[start]bool, bool) {
	switch re.Op {
	case syntax.OpLiteral:
		var b strings.Builder
		for i, r := range re.Rune {
			if i == startLength {
				return map[start]bool{{b.String(), true}: true}, true
			}
			b.WriteRune(foldLower(r))
		}
		return map[start]bool{{b.String(), false}: true}, true
	case syntax.OpCharClass:
		return classStarts(re.Rune), true
	case syntax.OpCapture:
		return starts(re.Sub[0])
	case syntax.OpConcat:
		return concatStarts(re.Sub)
	case syntax.OpAlternate:
		all := make(map[start]bool)
		for _, sub := range re.Sub {
			one, ok := starts(sub)
			if !ok || len(all)+len(one) > mostStarts {
				return nil, false
			}
			for s := range one {
				all[s] = true
			}
		}
		return all, true
	case syntax.OpQuest:
		return optional(re.Sub[0], false)
	case syntax.OpStar:
		return optional(re.Sub[0], true)
	case syntax.OpPlus:
		return repeated(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min == 0 {
			return optional(re.Sub[0], true)
		}
		return repeated(re.Sub[0])
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpEndText:
		return map[start]bool{{"", false}: true}, true
	}
	return map[start]bool{{"", true}: true}, true
}

// classStarts lists the characters of a small class; a large one can begin with anything.
func classStarts(ranges []rune) map[start]bool {
	all := make(map[start]bool)
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 40 {
			return map[start]bool{{"", true}: true}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			all[start{string(foldLower(r)), false}] = true
		}
	}
	if len(all) > 20 {
		return map[start]bool{{"", true}: true}
	}
	return all
}

// optional is for parts that may be missing, once or repeated.
func optional(re *syntax.Regexp, many bool) (map[start]bool, bool) {
	list, ok := starts(re)
	if ok && many {
		list = opened(list)
	}
	if ok {
		list[start{"", false}] = true
	}
	return list, ok
}

// repeated is for parts that stand at least once.
func repeated(re *syntax.Regexp) (map[start]bool, bool) {
	list, ok := starts(re)
	return opened(list), ok
}

// opened says that anything may follow the beginnings that are not empty.
func opened(list map[start]bool) map[start]bool {
	out := make(map[start]bool, len(list))
	for s := range list {
		out[start{s.text, true}] = true
	}
	return out
}

// concatStarts lists the beginnings of parts that follow each other.
func concatStarts(parts []*syntax.Regexp) (map[start]bool, bool) {
	all := map[start]bool{{"", false}: true}
	for _, part := range parts {
		more, ok := starts(part)
		if !ok {
			return nil, false
		}
		next, grown := make(map[start]bool), false
		for s := range all {
			if s.open || utf8.RuneCountInString(s.text) >= startLength {
				next[start{s.text, true}] = true
				continue
			}
			for m := range more {
				grown = true
				next[joinStart(s, m)] = true
			}
			if len(next) > mostStarts {
				return nil, false
			}
		}
		all = next
		if !grown {
			break
		}
	}
	return all, true
}

// joinStart lengthens a beginning by another, to startLength characters at most.
func joinStart(s, more start) start {
	text := s.text + more.text
	n := 0
	for i := range text {
		if n == startLength {
			return start{text[:i], true}
		}
		n++
	}
	return start{text, more.open}
}

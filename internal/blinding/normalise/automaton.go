package normalise

import (
	"encoding/binary"
	"fmt"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// automaton decides whether a text matches a pattern as a whole, reading each character once. Package regexp follows
// all ways through a pattern side by side for each character of each text; here every set of ways that was met once
// is kept as a state, so that a text of a kind seen before costs one step in a table for each character. States are
// made as they are met (the lazy subset construction of Thompson's automaton: Cox, «Regular Expression Matching in the
// Wild», 2010). It is safe for use by several goroutines.
type automaton struct {
	prog  *syntax.Prog
	first atomic.Pointer[autoState]

	mu     sync.Mutex
	states map[string]*autoState
}

// autoState is a set of places in the program between two characters.
type autoState struct {
	at     []uint32 // ascending, before the empty steps that depend on the next character
	before rune     // what stands before, as far as it matters: see kindOf
	ends   bool     // a text that is over here matches
	ascii  [utf8.RuneSelf]atomic.Pointer[autoState]
	other  sync.Map // rune -> *autoState
}

// mostStates bounds the table of one pattern. Beyond it the table begins anew.
const mostStates = 2000

// newAutomaton makes the automaton of a parsed pattern.
func newAutomaton(pattern *syntax.Regexp) (*automaton, error) {
	prog, err := syntax.Compile(pattern.Simplify())
	if err != nil {
		return nil, fmt.Errorf("compiling blinding pattern: %w", err)
	}
	a := &automaton{prog: prog}
	a.begin()
	return a, nil
}

// begin makes the table anew. Only newAutomaton calls it without the lock.
func (a *automaton) begin() *autoState {
	a.states = make(map[string]*autoState)
	s := a.state([]uint32{uint32(a.prog.Start)}, startOfText)
	a.first.Store(s)
	return s
}

// match tells whether the whole text matches.
func (a *automaton) match(text string) bool {
	s := a.first.Load()
	for _, r := range text {
		var next *autoState
		if r < utf8.RuneSelf {
			next = s.ascii[r].Load()
		} else if known, ok := s.other.Load(r); ok {
			next, _ = known.(*autoState)
		}
		if next == nil {
			next = a.step(s, r)
		}
		if s = next; len(s.at) == 0 {
			return false
		}
	}
	return s.ends
}

// step is the state after one more character, kept for the next time.
func (a *automaton) step(s *autoState, r rune) *autoState {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.states) >= mostStates {
		a.begin()
	}
	var at []uint32
	for _, pc := range a.reach(s.at, syntax.EmptyOpContext(s.before, r)) {
		if in := &a.prog.Inst[pc]; takesRune(in, r) {
			at = append(at, in.Out)
		}
	}
	next := a.state(at, kindOf(r))
	if r < utf8.RuneSelf {
		s.ascii[r].Store(next)
	} else {
		s.other.Store(r, next)
	}
	return next
}

// state finds or makes the state of a set of places.
func (a *automaton) state(at []uint32, before rune) *autoState {
	slices.Sort(at)
	at = slices.Compact(at)
	key := make([]byte, 0, 4*len(at)+4)
	key = binary.LittleEndian.AppendUint32(key, uint32(before))
	for _, pc := range at {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if s := a.states[string(key)]; s != nil {
		return s
	}
	s := &autoState{at: at, before: before}
	s.ends = slices.ContainsFunc(a.reach(at, syntax.EmptyOpContext(before, endOfText)), func(pc uint32) bool {
		return a.prog.Inst[pc].Op == syntax.InstMatch
	})
	a.states[string(key)] = s
	return s
}

// reach lists the places that are reached without a character, where these conditions between characters hold.
func (a *automaton) reach(from []uint32, holds syntax.EmptyOp) []uint32 {
	seen := make(map[uint32]bool, len(from))
	var list []uint32
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		in := &a.prog.Inst[pc]
		switch in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(in.Out)
			visit(in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(in.Out)
		case syntax.InstEmptyWidth:
			if need := syntax.EmptyOp(in.Arg); need&^holds == 0 {
				visit(in.Out)
			}
		case syntax.InstFail:
		default:
			list = append(list, pc)
		}
	}
	for _, pc := range from {
		visit(pc)
	}
	return list
}

// takesRune tells whether an instruction goes on with a character.
func takesRune(in *syntax.Inst, r rune) bool {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1:
		return in.MatchRune(r)
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return false
}

// Before the first and after the last character there is none.
const (
	startOfText = -1
	endOfText   = -1
)

// kindOf is one character for all that mean the same for conditions between characters: the end of a line, the inside
// of a word, anything else.
func kindOf(r rune) rune {
	switch {
	case r == '\n':
		return '\n'
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

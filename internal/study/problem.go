package study

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Problem is a fault that a person can mend: what, where, and (from the translation files) how.
//
// The sentence stands under "problem.<ID>" in every language and its remedy under "problem.<ID>.remedy"; the
// edge (window, terminal, report) says both in the person's language. A Problem carries no finished sentence.
type Problem struct {
	ID     string         // "sheet.value-outside-scale"
	File   string         // base name, as the person knows it; "" when no file is concerned
	Row    int            // 1-based as the spreadsheet shows it; 0: not about a row
	Column string         // heading as found; "": not about a column
	Args   map[string]any // facts the sentence needs: value, allowed
	Err    error          // cause, for the log only
}

// Error is English and for developers and the log; persons read the translated sentence.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.ID)
	if p.File != "" {
		fmt.Fprintf(&b, " file=%q", p.File)
	}
	if p.Row > 0 {
		fmt.Fprintf(&b, " row=%d", p.Row)
	}
	if p.Column != "" {
		fmt.Fprintf(&b, " column=%q", p.Column)
	}
	for _, k := range slices.Sorted(maps.Keys(p.Args)) {
		fmt.Fprintf(&b, " %s=%v", k, p.Args[k])
	}
	if p.Err != nil {
		fmt.Fprintf(&b, ": %v", p.Err)
	}
	return b.String()
}

// Unwrap gives the cause.
func (p *Problem) Unwrap() error { return p.Err }

// Problems lists every Problem in err, in order, through wrapping and [errors.Join]. It is empty when err holds
// none, which means that the fault is one for developers.
func Problems(err error) []*Problem {
	if err == nil {
		return nil
	}
	if p, ok := err.(*Problem); ok {
		return []*Problem{p}
	}
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		var all []*Problem
		for _, one := range e.Unwrap() {
			all = append(all, Problems(one)...)
		}
		return all
	case interface{ Unwrap() error }:
		return Problems(e.Unwrap())
	}
	return nil
}

// HasProblem tells whether err contains a Problem with that ID.
func HasProblem(err error, id string) bool {
	return slices.ContainsFunc(Problems(err), func(p *Problem) bool { return p.ID == id })
}

// InFile names the file in every Problem of err that names none yet, and gives err back.
func InFile(err error, file string) error {
	for _, p := range Problems(err) {
		if p.File == "" {
			p.File = file
		}
	}
	return err
}

// JoinProblems makes one error of a list; nil when the list is empty.
func JoinProblems(list []*Problem) error {
	errs := make([]error, len(list))
	for i, p := range list {
		errs[i] = p
	}
	return errors.Join(errs...)
}

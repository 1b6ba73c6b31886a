package normalise

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// peculiar are patterns with each kind of condition, class, repetition and case that the lists use.
var peculiar = []string{
	``, `a`, `ß`, `straße`, `k`, `(?:ab|a)(?:c|bcd)?`, `a{2,4}`, `a+?b*`, `\bja\b.*`, `.*\bnein\b`, `\Bb+`, `[^a]b`, `a\nb`, `(?s:a.b)`,
	`(?m:^a$)\n(?m:^b$)`, `a.b`, `[äöü]+|[[:punct:]]`, `\pL+(?: \pL+){0,3}[.!]?`, `(ja|nein)( (?:bitte|danke))?`, `a$`, `\Aa`, `(?-i:A)b`,
}

// An automaton decides as package regexp does, whatever text comes, also when its table is warm.
func TestAutomatonDecidesAsRegexp(t *testing.T) {
	for _, p := range peculiar {
		a, re := automatonOf(t, p), regexp.MustCompile(`^(?i:`+p+`)$`)
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.StringOfN(rapid.SampledFrom([]rune("aAbBcdkK\u212aßẞſ äÖjaneibt.!\n\r\t1\ufffd")), 0, 12, -1).Draw(t, "text")
			if got, want := a.match(text), re.MatchString(text); got != want {
				t.Fatalf("pattern %q, text %q: automaton says %t, regexp %t", p, text, got, want)
			}
		})
	}
}

func TestAutomatonTakesBrokenBytesAsRegexpDoes(t *testing.T) {
	for _, text := range []string{"a\xffb", "\xc3", "a\xe2\x82b"} {
		for _, p := range []string{`a.b`, `.`, `a..b`, `a\x{FFFD}b`} {
			if got, want := automatonOf(t, p).match(text), regexp.MustCompile(`^(?i:`+p+`)$`).MatchString(text); got != want {
				t.Errorf("pattern %q, text %q: automaton says %t, regexp %t", p, text, got, want)
			}
		}
	}
}

func TestAutomatonBeginsItsTableAnewWhenItIsFull(t *testing.T) {
	a := automatonOf(t, `.*a.{14}`)
	re := regexp.MustCompile(`^(?i:.*a.{14})$`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab")), 30, 200, -1).Draw(t, "text")
		if a.match(text) != re.MatchString(text) {
			t.Fatalf("%q decided otherwise than by regexp", text)
		}
	})
	if len(a.states) > mostStates+1 {
		t.Errorf("table has %d states, more than %d", len(a.states), mostStates)
	}
}

func TestAutomatonServesManyAtOnce(t *testing.T) {
	a := automatonOf(t, `(?:gern|klar|sicher)[^.]*hilft[^.]*[.!]`)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for range 200 {
				text := "Gerne, " + strings.Repeat("x", i) + " das hilft weiter!"
				if !a.match(text) {
					t.Errorf("%q not found", text)
				}
			}
		})
	}
	wait.Wait()
}

func automatonOf(t *testing.T, pattern string) *automaton {
	t.Helper()
	tree, err := syntax.Parse(`(?i:`+pattern+`)`, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	a, err := newAutomaton(tree)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

package legalref

import (
	"strings"
	"testing"
)

// TestEveryCitationIsReadInEveryFrame puts each labelled span into brackets, quotes, lists and at the ends of lines. Its kind and
// its place must not depend on that.
func TestEveryCitationIsReadInEveryFrame(t *testing.T) {
	r := newReader(t)
	frames := []string{"(%)", "(vgl %)", "„%“", "\"%\"", "%, %; %", "- %\n- %", "%.\n\n%.", "Siehe %, sowie dort.", "% – dort", "[%]", "**%**", "%\n", "(siehe % und %)"}
	for _, l := range allLabels(t) {
		for _, s := range l.Spans {
			if s.Kind == Number || s.Kind == Decision && len(s.Norms) > 1 {
				continue // a bare figure is an enumeration mark in some frames, and joined cases need the word before them
			}
			for _, f := range frames {
				text := strings.ReplaceAll(f, "%", s.Text)
				want := strings.Count(f, "%")
				if want > 1 && strings.HasPrefix(s.Text, "Abs") {
					continue // units without a sign make one list
				}
				got := 0
				for _, h := range r.Find(text, l.Lang) {
					if h.Kind == s.Kind && h.Text == s.Text {
						got++
					}
				}
				if got != want {
					t.Errorf("%s %q: %q is read %d times, want %d: %v", l.ID, text, s.Text, got, want, brief(r.Find(text, l.Lang)))
				}
			}
		}
	}
}

package normalise

import (
	"slices"
	"testing"

	"iucomstudien/internal/study"
)

// TestOwnCases runs answers written for this package: forms of every rule beyond the labelled set, and texts that look
// like them and must stay.
func TestOwnCases(t *testing.T) {
	n := newNormaliser(t)
	for _, c := range readLabelled(t, "own-cases.jsonl") {
		res := n.Text(c.Input, study.Language(c.Lang))
		if res.Text != c.Expected || !slices.Equal(res.Rules, c.Rules) && len(res.Rules)+len(c.Rules) > 0 {
			t.Errorf("in   %q\ngot  %q %v\nwant %q %v", c.Input, res.Text, res.Rules, c.Expected, c.Rules)
		}
	}
}

package intake

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestQuestionsAreComparedWordByWord(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       []DiffPart
	}{
		{"equal", "Ist die Klausel wirksam?", "Ist die Klausel wirksam?", []DiffPart{{DiffSame, "Ist die Klausel wirksam?"}}},
		{"white space", "Ist  die\u00a0Klausel\r\nwirksam?", "Ist die Klausel wirksam?", []DiffPart{{DiffSame, "Ist die Klausel wirksam?"}}},
		{"typography", "„Liefer\u00adfrist“ – § 5 …", `"Lieferfrist" - § 5 ...`, []DiffPart{{DiffSame, `"Lieferfrist" - § 5 ...`}}},
		{"one word", "Ist die Kündigung wirksam?", "Ist die Klausel wirksam?", []DiffPart{
			{DiffSame, "Ist die"}, {DiffRemoved, "Kündigung"}, {DiffAdded, "Klausel"}, {DiffSame, "wirksam?"}}},
		{"a number", "binnen 14 Tagen", "binnen 30 Tagen", []DiffPart{
			{DiffSame, "binnen"}, {DiffRemoved, "14"}, {DiffAdded, "30"}, {DiffSame, "Tagen"}}},
		{"a sentence more", "Wirksam?", "Wirksam? Antworte knapp.", []DiffPart{{DiffSame, "Wirksam?"}, {DiffAdded, "Antworte knapp."}}},
		{"nothing", "", "Wirksam?", []DiffPart{{DiffAdded, "Wirksam?"}}},
		{"both empty", " ", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, DiffQuestion(c.a, c.b)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// The parts of either text, put together, are that text; and without differences the questions are the same.
func TestDifferencesLoseNoWord(t *testing.T) {
	word := rapid.SampledFrom([]string{"ist", "die", "Klausel", "§", "5", "wirksam?", "„a“", "\"a\"", "nicht"})
	rapid.Check(t, func(rt *rapid.T) {
		a := strings.Join(rapid.SliceOfN(word, 0, 20).Draw(rt, "a"), " ")
		b := strings.Join(rapid.SliceOfN(word, 0, 20).Draw(rt, "b"), " ")
		var first, second []string
		same := true
		for _, p := range DiffQuestion(a, b) {
			same = same && p.Kind == DiffSame
			if p.Kind != DiffAdded {
				first = append(first, p.Text)
			}
			if p.Kind != DiffRemoved {
				second = append(second, p.Text)
			}
		}
		if !SameQuestion(strings.Join(first, " "), a) || strings.Join(second, " ") != b {
			rt.Fatalf("parts give\n%q\n%q\nof\n%q\n%q", first, second, a, b)
		}
		if same != SameQuestion(a, b) {
			rt.Fatalf("same %v, SameQuestion %v", same, SameQuestion(a, b))
		}
	})
}

func TestVeryLongQuestionsAreComparedInBoundedMemory(t *testing.T) {
	a, b := strings.Repeat("a ", 40_000), strings.Repeat("b ", 40_000)
	if got := DiffQuestion("x "+a, "x "+b); len(got) != 3 {
		t.Errorf("%d parts", len(got))
	}
}

package normalise

import (
	"encoding/json"
	"slices"
	"testing"

	"iucomstudien/internal/study"
)

func TestStageAnswersInTheShapeOfTheTerminal(t *testing.T) {
	n := newNormaliser(t)
	for _, c := range []struct{ in, want string }{
		{`{"id":7,"input":"Gerne! Der Vertrag ist nichtig.","lang":"de-AT"}`,
			`{"id":7,"output":"Der Vertrag ist nichtig.","rules":["P1"],"removed":[{"rule":"P1","text":"Gerne! "}]}`},
		{`{"id":"a","input":"Umowa jest nieważna i sąd to stwierdzi.","unknown":1}`,
			`{"id":"a","output":"Umowa jest nieważna i sąd to stwierdzi.","rules":[],"removed":[]}`},
		{`{"id":null,"input":""}`, `{"id":null,"output":"","rules":[],"removed":[]}`},
	} {
		var in StageInput
		if err := json.Unmarshal([]byte(c.in), &in); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(n.Stage(in))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}

// TestLanguageIsFoundFromTheText runs the labelled cases without their language.
func TestLanguageIsFoundFromTheText(t *testing.T) {
	n := newNormaliser(t)
	var found, exact, all int
	for _, c := range readLabelled(t, "??.jsonl") {
		all++
		if Detect(c.Input) == study.Language(c.Lang) {
			found++
		} else {
			t.Logf("%s: %s taken for %s: %q", c.ID, c.Lang, Detect(c.Input), c.Input)
		}
		res := n.Text(c.Input, "")
		if res.Text == c.Expected && slices.Equal(slices.Sorted(slices.Values(res.Rules)), c.Rules) {
			exact++
		} else {
			t.Logf("%s: not exact without its language", c.ID)
		}
	}
	t.Logf("language found %d, exact %d of %d", found, exact, all)
	if float64(found) < 0.97*float64(all) || float64(exact) < 0.97*float64(all) {
		t.Errorf("language found %d, exact %d of %d: 97 %% are asked for", found, exact, all)
	}
}

func TestRulesAreKnownByTheirIdentifiers(t *testing.T) {
	for r := Rule(0); r < ruleCount; r++ {
		if got, ok := ParseRule(r.String()); !ok || got != r {
			t.Errorf("%s is read as %v, %v", r, got, ok)
		}
	}
	if _, ok := ParseRule("X9"); ok {
		t.Error("X9 is no rule")
	}
}

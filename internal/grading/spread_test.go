package grading_test

import (
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

func graded(code study.Code, mean float64, category study.Category) study.Grading {
	return study.Grading{Rating: study.Rating{Code: code, Category: study.Known(category)},
		SystemA: study.Known(study.SystemA{Mean: mean, Level: int(mean + 0.5)})}
}

func TestTheSpreadTellsWhatRepetitionsHaveInCommon(t *testing.T) {
	spreads, err := grading.SpreadOf([][]study.Grading{
		{graded("X", 2.0, study.Correct), graded("Y", 4.0, study.Incomplete)},
		{graded("X", 2.2, study.Correct), graded("Y", 4.0, study.Hallucinated)},
		{graded("X", 2.4, study.Correct)},
	})
	if err != nil {
		t.Fatal(err)
	}
	items := make(map[string]grading.Spread)
	for _, s := range spreads {
		items[s.Item] = s
	}
	if v, ok := items["category"].Same.Value(); !ok || v != 0.5 {
		t.Errorf("same category: %v", items["category"].Same)
	}
	mean := items["mean_a"]
	if sd, ok := mean.Answers[0].SD.Value(); !ok || math.Abs(sd-0.2) > 1e-9 {
		t.Errorf("standard deviation of X: %v", mean.Answers[0].SD)
	}
	if diff := cmp.Diff([]string{"4", "4", ""}, mean.Answers[1].Values); diff != "" {
		t.Error(diff)
	}
	if sd := items["category"].Answers[0].SD; sd.Reason() != grading.IsNominal {
		t.Errorf("a word has a deviation: %v", sd)
	}
	if f := items["agreement"].Same; f.Reason() != grading.OneGrading {
		t.Errorf("agreement that nobody gave: %v", f)
	}
	if len(spreads) != len(grading.SpreadItems()) {
		t.Errorf("%d items", len(spreads))
	}
	if one, err := grading.SpreadOf([][]study.Grading{{graded("X", 2, study.Correct)}}); err != nil || one != nil {
		t.Errorf("one repetition has a spread: %v %v", one, err)
	}
}

func TestAGraderThatIsKinderToItsFamilyIsFound(t *testing.T) {
	list := []grading.Compared{
		{Own: true, Grader: 1.5, Other: 2.5}, {Own: true, Grader: 2, Other: 2.5},
		{Own: false, Grader: 3, Other: 3}, {Own: false, Grader: 2.5, Other: 2}, {Own: false, Grader: 4, Other: 4},
	}
	p, err := grading.SelfPreference(list)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.75 - (-0.5 / 3)
	if v, ok := p.Difference.Value(); !ok || math.Abs(v-want) > 1e-9 {
		t.Errorf("difference %v, want %v", p.Difference, want)
	}
	if v, ok := p.Effect.Value(); !ok || v != 1 {
		t.Errorf("effect %v", p.Effect)
	}
	none, err := grading.SelfPreference(list[2:])
	if err != nil || none.Difference.Reason() != grading.NoOwnAnswers {
		t.Errorf("without own answers: %v %v", none.Difference, err)
	}
}

func TestAPreferenceChangesItsSignWithTheGraders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) grading.Compared {
			grade := rapid.Float64Range(1, 5)
			return grading.Compared{Own: rapid.Bool().Draw(t, "own"), Grader: grade.Draw(t, "grader"), Other: grade.Draw(t, "other")}
		}), 0, 12).Draw(t, "answers")
		swapped := make([]grading.Compared, len(list))
		for i, c := range list {
			swapped[i] = grading.Compared{Own: c.Own, Grader: c.Other, Other: c.Grader}
		}
		a, err := grading.SelfPreference(list)
		if err != nil {
			t.Fatal(err)
		}
		b, err := grading.SelfPreference(swapped)
		if err != nil {
			t.Fatal(err)
		}
		v, ok := a.Difference.Value()
		w, same := b.Difference.Value()
		if ok != same || math.Abs(v+w) > 1e-9 {
			t.Fatalf("%v and %v", a.Difference, b.Difference)
		}
	})
}

func TestNumbersOfARunComeAgainAndDifferBetweenRequests(t *testing.T) {
	draw := func(secret string, about ...string) string {
		nonce, err := grading.NewNonce(grading.Numbers(secret, about...), "a text")
		if err != nil {
			t.Fatal(err)
		}
		return nonce
	}
	first := draw("secret", "part 1", "text")
	if again := draw("secret", "part 1", "text"); again != first {
		t.Errorf("the number changed from %s to %s", first, again)
	}
	for _, other := range []string{draw("other", "part 1", "text"), draw("secret", "part 2", "text"), draw("secret", "part 1", "other")} {
		if other == first {
			t.Errorf("%s came twice", first)
		}
	}
	avoided, err := grading.NewNonce(grading.Numbers("secret", "part 1", "text"), "a text with "+first)
	if err != nil || avoided == first {
		t.Errorf("a number that stands in a text was drawn: %s %v", avoided, err)
	}
	long := make([]byte, 100)
	if n, err := io.ReadFull(grading.Numbers("s"), long); err != nil || n != len(long) {
		t.Errorf("%d bytes, %v", n, err)
	}
}

package telltale_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/blinding/telltale"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// answer makes an answer of sentences of about a length, with a share of numbered paragraphs.
func answer(r *rand.Rand, words int, numbered float64) string {
	var b strings.Builder
	for p := range 4 + r.IntN(3) {
		if p > 0 {
			b.WriteString("\n\n")
		}
		if r.Float64() < numbered {
			fmt.Fprintf(&b, "%d. ", p+1)
		}
		for range 2 + r.IntN(3) {
			for range words + r.IntN(5) {
				fmt.Fprintf(&b, "wort%d ", r.IntN(200))
			}
			b.WriteString("ende. ")
		}
	}
	return b.String()
}

// study makes answers to questions; people write sentences of one length, machines of another.
func answers(questions, each, people, machines int) []telltale.Sample {
	r := rand.New(rand.NewPCG(1, 2))
	var list []telltale.Sample
	for q := range questions {
		for range each {
			name := fmt.Sprint("case ", q)
			list = append(list, telltale.Sample{Text: answer(r, people, 0.1), Human: true, Question: name},
				telltale.Sample{Text: answer(r, machines, 0.1), Question: name})
		}
	}
	return list
}

func TestAStyleThatDiffersIsFound(t *testing.T) {
	l, err := telltale.Measure(context.Background(), answers(10, 3, 6, 14), 7)
	v, ok := l.Area.Value()
	if err != nil || !ok || v < 0.95 || !l.Alarming() || !l.ByQuestion {
		t.Fatalf("got %v, %v", l.Area, err)
	}
	if l.Area.Interval == nil || len(l.Heaviest) != 5 || l.People != 30 || l.Machines != 30 {
		t.Errorf("got %+v", l)
	}
}

func TestEqualStyleIsNearChance(t *testing.T) {
	l, err := telltale.Measure(context.Background(), answers(12, 4, 9, 9), 7)
	v, ok := l.Area.Value()
	if err != nil || !ok || v < 0.3 || v > 0.65 || l.Area.Interval == nil || l.Area.Interval.Low > 0.5 {
		t.Errorf("got %v %+v, %v", l.Area, l.Area.Interval, err)
	}
}

func TestAHandfulOfAnswersGivesNoFigure(t *testing.T) {
	l, err := telltale.Measure(context.Background(), answers(5, 3, 6, 14), 7)
	if _, ok := l.Area.Value(); err != nil || ok || l.Area.Reason() != stats.TooFewUnits || l.Alarming() {
		t.Errorf("got %v, %v", l.Area, err)
	}
}

func TestOneQuestionIsSplitByAnswers(t *testing.T) {
	l, err := telltale.Measure(context.Background(), answers(1, 25, 6, 14), 7)
	if v, ok := l.Area.Value(); err != nil || !ok || v < 0.9 || l.ByQuestion {
		t.Errorf("got %v by question %v, %v", l.Area, l.ByQuestion, err)
	}
}

func TestTheSameSeedGivesTheSameLeak(t *testing.T) {
	samples := answers(8, 3, 8, 10)
	a, errA := telltale.Measure(context.Background(), samples, 3)
	b, errB := telltale.Measure(context.Background(), samples, 3)
	if errA != nil || errB != nil || !a.Area.Equal(b.Area) {
		t.Errorf("got %v and %v", a.Area, b.Area)
	}
}

func TestAnAnswerThatStandsOutIsNamed(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var texts []string
	for range 8 {
		texts = append(texts, answer(r, 8, 0.5))
	}
	texts = append(texts, strings.Repeat("Ja! ", 40))
	odd := telltale.Profiles(texts)
	if len(odd[8]) == 0 {
		t.Error("an answer of shouts does not stand out")
	}
	if got := telltale.Profiles(texts[:2]); len(got) != 2 || got[0] != nil {
		t.Errorf("two answers: %v", got)
	}
}

func TestEveryFeatureHasAWord(t *testing.T) {
	all, err := lang.All()
	if err != nil {
		t.Fatal(err)
	}
	for l, words := range all {
		for _, name := range telltale.Features() {
			if !words.Has("telltale.feature." + name) {
				t.Errorf("%s: %s has no word", l, name)
			}
		}
	}
	if len(all) != len(study.Languages()) {
		t.Errorf("%d languages", len(all))
	}
}

func TestAnyTextHasAProfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 3, 6).Draw(t, "texts")
		if got := telltale.Profiles(texts); len(got) != len(texts) {
			t.Fatalf("%d profiles of %d texts", len(got), len(texts))
		}
	})
}

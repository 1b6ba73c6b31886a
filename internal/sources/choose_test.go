package sources_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/sources"
)

func hit(name, text string, score float64) sources.Hit {
	return sources.Hit{Source: "own-documents", Collection: "own", Document: name, First: 1, Last: 1, Text: text, Score: score}
}

func TestNearIdenticalPassagesAreTakenOnce(t *testing.T) {
	a := "Der Vermieter hat dafür zu sorgen, dass das Haus und die Mietgegenstände im jeweils ortsüblichen Standard erhalten werden."
	b := strings.Replace(a, "Der Vermieter", "Der  VERMIETER", 1)
	c := "Der Vermieter kann nur aus wichtigen Gründen gerichtlich kündigen, und zwar zum Ende eines Monats."
	taken, left := sources.Choose([]sources.Hit{hit("a", a, 3), hit("b", b, 2), hit("c", c, 1)}, sources.Limits{Tokens: 1000})
	if len(taken) != 2 || taken[0].Document != "a" || taken[1].Document != "c" {
		t.Errorf("taken = %v", taken)
	}
	if len(left) != 1 || left[0].Why != sources.LeftTwin || left[0].Twin != 1 {
		t.Errorf("left = %v", left)
	}
}

func TestWhatDoesNotFitMakesRoomForWhatDoes(t *testing.T) {
	long := strings.Repeat("Ein langer Satz über die Erhaltungspflicht. ", 40)
	taken, left := sources.Choose([]sources.Hit{hit("lang", long, 3), hit("kurz", "Ein kurzer Satz.", 2)}, sources.Limits{Tokens: 100})
	if len(taken) != 1 || taken[0].Document != "kurz" || len(left) != 1 || left[0].Why != sources.LeftBudget {
		t.Errorf("taken %v, left %v", taken, left)
	}
}

func TestNoChoiceGoesBeyondItsLimitsAndItsOrderIsFixed(t *testing.T) {
	one := rapid.Custom(func(t *rapid.T) sources.Hit {
		h := hit(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "document"),
			rapid.StringMatching(`([a-e]{1,3} ){1,60}`).Draw(t, "text"), float64(rapid.IntRange(0, 5).Draw(t, "score")))
		h.First = rapid.IntRange(1, 9).Draw(t, "first")
		h.Last = h.First
		return h
	})
	rapid.Check(t, func(t *rapid.T) {
		hits := rapid.SliceOfN(one, 0, 30).Draw(t, "hits")
		limits := sources.Limits{Tokens: rapid.IntRange(0, 400).Draw(t, "tokens"), Sources: rapid.IntRange(0, 6).Draw(t, "sources")}
		taken, left := sources.Choose(hits, limits)
		used := 0
		for _, h := range taken {
			used += sources.Tokens(h.Text)
		}
		if used > limits.Tokens || limits.Sources > 0 && len(taken) > limits.Sources || len(taken)+len(left) != len(hits) {
			t.Fatalf("%d taken of %d tokens, %d left; limits %+v", len(taken), used, len(left), limits)
		}
		if !slices.IsSortedFunc(taken, func(a, b sources.Hit) int { return int(b.Score - a.Score) }) {
			t.Fatal("the best do not stand first")
		}
		shuffled := rapid.Permutation(hits).Draw(t, "shuffled")
		again, _ := sources.Choose(shuffled, limits)
		if !slices.Equal(again, taken) {
			t.Fatalf("another order of the hits gives another choice:\n%v\n%v", taken, again)
		}
	})
}

package grading_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

func systems(t rapid.TB) *grading.Systems {
	t.Helper()
	s, err := grading.BundledSystems()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answerOf makes bars and quality levels of a row of the protocol's table: "NA" is a criterion that does not apply.
func answerOf(q, failed string) (map[string]bool, map[string]study.Maybe[int]) {
	bars := make(map[string]bool)
	for i := range 9 {
		id := fmt.Sprintf("K%d", i+1)
		bars[id] = !strings.Contains(failed, id)
	}
	quality := make(map[string]study.Maybe[int])
	for i, word := range strings.Fields(q) {
		id := fmt.Sprintf("Q%d", i+1)
		switch word {
		case "NA":
			quality[id] = study.Absent[int](study.NotApplicable)
		case "-":
			quality[id] = study.Absent[int](study.NotReturned)
		default:
			quality[id] = study.Known(int(word[0] - '0'))
		}
	}
	return bars, quality
}

func TestLevelOfSystemA(t *testing.T) {
	// 1-7: test vectors of the study protocol.
	for _, c := range []struct {
		quality, failed string
		mean            float64
		level           int
	}{
		{"1 1 1 1 1 1 1 1", "", 1.00, 1},
		{"2 2 3 2 3 2 2 2", "", 2.30, 2},
		{"2 2 3 3 3 2 2 2", "", 2.50, 3},
		{"1 1 2 1 2 1 1 1", "K2", 1.30, 4},
		{"5 5 5 5 5 4 4 4", "K3", 4.80, 5},
		{"1 1 1 1 1 1 1 1", "K9", 1.00, 5},
		{"1 1 1 1 1 1 1 1", "K5 K7", 1.00, 4},
		{"1 1 1 1 1 1 1 1", "K1", 1.00, 5},
		{"1 1 1 1 1 1 1 1", "K4 K6", 1.00, 5},
		{"3 3 3 3 3 3 3 3", "K8", 3.00, 4},
		{"NA 2 2 2 2 2 2 2", "", 2.00, 2},       // the weights of the others count
		{"NA NA NA NA NA NA 2 3", "", 2.50, 3},  // halves towards the worse level
		{"NA 1 1 1 1 1 1 2", "", 1.06, 1},       // 90/85 = 1.0588
		{"NA NA NA NA NA NA NA 5", "", 5.00, 5}, // one criterion is enough
	} {
		t.Run(c.quality+" "+c.failed, func(t *testing.T) {
			got, ok := systems(t).Level(answerOf(c.quality, c.failed)).Get()
			if !ok || got.Mean != c.mean || got.Level != c.level {
				t.Errorf("%+v (%t), want mean %.2f, level %d", got, ok, c.mean, c.level)
			}
		})
	}
}

func TestAnIncompleteGradingHasNoLevel(t *testing.T) {
	bars, quality := answerOf("1 1 1 1 1 1 1 -", "K1")
	if a := systems(t).Level(bars, quality); a.IsKnown() || a.Why() != study.NotReturned {
		t.Errorf("a missing quality gives %v", a)
	}
	bars, quality = answerOf("1 1 1 1 1 1 1 1", "")
	delete(bars, "K4")
	if a := systems(t).Level(bars, quality); a.IsKnown() || a.Why() != study.NotReturned {
		t.Errorf("a missing bar gives %v", a)
	}
	if a := systems(t).Level(answerOf("NA NA NA NA NA NA NA NA", "")); a.IsKnown() || a.Why() != study.Undefined {
		t.Errorf("no applicable criterion gives %v", a)
	}
}

func TestAFailedBarNeverImprovesALevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"1", "2", "3", "4", "5", "NA"}), 8, 8).Draw(t, "quality")
		failed := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9"})).Draw(t, "failed"), " ")
		bars, quality := answerOf(strings.Join(words, " "), failed)
		before, ok := systems(t).Level(bars, quality).Get()
		if !ok {
			return
		}
		bars[rapid.SampledFrom([]string{"K1", "K2", "K5", "K9"}).Draw(t, "bar")] = false
		after, _ := systems(t).Level(bars, quality).Get()
		if after.Level < before.Level || after.Mean != before.Mean || after.Level < 4 {
			t.Fatalf("%+v became %+v", before, after)
		}
	})
}

func TestGradingSystemsThatAreNotWholeAreRefused(t *testing.T) {
	for name, raw := range map[string]string{
		"no format":     `{"systemA":{},"systemB":{}}`,
		"unknown field": `{"format":"iucom-grading-systems/1","extra":1}`,
		"no bars":       `{"format":"iucom-grading-systems/1","systemA":{"bars":[]}}`,
		"no JSON":       `K1`,
	} {
		if _, err := grading.LoadSystems([]byte(raw)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestEveryDescriptorExistsInEveryLanguage(t *testing.T) {
	s := systems(t)
	for _, l := range study.Languages() {
		for _, b := range s.A.Bars {
			if b.Name[l] == "" || b.Definition[l] == "" || b.Check[l] == "" {
				t.Errorf("%s: bar %s is not described", l, b.ID)
			}
		}
		for _, c := range append(s.A.Criteria, s.B.SubCompetences...) {
			want := 5
			if c.ID[0] == 'B' {
				want = 4
			}
			if c.Name[l] == "" || len(c.Levels) != want {
				t.Errorf("%s: %s has %d levels", l, c.ID, len(c.Levels))
			}
			for i, level := range c.Levels {
				if level.Level != i+1 || level.In(l) == "" {
					t.Errorf("%s: %s, level %d is not described", l, c.ID, i+1)
				}
			}
		}
	}
}

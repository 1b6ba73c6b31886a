package stats_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/stats"
)

type randomCase struct {
	Seed        int32            `json:"seed"`
	Next        []int32          `json:"next"`
	NextN       map[string][]int `json:"next_n"`
	NextDouble  []float64        `json:"next_double"`
	Next191     []int32          `json:"next_191_to_200"`
	NextMinus5  []int32          `json:"next_minus5_6"`
	FisherYates map[string][]int `json:"fisher_yates"`
	OneInstance [][]int          `json:"one_instance_5_12_3"`
}

func TestSystemRandomGivesTheNumbersOfTheFramework(t *testing.T) {
	raw, err := os.ReadFile("testdata/system_random.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []randomCase }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(strconv.Itoa(int(c.Seed)), func(t *testing.T) { checkRandomCase(t, c) })
	}
}

func checkRandomCase(t *testing.T, c randomCase) {
	same := func(name string, want, got any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	first, err := stats.RandomValues(c.Seed, 200, nil)
	if err != nil {
		t.Fatal(err)
	}
	same("next", c.Next, first[:len(c.Next)])
	same("next 191 to 200", c.Next191, first[190:])
	for text, want := range c.NextN {
		n, _ := strconv.Atoi(text)
		r := stats.NewSystemRandom(c.Seed)
		got := make([]int, len(want))
		for i := range got {
			got[i] = int(r.NextMax(int32(n)))
		}
		same("next below "+text, want, got)
	}
	r := stats.NewSystemRandom(c.Seed)
	for i, want := range c.NextDouble {
		if got := r.NextDouble(); got != want {
			t.Errorf("double %d: %v, want %v", i, got, want)
		}
	}
	r = stats.NewSystemRandom(c.Seed)
	for i, want := range c.NextMinus5 {
		if got := r.NextRange(-5, 6); got != want {
			t.Errorf("number %d from -5 to 5: %d, want %d", i, got, want)
		}
	}
	for text, want := range c.FisherYates {
		n, _ := strconv.Atoi(text)
		same("order of "+text, want, stats.Order(c.Seed, n))
	}
	r = stats.NewSystemRandom(c.Seed)
	for i, want := range c.OneInstance {
		same("shuffle "+strconv.Itoa(i), want, r.Shuffle(len(want)))
	}
}

func TestOrderOfTheSampleStudy(t *testing.T) {
	// Imported as Reporter, control, other AI, professional, T01, T02; shown as other AI, professional, control,
	// T02, Reporter, T01.
	if diff := cmp.Diff([]int{2, 3, 1, 5, 0, 4}, stats.Order(20261074, 6)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestKnownNumbersOfSeed42(t *testing.T) {
	hundred := int32(100)
	got, err := stats.RandomValues(42, 5, &hundred)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{66, 14, 12, 52, 16}, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

func TestOrderIsAPermutationForEveryCount(t *testing.T) {
	for n := range 64 {
		got := stats.Order(int32(n), n)
		slices.Sort(got)
		for i, v := range got {
			if i != v {
				t.Fatalf("order of %d lacks %d", n, i)
			}
		}
	}
	if got := stats.Order(1, -3); len(got) != 0 {
		t.Errorf("order of a negative count: %v", got)
	}
}

func TestRandomValuesRefusesWhatCannotBeDrawn(t *testing.T) {
	negative := int32(-1)
	if _, err := stats.RandomValues(1, 1, &negative); err == nil {
		t.Error("a negative max was accepted")
	}
	if _, err := stats.RandomValues(1, -1, nil); err == nil {
		t.Error("a negative count was accepted")
	}
}

func TestRangesHoldTheirNumbers(t *testing.T) {
	r := stats.NewSystemRandom(9)
	for range 2000 {
		if v := r.NextRange(-3, 4); v < -3 || v > 3 {
			t.Fatalf("%d from -3 to 3", v)
		}
		if v := r.NextRange(math.MinInt32, math.MaxInt32); v == math.MaxInt32 {
			t.Fatalf("%d is the bound itself", v)
		}
	}
	if v := r.NextRange(5, 5); v != 5 {
		t.Errorf("%d from nothing", v)
	}
	if v := r.NextMax(0); v != 0 {
		t.Errorf("%d below 0", v)
	}
}

package ledger_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

var line = ledger.Price{
	ID: "list:m", Model: "m", Currency: "USD",
	Rates:     ledger.Rates{Input: 2_000_000, Cached: study.Known[ledger.Amount](500_000), Written: study.Known[ledger.Amount](2_500_000), Output: 10_000_000},
	LongAbove: 200_000, Long: ledger.Rates{Input: 4_000_000, Output: 15_000_000},
	Batch: study.Known(0.5), Search: study.Known[ledger.Amount](10_000), Source: "page", Seen: "2026-11-30",
}

func TestCostOfUsage(t *testing.T) {
	for name, c := range map[string]struct {
		usage ledger.Usage
		batch bool
		want  int64
	}{
		"nothing":                               {ledger.Usage{}, false, 0},
		"input and output":                      {ledger.Usage{Input: 1_000_000, Output: 0}, false, 0 + 4_000_000},
		"below the long threshold":              {ledger.Usage{Input: 200_000, Output: 1000}, false, 400_000 + 10_000},
		"above it all tokens change":            {ledger.Usage{Input: 200_001, Output: 1000}, false, 800_004 + 15_000},
		"cached is no plain input":              {ledger.Usage{Input: 1000, Cached: 800, Output: 100}, false, 400 + 400 + 1000},
		"written is dearer":                     {ledger.Usage{Input: 1000, Cached: 400, Written: 200, Output: 100}, false, 800 + 200 + 500 + 1000},
		"reasoning is in the output":            {ledger.Usage{Input: 1000, Output: 100, Reasoning: 90}, false, 2000 + 1000},
		"searches":                              {ledger.Usage{Input: 1000, Searches: 3}, false, 2000 + 30_000},
		"half in a batch":                       {ledger.Usage{Input: 1000, Output: 100}, true, 1500},
		"rounded up":                            {ledger.Usage{Input: 1, Cached: 1}, false, 1},
		"a provider that counts cached outside": {ledger.Usage{Input: 10, Cached: 20}, false, 10},
	} {
		if got := line.Cost(c.usage, c.batch); got != study.Known(ledger.Money{Micros: c.want, Currency: "USD"}) {
			t.Errorf("%s: %v, want %d", name, got, c.want)
		}
	}
}

func TestWhatALineDoesNotTellIsUnknown(t *testing.T) {
	bare := ledger.Price{Currency: "USD", Rates: line.Rates}
	if got := bare.Cost(ledger.Usage{Input: 10, Searches: 1}, false); got.IsKnown() {
		t.Errorf("a search without a price: %v", got)
	}
	if got := bare.Cost(ledger.Usage{Input: 10}, true); got.IsKnown() {
		t.Errorf("a batch without a factor: %v", got)
	}
}

func TestAmountsAreDecimalNumbers(t *testing.T) {
	for text, want := range map[string]ledger.Amount{"2.5": 2_500_000, "0.075": 75_000, "15": 15_000_000, "0,000001": 1, "3.": 3_000_000} {
		if got, err := ledger.ParseAmount(text); err != nil || got != want {
			t.Errorf("%q = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", ".", ".5", "-1", "+1", "1e3", "0.0000001", "1.2.3", "99999999999999999999", "x", "NaN"} {
		if got, err := ledger.ParseAmount(text); err == nil {
			t.Errorf("%q = %d, want an error", text, got)
		}
	}
}

func TestAPriceLineComesBackAsItWas(t *testing.T) {
	data, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	var back ledger.Price
	if err := json.Unmarshal(data, &back); err != nil || back != line {
		t.Errorf("%s came back as %+v, %v", data, back, err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		a := ledger.Amount(rapid.Int64Range(0, 1<<52).Draw(rt, "amount"))
		if back, err := ledger.ParseAmount(a.String()); err != nil || back != a {
			rt.Errorf("%d is written %s and read %d, %v", a, a, back, err)
		}
	})
}

func FuzzParseAmount(f *testing.F) {
	for _, seed := range []string{"2.5", "0,075", "", "1e9", "-3", "..", "9223372036854775807"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ledger.ParseAmount(text)
		if err != nil {
			return
		}
		if a < 0 {
			t.Errorf("%q is %d", text, a)
		}
		if back, err := ledger.ParseAmount(a.String()); err != nil || back != a {
			t.Errorf("%q = %s = %d, %v", text, a, back, err)
		}
	})
}

func TestTheHashIsOfWhatIsAskedAndNotWhatFor(t *testing.T) {
	base := ledger.Request{Provider: "p", Model: "m", Text: "t", Repeat: 1, Study: "s", Purpose: "control"}
	hash := func(change func(*ledger.Request)) string {
		r := base
		change(&r)
		h, err := r.Hash()
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	same := hash(func(*ledger.Request) {})
	if hash(func(r *ledger.Request) { r.Study, r.Test, r.Purpose = "", "T2", "grade" }) != same {
		t.Error("study, test and purpose change the hash")
	}
	for name, change := range map[string]func(*ledger.Request){
		"provider":    func(r *ledger.Request) { r.Provider = "q" },
		"model":       func(r *ledger.Request) { r.Model = "n" },
		"system":      func(r *ledger.Request) { r.System = "x" },
		"text":        func(r *ledger.Request) { r.Text = "u" },
		"temperature": func(r *ledger.Request) { r.Settings.Temperature = study.Known(0.0) },
		"seed":        func(r *ledger.Request) { r.Settings.Seed = study.Known[int64](0) },
		"length":      func(r *ledger.Request) { r.Settings.MaxTokens = 1 },
		"search":      func(r *ledger.Request) { r.Settings.Search = true },
		"repeat":      func(r *ledger.Request) { r.Repeat = 2 },
	} {
		if hash(change) == same {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

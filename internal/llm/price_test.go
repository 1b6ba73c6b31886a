package llm_test

import (
	"testing"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

func prices(t *testing.T, own ...ledger.Price) *llm.Prices {
	t.Helper()
	p, err := llm.LoadPrices(own)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWhichLineOfThePriceListHolds(t *testing.T) {
	p := prices(t,
		ledger.Price{ID: "all", Model: "gpt-5*"},
		ledger.Price{ID: "mini", Model: "gpt-5-mini*"},
		ledger.Price{ID: "router", Provider: "router", Model: "gpt-5"},
		ledger.Price{ID: "old", Provider: "openai", Model: "gpt-4", To: "2026-06-30"},
		ledger.Price{ID: "new", Provider: "openai", Model: "gpt-4", From: "2026-07-01"},
	)
	openai, router := llm.Payee{Kind: "openai", Name: "work"}, llm.Payee{Kind: "compatible", Name: "router"}
	for name, c := range map[string]struct {
		to    llm.Payee
		model string
		day   string
		want  string
	}{
		"a pattern":              {openai, "gpt-5.2", "2026-11-30", "all"},
		"the more exact one":     {openai, "gpt-5-mini-2026", "2026-11-30", "mini"},
		"in any letters":         {openai, "GPT-5-Mini", "2026-11-30", "mini"},
		"of another provider":    {router, "gpt-4", "2026-11-30", ""},
		"by the provider's name": {router, "gpt-5", "2026-11-30", "router"},
		"the last day":           {openai, "gpt-4", "2026-06-30", "old"},
		"the day after":          {openai, "gpt-4", "2026-07-01", "new"},
		"no line":                {openai, "o3", "2026-11-30", ""},
	} {
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		line, found := p.Find(c.to, c.model, day)
		if line.ID != c.want || found != (c.want != "") {
			t.Errorf("%s: %q, %t; want %q", name, line.ID, found, c.want)
		}
	}
}

func TestTheProgramsOwnListNamesSourceAndDay(t *testing.T) {
	p := prices(t)
	if p.Made() == "" {
		t.Error("the list has no day")
	}
	for _, l := range p.Lines() {
		if l.ID == "" || l.Model == "" || l.Currency == "" || l.Source == "" || l.Seen == "" {
			t.Errorf("line %+v lacks something", l)
		}
	}
}

func TestAnEstimateIsAnUpperOne(t *testing.T) {
	day := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	line := ledger.Price{ID: "x", Model: "m", Currency: "USD", Rates: ledger.Rates{Input: 3e6, Output: 15e6, Written: study.Known[ledger.Amount](6e6)}}
	to := llm.Payee{Kind: "k"}
	r := llm.Request{Model: "m", System: "Sie", Text: "Prüfen Sie das.", Settings: ledger.Settings{MaxTokens: 1000}}
	got := prices(t, line).Estimate(to, r, 0, day)
	if want := study.Known(ledger.Money{Micros: 6*6 + 15*1000, Currency: "USD"}); got != want { // 1 + 5 tokens, at worst written to the cache
		t.Errorf("estimate = %v, want %v", got, want)
	}
	r.Settings.MaxTokens = 0
	if got := prices(t, line).Estimate(to, r, 2000, day).Or(ledger.Money{}); got.Micros != 36+30_000 {
		t.Errorf("with the model's longest reply: %v", got)
	}
	if got := prices(t, line).Estimate(to, r, 0, day).Or(ledger.Money{}); got.Micros <= 36+30_000 {
		t.Errorf("with nothing known of the reply's length: %v", got)
	}
	r.Settings.Search = true
	if got := prices(t, line).Estimate(to, r, 0, day); got.IsKnown() {
		t.Errorf("searches without a price: %v", got)
	}
}

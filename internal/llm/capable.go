package llm

import (
	"math"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Capable tells what a model of this provider can be told, by its name.
func (c *Client) Capable(model string) Capable { return c.own.capable(model) }

// Settings gives the settings that Ask sends when these are wanted. A setting the model does not know is left out and
// stands as [study.NotApplicable], wanted or not: two requests that are sent alike are alike in the ledger, and the
// report can say «not supported». The length of the reply is held within the model's, and filled in where the provider
// demands one.
//
// The ledger keeps what this gives, never what was wanted.
func (c *Client) Settings(model string, want ledger.Settings) ledger.Settings {
	can, sent := c.Capable(model), want
	if !can.Temperature {
		sent.Temperature = study.Absent[float64](study.NotApplicable)
	}
	if seed, ok := want.Seed.Get(); !can.Seed || ok && !c.takesSeed(seed) {
		sent.Seed = study.Absent[int64](study.NotApplicable)
	}
	sent.Search = want.Search && can.Search
	if sent.Search && c.kind == KindOpenAI {
		sent.Seed = study.Absent[int64](study.NotApplicable) // the search belongs to an interface without seeds
	}
	sent.MaxTokens = max(want.MaxTokens, 0)
	if sent.MaxTokens == 0 {
		sent.MaxTokens = can.Output
	}
	if can.MaxOutput > 0 {
		sent.MaxTokens = min(sent.MaxTokens, can.MaxOutput)
	}
	return sent
}

// takesSeed tells whether a seed is within the provider's range.
func (c *Client) takesSeed(seed int64) bool {
	switch c.kind {
	case KindGoogle:
		return seed >= math.MinInt32 && seed <= math.MaxInt32
	case KindMistral:
		return seed >= 0
	}
	return true
}

package llm

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	assets "iucomstudien/assets/llm"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// LocalLine stands in the place of a price line where a model runs on the person's own machine: its requests cost
// nothing, and by no price list.
const LocalLine = "local"

// Prices is a price list: the program's, and before it the person's own lines.
type Prices struct {
	own      []ledger.Price // the person's
	list     []ledger.Price // the program's
	made     string
	estimate estimate
}

// estimate is what is assumed of a request before it is sent.
type estimate struct {
	CharactersPerToken int `json:"characters_per_token"` // of German and Polish; other languages have more
	OutputTokens       int `json:"output_tokens"`        // where nothing limits the reply
	Searches           int `json:"searches"`             // where the model may search
}

// LoadPrices reads the price list that the program carries (assets/llm/prices.json) and puts the person's own lines
// before it. A line of the program's list tells where and when its price was read; a model without a line has no
// known price.
func LoadPrices(own []ledger.Price) (*Prices, error) {
	data, err := assets.Files.ReadFile("prices.json")
	if err != nil {
		return nil, fmt.Errorf("price list: %w", err)
	}
	var file struct {
		Made     string         `json:"made"`
		Estimate estimate       `json:"estimate"`
		Lines    []ledger.Price `json:"lines"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("price list: %w", err)
	}
	if file.Estimate.CharactersPerToken < 1 {
		return nil, fmt.Errorf("price list: %d characters per token", file.Estimate.CharactersPerToken)
	}
	return &Prices{own: own, list: file.Lines, made: file.Made, estimate: file.Estimate}, nil
}

// Lines lists all lines, the person's own first.
func (p *Prices) Lines() []ledger.Price { return slices.Concat(p.own, p.list) }

// Made is the day ("2026-11-30") on which the program's list was made.
func (p *Prices) Made() string { return p.made }

// Payee is where a request goes, as price lines name it.
type Payee struct {
	Kind  string // of the provider: "openai" …
	Name  string // of the configured provider
	Local bool   // it runs on the person's own machine
}

// Find gives the line for a model on a day: of the person's own lines first; then the one that names the provider, and
// then the one that names the model most exactly.
func (p *Prices) Find(to Payee, model string, at time.Time) (ledger.Price, bool) {
	if line, found := bestLine(p.own, to, model, at); found {
		return line, true
	}
	return bestLine(p.list, to, model, at)
}

// bestLine is the line that holds for a model on a day and says most exactly so.
func bestLine(lines []ledger.Price, to Payee, model string, at time.Time) (best ledger.Price, found bool) {
	most, day, model := 0, at.Format(time.DateOnly), strings.ToLower(model)
	for _, l := range lines {
		if !l.On(day) || !glob(strings.ToLower(l.Model), model) {
			continue
		}
		if n := exactness(l, to); n > most {
			best, most, found = l, n, true
		}
	}
	return best, found
}

// exactness is how exactly a line names a provider and a model, at least 1; 0 where it is for another provider.
func exactness(l ledger.Price, to Payee) int {
	const named, kind, whole = 2000, 1000, 1
	n := 1 + 2*len(strings.ReplaceAll(l.Model, "*", ""))
	if !strings.Contains(l.Model, "*") {
		n += whole
	}
	switch l.Provider {
	case "":
		return n
	case to.Name:
		return n + named
	case to.Kind:
		return n + kind
	}
	return 0
}

// Cost is what a reply costs and the line by which; absent with "" where no line is known or the provider did not
// tell what it used. A reply from a batch costs by the line's factor for batches.
func (p *Prices) Cost(to Payee, r Request, reply ledger.Reply) (study.Maybe[ledger.Money], string) {
	if to.Local {
		return study.Known(ledger.Money{}), LocalLine
	}
	line, found := p.Find(to, reply.Model, reply.At)
	if !found {
		line, found = p.Find(to, r.Model, reply.At)
	}
	usage, counted := reply.Usage.Get()
	if !found || !counted {
		return study.Absent[ledger.Money](study.NotVerifiable), line.ID
	}
	return line.Cost(usage, slices.Contains(reply.Notes, NoteBatch)), line.ID
}

// Estimate is the most that a request is likely to cost, before it is sent: a token for every three characters of
// what is asked, and the longest reply it allows, thoughts included. Unknown where no line is known, never 0.
// Longest is the longest reply of the model in tokens; 0: unknown.
func (p *Prices) Estimate(to Payee, r Request, longest int, at time.Time) study.Maybe[ledger.Money] {
	return p.most(to, r, longest, at, false)
}

// EstimateBatch is Estimate for a request in a batch. A line without a factor for batches leaves it at the full price, which
// a batch never exceeds.
func (p *Prices) EstimateBatch(to Payee, r Request, longest int, at time.Time) study.Maybe[ledger.Money] {
	if m := p.most(to, r, longest, at, true); m.IsKnown() {
		return m
	}
	return p.most(to, r, longest, at, false)
}

func (p *Prices) most(to Payee, r Request, longest int, at time.Time, batch bool) study.Maybe[ledger.Money] {
	if to.Local {
		return study.Known(ledger.Money{})
	}
	line, found := p.Find(to, r.Model, at)
	if !found {
		return study.Absent[ledger.Money](study.NotVerifiable)
	}
	usage := ledger.Usage{Input: p.Tokens(r.System) + p.Tokens(r.Text), Output: r.Settings.MaxTokens}
	if usage.Output == 0 {
		if usage.Output = longest; longest == 0 {
			usage.Output = p.estimate.OutputTokens
		}
	}
	if r.Settings.Search {
		usage.Searches = p.estimate.Searches
	}
	if line.Written.Or(0) > line.Input { // what is asked may be written into a cache
		usage.Written = usage.Input
	}
	return line.Cost(usage, batch)
}

// Tokens is how many tokens a text is likely to have, rounded up.
func (p *Prices) Tokens(text string) int {
	n := utf8.RuneCountInString(text)
	return (n + p.estimate.CharactersPerToken - 1) / p.estimate.CharactersPerToken
}

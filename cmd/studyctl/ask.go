package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

// modelFlags say whom to ask, how, and for how much.
type modelFlags struct {
	provider, model, cap string
	temperature          float64
	seed                 int64
	settings             ledger.Settings
	unknownPrice         bool
	estimate             bool
}

// add puts the flags on a command.
func (f *modelFlags) add(t *terminal, c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.provider, "provider", "", t.words.T("cli.flag.ask-provider"))
	flags.StringVar(&f.model, "model", "", t.words.T("cli.flag.provider-model"))
	flags.Float64Var(&f.temperature, "temperature", 0, t.words.T("cli.flag.temperature"))
	flags.Int64Var(&f.seed, "seed", 0, t.words.T("cli.flag.ask-seed"))
	flags.IntVar(&f.settings.MaxTokens, "max-tokens", 0, t.words.T("cli.flag.max-tokens"))
	flags.StringVar(&f.cap, "cap", "", t.words.T("cli.flag.ask-cap"))
	flags.BoolVar(&f.unknownPrice, "accept-unknown-price", false, t.words.T("cli.flag.accept-unknown-price"))
	flags.BoolVar(&f.estimate, "estimate", false, t.words.T("cli.flag.estimate"))
}

// read gives the settings and the terms that the flags say. A provider must be named: answers or questions leave the
// machine.
func (f *modelFlags) read(t *terminal, c *cobra.Command) (ledger.Settings, conduct.Terms, error) {
	s, terms := f.settings, conduct.Terms{UnknownPrice: f.unknownPrice}
	if f.provider == "" {
		return s, terms, &usageError{t.words.T("cli.flag-needs-value", "flag", "provider")}
	}
	if c.Flags().Changed("temperature") {
		s.Temperature = study.Known(f.temperature)
	}
	if c.Flags().Changed("seed") {
		s.Seed = study.Known(f.seed)
	}
	var err error
	if terms.Cap, err = parseMoney(f.cap); err != nil {
		return s, terms, &usageError{t.words.T("cli.flag-bad-value", "flag", "cap", "value", f.cap)}
	}
	return s, terms, nil
}

// forecastJSON is an estimate as the terminal prints it.
type forecastJSON struct {
	Send    int                       `json:"requests"`
	Kept    int                       `json:"answered_before"`
	Open    []int64                   `json:"in_doubt"`
	Waiting int                       `json:"in_batches"`
	Cost    study.Maybe[ledger.Money] `json:"cost_at_most"`
	Unknown []string                  `json:"models_without_price"`
	Names   []string                  `json:"names_in_facts,omitempty"` // sent as they were entered
}

func forecastOut(f llm.Forecast) forecastJSON {
	out := forecastJSON{Send: f.Send, Kept: f.Kept, Open: f.Open, Waiting: f.Waiting, Cost: f.Cost, Unknown: f.Unknown}
	if out.Open == nil {
		out.Open = []int64{}
	}
	if out.Unknown == nil {
		out.Unknown = []string{}
	}
	return out
}

// sayForecast says what asking needs, before it begins.
func (t *terminal) sayForecast(f llm.Forecast) {
	cost := t.words.T("cli.ask.cost-unknown")
	if m, known := f.Cost.Get(); known {
		cost = t.words.Quantity(m)
	}
	t.say("cli.ask.forecast", "n", f.Send, "kept", f.Kept, "open", len(f.Open), "cost", cost)
	if f.Waiting > 0 {
		t.say("cli.ask.waiting", "n", f.Waiting)
	}
}

func (t *terminal) askCommand() *cobra.Command {
	return t.group("ask", t.words.T("cli.ask"), t.askConditionCommand(study.Control), t.askConditionCommand(study.Reporter))
}

func (t *terminal) askConditionCommand(condition study.Condition) *cobra.Command {
	var f modelFlags
	o := conduct.AskOrder{Condition: condition}
	var tokens int
	c := &cobra.Command{Use: string(condition), Short: t.words.T("cli.ask." + string(condition)), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if o.Settings, o.Terms, err = f.read(t, c); err != nil {
				return err
			}
			o.Provider, o.Model = f.provider, f.model
			if tokens > 0 {
				o.Limits = sources.Limits{Tokens: tokens}
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				return t.ask(c.Context(), cd, ref, o, f.estimate)
			})
		}}
	f.add(t, c)
	c.Flags().IntVar(&o.Runs, "runs", 1, t.words.T("cli.flag.runs"))
	if condition == study.Control {
		c.Flags().BoolVar(&o.Batch, "batch", false, t.words.T("cli.flag.batch"))
	}
	if condition == study.Reporter {
		c.Flags().BoolVar(&o.Gold, "gold", false, t.words.T("cli.flag.ask-gold"))
		c.Flags().IntVar(&tokens, "sources-tokens", 0, t.words.T("cli.flag.sources-tokens"))
	}
	return c
}

// ask says what it will need, asks, and prints what came, also where something is left to do.
func (t *terminal) ask(ctx context.Context, cd *conduct.Conduct, ref conduct.Ref, o conduct.AskOrder, estimate bool) error {
	forecast, err := cd.ForecastAsking(ctx, ref, o, t.progress)
	if err != nil {
		return err
	}
	t.sayForecast(forecast)
	names, err := cd.NamesSent(ctx, ref)
	if err != nil {
		return err
	}
	t.sayNames(names)
	if estimate {
		out := forecastOut(forecast)
		out.Names = names
		return t.result(out, func(io.Writer) {})
	}
	done, err := cd.Ask(ctx, ref, o, t.progress)
	if len(done.Runs) == 0 {
		return err
	}
	if printing := t.printAsked(done, forecast); printing != nil {
		return printing
	}
	if n := done.Without(); err == nil && n > 0 {
		return &study.Problem{ID: "ask.without-answer", Args: map[string]any{"n": n, "runs": len(done.Runs)}}
	}
	return err
}

// sayNames says before anything is sent that the facts go out as they were entered, and which names stand in them.
func (t *terminal) sayNames(names []string) {
	if len(names) == 0 {
		t.say("cli.ask.no-names")
		return
	}
	fmt.Fprintln(t.err, t.words.N("cli.ask.names", len(names), "names", shown(strings.Join(names, "; "))))
}

// askJSON is the outcome of asking as the terminal prints it.
type askJSON struct {
	Runs     []runJSON    `json:"runs"`
	Done     int          `json:"done"`
	Gold     bool         `json:"gold"` // the gold standard was attached: no measurement
	Forecast forecastJSON `json:"forecast"`
}

type runJSON struct {
	Run     int              `json:"run"`
	State   conduct.AskState `json:"state"`
	Answer  string           `json:"answer,omitempty"`
	Finish  study.Finish     `json:"finish,omitempty"`
	Sources int              `json:"sources,omitempty"`
	Marks   int              `json:"source_marks,omitempty"`
	Kept    bool             `json:"done_before,omitempty"`
	Problem string           `json:"problem,omitempty"`
	Why     string           `json:"why,omitempty"`
	Remedy  string           `json:"remedy,omitempty"`
}

func (t *terminal) printAsked(done conduct.Asked, forecast llm.Forecast) error {
	out := askJSON{Runs: make([]runJSON, len(done.Runs)), Done: done.Done(), Gold: done.Gold, Forecast: forecastOut(forecast)}
	for i, r := range done.Runs {
		out.Runs[i] = runJSON{Run: r.Number, State: r.State, Answer: r.Answer, Finish: r.Finish, Sources: r.Sources, Marks: r.Marks, Kept: r.Kept}
		if r.Marks > 0 {
			t.say("cli.ask.marks", "answer", r.Answer, "n", r.Marks)
		}
		if r.Why != nil {
			out.Runs[i].Problem = r.Why.ID
			out.Runs[i].Why, out.Runs[i].Remedy = t.words.Problem(r.Why)
		}
	}
	if done.Gold {
		t.say("cli.ask.gold")
	}
	return t.result(out, func(w io.Writer) {
		for _, r := range out.Runs {
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", r.Run, t.words.T("ask.state."+string(r.State)), r.Answer, shown(r.Why))
		}
	})
}

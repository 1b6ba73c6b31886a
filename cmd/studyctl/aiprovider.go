package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// maxKey is the longest key that is read from standard input, in bytes.
const maxKey = 16 << 10

// providerJSON is a provider as the terminal prints it. It has no place for a key.
type providerJSON struct {
	Name     string                    `json:"name"`
	Kind     string                    `json:"kind"`
	Model    string                    `json:"model"`
	BaseURL  string                    `json:"base_url"`
	Settings ledger.Settings           `json:"settings"`
	Parallel int                       `json:"parallel"`
	Minute   int                       `json:"per_minute"`
	Timeout  int                       `json:"timeout"`
	Cap      study.Maybe[ledger.Money] `json:"cap"`
}

func providerOut(p conduct.Provider) providerJSON {
	return providerJSON{Name: p.Name, Kind: p.Kind, Model: p.Model, BaseURL: p.BaseURL, Settings: p.Settings,
		Parallel: p.Limits.Parallel, Minute: p.Limits.PerMinute, Timeout: p.Limits.Timeout, Cap: p.Cap}
}

func (t *terminal) providerCommand() *cobra.Command {
	list := &cobra.Command{Use: "list", Short: t.words.T("cli.ai.provider.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				all, err := cd.Providers(c.Context())
				if err != nil {
					return err
				}
				out := make([]providerJSON, len(all))
				for i, p := range all {
					out[i] = providerOut(p)
				}
				return t.result(out, func(w io.Writer) {
					for _, p := range all {
						limit := ""
						if m, capped := p.Cap.Get(); capped {
							limit = m.String()
						}
						fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.Name, p.Kind, p.Model, p.BaseURL, limit)
					}
				})
			})
		}}
	return t.group("provider", t.words.T("cli.ai.provider"), t.saveProviderCommand("add"), t.saveProviderCommand("edit"), list,
		t.removeProviderCommand(), t.testProviderCommand(), t.keyCommand())
}

// providerFlags are what the person says of a provider; what is not said stays as it is.
type providerFlags struct {
	conduct.Provider
	temperature float64
	seed        int64
	cap         string
}

// register names the options.
func (f *providerFlags) register(flags *pflag.FlagSet, t *terminal) {
	flags.StringVar(&f.Kind, "kind", "", t.words.T("cli.flag.provider-kind"))
	flags.StringVar(&f.Model, "model", "", t.words.T("cli.flag.provider-model"))
	flags.StringVar(&f.BaseURL, "base-url", "", t.words.T("cli.flag.base-url"))
	flags.BoolVar(&f.Confirmed, "confirm-host", false, t.words.T("cli.flag.confirm-host"))
	flags.Float64Var(&f.temperature, "temperature", 0, t.words.T("cli.flag.temperature"))
	flags.Int64Var(&f.seed, "model-seed", 0, t.words.T("cli.flag.model-seed"))
	flags.IntVar(&f.Settings.MaxTokens, "max-tokens", 0, t.words.T("cli.flag.max-tokens"))
	flags.IntVar(&f.Limits.Parallel, "parallel", 0, t.words.T("cli.flag.parallel"))
	flags.IntVar(&f.Limits.PerMinute, "per-minute", 0, t.words.T("cli.flag.per-minute"))
	flags.IntVar(&f.Limits.Timeout, "timeout", 0, t.words.T("cli.flag.timeout"))
	flags.StringVar(&f.cap, "cap", "", t.words.T("cli.flag.cap"))
}

// apply puts what was said into a provider.
func (f *providerFlags) apply(p *conduct.Provider, flags *pflag.FlagSet) error {
	set := map[string]func(){
		"kind":        func() { p.Kind = f.Kind },
		"model":       func() { p.Model = f.Model },
		"base-url":    func() { p.BaseURL, p.Confirmed = f.BaseURL, false },
		"temperature": func() { p.Settings.Temperature = study.Known(f.temperature) },
		"model-seed":  func() { p.Settings.Seed = study.Known(f.seed) },
		"max-tokens":  func() { p.Settings.MaxTokens = f.Settings.MaxTokens },
		"parallel":    func() { p.Limits.Parallel = f.Limits.Parallel },
		"per-minute":  func() { p.Limits.PerMinute = f.Limits.PerMinute },
		"timeout":     func() { p.Limits.Timeout = f.Limits.Timeout },
	}
	for name, do := range set {
		if flags.Changed(name) {
			do()
		}
	}
	if flags.Changed("confirm-host") { // after the address, which takes an older word back
		p.Confirmed = f.Confirmed
	}
	if !flags.Changed("cap") {
		return nil
	}
	limit, err := parseMoney(f.cap)
	p.Cap = limit
	return err
}

// parseMoney reads "20 USD"; nothing and "none" mean no limit.
func parseMoney(text string) (study.Maybe[ledger.Money], error) {
	none := study.Maybe[ledger.Money]{}
	if text = strings.TrimSpace(text); text == "" || text == "none" {
		return none, nil
	}
	fields := strings.Fields(text)
	if len(fields) != 2 || len(fields[1]) != 3 {
		return none, errors.New("no amount with a currency")
	}
	amount, err := ledger.ParseAmount(fields[0])
	return study.Known(ledger.Money{Micros: int64(amount), Currency: strings.ToUpper(fields[1])}), err
}

// saveProviderCommand adds a provider, or changes what is said of one.
func (t *terminal) saveProviderCommand(use string) *cobra.Command {
	var f providerFlags
	c := &cobra.Command{Use: use + " NAME", Short: t.words.T("cli.ai.provider." + use), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				p, err := cd.Provider(c.Context(), args[0])
				switch {
				case use == "edit" && err != nil:
					return err
				case use == "add" && err == nil:
					return &study.Problem{ID: "provider.exists", Args: map[string]any{"name": p.Name}}
				case err != nil && !study.HasProblem(err, "provider.not-found"):
					return err
				}
				p.Name = args[0]
				if err := f.apply(&p, c.Flags()); err != nil {
					return &usageError{t.words.T("cli.flag-bad-value", "flag", "cap", "value", f.cap)}
				}
				if err := cd.SaveProvider(c.Context(), p); err != nil {
					return err
				}
				return t.result(providerOut(p), func(w io.Writer) { fmt.Fprintln(w, p.Name) })
			})
		}}
	f.register(c.Flags(), t)
	return c
}

func (t *terminal) removeProviderCommand() *cobra.Command {
	var yes bool
	c := &cobra.Command{Use: "remove NAME", Short: t.words.T("cli.ai.provider.remove"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !yes {
				return &usageError{t.words.T("cli.ai.remove-needs-yes")}
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error { return cd.RemoveProvider(c.Context(), args[0]) })
		}}
	c.Flags().BoolVar(&yes, "yes", false, t.words.T("cli.flag.yes"))
	return c
}

func (t *terminal) testProviderCommand() *cobra.Command {
	var ask bool
	c := &cobra.Command{Use: "test NAME", Short: t.words.T("cli.ai.provider.test"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				if err := cd.TestProvider(c.Context(), args[0], ask); err != nil {
					return err
				}
				key := "cli.ai.reached"
				if ask {
					key = "cli.ai.answered"
				}
				t.say(key, "name", args[0])
				return nil
			})
		}}
	c.Flags().BoolVar(&ask, "ask", false, t.words.T("cli.flag.ask-model"))
	return c
}

func (t *terminal) keyCommand() *cobra.Command {
	var env string
	var forget bool
	c := &cobra.Command{Use: "key NAME", Short: t.words.T("cli.ai.provider.key"), Long: t.words.T("cli.ai.provider.key.long"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				if forget {
					return cd.RemoveKey(c.Context(), args[0])
				}
				key, err := t.readKey(env)
				if err != nil {
					return err
				}
				if _, err := cd.SetKey(c.Context(), args[0], key); err != nil {
					return err
				}
				shown, place, err := cd.KeyShown(c.Context(), args[0])
				if err != nil {
					return err
				}
				t.say("cli.ai.key-kept."+string(place), "key", shown)
				return nil
			})
		}}
	c.Flags().StringVar(&env, "env", "", t.words.T("cli.flag.key-env"))
	c.Flags().BoolVar(&forget, "forget", false, t.words.T("cli.flag.key-forget"))
	return c
}

// readKey reads a key from an environment variable the person names, or the first line of standard input.
func (t *terminal) readKey(env string) (string, error) {
	if env != "" {
		return t.getenv(env), nil
	}
	data, err := io.ReadAll(io.LimitReader(t.in, maxKey))
	if err != nil {
		return "", fmt.Errorf("reading the key: %w", err)
	}
	first, _, _ := strings.Cut(string(data), "\n")
	return first, nil
}

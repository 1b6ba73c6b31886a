package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// Environment variables about the keys of providers. A key itself is never an argument: those are seen by everyone on
// the machine and stay in the shell's history.
const (
	keysVariable       = "IUCOM_STUDIEN_KEYS"       // "file": not in the system's keyring
	passphraseVariable = "IUCOM_STUDIEN_PASSPHRASE" // of the file with the keys
)

// keyring is where the terminal looks for keys first.
func (t *terminal) keyring() func(string) secrets.Keyring {
	if t.getenv(keysVariable) == "file" {
		return nil
	}
	return secrets.System
}

// passphrase opens the file with the keys.
func (t *terminal) passphrase() (string, error) { return t.getenv(passphraseVariable), nil }

func (t *terminal) aiCommand() *cobra.Command {
	return t.group("ai", t.words.T("cli.ai"), t.providerCommand(), t.requestsCommand(), t.batchesCommand(), t.pricesCommand())
}

// requestJSON is an entry of the ledger as the terminal prints it.
type requestJSON struct {
	ID        int64                     `json:"id"`
	Hash      string                    `json:"hash"`
	Study     string                    `json:"study"`
	Test      string                    `json:"test"`
	Purpose   string                    `json:"purpose"`
	Provider  string                    `json:"provider"`
	Model     string                    `json:"model"`
	Repeat    int                       `json:"repeat"`
	Settings  ledger.Settings           `json:"settings"`
	State     ledger.State              `json:"state"`
	Tries     int                       `json:"tries"`
	Sent      string                    `json:"sent"`
	Fault     string                    `json:"fault"`
	Answered  string                    `json:"answered_by"`
	Usage     study.Maybe[ledger.Usage] `json:"usage"`
	Cost      study.Maybe[ledger.Money] `json:"cost"`
	PriceLine string                    `json:"price_line"`
	Batch     string                    `json:"batch,omitempty"` // mark of the batch in which it was sent
	Notes     []string                  `json:"notes,omitempty"` // machine words
	Text      string                    `json:"text,omitempty"`
	Reply     string                    `json:"reply,omitempty"`
}

func requestOut(e ledger.Entry) requestJSON {
	q, r := e.Request, e.Reply
	out := requestJSON{ID: e.ID, Hash: e.Hash, Study: q.Study, Test: q.Test, Purpose: q.Purpose, Provider: q.Provider, Model: q.Model,
		Repeat: q.Repeat, Settings: q.Settings, State: e.State, Tries: e.Tries, Fault: e.Fault, Answered: r.Model, Usage: r.Usage,
		Cost: r.Cost, PriceLine: r.PriceLine, Batch: e.Batch, Notes: r.Notes, Text: q.Text, Reply: r.Text}
	if !e.Sent.IsZero() {
		out.Sent = e.Sent.Format(time.RFC3339)
	}
	return out
}

func (t *terminal) requestsCommand() *cobra.Command {
	var open bool
	list := &cobra.Command{Use: "requests", Short: t.words.T("cli.ai.requests"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			state := ledger.State("")
			if open {
				state = ledger.Open
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				all, err := cd.Requests(c.Context(), conduct.Ref{Study: t.study, Test: t.test}, state)
				if err != nil {
					return err
				}
				out := make([]requestJSON, len(all))
				for i, e := range all {
					out[i] = requestOut(e)
				}
				return t.result(out, func(w io.Writer) {
					for _, e := range all {
						q := e.Request
						fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", e.ID, q.Study+"/"+q.Test, q.Purpose, q.Provider+"/"+q.Model,
							t.requestState(e), t.cost(e))
					}
				})
			})
		}}
	list.Flags().BoolVar(&open, "open", false, t.words.T("cli.flag.open"))
	list.AddCommand(t.showRequestCommand(), t.retryCommand())
	return list
}

// requestState says how far a request is.
func (t *terminal) requestState(e ledger.Entry) string {
	if e.Waits() {
		return t.words.T("request.state.batch")
	}
	return t.words.T("request.state." + string(e.State))
}

// cost says what an answered request cost.
func (t *terminal) cost(e ledger.Entry) string {
	cost, known := e.Reply.Cost.Get()
	switch {
	case e.State != ledger.Answered:
		return ""
	case !known:
		return t.words.T("request.cost.unknown")
	case e.Reply.PriceLine == "local":
		return t.words.T("request.cost.local")
	}
	return t.words.Quantity(cost)
}

func (t *terminal) showRequestCommand() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: t.words.T("cli.ai.requests.show"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			id, err := t.requestID(args[0])
			if err != nil {
				return err
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				e, err := cd.Request(c.Context(), id)
				if err != nil {
					return err
				}
				return t.result(requestOut(e), func(w io.Writer) {
					fmt.Fprintf(w, "%s\t%s\t%s\n\n%s\n\n%s\n", e.Request.Provider+"/"+e.Request.Model,
						t.requestState(e), t.cost(e), shownText(e.Request.Text), shownText(e.Reply.Text+e.Fault))
				})
			})
		}}
}

func (t *terminal) retryCommand() *cobra.Command {
	var yes bool
	c := &cobra.Command{Use: "retry ID", Short: t.words.T("cli.ai.requests.retry"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			id, err := t.requestID(args[0])
			if err != nil {
				return err
			}
			if !yes {
				return &usageError{t.words.T("cli.ai.retry-needs-yes")}
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				if err := cd.RetryRequest(c.Context(), id); err != nil {
					return err
				}
				t.say("cli.ai.retried", "id", id)
				return nil
			})
		}}
	c.Flags().BoolVar(&yes, "yes", false, t.words.T("cli.flag.yes"))
	return c
}

func (t *terminal) requestID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, &study.Problem{ID: "ledger.not-found", Args: map[string]any{"id": text}}
	}
	return id, nil
}

func (t *terminal) pricesCommand() *cobra.Command {
	list := &cobra.Command{Use: "prices", Short: t.words.T("cli.ai.prices"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				lines, made, err := cd.PriceLines(c.Context())
				if err != nil {
					return err
				}
				if lines == nil {
					lines = []ledger.Price{}
				}
				t.say("cli.ai.prices-made", "day", made)
				return t.result(lines, func(w io.Writer) {
					for _, l := range lines {
						fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s – %s\t%s\n", l.Provider, l.Model, l.Input, l.Output, l.Currency, l.From, l.To, l.Source)
					}
				})
			})
		}}
	list.AddCommand(t.addPriceCommand())
	return list
}

func (t *terminal) addPriceCommand() *cobra.Command {
	var p ledger.Price
	var input, output, cached, written, search, batch string
	c := &cobra.Command{Use: "add MODEL", Short: t.words.T("cli.ai.prices.add"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			p.Model = args[0]
			amounts := amounts{t: t}
			p.Input, p.Output = amounts.must("--input", input), amounts.must("--output", output)
			p.Cached, p.Written, p.Search = amounts.may("--cached", cached), amounts.may("--written", written), amounts.may("--search", search)
			if factor, known := amounts.may("--batch", batch).Get(); known {
				p.Batch = study.Known(float64(factor) / 1e6)
			}
			if amounts.err != nil {
				return amounts.err
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				made, err := cd.AddPrice(c.Context(), p)
				if err != nil {
					return err
				}
				return t.result(made, func(w io.Writer) { fmt.Fprintln(w, t.priceLine(made)) })
			})
		}}
	flags := c.Flags()
	flags.StringVar(&p.Provider, "provider", "", t.words.T("cli.flag.price-provider"))
	flags.StringVar(&p.Currency, "currency", "USD", t.words.T("cli.flag.price-currency"))
	flags.StringVar(&p.Source, "source", "", t.words.T("cli.flag.price-source"))
	flags.StringVar(&p.From, "from", "", t.words.T("cli.flag.price-from"))
	flags.StringVar(&input, "input", "", t.words.T("cli.flag.price-input"))
	flags.StringVar(&output, "output", "", t.words.T("cli.flag.price-output"))
	flags.StringVar(&cached, "cached", "", t.words.T("cli.flag.price-cached"))
	flags.StringVar(&written, "written", "", t.words.T("cli.flag.price-written"))
	flags.StringVar(&search, "search", "", t.words.T("cli.flag.price-search"))
	flags.StringVar(&batch, "batch", "", t.words.T("cli.flag.price-batch"))
	return c
}

// priceLine says what a price is of, how high it is and from when.
func (t *terminal) priceLine(p ledger.Price) string {
	return t.words.T("cli.ai.price-made", "model", shown(p.Model), "input", p.Input.String(), "output", p.Output.String(), "currency", p.Currency, "from", p.From)
}

// amounts reads several amounts and keeps the first fault.
type amounts struct {
	t   *terminal
	err error
}

func (a *amounts) must(flag, text string) ledger.Amount {
	amount, err := ledger.ParseAmount(strings.TrimSpace(text))
	if err != nil && a.err == nil {
		a.err = &usageError{a.t.words.T("cli.flag-bad-value", "flag", strings.TrimPrefix(flag, "--"), "value", text)}
	}
	return amount
}

func (a *amounts) may(flag, text string) study.Maybe[ledger.Amount] {
	if text == "" {
		return study.Maybe[ledger.Amount]{}
	}
	return study.Known(a.must(flag, text))
}

package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm/replies"
)

// Words of [ledger.Reply].Notes; each stands in the translations under "llm.note.<word>".
const (
	NoteReplayed = "replayed"      // a recording answered, no model
	NoteCut      = "context-cut"   // the server seems to have read a part of the request only
	NoteOther    = "model-differs" // another model answered than the one asked for
	NoteAgain    = "asked-again"   // a local model was asked again what had been left open, since that costs nothing
)

// Ask sends the request once and gives the reply as it came: refused, blocked and cut off replies are replies with
// their Finish. Settings the model does not know are not sent ([Client.Settings]). A reply that has arrived whole is
// given back even if the context ended meanwhile, since it is paid for.
func (c *Client) Ask(ctx context.Context, r Request) (ledger.Reply, error) {
	if c.replay != nil {
		return c.replay.ask(ctx, c, r)
	}
	sent := c.Settings(r.Model, r.Settings)
	start := c.now()
	ex, err := c.call(ctx, maxAnswer, func(ctx context.Context) error { return c.wire.ask(ctx, r, sent) })
	if err != nil {
		return ledger.Reply{}, c.about(err, r.Model)
	}
	reply, err := c.wire.read(ex.body)
	if err != nil {
		return ledger.Reply{}, c.about(c.unreadable(ex, err), r.Model)
	}
	reply.Raw, reply.At = ex.body, c.now().UTC()
	reply.Took = reply.At.Sub(start)
	if id := ex.requestID(); id != "" {
		reply.RequestID = id
	}
	reply.Notes = c.notes(r, reply)
	return reply, nil
}

// call runs one request through an SDK and judges what the transport saw of it. What the SDK says is of no account: it
// knows less.
func (c *Client) call(ctx context.Context, limit int64, send func(context.Context) error) (*exchange, error) {
	ex := &exchange{limit: limit}
	timed, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	err := send(ex.with(timed))
	return ex, c.judge(ctx, ex, err)
}

// notes says what a person should know about the reply.
func (c *Client) notes(r Request, reply ledger.Reply) []string {
	var notes []string
	if reply.Model != "" && !sameModel(r.Model, reply.Model) {
		notes = append(notes, NoteOther)
	}
	if u, ok := reply.Usage.Get(); ok && c.kind == KindCompatible && seemsCut(r, u) {
		notes = append(notes, NoteCut)
	}
	return notes
}

// sameModel tells whether the model that answered is the one asked for, perhaps under its dated name. Names are compared
// without the vendor before and the tag behind them.
func sameModel(asked, answered string) bool {
	a, b := bareModel(asked), bareModel(answered)
	return a == b || strings.HasPrefix(b, a+"-") || strings.HasPrefix(a, b+"-")
}

func bareModel(name string) string {
	name = name[strings.LastIndex(name, "/")+1:]
	name, _, _ = strings.Cut(name, ":")
	return strings.ToLower(strings.TrimSuffix(name, "-latest"))
}

// seemsCut tells whether a local server read less than it was sent: some cut a long request at its front without saying
// so. It counted fewer tokens than a text of this length can have, or input and output fill a window of a usual size
// to the last token.
func seemsCut(r Request, u ledger.Usage) bool {
	const runesPerToken, smallest, largest = 8, 2048, 131072
	if least := (utf8.RuneCountInString(r.System) + utf8.RuneCountInString(r.Text)) / runesPerToken; u.Input > 0 && u.Input < least {
		return true
	}
	all := u.Input + u.Output
	return all >= smallest && all <= largest && all&(all-1) == 0
}

// TestKey asks for the list of models, which costs nothing: it says whether server and key are good. With a model it
// also asks that model for one word, on the person's wish, since only this tells whether there is credit and whether
// the key may use the model; this may cost a fraction of a cent and goes past the ledger.
func (c *Client) TestKey(ctx context.Context, model string) error {
	if c.replay != nil {
		return nil
	}
	if _, err := c.Models(ctx); err != nil {
		return err
	}
	if model == "" {
		return nil
	}
	const fewTokens = 128 // some reasoning models fail below it
	_, err := c.Ask(ctx, Request{Purpose: ForKeyTest, Model: model, Text: "OK?", Settings: ledger.Settings{MaxTokens: fewTokens}})
	return err
}

// Models lists the models that the key may see, in the provider's order.
func (c *Client) Models(ctx context.Context) ([]replies.Model, error) {
	if c.replay != nil {
		return nil, nil
	}
	ex, err := c.call(ctx, maxAnswer, c.wire.list)
	if err != nil {
		var f *Fault
		if errors.As(err, &f) && f.Status == http.StatusNotFound {
			return nil, c.fault("not-an-answer", f.Words, ex) // no list there: the address is not the interface's
		}
		return nil, notPaid(err)
	}
	models, err := replies.Models(ex.body)
	if err != nil {
		return nil, notPaid(c.unreadable(ex, err))
	}
	return models, nil
}

// about names the model in a fault.
func (c *Client) about(err error, model string) error {
	var f *Fault
	if errors.As(err, &f) && f.Problem != nil {
		f.Problem.Args["model"] = model
		return err
	}
	return fmt.Errorf("asking %s: %w", model, err)
}

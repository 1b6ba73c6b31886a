package llm

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"iucomstudien/internal/ledger"
)

// anthropicWire speaks Anthropic's Messages.
type anthropicWire struct {
	facts  *facts
	client anthropic.Client
}

// newAnthropic: the time-out is given since the SDK refuses long replies without one.
func newAnthropic(c *Client) wire {
	return &anthropicWire{facts: c.facts, client: anthropic.NewClient(
		option.WithoutEnvironmentDefaults(), option.WithBaseURL(c.base), option.WithHTTPClient(c.http),
		option.WithAPIKey(placeholder), option.WithMaxRetries(0), option.WithRequestTimeout(c.timeout),
		option.WithoutOpenTelemetry(),
	)}
}

func (w *anthropicWire) ask(ctx context.Context, r Request, s ledger.Settings) error {
	_, err := w.client.Messages.New(ctx, anthropicParams(r, s))
	return err
}

// anthropicParams are the fields of one request.
func anthropicParams(r Request, s ledger.Settings) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: r.Model, MaxTokens: int64(s.MaxTokens),
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(r.Text))},
		System:   anthropicSystem(r), Tools: anthropicTools(s),
	}
}

func anthropicSystem(r Request) []anthropic.TextBlockParam {
	if r.System == "" {
		return nil
	}
	return []anthropic.TextBlockParam{{Text: r.System}}
}

func anthropicTools(s ledger.Settings) []anthropic.ToolUnionParam {
	if !s.Search {
		return nil
	}
	return []anthropic.ToolUnionParam{{OfWebSearchTool20250305: &anthropic.WebSearchTool20250305Param{}}}
}

func (w *anthropicWire) list(ctx context.Context) error {
	const all = 1000 // the most that one page holds
	_, err := w.client.Models.List(ctx, anthropic.ModelListParams{Limit: param.NewOpt(int64(all))})
	return err
}

func (w *anthropicWire) read(body []byte) (ledger.Reply, error) { return w.facts.reader.Message(body) }

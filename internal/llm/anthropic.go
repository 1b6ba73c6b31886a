package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
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

// anthropicMessage is a reply of Messages.
type anthropicMessage struct {
	ID      loose            `json:"id"`
	Type    loose            `json:"type"`
	Model   loose            `json:"model"`
	Stop    loose            `json:"stop_reason"`
	Content []anthropicBlock `json:"content"`
	Usage   *struct {
		Input   count `json:"input_tokens"`
		Read    count `json:"cache_read_input_tokens"`
		Written count `json:"cache_creation_input_tokens"`
		Output  count `json:"output_tokens"`
		Details struct {
			Thinking count `json:"thinking_tokens"`
		} `json:"output_tokens_details"`
		Tools struct {
			Searches count `json:"web_search_requests"`
		} `json:"server_tool_use"`
	} `json:"usage"`
}

type anthropicBlock struct {
	Type      loose `json:"type"`
	Text      loose `json:"text"`
	Citations []struct {
		URL      loose `json:"url"`
		Title    loose `json:"title"`
		Document loose `json:"document_title"`
	} `json:"citations"`
}

func (w *anthropicWire) read(body []byte) (ledger.Reply, error) { return w.facts.readMessage(body) }

// readMessage reads a message. Its number of input tokens leaves out what was read from and written into the cache; the
// three are added, so that input is the whole.
func (f *facts) readMessage(body []byte) (ledger.Reply, error) {
	var m anthropicMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return ledger.Reply{}, fmt.Errorf("reading a message: %w", err)
	}
	switch m.Type {
	case "message":
	case "error":
		return ledger.Reply{}, errFailed
	default:
		return ledger.Reply{}, errors.New("the reply is no message")
	}
	reply := ledger.Reply{
		Model: string(m.Model), RequestID: string(m.ID), Stop: string(m.Stop),
		Usage: study.Absent[ledger.Usage](study.NotReturned),
	}
	m.join(&reply)
	reply.Finish = f.ending("anthropic", reply.Stop, reply.Text)
	if u := m.Usage; u != nil {
		reply.Usage = study.Known(ledger.Usage{
			Input: int(u.Input + u.Read + u.Written), Cached: int(u.Read), Written: int(u.Written),
			Output: int(u.Output), Reasoning: int(u.Details.Thinking), Searches: int(u.Tools.Searches),
		})
	}
	return reply, nil
}

// join puts neighbouring blocks of text together, since a text with citations is cut into many; where another block
// stood between, an empty line does. Thoughts and tools are no part of it.
func (m anthropicMessage) join(reply *ledger.Reply) {
	var texts []string
	open := false
	for _, b := range m.Content {
		if b.Type != "text" {
			open = false
			continue
		}
		if !open {
			texts = append(texts, "")
		}
		open = true
		texts[len(texts)-1] += string(b.Text)
		for _, c := range b.Citations {
			title := c.Title
			if title == "" {
				title = c.Document
			}
			reply.Sources = cite(reply.Sources, string(title), string(c.URL))
		}
	}
	reply.Text = paragraphs(texts)
}

package llm

import (
	"context"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"

	"iucomstudien/internal/ledger"
)

// chatWire speaks Chat Completions with other servers than OpenAI's. They call the fields differently, and some refuse a
// field they do not know.
type chatWire struct {
	facts  *facts
	chat   openai.ChatCompletionService
	models openai.ModelService
	seed   string // what the field of the seed is called
}

// newMistral: Mistral has no SDK for Go and speaks Chat Completions with max_tokens and random_seed. Any field it does
// not know it answers with 422.
func newMistral(c *Client) wire { return newChat(c, "random_seed") }

func newChat(c *Client, seed string) *chatWire {
	o := openaiOptions(c)
	return &chatWire{facts: c.facts, chat: openai.NewChatCompletionService(o...), models: openai.NewModelService(o...), seed: seed}
}

func (w *chatWire) ask(ctx context.Context, r Request, s ledger.Settings) error {
	p := chatParams(r, s)
	if s.MaxTokens > 0 {
		p.MaxTokens = param.NewOpt(int64(s.MaxTokens))
	}
	var o []option.RequestOption
	if seed, ok := s.Seed.Get(); ok {
		o = append(o, option.WithJSONSet(w.seed, seed))
	}
	_, err := w.chat.New(ctx, p, o...)
	return err
}

func (w *chatWire) read(body []byte) (ledger.Reply, error) { return w.facts.reader.Chat(body) }

func (w *chatWire) list(ctx context.Context) error {
	_, err := w.models.List(ctx)
	return err
}

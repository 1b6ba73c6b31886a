package llm

import (
	"context"
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm/replies"
)

// openaiWire speaks OpenAI's own interface: Chat Completions, and Responses where the model may search the web, since
// only there every model can.
type openaiWire struct {
	facts     *facts
	chat      openai.ChatCompletionService
	responses responses.ResponseService
	models    openai.ModelService
	files     openai.FileService
	batches   openai.BatchService
}

func newOpenAI(c *Client) wire {
	o := openaiOptions(c)
	return &openaiWire{
		facts: c.facts, chat: openai.NewChatCompletionService(o...),
		responses: responses.NewResponseService(o...), models: openai.NewModelService(o...),
		files: openai.NewFileService(o...), batches: openai.NewBatchService(o...),
	}
}

func (w *openaiWire) ask(ctx context.Context, r Request, s ledger.Settings) error {
	if s.Search {
		_, err := w.responses.New(ctx, responsesParams(r, s))
		return err
	}
	_, err := w.chat.New(ctx, openaiChatParams(r, s))
	return err
}

// openaiChatParams: a reasoning model wants max_completion_tokens, every other takes it. Nothing is stored at the
// provider beyond what it keeps of every request.
func openaiChatParams(r Request, s ledger.Settings) openai.ChatCompletionNewParams {
	p := chatParams(r, s)
	p.Store = param.NewOpt(false)
	if s.MaxTokens > 0 {
		p.MaxCompletionTokens = param.NewOpt(int64(s.MaxTokens))
	}
	if seed, ok := s.Seed.Get(); ok {
		p.Seed = param.NewOpt(seed)
	}
	return p
}

func responsesParams(r Request, s ledger.Settings) responses.ResponseNewParams {
	p := responses.ResponseNewParams{
		Model: r.Model, Store: param.NewOpt(false),
		Input: responses.ResponseNewParamsInputUnion{OfString: param.NewOpt(r.Text)},
	}
	if s.Search {
		p.Tools = []responses.ToolUnionParam{responses.ToolParamOfWebSearch(responses.WebSearchToolTypeWebSearch)}
	}
	if r.System != "" {
		p.Instructions = param.NewOpt(r.System)
	}
	if s.MaxTokens > 0 {
		p.MaxOutputTokens = param.NewOpt(int64(s.MaxTokens))
	}
	if t, ok := s.Temperature.Get(); ok {
		p.Temperature = param.NewOpt(t)
	}
	return p
}

// read reads either shape; a response says what it is.
func (w *openaiWire) read(body []byte) (ledger.Reply, error) {
	var shape struct {
		Object replies.Word `json:"object"`
	}
	if json.Unmarshal(body, &shape) == nil && shape.Object == "response" {
		return w.facts.reader.Response(body)
	}
	return w.facts.reader.Chat(body)
}

func (w *openaiWire) list(ctx context.Context) error {
	_, err := w.models.List(ctx)
	return err
}

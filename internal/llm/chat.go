package llm

import (
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"

	"iucomstudien/internal/ledger"
)

// openaiOptions are the options of every part of the OpenAI SDK. The parts are made one by one, since only the SDK's
// whole client reads the environment; retries are off, since each try must stand in the ledger.
func openaiOptions(c *Client) []option.RequestOption {
	return []option.RequestOption{
		option.WithBaseURL(c.base), option.WithHTTPClient(c.http), option.WithAPIKey(placeholder), option.WithMaxRetries(0),
	}
}

// chatParams are the fields of Chat Completions that all its servers share.
func chatParams(r Request, s ledger.Settings) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: r.Model}
	if r.System != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(r.System))
	}
	p.Messages = append(p.Messages, openai.UserMessage(r.Text))
	if t, ok := s.Temperature.Get(); ok {
		p.Temperature = param.NewOpt(t)
	}
	return p
}

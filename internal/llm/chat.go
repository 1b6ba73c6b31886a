package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
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

// chatReply is the envelope of Chat Completions, from the raw body: the SDK's type takes a content that is a list of
// chunks for one text, thoughts and JSON included.
type chatReply struct {
	ID          loose           `json:"id"`
	Model       loose           `json:"model"`
	Fingerprint loose           `json:"system_fingerprint"`
	Choices     []chatChoice    `json:"choices"`
	Usage       *chatTokens     `json:"usage"`
	Error       json.RawMessage `json:"error"`
}

type chatChoice struct {
	Finish  loose `json:"finish_reason"`
	Message struct {
		Content     json.RawMessage `json:"content"`
		Refusal     loose           `json:"refusal"`
		Annotations []struct {
			URL struct {
				Title loose `json:"title"`
				URL   loose `json:"url"`
			} `json:"url_citation"`
		} `json:"annotations"`
	} `json:"message"`
}

// chatTokens: the prompt includes what was cached, the completion includes the reasoning.
type chatTokens struct {
	Prompt     count  `json:"prompt_tokens"`
	Completion count  `json:"completion_tokens"`
	CacheHit   *count `json:"prompt_cache_hit_tokens"` // DeepSeek
	In         struct {
		Cached  *count `json:"cached_tokens"`
		Written count  `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
	Out struct {
		Reasoning count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// readChat reads a Chat Completion. Reasoning is no part of the text, wherever a server puts it.
func (f *facts) readChat(body []byte) (ledger.Reply, error) {
	var c chatReply
	if err := json.Unmarshal(body, &c); err != nil {
		return ledger.Reply{}, fmt.Errorf("reading a chat completion: %w", err)
	}
	if len(c.Choices) == 0 {
		if len(c.Error) > 0 && !bytes.Equal(c.Error, []byte("null")) {
			return ledger.Reply{}, errFailed
		}
		return ledger.Reply{}, errors.New("the chat completion has no choices")
	}
	first := c.Choices[0]
	raw, err := chunks(first.Message.Content)
	if err != nil {
		return ledger.Reply{}, err
	}
	reply := ledger.Reply{
		Text: f.withoutThoughts(raw), Stop: string(first.Finish), Model: string(c.Model),
		Fingerprint: string(c.Fingerprint), RequestID: string(c.ID), Usage: c.Usage.usage(),
	}
	reply.Finish = f.ending("chat", reply.Stop, reply.Text)
	if first.Message.Refusal != "" {
		reply.Finish = study.FinRefused
	}
	for _, a := range first.Message.Annotations {
		reply.Sources = cite(reply.Sources, string(a.URL.Title), string(a.URL.URL))
	}
	return reply, nil
}

// chunks reads a content that is a text, null, or a list of chunks of which only those of text count.
func chunks(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return "", nil
	}
	var whole string
	if json.Unmarshal(raw, &whole) == nil {
		return whole, nil
	}
	var list []struct {
		Type loose `json:"type"`
		Text loose `json:"text"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return "", fmt.Errorf("reading the content of a chat completion: %w", err)
	}
	var b strings.Builder
	for _, chunk := range list {
		if chunk.Type == "text" || chunk.Type == "output_text" || chunk.Type == "" {
			b.WriteString(string(chunk.Text))
		}
	}
	return b.String(), nil
}

func (u *chatTokens) usage() study.Maybe[ledger.Usage] {
	if u == nil {
		return study.Absent[ledger.Usage](study.NotReturned)
	}
	cached := u.In.Cached
	if cached == nil {
		cached = u.CacheHit
	}
	used := ledger.Usage{
		Input: int(u.Prompt), Written: int(u.In.Written), Output: int(u.Completion), Reasoning: int(u.Out.Reasoning),
	}
	if cached != nil {
		used.Cached = int(*cached)
	}
	return study.Known(used)
}

// cite adds a source once, in the order of their first mention.
func cite(list []ledger.Source, title, url string) []ledger.Source {
	if title == "" && url == "" {
		return list
	}
	for _, s := range list {
		if s.URL == url && s.Title == title {
			return list
		}
	}
	return append(list, ledger.Source{Title: title, URL: url})
}

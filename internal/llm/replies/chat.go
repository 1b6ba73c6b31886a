package replies

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// chatReply is the envelope of Chat Completions, from the raw body: the SDK's type takes a content that is a list of
// chunks for one text, thoughts and JSON included.
type chatReply struct {
	ID          Word            `json:"id"`
	Model       Word            `json:"model"`
	Fingerprint Word            `json:"system_fingerprint"`
	Choices     []chatChoice    `json:"choices"`
	Usage       *chatTokens     `json:"usage"`
	Error       json.RawMessage `json:"error"`
}

type chatChoice struct {
	Finish  Word `json:"finish_reason"`
	Message struct {
		Content     json.RawMessage `json:"content"`
		Refusal     Word            `json:"refusal"`
		Annotations []struct {
			URL struct {
				Title Word `json:"title"`
				URL   Word `json:"url"`
			} `json:"url_citation"`
		} `json:"annotations"`
	} `json:"message"`
}

// chatTokens: the prompt includes what was cached, the completion includes the reasoning.
type chatTokens struct {
	Prompt     Count  `json:"prompt_tokens"`
	Completion Count  `json:"completion_tokens"`
	CacheHit   *Count `json:"prompt_cache_hit_tokens"` // DeepSeek
	In         struct {
		Cached  *Count `json:"cached_tokens"`
		Written Count  `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
	Out struct {
		Reasoning Count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// Chat reads a Chat Completion. Reasoning is no part of the text, wherever a server puts it.
func (f *Reader) Chat(body []byte) (ledger.Reply, error) {
	var c chatReply
	if err := json.Unmarshal(body, &c); err != nil {
		return ledger.Reply{}, fmt.Errorf("reading a chat completion: %w", err)
	}
	if len(c.Choices) == 0 {
		if len(c.Error) > 0 && !bytes.Equal(c.Error, []byte("null")) {
			return ledger.Reply{}, ErrFailed
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
		Type Word `json:"type"`
		Text Word `json:"text"`
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

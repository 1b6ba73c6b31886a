package replies

import (
	"encoding/json"
	"errors"
	"fmt"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// anthropicMessage is a reply of Messages.
type anthropicMessage struct {
	ID      Word             `json:"id"`
	Type    Word             `json:"type"`
	Model   Word             `json:"model"`
	Stop    Word             `json:"stop_reason"`
	Content []anthropicBlock `json:"content"`
	Usage   *struct {
		Input   Count `json:"input_tokens"`
		Read    Count `json:"cache_read_input_tokens"`
		Written Count `json:"cache_creation_input_tokens"`
		Output  Count `json:"output_tokens"`
		Details struct {
			Thinking Count `json:"thinking_tokens"`
		} `json:"output_tokens_details"`
		Tools struct {
			Searches Count `json:"web_search_requests"`
		} `json:"server_tool_use"`
	} `json:"usage"`
}

type anthropicBlock struct {
	Type      Word `json:"type"`
	Text      Word `json:"text"`
	Citations []struct {
		URL      Word `json:"url"`
		Title    Word `json:"title"`
		Document Word `json:"document_title"`
	} `json:"citations"`
}

// Message reads a message. Its number of input tokens leaves out what was read from and written into the cache; the
// three are added, so that input is the whole.
func (f *Reader) Message(body []byte) (ledger.Reply, error) {
	var m anthropicMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return ledger.Reply{}, fmt.Errorf("reading a message: %w", err)
	}
	switch m.Type {
	case "message":
	case "error":
		return ledger.Reply{}, ErrFailed
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

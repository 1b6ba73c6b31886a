package replies

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// geminiReply is a reply of generateContent, from the raw body: the SDK drops the time and hides why there is no text.
type geminiReply struct {
	ID         Word              `json:"responseId"`
	Model      Word              `json:"modelVersion"`
	Candidates []geminiCandidate `json:"candidates"`
	Feedback   *struct {
		Reason Word `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage *struct {
		Prompt     Count `json:"promptTokenCount"`
		Cached     Count `json:"cachedContentTokenCount"`
		Tools      Count `json:"toolUsePromptTokenCount"`
		Candidates Count `json:"candidatesTokenCount"`
		Thoughts   Count `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
	Error json.RawMessage `json:"error"`
}

type geminiCandidate struct {
	Finish  Word `json:"finishReason"`
	Content struct {
		Parts []struct {
			Text    Word            `json:"text"`
			Thought bool            `json:"thought"`
			Call    json.RawMessage `json:"functionCall"`
		} `json:"parts"`
	} `json:"content"`
	Grounding struct {
		Queries []Word `json:"webSearchQueries"`
		Chunks  []struct {
			Web struct {
				Title Word `json:"title"`
				URI   Word `json:"uri"`
			} `json:"web"`
		} `json:"groundingChunks"`
	} `json:"groundingMetadata"`
}

// Gemini reads a reply. No text is normal; the reason says what it means. Thoughts are counted beside the answer's
// tokens; the two are added, so that output is the whole.
func (f *Reader) Gemini(body []byte) (ledger.Reply, error) {
	var g geminiReply
	if err := json.Unmarshal(body, &g); err != nil {
		return ledger.Reply{}, fmt.Errorf("reading a reply of Gemini: %w", err)
	}
	reply := ledger.Reply{Model: string(g.Model), RequestID: string(g.ID), Usage: study.Absent[ledger.Usage](study.NotReturned)}
	searches := 0
	switch {
	case len(g.Candidates) > 0:
		first := g.Candidates[0]
		first.fill(&reply, f)
		searches = len(first.Grounding.Queries)
	case len(g.Error) > 0:
		return ledger.Reply{}, ErrFailed
	case g.Feedback != nil && g.Feedback.Reason != "":
		reply.Stop, reply.Finish = "PROMPT:"+string(g.Feedback.Reason), study.FinBlocked
	case g.Usage != nil:
		reply.Finish = study.FinEmpty
	default:
		return ledger.Reply{}, errors.New("the reply has no candidates")
	}
	if u := g.Usage; u != nil {
		reply.Usage = study.Known(ledger.Usage{
			Input: int(u.Prompt + u.Tools), Cached: int(u.Cached),
			Output: int(u.Candidates + u.Thoughts), Reasoning: int(u.Thoughts), Searches: searches,
		})
	}
	return reply, nil
}

// fill takes text, end and sources of a candidate.
func (c geminiCandidate) fill(reply *ledger.Reply, f *Reader) {
	var b strings.Builder
	called := false
	for _, part := range c.Content.Parts {
		if !part.Thought {
			b.WriteString(string(part.Text))
		}
		called = called || len(part.Call) > 0
	}
	reply.Text, reply.Stop = b.String(), string(c.Finish)
	reply.Finish = f.ending("gemini", reply.Stop, reply.Text)
	if reply.Finish == study.FinEmpty && called {
		reply.Finish = study.FinToolCall
	}
	for _, chunk := range c.Grounding.Chunks {
		reply.Sources = cite(reply.Sources, string(chunk.Web.Title), string(chunk.Web.URI))
	}
}

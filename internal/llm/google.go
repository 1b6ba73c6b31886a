package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/genai"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// googleWire speaks the Gemini API.
type googleWire struct {
	facts  *facts
	client *genai.Client
	http   *http.Client
	base   string
}

// newGoogle names back end, address and version, so that none of them is taken from the environment. The SDK repeats
// nothing unless it is told to.
func newGoogle(c *Client) (wire, error) {
	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: placeholder, Backend: genai.BackendGeminiAPI, HTTPClient: c.http,
		HTTPOptions: genai.HTTPOptions{BaseURL: c.base, APIVersion: "v1beta"},
	})
	if err != nil {
		return nil, fmt.Errorf("preparing %s: %w", c.name, err)
	}
	return &googleWire{facts: c.facts, client: client, http: c.http, base: c.base}, nil
}

func (w *googleWire) ask(ctx context.Context, r Request, s ledger.Settings) error {
	_, err := w.client.Models.GenerateContent(ctx, r.Model, googleContents(r), googleConfig(r, s))
	return err
}

func googleContents(r Request) []*genai.Content {
	return []*genai.Content{genai.NewContentFromText(r.Text, genai.RoleUser)}
}

func googleConfig(r Request, s ledger.Settings) *genai.GenerateContentConfig {
	c := &genai.GenerateContentConfig{MaxOutputTokens: int32(min(s.MaxTokens, 1<<30)), CandidateCount: 1}
	if r.System != "" {
		c.SystemInstruction = &genai.Content{Parts: []*genai.Part{{Text: r.System}}}
	}
	if t, ok := s.Temperature.Get(); ok {
		c.Temperature = genai.Ptr(float32(t))
	}
	if seed, ok := s.Seed.Get(); ok {
		c.Seed = genai.Ptr(int32(seed))
	}
	if s.Search {
		c.Tools = []*genai.Tool{{GoogleSearch: &genai.GoogleSearch{}}}
	}
	return c
}

// list asks without the SDK, which writes a list it can't read into the log, whatever it holds.
func (w *googleWire) list(ctx context.Context) error {
	const all = "v1beta/models?pageSize=1000" // the most that one page holds
	return get(ctx, w.http, w.base+all)
}

// geminiReply is a reply of generateContent, from the raw body: the SDK drops the time and hides why there is no text.
type geminiReply struct {
	ID         loose             `json:"responseId"`
	Model      loose             `json:"modelVersion"`
	Candidates []geminiCandidate `json:"candidates"`
	Feedback   *struct {
		Reason loose `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage *struct {
		Prompt     count `json:"promptTokenCount"`
		Cached     count `json:"cachedContentTokenCount"`
		Tools      count `json:"toolUsePromptTokenCount"`
		Candidates count `json:"candidatesTokenCount"`
		Thoughts   count `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
	Error json.RawMessage `json:"error"`
}

type geminiCandidate struct {
	Finish  loose `json:"finishReason"`
	Content struct {
		Parts []struct {
			Text    loose           `json:"text"`
			Thought bool            `json:"thought"`
			Call    json.RawMessage `json:"functionCall"`
		} `json:"parts"`
	} `json:"content"`
	Grounding struct {
		Queries []loose `json:"webSearchQueries"`
		Chunks  []struct {
			Web struct {
				Title loose `json:"title"`
				URI   loose `json:"uri"`
			} `json:"web"`
		} `json:"groundingChunks"`
	} `json:"groundingMetadata"`
}

func (w *googleWire) read(body []byte) (ledger.Reply, error) { return w.facts.readGemini(body) }

// readGemini reads a reply. No text is normal; the reason says what it means. Thoughts are counted beside the answer's
// tokens; the two are added, so that output is the whole.
func (f *facts) readGemini(body []byte) (ledger.Reply, error) {
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
		return ledger.Reply{}, errFailed
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
func (c geminiCandidate) fill(reply *ledger.Reply, f *facts) {
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

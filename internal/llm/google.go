package llm

import (
	"context"
	"fmt"
	"net/http"

	"google.golang.org/genai"

	"iucomstudien/internal/ledger"
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

func (w *googleWire) read(body []byte) (ledger.Reply, error) { return w.facts.reader.Gemini(body) }

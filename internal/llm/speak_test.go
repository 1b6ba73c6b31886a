package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// planted is a key that must occur in nothing that comes back.
const planted = "sk-planted-0123456789-QRST"

// heard is a request as a provider's server got it.
type heard struct {
	method, path, query string
	header              http.Header
	body                string
}

// provider is a server in a provider's place. It answers every request in the same way and keeps what it heard.
type provider struct {
	*httptest.Server
	guard sync.Mutex
	got   []heard
}

func serve(t *testing.T, answer http.HandlerFunc) *provider {
	t.Helper()
	p := &provider{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("reading a request: %v", err)
		}
		p.guard.Lock()
		p.got = append(p.got, heard{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Clone(), string(body)})
		p.guard.Unlock()
		answer(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// RoundTrip brings a request for the provider's real address to the server here.
func (p *provider) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(p.URL)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = to.Scheme, to.Host, to.Host
	return p.Client().Transport.RoundTrip(r)
}

// saying answers with a status and a body, and headers as «name: value».
func saying(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for _, h := range header {
			name, value, _ := strings.Cut(h, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// speaker is a provider's language: how it says the things that all providers say.
type speaker struct {
	kind   llm.Kind
	model  string
	path   string // of a question
	list   string // path of the list of models
	models string // such a list
	header string // that carries the key
	before string
	good   func(text, end string) string // a reply with 100 tokens in, 20 of them cached, and 50 out, 10 of them reasoning
	ends   map[string]string             // what happened -> the provider's word
	fault  func(status int, word, message string) string
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func chatGood(model string) func(text, end string) string {
	return func(text, end string) string {
		return fmt.Sprintf(`{"id":"c-1","object":"chat.completion","created":1791968400,"model":%s,"choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":%s}],`+
			`"usage":{"prompt_tokens":100,"completion_tokens":50,"total_tokens":150,"prompt_tokens_details":{"cached_tokens":20},"completion_tokens_details":{"reasoning_tokens":10}}}`,
			quoted(model), quoted(text), quoted(end))
	}
}

func chatFault(_ int, word, message string) string {
	return fmt.Sprintf(`{"error":{"message":%s,"type":%s,"param":null,"code":%s}}`, quoted(message), quoted(word), quoted(word))
}

var chatEnds = map[string]string{"complete": "stop", "truncated": "length", "blocked": "content_filter", "unknown": "mystery"}

func speakers() []speaker {
	return []speaker{
		{
			kind: llm.KindOpenAI, model: "gpt-4o", path: "/v1/chat/completions", list: "/v1/models", header: "Authorization", before: "Bearer ",
			models: `{"object":"list","data":[{"id":"gpt-4o","object":"model","created":1,"owned_by":"x"},{"id":"gpt-5","object":"model"}]}`,
			good:   chatGood("gpt-4o-2024-11-20"), ends: chatEnds, fault: chatFault,
		},
		{
			kind: llm.KindAnthropic, model: "claude-sonnet-5-5", path: "/v1/messages", list: "/v1/models", header: "Authorization", before: "Bearer ",
			models: `{"data":[{"type":"model","id":"claude-sonnet-5-5","display_name":"Claude Sonnet","max_input_tokens":500000,"max_tokens":64000,"retires_at":"2027-10-01T00:00:00Z"}],"has_more":false}`,
			ends:   map[string]string{"complete": "end_turn", "truncated": "max_tokens", "refused": "refusal", "paused": "pause_turn", "unknown": "mystery"},
			good: func(text, end string) string {
				return fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"thinking","thinking":"secret thoughts","signature":"x"},{"type":"text","text":%s,"citations":null}],`+
					`"stop_reason":%s,"usage":{"input_tokens":80,"cache_read_input_tokens":20,"cache_creation_input_tokens":0,"output_tokens":50,"output_tokens_details":{"thinking_tokens":10}}}`, quoted(text), quoted(end))
			},
			fault: func(_ int, word, message string) string {
				return fmt.Sprintf(`{"type":"error","error":{"type":%s,"message":%s},"request_id":"req_1"}`, quoted(word), quoted(message))
			},
		},
		{
			kind: llm.KindGoogle, model: "gemini-2.5-pro", path: "/v1beta/models/gemini-2.5-pro:generateContent", list: "/v1beta/models", header: "X-Goog-Api-Key",
			models: `{"models":[{"name":"models/gemini-2.5-pro","displayName":"Gemini","inputTokenLimit":1048576,"outputTokenLimit":65536,"supportedGenerationMethods":["generateContent"]},{"name":"models/embed","supportedGenerationMethods":["embedContent"]}]}`,
			ends:   map[string]string{"complete": "STOP", "truncated": "MAX_TOKENS", "blocked": "SAFETY", "unknown": "MYSTERY"},
			good: func(text, end string) string {
				return fmt.Sprintf(`{"candidates":[{"content":{"role":"model","parts":[{"text":"secret thoughts","thought":true},{"text":%s}]},"finishReason":%s,"index":0}],`+
					`"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":20,"candidatesTokenCount":40,"thoughtsTokenCount":10,"totalTokenCount":150},"modelVersion":"gemini-2.5-pro","responseId":"r-1"}`, quoted(text), quoted(end))
			},
			fault: func(status int, word, message string) string {
				return fmt.Sprintf(`{"error":{"code":%d,"message":%s,"status":%s}}`, status, quoted(message), quoted(word))
			},
		},
		{
			kind: llm.KindMistral, model: "mistral-large-latest", path: "/v1/chat/completions", list: "/v1/models", header: "Authorization", before: "Bearer ",
			models: `{"object":"list","data":[{"id":"mistral-large-2512","max_context_length":262144,"aliases":["mistral-large-latest"],"deprecation":"2027-01-31T12:00:00Z","deprecation_replacement_model":"mistral-large-2612"},{"id":"mistral-large-2512"}]}`,
			good: func(text, end string) string {
				s := chatGood("mistral-large-2512")(text, end)
				return strings.Replace(s, `"content":`+quoted(text), `"content":[{"type":"thinking","thinking":[{"type":"text","text":"secret thoughts"}]},{"type":"text","text":`+quoted(text)+`}]`, 1)
			},
			ends: map[string]string{"complete": "stop", "truncated": "model_length", "unknown": "error"},
			fault: func(_ int, word, message string) string {
				return fmt.Sprintf(`{"object":"error","message":%s,"type":%s,"code":"3000"}`, quoted(message), quoted(word))
			},
		},
		{
			kind: llm.KindCompatible, model: "qwen3.5:9b", path: "/v1/chat/completions", list: "/v1/models", header: "Authorization", before: "Bearer ",
			models: `{"object":"list","data":[{"id":"qwen3.5:9b","object":"model","owned_by":"library"}]}`,
			good: func(text, end string) string {
				return chatGood("qwen3.5:9b")("<think>\nsecret thoughts\n</think>\n\n"+text, end)
			},
			ends: chatEnds,
			fault: func(_ int, word, message string) string {
				return fmt.Sprintf(`{"error":%s}`, quoted(word+": "+message))
			},
		},
	}
}

// at is the moment that tests take place.
func at() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

// client reaches a server under the provider's real address.
func (s speaker) client(t *testing.T, p http.RoundTripper, timeout time.Duration) *llm.Client {
	t.Helper()
	client, err := llm.New(llm.Config{Kind: s.kind, Key: planted, Timeout: timeout, Transport: p, Now: at})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// question is a plain request.
func (s speaker) question() llm.Request {
	return llm.Request{
		Purpose: llm.ForControl, Model: s.model, System: "Antworten Sie knapp.", Text: "Wann beginnt die Frist?",
		Settings: ledger.Settings{Temperature: study.Known(0.2), Seed: study.Known(int64(7)), MaxTokens: 900},
	}
}

// withoutKey looks for the planted key in everything that an error or reply shows.
func withoutKey(t *testing.T, reply ledger.Reply, err error) {
	t.Helper()
	shown := []string{fmt.Sprintf("%+v %#v %s", reply, reply, reply.Raw), fmt.Sprintf("%v %+v %#v", err, err, err), llm.Words(err)}
	var f *llm.Fault
	if errors.As(err, &f) {
		shown = append(shown, fmt.Sprintf("%+v %v", *f, f.Problem))
	}
	for _, p := range study.Problems(err) {
		shown = append(shown, fmt.Sprintf("%+v %+v %v", *p, p.Args, p.Err))
	}
	for _, s := range shown {
		if strings.Contains(s, planted) {
			t.Errorf("the key shows in: %.300s", s)
		}
	}
}

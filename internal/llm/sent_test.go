package llm_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// TestWhatIsSent is the list of fields that leave, to the letter. A field more is a setting nobody asked for, and
// Mistral would refuse it.
func TestWhatIsSent(t *testing.T) {
	const chat = `"messages":[{"role":"system","content":"Antworten Sie knapp."},{"role":"user","content":"Wann beginnt die Frist?"}]`
	all := ledger.Settings{Temperature: study.Known(0.2), Seed: study.Known(int64(7)), MaxTokens: 900}
	search := ledger.Settings{Temperature: study.Known(0.2), Seed: study.Known(int64(7)), MaxTokens: 900, Search: true}
	for _, c := range []struct {
		name     string
		kind     llm.Kind
		model    string
		settings ledger.Settings
		path     string
		want     string
	}{
		{"OpenAI, all settings", llm.KindOpenAI, "gpt-4o", all, "/v1/chat/completions",
			`{"model":"gpt-4o",` + chat + `,"temperature":0.2,"seed":7,"max_completion_tokens":900,"store":false}`},
		{"OpenAI, temperature 0", llm.KindOpenAI, "gpt-4.1-mini", ledger.Settings{Temperature: study.Known(0.0)}, "/v1/chat/completions",
			`{"model":"gpt-4.1-mini",` + chat + `,"temperature":0,"store":false}`},
		{"OpenAI, reasoning", llm.KindOpenAI, "gpt-5.5", all, "/v1/chat/completions",
			`{"model":"gpt-5.5",` + chat + `,"max_completion_tokens":900,"store":false}`},
		{"OpenAI, search", llm.KindOpenAI, "gpt-4o", search, "/v1/responses",
			`{"model":"gpt-4o","input":"Wann beginnt die Frist?","instructions":"Antworten Sie knapp.","temperature":0.2,"max_output_tokens":900,"store":false,"tools":[{"type":"web_search"}]}`},
		{"Anthropic takes no temperature", llm.KindAnthropic, "claude-opus-5-5", all, "/v1/messages",
			`{"model":"claude-opus-5-5","max_tokens":900,"system":[{"type":"text","text":"Antworten Sie knapp."}],"messages":[{"role":"user","content":[{"type":"text","text":"Wann beginnt die Frist?"}]}]}`},
		{"Anthropic demands a length", llm.KindAnthropic, "claude-opus-5-5", ledger.Settings{}, "/v1/messages",
			`{"model":"claude-opus-5-5","max_tokens":16000,"system":[{"type":"text","text":"Antworten Sie knapp."}],"messages":[{"role":"user","content":[{"type":"text","text":"Wann beginnt die Frist?"}]}]}`},
		{"Anthropic, search and a long reply", llm.KindAnthropic, "claude-opus-5-5", ledger.Settings{MaxTokens: 64000, Search: true}, "/v1/messages",
			`{"model":"claude-opus-5-5","max_tokens":64000,"system":[{"type":"text","text":"Antworten Sie knapp."}],"messages":[{"role":"user","content":[{"type":"text","text":"Wann beginnt die Frist?"}]}],"tools":[{"name":"web_search","type":"web_search_20250305"}]}`},
		{"Google", llm.KindGoogle, "gemini-2.5-pro", search, "/v1beta/models/gemini-2.5-pro:generateContent",
			`{"contents":[{"role":"user","parts":[{"text":"Wann beginnt die Frist?"}]}],"systemInstruction":{"role":"user","parts":[{"text":"Antworten Sie knapp."}]},"generationConfig":{"temperature":0.2,"seed":7,"maxOutputTokens":900,"candidateCount":1},"tools":[{"googleSearch":{}}]}`},
		{"Mistral has names of its own", llm.KindMistral, "mistral-large-latest", search, "/v1/chat/completions",
			`{"model":"mistral-large-latest",` + chat + `,"temperature":0.2,"random_seed":7,"max_tokens":900}`},
		{"local", llm.KindCompatible, "qwen3.5:9b", search, "/v1/chat/completions",
			`{"model":"qwen3.5:9b",` + chat + `,"temperature":0.2,"seed":7,"max_tokens":900}`},
		{"nothing wanted, nothing sent", llm.KindMistral, "mistral-large-latest", ledger.Settings{}, "/v1/chat/completions",
			`{"model":"mistral-large-latest",` + chat + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := serve(t, saying(500, `{}`))
			s := speaker{kind: c.kind, model: c.model}
			q := s.question()
			q.Settings = c.settings
			if _, err := s.client(t, p, time.Minute).Ask(context.Background(), q); err == nil {
				t.Fatal("a server error was taken for a reply")
			}
			var got, want any
			if err := json.Unmarshal([]byte(p.got[0].body), &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(c.want), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" || p.got[0].path != c.path {
				t.Errorf("%s (-want +sent)\n%s", p.got[0].path, diff)
			}
		})
	}
}

func TestAnthropicIsToldTheVersionOfTheInterface(t *testing.T) {
	s := speakers()[1]
	p := serve(t, saying(200, s.models))
	if _, err := s.client(t, p, time.Minute).Models(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := p.got[0].header.Get("Anthropic-Version"); got != "2026-10-21" {
		t.Errorf("version %q", got)
	}
}

func TestSettingsSayWhatIsReallySent(t *testing.T) {
	s := speaker{kind: llm.KindAnthropic}
	c := s.client(t, dead{}, time.Minute)
	wanted := c.Settings("claude-opus-5-5", ledger.Settings{Temperature: study.Known(0.0), Seed: study.Known(int64(1)), MaxTokens: 500})
	plain := c.Settings("claude-opus-5-5", ledger.Settings{MaxTokens: 500})
	if wanted != plain {
		t.Errorf("requests that are sent alike differ: %+v, %+v", wanted, plain)
	}
	if wanted.Temperature.Why() != study.NotApplicable || wanted.Seed.Why() != study.NotApplicable {
		t.Errorf("what is not supported does not say so: %+v", wanted)
	}
	g := speaker{kind: llm.KindGoogle}.client(t, dead{}, time.Minute)
	if g.Settings("gemini-2.5-pro", ledger.Settings{Seed: study.Known(int64(math.MaxInt32) + 1)}).Seed.IsKnown() {
		t.Error("a seed beyond the provider's range would be sent cut")
	}
	if got := g.Settings("gemini-2.5-pro", ledger.Settings{MaxTokens: 1 << 20}).MaxTokens; got != 65536 {
		t.Errorf("a reply longer than the model's: %d", got)
	}
}

func TestSettingsOfSettingsAreTheSame(t *testing.T) {
	clients := map[llm.Kind]*llm.Client{}
	for _, s := range speakers() {
		clients[s.kind] = s.client(t, dead{}, time.Minute)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := clients[rapid.SampledFrom([]llm.Kind{llm.KindOpenAI, llm.KindAnthropic, llm.KindGoogle, llm.KindMistral, llm.KindCompatible}).Draw(t, "kind")]
		model := rapid.SampledFrom([]string{"gpt-4o", "gpt-5", "o3", "claude-x", "gemini-2.5-pro", "gemma-3", "vendor/model:tag", ""}).Draw(t, "model")
		want := ledger.Settings{MaxTokens: rapid.IntRange(-1, 1<<21).Draw(t, "max"), Search: rapid.Bool().Draw(t, "search")}
		if rapid.Bool().Draw(t, "has temperature") {
			want.Temperature = study.Known(rapid.Float64Range(0, 2).Draw(t, "temperature"))
		}
		if rapid.Bool().Draw(t, "has seed") {
			want.Seed = study.Known(rapid.Int64().Draw(t, "seed"))
		}
		once := c.Settings(model, want)
		if twice := c.Settings(model, once); twice != once {
			t.Fatalf("%+v became %+v", once, twice)
		}
	})
}

func TestNothingComesFromTheEnvironment(t *testing.T) {
	const word = "from-the-environment"
	for _, name := range []string{
		"OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET", "ANTHROPIC_API_KEY",
		"ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE", "ANTHROPIC_WORKSPACE_ID", "GOOGLE_API_KEY", "GEMINI_API_KEY",
		"GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION", "MISTRAL_API_KEY",
	} {
		t.Setenv(name, word)
	}
	for _, name := range []string{"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_VERTEX_BASE_URL"} {
		t.Setenv(name, "http://127.0.0.1:1/"+word+"/")
	}
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Planted: "+word)
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Planted: "+word)
	t.Setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
	allowed := []string{"Accept", "Accept-Encoding", "Anthropic-Version", "Authorization", "Content-Length", "Content-Type", "User-Agent", "X-Goog-Api-Key", "X-Server-Timeout"}
	each(t, func(t *testing.T, s speaker) {
		p := serve(t, saying(200, s.good("Ja.", s.ends["complete"])))
		c := s.client(t, p, time.Minute)
		if _, err := c.Ask(context.Background(), s.question()); err != nil {
			t.Fatal(err)
		}
		_, _ = c.Models(context.Background())
		if len(p.got) != 2 {
			t.Fatalf("heard %d requests", len(p.got))
		}
		for _, g := range p.got {
			for name, values := range g.header {
				if !slices.Contains(allowed, name) || strings.Contains(strings.Join(values, " "), word) {
					t.Errorf("%s %s carries %s: %q", g.method, g.path, name, values)
				}
			}
			if strings.Contains(g.path+g.query+g.body, word) || strings.Contains(g.path+g.query+g.body, planted) {
				t.Errorf("%s %s?%s: %s", g.method, g.path, g.query, g.body)
			}
		}
	})
}

func TestTextsGoNowhereUnasked(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  llm.Config
		want string // "" is allowed
	}{
		{"a local server", llm.Config{Kind: llm.KindCompatible}, ""},
		{"a local server by number", llm.Config{Kind: llm.KindCompatible, BaseURL: "http://127.0.0.1:8080/v1"}, ""},
		{"a local server by its long number", llm.Config{Kind: llm.KindCompatible, BaseURL: "http://[::1]:8080/v1/"}, ""},
		{"another computer in the house", llm.Config{Kind: llm.KindCompatible, BaseURL: "http://192.168.1.7:11434/v1/"}, "llm.foreign-host"},
		{"a name that only looks local", llm.Config{Kind: llm.KindCompatible, BaseURL: "https://localhost.example/v1/"}, "llm.foreign-host"},
		{"another host, agreed to", llm.Config{Kind: llm.KindCompatible, BaseURL: "https://models.example/v1/", Confirmed: true}, ""},
		{"another host in place of the provider's", llm.Config{Kind: llm.KindOpenAI, Key: planted, BaseURL: "https://proxy.example/v1/"}, "llm.foreign-host"},
		{"the provider's other region", llm.Config{Kind: llm.KindOpenAI, Key: planted, BaseURL: "https://eu.api.openai.com/v1/"}, ""},
		{"a key on an open way", llm.Config{Kind: llm.KindOpenAI, Key: planted, BaseURL: "http://api.openai.com/v1/"}, "llm.unencrypted"},
		{"no key", llm.Config{Kind: llm.KindGoogle, Key: "  "}, "llm.key-needed"},
		{"no address", llm.Config{Kind: llm.KindCompatible, BaseURL: "localhost:11434"}, "llm.bad-address"},
		{"a key in the address", llm.Config{Kind: llm.KindCompatible, Key: planted, BaseURL: "http://localhost/v1?key=" + planted}, "llm.bad-address"},
		{"no such kind", llm.Config{Kind: "telepathy"}, "llm.unknown-provider"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := llm.New(c.cfg)
			withoutKey(t, ledger.Reply{}, err)
			if c.want == "" && err != nil || c.want != "" && !study.HasProblem(err, c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestALocalServerGetsNoKey(t *testing.T) {
	p := serve(t, saying(200, chatGood("m")("Ja.", "stop")))
	c, err := llm.New(llm.Config{Kind: llm.KindCompatible, BaseURL: p.URL + "/v1", Name: "Ollama"})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := c.Ask(context.Background(), llm.Request{Model: "m", Text: "Frage"})
	if err != nil || reply.Text != "Ja." {
		t.Fatal(reply, err)
	}
	if _, has := p.got[0].header["Authorization"]; has || !c.Local() || c.Name() != "Ollama" {
		t.Errorf("headers %v", p.got[0].header)
	}
}

// TestAKeyThatIsAnyWord: such a word stays in answers, and is hidden in faults all the same.
func TestAKeyThatIsAnyWord(t *testing.T) {
	p := serve(t, saying(200, chatGood("m")("Das Modell ollama läuft.", "stop")))
	c, err := llm.New(llm.Config{Kind: llm.KindCompatible, Key: "ollama", Transport: p})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := c.Ask(context.Background(), llm.Request{Model: "m", Text: "Frage"})
	if err != nil || reply.Text != "Das Modell ollama läuft." {
		t.Errorf("%q, %v", reply.Text, err)
	}
	p = serve(t, saying(401, `{"error":"wrong token ollama"}`))
	if c, err = llm.New(llm.Config{Kind: llm.KindCompatible, Key: "ollama", Transport: p}); err != nil {
		t.Fatal(err)
	}
	if _, err = c.Ask(context.Background(), llm.Request{Model: "m", Text: "Frage"}); err == nil || strings.Contains(err.Error(), "ollama") {
		t.Errorf("the fault shows the key: %v", err)
	}
}

func TestARedirectionNeverTakesTheKeyAlong(t *testing.T) {
	other := serve(t, saying(200, `{}`))
	each(t, func(t *testing.T, s speaker) {
		for _, status := range []int{301, 302, 307, 308} {
			p := serve(t, saying(status, "", "Location: "+other.URL+"/v1/x"))
			reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question())
			withoutKey(t, reply, err)
			if !study.HasProblem(err, "llm.not-an-answer") || len(other.got) > 0 || len(p.got) != 1 {
				t.Errorf("%d: %v; the other server heard %d", status, err, len(other.got))
			}
		}
	})
}

// TestAReasoningModelIsTheSameBehindAnyServer: what OpenAI refuses of a model, a server that passes it on refuses, too.
func TestAReasoningModelIsTheSameBehindAnyServer(t *testing.T) {
	own, err := llm.New(llm.Config{Kind: llm.KindOpenAI, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := llm.New(llm.Config{Kind: llm.KindCompatible})
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"o1", "o3-mini", "o4-mini-2025-04-16", "gpt-5", "gpt-5-mini", "gpt-5.1", "gpt-6", "gpt-4o", "gpt-4.1-mini", "gpt-4-turbo"} {
		for _, name := range []string{model, "openai/" + model} {
			if a, b := own.Capable(model).Temperature, other.Capable(name).Temperature; a != b {
				t.Errorf("%s takes a temperature: %t, as %s elsewhere: %t", model, a, name, b)
			}
		}
	}
	for _, name := range []string{"gpt-oss:20b", "mistral-small", "llama3.3:70b", "orca-mini", "olmo2"} {
		if !other.Capable(name).Temperature {
			t.Errorf("%s takes a temperature", name)
		}
	}
}

package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/assets/translations"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

func known(t testing.TB) *facts {
	t.Helper()
	f, err := loadFacts()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// label is what a labelled file of the import expects of its first answer.
type label struct {
	Answers []struct {
		ID     string `json:"id"`
		Text   string `json:"text"`
		Model  string `json:"model"`
		Finish string `json:"finish"`
		Raw    string `json:"finish_raw"`
		Usage  *struct {
			Input     int `json:"input"`
			Cached    int `json:"input_cached"`
			Written   int `json:"input_cache_write"`
			Output    int `json:"output"`
			Reasoning int `json:"reasoning"`
			Searches  int `json:"searches"`
		} `json:"usage"`
		Sources []ledger.Source `json:"sources"`
	} `json:"answers"`
}

// TestRepliesAreReadAsTheImportReadsThem: a reply that came over the network and the same one from an export are one
// answer. The labelled files are the import's.
func TestRepliesAreReadAsTheImportReadsThem(t *testing.T) {
	f := known(t)
	for name, read := range map[string]func([]byte) (ledger.Reply, error){
		"openai-chat-single-de": f.readChat, "openai-chat-refusal": f.readChat, "openai-chat-search-annotations": f.readChat,
		"openai-chat-n3": f.readChat, "mistral-chat-pl": f.readChat, "mistral-thinking-chunks": f.readChat,
		"openai-responses-reasoning": f.readResponse, "openai-responses-incomplete": f.readResponse, "openai-responses-websearch": f.readResponse,
		"anthropic-message-de": f.readMessage, "anthropic-max-tokens": f.readMessage, "anthropic-refusal": f.readMessage, "anthropic-websearch": f.readMessage,
		"gemini-single": f.readGemini, "gemini-grounded": f.readGemini, "gemini-prompt-blocked": f.readGemini, "gemini-recitation-empty": f.readGemini,
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join("..", "intake", "testdata", "exports")
			body, err := os.ReadFile(filepath.Join(folder, name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			expected, err := os.ReadFile(filepath.Join(folder, name+".expected.json"))
			if err != nil {
				t.Fatal(err)
			}
			var l label
			if err := json.Unmarshal(expected, &l); err != nil {
				t.Fatal(err)
			}
			want := l.Answers[0]
			got, err := read(body)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != want.Text || string(got.Finish) != want.Finish || got.Stop != want.Raw || got.Model != want.Model || got.RequestID != want.ID {
				t.Errorf("got %q %s %s %s %s\nwant %+v", got.Text, got.Finish, got.Stop, got.Model, got.RequestID, want)
			}
			used, known := got.Usage.Get()
			if known != (want.Usage != nil) || known && used != ledger.Usage(*want.Usage) {
				t.Errorf("usage %+v, want %+v", got.Usage, want.Usage)
			}
			if diff := cmp.Diff(want.Sources, append([]ledger.Source{}, got.Sources...)); diff != "" {
				t.Errorf("sources (-label +got)\n%s", diff)
			}
		})
	}
}

func TestShapesBesideTheUsual(t *testing.T) {
	f := known(t)
	for _, c := range []struct {
		name   string
		read   func([]byte) (ledger.Reply, error)
		body   string
		text   string
		finish study.Finish
		usage  ledger.Usage
	}{
		{"reasoning beside the content", f.readChat, `{"choices":[{"message":{"content":"Ja.","reasoning_content":"hm","reasoning":"hm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":4}}`, "Ja.", study.Complete, ledger.Usage{Input: 9, Output: 2, Cached: 4}},
		{"cut off while thinking", f.readChat, `{"choices":[{"message":{"content":"<think>hm hm"},"finish_reason":"length"}],"usage":{}}`, "", study.FinTruncated, ledger.Usage{}},
		{"a call nobody offered", f.readChat, `{"choices":[{"message":{"content":null,"tool_calls":[{}]},"finish_reason":"tool_calls"}],"usage":{}}`, "", study.FinToolCall, ledger.Usage{}},
		{"no word for the end", f.readChat, `{"choices":[{"message":{"content":"Ja."},"finish_reason":null}],"usage":{}}`, "Ja.", study.FinUnknown, ledger.Usage{}},
		{"references among the chunks", f.readChat, `{"choices":[{"message":{"content":[{"type":"text","text":"Ja"},{"type":"reference","reference_ids":[1]},{"type":"text","text":"."}]},"finish_reason":"stop"}],"usage":{}}`, "Ja.", study.Complete, ledger.Usage{}},
		{"nonsense for usage", f.readChat, `{"choices":[{"message":{"content":"Ja."},"finish_reason":"stop"}],"usage":{"prompt_tokens":-3,"completion_tokens":"many","total_tokens":1e99}}`, "Ja.", study.Complete, ledger.Usage{}},
		{"blocks joined, tools between", f.readMessage, `{"type":"message","content":[{"type":"text","text":"A"},{"type":"text","text":"B"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"C"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"cache_read_input_tokens":2,"cache_creation_input_tokens":4,"output_tokens":8,"server_tool_use":{"web_search_requests":3}}}`, "AB\n\nC", study.Complete, ledger.Usage{Input: 7, Cached: 2, Written: 4, Output: 8, Searches: 3}},
		{"context full", f.readMessage, `{"type":"message","content":[{"type":"text","text":"A"}],"stop_reason":"model_context_window_exceeded","usage":{}}`, "A", study.FinTruncated, ledger.Usage{}},
		{"a search that failed, an answer all the same", f.readMessage, `{"type":"message","content":[{"type":"web_search_tool_result","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},{"type":"text","text":"A"}],"stop_reason":"end_turn","usage":{}}`, "A", study.Complete, ledger.Usage{}},
		{"only thoughts", f.readGemini, `{"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true}]},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":5,"thoughtsTokenCount":6}}`, "", study.FinTruncated, ledger.Usage{Input: 5, Output: 6, Reasoning: 6}},
		{"no content at all", f.readGemini, `{"candidates":[{"finishReason":"SAFETY"}],"usageMetadata":{}}`, "", study.FinBlocked, ledger.Usage{}},
		{"recitation", f.readGemini, `{"candidates":[{"content":{"role":"model"},"finishReason":"RECITATION"}],"usageMetadata":{}}`, "", study.FinBlocked, ledger.Usage{}},
		{"no candidates, no reason", f.readGemini, `{"usageMetadata":{"promptTokenCount":3},"modelVersion":"m"}`, "", study.FinEmpty, ledger.Usage{Input: 3}},
		{"a call in place of a text", f.readGemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]},"finishReason":"STOP"}],"usageMetadata":{}}`, "", study.FinToolCall, ledger.Usage{}},
		{"kinds nobody knows yet", f.readResponse, `{"object":"response","status":"completed","output":[{"type":"hologram"},{"type":"message","content":[{"type":"output_text","text":"A"},{"type":"output_text","text":"B"}]}],"usage":{}}`, "AB", study.Complete, ledger.Usage{}},
		{"a refusal", f.readResponse, `{"object":"response","status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"no"}]}],"usage":{}}`, "", study.FinRefused, ledger.Usage{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.read([]byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != c.text || got.Finish != c.finish || got.Usage.Or(ledger.Usage{Input: -1}) != c.usage {
				t.Errorf("got %q, %s, %+v", got.Text, got.Finish, got.Usage)
			}
		})
	}
}

func TestUsageThatIsNotSaidIsAbsent(t *testing.T) {
	f := known(t)
	for _, r := range []func() (ledger.Reply, error){
		func() (ledger.Reply, error) {
			return f.readChat([]byte(`{"choices":[{"message":{"content":"A"},"finish_reason":"stop"}]}`))
		},
		func() (ledger.Reply, error) {
			return f.readMessage([]byte(`{"type":"message","content":[],"stop_reason":"end_turn"}`))
		},
		func() (ledger.Reply, error) {
			return f.readGemini([]byte(`{"candidates":[{"finishReason":"STOP"}]}`))
		},
		func() (ledger.Reply, error) {
			return f.readResponse([]byte(`{"object":"response","status":"completed","output":[]}`))
		},
	} {
		if reply, err := r(); err != nil || reply.Usage.IsKnown() {
			t.Errorf("usage %+v, %v: nothing said is not nothing used", reply.Usage, err)
		}
	}
}

// TestFaultsWithDetails are the bodies that only one provider has.
func TestFaultsWithDetails(t *testing.T) {
	c, err := New(Config{Kind: KindGoogle, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name   string
		status int
		body   string
		want   string
		wait   time.Duration
		words  string
	}{
		{"wait in the body", 429, `{"error":{"code":429,"message":"Resource exhausted","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.Help"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7.5s"}]}}`, "too-fast", 7500 * time.Millisecond, "Resource exhausted"},
		{"the day's quota", 429, `{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"33s"}]}}`, "day-used-up", 33 * time.Second, "You exceeded your current quota"},
		{"key in the details", 400, `{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`, "wrong-key", 0, "bad"},
		{"within a list", 503, `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`, "busy", 0, "The model is overloaded."},
		{"a list of what was not understood", 422, `{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":7}]}`, "bad-request", 0, "body.seed: Extra inputs are not permitted"},
		{"a text", 400, `{"error":"model \"x\" not found, try pulling it first"}`, "bad-request", 0, `model "x" not found, try pulling it first`},
		{"an odd status", 418, `{"message":"I am a teapot"}`, "bad-request", 0, "I am a teapot"},
	} {
		t.Run(x.name, func(t *testing.T) {
			ex := &exchange{whole: true, status: x.status, body: []byte(x.body), header: http.Header{}}
			err := c.judge(context.Background(), ex, errors.New("whatever the SDK says"))
			wait, _ := Retry(err)
			if !study.HasProblem(err, "llm."+x.want) || wait != x.wait || Words(err) != x.words {
				t.Errorf("got %v, wait %v, words %q", err, wait, Words(err))
			}
		})
	}
}

// TestAFaultWithAGoodStatus: the body decides, not the status alone.
func TestAFaultWithAGoodStatus(t *testing.T) {
	c, err := New(Config{Kind: KindOpenAI, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		`{"object":"response","status":"failed","error":{"code":"server_error","message":"x"}}`:           "busy",
		`{"object":"response","status":"failed","error":{"code":"rate_limit_exceeded","message":"x"}}`:    "too-fast",
		`{"object":"response","status":"failed","error":{"code":"invalid_prompt","message":"x"}}`:         "not-an-answer",
		`{"error":{"code":402,"message":"Insufficient credits"}}`:                                         "no-credit",
		`{"error":{"code":"502","message":"Provider returned error"},"choices":[]}`:                       "busy",
		`{"object":"response","status":"in_progress","output":[]}`:                                        "not-an-answer",
		`{"object":"chat.completion","choices":[]}`:                                                       "not-an-answer",
		`{"object":"chat.completion","choices":[{"message":{"content":{"a":1}},"finish_reason":"stop"}]}`: "not-an-answer",
		`{"object":"chat.completion","choices":"none","error":null}`:                                      "not-an-answer",
	} {
		ex := &exchange{whole: true, status: 200, body: []byte(body), header: http.Header{}}
		_, readErr := c.wire.read(ex.body)
		if readErr == nil {
			t.Errorf("%s was taken for a reply", body)
			continue
		}
		if err := c.unreadable(ex, readErr); !study.HasProblem(err, "llm."+want) {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
	}
}

func TestEveryFaultHasItsWordsAndRules(t *testing.T) {
	f := known(t)
	data, err := translations.Files.ReadFile("en.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	for kind := range f.kinds {
		for _, key := range []string{"problem.llm." + kind, "problem.llm." + kind + ".remedy"} {
			if texts[key] == nil {
				t.Errorf("no text for %s", key)
			}
		}
	}
	for _, r := range f.rules {
		if _, ok := f.kinds[r.Is]; !ok {
			t.Errorf("a rule names the unknown kind %q", r.Is)
		}
	}
	for _, note := range []string{NoteReplayed, NoteCut, NoteOther, NoteBatch} {
		if texts["llm.note."+note] == nil {
			t.Errorf("no text for the note %s", note)
		}
	}
	for _, k := range Kinds() {
		if _, ok := f.providers[k]; !ok {
			t.Errorf("nothing is known of %s", k)
		}
	}
}

func TestAPartOfTheRequestThatWasNotRead(t *testing.T) {
	long := Request{Text: strings.Repeat("Sachverhalt ", 4000)}
	for _, c := range []struct {
		name string
		q    Request
		u    ledger.Usage
		want bool
	}{
		{"all was read", long, ledger.Usage{Input: 14000, Output: 500}, false},
		{"far too few tokens", long, ledger.Usage{Input: 3584, Output: 500}, true},
		{"the window is full to the last token", Request{Text: "kurz"}, ledger.Usage{Input: 3000, Output: 1096}, true},
		{"a short question", Request{Text: "kurz"}, ledger.Usage{Input: 20, Output: 12}, false},
		{"nothing said", long, ledger.Usage{}, false},
	} {
		if got := seemsCut(c.q, c.u); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestADatedNameIsTheSameModel(t *testing.T) {
	for _, c := range []struct {
		asked, answered string
		want            bool
	}{
		{"gpt-4o", "gpt-4o-2024-11-20", true},
		{"mistral-large-latest", "mistral-large-2512", true},
		{"llama3", "llama3:latest", true},
		{"anthropic/claude-x", "claude-x", true},
		{"models/gemini-2.5-pro", "gemini-2.5-pro", true},
		{"gpt-4o-2024-11-20", "gpt-4o", true},
		{"gpt-5", "gpt-5.5", false},
		{"gpt-4", "gpt-4o", false},
		{"claude-opus-5", "claude-sonnet-5", false},
	} {
		if got := sameModel(c.asked, c.answered); got != c.want {
			t.Errorf("%s, %s: %v", c.asked, c.answered, got)
		}
	}
}

func TestRecordingsAnswer(t *testing.T) {
	q := Request{Purpose: ForGrade, Model: "gpt-5", Text: "Frage"}
	hash, err := ledger.Request{Provider: "openai", Model: q.Model, Text: q.Text, Repeat: 1}.Hash()
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Config{Kind: KindReplay, Replay: fstest.MapFS{
		"a.json":      {Data: []byte(`{"hash":"` + hash + `","provider":"openai","text":"by hash","model":"gpt-5-2025-08-07"}`)},
		"b.jsonl":     {Data: []byte(`{"purpose":"control","text":"first control"}` + "\n\n" + `{"text":"next","finish":"truncated"}` + "\n")},
		"c/notes.txt": {Data: []byte("not a recording")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		reply, err := c.Ask(context.Background(), q)
		if err != nil || reply.Text != "by hash" || reply.Finish != study.Complete || len(reply.Notes) != 1 || reply.Notes[0] != NoteReplayed {
			t.Fatalf("%+v, %v", reply, err)
		}
	}
	q.Text = "Andere Frage"
	reply, err := c.Ask(context.Background(), q)
	if err != nil || reply.Text != "next" || reply.Finish != study.FinTruncated || reply.Model != "gpt-5" || reply.Usage.IsKnown() {
		t.Fatalf("%+v, %v", reply, err)
	}
	if _, err := c.Ask(context.Background(), q); !study.HasProblem(err, "llm.no-recording") {
		t.Errorf("got %v", err)
	}
	q.Purpose = ForControl
	if reply, err = c.Ask(context.Background(), q); err != nil || reply.Text != "first control" {
		t.Errorf("%+v, %v", reply, err)
	}
	if _, err := New(Config{Kind: KindReplay, Replay: fstest.MapFS{"a.json": {Data: []byte(`{`)}}}); err == nil || !strings.Contains(err.Error(), "a.json, line 1") {
		t.Errorf("a broken recording: %v", err)
	}
}

func FuzzReadReplies(f *testing.F) {
	k := known(f)
	seeds, err := filepath.Glob(filepath.Join("..", "intake", "testdata", "exports", "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range seeds {
		if data, err := os.ReadFile(s); err == nil && len(data) < 8000 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, read := range []func([]byte) (ledger.Reply, error){k.readChat, k.readMessage, k.readGemini, k.readResponse} {
			reply, err := read(body)
			if err != nil {
				continue
			}
			if u, ok := reply.Usage.Get(); ok && (u.Input < 0 || u.Output < 0 || u.Cached < 0 || u.Reasoning < 0) {
				t.Errorf("usage %+v", u)
			}
			if reply.Finish == study.Complete && strings.TrimSpace(reply.Text) == "" {
				t.Error("complete without a text")
			}
			if reply.Finish == "" {
				t.Error("a reply that says nothing about its end")
			}
		}
	})
}

func FuzzReadFaults(f *testing.F) {
	for _, s := range []string{
		`{"error":{"message":"m","type":"t","code":17}}`, `{"type":"error","error":{"type":"t","message":"m"}}`, `[{"error":{"code":503,"status":"S","details":[{"@type":"RetryInfo","retryDelay":"1s"}]}}]`,
		`{"detail":[{"loc":["a",1],"msg":"m"}]}`, `{"error":"text"}`, `<html><TITLE>x</title>`, `[]`, `null`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		said, _ := readFault(body)
		if n := len([]rune(said.short())); n > 302 || said.wait < 0 {
			t.Errorf("words of %d characters, wait %v", n, said.wait)
		}
		if words := pageWords(&exchange{body: body}); strings.ContainsAny(words, "\n\r\x00") {
			t.Errorf("words of several lines: %q", words)
		}
		if models, err := readModels(body); err == nil {
			for _, m := range models {
				if m.ID == "" {
					t.Error("a model without a name")
				}
			}
		}
	})
}

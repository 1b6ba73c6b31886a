package replies_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm/replies"
	"iucomstudien/internal/study"
)

func known(t testing.TB) *replies.Reader {
	t.Helper()
	r, err := replies.New()
	if err != nil {
		t.Fatal(err)
	}
	return r
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
		"openai-chat-single-de": f.Chat, "openai-chat-refusal": f.Chat, "openai-chat-search-annotations": f.Chat,
		"openai-chat-n3": f.Chat, "mistral-chat-pl": f.Chat, "mistral-thinking-chunks": f.Chat,
		"openai-responses-reasoning": f.Response, "openai-responses-incomplete": f.Response, "openai-responses-websearch": f.Response,
		"anthropic-message-de": f.Message, "anthropic-max-tokens": f.Message, "anthropic-refusal": f.Message, "anthropic-websearch": f.Message,
		"gemini-single": f.Gemini, "gemini-grounded": f.Gemini, "gemini-prompt-blocked": f.Gemini, "gemini-recitation-empty": f.Gemini,
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join("..", "..", "intake", "testdata", "exports")
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
		{"reasoning beside the content", f.Chat, `{"choices":[{"message":{"content":"Ja.","reasoning_content":"hm","reasoning":"hm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":4}}`, "Ja.", study.Complete, ledger.Usage{Input: 9, Output: 2, Cached: 4}},
		{"cut off while thinking", f.Chat, `{"choices":[{"message":{"content":"<think>hm hm"},"finish_reason":"length"}],"usage":{}}`, "", study.FinTruncated, ledger.Usage{}},
		{"a call nobody offered", f.Chat, `{"choices":[{"message":{"content":null,"tool_calls":[{}]},"finish_reason":"tool_calls"}],"usage":{}}`, "", study.FinToolCall, ledger.Usage{}},
		{"no word for the end", f.Chat, `{"choices":[{"message":{"content":"Ja."},"finish_reason":null}],"usage":{}}`, "Ja.", study.FinUnknown, ledger.Usage{}},
		{"references among the chunks", f.Chat, `{"choices":[{"message":{"content":[{"type":"text","text":"Ja"},{"type":"reference","reference_ids":[1]},{"type":"text","text":"."}]},"finish_reason":"stop"}],"usage":{}}`, "Ja.", study.Complete, ledger.Usage{}},
		{"nonsense for usage", f.Chat, `{"choices":[{"message":{"content":"Ja."},"finish_reason":"stop"}],"usage":{"prompt_tokens":-3,"completion_tokens":"many","total_tokens":1e99}}`, "Ja.", study.Complete, ledger.Usage{}},
		{"blocks joined, tools between", f.Message, `{"type":"message","content":[{"type":"text","text":"A"},{"type":"text","text":"B"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"C"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"cache_read_input_tokens":2,"cache_creation_input_tokens":4,"output_tokens":8,"server_tool_use":{"web_search_requests":3}}}`, "AB\n\nC", study.Complete, ledger.Usage{Input: 7, Cached: 2, Written: 4, Output: 8, Searches: 3}},
		{"context full", f.Message, `{"type":"message","content":[{"type":"text","text":"A"}],"stop_reason":"model_context_window_exceeded","usage":{}}`, "A", study.FinTruncated, ledger.Usage{}},
		{"a search that failed, an answer all the same", f.Message, `{"type":"message","content":[{"type":"web_search_tool_result","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},{"type":"text","text":"A"}],"stop_reason":"end_turn","usage":{}}`, "A", study.Complete, ledger.Usage{}},
		{"only thoughts", f.Gemini, `{"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true}]},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":5,"thoughtsTokenCount":6}}`, "", study.FinTruncated, ledger.Usage{Input: 5, Output: 6, Reasoning: 6}},
		{"no content at all", f.Gemini, `{"candidates":[{"finishReason":"SAFETY"}],"usageMetadata":{}}`, "", study.FinBlocked, ledger.Usage{}},
		{"recitation", f.Gemini, `{"candidates":[{"content":{"role":"model"},"finishReason":"RECITATION"}],"usageMetadata":{}}`, "", study.FinBlocked, ledger.Usage{}},
		{"no candidates, no reason", f.Gemini, `{"usageMetadata":{"promptTokenCount":3},"modelVersion":"m"}`, "", study.FinEmpty, ledger.Usage{Input: 3}},
		{"a call in place of a text", f.Gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]},"finishReason":"STOP"}],"usageMetadata":{}}`, "", study.FinToolCall, ledger.Usage{}},
		{"kinds nobody knows yet", f.Response, `{"object":"response","status":"completed","output":[{"type":"hologram"},{"type":"message","content":[{"type":"output_text","text":"A"},{"type":"output_text","text":"B"}]}],"usage":{}}`, "AB", study.Complete, ledger.Usage{}},
		{"a refusal", f.Response, `{"object":"response","status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"no"}]}],"usage":{}}`, "", study.FinRefused, ledger.Usage{}},
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
			return f.Chat([]byte(`{"choices":[{"message":{"content":"A"},"finish_reason":"stop"}]}`))
		},
		func() (ledger.Reply, error) {
			return f.Message([]byte(`{"type":"message","content":[],"stop_reason":"end_turn"}`))
		},
		func() (ledger.Reply, error) {
			return f.Gemini([]byte(`{"candidates":[{"finishReason":"STOP"}]}`))
		},
		func() (ledger.Reply, error) {
			return f.Response([]byte(`{"object":"response","status":"completed","output":[]}`))
		},
	} {
		if reply, err := r(); err != nil || reply.Usage.IsKnown() {
			t.Errorf("usage %+v, %v: nothing said is not nothing used", reply.Usage, err)
		}
	}
}

func FuzzReadReplies(f *testing.F) {
	k := known(f)
	seeds, err := filepath.Glob(filepath.Join("..", "..", "intake", "testdata", "exports", "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range seeds {
		if data, err := os.ReadFile(s); err == nil && len(data) < 8000 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, read := range []func([]byte) (ledger.Reply, error){k.Chat, k.Message, k.Gemini, k.Response} {
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
		said, _ := replies.ReadFault(body)
		if n := len([]rune(said.Short())); n > 302 || said.Wait < 0 {
			t.Errorf("words of %d characters, wait %v", n, said.Wait)
		}
		if words := said.Short(); strings.ContainsAny(words, "\n\r\x00") {
			t.Errorf("words of several lines: %q", words)
		}
		if models, err := replies.Models(body); err == nil {
			for _, m := range models {
				if m.ID == "" {
					t.Error("a model without a name")
				}
			}
		}
	})
}

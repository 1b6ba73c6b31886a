package intake

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

// short is a candidate in the fields that tell shapes apart.
type short struct {
	Text, Provider, Model, Prompt, Key string
	Finish                             study.Finish
}

func shorts(p Preview) []short {
	var all []short
	for _, c := range p.Candidates {
		o := c.Answer.Origin
		all = append(all, short{c.Answer.Text, o.Provider, o.Model, c.Answer.Question, c.Key, c.Answer.Finish})
	}
	return all
}

func TestShapesOfExports(t *testing.T) {
	for _, c := range []struct {
		name, format, data string
		want               []short
		skipped            map[string]int
		problems           []string
	}{
		{
			name: "page of stored replies", format: "openai-chat",
			data:     `{"object":"list","has_more":true,"data":[{"id":"c1","model":"gpt-x","choices":[{"finish_reason":"stop","message":{"content":"Ja."}}]}]}`,
			want:     []short{{"Ja.", "openai", "gpt-x", "", "c1", study.Complete}},
			problems: []string{"intake.more-pages"},
		},
		{
			name: "stream of Google: one answer in pieces", format: "gemini",
			data: `[{"candidates":[{"content":{"parts":[{"text":"Die Kün"}]}}],"responseId":"r","modelVersion":"gemini-x"},
				{"candidates":[{"content":{"parts":[{"text":"digung."}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3},"responseId":"r","modelVersion":"gemini-x"}]`,
			want: []short{{"Die Kündigung.", "google", "gemini-x", "", "r", study.Complete}},
		},
		{
			name: "two replies of Google are two answers", format: "gemini",
			data: `[{"candidates":[{"content":{"parts":[{"text":"A"}]},"finishReason":"STOP"}],"responseId":"r1"},
				{"candidates":[{"content":{"parts":[{"text":"B"}]},"finishReason":"MAX_TOKENS"}],"responseId":"r2"}]`,
			want: []short{{"A", "google", "", "", "r1", study.Complete}, {"B", "google", "", "", "r2", study.FinTruncated}},
		},
		{
			name: "Google as Python prints it", format: "gemini",
			data: `{"candidates":[{"content":{"parts":[{"text":"A"}],"role":"model"},"finish_reason":"STOP"}],"model_version":"gemini-x","response_id":"r","usage_metadata":{"prompt_token_count":1}}`,
			want: []short{{"A", "google", "gemini-x", "", "r", study.Complete}},
		},
		{
			name: "thinking used up the budget", format: "gemini",
			data: `{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}],"modelVersion":"gemini-x","responseId":"r"}`,
			want: []short{{"", "google", "gemini-x", "", "r", study.FinTruncated}},
		},
		{
			name: "batch of the Gemini interface", format: "gemini-batch",
			data: `{"key":"f1","response":{"candidates":[{"content":{"parts":[{"text":"A"}]},"finishReason":"STOP"}],"responseId":"r"}}` + "\n" +
				`{"key":"f2","error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED"}}`,
			want: []short{{"A", "google", "", "", "f1", study.Complete}}, problems: []string{"intake.provider-error"},
		},
		{
			name: "batch of Mistral", format: "openai-batch",
			data: `{"id":"1","custom_id":"f1","response":{"status_code":200,"body":{"id":"x","model":"mistral-large-2512","choices":[{"finish_reason":"model_length","message":{"content":"A"}}]}},"error":null}` + "\n" +
				`{"id":"2","custom_id":"f2","response":{"status_code":422,"body":{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs"}]}},"error":null}`,
			want: []short{{"A", "mistral", "mistral-large-2512", "", "f1", study.FinTruncated}}, problems: []string{"intake.provider-error"},
		},
		{
			name: "parts of a stream of Chat Completions", format: "openai-chat",
			data: `{"id":"s","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"content":"Ja"},"finish_reason":null}]}` + "\n" +
				`{"id":"s","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"content":"."},"finish_reason":"stop"}]}`,
			want: []short{{"Ja.", "openai", "gpt-x", "", "s", study.Complete}},
		},
		{
			name: "response that failed", format: "openai-responses",
			data:     `{"id":"r","object":"response","status":"failed","error":{"code":"server_error","message":"x"},"model":"gpt-x","output":[]}`,
			problems: []string{"intake.provider-error"},
		},
		{
			name: "response that still runs", format: "openai-responses",
			data:     `{"id":"r","object":"response","status":"in_progress","model":"gpt-x","output":[]}`,
			problems: []string{"intake.not-run"},
		},
		{
			name: "paused turn", format: "anthropic-message",
			data: `{"id":"m","type":"message","role":"assistant","model":"claude-x","content":[{"type":"text","text":"Ich suche."}],"stop_reason":"pause_turn"}`,
			want: []short{{"Ich suche.", "anthropic", "claude-x", "", "m", study.FinPaused}},
		},
		{
			name: "older Completions", format: "openai-chat",
			data: `{"id":"c","object":"text_completion","model":"gpt-x","choices":[{"text":"Ja.","finish_reason":"stop"}]}`,
			want: []short{{"Ja.", "openai", "gpt-x", "", "c", study.Complete}},
		},
		{
			name: "only an error", format: "own",
			data:     `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"}`,
			problems: []string{"intake.provider-error"},
		},
		{
			name: "messages a script kept", format: "own",
			data: `{"id":"d","model":"claude-x","messages":[{"role":"system","content":"s"},{"role":"user","content":"A?"},{"role":"assistant","content":"A."},{"role":"user","content":[{"type":"text","text":"B?"}]},{"role":"assistant","content":"B."}]}`,
			want: []short{{"A.", "anthropic", "claude-x", "A?", "d", study.Complete}, {"B.", "anthropic", "claude-x", "B?", "d", study.Complete}},
		},
		{
			name: "question above its answers", format: "own",
			data: `{"study":"x","cases":[{"question":"A?","answers":[{"model":"gpt-x","text":"1"},{"model":"claude-x","text":["2","3"]}]}]}`,
			want: []short{{"1", "openai", "gpt-x", "A?", "", study.Complete}, {"2\n3", "anthropic", "claude-x", "A?", "", study.Complete}},
		},
		{
			name: "replies inside own records", format: "openai-chat",
			data: `{"runs":[{"id":7,"frage":"A?","raw":{"model":"gpt-x","choices":[{"finish_reason":"stop","message":{"content":"A."}}]}}]}`,
			want: []short{{"A.", "openai", "gpt-x", "A?", "7", study.Complete}},
		},
		{
			name: "Polish fields", format: "own",
			data: `[{"identyfikator":"1","pytanie":"A?","odpowiedź":"Tak.","dostawca":"Mistral AI","data":"14.10.2026"}]`,
			want: []short{{"Tak.", "mistral", "", "A?", "1", study.Complete}},
		},
		{
			name: "app of Workspace", format: "gemini-takeout",
			data: `{"conversation_turns":[{"user_turn":{"prompt":"A?"}},{"system_turn":{"text":[{"data":"A."}]}}]}`,
			want: []short{{"A.", "google", "", "A?", "", study.Complete}},
		},
		{
			name: "one conversation of ChatGPT, without children and current node", format: "chatgpt-export",
			data: `{"title":"x","conversation_id":"c","mapping":{"r":{"id":"r","parent":null},
				"u":{"id":"u","parent":"r","message":{"id":"u","create_time":1,"author":{"role":"user"},"content":{"content_type":"text","parts":["A?"]}}},
				"a":{"id":"a","parent":"u","message":{"id":"a","create_time":2,"author":{"role":"assistant"},"content":{"content_type":"text","parts":["alt"]}}},
				"b":{"id":"b","parent":"u","message":{"id":"b","create_time":3,"author":{"role":"assistant"},"metadata":{"model_slug":"gpt-x"},"content":{"content_type":"text","parts":["neu"]}}}}}`,
			want: []short{{"neu", "openai", "gpt-x", "A?", "b", study.Complete}}, skipped: map[string]int{"other-branch": 1},
		},
		{
			name: "conversations without answers", format: "chatgpt-export",
			data: `[{"title":"x","current_node":"r","mapping":{"r":{"id":"r","parent":null,"message":null}}},
				{"title":"y","current_node":"u","mapping":{"u":{"id":"u","parent":null,"message":{"id":"u","author":{"role":"user"},"content":{"content_type":"text","parts":["A?"]}}}}}]`,
			skipped: map[string]int{"empty-conversation": 1, "no-answer-conversation": 1},
		},
		{
			name: "branches and a changed document of the Claude app", format: "claude-export",
			data: `[{"uuid":"k","name":"x","current_leaf_message_uuid":"a3","chat_messages":[
				{"uuid":"h1","sender":"human","parent_message_uuid":"0","content":[{"type":"text","text":"A?"}]},
				{"uuid":"a1","sender":"assistant","parent_message_uuid":"h1","content":[{"type":"text","text":"verworfen"}]},
				{"uuid":"a2","sender":"assistant","parent_message_uuid":"h1","content":[{"type":"tool_use","name":"artifacts","input":{"id":"d","command":"create","content":"Frist: 14 Tage."}}]},
				{"uuid":"h2","sender":"human","parent_message_uuid":"a2","content":[{"type":"text","text":"30 Tage!"}]},
				{"uuid":"a3","sender":"assistant","parent_message_uuid":"h2","content":[{"type":"text","text":"Geändert."},{"type":"tool_use","name":"artifacts","input":{"id":"d","command":"update","old_str":"14","new_str":"30"}}]}]}]`,
			want: []short{
				{"Frist: 14 Tage.", "anthropic", "", "A?", "a2", study.Complete},
				{"Geändert.\n\nFrist: 30 Tage.", "anthropic", "", "30 Tage!", "a3", study.Complete},
			},
			skipped: map[string]int{"other-branch": 1},
		},
		{
			name: "older export of the Claude app", format: "claude-export",
			data: `[{"uuid":"k","chat_messages":[{"uuid":"h","sender":"human","text":"A?"},{"uuid":"m","sender":"assistant","text":"A."}]}]`,
			want: []short{{"A.", "anthropic", "", "A?", "m", study.Complete}},
		},
		{
			name: "Le Chat without chunks, and a deleted message", format: "lechat-export",
			data: `[{"id":"q","chatId":"c","role":"user","content":"A?","contentChunks":null},{"id":"r","chatId":"c","role":"assistant","content":"A.","contentChunks":null},
				{"id":"d","chatId":"c","role":"assistant","content":"x","contentChunks":null,"deletedAt":"2026-10-14T12:00:00Z"}]`,
			want: []short{{"A.", "mistral", "", "A?", "r", study.Complete}}, skipped: map[string]int{"deleted": 1},
		},
		{
			name: "activity log in German", format: "gemini-takeout",
			data: `[{"header":"Gemini-Apps","title":"Eingegebener Prompt: A? 1 Datei angehängt","time":"2026-10-14T15:00:00Z","products":["Gemini-Apps"],"safeHtmlItem":[{"html":"<ol><li>Eins</li><li><p>Zwei</p></li></ol><p>Ende<br>hier</p>"}]}]`,
			want: []short{{"1. Eins\n2. Zwei\n\nEnde\nhier", "google", "", "A?", "", study.Complete}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, "a.json", c.data, Hint{})
			if p.Error != nil {
				t.Fatal(p.Error)
			}
			if p.Format != c.format {
				t.Errorf("format %q", p.Format)
			}
			if diff := cmp.Diff(c.want, shorts(p)); diff != "" {
				t.Errorf("answers (-want +got)\n%s", diff)
			}
			var ids []string
			for _, one := range p.Problems {
				ids = append(ids, one.ID)
			}
			if diff := cmp.Diff(c.problems, ids); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
			if len(c.skipped)+len(p.Skipped) > 0 {
				if diff := cmp.Diff(c.skipped, p.Skipped); diff != "" {
					t.Errorf("skipped (-want +got)\n%s", diff)
				}
			}
		})
	}
}

func TestSeveralShapesInOneFileKeepTheirOrder(t *testing.T) {
	p := read(t, "a.json", `[{"answer":"1"},{"candidates":[{"content":{"parts":[{"text":"2"}]},"finishReason":"STOP"}],"responseId":"r"},
		{"model":"gpt-x","choices":[{"finish_reason":"stop","message":{"content":"3"}}]},{"answer":"4"},{"comment":"none"}]`, Hint{})
	var got []string
	for _, s := range shorts(p) {
		got = append(got, s.Text)
	}
	if diff := cmp.Diff([]string{"1", "2", "3", "4"}, got); diff != "" {
		t.Error(diff)
	}
	if len(p.Problems) != 1 || p.Problems[0].ID != "intake.no-answer" || p.Problems[0].Args["at"] != "[4]" {
		t.Errorf("%v", p.Problems)
	}
}

func TestHTMLBecomesPlainText(t *testing.T) {
	for html, want := range map[string]string{
		"<p>a\n b</p><p>c</p>": "a b\n\nc",
		"<h2>T</h2><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>d":                "T\n\n- a\n- b\n  - c\n\nd",
		"<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><p>e": "A\tB\n1\t2\n\ne",
		"<pre>a\n  b</pre>":               "a\n  b",
		"a&nbsp;§&amp;<script>x</script>": "a\u00a0§&",
		"<p>x <b>y</b> z</p>":             "x y z",
		"":                                "",
	} {
		if got := plainText(html); got != want {
			t.Errorf("%s:\n%q, want\n%q", html, got, want)
		}
	}
}

func TestLargeExportsAreReadInReasonableTime(t *testing.T) {
	var b strings.Builder
	b.WriteString("[")
	for i := range 4000 {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"uuid":"k%d","chat_messages":[{"uuid":"h","sender":"human","text":"Frage %d?"},{"uuid":"m","sender":"assistant","text":%q}]}`,
			i, i, strings.Repeat("Die Kündigung ist unwirksam. ", 60))
	}
	b.WriteString("]")
	start := time.Now()
	p := read(t, "conversations.json", b.String(), Hint{})
	if len(p.Candidates) != 4000 {
		t.Fatalf("%d candidates", len(p.Candidates))
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("%d MB took %s", b.Len()>>20, took)
	}
}

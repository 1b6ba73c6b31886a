package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

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
	recorded, err := New(Config{Kind: KindOpenAI, Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	hash, err := ledger.Request{
		Provider: "openai", Model: q.Model, Text: q.Text, Settings: recorded.Settings(q.Model, q.Settings), Repeat: 1,
	}.Hash()
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

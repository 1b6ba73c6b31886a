package conduct_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// escapedKey is the planted key as a server writes it that escapes what it need not.
var escapedKey = strings.ReplaceAll(plantedKey, "-", `\u002d`)

// inShape is a reply of a provider's interface with a text.
func inShape(kind llm.Kind, text string) string {
	said, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	words := strings.ReplaceAll(string(said), plantedKey, escapedKey)
	switch kind {
	case llm.KindAnthropic:
		return fmt.Sprintf(`{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":5}}`, words)
	case llm.KindGoogle:
		return fmt.Sprintf(`{"candidates":[{"content":{"role":"model","parts":[{"text":%s}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":5},"modelVersion":"m"}`, words)
	}
	return fmt.Sprintf(`{"id":"c1","object":"chat.completion","created":1790000000,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":10,"completion_tokens":5}}`, words)
}

// faultsWithKey are replies of a server that repeats the key in what it refuses.
var faultsWithKey = []struct {
	status int
	body   string
}{
	{401, `{"error":{"message":"Incorrect API key provided: KEY","type":"invalid_request_error","code":"invalid_api_key"}}`},
	{401, `{"type":"error","error":{"type":"authentication_error","message":"invalid Bearer KEY"},"request_id":"KEY"}`},
	{400, `{"error":{"code":400,"message":"API key not valid: KEY","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID","metadata":{"key":"KEY"}}]}}`},
	{402, `{"error":{"message":"no credit for KEY"}}`},
	{403, `KEY may not`},
	{404, `{"detail":"model unknown to KEY"}`},
	{422, `{"detail":[{"type":"extra_forbidden","loc":["KEY"],"msg":"KEY"}]}`},
	{429, `{"error":{"message":"You exceeded your quota, KEY","code":"insufficient_quota","type":"insufficient_quota"}}`},
	{200, `<html><title>KEY</title>Log in</html>`},
	{200, `{"choices":[{"message":{"content":"KEY`},
	{200, `{"error":{"message":"KEY","code":"server KEY"}}`},
	{302, `moved to https://x.example/?key=KEY`},
}

// TestAKeyThatAnyProviderRepeatsStandsNowhere takes a test through with each kind of provider, all of whose replies repeat the
// key: as answers, as reasons of a grader and as words of every refusal.
func TestAKeyThatAnyProviderRepeatsStandsNowhere(t *testing.T) {
	for _, kind := range []llm.Kind{llm.KindOpenAI, llm.KindAnthropic, llm.KindGoogle, llm.KindMistral, llm.KindCompatible} {
		t.Run(string(kind), func(t *testing.T) {
			dir, ctx := t.TempDir(), t.Context()
			n := 0 // requests so far; the first are refused
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("X-Request-Id", plantedKey)
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				switch n++; {
				case r.Method == http.MethodGet || n <= len(faultsWithKey):
					f := faultsWithKey[(n-1)%len(faultsWithKey)]
					if f.status == http.StatusFound {
						w.Header().Set("Location", "https://x.example/?key="+plantedKey)
					}
					w.WriteHeader(f.status)
					fmt.Fprint(w, strings.ReplaceAll(f.body, "KEY", []string{plantedKey, escapedKey}[n%2]))
				default:
					fmt.Fprint(w, inShape(kind, repeating(string(body))))
				}
			}))
			t.Cleanup(server.Close)
			home, err := folder.At(dir)
			if err != nil {
				t.Fatal(err)
			}
			c, err := conduct.Open(ctx, conduct.Config{Home: home, Now: clock(), Network: &roads{to: &modelServer{Server: server}},
				Passphrase: func() (string, error) { return "a passphrase", nil }})
			if err != nil {
				t.Fatal(err)
			}
			defer shut(t, c)
			p := conduct.Provider{Name: "far", Kind: string(kind), Model: "m", Settings: ledger.Settings{MaxTokens: 900}}
			if kind == llm.KindCompatible {
				p.BaseURL, p.Confirmed = "https://models.example/v1", true
			}
			if err := c.SaveProvider(ctx, p); err != nil {
				t.Fatal(err)
			}
			if _, err := c.SetKey(ctx, "far", plantedKey); err != nil {
				t.Fatal(err)
			}
			said := keyTour(t, c)
			for _, text := range said {
				if strings.Contains(text, plantedKey[3:20]) {
					t.Errorf("the key is said: %s", text)
				}
			}
			for _, form := range []string{plantedKey, plantedKey[3:20], escapedKey} {
				if found := traces(t, dir, form); found != nil {
					t.Errorf("the key is in %v", found)
				}
			}
		})
	}
}

// repeating is an answer, or a grading, that repeats the key.
func repeating(asked string) string {
	if codes, nonce := gradedCodes(unescaped(asked)); len(codes) > 0 {
		text := "Answer " + codes[0] + "\nThe key is " + plantedKey + ".\n\n"
		for _, code := range codes {
			text += strings.ReplaceAll(gradingBlock(code, nonce, 2), `Stelle="a"`, `Stelle="`+plantedKey+`"`)
		}
		return text
	}
	return "The notice is void. I was asked with " + plantedKey + " and with Bearer " + plantedKey + "."
}

// unescaped reads the escapes of JSON in a body, whatever its shape.
func unescaped(body string) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\n`, "\n", `\"`, `"`).Replace(body)
}

// keyTour takes a test from asking to the report and gives everything that was said on the way.
func keyTour(t *testing.T, c *conduct.Conduct) (said []string) {
	t.Helper()
	ctx, ref := t.Context(), collecting(t, c)
	terms := conduct.Terms{UnknownPrice: true}
	say := func(v any, err error) {
		said = append(said, fmt.Sprintf("%+v %+v", v, err), unwrapped(err))
	}
	say(c.TestProvider(ctx, "far", false), nil)
	desk, err := c.Desk(ctx, ref, "far", terms)
	if err != nil {
		t.Fatal(err)
	}
	for i := range faultsWithKey {
		say(desk.Ask(ctx, ofTest(ref, fmt.Sprint("refused ", i))))
	}
	o := order(study.Control, 2)
	o.Provider, o.Terms = "far", terms
	done, err := c.Ask(ctx, ref, o, job.Silent)
	say(done, err)
	if err != nil || done.Done() != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	blind(t, c, ref)
	g := gradeBy("far")
	g.Terms = terms
	runs, err := c.Grade(ctx, ref, g, job.Silent)
	say(runs, err)
	if err != nil || !runs[0].Complete {
		t.Fatalf("%+v, %v", runs, err)
	}
	var codes []study.Code
	for _, g := range must(c.GradingOrder(ctx, ref)).Answers {
		codes = append(codes, g.Code)
	}
	sheet := "# Study," + ref.Study + "\n# Reviewer,R01\nCode,Grade 1–5,Grid level,Origin guess (last!)\n"
	for _, code := range codes {
		sheet += string(code) + ",2,2,AI\n"
	}
	must(c.ImportRatings(ctx, ref, must(c.PreviewRatings(ctx, ref, []conduct.File{{Name: "R01.csv", Data: []byte(sheet)}})), false))
	if err := c.Unblind(ctx, ref); err != nil {
		t.Fatal(err)
	}
	say(must(c.Report(ctx, ref, job.Silent)), nil)
	say(must(c.Spending(ctx, ref)), nil)
	return said
}

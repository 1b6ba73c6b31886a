package conduct_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// batchItem is one request as a provider was handed it in.
type batchItem struct{ key, question string }

// batchServer is a provider with batches, in its real wire shapes, to which every host leads. It answers a request that
// comes by itself, too.
type batchServer struct {
	kind   string
	server *httptest.Server
	answer func(question string) string // "expired": it was not run; "refused": the model declined

	mu     sync.Mutex
	file   []batchItem
	made   [][]batchItem
	marks  []string
	ended  bool
	alone  int // requests by themselves
	cancel int
}

func serveBatches(t *testing.T, kind string, answer func(string) string) *batchServer {
	t.Helper()
	s := &batchServer{kind: kind, answer: answer}
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		said := s.say(r.Method+" "+r.URL.Path, body)
		if said == "" {
			w.WriteHeader(http.StatusNotFound)
			said = `{"error":{"message":"not here","type":"not_found_error","code":404,"status":"NOT_FOUND"}}`
		}
		_, _ = io.WriteString(w, said)
	}))
	t.Cleanup(s.server.Close)
	return s
}

// RoundTrip leads every host to the server.
func (s *batchServer) RoundTrip(r *http.Request) (*http.Response, error) {
	there := r.Clone(r.Context())
	there.URL.Scheme, there.URL.Host = "http", strings.TrimPrefix(s.server.URL, "http://")
	return http.DefaultTransport.RoundTrip(there)
}

func (s *batchServer) say(at string, body []byte) string {
	switch s.kind {
	case "anthropic":
		return s.anthropic(at, body)
	case "google":
		return s.google(at, body)
	}
	return s.openai(at, body)
}

// last is the number of the batch that a path ends with.
func (s *batchServer) last(at, before string) int {
	var n int
	if _, err := fmt.Sscanf(at[strings.LastIndex(at, before)+len(before):], "%d", &n); err != nil || n > len(s.made) {
		return 0
	}
	return n
}

func (s *batchServer) add(items []batchItem, mark string) int {
	s.made, s.marks = append(s.made, items), append(s.marks, mark)
	return len(s.made)
}

func inQuotes(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func chatReply(text string) string {
	finish := "stop"
	if text == "refused" {
		text, finish = "", "content_filter"
	}
	return fmt.Sprintf(`{"id":"c","object":"chat.completion","created":1790000000,"model":"m","choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":100,"completion_tokens":50,"total_tokens":150}}`,
		finish, inQuotes(text))
}

// openaiQuestion is the text of a request of Chat Completions.
func openaiQuestion(body []byte) string {
	var in struct{ Messages []struct{ Content string } }
	if json.Unmarshal(body, &in) != nil || len(in.Messages) == 0 {
		return ""
	}
	return in.Messages[len(in.Messages)-1].Content
}

func (s *batchServer) openai(at string, body []byte) string {
	batch := func(n int) string {
		state, files := "in_progress", ""
		if s.ended {
			state, files = "completed", fmt.Sprintf(`"output_file_id":"out%d","error_file_id":"err%d",`, n, n)
		}
		return fmt.Sprintf(`{"id":"batch_%d","object":"batch","status":%q,%s"created_at":1796036400,"metadata":{"mark":%q},"request_counts":{"total":%d,"completed":0,"failed":0}}`,
			n, state, files, s.marks[n-1], len(s.made[n-1]))
	}
	switch {
	case at == "POST /v1/chat/completions":
		s.alone++
		return chatReply(s.answer(openaiQuestion(body)))
	case at == "POST /v1/files":
		s.file = nil
		lines := bufio.NewScanner(strings.NewReader(string(body)))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var l struct {
				Key  string          `json:"custom_id"`
				Body json.RawMessage `json:"body"`
			}
			if json.Unmarshal(lines.Bytes(), &l) == nil && l.Key != "" {
				s.file = append(s.file, batchItem{l.Key, openaiQuestion(l.Body)})
			}
		}
		return `{"id":"file-in","object":"file"}`
	case at == "POST /v1/batches":
		var in struct{ Metadata struct{ Mark string } }
		if json.Unmarshal(body, &in) != nil {
			return ""
		}
		return batch(s.add(s.file, in.Metadata.Mark))
	case at == "GET /v1/batches":
		var all []string
		for n := range s.made {
			all = append(all, batch(n+1))
		}
		return `{"object":"list","data":[` + strings.Join(all, ",") + `]}`
	case strings.HasSuffix(at, "/cancel"):
		s.cancel++
		return batch(1)
	case strings.Contains(at, "/v1/batches/batch_"):
		if n := s.last(at, "batch_"); n > 0 {
			return batch(n)
		}
	case strings.Contains(at, "/v1/files/out"), strings.Contains(at, "/v1/files/err"):
		failed := strings.Contains(at, "/err")
		n, out := s.last(at, "/files/out"), ""
		if failed {
			n = s.last(at, "/files/err")
		}
		for _, i := range s.made[n-1] {
			text := s.answer(i.question)
			switch {
			case text == "expired" && failed:
				out += fmt.Sprintf(`{"id":"b","custom_id":%q,"response":null,"error":{"code":"batch_expired","message":"expired"}}`, i.key) + "\n"
			case text != "expired" && !failed:
				out += fmt.Sprintf(`{"id":"b","custom_id":%q,"response":{"status_code":200,"request_id":"r","body":%s},"error":null}`, i.key, chatReply(text)) + "\n"
			}
		}
		return out + "\n"
	}
	return ""
}

func (s *batchServer) anthropic(at string, body []byte) string {
	message := func(text string) string {
		return fmt.Sprintf(`{"id":"msg","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":100,"output_tokens":50}}`, inQuotes(text))
	}
	batch := func(n int) string {
		if s.ended {
			return fmt.Sprintf(`{"id":"msgbatch_%d","type":"message_batch","processing_status":"ended","created_at":"2026-03-02T09:00:00Z","request_counts":{"succeeded":%d}}`, n, len(s.made[n-1]))
		}
		return fmt.Sprintf(`{"id":"msgbatch_%d","type":"message_batch","processing_status":"in_progress","created_at":"2026-03-02T09:00:00Z","request_counts":{"processing":%d}}`, n, len(s.made[n-1]))
	}
	switch {
	case at == "POST /v1/messages/batches":
		var in struct {
			Requests []struct {
				Key    string `json:"custom_id"`
				Params struct {
					Messages []struct{ Content []struct{ Text string } }
				}
			}
		}
		if json.Unmarshal(body, &in) != nil {
			return ""
		}
		var items []batchItem
		for _, r := range in.Requests {
			items = append(items, batchItem{r.Key, r.Params.Messages[0].Content[0].Text})
		}
		return batch(s.add(items, ""))
	case strings.HasSuffix(at, "/results"):
		out := ""
		for _, i := range s.made[s.last(at, "msgbatch_")-1] {
			out = fmt.Sprintf(`{"custom_id":%q,"result":{"type":"succeeded","message":%s}}`, i.key, message(s.answer(i.question))) + "\n" + out
		}
		return out
	case strings.Contains(at, "/msgbatch_"):
		if n := s.last(at, "msgbatch_"); n > 0 {
			return batch(n)
		}
	}
	return ""
}

func (s *batchServer) google(at string, body []byte) string {
	batch := func(n int) string {
		state, output := "BATCH_STATE_RUNNING", ""
		if s.ended {
			var lines []string
			for _, i := range s.made[n-1] {
				lines = append(lines, fmt.Sprintf(`{"response":{"candidates":[{"content":{"role":"model","parts":[{"text":%s}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":50},"modelVersion":"m"},"metadata":{"key":%q}}`, inQuotes(s.answer(i.question)), i.key))
			}
			state, output = "BATCH_STATE_SUCCEEDED", `,"output":{"inlinedResponses":{"inlinedResponses":[`+strings.Join(lines, ",")+`]}}`
		}
		return fmt.Sprintf(`{"name":"batches/b%d","metadata":{"@type":"x","displayName":%q,"state":%q,"createTime":"2026-03-02T09:00:00Z","batchStats":{"requestCount":"%d"}%s}}`,
			n, s.marks[n-1], state, len(s.made[n-1]), output)
	}
	switch {
	case strings.HasSuffix(at, ":batchGenerateContent"):
		var in struct {
			Batch struct {
				DisplayName string
				InputConfig struct {
					Requests struct {
						Requests []struct {
							Request struct {
								Contents []struct{ Parts []struct{ Text string } }
							}
							Metadata struct{ Key string }
						}
					}
				}
			}
		}
		if json.Unmarshal(body, &in) != nil {
			return ""
		}
		var items []batchItem
		for _, r := range in.Batch.InputConfig.Requests.Requests {
			items = append(items, batchItem{r.Metadata.Key, r.Request.Contents[0].Parts[0].Text})
		}
		return batch(s.add(items, in.Batch.DisplayName))
	case strings.Contains(at, "/batches/b"):
		if n := s.last(at, "/batches/b"); n > 0 {
			return batch(n)
		}
	}
	return ""
}

// keyring is a system's keyring in memory.
type keyring map[string]string

// Get implements secrets.Keyring.
func (k keyring) Get(name string) (string, error) {
	if key, ok := k[name]; ok {
		return key, nil
	}
	return "", secrets.ErrNone
}

// Set implements secrets.Keyring.
func (k keyring) Set(name, key string) error {
	k[name] = key
	return nil
}

// Delete implements secrets.Keyring.
func (k keyring) Delete(name string) error {
	if _, ok := k[name]; !ok {
		return secrets.ErrNone
	}
	delete(k, name)
	return nil
}

// far is a home with a provider elsewhere, whose requests cost € 1 for a thousand tokens and half of it in a batch; again
// opens it as after a new start of the program.
func far(t *testing.T, s *batchServer) (c *conduct.Conduct, again func() *conduct.Conduct) {
	t.Helper()
	home, err := folder.At(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	now, keys := clock(), keyring{}
	var opened *conduct.Conduct
	again = func() *conduct.Conduct {
		if opened != nil {
			if err := opened.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if opened, err = conduct.Open(t.Context(), conduct.Config{Home: home, Now: now, Network: s,
			Keyring: func(string) secrets.Keyring { return keys }}); err != nil {
			t.Fatal(err)
		}
		return opened
	}
	c = again()
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	price := ledger.Price{Provider: "far", Model: "m", Currency: "EUR", Rates: ledger.Rates{Input: 1000e6, Output: 1000e6}, Batch: study.Known(0.5), Source: "page"}
	if _, err := c.AddPrice(t.Context(), price); err != nil {
		t.Fatal(err)
	}
	p := conduct.Provider{Name: "far", Kind: s.kind, Model: "m", Settings: ledger.Settings{MaxTokens: 100}}
	if err := c.SaveProvider(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if _, err := c.SetKey(t.Context(), "far", plantedKey); err != nil {
		t.Fatal(err)
	}
	return c, again
}

func plainly(string) string { return "The notice is void, I believe." }

func controlBatch(runs int) conduct.AskOrder {
	return conduct.AskOrder{Condition: study.Control, Runs: runs, Provider: "far", Batch: true}
}

func wantWaiting(t *testing.T, err error, id string) {
	t.Helper()
	wantProblem(t, err, id)
	if !errors.Is(err, conduct.ErrWaiting) {
		t.Errorf("%v does not say that it waits", err)
	}
}

func TestControlAnswersComeFromABatchOfEveryProvider(t *testing.T) {
	for _, kind := range []string{"openai", "anthropic", "google"} {
		t.Run(kind, func(t *testing.T) {
			s := serveBatches(t, kind, plainly)
			c, again := far(t, s)
			ctx, ref := context.Background(), collecting(t, c)
			for range 2 {
				_, err := c.Ask(ctx, ref, controlBatch(3), job.Silent)
				wantWaiting(t, err, "llm.batch-waiting")
				c = again()
			}
			if len(s.made) != 1 || len(s.made[0]) != 3 {
				t.Fatalf("batches: %+v", s.made)
			}
			if sum, err := c.Spending(ctx, ref); err != nil || sum.Total.Waiting != 3 || sum.Total.Open != 0 {
				t.Errorf("while it runs %+v, %v", sum.Total, err)
			}
			list, err := c.Requests(ctx, ref, ledger.Open)
			if err != nil || len(list) != 3 {
				t.Fatal(list, err)
			}
			wantProblem(t, c.RetryRequest(ctx, list[0].ID), "ledger.in-batch")
			s.ended = true
			done, err := c.Ask(ctx, ref, controlBatch(3), job.Silent)
			if err != nil || done.Done() != 3 || done.Runs[0].Answer != "a01" || s.alone != 0 {
				t.Errorf("at the end %+v, %v", done, err)
			}
			sum, err := c.Spending(ctx, ref)
			if err != nil || sum.Total.Answered != 3 || len(sum.Total.Cost) != 1 || sum.Total.Cost[0].Micros != 3*75_000 { // 150 tokens, half price
				t.Errorf("spending %+v, %v", sum.Total, err)
			}
			if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
				t.Errorf("verification: %+v, %v", v, err)
			}
			if _, err := c.Ask(ctx, ref, controlBatch(3), job.Silent); err != nil || len(s.made) != 1 {
				t.Errorf("asked again: %v, %d batches", err, len(s.made))
			}
		})
	}
}

func TestABatchIsListedFetchedAndCancelled(t *testing.T) {
	s := serveBatches(t, "openai", plainly)
	c, again := far(t, s)
	ctx, ref := context.Background(), collecting(t, c)
	_, err := c.Ask(ctx, ref, controlBatch(2), job.Silent)
	wantWaiting(t, err, "llm.batch-waiting")
	c = again()
	list, err := c.Batches(ctx)
	if err != nil || len(list) != 1 || list[0].ID != "batch_1" || list[0].Waiting != 2 || list[0].State != ledger.BatchRunning {
		t.Fatalf("%+v, %v", list, err)
	}
	if news, err := c.FetchBatch(ctx, "batch_1"); err != nil || news.Answered != 0 {
		t.Errorf("%+v, %v", news, err)
	}
	if err := c.CancelBatch(ctx, "batch_1"); err != nil || s.cancel != 1 {
		t.Errorf("%v, cancelled %d times", err, s.cancel)
	}
	s.ended = true
	if news, err := c.FetchBatch(ctx, list[0].Mark); err != nil || news.Answered != 2 {
		t.Errorf("%+v, %v", news, err)
	}
	wantProblem(t, c.CancelBatch(ctx, "batch_1"), "batch.done")
	_, err = c.FetchBatch(ctx, "batch_9")
	wantProblem(t, err, "batch.not-found")
	o := controlBatch(2)
	o.Batch = false // what was fetched is in the ledger for whoever asks
	if done, err := c.Ask(ctx, ref, o, job.Silent); err != nil || done.Done() != 2 || s.alone != 0 {
		t.Errorf("%+v, %v", done, err)
	}
	o.Batch, o.Condition = true, study.Reporter
	_, err = c.Ask(ctx, ref, o, job.Silent)
	wantProblem(t, err, "ask.no-batch")
}

func TestAGradingInABatchHasItsRepairsOneByOne(t *testing.T) {
	var s *batchServer
	expire := true
	s = serveBatches(t, "openai", func(question string) string {
		if gaps := gapLine.FindAllStringSubmatch(question, -1); len(gaps) > 0 {
			nonce := formMark.FindStringSubmatch(question)[1]
			return fmt.Sprintf("@@%s %s\nHERKUNFT: MENSCH\n@@END %s %s\n", gaps[0][1], nonce, gaps[0][1], nonce)
		}
		if codes, _ := gradedCodes(question); expire && len(codes) < 3 {
			return "expired"
		}
		return strings.Replace(grades(question, 0), "HERKUNFT: KI\n", "", 1)
	})
	c, again := far(t, s)
	ref, ctx := blindedTest(t, c, 10, "claude-sonnet-4-5"), context.Background()
	o := gradeBy("far")
	o.Batch, o.Repeats, o.Settings.MaxTokens = true, 2, 4000
	runs, err := c.Grade(ctx, ref, o, job.Silent)
	wantWaiting(t, err, "llm.batch-waiting")
	if len(s.made) != 1 || len(s.made[0]) != 4 || runs[0].Complete || runs[0].Because != "llm.batch-waiting" { // 2 parts, twice
		t.Fatalf("batches %d, runs %+v", len(s.made), runs)
	}
	c = again()
	s.ended = true
	runs, err = c.Grade(ctx, ref, o, job.Silent)
	wantWaiting(t, err, "llm.batch-failed")
	if runs[0].Complete || s.alone != 0 {
		t.Errorf("runs %+v, %d asked alone", runs, s.alone)
	}
	expire, s.ended = false, false
	_, err = c.Grade(ctx, ref, o, job.Silent)
	wantWaiting(t, err, "llm.batch-waiting")
	if len(s.made) != 2 || len(s.made[1]) != 2 {
		t.Fatalf("the second batch: %+v", s.made[1:])
	}
	s.ended = true
	runs, err = c.Grade(ctx, ref, o, job.Silent)
	if err != nil || !runs[0].Complete || runs[0].Graded != 10 || len(s.made) != 2 || s.alone != 4 { // a repair each
		t.Errorf("runs %+v, %v; %d asked alone", runs, err, s.alone)
	}
}

func TestABatchBeyondTheCapIsNotCreated(t *testing.T) {
	s := serveBatches(t, "openai", plainly)
	c, _ := far(t, s)
	ref := collecting(t, c)
	o := controlBatch(3)
	forecast, err := c.ForecastAsking(t.Context(), ref, o, job.Silent)
	most, known := forecast.Cost.Get()
	if err != nil || !known {
		t.Fatal(forecast, err)
	}
	o.Terms.Cap = study.Known(ledger.Money{Micros: most.Micros - 1, Currency: "EUR"})
	_, err = c.Ask(t.Context(), ref, o, job.Silent)
	wantWaiting(t, err, "llm.over-budget")
	o.Terms.Cap = study.Known(most)
	_, err = c.Ask(t.Context(), ref, o, job.Silent)
	wantWaiting(t, err, "llm.batch-waiting")
	if len(s.made) != 1 {
		t.Errorf("%d batches", len(s.made))
	}
}

func TestAWithdrawalWhileABatchRunsBringsNothingBack(t *testing.T) {
	s := serveBatches(t, "openai", func(q string) string { return q })
	c, _ := far(t, s)
	ctx, ref := context.Background(), withT07(t, c)
	reach(t, c, ref, "rated")
	desk, err := c.Desk(ctx, ref, "far", conduct.Terms{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = desk.InBatches(ctx, []llm.Request{ofTest(ref, "Grade this:\n"+peculiar)})
	wantProblem(t, err, "llm.batch-waiting")
	if _, err := c.WithdrawConsent(ctx, ref, "T07"); err != nil {
		t.Fatal(err)
	}
	s.ended = true
	if news, err := c.FetchBatch(ctx, "batch_1"); err != nil || news.Answered != 1 {
		t.Fatalf("%+v, %v", news, err)
	}
	words := strings.Join(strings.Fields(peculiar)[3:12], " ")
	if found := traces(t, c.Home().Data, words); found != nil {
		t.Errorf("%q is in %v", words, found)
	}
	if sum, err := c.Spending(ctx, ref); err != nil || sum.Total.Answered != 1 || len(sum.Total.Cost) != 1 {
		t.Errorf("spending %+v, %v", sum.Total, err)
	}
}

func TestAReplyThatASecondTestUsesShowsThereAtNoCost(t *testing.T) {
	s := serveModel(t, echo)
	c, p, _ := paid(t, s)
	ctx, first := context.Background(), collecting(t, c)
	x, err := c.Test(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.CreateTest(ctx, study.Test{StudyID: first.Study, CaseID: x.CaseID, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	other := conduct.Ref{Study: first.Study, Test: second.ID}
	for _, ref := range []conduct.Ref{first, other, other} {
		if _, err := deskOf(t, c, ref, p, conduct.Terms{}).Ask(ctx, ofTest(ref, "q")); err != nil {
			t.Fatal(err)
		}
	}
	one, err := c.Spending(ctx, first)
	if err != nil || one.Total.Answered != 1 || one.Total.Kept != 0 || len(one.Total.Cost) != 1 {
		t.Errorf("the first %+v, %v", one.Total, err)
	}
	two, err := c.Spending(ctx, other)
	if err != nil || two.Total.Answered != 0 || two.Total.Kept != 1 || two.Total.Cost != nil || len(two.Requests) != 1 || len(two.Purposes) != 1 {
		t.Errorf("the second %+v, %v", two, err)
	}
}

func TestARefusedGradingIsShownAsRefused(t *testing.T) {
	refuse := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, chatReply("refused"))
	}
	t.Run("in part", func(t *testing.T) {
		c, ctx := open(t, t.TempDir()), context.Background()
		atModel(t, c, "local", "mistral-small", serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
			if codes, _ := gradedCodes(question); len(codes) < 5 {
				refuse(w)
				return
			}
			gradesAll(w, r, question, n)
		}))
		ref := blindedTest(t, c, 9, "claude-sonnet-4-5")
		runs, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent)
		if err != nil || !runs[0].Complete || len(runs[0].Refused) == 0 || runs[0].Graded+len(runs[0].Refused) != 9 {
			t.Fatalf("runs %+v, %v", runs, err)
		}
	})
	t.Run("in whole", func(t *testing.T) {
		c, ctx := open(t, t.TempDir()), context.Background()
		atModel(t, c, "local", "mistral-small", serveModel(t, func(w http.ResponseWriter, _ *http.Request, _ string, _ int) { refuse(w) }))
		ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
		runs, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent)
		wantProblem(t, err, "grading.refused")
		if runs[0].Complete || runs[0].Because != "grading.refused" || len(runs[0].Refused) != 2 {
			t.Errorf("runs %+v", runs)
		}
	})
}

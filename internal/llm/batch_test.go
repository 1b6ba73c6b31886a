package llm_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// batchHouse is a provider's batch interface: what it answers by method and path.
type batchHouse struct {
	speaker
	id      string
	state   string            // path of the batch
	create  []string          // what is heard at creation
	made    map[string]string // answers by «METHOD path»
	running string            // the batch while it runs
	ended   string            // and at its end
	sent    []string          // what the creation must contain
}

// The results of every house: k1 answered, k2 turned down for its temperature, k3 never run, a line nobody asked for and
// k1 a second time; k4 is missing. The lines stand in another order than the requests.
func batchHouses() []batchHouse {
	all := speakers()
	open, anth, goog := all[0], all[1], all[2]
	line := func(s speaker, key, text string) string {
		return fmt.Sprintf(`{"id":"b","custom_id":%q,"response":{"status_code":200,"request_id":"r","body":%s},"error":null}`, key, s.good(text, s.ends["complete"]))
	}
	message := func(key, text string) string {
		return fmt.Sprintf(`{"custom_id":%q,"result":{"type":"succeeded","message":%s}}`, key, anth.good(text, "end_turn"))
	}
	inline := func(key, text string) string {
		return fmt.Sprintf(`{"response":%s,"metadata":{"key":%q}}`, goog.good(text, "STOP"), key)
	}
	google := func(state, output string) string {
		return fmt.Sprintf(`{"name":"batches/b1","metadata":{"@type":"x","model":"models/gemini-2.5-pro","displayName":"iucom-mark","state":%q,"createTime":"2026-11-30T11:00:00Z","batchStats":{"requestCount":"4","successfulRequestCount":"1","failedRequestCount":"2"}%s}}`, state, output)
	}
	return []batchHouse{
		{
			speaker: open, id: "batch_1", state: "GET /v1/batches/batch_1",
			create: []string{"POST /v1/files", "POST /v1/batches"},
			sent:   []string{`"custom_id":"k1"`, `"url":"/v1/chat/completions"`, `"seed":7`, `"max_completion_tokens":900`, `name="purpose"`, `"completion_window":"24h"`, `"input_file_id":"file-in"`, `"mark":"iucom-`},
			made: map[string]string{
				"POST /v1/files":                  `{"id":"file-in","object":"file"}`,
				"POST /v1/batches":                `{"id":"batch_1","object":"batch","status":"validating","created_at":1796036400,"metadata":{"mark":"iucom-mark"},"request_counts":{"total":4,"completed":0,"failed":0}}`,
				"GET /v1/batches":                 `{"object":"list","data":[{"id":"batch_1","status":"in_progress","created_at":1796036400,"metadata":{"mark":"iucom-mark"}}]}`,
				"POST /v1/batches/batch_1/cancel": `{"id":"batch_1","status":"cancelling"}`,
				"GET /v1/files/out/content":       line(open, "k9", "fremd") + "\n" + line(open, "k1", "Ja.") + "\n\n" + line(open, "k1", "Nein.") + "\n",
				"GET /v1/files/err/content": `{"custom_id":"k2","response":{"status_code":400,"body":{"error":{"message":"Unsupported value: 'temperature'","type":"invalid_request_error","code":"unsupported_value"}}},"error":null}` + "\n" +
					`{"custom_id":"k3","response":null,"error":{"code":"batch_expired","message":"This request could not be executed before the completion window expired."}}`,
			},
			running: `{"id":"batch_1","status":"in_progress","created_at":1796036400,"request_counts":{"total":4,"completed":1,"failed":0}}`,
			ended:   `{"id":"batch_1","status":"completed","created_at":1796036400,"output_file_id":"out","error_file_id":"err","request_counts":{"total":4,"completed":1,"failed":2}}`,
		},
		{
			speaker: anth, id: "msgbatch_1", state: "GET /v1/messages/batches/msgbatch_1",
			create: []string{"POST /v1/messages/batches"},
			sent:   []string{`"custom_id":"k1"`, `"max_tokens":900`},
			made: map[string]string{
				"POST /v1/messages/batches":                   `{"id":"msgbatch_1","type":"message_batch","processing_status":"in_progress","created_at":"2026-11-30T11:00:00Z","request_counts":{"processing":4}}`,
				"GET /v1/messages/batches":                    `{"data":[{"id":"msgbatch_1","processing_status":"in_progress","created_at":"2026-11-30T11:00:00Z","request_counts":{"processing":4}}],"has_more":false}`,
				"POST /v1/messages/batches/msgbatch_1/cancel": `{"id":"msgbatch_1","processing_status":"canceling"}`,
				"GET /v1/messages/batches/msgbatch_1/results": message("k9", "fremd") + "\n" + `{"custom_id":"k3","result":{"type":"expired"}}` + "\n" + message("k1", "Ja.") + "\n" +
					`{"custom_id":"k2","result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"temperature: Extra inputs"},"request_id":"r"}}}` + "\n" + message("k1", "Nein."),
			},
			running: `{"id":"msgbatch_1","processing_status":"in_progress","created_at":"2026-11-30T11:00:00Z","request_counts":{"processing":2,"succeeded":1,"errored":1}}`,
			ended:   `{"id":"msgbatch_1","processing_status":"ended","created_at":"2026-11-30T11:00:00Z","request_counts":{"processing":0,"succeeded":1,"errored":1,"canceled":0,"expired":2}}`,
		},
		{
			speaker: goog, id: "batches/b1", state: "GET /v1beta/batches/b1",
			create: []string{"POST /v1beta/models/gemini-2.5-pro:batchGenerateContent"},
			sent:   []string{`"key":"k1"`, `"maxOutputTokens":900`, `"systemInstruction"`, `"displayName":"iucom-`},
			made: map[string]string{
				"POST /v1beta/models/gemini-2.5-pro:batchGenerateContent": google("BATCH_STATE_PENDING", ""),
				"GET /v1beta/batches":            `{"operations":[` + google("BATCH_STATE_RUNNING", "") + `]}`,
				"POST /v1beta/batches/b1:cancel": `{}`,
			},
			running: google("BATCH_STATE_RUNNING", ""),
			ended: google("BATCH_STATE_SUCCEEDED", `,"output":{"inlinedResponses":{"inlinedResponses":[`+strings.Join([]string{
				inline("k9", "fremd"), `{"error":{"code":14,"message":"The request was not run: expired"},"metadata":{"key":"k3"}}`, inline("k1", "Ja."),
				`{"error":{"code":3,"message":"temperature: not supported"},"metadata":{"key":"k2"}}`, inline("k1", "Nein."),
			}, ",")+`]}}`),
		},
	}
}

// open runs the house; ended says whether the batch is.
func (h batchHouse) open(t *testing.T, ended *bool) *provider {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		at := r.Method + " " + r.URL.Path
		body, ok := h.made[at]
		if at == h.state {
			body, ok = h.running, true
			if *ended {
				body = h.ended
			}
		}
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = h.fault(404, "not_found_error", "no such batch")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body)
	})
}

func (h batchHouse) items() []llm.BatchItem {
	var items []llm.BatchItem
	for _, k := range []string{"k1", "k2", "k3", "k4"} {
		items = append(items, llm.BatchItem{Key: k, Request: h.question()})
	}
	return items
}

func TestABatchFromItsCreationToItsResults(t *testing.T) {
	for _, h := range batchHouses() {
		t.Run(string(h.kind), func(t *testing.T) {
			ended := false
			p := h.open(t, &ended)
			c := h.client(t, p, time.Minute)
			ctx := context.Background()
			made, err := c.CreateBatch(ctx, h.items())
			if err != nil || made.ID != h.id || made.State != llm.BatchRunning || made.Created.IsZero() {
				t.Fatalf("made %+v, %v", made, err)
			}
			var heardAt []string
			sent := ""
			for _, g := range p.got {
				heardAt, sent = append(heardAt, g.method+" "+g.path), sent+g.body
			}
			if diff := cmp.Diff(h.create, heardAt); diff != "" {
				t.Error(diff)
			}
			for _, part := range h.sent {
				if !strings.Contains(sent, part) {
					t.Errorf("what was sent lacks %s:\n%s", part, sent)
				}
			}
			again := h.client(t, p, time.Minute) // after a restart only the ID is left
			if b, err := again.Batch(ctx, h.id); err != nil || b.State != llm.BatchRunning || b.Total != 4 {
				t.Errorf("running %+v, %v", b, err)
			}
			if _, err := again.Results(ctx, h.id, nil); err == nil {
				t.Error("results of a batch that runs")
			}
			if list, err := again.Batches(ctx); err != nil || len(list) != 1 || list[0].ID != h.id {
				t.Errorf("list %+v, %v", list, err)
			}
			if err := again.CancelBatch(ctx, h.id); err != nil {
				t.Errorf("cancelling: %v", err)
			}
			ended = true
			got, err := again.Results(ctx, h.id, []string{"k1", "k2", "k3", "k4"})
			if err != nil {
				t.Fatal(err)
			}
			checkResults(t, got)
		})
	}
}

func checkResults(t *testing.T, got llm.BatchResults) {
	t.Helper()
	lists := [][]string{got.Missing, got.Double, got.Foreign}
	if diff := cmp.Diff([][]string{{"k4"}, {"k1"}, {"k9"}}, lists); diff != "" {
		t.Errorf("missing, double, foreign (-want +got)\n%s", diff)
	}
	k1 := got.By["k1"]
	if k1.Err != nil || k1.Reply.Text != "Ja." || k1.Reply.Finish != study.Complete || cmp.Diff([]string{llm.NoteBatch}, k1.Reply.Notes) != "" || len(k1.Reply.Raw) == 0 {
		t.Errorf("k1: %+v", k1)
	}
	if u, ok := k1.Reply.Usage.Get(); !ok || u != (ledger.Usage{Input: 100, Cached: 20, Output: 50, Reasoning: 10}) {
		t.Errorf("usage %+v", k1.Reply.Usage)
	}
	if err := got.By["k2"].Err; !study.HasProblem(err, "llm.bad-request") || !strings.Contains(llm.Words(err), "temperature") {
		t.Errorf("k2: %v", err)
	}
	if _, again := llm.Retry(got.By["k3"].Err); !again || llm.InDoubt(got.By["k3"].Err) {
		t.Errorf("k3 was not run, and may be asked again: %v", got.By["k3"].Err)
	}
}

func TestABatchThatIsNotThere(t *testing.T) {
	for _, h := range batchHouses() {
		ended := true
		c := h.client(t, h.open(t, &ended), time.Minute)
		id := strings.Replace(h.id, "1", "2", 1)
		if _, err := c.Batch(context.Background(), id); !study.HasProblem(err, "llm.batch-unknown") || llm.InDoubt(err) {
			t.Errorf("%s: %v", h.kind, err)
		}
		if _, err := c.Results(context.Background(), id, nil); !study.HasProblem(err, "llm.batch-unknown") {
			t.Errorf("%s: %v", h.kind, err)
		}
	}
}

// TestACreationThatBrokeOffIsInDoubt: the batch may have been made; it must not be made twice.
func TestACreationThatBrokeOffIsInDoubt(t *testing.T) {
	for _, h := range batchHouses() {
		p := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/v1/files" {
				_, _ = io.WriteString(w, `{"id":"file-in"}`)
				return
			}
			cut(`{"id":"ba`, false)(w, r)
		})
		_, err := h.client(t, p, time.Minute).CreateBatch(context.Background(), h.items())
		withoutKey(t, ledger.Reply{}, err)
		if _, again := llm.Retry(err); !llm.InDoubt(err) || again || len(p.got) != len(h.create) {
			t.Errorf("%s: %v after %d requests, again %v", h.kind, err, len(p.got), again)
		}
	}
}

func TestBatchesThatAreNone(t *testing.T) {
	h := batchHouses()[0]
	c := h.client(t, dead{}, time.Minute)
	q := h.question()
	other := q
	other.Model = "gpt-5"
	for name, items := range map[string][]llm.BatchItem{
		"empty":          nil,
		"a key twice":    {{Key: "a", Request: q}, {Key: "a", Request: q}},
		"a key of words": {{Key: "Frage 1", Request: q}},
		"a key too long": {{Key: strings.Repeat("k", 65), Request: q}},
		"two models":     {{Key: "a", Request: q}, {Key: "b", Request: other}},
	} {
		if _, err := c.CreateBatch(context.Background(), items); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	local := speakers()[4].client(t, dead{}, time.Minute)
	if _, err := local.CreateBatch(context.Background(), h.items()); local.CanBatch() || !study.HasProblem(err, "llm.no-batch") {
		t.Errorf("a local server: %v", err)
	}
	if a, b := llm.BatchMark(h.items()), llm.BatchMark(h.items()[:3]); a == b || a != llm.BatchMark(h.items()) {
		t.Errorf("marks %s, %s", a, b)
	}
}

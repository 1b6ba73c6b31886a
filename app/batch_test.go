package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// withBatches enters a provider on this machine that takes batches, and gives the switch that makes them ready.
func (h *house) withBatches() (ready *atomic.Bool) {
	h.t.Helper()
	ready = &atomic.Bool{}
	var results atomic.Value
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		batch := `{"id":"batch_1","object":"batch","status":"in_progress","created_at":1796036400}`
		if ready.Load() {
			batch = `{"id":"batch_1","object":"batch","status":"completed","output_file_id":"out1","created_at":1796036400}`
		}
		switch at := r.Method + " " + r.URL.Path; {
		case at == "POST /v1/files":
			results.Store(repliesTo(r.Body))
			_, _ = io.WriteString(w, `{"id":"file-in","object":"file"}`)
		case at == "POST /v1/batches", strings.HasPrefix(at, "GET /v1/batches/"), strings.HasSuffix(at, "/cancel"):
			_, _ = io.WriteString(w, batch)
		case strings.HasPrefix(at, "GET /v1/files/out1"):
			_, _ = io.WriteString(w, results.Load().(string))
		default:
			http.Error(w, "not here", http.StatusNotFound)
		}
	}))
	h.t.Cleanup(s.Close)
	p := conduct.Provider{Name: "far", Kind: "openai", Model: "far-1", BaseURL: s.URL + "/v1"}
	if err := h.shell.conduct.SaveProvider(context.Background(), p); err != nil {
		h.t.Fatal(err)
	}
	return ready
}

// repliesTo answers every line of an uploaded file of requests.
func repliesTo(file io.Reader) string {
	var out strings.Builder
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var l struct {
			Key string `json:"custom_id"`
		}
		if json.Unmarshal(in.Bytes(), &l) == nil && l.Key != "" {
			fmt.Fprintf(&out, `{"custom_id":%q,"error":null,"response":{"status_code":200,"body":{"id":"r","object":"chat.completion","created":1,`+
				`"model":"far-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"The notice is void, says the batch."}}],`+
				`"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}}}}`+"\n", l.Key)
		}
	}
	return out.String()
}

func TestABatchIsOfferedFollowedAndTakenInFromThePageOfAnswers(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h = h.reopened()
	ready := h.withBatches()
	h.shell.wizard.Show("answers")
	h.tapKey("wizard.asking.open")
	about := h.shell.words.T("wizard.batch.about")
	if strings.Contains(h.screen(), about) {
		t.Error("the Reporter, who asks twice in a row, is offered a batch")
	}
	h.choice("Control: asked plainly")
	h.sees(about)
	find[*widgets.Check](h).SetChecked(true)
	h.tapKey("wizard.asking.estimate")
	h.tapKey("wizard.model.send")
	h.sees("The requests were sent as a batch", "far · far-1: 0 of 1 replies", "at the provider")

	h = h.reopened() // the order outlives the window
	h.shell.wizard.Show("start")
	h.sees("far · far-1: 0 of 1 replies")
	h.tapKey("wizard.batch.look")
	h.sees("Not all replies are there yet")
	ready.Store(true)
	h.tapKey("wizard.batch.look")
	h.sees("are in and taken over")
	h.shell.wizard.Show("answers")
	h.sees("far-1")
	if strings.Contains(h.screen(), "replies, sent") {
		t.Error("a batch that has ended is still shown")
	}
}

func TestNoBatchIsOfferedWhereTheProviderHasNone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.withModel()
	h.shell.wizard.Show("answers")
	h.tapKey("wizard.asking.open")
	h.choice("Control: asked plainly")
	if strings.Contains(h.screen(), h.shell.words.T("wizard.batch.about")) {
		t.Error("a batch is offered")
	}
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// batchServer is OpenAI's batch interface on this computer. A batch is ready when it is asked for the second time.
func batchServer(t *testing.T) string {
	t.Helper()
	var mu sync.Mutex
	var file []string      // results of the file that came last
	var made [][]string    // results of the batches
	asked := map[int]int{} // how often for a batch
	batch := func(n int) string {
		state := `"in_progress"`
		if asked[n] > 1 {
			state = fmt.Sprintf(`"completed","output_file_id":"out%d"`, n)
		}
		return fmt.Sprintf(`{"id":"batch_%d","object":"batch","status":%s,"created_at":1796036400,"request_counts":{"total":%d}}`, n, state, len(made[n-1]))
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		var n int
		last := r.URL.Path[strings.LastIndexAny(r.URL.Path, "_t")+1:]
		switch at := r.Method + " " + r.URL.Path; {
		case at == "POST /v1/files":
			file = answered(r.Body)
			_, _ = io.WriteString(w, `{"id":"file-in","object":"file"}`)
		case at == "POST /v1/batches":
			made = append(made, file)
			_, _ = io.WriteString(w, batch(len(made)))
		case strings.HasSuffix(at, "/cancel"):
			_, _ = io.WriteString(w, `{"id":"batch_1","object":"batch","status":"cancelling"}`)
		case strings.HasPrefix(at, "GET /v1/batches/batch_"):
			if _, err := fmt.Sscanf(last, "%d", &n); err == nil && n <= len(made) {
				asked[n]++
				_, _ = io.WriteString(w, batch(n))
			}
		case strings.HasPrefix(at, "GET /v1/files/out"):
			if _, err := fmt.Sscanf(strings.TrimPrefix(at, "GET /v1/files/out"), "%d", &n); err == nil && n <= len(made) {
				_, _ = io.WriteString(w, strings.Join(made[n-1], "\n"))
			}
		default:
			http.Error(w, "not here", http.StatusNotFound)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// answered writes the results of an uploaded file of requests.
func answered(file io.Reader) (lines []string) {
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var l struct {
			Key  string `json:"custom_id"`
			Body struct {
				Model    string
				Messages []struct{ Content string }
			}
		}
		if json.Unmarshal(in.Bytes(), &l) != nil || l.Key == "" {
			continue
		}
		text, finish := modelReply(l.Body.Messages[len(l.Body.Messages)-1].Content, l.Body.Model)
		body, err := json.Marshal(map[string]any{
			"custom_id": l.Key, "error": nil, "response": map[string]any{"status_code": 200, "body": map[string]any{
				"id": "r1", "object": "chat.completion", "created": 1, "model": l.Body.Model,
				"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": map[string]any{"role": "assistant", "content": text}}},
				"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
			}},
		})
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(body))
	}
	return lines
}

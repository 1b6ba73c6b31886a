package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// modelServer is a model behind an OpenAI-compatible interface on this machine: it answers each kind of request of the
// program as a willing model does, and counts the runs. It keeps what it was asked in asked.
func modelServer(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.Error(w, "not here", http.StatusNotFound)
			return
		}
		var in struct {
			Model    string `json:"model"`
			Messages []struct {
				Content string `json:"content"`
			} `json:"messages"`
		}
		if err := json.Unmarshal(body, &in); err != nil || len(in.Messages) == 0 {
			http.Error(w, "no request", http.StatusBadRequest)
			return
		}
		text, finish := modelReply(in.Messages[len(in.Messages)-1].Content, in.Model)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"id": "r1", "object": "chat.completion", "created": 1, "model": in.Model + "-0307",
			"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": map[string]any{"role": "assistant", "content": text}}},
			"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
		})
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

var (
	termsMark = regexp.MustCompile(`@@SUCHE ([0-9a-f]{6})`)
	usedMark  = regexp.MustCompile(`@@QUELLEN ([0-9a-f]{6})`)
	textMark  = regexp.MustCompile(`(?s)<<<TEXT [0-9a-f]{6}>>>\n(.*)\n<<<END TEXT`)
)

// modelReply is what the model says. The model "cut" ends in mid-sentence, "shy" declines, "mute" says nothing.
func modelReply(request, model string) (text, finish string) {
	switch {
	case model == "shy":
		return "", "content_filter"
	case model == "mute":
		return "", "stop"
	case model == "cut":
		return "Die Klägerin kann", "length"
	case examinerReply(request) != "":
		return examinerReply(request), "stop"
	case termsMark.MatchString(request):
		n := termsMark.FindStringSubmatch(request)[1]
		return fmt.Sprintf("@@SUCHE %s\nNORM: § 1096 ABGB\nBEGRIFF: Zinsminderung\n@@END SUCHE %s", n, n), "stop"
	case usedMark.MatchString(request):
		n := usedMark.FindStringSubmatch(request)[1]
		return fmt.Sprintf("Der Zins mindert sich nach § 1096 Abs 1 ABGB.\n\n@@QUELLEN %s\nS1\n@@END QUELLEN %s", n, n), "stop"
	case textMark.MatchString(request):
		return strings.ReplaceAll(textMark.FindStringSubmatch(request)[1], "mindertt", "mindert"), "stop"
	}
	return "Der Zins mindertt sich nach § 1096 ABGB.", "stop"
}

package replies

import (
	"encoding/json"
	"fmt"
	"strings"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// response is the reply of OpenAI's Responses.
type response struct {
	ID         Word           `json:"id"`
	Model      Word           `json:"model"`
	Status     Word           `json:"status"`
	Output     []responseItem `json:"output"`
	Incomplete struct {
		Reason Word `json:"reason"`
	} `json:"incomplete_details"`
	Usage *struct {
		Input  Count `json:"input_tokens"`
		Output Count `json:"output_tokens"`
		In     struct {
			Cached  Count `json:"cached_tokens"`
			Written Count `json:"cache_write_tokens"`
		} `json:"input_tokens_details"`
		Out struct {
			Reasoning Count `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
	} `json:"usage"`
}

// responseItem is a message, a call of a tool, a piece of reasoning, or a kind nobody knows yet.
type responseItem struct {
	Type    Word           `json:"type"`
	Phase   Word           `json:"phase"`
	Content []responsePart `json:"content"`
	Action  struct {
		Type Word `json:"type"`
	} `json:"action"`
}

type responsePart struct {
	Type        Word `json:"type"`
	Text        Word `json:"text"`
	Annotations []struct {
		Type     Word `json:"type"`
		Title    Word `json:"title"`
		URL      Word `json:"url"`
		Filename Word `json:"filename"`
	} `json:"annotations"`
}

// Response reads a response: its messages are one answer, without talk on the way where there is a final answer.
func (f *Reader) Response(body []byte) (ledger.Reply, error) {
	var r response
	if err := json.Unmarshal(body, &r); err != nil {
		return ledger.Reply{}, fmt.Errorf("reading a response: %w", err)
	}
	switch r.Status {
	case "failed", "cancelled":
		return ledger.Reply{}, ErrFailed
	case "queued", "in_progress":
		return ledger.Reply{}, fmt.Errorf("the response is not finished: %s", r.Status)
	}
	reply := ledger.Reply{Model: string(r.Model), RequestID: string(r.ID), Stop: string(r.Status)}
	seen := r.join(&reply)
	reply.Finish = study.Complete
	switch {
	case r.Status == "incomplete":
		reply.Stop += ":" + string(r.Incomplete.Reason)
		reply.Finish = f.ending("incomplete", string(r.Incomplete.Reason), reply.Text)
	case r.Status != "completed":
		reply.Finish = study.FinUnknown
	case seen.refusal:
		reply.Finish = study.FinRefused
	case strings.TrimSpace(reply.Text) == "" && seen.call:
		reply.Finish = study.FinToolCall
	case strings.TrimSpace(reply.Text) == "":
		reply.Finish = study.FinEmpty
	}
	reply.Usage = study.Absent[ledger.Usage](study.NotReturned)
	if u := r.Usage; u != nil {
		reply.Usage = study.Known(ledger.Usage{
			Input: int(u.Input), Cached: int(u.In.Cached), Written: int(u.In.Written),
			Output: int(u.Output), Reasoning: int(u.Out.Reasoning), Searches: seen.searches,
		})
	}
	return reply, nil
}

// seenItems is what stands among the items beside the text.
type seenItems struct {
	refusal  bool
	call     bool // of a tool we never offered
	searches int  // that are billed: opening a page is none
}

// join puts the text and the sources into the reply.
func (r response) join(reply *ledger.Reply) seenItems {
	var seen seenItems
	final := false
	for _, item := range r.Output {
		final = final || item.Phase == "final_answer"
	}
	var texts []string
	for _, item := range r.Output {
		switch item.Type {
		case "message":
			if final && item.Phase == "commentary" {
				continue
			}
			t, refusal := item.text(reply)
			seen.refusal = seen.refusal || refusal
			texts = append(texts, t)
		case "web_search_call":
			if item.Action.Type == "search" || item.Action.Type == "" {
				seen.searches++
			}
		case "function_call", "custom_tool_call", "mcp_call":
			seen.call = true
		}
	}
	reply.Text = paragraphs(texts)
	return seen
}

// text joins the parts of a message and notes what they cite.
func (i responseItem) text(reply *ledger.Reply) (text string, refusal bool) {
	var b strings.Builder
	for _, part := range i.Content {
		switch part.Type {
		case "output_text", "text":
			b.WriteString(string(part.Text))
		case "refusal":
			refusal = true
		}
		for _, a := range part.Annotations {
			title := a.Title
			if a.Type == "file_citation" {
				title = a.Filename
			}
			reply.Sources = cite(reply.Sources, string(title), string(a.URL))
		}
	}
	return b.String(), refusal
}

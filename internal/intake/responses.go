package intake

import (
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// isResponses tells OpenAI's Responses.
func isResponses(n node) bool {
	if n.get("object").str() == "response" {
		return true
	}
	for _, o := range n.get("output").list() {
		if o.get("type").str() == "message" {
			return true
		}
	}
	return false
}

// responses reads one response: its messages are one answer.
func (x *exporter) responses(i item, q asked) {
	status := i.get("status").str()
	key := orElse(q.key, i.get("id").str())
	switch status {
	case "failed":
		x.part("provider-error", i.at, key, map[string]any{"detail": errorText(i.node)})
		return
	case "queued", "in_progress", "cancelled":
		x.part("not-run", i.at, key, map[string]any{"detail": status})
		return
	}
	c, at := x.output(i.get("output"))
	c.Key = key
	model := i.get("model").str()
	provider := x.rules.providerOf(model)
	if provider == "" && !strings.Contains(model, "/") {
		provider = "openai"
	}
	c.Answer.Origin = study.Origin{Provider: provider, Model: model, Date: orElse(x.dateOf(i.get("created_at")), q.date)}
	c.prompt(orElse(q.prompt, x.lastQuestion(i.get("input"))))
	c.Usage = responsesUsage(i.get("usage"), x.searches(i.get("output")))
	x.endOfResponse(&c, i.node, status)
	x.add(c, path(i.at, at))
}

// endOfResponse says how the response ended.
func (x *exporter) endOfResponse(c *Candidate, i node, status string) {
	refused := c.Answer.Finish == study.FinRefused
	toolsOnly := c.Answer.Finish == study.FinToolCall
	c.FinishRaw = status
	c.Answer.Finish = study.Complete
	switch {
	case status == "incomplete":
		reason := i.in("incomplete_details", "reason").str()
		c.FinishRaw = status + ":" + reason
		c.Answer.Finish = x.ending("incomplete", reason, true, c.Answer.Text)
	case status != "completed" && status != "":
		c.Answer.Finish = study.FinUnknown
	case refused:
		c.Answer.Finish = study.FinRefused
	case strings.TrimSpace(c.Answer.Text) == "" && toolsOnly:
		c.Answer.Finish = study.FinToolCall
	case strings.TrimSpace(c.Answer.Text) == "":
		c.Answer.Finish = study.FinEmpty
	}
}

// output joins the messages of a response. Talk on the way is left out when there is a final answer.
func (x *exporter) output(output node) (c Candidate, at string) {
	final := false
	for _, o := range output.list() {
		final = final || o.get("phase").str() == "final_answer"
	}
	var texts []string
	for k, o := range output.list() {
		switch kind := o.get("type").str(); kind {
		case "message":
			if final && o.get("phase").str() == "commentary" {
				continue
			}
			texts = append(texts, x.message(o, &c))
			at = fmt.Sprintf("output[%d]", k)
		case "reasoning":
		case "function_call", "custom_tool_call", "mcp_call":
			c.Tools = once(c.Tools, x.rules.tool(o.get("name").str()))
			if c.Answer.Finish == "" {
				c.Answer.Finish = study.FinToolCall
			}
		default:
			if name, isCall := strings.CutSuffix(kind, "_call"); isCall {
				c.Tools = once(c.Tools, x.rules.tool(name))
			}
		}
	}
	c.Answer.Text = joinTexts(texts)
	return c, at
}

// joinTexts puts texts that stood apart one below the other; empty ones leave no trace.
func joinTexts(texts []string) string {
	var kept []string
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			kept = append(kept, t)
		}
	}
	return strings.Join(kept, "\n\n")
}

// message joins the parts of one message and notes what they cite.
func (x *exporter) message(o node, c *Candidate) string {
	var b strings.Builder
	for _, part := range o.get("content").list() {
		switch part.get("type").str() {
		case "output_text", "text":
			b.WriteString(part.get("text").str())
		case "refusal":
			c.Answer.Finish = study.FinRefused
		}
		for _, a := range part.get("annotations").list() {
			title := a.get("title").str()
			if a.get("type").str() == "file_citation" {
				title = a.get("filename").str()
			}
			c.Sources = cite(c.Sources, Source{title, a.get("url").str()})
		}
	}
	if o.get("content").isString() {
		return o.get("content").str()
	}
	return b.String()
}

// searches counts the billable web searches: opening a page that was found is none.
func (x *exporter) searches(output node) int {
	n := 0
	for _, o := range output.list() {
		if o.get("type").str() == "web_search_call" {
			if kind := o.in("action", "type").str(); kind == "search" || kind == "" {
				n++
			}
		}
	}
	return n
}

func responsesUsage(u node, searches int) *Usage {
	if !u.isObject() {
		return nil
	}
	in := u.get("input_tokens_details")
	return &Usage{
		Input: u.get("input_tokens").count(), InputCached: in.get("cached_tokens").count(),
		InputCacheWrite: in.get("cache_write_tokens").count(), Output: u.get("output_tokens").count(),
		Reasoning: u.in("output_tokens_details", "reasoning_tokens").count(), Searches: searches,
	}
}

// lastQuestion is the last thing a person asked in a request of any provider: messages, input, contents or prompt.
func (x *exporter) lastQuestion(request node) string {
	if request.isString() {
		return request.str()
	}
	if request.isObject() {
		return x.lastQuestion(request.get("messages", "input", "contents", "prompt"))
	}
	last := ""
	for _, m := range request.list() {
		if role := m.get("role").str(); role != "user" && role != "" || m.get("type").str() != "message" && m.has("type") {
			continue
		}
		text, _ := x.chunks(m.get("content"))
		for _, part := range m.get("parts").list() {
			text += part.get("text").str()
		}
		last = orElse(text, last)
	}
	return last
}

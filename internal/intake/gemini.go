package intake

import (
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// isGemini tells a reply of Google's generateContent, in the spelling of the interface or of Python.
func isGemini(n node) bool {
	feedback := n.get("promptFeedback", "prompt_feedback")
	return n.get("candidates").isList() || feedback.isObject() ||
		n.get("usageMetadata", "usage_metadata").isObject() && n.get("modelVersion", "model_version").isString()
}

// gemini reads one reply: every candidate is an answer; a question that was blocked is one without text.
func (x *exporter) gemini(i item, q asked) {
	version := i.get("modelVersion", "model_version").str()
	origin := study.Origin{
		Provider: "google", Model: version, Version: version,
		Date: orElse(x.dateOf(i.get("createTime", "create_time")), q.date),
	}
	candidates := i.get("candidates").list()
	for k, n := range candidates {
		c := x.geminiCandidate(n)
		x.geminiAdd(c, i, q, origin, k == 0, fmt.Sprintf("candidates[%d]", k))
	}
	if len(candidates) > 0 {
		return
	}
	c := Candidate{}
	c.Answer.Finish = study.FinEmpty
	if reason := i.get("promptFeedback", "prompt_feedback").get("blockReason", "block_reason").str(); reason != "" {
		c.FinishRaw, c.Answer.Finish = "PROMPT:"+reason, study.FinBlocked
	}
	x.geminiAdd(c, i, q, origin, true, "promptFeedback")
}

// geminiAdd completes a candidate with what the reply says about all of them.
func (x *exporter) geminiAdd(c Candidate, i item, q asked, origin study.Origin, first bool, at string) {
	c.Key = orElse(q.key, i.get("responseId", "response_id").str())
	c.Answer.Origin = origin
	c.prompt(q.prompt)
	if u := i.get("usageMetadata", "usage_metadata"); first && u.isObject() {
		thoughts := u.get("thoughtsTokenCount", "thoughts_token_count").count()
		c.Usage = &Usage{
			Input: u.get("promptTokenCount", "prompt_token_count").count() +
				u.get("toolUsePromptTokenCount", "tool_use_prompt_token_count").count(),
			InputCached: u.get("cachedContentTokenCount", "cached_content_token_count").count(),
			Output:      u.get("candidatesTokenCount", "candidates_token_count").count() + thoughts,
			Reasoning:   thoughts,
			Searches:    c.searches(i.node),
		}
	}
	x.add(c, path(i.at, at))
}

// searches counts the search queries of a reply.
func (c *Candidate) searches(reply node) int {
	n := 0
	for _, k := range reply.get("candidates").list() {
		n += len(k.get("groundingMetadata", "grounding_metadata").get("webSearchQueries", "web_search_queries").list())
	}
	return n
}

// geminiCandidate reads one candidate. Parts that are thoughts are not the answer.
func (x *exporter) geminiCandidate(n node) Candidate {
	var c Candidate
	var b strings.Builder
	called := false
	for _, part := range n.in("content", "parts").list() {
		if part.get("text").isString() && !part.get("thought").truth() {
			b.WriteString(part.get("text").str())
		}
		if call := part.get("functionCall", "function_call"); call.isObject() {
			c.Tools = once(c.Tools, x.rules.tool(call.get("name").str()))
			called = true
		}
		if part.get("executableCode", "executable_code").isObject() {
			c.Tools = once(c.Tools, "code_execution")
		}
	}
	c.Answer.Text = b.String()
	x.grounding(&c, n.get("groundingMetadata", "grounding_metadata"))
	c.FinishRaw = n.get("finishReason", "finish_reason").str()
	word := strings.TrimPrefix(c.FinishRaw, "FinishReason.")
	c.Answer.Finish = x.ending("gemini", word, n.has("finishReason") || n.has("finish_reason"), c.Answer.Text)
	if c.Answer.Finish == study.FinEmpty && called {
		c.Answer.Finish = study.FinToolCall
	}
	return c
}

// grounding notes the pages a reply was grounded on.
func (x *exporter) grounding(c *Candidate, g node) {
	chunks := g.get("groundingChunks", "grounding_chunks").list()
	for _, chunk := range chunks {
		page := chunk.get("web", "retrievedContext", "retrieved_context")
		c.Sources = cite(c.Sources, Source{page.get("title").str(), page.get("uri").str()})
	}
	if len(chunks)+len(g.get("webSearchQueries", "web_search_queries").list()) > 0 {
		c.Tools = once(c.Tools, "web_search")
	}
}

// geminiStream reads replies of a file with several values; parts with one response ID are one reply that was streamed.
func (x *exporter) geminiStream(replies []item) {
	x.found("gemini")
	groups := make(map[string][]item)
	var order []string
	for k, r := range replies {
		id := r.get("responseId", "response_id").str()
		if id == "" {
			id = fmt.Sprintf("\x00%d", k)
		}
		if len(groups[id]) == 0 {
			order = append(order, id)
		}
		groups[id] = append(groups[id], r)
	}
	for _, id := range order {
		x.seq = groups[id][0].seq
		x.gemini(joined(groups[id]), asked{})
	}
}

// joined makes one reply of its streamed parts: all parts of the texts, and of everything else what was said last.
func joined(parts []item) item {
	if len(parts) == 1 {
		return parts[0]
	}
	all := &object{values: make(map[string]node)}
	candidates := make(map[int]*object)
	var order []node
	for _, p := range parts {
		for _, name := range p.names() {
			if name != "candidates" {
				all.set(name, p.get(name))
			}
		}
		for _, c := range p.get("candidates").list() {
			index := c.get("index").count()
			into := candidates[index]
			if into == nil {
				into = &object{values: make(map[string]node)}
				candidates[index] = into
				order = append(order, node{into})
			}
			texts := append(node{into}.in("content", "parts").list(), c.in("content", "parts").list()...)
			for _, name := range c.names() {
				into.set(name, c.get(name))
			}
			into.set("content", node{&object{names: []string{"parts"}, values: map[string]node{"parts": {texts}}}})
		}
	}
	if len(order) > 0 {
		all.set("candidates", node{order})
	}
	return item{node{all}, parts[0].at, parts[0].seq}
}

// set puts a value under a name.
func (o *object) set(name string, v node) {
	if _, have := o.values[name]; !have {
		o.names = append(o.names, name)
	}
	o.values[name] = v
}

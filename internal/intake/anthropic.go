package intake

import (
	"strings"

	"iucomstudien/internal/study"
)

// isAnthropic tells a reply of Anthropic's Messages.
func isAnthropic(n node) bool {
	return n.get("type").str() == "message" && n.get("role").str() == "assistant" && n.has("content") &&
		(n.has("stop_reason") || n.has("usage") || n.has("model"))
}

// anthropic reads one message. The reply has no time of its own.
func (x *exporter) anthropic(i item, q asked) {
	c := x.blocks(i.get("content"))
	c.Key = orElse(q.key, i.get("id").str())
	c.FinishRaw = i.get("stop_reason").str()
	c.Answer.Finish = x.ending("anthropic", c.FinishRaw, i.has("stop_reason"), c.Answer.Text)
	c.Answer.Origin = study.Origin{Provider: "anthropic", Model: i.get("model").str(), Date: q.date}
	c.prompt(q.prompt)
	if u := i.get("usage"); u.isObject() {
		read, written := u.get("cache_read_input_tokens").count(), u.get("cache_creation_input_tokens").count()
		c.Usage = &Usage{
			Input: u.get("input_tokens").count() + read + written, InputCached: read, InputCacheWrite: written,
			Output: u.get("output_tokens").count(), Reasoning: u.in("output_tokens_details", "thinking_tokens").count(),
			Searches: u.in("server_tool_use", "web_search_requests").count(),
		}
	}
	x.add(c, path(i.at, "content"))
}

// blocks joins the text of content blocks: neighbours are pieces of one text, and an empty line stands where another
// block was between.
func (x *exporter) blocks(content node) Candidate {
	var c Candidate
	if content.isString() {
		c.Answer.Text = x.rules.withoutThoughts(content.str())
		return c
	}
	var texts []string
	open := false
	for _, b := range content.list() {
		switch kind := b.get("type").str(); {
		case kind == "text":
			if !open {
				texts = append(texts, "")
			}
			open = true
			texts[len(texts)-1] += b.get("text").str()
			for _, cit := range b.get("citations").list() {
				c.Sources = cite(c.Sources, citation(cit))
			}
			continue
		case strings.HasSuffix(kind, "tool_use"):
			c.Tools = once(c.Tools, x.rules.tool(b.get("name").str()))
		}
		open = false
	}
	c.Answer.Text = joinTexts(texts)
	return c
}

// citation reads what a block of text cites: a page, or a document by its title.
func citation(n node) Source {
	details := n.get("details")
	return Source{
		Title: orElse(orElse(n.get("title").str(), n.get("document_title").str()), details.get("title").str()),
		URL:   orElse(n.get("url").str(), details.get("url").str()),
	}
}

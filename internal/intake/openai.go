package intake

import (
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// isChat tells the envelope of OpenAI's Chat Completions, which Mistral, DeepSeek and local servers share.
func isChat(n node) bool {
	return n.get("choices").isList() && !strings.HasSuffix(n.get("object").str(), ".chunk")
}

// chat reads a Chat Completion: every choice is an answer, the usage stands at the first.
func (x *exporter) chat(i item, q asked) {
	model := i.get("model").str()
	version := i.get("system_fingerprint").str()
	provider := x.rules.providerOf(model)
	if version == "fp_ollama" {
		provider = "local"
	}
	date := x.dateOf(i.get("created", "created_at"))
	if len(i.get("choices").list()) == 0 {
		x.part("no-answer", i.at, orElse(q.key, i.get("id").str()), map[string]any{"fields": []string{"choices"}})
	}
	for k, choice := range i.get("choices").list() {
		c := x.choice(choice)
		c.Key = orElse(q.key, i.get("id").str())
		c.Answer.Origin = study.Origin{Provider: provider, Model: model, Version: version, Date: orElse(date, q.date)}
		c.prompt(q.prompt)
		if k == 0 {
			c.Usage = chatUsage(i.get("usage"))
		}
		x.add(c, path(i.at, fmt.Sprintf("choices[%d]", k)))
	}
}

// prompt notes the question the answer was given to.
func (c *Candidate) prompt(s string) {
	c.Answer.Question, c.Answer.Origin.Prompt = s, s
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}

// choice reads one choice.
func (x *exporter) choice(choice node) Candidate {
	var c Candidate
	message := choice.get("message")
	text, tools := x.chunks(message.get("content"))
	if !message.isObject() {
		text = choice.get("text").str() // the older Completions
	}
	c.Answer.Text = x.rules.withoutThoughts(text)
	for _, call := range message.get("tool_calls").list() {
		tools = once(tools, x.rules.tool(call.in("function", "name").str()))
	}
	for _, a := range message.get("annotations").list() {
		if u := a.get("url_citation"); u.isObject() {
			c.Sources = cite(c.Sources, Source{u.get("title").str(), u.get("url").str()})
			tools = once(tools, "web_search")
		}
	}
	c.Tools = tools
	c.FinishRaw = choice.get("finish_reason").str()
	c.Answer.Finish = x.ending("chat", c.FinishRaw, choice.has("finish_reason"), c.Answer.Text)
	if message.get("refusal").str() != "" {
		c.Answer.Finish = study.FinRefused
	}
	return c
}

// ending turns a provider's word for the end into ours. A provider that says nothing about it counts as complete; a word
// nobody knows, or null where a word should be, is unknown.
func (x *exporter) ending(table, word string, stated bool, text string) study.Finish {
	finish := study.Complete
	if known, ok := x.rules.finish[table][word]; ok {
		finish = known
	} else if stated {
		finish = study.FinUnknown
	}
	if finish == study.Complete && strings.TrimSpace(text) == "" {
		return study.FinEmpty
	}
	return finish
}

// chunks reads content that is a text or a list of parts; only parts of text count. It also names the tools among the parts.
func (x *exporter) chunks(content node) (text string, tools []string) {
	if content.isString() {
		return content.str(), nil
	}
	var b strings.Builder
	for _, part := range content.list() {
		switch kind := part.get("type").str(); kind {
		case "text", "output_text", "input_text":
			b.WriteString(textValue(part.get("text")))
		case "tool_call", "tool_use", "tool_execution":
			tools = once(tools, x.rules.tool(part.get("name").str()))
		case "":
			b.WriteString(part.str())
			b.WriteString(textValue(part.get("text")))
		}
	}
	return b.String(), tools
}

// textValue reads a text that some servers wrap as {"value": …}.
func textValue(n node) string {
	if n.isObject() {
		return n.get("value", "text").str()
	}
	return n.str()
}

// chatUsage reads the usage of Chat Completions; nil when there is none.
func chatUsage(u node) *Usage {
	if !u.isObject() {
		return nil
	}
	in, out := u.get("prompt_tokens_details"), u.get("completion_tokens_details")
	cached := in.get("cached_tokens").count()
	if !in.has("cached_tokens") {
		cached = u.get("prompt_cache_hit_tokens").count()
	}
	return &Usage{
		Input: u.get("prompt_tokens").count(), InputCached: cached, InputCacheWrite: in.get("cache_write_tokens").count(),
		Output: u.get("completion_tokens").count(), Reasoning: out.get("reasoning_tokens").count(),
	}
}

// dateOf reads a moment that is a number of seconds or written out.
func (x *exporter) dateOf(n node) string {
	if seconds, ok := n.number(); ok {
		return unixTime(seconds)
	}
	return x.rules.moment(n.str())
}

// isOllama tells Ollama's own replies (/api/chat, /api/generate).
func isOllama(n node) bool {
	return n.has("done") && (n.get("message").isObject() || n.get("response").isString())
}

// ollama reads a reply of Ollama's own interface.
func (x *exporter) ollama(i item, q asked) {
	text := i.in("message", "content").str()
	if i.get("response").isString() {
		text = i.get("response").str()
	}
	c := Candidate{Key: q.key, FinishRaw: i.get("done_reason").str()}
	c.Answer.Text = x.rules.withoutThoughts(text)
	c.Answer.Origin = study.Origin{Provider: "local", Model: i.get("model").str(), Date: orElse(x.dateOf(i.get("created_at")), q.date)}
	c.Answer.Finish = x.ending("chat", c.FinishRaw, i.has("done_reason"), c.Answer.Text)
	if i.has("done") && !i.get("done").truth() {
		c.Answer.Finish = study.FinUnknown
	}
	c.prompt(q.prompt)
	if i.has("eval_count") || i.has("prompt_eval_count") {
		c.Usage = &Usage{Input: i.get("prompt_eval_count").count(), Output: i.get("eval_count").count()}
	}
	x.add(c, i.at)
}

// isChatChunk tells a part of a streamed Chat Completion.
func isChatChunk(n node) bool { return n.get("object").str() == "chat.completion.chunk" }

// chatStream puts streamed parts together, one answer for an ID and choice.
func (x *exporter) chatStream(parts []item) {
	x.found("openai-chat")
	type key struct {
		id    string
		index int
	}
	texts := make(map[key]*Candidate)
	var order []key
	for _, p := range parts {
		x.seq = p.seq
		for _, choice := range p.get("choices").list() {
			k := key{p.get("id").str(), choice.get("index").count()}
			c := texts[k]
			if c == nil {
				c = &Candidate{Key: k.id}
				model := p.get("model").str()
				c.Answer.Origin = study.Origin{
					Provider: x.rules.providerOf(model), Model: model,
					Version: p.get("system_fingerprint").str(), Date: x.dateOf(p.get("created")),
				}
				texts[k], order = c, append(order, k)
			}
			text, _ := x.chunks(choice.in("delta", "content"))
			c.Answer.Text += text
			c.FinishRaw = orElse(choice.get("finish_reason").str(), c.FinishRaw)
		}
	}
	for _, k := range order {
		c := *texts[k]
		c.Answer.Text = x.rules.withoutThoughts(c.Answer.Text)
		c.Answer.Finish = x.ending("chat", c.FinishRaw, true, c.Answer.Text)
		x.add(c, fmt.Sprintf("choices[%d]", k.index))
	}
}

// withoutThoughts takes off a block of reasoning that stands before the answer.
func (r *rules) withoutThoughts(text string) string {
	start := strings.TrimLeft(text, " \t\r\n")
	for _, tag := range r.think {
		opening, closing := "<"+tag+">", "</"+tag+">"
		inside, opened := strings.CutPrefix(start, opening)
		before, after, closed := strings.Cut(inside, closing)
		switch {
		case opened && closed:
			return strings.TrimLeft(after, " \t\r\n")
		case opened:
			return "" // cut off while it was still thinking
		case closed && !strings.Contains(before, opening):
			return strings.TrimLeft(after, " \t\r\n") // templates that open the block in the request
		}
	}
	return text
}

package intake

import (
	"strings"

	"iucomstudien/internal/study"
)

// isLeChat tells a message of Mistral's app.
func isLeChat(n node) bool { return n.get("role").isString() && n.has("contentChunks") }

// leChat reads the messages of a chat, each answer with the question before it.
func (x *exporter) leChat(messages []item) {
	x.found("lechat-export")
	prompts := make(map[string]string)
	for _, m := range messages {
		x.seq = m.seq
		chat := m.get("chatId").str()
		switch m.get("role").str() {
		case "user":
			c := x.leChatText(m.node)
			prompts[chat] = c.Answer.Text
		case "assistant":
			c := x.leChatText(m.node)
			c.Key = m.get("id").str()
			c.Conversation = orElse(chat, "chat")
			c.Answer.Finish = study.Complete
			if strings.TrimSpace(c.Answer.Text) == "" {
				c.Answer.Finish = study.FinEmpty
			}
			c.Answer.Origin = study.Origin{Provider: "mistral", Date: x.dateOf(m.get("createdAt"))}
			c.prompt(prompts[chat])
			x.add(c, c.Key)
		}
	}
}

// leChatText joins the text chunks of a message and the documents beside it; without chunks the flat text counts.
func (x *exporter) leChatText(m node) Candidate {
	var c Candidate
	var b strings.Builder
	for _, chunk := range m.get("contentChunks").list() {
		switch chunk.get("type").str() {
		case "text":
			b.WriteString(chunk.get("text").str())
		case "tool_call":
			c.Tools = once(c.Tools, x.rules.tool(chunk.get("name").str()))
		}
	}
	if m.get("contentChunks").isNull() {
		b.WriteString(m.get("content").str())
	}
	texts := []string{b.String()}
	for _, doc := range m.get("canvas").list() {
		texts = append(texts, doc.get("content").str())
	}
	for _, quote := range m.get("quotes").list() {
		c.Sources = cite(c.Sources, Source{quote.get("title").str(), quote.get("url").str()})
	}
	c.Answer.Text = joinTexts(texts)
	return c
}

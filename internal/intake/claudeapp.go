package intake

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// isClaudeApp tells a conversation of the app's export.
func isClaudeApp(n node) bool { return n.get("chat_messages").isList() }

// claudeApp reads a conversation. Branches are followed from the leaf the person saw last, where the export names it.
func (x *exporter) claudeApp(i item) {
	x.found("claude-export")
	messages := i.get("chat_messages").list()
	if len(messages) == 0 {
		x.skip("empty-conversation", 1)
		return
	}
	branch, others := claudeBranch(messages, i.get("current_leaf_message_uuid").str())
	x.skip("other-branch", others)
	documents := make(map[string]string)
	prompt, found := "", false
	for _, m := range branch {
		switch m.get("sender").str() {
		case "human":
			prompt = x.humanText(m)
		case "assistant":
			found = true
			x.claudeAnswer(i.node, m, prompt, documents)
		}
	}
	if !found {
		x.skip("no-answer-conversation", 1)
	}
}

// claudeAnswer adds one answer. An empty one is an outcome, too.
func (x *exporter) claudeAnswer(conversation, m node, prompt string, documents map[string]string) {
	var c Candidate
	if m.get("content").isList() {
		c = x.appBlocks(m.get("content"), documents)
	} else {
		c.Answer.Text = m.get("text").str() // exports before content blocks
	}
	c.Key = m.get("uuid").str()
	c.Conversation = orElse(conversation.get("uuid").str(), "chat")
	c.FinishRaw = m.get("stop_reason").str()
	c.Answer.Finish = x.ending("anthropic", c.FinishRaw, c.FinishRaw != "", c.Answer.Text)
	c.Answer.Origin = study.Origin{
		Provider: "anthropic",
		Model:    orElse(m.get("model").str(), conversation.get("model").str()),
		Date:     x.dateOf(m.get("created_at")),
	}
	c.prompt(prompt)
	x.add(c, conversation.get("uuid").str()+"/"+c.Key)
}

// humanText is what the person asked, with the text of files that went along.
func (x *exporter) humanText(m node) string {
	text, _ := x.chunks(m.get("content"))
	texts := []string{orElse(text, m.get("text").str())}
	for _, a := range m.get("attachments").list() {
		texts = append(texts, a.get("extracted_content").str())
	}
	return joinTexts(texts)
}

// appBlocks joins the blocks of a message as [exporter.blocks] does; a document the assistant wrote beside the chat is part of the
// answer, in the state it had after this message.
func (x *exporter) appBlocks(content node, documents map[string]string) Candidate {
	var c Candidate
	var texts []string
	open := false
	for _, b := range content.list() {
		kind := b.get("type").str()
		if kind == "text" {
			if !open {
				texts = append(texts, "")
			}
			texts[len(texts)-1] += b.get("text").str()
			for _, cit := range b.get("citations").list() {
				c.Sources = cite(c.Sources, citation(cit))
			}
			open = true
			continue
		}
		open = false
		if kind != "tool_use" {
			continue
		}
		if b.get("name").str() != "artifacts" {
			c.Tools = once(c.Tools, x.rules.tool(b.get("name").str()))
			continue
		}
		texts = append(texts, artifact(b.get("input"), documents, &texts))
	}
	c.Answer.Text = joinTexts(texts)
	return c
}

// artifact gives the document after a command. An earlier state in the same message is replaced, so that the document stands once.
func artifact(input node, documents map[string]string, texts *[]string) string {
	id := input.get("id").str()
	before := documents[id]
	now := input.get("content").str()
	if input.get("command").str() == "update" {
		now = strings.Replace(before, input.get("old_str").str(), input.get("new_str").str(), 1)
	}
	documents[id] = now
	if at := slices.Index(*texts, before); at >= 0 && before != "" {
		(*texts)[at] = ""
	}
	return now
}

// claudeBranch lists the messages up to a leaf and counts the answers beside them. Without a leaf the last message is one; without
// parents the messages are no tree.
func claudeBranch(messages []node, leaf string) (branch []node, others int) {
	byID := make(map[string]node, len(messages))
	tree := false
	for _, m := range messages {
		byID[m.get("uuid").str()] = m
		tree = tree || m.get("parent_message_uuid").str() != ""
	}
	if !tree {
		return messages, 0
	}
	if _, ok := byID[leaf]; !ok {
		leaf = messages[len(messages)-1].get("uuid").str()
	}
	on := make(map[string]bool)
	for id := leaf; id != "" && !on[id]; id = byID[id].get("parent_message_uuid").str() {
		m, ok := byID[id]
		if !ok {
			break
		}
		on[id] = true
		branch = append(branch, m)
	}
	slices.Reverse(branch)
	for _, m := range messages {
		if m.get("sender").str() == "assistant" && !on[m.get("uuid").str()] {
			others++
		}
	}
	return branch, others
}

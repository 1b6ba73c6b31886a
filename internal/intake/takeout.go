package intake

import (
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// activityLog stands for the log as a whole, in which turns of all conversations stand together.
const activityLog = "activity"

// isActivity tells a record of Google's activity log.
func isActivity(n node) bool {
	return n.get("title").isString() && n.get("time").isString() && (n.has("header") || n.get("products").isList())
}

// takeout reads the records of the activity log, which stand newest first, from the oldest on.
func (x *exporter) takeout(records []item) {
	x.found("gemini-takeout")
	slices.Reverse(records)
	for k, record := range records {
		x.seq = k
		if !x.isGeminiRecord(record.node) {
			x.skip("other-product", 1)
			continue
		}
		var html []string
		for _, part := range record.get("safeHtmlItem").list() {
			html = append(html, plainText(part.get("html").str()))
		}
		text := joinTexts(html)
		prompt, known := x.promptOf(record.get("title").str())
		if !known && text == "" {
			x.skip("not-a-prompt", 1)
			continue
		}
		c := Candidate{Conversation: activityLog}
		c.Answer.Text, c.Answer.Finish = text, study.Complete
		if strings.TrimSpace(text) == "" {
			c.Answer.Finish = study.FinEmpty
		}
		c.Answer.Origin = study.Origin{Provider: "google", Date: x.dateOf(record.get("time"))}
		c.prompt(prompt)
		x.add(c, record.at)
	}
}

// isGeminiRecord tells whether a record is of the assistant's product, in whatever language the log names it.
func (x *exporter) isGeminiRecord(n node) bool {
	names := []string{n.get("header").str()}
	for _, p := range n.get("products").list() {
		names = append(names, p.str())
	}
	all := strings.ToLower(strings.Join(names, " "))
	return slices.ContainsFunc(x.rules.takeout.Product, func(p string) bool { return strings.Contains(all, p) })
}

// promptOf takes the question out of a record's title: verb before it, note on attached files behind it.
func (x *exporter) promptOf(title string) (prompt string, known bool) {
	for _, verb := range x.rules.takeout.Verbs {
		if rest, ok := strings.CutPrefix(title, verb); ok {
			title, known = rest, true
			break
		}
	}
	for _, pattern := range x.rules.takeout.attached {
		title = pattern.ReplaceAllString(title, "")
	}
	return title, known
}

// isWorkspace tells a conversation of a Workspace account.
func isWorkspace(n node) bool { return n.get("conversation_turns").isList() }

// workspace reads the turns of a conversation.
func (x *exporter) workspace(i item) {
	x.found("gemini-takeout")
	prompt, answers := "", 0
	for k, t := range i.get("conversation_turns").list() {
		if user := t.get("user_turn"); !user.isNull() {
			prompt = allText(user)
		}
		system := t.get("system_turn")
		if system.isNull() {
			continue
		}
		c := Candidate{Conversation: orElse(i.get("id", "conversation_id").str(), activityLog)}
		c.Answer.Text, c.Answer.Finish = allText(system), study.Complete
		if strings.TrimSpace(c.Answer.Text) == "" {
			c.Answer.Finish = study.FinEmpty
		}
		c.Answer.Origin = study.Origin{Provider: "google", Date: x.dateOf(system.get("timestamp", "create_time", "createTime"))}
		c.prompt(prompt)
		x.add(c, path(i.at, fmt.Sprintf("conversation_turns[%d]", k)))
		answers++
	}
	if answers == 0 {
		x.skip("empty-conversation", 1)
	}
}

// allText joins what stands in the text fields of a turn, however they are nested.
func allText(n node) string {
	if n.isString() {
		return n.str()
	}
	var texts []string
	for _, one := range n.list() {
		texts = append(texts, allText(one))
	}
	for _, name := range []string{"prompt", "text", "data", "content", "parts"} {
		if v := n.get(name); v.isString() || v.isList() || v.isObject() {
			texts = append(texts, allText(v))
		}
	}
	return joinTexts(texts)
}

package intake

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// isChatGPT tells a conversation of the app's export: its messages are a tree.
func isChatGPT(n node) bool {
	return n.get("mapping").isObject() && (n.has("current_node") || n.has("title") || n.has("conversation_id"))
}

// turn is what followed one question.
type turn struct {
	prompt  string
	texts   []string
	last    node // the last message with text
	tools   []string
	sources []Source
	spoke   bool // some message of the assistant was there
	edited  bool // a document was changed in a way that could not be followed
}

// chatGPT reads the branch of a conversation that ends in the node the person saw last.
func (x *exporter) chatGPT(i item) {
	x.found("chatgpt-export")
	mapping := i.get("mapping")
	branch := x.branch(mapping, i.get("current_node").str())
	x.skip("other-branch", otherAnswers(mapping, branch))
	turns := []turn{{}}
	for _, id := range branch {
		m := mapping.get(id).get("message")
		if m.isNull() || hiddenMessage(m) {
			continue
		}
		switch m.in("author", "role").str() {
		case "user":
			turns = append(turns, turn{prompt: x.parts(m)})
		case "assistant":
			x.spoken(&turns[len(turns)-1], m)
		}
	}
	found, asked := false, len(turns) > 1
	for _, t := range turns {
		if t.spoke {
			x.chatGPTAnswer(i.node, t)
			found = true
		}
	}
	switch {
	case !found && !asked:
		x.skip("empty-conversation", 1)
	case !found:
		x.skip("no-answer-conversation", 1)
	}
}

// chatGPTAnswer adds the answer of one turn.
func (x *exporter) chatGPTAnswer(conversation node, t turn) {
	c := Candidate{
		Key: t.last.get("id").str(), Tools: t.tools, Sources: t.sources,
		Conversation: orElse(conversation.get("conversation_id", "id").str(), "chat"),
	}
	c.Answer.Text = joinTexts(t.texts)
	c.Answer.Origin = study.Origin{
		Provider: "openai",
		Model:    orElse(t.last.in("metadata", "model_slug").str(), conversation.get("default_model_slug").str()),
		Date:     x.dateOf(t.last.get("create_time")),
	}
	c.prompt(t.prompt)
	c.FinishRaw = t.last.in("metadata", "finish_details", "type").str()
	c.Answer.Finish = x.ending("chatgpt", c.FinishRaw, c.FinishRaw != "", c.Answer.Text)
	if status := t.last.get("status").str(); status == "in_progress" || status == "finished_partial_completion" {
		c.FinishRaw, c.Answer.Finish = orElse(c.FinishRaw, status), study.FinTruncated
	}
	if t.edited && c.Answer.Finish == study.Complete {
		c.Answer.Finish = study.FinUnknown
	}
	x.add(c, conversation.get("conversation_id", "id").str()+"/"+c.Key)
}

// branch lists the nodes from the root to the current one. Parents are trusted, children are not: newer exports leave them out.
func (x *exporter) branch(mapping node, current string) []string {
	if current == "" || !mapping.has(current) {
		current = newestLeaf(mapping)
	}
	seen := make(map[string]bool)
	var nodes []string
	for id := current; id != "" && !seen[id] && mapping.has(id); id = mapping.in(id, "parent").str() {
		seen[id] = true
		nodes = append(nodes, id)
	}
	slices.Reverse(nodes)
	return nodes
}

// newestLeaf follows the last child at each fork, and where children are not listed takes the newest node without any.
func newestLeaf(mapping node) string {
	root, newest := "", ""
	isParent, seen := make(map[string]bool), make(map[string]bool)
	for _, id := range mapping.names() {
		isParent[mapping.in(id, "parent").str()] = true
		if root == "" && mapping.in(id, "parent").str() == "" {
			root = id
		}
	}
	at := root
	for at != "" && !seen[at] {
		seen[at] = true
		children := mapping.in(at, "children").list()
		if len(children) == 0 {
			break
		}
		at = children[len(children)-1].str()
	}
	if at != "" && at != root {
		return at
	}
	most := -1.0
	for _, id := range mapping.names() {
		when, _ := mapping.in(id, "message", "create_time").number()
		if !isParent[id] && when >= most {
			newest, most = id, when
		}
	}
	return newest
}

// otherAnswers counts the visible answers that are not on the branch.
func otherAnswers(mapping node, branch []string) int {
	on := make(map[string]bool, len(branch))
	for _, id := range branch {
		on[id] = true
	}
	n := 0
	for _, id := range mapping.names() {
		m := mapping.get(id).get("message")
		if !on[id] && m.in("author", "role").str() == "assistant" && !hiddenMessage(m) && isFinal(m) {
			n++
		}
	}
	return n
}

// hiddenMessage tells messages that the person never saw.
func hiddenMessage(m node) bool {
	weight, weighed := m.get("weight").number()
	return weighed && weight == 0 || m.in("metadata", "is_visually_hidden_from_conversation").truth() ||
		m.in("content", "content_type").str() == "user_editable_context"
}

// isFinal tells a message that is text for the person, and not a thought, a call of a tool or talk on the way.
func isFinal(m node) bool {
	kind, channel := m.in("content", "content_type").str(), m.get("channel").str()
	return (kind == "text" || kind == "multimodal_text") && orElse(m.get("recipient").str(), "all") == "all" &&
		(channel == "" || channel == "final")
}

// spoken takes a message of the assistant into its turn.
func (x *exporter) spoken(t *turn, m node) {
	t.spoke = true
	if t.last.isNull() {
		t.last = m
	}
	recipient := m.get("recipient").str()
	switch {
	case strings.HasPrefix(recipient, "canmore."):
		x.canvas(t, m, strings.TrimPrefix(recipient, "canmore."))
	case recipient != "all" && recipient != "":
		t.tools = once(t.tools, x.rules.tool(recipient))
	case isFinal(m):
		t.texts = append(t.texts, withoutMarks(x.parts(m)))
		t.last = m
		for _, ref := range m.in("metadata", "content_references").list() {
			t.sources = cite(t.sources, Source{ref.get("title").str(), ref.get("url").str()})
			for _, one := range ref.get("items").list() {
				t.sources = cite(t.sources, Source{one.get("title").str(), one.get("url").str()})
			}
		}
	}
}

// parts joins the text parts of a message; pictures and files are not text.
func (x *exporter) parts(m node) string {
	var texts []string
	for _, p := range m.in("content", "parts").list() {
		if p.isString() {
			texts = append(texts, p.str())
		} else if p.get("content_type").str() == "audio_transcription" {
			texts = append(texts, p.get("text").str())
		}
	}
	return strings.Join(texts, "\n")
}

// canvas reads a document the assistant wrote beside the chat: it is the answer. A change that replaces the whole document is
// followed; of any other the person must look.
func (x *exporter) canvas(t *turn, m node, command string) {
	body, err := readNode(json.NewDecoder(strings.NewReader(x.parts(m))), 0)
	if err != nil {
		t.edited = true
		return
	}
	switch command {
	case "create_textdoc":
		t.texts = append(t.texts, withoutMarks(body.get("content").str()))
	case "update_textdoc":
		for _, u := range body.get("updates").list() {
			if pattern := u.get("pattern").str(); pattern == ".*" || pattern == "(?s).*" {
				t.texts = append(t.texts, withoutMarks(u.get("replacement").str()))
			} else {
				t.edited = true
			}
		}
	default:
		return // comments on a document
	}
	t.last = m
}

// citationMark is what the app puts where its page shows a link to a source.
var citationMark = regexp.MustCompile(`\x{E200}[^\x{E201}]*\x{E201}|[\x{E200}-\x{E206}]|【[^【】]*†[^【】]*】`)

// withoutMarks takes the citation marks out of a text.
func withoutMarks(s string) string { return citationMark.ReplaceAllString(s, "") }

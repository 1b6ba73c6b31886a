package intake

import (
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// batchInputFormat marks a file of questions chosen in place of the answers.
const batchInputFormat = "batch-input"

// isBatchInput tells a line of the file that is sent in: it holds a question and no answer.
func isBatchInput(n node) bool {
	return n.has("custom_id") && !n.has("response") && !n.has("result") && !n.has("error") &&
		(n.get("body").isObject() || n.get("params").isObject())
}

// batchInput notes that this is the file of the questions.
func (x *exporter) batchInput(item) { x.found(batchInputFormat) }

// isOpenAIBatch tells a result line of OpenAI's or Mistral's Batch.
func isOpenAIBatch(n node) bool {
	return n.has("custom_id") && (n.has("response") || n.has("error")) && !n.has("result")
}

// openAIBatch reads a result line. Lines stand in any order: the key joins answer and question, never the place.
func (x *exporter) openAIBatch(i item) {
	x.found("openai-batch")
	key := i.get("custom_id").str()
	response := i.get("response")
	status := response.get("status_code")
	body := response.get("body")
	if !body.isObject() && isReply(response) {
		body = response
	}
	code, coded := status.number()
	switch {
	case !i.get("error").isNull():
		x.part("provider-error", i.at, key, map[string]any{"detail": errorText(i.node)})
	case coded && code != 200 || isErrorBody(body):
		detail := strings.TrimPrefix(status.scalar()+": "+errorText(body), ": ")
		x.part("provider-error", i.at, key, map[string]any{"detail": detail})
	case !x.reply(item{body, i.at, i.seq}, asked{key: key}):
		x.part("no-answer", i.at, key, map[string]any{"fields": []string{"response.body"}})
	}
}

// isReply tells whether a value is one provider's reply.
func isReply(n node) bool {
	return slices.ContainsFunc(providerReplies(), func(p providerReply) bool { return p.fits(n) })
}

// reply reads a provider's reply inside an envelope.
func (x *exporter) reply(i item, q asked) bool {
	for _, p := range providerReplies() {
		if p.fits(i.node) {
			x.found(p.format)
			p.read(x, i, q)
			return true
		}
	}
	return false
}

// providerReply is the form of one provider's reply to one request.
type providerReply struct {
	format string
	fits   func(node) bool
	read   func(*exporter, item, asked)
}

// providerReplies lists the forms of replies.
func providerReplies() []providerReply {
	return []providerReply{
		{"openai-chat", isChat, (*exporter).chat},
		{"openai-responses", isResponses, (*exporter).responses},
		{"anthropic-message", isAnthropic, (*exporter).anthropic},
		{"gemini", isGemini, (*exporter).gemini},
		{"openai-chat", isOllama, (*exporter).ollama},
	}
}

// isAnthropicBatch tells a result line of Message Batches.
func isAnthropicBatch(n node) bool {
	return n.has("custom_id") && n.get("result").isObject() && n.in("result", "type").isString()
}

// anthropicBatch reads a result line.
func (x *exporter) anthropicBatch(i item) {
	x.found("anthropic-batch")
	key, result := i.get("custom_id").str(), i.get("result")
	switch kind := result.get("type").str(); {
	case kind == "succeeded" && isAnthropic(result.get("message")):
		x.anthropic(item{result.get("message"), i.at, i.seq}, asked{key: key})
	case kind == "errored":
		x.part("provider-error", i.at, key, map[string]any{"detail": errorText(result)})
	default:
		x.part("not-run", i.at, key, map[string]any{"detail": kind})
	}
}

// isGeminiBatch tells a result line of the Gemini interface's Batch.
func isGeminiBatch(n node) bool {
	keyed := n.get("key").isString() || n.in("metadata", "key").isString()
	return keyed && (isGemini(n.get("response")) || n.get("error").isObject())
}

// geminiBatch reads a result line.
func (x *exporter) geminiBatch(i item) {
	x.found("gemini-batch")
	key := orElse(i.get("key").str(), i.in("metadata", "key").str())
	if i.get("error").isObject() {
		x.part("provider-error", i.at, key, map[string]any{"detail": errorText(i.node)})
		return
	}
	x.gemini(item{i.get("response"), i.at, i.seq}, asked{key: key, prompt: x.lastQuestion(i.get("request"))})
}

// isVertexBatch tells a result line of Vertex AI: request and reply together.
func isVertexBatch(n node) bool {
	return n.get("request").isObject() && n.has("response") && (n.has("processed_time") || n.get("status").isString())
}

// vertexBatch reads a result line. A status that is not empty is an error.
func (x *exporter) vertexBatch(i item) {
	x.found("vertex-batch")
	key := orElse(i.get("key").str(), i.get("custom_id").str())
	if status := i.get("status").str(); status != "" && !isGemini(i.get("response")) {
		x.part("provider-error", i.at, key, map[string]any{"detail": status})
		return
	}
	q := asked{key: key, prompt: x.lastQuestion(i.get("request")), date: x.rules.moment(i.get("processed_time").str())}
	if !x.reply(item{i.get("response"), i.at, i.seq}, q) {
		x.part("no-answer", i.at, key, map[string]any{"fields": []string{"response"}})
	}
}

// isPair tells a request that was kept with its reply.
func isPair(n node) bool {
	return n.get("request").isObject() && (isReply(n.get("response")) || isErrorBody(n.get("response")))
}

// pair reads a request with its reply: the question is the last thing the person said.
func (x *exporter) pair(i item) {
	q := asked{
		key:    i.get("id", "custom_id", "key").scalar(),
		prompt: x.lastQuestion(i.get("request")),
		date:   x.dateOf(i.get("date", "time", "timestamp")),
	}
	if isErrorBody(i.get("response")) {
		x.found("own")
		x.part("provider-error", i.at, q.key, map[string]any{"detail": errorText(i.get("response"))})
		return
	}
	x.reply(item{i.get("response"), path(i.at, "response"), i.seq}, q)
}

// isDialogue tells a list of messages with roles, as scripts keep them.
func isDialogue(n node) bool {
	for _, m := range n.get("messages").list() {
		if m.get("role").str() == "assistant" && m.has("content") {
			return true
		}
	}
	return false
}

// dialogue reads the answers of a list of messages, each with the question before it.
func (x *exporter) dialogue(i item) {
	x.found("own")
	prompt := ""
	model := i.get("model").str()
	for k, m := range i.get("messages").list() {
		text, tools := x.chunks(m.get("content"))
		switch m.get("role").str() {
		case "user":
			prompt = text
		case "assistant":
			c := Candidate{Key: i.get("id").scalar(), Tools: tools, Conversation: orElse(i.get("id").scalar(), orElse(i.at, "chat"))}
			c.Answer.Text = x.rules.withoutThoughts(text)
			c.Answer.Finish = x.ending("chat", "", false, c.Answer.Text)
			c.Answer.Origin = study.Origin{
				Provider: x.rules.providerOf(model), Model: model, Date: x.dateOf(i.get("created", "date", "timestamp")),
			}
			c.prompt(prompt)
			x.add(c, path(i.at, fmt.Sprintf("messages[%d]", k)))
		}
	}
}

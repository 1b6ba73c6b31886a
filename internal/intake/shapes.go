package intake

import (
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// shape is one form in which a value can hold answers. The table is asked from top to bottom; the first that fits reads.
type shape struct {
	fits func(node) bool
	read func(*exporter, item)
}

// shapesOf lists the shapes of single values. It is a function because reading a pair or a batch asks the table again.
func shapesOf() []shape {
	return []shape{
		{isChatGPT, (*exporter).chatGPT},
		{isClaudeApp, (*exporter).claudeApp},
		{isWorkspace, (*exporter).workspace},
		{isBatchInput, (*exporter).batchInput},
		{isOpenAIBatch, (*exporter).openAIBatch},
		{isAnthropicBatch, (*exporter).anthropicBatch},
		{isVertexBatch, (*exporter).vertexBatch},
		{isGeminiBatch, (*exporter).geminiBatch},
		{isList, (*exporter).listOf},
		{isReply, func(x *exporter, i item) { x.reply(i, asked{}) }},
		{isPair, (*exporter).pair},
		{isErrorBody, (*exporter).errorBody},
		{isDialogue, (*exporter).dialogue},
	}
}

// asked is what an envelope knows about the request: its key and its question.
type asked struct {
	key    string
	prompt string
	date   string
}

// found notes the format of the file: that of the first value that was recognised.
func (x *exporter) found(format string) {
	if x.p.Format == "" {
		x.p.Format = format
	}
}

// take reads a value at once when its shape says what it is, and keeps it for the end when only its neighbours can tell.
func (x *exporter) take(i item) {
	x.seq = i.seq
	if i.get("deleted", "is_deleted").truth() || i.get("deleted_at", "deletedAt").str() != "" {
		x.skip("deleted", 1)
		return
	}
	if needsNeighbours(i.node) {
		x.rest = append(x.rest, i)
		return
	}
	for _, s := range shapesOf() {
		if s.fits(i.node) {
			s.read(x, i)
			return
		}
	}
	x.rest = append(x.rest, i)
}

// needsNeighbours tells values that mean something only together: messages of a chat, records of an activity log, parts of a
// stream.
func needsNeighbours(n node) bool {
	return isLeChat(n) || isActivity(n) || isChatChunk(n) || isGemini(n) && n.has("responseId")
}

// settle reads what waited for its neighbours, and own fields.
func (x *exporter) settle() error {
	groups := []struct {
		fits func(node) bool
		read func(*exporter, []item)
	}{
		{isLeChat, (*exporter).leChat},
		{isActivity, (*exporter).takeout},
		{isChatChunk, (*exporter).chatStream},
		{isGemini, (*exporter).geminiStream},
	}
	for _, g := range groups {
		var mine, others []item
		for _, i := range x.rest {
			if g.fits(i.node) {
				mine = append(mine, i)
			} else {
				others = append(others, i)
			}
		}
		if len(mine) > 0 {
			g.read(x, mine)
			x.rest = others
		}
	}
	x.own(x.rest)
	return x.refusal()
}

// refusal is the reason why a file that was recognised holds nothing to import at all.
func (x *exporter) refusal() error {
	if x.p.Format == batchInputFormat {
		return &study.Problem{ID: "intake.batch-input"}
	}
	if len(x.p.Problems) > 0 {
		x.found("own") // nothing but errors in place of replies
	}
	return nil
}

// path joins a value's place and a place inside it.
func path(outer, inner string) string {
	if outer == "" {
		return inner
	}
	if inner == "" || strings.HasPrefix(outer, "line ") {
		return outer
	}
	if strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}

// isList tells the envelope in which providers list stored replies.
func isList(n node) bool { return n.get("object").str() == "list" && n.get("data").isList() }

// listOf reads a page of stored replies and says when there are more.
func (x *exporter) listOf(i item) {
	for k, n := range i.get("data").list() {
		x.take(item{n, path(i.at, fmt.Sprintf("data[%d]", k)), i.seq + k})
	}
	if i.get("has_more").truth() {
		x.part("more-pages", i.at, "", nil)
	}
}

// part lists a part of the file that is no answer.
func (x *exporter) part(kind, at, key string, args map[string]any) {
	p := &study.Problem{ID: "intake." + kind, Args: map[string]any{"at": at, "id": key}}
	for k, v := range args {
		p.Args[k] = v
	}
	x.problem(p)
}

// isErrorBody tells a provider's error in place of a reply.
func isErrorBody(n node) bool {
	return n.get("error").isObject() && (n.in("error", "message").isString() || n.in("error", "type").isString()) ||
		n.get("object").str() == "error" && n.get("message").isString() || n.get("detail").isList() && len(n.names()) <= 2
}

// errorBody lists an error in place of a reply.
func (x *exporter) errorBody(i item) {
	x.part("provider-error", i.at, "", map[string]any{"detail": errorText(i.node)})
}

// errorText is what a provider says about an error, in its own words: type or code first.
func errorText(n node) string {
	for n.get("error").isObject() {
		n = n.get("error")
	}
	if s := n.get("error").str(); s != "" {
		return s
	}
	if first := n.get("detail").list(); len(first) > 0 {
		n = first[0]
	}
	var words []string
	for _, name := range []string{"status", "status_code", "type", "code", "param", "message", "msg"} {
		if s := n.get(name).scalar(); s != "" && s != "error" && !slices.Contains(words, s) {
			words = append(words, s)
		}
	}
	text := strings.Join(words, ": ")
	if runes := []rune(text); len(runes) > 400 {
		text = string(runes[:400]) + "…"
	}
	return text
}

// once adds a name to a list that holds each once.
func once(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// cite adds a source that is not yet in the list.
func cite(list []Source, s Source) []Source {
	if s == (Source{}) || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// tool is a tool's name as it is stored.
func (r *rules) tool(name string) string {
	if known, ok := r.tools[name]; ok {
		return known
	}
	return name
}

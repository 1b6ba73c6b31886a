package intake

import (
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// own reads values in a form of the person's own: any object with a field for the answer is one.
func (x *exporter) own(items []item) {
	var without []item
	found := 0
	for _, i := range items {
		x.seq = i.seq
		if n := x.ownIn(i, nil, 0); n > 0 {
			found += n
		} else {
			without = append(without, i)
		}
	}
	if found == 0 && x.p.Format == "" {
		return
	}
	for _, i := range without {
		if i.isObject() {
			x.noAnswer(i)
		}
	}
}

// noAnswer lists a record in which no answer was found, and the names it was looked for.
func (x *exporter) noAnswer(i item) {
	x.part("no-answer", i.at, x.field(i.node, "id").scalar(), map[string]any{"fields": x.answerFields()})
}

// ownIn looks for answers in a value and gives their number. Fields beside an answer count before those just above it.
func (x *exporter) ownIn(i item, above []node, depth int) int {
	if depth > maxDepth {
		return 0
	}
	if answer, ok := x.ownAnswer(i.node); ok {
		x.found("own")
		x.ownAdd(i, above, answer)
		return 1
	}
	n := 0
	for k, one := range i.list() {
		n += x.ownElement(item{one, path(i.at, fmt.Sprintf("[%d]", k)), i.seq}, i.list(), above, depth)
	}
	for _, name := range i.names() {
		value := i.get(name)
		if (value.isObject() || value.isList()) && !x.isField(name) {
			inner := item{value, path(i.at, name), i.seq}
			if isReply(value) {
				x.reply(inner, asked{
					key: x.field(i.node, "id").scalar(), prompt: x.promptText(x.field(i.node, "prompt")),
					date: x.dateOf(x.field(i.node, "date")),
				})
				n++
				continue
			}
			n += x.ownIn(inner, []node{i.node}, depth+1)
		}
	}
	return n
}

// ownElement reads an element of a list; one without an answer among others that have one is listed.
func (x *exporter) ownElement(one item, all []node, above []node, depth int) int {
	n := x.ownIn(one, above, depth+1)
	if n > 0 || !one.isObject() {
		return n
	}
	for _, other := range all {
		if _, ok := x.ownAnswer(other); ok {
			x.noAnswer(one)
			break
		}
	}
	return 0
}

// field is the field of an object that has one of the names for it; the earlier name wins.
func (x *exporter) field(n node, field string) node {
	best, found := -1, node{}
	for _, name := range n.names() {
		if rank, ok := x.rules.fields[field][fold(name)]; ok && (best < 0 || rank < best) {
			best, found = rank, n.get(name)
		}
	}
	return found
}

// isField tells whether a name is one of the fields that say something about an answer, so that no answer is looked for in it.
func (x *exporter) isField(name string) bool {
	for field, names := range x.rules.fields {
		if _, ok := names[fold(name)]; ok && field != "answer" && field != "date" {
			return true
		}
	}
	return false
}

// ownAnswer is the text of an object's answer field: a text, a list of texts, or an object with a text. An empty text is an
// answer, too; null is none.
func (x *exporter) ownAnswer(n node) (string, bool) {
	best, text := -1, ""
	for _, name := range n.names() {
		rank, ok := x.rules.fields["answer"][fold(name)]
		if !ok || best >= 0 && rank >= best {
			continue
		}
		if s, ok := ownText(n.get(name)); ok {
			best, text = rank, s
		}
	}
	return text, best >= 0
}

// ownText reads a text in one of the forms people write.
func ownText(n node) (string, bool) {
	switch {
	case n.isString():
		return n.str(), true
	case n.isObject():
		t := n.get("text", "content", "value")
		return t.str(), t.isString()
	case n.isList():
		var texts []string
		for _, one := range n.list() {
			s, ok := ownText(one)
			if !ok || one.isList() {
				return "", false
			}
			texts = append(texts, s)
		}
		return strings.Join(texts, "\n"), len(texts) > 0
	}
	return "", false
}

// promptText reads a question: a text, or the last thing said in a list of messages.
func (x *exporter) promptText(n node) string {
	if s, ok := ownText(n); ok {
		return s
	}
	return x.lastQuestion(n)
}

// ownAdd adds an answer found in own fields.
func (x *exporter) ownAdd(i item, above []node, text string) {
	near := func(field string) node {
		if v := x.field(i.node, field); !v.isNull() {
			return v
		}
		for _, n := range above {
			if v := x.field(n, field); !v.isNull() && field != "id" {
				return v
			}
		}
		return node{}
	}
	c := Candidate{Key: near("id").scalar(), Aids: near("aids").scalar()}
	a := &c.Answer
	a.Text = x.rules.withoutThoughts(text)
	a.Finish = x.ending("chat", "", false, a.Text)
	if raw := i.get("finish_reason", "stop_reason"); raw.isString() {
		c.FinishRaw = raw.str()
		a.Finish = x.ending("chat", c.FinishRaw, true, a.Text)
	}
	c.prompt(x.promptText(near("prompt")))
	a.Origin = study.Origin{
		Provider: x.rules.provider(near("provider").scalar()), Model: near("model").scalar(),
		Version: near("version").scalar(), Date: x.dateOf(near("date")),
	}
	a.Origin.Provider = orElse(a.Origin.Provider, x.rules.providerOf(a.Origin.Model))
	source := near("source").scalar()
	known := x.rules.conditions[fold(source)]
	a.Condition = known.condition
	if a.Condition.Human() {
		a.Origin = study.Origin{
			Participant: c.Key, Qualification: known.qualification, Date: a.Origin.Date, Aids: x.rules.aids(c.Aids),
		}
		if level := x.rules.levels[fold(near("qualification").scalar())]; level != "" {
			a.Origin.Qualification = level
		}
		if word := near("consent").scalar(); word != "" {
			a.Origin.Consent = x.rules.consentWord(word)
		}
	}
	x.add(c, i.at)
}

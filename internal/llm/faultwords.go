package llm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// faultWords is what a provider's error body says.
type faultWords struct {
	message string
	kind    string // type
	code    string
	status  string
	details string // raw
	wait    time.Duration
}

// all is everything that rules look for words in.
func (w faultWords) all() string {
	return strings.Join([]string{w.code, w.kind, w.status, w.message, w.details}, "\n")
}

// short is what a person reads: the message, or what stands in its place.
func (w faultWords) short() string {
	for _, s := range []string{w.message, w.code, w.kind, w.status} {
		if s != "" {
			return oneLine(s)
		}
	}
	return ""
}

// oneLine keeps a text to one line of readable length.
func oneLine(s string) string {
	const most = 300
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + " …"
	}
	return s
}

// faultBody is the union of the providers' error bodies:
// OpenAI {error:{message,type,param,code}}; Anthropic {type:"error",error:{type,message}};
// Google {error:{code,message,status,details}}, within a list when it was streamed;
// Mistral {object:"error",message,type,code} or {detail:[{loc,msg}]}; Ollama {error:"text"};
// Responses {status:"failed",error:{code,message}}.
type faultBody struct {
	Error   json.RawMessage `json:"error"`
	Object  loose           `json:"object"`
	Message json.RawMessage `json:"message"`
	Type    loose           `json:"type"`
	Code    loose           `json:"code"`
	Detail  json.RawMessage `json:"detail"`
}

// loose is a word or number of JSON as text; anything else is "".
type loose string

// UnmarshalJSON takes a string or a number.
func (l *loose) UnmarshalJSON(data []byte) error {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(data, &s) == nil:
		*l = loose(s)
	case json.Unmarshal(data, &n) == nil:
		*l = loose(n)
	}
	return nil
}

// readFault reads an error body; false when the body is none.
func readFault(body []byte) (faultWords, bool) {
	body = bytes.TrimSpace(body)
	if list := []json.RawMessage(nil); bytes.HasPrefix(body, []byte("[")) {
		if json.Unmarshal(body, &list) != nil || len(list) == 0 {
			return faultWords{}, false
		}
		body = list[0]
	}
	var b faultBody
	if json.Unmarshal(body, &b) != nil {
		return faultWords{}, false
	}
	if w, ok := innerFault(b.Error); ok {
		return w, true
	}
	w := faultWords{kind: string(b.Type), code: string(b.Code)}
	w.message = text(b.Message)
	if w.message == "" {
		w.message = detail(b.Detail)
	}
	return w, w.message != "" && (b.Object == "error" || b.Object == "")
}

// innerFault reads the error within a body: an object, or a text.
func innerFault(raw json.RawMessage) (faultWords, bool) {
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return faultWords{}, false
	}
	if s := text(raw); s != "" {
		return faultWords{message: s}, true
	}
	var e struct {
		Message loose           `json:"message"`
		Type    loose           `json:"type"`
		Code    loose           `json:"code"`
		Status  loose           `json:"status"`
		Details json.RawMessage `json:"details"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return faultWords{}, false
	}
	return faultWords{
		message: string(e.Message), kind: string(e.Type), code: string(e.Code), status: string(e.Status),
		details: string(e.Details), wait: retryInfo(e.Details),
	}, true
}

// text reads a string; anything else is "".
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return ""
}

// detail reads Mistral's list of what it did not understand.
func detail(raw json.RawMessage) string {
	if s := text(raw); s != "" {
		return s
	}
	var list []struct {
		Loc []loose `json:"loc"`
		Msg loose   `json:"msg"`
	}
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	var said []string
	for _, d := range list {
		place := make([]string, len(d.Loc))
		for i, l := range d.Loc {
			place[i] = string(l)
		}
		said = append(said, strings.TrimPrefix(strings.Join(place, ".")+": ", ": ")+string(d.Msg))
	}
	return strings.Join(said, "; ")
}

// retryInfo finds the wait among the details of a Google error.
func retryInfo(raw json.RawMessage) time.Duration {
	var list []struct {
		Type  string `json:"@type"`
		Delay string `json:"retryDelay"`
	}
	if json.Unmarshal(raw, &list) != nil {
		return 0
	}
	for _, d := range list {
		if wait, err := time.ParseDuration(d.Delay); err == nil && strings.HasSuffix(d.Type, "RetryInfo") {
			return max(wait, 0)
		}
	}
	return 0
}

// waitAsked is how long the provider asks to wait, from its headers or its body; 0 when it says nothing.
func (c *Client) waitAsked(ex *exchange, said faultWords) time.Duration {
	h := ex.header
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return bounded(ms / 1000)
	}
	if after := h.Get("Retry-After"); after != "" {
		if s, err := strconv.ParseFloat(after, 64); err == nil && s >= 0 {
			return bounded(s)
		}
		if at, err := http.ParseTime(after); err == nil {
			return max(at.Sub(c.now()), 0)
		}
	}
	if said.wait > 0 {
		return said.wait
	}
	return max(c.resetOf(h, "X-Ratelimit-Remaining-", "X-Ratelimit-Reset-", ""), c.resetOf(h, "Anthropic-Ratelimit-", "Anthropic-Ratelimit-", "-Reset"))
}

// bounded makes a duration of seconds; more than a day is a day.
func bounded(seconds float64) time.Duration {
	const day = 24 * 60 * 60
	return time.Duration(min(seconds, day) * float64(time.Second))
}

// resetOf reads when the limits that are used up begin anew: a duration, or a moment.
func (c *Client) resetOf(h http.Header, remaining, reset, end string) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens", "Input-Tokens", "Output-Tokens"} {
		left := remaining + what
		if end != "" {
			left += "-Remaining"
		}
		if h.Get(left) != "0" {
			continue
		}
		value := h.Get(reset + what + end)
		if d, err := time.ParseDuration(value); err == nil {
			longest = max(longest, d)
		} else if at, err := time.Parse(time.RFC3339, value); err == nil {
			longest = max(longest, at.Sub(c.now()))
		}
	}
	return longest
}

// isPage tells a page of HTML from a proxy, a login, a wrong address.
func isPage(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// pageWords describes a reply that is no answer: where it leads to, the title of a page, else its beginning.
func pageWords(ex *exchange) string {
	if to := ex.header.Get("Location"); to != "" {
		return "-> " + oneLine(to)
	}
	body := string(ex.body[:min(len(ex.body), 4096)])
	if isPage(ex.body) {
		lower := strings.ToLower(body)
		if from := strings.Index(lower, "<title"); from >= 0 && len(lower) == len(body) {
			_, title, _ := strings.Cut(body[from:], ">")
			title, _, _ = strings.Cut(title, "<")
			return oneLine(title)
		}
		return "HTML"
	}
	return oneLine(strings.ToValidUTF8(body, "�"))
}

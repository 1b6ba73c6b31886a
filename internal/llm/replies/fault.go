package replies

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
	"unicode"
)

// Fault is what a provider's error body says.
type Fault struct {
	Message string
	Kind    string // type
	Code    string
	Status  string
	Details string // raw
	Wait    time.Duration
}

// All is everything that rules look for words in.
func (w Fault) All() string {
	return strings.Join([]string{w.Code, w.Kind, w.Status, w.Message, w.Details}, "\n")
}

// Short is what a person reads: the message, or what stands in its place.
func (w Fault) Short() string {
	for _, s := range []string{w.Message, w.Code, w.Kind, w.Status} {
		if s != "" {
			return OneLine(s)
		}
	}
	return ""
}

// faultBody is the union of the providers' error bodies:
// OpenAI {error:{message,type,param,code}}; Anthropic {type:"error",error:{type,message}};
// Google {error:{code,message,status,details}}, within a list when it was streamed;
// Mistral {object:"error",message,type,code} or {detail:[{loc,msg}]}; Ollama {error:"text"};
// Responses {status:"failed",error:{code,message}}.
type faultBody struct {
	Error   json.RawMessage `json:"error"`
	Object  Word            `json:"object"`
	Message json.RawMessage `json:"message"`
	Type    Word            `json:"type"`
	Code    Word            `json:"code"`
	Detail  json.RawMessage `json:"detail"`
}

// ReadFault reads an error body; false when the body is none.
func ReadFault(body []byte) (Fault, bool) {
	body = bytes.TrimSpace(body)
	if list := []json.RawMessage(nil); bytes.HasPrefix(body, []byte("[")) {
		if json.Unmarshal(body, &list) != nil || len(list) == 0 {
			return Fault{}, false
		}
		body = list[0]
	}
	var b faultBody
	if json.Unmarshal(body, &b) != nil {
		return Fault{}, false
	}
	if w, ok := InnerFault(b.Error); ok {
		return w, true
	}
	w := Fault{Kind: string(b.Type), Code: string(b.Code)}
	w.Message = text(b.Message)
	if w.Message == "" {
		w.Message = detail(b.Detail)
	}
	return w, w.Message != "" && (b.Object == "error" || b.Object == "")
}

// InnerFault reads the error within a body: an object, or a text.
func InnerFault(raw json.RawMessage) (Fault, bool) {
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return Fault{}, false
	}
	if s := text(raw); s != "" {
		return Fault{Message: s}, true
	}
	var e struct {
		Message Word            `json:"message"`
		Type    Word            `json:"type"`
		Code    Word            `json:"code"`
		Status  Word            `json:"status"`
		Details json.RawMessage `json:"details"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return Fault{}, false
	}
	return Fault{
		Message: string(e.Message), Kind: string(e.Type), Code: string(e.Code), Status: string(e.Status),
		Details: string(e.Details), Wait: retryInfo(e.Details),
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
		Loc []Word `json:"loc"`
		Msg Word   `json:"msg"`
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

// OneLine keeps a text to one line of readable length.
func OneLine(s string) string {
	const most = 300
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + " …"
	}
	return s
}

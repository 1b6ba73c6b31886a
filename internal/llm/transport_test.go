package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// echo answers every request with the same body and repeats the key in a header.
type echo struct {
	body string
	sent []*http.Request
}

func (e *echo) RoundTrip(r *http.Request) (*http.Response, error) {
	e.sent = append(e.sent, r)
	return &http.Response{
		StatusCode: 200, Body: io.NopCloser(strings.NewReader(e.body)), Request: r,
		Header: http.Header{"X-Echo": {r.Header.Get("Authorization")}, "Set-Cookie": {"session=1"}},
	}, nil
}

func TestTheTransportKeepsTheReplyAndTheKeyToItself(t *testing.T) {
	const key = "sk-0123456789-WXYZ"
	net := &echo{body: `you sent ` + key}
	tr := &transport{base: net, origin: "https://api.example", key: key, header: "Authorization", before: "Bearer "}
	ex := &exchange{limit: 1000}
	r, err := http.NewRequestWithContext(ex.with(context.Background()), http.MethodPost, "https://api.example/v1/x", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Stainless-Os", "Linux")
	resp, err := tr.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := io.ReadAll(resp.Body)
	if err != nil || string(again) != "you sent …WXYZ" || string(ex.body) != string(again) || !ex.whole || ex.status != 200 {
		t.Errorf("body %q, kept %q, %v", again, ex.body, err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
	if got := ex.header.Get("X-Echo"); got != "Bearer …WXYZ" || ex.header.Get("Set-Cookie") != "" {
		t.Errorf("headers %v", ex.header)
	}
	if h := net.sent[0].Header; h.Get("Authorization") != "Bearer "+key || h.Get("X-Stainless-Os") != "" || r.Header.Get("Authorization") != "" {
		t.Errorf("sent %v, the SDK's own %v", h, r.Header)
	}
}

func TestTheTransportRefuses(t *testing.T) {
	for _, c := range []struct {
		name, url string
		limit     int64
		begun     bool
		want      error
		left      int
	}{
		{"another server", "https://other.example/v1/x", 1000, false, errOrigin, 0},
		{"the same server unencrypted", "http://api.example/v1/x", 1000, false, errOrigin, 0},
		{"another port", "https://api.example:8443/v1/x", 1000, false, errOrigin, 0},
		{"a second time", "https://api.example/v1/x", 1000, true, errTwice, 0},
		{"a reply without end", "https://api.example/v1/x", 4, false, errTooBig, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			net := &echo{body: "12345"}
			tr := &transport{base: net, origin: "https://api.example", key: "k"}
			ex := &exchange{limit: c.limit}
			ex.begun.Store(c.begun)
			r, err := http.NewRequestWithContext(ex.with(context.Background()), http.MethodGet, c.url, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := tr.RoundTrip(r)
			if err == nil {
				_ = resp.Body.Close()
			}
			if !errors.Is(err, c.want) || len(net.sent) != c.left {
				t.Errorf("got %v, %d sent", err, len(net.sent))
			}
		})
	}
}

func TestAReplyWithoutEndIsNoAnswerAndMayBePaid(t *testing.T) {
	c, err := New(Config{Kind: KindOpenAI, Key: "k", Transport: &echo{body: strings.Repeat("x", 100)}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.callBody(context.Background(), 10, func(ctx context.Context) error { return get(ctx, c.http, c.base+"files") })
	if !study.HasProblem(err, "llm.not-an-answer") || !InDoubt(err) {
		t.Errorf("got %v, in doubt %v", err, InDoubt(err))
	}
}

// TestAKeyIsUnreadableHoweverItIsWritten: a server may repeat the key in the escapes of its format.
func TestAKeyIsUnreadableHoweverItIsWritten(t *testing.T) {
	const key = "sk-proj/0123+456789=WXYZ"
	for name, body := range map[string]string{
		"as it is":           `{"m":"` + key + `"}`,
		"behind a stroke":    `{"m":"` + strings.ReplaceAll(key, "/", `\/`) + `"}`,
		"escapes of JSON":    `{"m":"` + strings.NewReplacer("-", `\u002d`, "+", `\u002B`, "=", `\u003D`, "/", `\/`).Replace(key) + `"}`,
		"all escapes":        `{"m":"` + each(key, `\u00%02x`) + `"}`,
		"entities":           `<p>` + strings.NewReplacer("+", "&#43;", "=", "&#x3D;", "/", "&#x2f;").Replace(key) + `</p>`,
		"an address":         `https://x.example/?key=` + url.QueryEscape(key),
		"an address, small":  `https://x.example/?key=` + strings.ToLower(url.QueryEscape(key)),
		"twice, differently": key + " " + url.PathEscape(key) + " " + strings.ReplaceAll(key, "/", `\/`),
	} {
		ex := &exchange{limit: 1000}
		if err := ex.read(io.NopCloser(strings.NewReader(body)), key); err != nil {
			t.Fatal(err)
		}
		if said := string(ex.body); strings.Contains(said, "0123") || strings.Contains(said, "0030") || strings.Contains(said, "4567") {
			t.Errorf("%s: %s", name, said)
		}
	}
	ex := &exchange{limit: 1000}
	const other = `{"m":"50 % \u00a7 33 \/ &#167; sk-proj"}`
	if err := ex.read(io.NopCloser(strings.NewReader(other)), key); err != nil || string(ex.body) != other {
		t.Errorf("%q, %v", ex.body, err)
	}
}

// each writes every byte of a text in a form.
func each(text, form string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, form, c)
	}
	return b.String()
}

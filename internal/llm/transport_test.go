package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
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

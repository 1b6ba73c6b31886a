package llm_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// each runs a test with every provider: all of them pass one suite.
func each(t *testing.T, test func(*testing.T, speaker)) {
	for _, s := range speakers() {
		t.Run(string(s.kind), func(t *testing.T) { test(t, s) })
	}
}

func TestAGoodReplyIsReadWhole(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		const text = "Mit der Zustellung, § 222 ZPO. „Ą“"
		p := serve(t, saying(200, s.good(text, s.ends["complete"]), "X-Request-Id: req-7"))
		reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question())
		if err != nil {
			t.Fatal(err)
		}
		withoutKey(t, reply, nil)
		if reply.Text != text || reply.Finish != study.Complete || reply.Stop != s.ends["complete"] {
			t.Errorf("text %q, finish %q, word %q", reply.Text, reply.Finish, reply.Stop)
		}
		if u, ok := reply.Usage.Get(); !ok || u != (ledger.Usage{Input: 100, Cached: 20, Output: 50, Reasoning: 10}) {
			t.Errorf("usage %+v", reply.Usage)
		}
		if reply.RequestID != "req-7" || !reply.At.Equal(at()) || !strings.Contains(string(reply.Raw), "usage") || len(reply.Notes) > 0 {
			t.Errorf("request %q, at %v, notes %v, raw %s", reply.RequestID, reply.At, reply.Notes, reply.Raw)
		}
		if len(p.got) != 1 || p.got[0].method != "POST" || p.got[0].path != s.path {
			t.Errorf("the server heard %+v", p.got)
		}
	})
}

func TestTheKeyStandsInItsOnePlace(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		p := serve(t, saying(200, s.good("Ja.", s.ends["complete"])))
		if _, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question()); err != nil {
			t.Fatal(err)
		}
		for name, values := range p.got[0].header {
			want := name == s.header
			if got := slices.Contains(values, s.before+planted); got != want {
				t.Errorf("header %s: %q", name, values)
			}
		}
	})
}

func TestEveryEndHasItsWord(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		for want, word := range s.ends {
			p := serve(t, saying(200, s.good("Teil", word)))
			reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question())
			if err != nil || string(reply.Finish) != want || reply.Stop != word || reply.Text != "Teil" {
				t.Errorf("%s: %+v, %v", word, reply.Finish, err)
			}
		}
		p := serve(t, saying(200, s.good("  ", s.ends["complete"])))
		if reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question()); err != nil || reply.Finish != study.FinEmpty {
			t.Errorf("an empty reply: %v, %v", reply.Finish, err)
		}
		p = serve(t, saying(200, s.good("", s.ends["truncated"])))
		if reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question()); err != nil || reply.Finish != study.FinTruncated {
			t.Errorf("all tokens went into thoughts: %v, %v", reply.Finish, err)
		}
	})
}

func TestAnotherModelThanAskedForIsNoted(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		p := serve(t, saying(200, s.good("Ja.", s.ends["complete"])))
		q := s.question()
		q.Model = "some-other-model"
		reply, err := s.client(t, p, time.Minute).Ask(context.Background(), q)
		if err != nil || !slices.Contains(reply.Notes, llm.NoteOther) {
			t.Errorf("notes %v, %v", reply.Notes, err)
		}
	})
}

// refusal is a provider's no and what must be made of it.
type refusal struct {
	name   string
	status int
	word   string
	says   string
	header []string
	want   string
	wait   time.Duration
	again  bool
	stop   bool
	only   []llm.Kind // empty: every provider
}

func refusals() []refusal {
	const says = "no such thing, says the server"
	return []refusal{
		{name: "wrong key", status: 401, word: "authentication_error", says: "Incorrect API key provided: " + planted, want: "llm.wrong-key", stop: true},
		{name: "no money", status: 402, word: "billing_error", says: "Payment required", want: "llm.no-credit", stop: true},
		{name: "no access", status: 403, word: "permission_error", says: says, want: "llm.no-access", stop: true},
		{name: "unknown model", status: 404, word: "not_found_error", says: says, want: "llm.unknown-model", stop: true},
		{name: "too long", status: 400, word: "context_length_exceeded", says: "prompt is too long: 210000 tokens > 200000 maximum", want: "llm.too-long"},
		{name: "too large", status: 413, word: "request_too_large", says: says, want: "llm.too-long"},
		{name: "bad request", status: 400, word: "invalid_request_error", says: "temperature: not supported", want: "llm.bad-request"},
		{name: "unknown field", status: 422, word: "extra_forbidden", says: says, want: "llm.bad-request"},
		{name: "too fast, wait said", status: 429, word: "rate_limit_error", says: "slow down", header: []string{"Retry-After: 7"}, want: "llm.too-fast", wait: 7 * time.Second, again: true},
		{name: "too fast, wait in milliseconds", status: 429, word: "rate_limit_error", says: "slow down", header: []string{"Retry-After: 1", "Retry-After-Ms: 1500"}, want: "llm.too-fast", wait: 1500 * time.Millisecond, again: true},
		{name: "too fast, moment said", status: 429, word: "rate_limit_error", says: "slow down", header: []string{"Retry-After: Mon, 30 Nov 2026 12:00:30 GMT"}, want: "llm.too-fast", wait: 30 * time.Second, again: true},
		{name: "too fast, a nonsense wait", status: 429, word: "rate_limit_error", says: "slow down", header: []string{"Retry-After: soon"}, want: "llm.too-fast", again: true},
		{name: "too fast, nothing said", status: 429, word: "rate_limit_error", says: "slow down", want: "llm.too-fast", again: true},
		{name: "conflict", status: 409, word: "conflict", says: says, want: "llm.busy", again: true},
		{name: "server error", status: 500, word: "api_error", says: says, want: "llm.busy", again: true},
		{name: "unavailable", status: 503, word: "UNAVAILABLE", says: says, header: []string{"Retry-After: 2"}, want: "llm.busy", wait: 2 * time.Second, again: true},
		{name: "overloaded", status: 529, word: "overloaded_error", says: "Overloaded", want: "llm.busy", again: true},

		{name: "quota used up", status: 429, word: "insufficient_quota", says: "You exceeded your current quota", want: "llm.no-credit", stop: true, only: []llm.Kind{llm.KindOpenAI}},
		{name: "project limit", status: 429, word: "project_spend_limit_exceeded", says: "limit", want: "llm.no-credit", stop: true, only: []llm.Kind{llm.KindOpenAI}},
		{name: "reset in a header", status: 429, word: "rate_limit_exceeded", says: "tokens per min", header: []string{"X-Ratelimit-Remaining-Tokens: 0", "X-Ratelimit-Reset-Tokens: 6m0s", "X-Ratelimit-Remaining-Requests: 5", "X-Ratelimit-Reset-Requests: 9h"}, want: "llm.too-fast", wait: 6 * time.Minute, again: true, only: []llm.Kind{llm.KindOpenAI}},
		{name: "low balance", status: 400, word: "invalid_request_error", says: "Your credit balance is too low to access the Anthropic API.", want: "llm.no-credit", stop: true, only: []llm.Kind{llm.KindAnthropic}},
		{name: "own limit", status: 400, word: "invalid_request_error", says: "You have reached your specified API usage limits.", want: "llm.no-credit", stop: true, only: []llm.Kind{llm.KindAnthropic}},
		{name: "reset at a moment", status: 429, word: "rate_limit_error", says: "slow", header: []string{"Anthropic-Ratelimit-Input-Tokens-Remaining: 0", "Anthropic-Ratelimit-Input-Tokens-Reset: 2026-11-30T12:00:45Z"}, want: "llm.too-fast", wait: 45 * time.Second, again: true, only: []llm.Kind{llm.KindAnthropic}},
		{name: "key invalid", status: 400, word: "INVALID_ARGUMENT", says: "API key not valid. Please pass a valid API key.", want: "llm.wrong-key", stop: true, only: []llm.Kind{llm.KindGoogle}},
		{name: "region", status: 400, word: "FAILED_PRECONDITION", says: "User location is not supported for the API use.", want: "llm.no-access", stop: true, only: []llm.Kind{llm.KindGoogle}},
		{name: "model unknown", status: 400, word: "invalid_model", says: "Invalid model: x", want: "llm.unknown-model", stop: true, only: []llm.Kind{llm.KindMistral}},
	}
}

func TestAProvidersNoIsUnderstood(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		for _, r := range refusals() {
			if len(r.only) > 0 && !slices.Contains(r.only, s.kind) {
				continue
			}
			t.Run(r.name, func(t *testing.T) {
				p := serve(t, saying(r.status, s.fault(r.status, r.word, r.says), append(r.header, "Request-Id: no-1", "X-Echo: "+planted)...))
				reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question())
				withoutKey(t, reply, err)
				if !study.HasProblem(err, r.want) {
					t.Fatalf("got %v, want %s", err, r.want)
				}
				if wait, again := llm.Retry(err); wait != r.wait || again != r.again {
					t.Errorf("wait %v, again %v", wait, again)
				}
				if llm.Stops(err) != r.stop || llm.InDoubt(err) {
					t.Errorf("stops %v, in doubt %v", llm.Stops(err), llm.InDoubt(err))
				}
				if words := llm.Words(err); !strings.Contains(words, strings.ReplaceAll(r.says, planted, "…QRST")) {
					t.Errorf("words %q", words)
				}
				if len(p.got) != 1 {
					t.Errorf("asked %d times: one request is sent once", len(p.got))
				}
			})
		}
	})
}

func TestWhatIsNoReply(t *testing.T) {
	const page = "<!DOCTYPE html><html><head><title>Anmeldung erforderlich</title></head><body>Proxy</body></html>"
	each(t, func(t *testing.T, s speaker) {
		for _, c := range []struct {
			name   string
			answer http.HandlerFunc
			want   string
			words  string
			doubt  bool // where the provider is paid
			again  bool
		}{
			{"a page", saying(200, page, "Content-Type: text/html"), "llm.not-an-answer", "Anmeldung erforderlich", false, false},
			{"a page that denies", saying(403, page), "llm.not-an-answer", "Anmeldung erforderlich", false, false},
			{"a page of a gateway", saying(502, page), "llm.busy", "Anmeldung erforderlich", false, true},
			{"a page in place of the interface", saying(404, "404 page not found"), "llm.not-an-answer", "404 page not found", false, false},
			{"a redirection", saying(302, "", "Location: https://login.example/"), "llm.not-an-answer", "login.example", false, false},
			{"half a JSON", saying(200, s.good("Ja.", s.ends["complete"])[:60]), "llm.not-an-answer", "", true, false},
			{"another JSON", saying(200, `{"hello":"world"}`), "llm.not-an-answer", "hello", true, false},
			{"a list", saying(200, `[1,2]`), "llm.not-an-answer", "", true, false},
			{"a number", saying(200, `17`), "llm.not-an-answer", "", true, false},
			{"nothing", saying(200, ""), "llm.not-an-answer", "", true, false},
			{"a plain fault", saying(500, "upstream down"), "llm.busy", "upstream down", false, true},
		} {
			t.Run(c.name, func(t *testing.T) {
				p := serve(t, c.answer)
				reply, err := s.client(t, p, time.Minute).Ask(context.Background(), s.question())
				withoutKey(t, reply, err)
				if !study.HasProblem(err, c.want) || !strings.Contains(llm.Words(err), c.words) {
					t.Errorf("got %v (words %q), want %s", err, llm.Words(err), c.want)
				}
				if got, want := llm.InDoubt(err), c.doubt && s.kind != llm.KindCompatible; got != want {
					t.Errorf("in doubt %v", got)
				}
				if _, again := llm.Retry(err); again != c.again {
					t.Errorf("again %v", again)
				}
				if len(p.got) != 1 {
					t.Errorf("asked %d times", len(p.got))
				}
			})
		}
	})
}

// cut answers with the beginning of a reply and closes the connection, or waits.
func cut(body string, wait bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if body != "" {
			w.Header().Set("Content-Length", "100000")
			_, _ = io.WriteString(w, body)
			_ = http.NewResponseController(w).Flush()
		}
		if wait {
			<-r.Context().Done()
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	}
}

func TestABrokenConnectionLeavesDoubt(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		paid := s.kind != llm.KindCompatible
		for _, c := range []struct {
			name    string
			answer  http.HandlerFunc
			timeout time.Duration
			want    string
		}{
			{"closed before a word", cut("", false), time.Minute, "llm.cut-connection"},
			{"closed in the middle", cut(`{"id":"c-1","choi`, false), time.Minute, "llm.cut-connection"},
			{"silent", cut("", true), 50 * time.Millisecond, "llm.timeout"},
			{"stuck in the middle", cut(`{"id":"c-1","choi`, true), 50 * time.Millisecond, "llm.timeout"},
		} {
			t.Run(c.name, func(t *testing.T) {
				p := serve(t, c.answer)
				reply, err := s.client(t, p, c.timeout).Ask(context.Background(), s.question())
				withoutKey(t, reply, err)
				if !study.HasProblem(err, c.want) {
					t.Fatalf("got %v, want %s", err, c.want)
				}
				if llm.InDoubt(err) != paid {
					t.Errorf("in doubt %v: only what is paid can be paid twice", llm.InDoubt(err))
				}
				if _, again := llm.Retry(err); again && paid {
					t.Error("a request in doubt would be sent again")
				}
				if len(p.got) != 1 {
					t.Errorf("asked %d times", len(p.got))
				}
			})
		}
	})
}

func TestCancelActsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		ctx, cancel := context.WithCancel(context.Background())
		p := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		})
		reply, err := s.client(t, p, time.Hour).Ask(ctx, s.question())
		withoutKey(t, reply, err)
		if !errors.Is(err, context.Canceled) || llm.InDoubt(err) != (s.kind != llm.KindCompatible) || len(study.Problems(err)) > 0 {
			t.Errorf("got %v, in doubt %v", err, llm.InDoubt(err))
		}
		if _, again := llm.Retry(err); again {
			t.Error("a stopped request would be sent again")
		}
		reply, err = s.client(t, p, time.Hour).Ask(ctx, s.question())
		if !errors.Is(err, context.Canceled) || llm.InDoubt(err) || len(p.got) != 1 {
			t.Errorf("stopped before it began: %+v, %v", reply, err)
		}
	})
}

// dead is a network without anybody.
type dead struct{ err error }

func (d dead) RoundTrip(*http.Request) (*http.Response, error) { return nil, d.err }

func TestWithoutNetworkNothingIsInDoubt(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		want := "llm.no-network"
		if s.kind == llm.KindCompatible {
			want = "llm.no-server"
		}
		for _, cause := range []error{
			&net.OpError{Op: "dial", Err: errors.New("connection refused")},
			&net.DNSError{Err: "no such host", Name: "api.example", IsNotFound: true},
		} {
			c := s.client(t, dead{cause}, time.Minute)
			reply, err := c.Ask(context.Background(), s.question())
			withoutKey(t, reply, err)
			if !study.HasProblem(err, want) || llm.InDoubt(err) {
				t.Errorf("got %v, in doubt %v", err, llm.InDoubt(err))
			}
			if err := c.TestKey(context.Background(), ""); !study.HasProblem(err, want) {
				t.Errorf("testing the key: %v", err)
			}
		}
	})
}

func TestModelsAreListedAndTheKeyTested(t *testing.T) {
	each(t, func(t *testing.T, s speaker) {
		p := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				saying(200, s.models)(w, r)
				return
			}
			saying(200, s.good("OK", s.ends["complete"]))(w, r)
		})
		c := s.client(t, p, time.Minute)
		models, err := c.Models(context.Background())
		if err != nil || len(models) == 0 || models[0].ID == "" || strings.Contains(models[0].ID, "/") {
			t.Errorf("models %+v, %v", models, err)
		}
		if err := c.TestKey(context.Background(), ""); err != nil {
			t.Error(err)
		}
		if err := c.TestKey(context.Background(), s.model); err != nil {
			t.Error(err)
		}
		var paths []string
		for _, g := range p.got {
			paths = append(paths, g.method+" "+g.path)
		}
		if want := []string{"GET " + s.list, "GET " + s.list, "GET " + s.list, "POST " + s.path}; !slices.Equal(paths, want) {
			t.Errorf("heard %v, want %v", paths, want)
		}
		p = serve(t, saying(401, s.fault(401, "authentication_error", "no: "+planted)))
		err = s.client(t, p, time.Minute).TestKey(context.Background(), s.model)
		withoutKey(t, ledger.Reply{}, err)
		if !study.HasProblem(err, "llm.wrong-key") || len(p.got) != 1 {
			t.Errorf("a wrong key: %v after %d requests", err, len(p.got))
		}
	})
}

package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// maxAnswer and maxResults bound what is read of one reply: an answer, and the results of a batch.
const (
	maxAnswer  = 64 << 20
	maxResults = 512 << 20
)

// placeholder is what an SDK gets for a key. The real one is put in by the transport, so that no error, log or dump of
// an SDK can hold it.
const placeholder = "placed-by-transport"

// exchange is one HTTP request and what came back, kept before anything is parsed.
type exchange struct {
	limit  int64
	begun  atomic.Bool // a request was handed to the network
	left   atomic.Bool // its headers went out, so the other side may have begun to work
	whole  bool        // the reply was read to its end
	status int
	header http.Header
	body   []byte
	err    error // of the network
}

type exchangeKey struct{}

// with hangs the exchange onto the context, where the transport finds it below the SDK.
func (ex *exchange) with(ctx context.Context) context.Context {
	return context.WithValue(ctx, exchangeKey{}, ex)
}

// requestID is the provider's own number of the request, for questions to it.
func (ex *exchange) requestID() string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Goog-Request-Id", "Mistral-Correlation-Id"} {
		if id := ex.header.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// passed are the headers that may leave. Everything else an SDK adds (what it knows of this machine, what it read in
// the environment, keys for other servers) stays here.
var passed = []string{"Accept", "Anthropic-Version", "Content-Type", "X-Server-Timeout"}

// transport stands below every SDK: it sends to one origin only, once for each exchange, with the key in its one place,
// and keeps the reply.
type transport struct {
	base   http.RoundTripper
	origin string // "https://api.example.com"
	key    string // "": none is sent
	header string // that carries the key
	before string // what stands before it: "Bearer "
}

var (
	errOrigin = errors.New("the request would go to another server than the configured one")
	errTwice  = errors.New("one request was to be sent twice")
	errTooBig = errors.New("the reply is longer than this program reads")
)

// RoundTrip sends the request and reads the whole reply.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ex, ok := r.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errors.New("a request without an exchange")
	}
	if r.URL.Scheme+"://"+r.URL.Host != t.origin {
		return nil, errOrigin
	}
	if ex.begun.Swap(true) {
		return nil, errTwice
	}
	ctx := httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		WroteHeaders: func() { ex.left.Store(true) },
	})
	resp, err := t.base.RoundTrip(t.dressed(r.WithContext(ctx)))
	if err != nil {
		ex.err = err
		return nil, err
	}
	ex.left.Store(true)
	ex.status, ex.header = resp.StatusCode, resp.Header.Clone()
	ex.header.Del("Set-Cookie")
	for name, values := range ex.header {
		for i, v := range values {
			ex.header[name][i] = redact(v, t.key)
		}
	}
	if ex.err = ex.read(resp.Body, t.key); ex.err != nil {
		return nil, ex.err
	}
	ex.whole = true
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(ex.body)), int64(len(ex.body))
	return resp, nil
}

// dressed is the request with no other headers than those that may leave.
func (t *transport) dressed(r *http.Request) *http.Request {
	sent := r.Clone(r.Context())
	sent.Header = http.Header{"User-Agent": {"iucom-studien"}}
	for _, name := range passed {
		if v := r.Header.Values(name); len(v) > 0 {
			sent.Header[name] = v
		}
	}
	if t.key != "" {
		sent.Header.Set(t.header, t.before+t.key)
	}
	return sent
}

// read takes the body within the limit, with the key made unreadable should the other side repeat it.
func (ex *exchange) read(body io.ReadCloser, key string) error {
	raw, err := io.ReadAll(io.LimitReader(body, ex.limit+1))
	if closeErr := body.Close(); err == nil && closeErr != nil {
		err = closeErr
	}
	if len(key) >= leastSecret && (bytes.Contains(raw, []byte(key)) || escaped(string(raw))) {
		raw = []byte(redact(string(raw), key))
	}
	ex.body = raw
	if err != nil {
		return fmt.Errorf("reading the reply: %w", err)
	}
	if int64(len(raw)) > ex.limit {
		return errTooBig
	}
	return nil
}

// leastSecret is the length from which a key is made unreadable within replies. Local servers take any word for a key;
// an answer must not lose that word.
const leastSecret = 16

// client makes an HTTP client of the transport. A redirection is a reply like any other: it is never followed, since it
// leads to login pages or to other servers.
func (t *transport) client() *http.Client {
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get asks for what stands at an address; the transport keeps it.
func get(ctx context.Context, client *http.Client, address string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

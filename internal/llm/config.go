package llm

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Kind is the way a provider is spoken to.
type Kind string

const (
	KindOpenAI     Kind = "openai"     // Chat Completions; Responses where the model may search the web
	KindAnthropic  Kind = "anthropic"  // Messages
	KindGoogle     Kind = "google"     // Gemini, with an API key
	KindMistral    Kind = "mistral"    // Chat Completions with its own field names
	KindCompatible Kind = "compatible" // any server that speaks Chat Completions: Ollama, LM Studio, llama.cpp, vLLM …
	KindReplay     Kind = "replay"     // recorded replies; nothing is sent
)

// Kinds lists the kinds in the order of menus.
func Kinds() []Kind {
	return []Kind{KindOpenAI, KindAnthropic, KindGoogle, KindMistral, KindCompatible, KindReplay}
}

// Config says how a provider is reached. Nothing else is read for it: no environment, no file.
type Config struct {
	Kind    Kind
	Name    string // of the configured provider, as ledger and screens name it; "" is the kind
	BaseURL string // "": the provider's own
	Key     string // never kept anywhere but in memory; "" only for servers without one

	// Confirmed: a person agreed that texts go to the host of BaseURL, which is neither the provider's own nor this computer.
	Confirmed bool

	Timeout   time.Duration     // of one request; 0: the provider's usual (data)
	Transport http.RoundTripper // the network; nil is [http.DefaultTransport], which knows the system's proxy
	Now       func() time.Time  // nil is [time.Now]
	Replay    fs.FS             // recordings, for KindReplay only
}

// wire speaks one provider's interface. The reply is not taken from an SDK's types, which drop what they do not know: it
// is read from the body the transport kept.
type wire interface {
	// ask sends the request with exactly these settings.
	ask(ctx context.Context, r Request, s ledger.Settings) error
	// read makes a reply of a body. [iucomstudien/internal/llm/replies.ErrFailed] says that the body reports a fault.
	read(body []byte) (ledger.Reply, error)
	// list asks for the models.
	list(ctx context.Context) error
}

// Client is a provider of models. It is safe for use by several goroutines.
type Client struct {
	kind    Kind
	name    string
	key     string
	base    string // with a slash at its end
	local   bool   // on this computer: nothing leaves it, nothing is paid
	timeout time.Duration
	now     func() time.Time
	facts   *facts
	own     providerFacts
	http    *http.Client
	wire    wire
	replay  *recordings
}

// New makes a client. A key that is missing, an address that can't be read, a host nobody agreed to and an unencrypted
// way for a key are Problems.
func New(c Config) (*Client, error) {
	known, err := loadFacts()
	if err != nil {
		return nil, err
	}
	own, ok := known.providers[c.Kind]
	if !ok {
		return nil, &study.Problem{ID: "llm.unknown-provider", Args: map[string]any{"kind": string(c.Kind)}}
	}
	p := &Client{kind: c.Kind, name: c.Name, key: strings.TrimSpace(c.Key), timeout: c.Timeout, now: c.Now, facts: known, own: own}
	if p.name == "" {
		p.name = string(c.Kind)
	}
	if p.timeout <= 0 {
		p.timeout = time.Duration(own.Seconds) * time.Second
	}
	if p.now == nil {
		p.now = time.Now
	}
	if c.Kind == KindReplay {
		p.local = true
		p.replay, err = readRecordings(c.Replay)
		return p, err
	}
	if p.key == "" && own.Key == "required" {
		return nil, &study.Problem{ID: "llm.key-needed", Args: map[string]any{"provider": p.name}}
	}
	if err := p.address(c); err != nil {
		return nil, err
	}
	return p, p.connect(c)
}

// address checks where the texts would go.
func (c *Client) address(from Config) error {
	c.base = strings.TrimSpace(from.BaseURL)
	if c.base == "" {
		c.base = c.own.BaseURL
	}
	u, err := url.Parse(c.base)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "http" && u.Scheme != "https" {
		return &study.Problem{ID: "llm.bad-address", Args: map[string]any{"address": redact(c.base, c.key)}}
	}
	c.base = strings.TrimSuffix(u.Scheme+"://"+u.Host+u.Path, "/") + "/"
	c.local = isThisComputer(u.Hostname())
	if c.local {
		return nil
	}
	if !from.Confirmed && !c.ownHost(u.Hostname()) {
		return &study.Problem{ID: "llm.foreign-host", Args: map[string]any{"host": u.Host, "provider": c.name}}
	}
	if u.Scheme == "http" && c.key != "" {
		return &study.Problem{ID: "llm.unencrypted", Args: map[string]any{"host": u.Host}}
	}
	return nil
}

// ownHost tells whether a host is one of the provider's.
func (c *Client) ownHost(host string) bool {
	for _, own := range c.own.Hosts {
		if strings.EqualFold(host, own) {
			return true
		}
	}
	return false
}

// isThisComputer tells the names of this computer itself. Another computer in the same house is another host.
func isThisComputer(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// connect builds what stands below the client: transport, SDK, wire.
func (c *Client) connect(from Config) error {
	u, err := url.Parse(c.base)
	if err != nil {
		return fmt.Errorf("reading the address of %s: %w", c.name, err)
	}
	t := &transport{base: from.Transport, origin: u.Scheme + "://" + u.Host, key: c.key, header: "Authorization", before: "Bearer "}
	if t.base == nil {
		t.base = http.DefaultTransport
	}
	if c.kind == KindGoogle {
		t.header, t.before = "X-Goog-Api-Key", ""
	}
	c.http = t.client()
	switch c.kind {
	case KindAnthropic:
		c.wire = newAnthropic(c)
	case KindGoogle:
		c.wire, err = newGoogle(c)
	case KindOpenAI:
		c.wire = newOpenAI(c)
	case KindMistral:
		c.wire = newMistral(c)
	default:
		c.wire = newCompatible(c)
	}
	return err
}

// Name is the provider's name in the ledger.
func (c *Client) Name() string { return c.name }

// Kind is the way the provider is spoken to.
func (c *Client) Kind() Kind { return c.kind }

// Local tells whether the provider runs on this computer: nothing leaves it, and nothing is paid.
func (c *Client) Local() bool { return c.local }

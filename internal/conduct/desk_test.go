package conduct_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// modelServer is a server on this computer that speaks Chat Completions and counts what it is asked.
type modelServer struct {
	*httptest.Server
	answer func(w http.ResponseWriter, r *http.Request, question string, n int) // n counts from 1

	mu    sync.Mutex
	asked []string
}

func serveModel(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, question string, n int)) *modelServer {
	t.Helper()
	s := &modelServer{answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"object":"list","data":[{"id":"m","object":"model"}]}`)
			return
		}
		var asked struct{ Messages []struct{ Content string } }
		if err := json.Unmarshal(body, &asked); err != nil || len(asked.Messages) == 0 {
			t.Errorf("the server was sent %q: %v", body, err)
			return
		}
		question := asked.Messages[len(asked.Messages)-1].Content
		s.mu.Lock()
		s.asked = append(s.asked, question)
		n := len(s.asked)
		s.mu.Unlock()
		s.answer(w, r, question, n)
	}))
	t.Cleanup(s.Close)
	return s
}

// times is how often each question was asked.
func (s *modelServer) times() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := make(map[string]int)
	for _, q := range s.asked {
		n[q]++
	}
	return n
}

// completes answers a question as a server does.
func completes(w http.ResponseWriter, text string) { completesAs(w, "m", text) }

// completesAs answers as a model of that name.
func completesAs(w http.ResponseWriter, model, text string) {
	w.Header().Set("Content-Type", "application/json")
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(w, `{"id":"c1","object":"chat.completion","created":1790000000,"model":%q,"choices":[{"index":0,"finish_reason":"stop",
		"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`, model, quoted)
}

func echo(w http.ResponseWriter, _ *http.Request, question string, _ int) {
	completes(w, "re: "+question)
}

// local is a provider on this computer.
func local(s *modelServer) conduct.Provider {
	return conduct.Provider{Name: "local", Kind: "compatible", BaseURL: s.URL + "/v1/", Model: "m", Settings: ledger.Settings{MaxTokens: 100}}
}

// deskOf is a desk before a server.
func deskOf(t testing.TB, c *conduct.Conduct, ref conduct.Ref, p conduct.Provider, terms conduct.Terms) *llm.Desk {
	t.Helper()
	if err := c.SaveProvider(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	desk, err := c.Desk(context.Background(), ref, p.Name, terms)
	if err != nil {
		t.Fatal(err)
	}
	return desk
}

func ofTest(ref conduct.Ref, text string) llm.Request {
	return llm.Request{Study: ref.Study, Test: ref.Test, Purpose: llm.ForControl, Text: text}
}

func TestWhatWasAskedIsInLedgerLogAndSpending(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref, server := collecting(t, c), serveModel(t, echo)
	desk := deskOf(t, c, ref, local(server), conduct.Terms{})
	for range 2 {
		reply, err := desk.Ask(ctx, ofTest(ref, "Is it?"))
		if err != nil || reply.Text != "re: Is it?" {
			t.Fatalf("reply = %+v, %v", reply, err)
		}
	}
	s, err := c.Spending(ctx, ref)
	if err != nil || len(s.Requests) != 1 || s.Total.Answered != 1 || s.Total.Input != 10 || s.Total.Output != 5 || s.Total.Cost != nil ||
		len(s.Purposes) != 1 || s.Purposes[0].Purpose != llm.ForControl || s.Requests[0].Reply.PriceLine != llm.LocalLine {
		t.Errorf("spending = %+v, %v", s, err)
	}
	if n := server.times()["Is it?"]; n != 1 {
		t.Errorf("asked %d times", n)
	}
	if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
		t.Errorf("verification: %+v, %v", v, err)
	}
}

// roads is a network on which every host is one server, and which notes who was called.
type roads struct {
	to    *modelServer
	mu    sync.Mutex
	hosts []string
}

func (n *roads) RoundTrip(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	n.hosts = append(n.hosts, r.URL.Host)
	n.mu.Unlock()
	there := r.Clone(r.Context())
	there.URL.Scheme, there.URL.Host = "http", strings.TrimPrefix(n.to.URL, "http://")
	return http.DefaultTransport.RoundTrip(there)
}

// paid is a provider elsewhere, with a price of € 1 for a thousand tokens.
func paid(t *testing.T, server *modelServer) (*conduct.Conduct, conduct.Provider, *roads) {
	t.Helper()
	home, err := folder.At(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	network := &roads{to: server}
	c, err := conduct.Open(t.Context(), conduct.Config{Home: home, Now: clock(), Network: network})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	price := ledger.Price{Provider: "far", Model: "m", Currency: "EUR", Rates: ledger.Rates{Input: 1000e6, Output: 1000e6}, Source: "page"}
	if _, err := c.AddPrice(t.Context(), price); err != nil {
		t.Fatal(err)
	}
	return c, conduct.Provider{Name: "far", Kind: "compatible", BaseURL: "http://models.example/v1/", Confirmed: true, Model: "m",
		Settings: ledger.Settings{MaxTokens: 100}}, network
}

func TestAnOpenRequestIsListedAndAPersonDecides(t *testing.T) {
	server := serveModel(t, func(w http.ResponseWriter, _ *http.Request, q string, n int) {
		if n > 1 {
			completes(w, "re: "+q)
			return
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			err = conn.Close()
		}
		if err != nil {
			t.Error(err)
		}
	})
	c, p, _ := paid(t, server)
	ctx, ref := context.Background(), collecting(t, c)
	desk := deskOf(t, c, ref, p, conduct.Terms{})
	for range 2 {
		_, err := desk.Ask(ctx, ofTest(ref, "q"))
		wantProblem(t, err, "ledger.open")
	}
	list, err := c.Requests(ctx, ref, ledger.Open)
	if err != nil || len(list) != 1 {
		t.Fatalf("open = %+v, %v", list, err)
	}
	if err := c.RetryRequest(ctx, list[0].ID); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, c.RetryRequest(ctx, list[0].ID), "ledger.not-open")
	if reply, err := desk.Ask(ctx, ofTest(ref, "q")); err != nil || reply.Text != "re: q" {
		t.Errorf("after the decision: %+v, %v", reply, err)
	}
	if n := server.times()["q"]; n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// Variables by which the test program, started again, knows that it is the one to be killed.
const (
	childHome   = "IUCOM_TEST_CHILD_HOME"
	childServer = "IUCOM_TEST_CHILD_SERVER"
)

// runQuestions is how many questions a run has.
const runQuestions = 5

// runAll asks the questions of a run, one after the other, and goes past those that a person has to decide about.
func runAll(t *testing.T, home, server string) (open int) {
	t.Helper()
	c, ctx := reopen(t, home, server), context.Background()
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	ref := conduct.Ref{Study: "Tenancy-2026", Test: "T1"}
	found, err := c.Find(ctx, "", "")
	if err == nil {
		ref = found
	}
	desk, err := c.Desk(ctx, ref, "far", conduct.Terms{UnknownPrice: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range runQuestions {
		reply, err := desk.Ask(ctx, ofTest(ref, fmt.Sprintf("question %d", i)))
		switch {
		case study.HasProblem(err, "ledger.open"):
			open++
		case err != nil:
			t.Fatal(err)
		case reply.Text != fmt.Sprintf("re: question %d", i):
			t.Errorf("reply to %d = %q", i, reply.Text)
		}
	}
	return open
}

// reopen opens a conduct that the caller closes; every host is the server.
func reopen(t *testing.T, dir, server string) *conduct.Conduct {
	t.Helper()
	home, err := folder.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := conduct.Open(context.Background(), conduct.Config{Home: home, Now: clock(),
		Network: &roads{to: &modelServer{Server: &httptest.Server{URL: server}}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestTheRunThatIsKilled is the run of the child: it does nothing in the parent.
func TestTheRunThatIsKilled(t *testing.T) {
	if home := os.Getenv(childHome); home != "" {
		runAll(t, home, os.Getenv(childServer))
	}
}

func TestKilledWhileAskingNothingIsPaidTwice(t *testing.T) {
	for name, late := range map[string]bool{"before the reply": false, "with the reply on its way": true} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			kill := make(chan bool)                  // a request is there: kill the child
			killAt := map[int]bool{2: true, 4: true} // numbers of the requests at which the program is killed
			release := make(chan bool)
			server := serveModel(t, func(w http.ResponseWriter, r *http.Request, q string, n int) {
				if !killAt[n] {
					completes(w, "re: "+q)
					return
				}
				if late {
					completes(w, "re: "+q)
					w.(http.Flusher).Flush()
				}
				kill <- true
				if !late {
					select {
					case <-release:
					case <-r.Context().Done():
					}
				}
			})
			defer close(release)
			c := reopen(t, home, server.URL)
			collecting(t, c)
			elsewhere := local(server) // a model on this computer would be asked again, at no cost
			elsewhere.Name, elsewhere.BaseURL, elsewhere.Confirmed = "far", "http://models.example/v1/", true
			if err := c.SaveProvider(t.Context(), elsewhere); err != nil {
				t.Fatal(err)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			for range killAt {
				killChild(t, home, server.URL, kill)
			}
			open := runAll(t, home, server.URL)
			if open > len(killAt) || !late && open != len(killAt) {
				t.Errorf("%d requests are open after %d kills", open, len(killAt))
			}
			for q, n := range server.times() {
				if n > 1 {
					t.Errorf("%q was asked %d times", q, n)
				}
			}
			again := runAll(t, home, server.URL)
			if again != open || len(server.times()) != runQuestions {
				t.Errorf("another run: %d open, %d questions asked", again, len(server.times()))
			}
		})
	}
}

// killChild starts the run as a program of its own and kills it when the server says so.
func killChild(t *testing.T, home, server string, kill <-chan bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self, "-test.run=^TestTheRunThatIsKilled$")
	child.Env = append(os.Environ(), childHome+"="+home, childServer+"="+server)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	select {
	case <-kill:
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-ended
	case err := <-ended:
		t.Fatalf("the run ended by itself: %v", err)
	}
}

// plantedKey is looked for in everything that is written.
const plantedKey = "sk-planted-Qq7Zr2Lm9Xw4Tb6Nf1-8463"

func TestAKeyStandsInNoFileAndNoError(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	home, err := folder.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := conduct.Open(ctx, conduct.Config{Home: home, Now: clock(), Passphrase: func() (string, error) { return "a passphrase", nil }})
	if err != nil {
		t.Fatal(err)
	}
	ref := collecting(t, c)
	server := serveModel(t, func(w http.ResponseWriter, r *http.Request, q string, _ int) {
		if r.Header.Get("Authorization") != "Bearer "+plantedKey {
			t.Errorf("the server was not given the key: %q", r.Header.Get("Authorization"))
		}
		if strings.HasPrefix(q, "refuse") {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":{"message":"Incorrect API key provided: %s","code":"invalid_api_key"}}`, plantedKey)
			return
		}
		w.Header().Set("X-Request-Id", plantedKey)
		completes(w, "You said "+r.Header.Get("Authorization"))
	})
	if err := c.SaveProvider(ctx, local(server)); err != nil {
		t.Fatal(err)
	}
	if place, err := c.SetKey(ctx, "local", plantedKey); err != nil || place != secrets.InFile {
		t.Fatalf("the key stands in %s, %v", place, err)
	}
	var said []string
	desk, err := c.Desk(ctx, ref, "local", conduct.Terms{})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"one", "two", "refuse"} {
		reply, err := desk.Ask(ctx, ofTest(ref, q))
		said = append(said, fmt.Sprintf("%+v %+v %s", reply, err, reply.Raw), unwrapped(err))
	}
	said = append(said, fmt.Sprintf("%+v", c.TestProvider(ctx, "local", true)))
	shown, _, err := c.KeyShown(ctx, "local")
	said = append(said, shown, fmt.Sprint(err))
	spending, err := c.Spending(ctx, ref)
	said = append(said, fmt.Sprintf("%+v %v", spending, err))
	for _, text := range said {
		if strings.Contains(text, plantedKey) {
			t.Errorf("the key is said: %s", text)
		}
	}
	look := func(when string) {
		for _, form := range []string{plantedKey, base64.StdEncoding.EncodeToString([]byte(plantedKey)), plantedKey[3:20]} {
			if found := traces(t, dir, form); found != nil {
				t.Errorf("%s the key is in %v", when, found)
			}
		}
	}
	look("while the program runs")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	look("after its end")
	if found := traces(t, dir, "age-encryption.org/v1"); len(found) != 1 {
		t.Errorf("locked files: %v", found)
	}
}

// unwrapped is everything that an error has inside.
func unwrapped(err error) string {
	var b strings.Builder
	for ; err != nil; err = errors.Unwrap(err) {
		fmt.Fprintf(&b, "%+v %#v\n", err, err)
	}
	return b.String()
}

func TestAWithdrawalReachesTheLedger(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref := withT07(t, c)
	reach(t, c, ref, "rated")
	desk := deskOf(t, c, ref, local(serveModel(t, echo)), conduct.Terms{})
	if _, err := desk.Ask(ctx, ofTest(ref, "Grade this:\n"+peculiar)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.WithdrawConsent(ctx, ref, "T07"); err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(peculiar)[3:12], " ")
	if found := traces(t, dir, words); found != nil {
		t.Errorf("%q is still in %v", words, found)
	}
	if s, err := c.Spending(ctx, ref); err != nil || s.Total.Answered != 1 || s.Total.Input != 10 {
		t.Errorf("spending = %+v, %v", s.Total, err)
	}
	if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
		t.Errorf("verification: %+v, %v", v, err)
	}
}

func TestACapCountsWhatWasSpentBefore(t *testing.T) {
	euros := func(micros int64) study.Maybe[ledger.Money] {
		return study.Known(ledger.Money{Micros: micros, Currency: "EUR"})
	}
	for name, c := range map[string]struct{ test, provider study.Maybe[ledger.Money] }{
		"of the test": {test: euros(150_000)}, "of the provider": {provider: euros(150_000)},
	} {
		t.Run(name, func(t *testing.T) {
			server := serveModel(t, echo)
			cd, p, network := paid(t, server)
			ref := collecting(t, cd)
			p.Cap = c.provider
			// A request is estimated at 0.102 and costs 0.015: the fifth would reach beyond. Each has a desk of its own, as
			// after a new start.
			for i := range 5 {
				_, err := deskOf(t, cd, ref, p, conduct.Terms{Cap: c.test}).Ask(t.Context(), ofTest(ref, fmt.Sprint("q", i)))
				if i == 4 {
					wantProblem(t, err, "llm.over-budget")
				} else if err != nil {
					t.Fatal(err)
				}
			}
			s, err := cd.Spending(t.Context(), ref)
			if err != nil || len(s.Total.Cost) != 1 || s.Total.Cost[0].Micros != 60_000 || s.Total.Answered != 4 {
				t.Errorf("spending = %+v, %v", s.Total, err)
			}
			for _, host := range network.hosts {
				if host != "models.example" {
					t.Errorf("a connection to %s, which nobody chose", host)
				}
			}
		})
	}
}

func TestAnUnknownPriceIsAskedAboutBeforeTheRun(t *testing.T) {
	c, p, network := paid(t, serveModel(t, func(w http.ResponseWriter, _ *http.Request, q string, _ int) {
		completesAs(w, "nobody-knows-2026", q)
	}))
	ref := collecting(t, c)
	p.Model = "nobody-knows"
	desk := deskOf(t, c, ref, p, conduct.Terms{})
	_, err := desk.Ask(t.Context(), ofTest(ref, "q"))
	wantProblem(t, err, "llm.price-unknown")
	if f, err := desk.Forecast(t.Context(), []llm.Request{ofTest(ref, "q")}); err != nil || f.Cost.IsKnown() || network.hosts != nil {
		t.Errorf("forecast = %+v, %v; called %v", f, err, network.hosts)
	}
	reply, err := deskOf(t, c, ref, p, conduct.Terms{UnknownPrice: true}).Ask(t.Context(), ofTest(ref, "q"))
	if err != nil || reply.Cost.IsKnown() {
		t.Errorf("reply = %+v, %v", reply, err)
	}
	if s, err := c.Spending(t.Context(), ref); err != nil || s.Total.Unknown != 1 || s.Total.Cost != nil {
		t.Errorf("spending = %+v, %v", s.Total, err)
	}
}

func TestADeskNeedsAProviderAndItsKey(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	if err := c.SaveProvider(ctx, conduct.Provider{Name: "work", Kind: "openai", Model: "m"}); err != nil {
		t.Fatal(err)
	}
	_, err := c.Desk(ctx, ref, "work", conduct.Terms{})
	wantProblem(t, err, "llm.key-needed")
	_, err = c.Desk(ctx, ref, "nobody", conduct.Terms{})
	wantProblem(t, err, "provider.not-found")
}

func TestProvidersAreCheckedBeforeTheyAreKept(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	good := conduct.Provider{Name: "work", Kind: "openai", Model: "m"}
	for id, change := range map[string]func(*conduct.Provider){
		"provider.bad-name":    func(p *conduct.Provider) { p.Name = "a b/c" },
		"provider.no-model":    func(p *conduct.Provider) { p.Model = " " },
		"provider.bad-limits":  func(p *conduct.Provider) { p.Limits.Parallel = -1 },
		"llm.unknown-provider": func(p *conduct.Provider) { p.Kind = "oracle" },
		"llm.bad-address":      func(p *conduct.Provider) { p.BaseURL = "https://user:pass@example.org" },
		"llm.foreign-host":     func(p *conduct.Provider) { p.BaseURL = "https://example.org/v1" },
	} {
		p := good
		change(&p)
		wantProblem(t, c.SaveProvider(ctx, p), id)
	}
	confirmed := good
	confirmed.BaseURL, confirmed.Confirmed = "https://example.org/v1", true
	for _, p := range []conduct.Provider{good, confirmed} {
		if err := c.SaveProvider(ctx, p); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
	wantProblem(t, c.RemoveProvider(ctx, "nobody"), "provider.not-found")
	if err := c.RemoveProvider(ctx, "work"); err != nil {
		t.Error(err)
	}
}

func TestAnOwnPriceEndsTheOneBefore(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	p := ledger.Price{Provider: "openai", Model: "gpt-5*", Currency: "usd", Rates: ledger.Rates{Input: 2_000_000, Output: 8_000_000}, Source: "page"}
	first, err := c.AddPrice(ctx, p)
	if err != nil || first.From != "2026-03-02" || first.Currency != "USD" {
		t.Fatalf("first = %+v, %v", first, err)
	}
	p.From, p.Input = "2026-07-01", 1_000_000
	if _, err := c.AddPrice(ctx, p); err != nil {
		t.Fatal(err)
	}
	lines, made, err := c.PriceLines(ctx)
	if err != nil || made == "" || len(lines) < 2 || lines[0].To != "2026-06-30" || lines[1].From != "2026-07-01" || lines[1].To != "" {
		t.Errorf("lines = %+v, %v", lines, err)
	}
	_, err = c.AddPrice(ctx, ledger.Price{Model: "m", Currency: "USD"})
	wantProblem(t, err, "price.incomplete")
}

package llm_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// fakeClock is a clock on which sleeping takes no time and is noted.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
	stop  context.CancelFunc // ends the context in the first sleep; nil: never
}

func newClock() *fakeClock { return &fakeClock{now: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)} }

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil {
		c.stop()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.now, c.slept = c.now.Add(d), append(c.slept, d)
	return nil
}

// memory is a ledger in memory that can break at any of its calls.
type memory struct {
	mu      sync.Mutex
	entries []*ledger.Entry
	calls   int
	breakAt int // of calls; 0: never
	how     func() error
	late    bool // it breaks after the call has done its work
	batches []ledger.Batch
	used    []int64
	clock   *fakeClock // nil: no time
}

func (m *memory) now() time.Time {
	if m.clock == nil {
		return time.Time{}
	}
	return m.clock.Now()
}

// step counts a call and breaks where it has to.
func (m *memory) step(do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	now := m.calls == m.breakAt
	if now && !m.late {
		return m.how()
	}
	err := do()
	if now {
		return m.how()
	}
	return err
}

func (m *memory) find(r ledger.Request) *ledger.Entry {
	hash, err := r.Hash()
	if err != nil {
		panic(err)
	}
	for _, e := range m.entries {
		if e.Hash == hash {
			return e
		}
	}
	m.entries = append(m.entries, &ledger.Entry{ID: int64(len(m.entries) + 1), Hash: hash, Request: r, State: ledger.New})
	return m.entries[len(m.entries)-1]
}

func (m *memory) Look(_ context.Context, r ledger.Request) (e ledger.Entry, found bool, err error) {
	err = m.step(func() error {
		hash, err := r.Hash()
		for _, one := range m.entries {
			if one.Hash == hash {
				e, found = *one, true
			}
		}
		return err
	})
	return e, found, err
}

func (m *memory) Before(_ context.Context, r ledger.Request) (e ledger.Entry, err error) {
	err = m.step(func() error {
		kept := m.find(r)
		e = *kept
		if kept.State == ledger.New || kept.State == ledger.Failed {
			kept.State, kept.Tries = ledger.Open, kept.Tries+1
			e = *kept
			e.State = ledger.New
		}
		return nil
	})
	return e, err
}

func (m *memory) After(ctx context.Context, id int64, out llm.Outcome) error {
	return m.step(func() error {
		if ctx.Err() != nil {
			return ctx.Err() // a database takes nothing from a context that has ended
		}
		e := m.entries[id-1]
		switch {
		case out.Reply != nil:
			e.State, e.Reply = ledger.Answered, *out.Reply
		case !out.Doubt:
			e.State, e.Fault = ledger.Failed, out.Fault
		default:
			e.Fault, e.Batch = out.Fault, ""
		}
		return nil
	})
}

func (m *memory) count(s ledger.State) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries {
		if e.State == s {
			n++
		}
	}
	return n
}

// fakeProvider answers as ask says, and counts.
type fakeProvider struct {
	ask func(ctx context.Context, n int, r llm.Request) (ledger.Reply, error)

	mu      sync.Mutex
	sent    []llm.Request
	busy    int
	busiest int
}

func (p *fakeProvider) Name() string               { return "fake" }
func (p *fakeProvider) Capable(string) llm.Capable { return llm.Capable{MaxOutput: 1000} }
func (p *fakeProvider) Settings(_ string, s ledger.Settings) ledger.Settings {
	s.Temperature = study.Absent[float64](study.NotApplicable)
	return s
}

func (p *fakeProvider) Ask(ctx context.Context, r llm.Request) (ledger.Reply, error) {
	p.mu.Lock()
	p.sent = append(p.sent, r)
	n := len(p.sent)
	p.busy++
	p.busiest = max(p.busiest, p.busy)
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.busy--
		p.mu.Unlock()
	}()
	return p.ask(ctx, n, r)
}

func (p *fakeProvider) asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent)
}

// paidReply is a reply of 100 tokens to 10.
func paidReply(r llm.Request) ledger.Reply {
	return ledger.Reply{Text: "re: " + r.Text, Finish: study.Complete, Usage: study.Known(ledger.Usage{Input: 10, Output: 100})}
}

func asksNone(context.Context, int, llm.Request) (ledger.Reply, error) { panic("not to be asked") }

func answersAll(_ context.Context, _ int, r llm.Request) (ledger.Reply, error) {
	return paidReply(r), nil
}

// refuse makes a fault as a provider makes it.
func refuse(id string, f llm.Fault) *llm.Fault {
	f.Problem = &study.Problem{ID: id}
	f.Words = "so says the provider"
	return &f
}

var (
	hurried = func(wait time.Duration) *llm.Fault {
		return refuse("llm.too-fast", llm.Fault{Again: true, Status: 429, Wait: wait})
	}
	troubled = func() *llm.Fault { return refuse("llm.busy", llm.Fault{Again: true, Status: 500}) }
	badKey   = func() *llm.Fault { return refuse("llm.wrong-key", llm.Fault{Stop: true, Status: 401}) }
	severed  = func() *llm.Fault { return refuse("llm.cut-connection", llm.Fault{Again: true, Doubt: true}) }
)

// dear is a price of € 1 for a thousand tokens.
var dear = ledger.Price{ID: "own:dear", Model: "m", Currency: "EUR", Rates: ledger.Rates{Input: 1000e6, Output: 1000e6}}

// bench is a desk with everything around it.
type bench struct {
	*llm.Desk
	cfg      llm.DeskConfig
	clock    *fakeClock
	ledger   *memory
	provider *fakeProvider
}

func newBench(t *testing.T, ask func(context.Context, int, llm.Request) (ledger.Reply, error), caps ...llm.Cap) *bench {
	t.Helper()
	prices, err := llm.LoadPrices([]ledger.Price{dear})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{clock: newClock(), ledger: &memory{}, provider: &fakeProvider{ask: ask}}
	b.cfg = llm.DeskConfig{
		Provider: b.provider, Payee: llm.Payee{Kind: "fake", Name: "fake"}, Ledger: b.ledger, Prices: prices, Caps: caps,
		Gate: llm.NewGate(llm.Limits{}, b.clock), Model: "m", Clock: b.clock, Random: func() float64 { return 0.5 },
	}
	b.Desk = llm.NewDesk(b.cfg)
	return b
}

// restart is the same after a new start of the program.
func (b *bench) restart(ask func(context.Context, int, llm.Request) (ledger.Reply, error)) {
	b.ledger.breakAt = 0
	b.provider.ask = ask
	b.cfg.Gate = llm.NewGate(llm.Limits{}, b.clock)
	b.Desk = llm.NewDesk(b.cfg)
}

func question(text string) llm.Request {
	return llm.Request{Purpose: llm.ForControl, Text: text, Settings: ledger.Settings{MaxTokens: 100}}
}

func wantAsProblem(t *testing.T, err error, id string) {
	t.Helper()
	if !study.HasProblem(err, id) {
		t.Errorf("error = %v, want the problem %s", err, id)
	}
}

func TestWhatWasAnsweredComesFromTheLedger(t *testing.T) {
	b := newBench(t, answersAll)
	first, err := b.Ask(t.Context(), question("q"))
	if err != nil || first.FromLedger || first.Text != "re: q" {
		t.Fatalf("first = %+v, %v", first, err)
	}
	b.restart(asksNone)
	again, err := b.Ask(t.Context(), question("q"))
	if err != nil || !again.FromLedger || again.Text != "re: q" || again.Entry != first.Entry {
		t.Errorf("again = %+v, %v", again, err)
	}
	b.provider.ask = answersAll
	repeat := question("q")
	repeat.Repeat = 2
	if second, err := b.Ask(t.Context(), repeat); err != nil || second.FromLedger {
		t.Errorf("another repetition = %+v, %v", second, err)
	}
}

func TestTheLedgerKeepsWhatWasReallySent(t *testing.T) {
	b := newBench(t, answersAll)
	r := question("q")
	r.Settings.Temperature = study.Known(0.7)
	if _, err := b.Ask(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	kept := b.ledger.entries[0].Request
	if kept.Settings.Temperature.Why() != study.NotApplicable || kept.Model != "m" || kept.Repeat != 1 || kept.Provider != "fake" {
		t.Errorf("kept = %+v", kept)
	}
}

func TestAReplyHasItsCostAndThePriceLine(t *testing.T) {
	b := newBench(t, answersAll)
	reply, err := b.Ask(t.Context(), question("q"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (ledger.Money{Micros: 110_000, Currency: "EUR"}); reply.Cost != study.Known(want) { // 110 tokens
		t.Errorf("cost = %v, want %v", reply.Cost, want)
	}
	if reply.PriceLine != dear.ID {
		t.Errorf("price line = %q", reply.PriceLine)
	}
}

func TestOnlyWhatMayBeRepeatedIsRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		faults []*llm.Fault // then a good reply
		asked  int
		want   string // problem
		state  ledger.State
	}{
		"a good reply":                  {nil, 1, "", ledger.Answered},
		"too fast, then good":           {[]*llm.Fault{hurried(0)}, 2, "", ledger.Answered},
		"trouble there, five times":     {[]*llm.Fault{troubled(), troubled(), troubled(), troubled(), troubled()}, 6, "", ledger.Answered},
		"trouble there, six times":      {[]*llm.Fault{troubled(), troubled(), troubled(), troubled(), troubled(), troubled()}, 6, "llm.gave-up", ledger.Failed},
		"a wrong key":                   {[]*llm.Fault{badKey()}, 1, "llm.wrong-key", ledger.Failed},
		"a wait of more than patience":  {[]*llm.Fault{hurried(11 * time.Minute)}, 1, "llm.gave-up", ledger.Failed},
		"two waits beyond ten minutes":  {[]*llm.Fault{hurried(6 * time.Minute), hurried(6 * time.Minute)}, 2, "llm.gave-up", ledger.Failed},
		"a connection that was cut":     {[]*llm.Fault{severed()}, 1, "ledger.open", ledger.Open},
		"trouble, then a cut":           {[]*llm.Fault{troubled(), severed()}, 2, "ledger.open", ledger.Open},
		"trouble, then a key withdrawn": {[]*llm.Fault{troubled(), badKey()}, 2, "llm.wrong-key", ledger.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(_ context.Context, n int, r llm.Request) (ledger.Reply, error) {
				if n <= len(c.faults) {
					return ledger.Reply{}, c.faults[n-1]
				}
				return paidReply(r), nil
			})
			_, err := b.Ask(t.Context(), question("q"))
			if c.want == "" && err != nil {
				t.Error(err)
			}
			if c.want != "" {
				wantAsProblem(t, err, c.want)
			}
			if b.provider.asked() != c.asked || b.ledger.entries[0].State != c.state || b.ledger.entries[0].Tries != c.asked {
				t.Errorf("asked %d times, want %d; entry %+v, want %s", b.provider.asked(), c.asked, b.ledger.entries[0], c.state)
			}
		})
	}
}

func TestAnOpenRequestIsNotSentUntilAPersonDecides(t *testing.T) {
	b := newBench(t, func(context.Context, int, llm.Request) (ledger.Reply, error) { return ledger.Reply{}, severed() })
	_, err := b.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "ledger.open")
	b.restart(asksNone)
	_, err = b.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "ledger.open")
	b.provider.ask = answersAll
	b.ledger.entries[0].State = ledger.New // the person's decision
	if reply, err := b.Ask(t.Context(), question("q")); err != nil || reply.FromLedger {
		t.Errorf("after the decision: %+v, %v", reply, err)
	}
}

func TestAFailureIsNeverKeptAsAnAnswer(t *testing.T) {
	b := newBench(t, func(_ context.Context, n int, r llm.Request) (ledger.Reply, error) {
		if n == 1 {
			return ledger.Reply{}, badKey()
		}
		return paidReply(r), nil
	})
	_, err := b.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "llm.wrong-key")
	if e := b.ledger.entries[0]; e.Reply.Text != "" || e.Fault != "so says the provider" {
		t.Errorf("entry = %+v", e)
	}
	if reply, err := b.Ask(t.Context(), question("q")); err != nil || reply.Text != "re: q" {
		t.Errorf("asked again: %+v, %v", reply, err)
	}
}

func TestPausesDoubleAtRandomAndObeyTheProvider(t *testing.T) {
	always := func(wait time.Duration) func(context.Context, int, llm.Request) (ledger.Reply, error) {
		return func(context.Context, int, llm.Request) (ledger.Reply, error) {
			if wait > 0 {
				return ledger.Reply{}, hurried(wait)
			}
			return ledger.Reply{}, troubled()
		}
	}
	b := newBench(t, always(0))
	_, err := b.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "llm.gave-up")
	want := []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}
	if fmt.Sprint(b.clock.slept) != fmt.Sprint(want) {
		t.Errorf("pauses = %v, want half of the ceilings %v", b.clock.slept, want)
	}
	b = newBench(t, always(40*time.Second))
	begun := b.clock.Now()
	_, err = b.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "llm.gave-up")
	if took := b.clock.Now().Sub(begun); took < 5*40*time.Second || took > 10*time.Minute {
		t.Errorf("six tries took %s", took)
	}
}

func TestAStopActsAtOnce(t *testing.T) {
	t.Run("before anything", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		b := newBench(t, asksNone)
		if _, err := b.Ask(ctx, question("q")); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v", err)
		}
	})
	t.Run("in a pause", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		b := newBench(t, func(context.Context, int, llm.Request) (ledger.Reply, error) { return ledger.Reply{}, troubled() })
		b.clock.stop = stop
		if _, err := b.Ask(ctx, question("q")); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v", err)
		}
		if b.provider.asked() != 1 || b.ledger.count(ledger.Failed) != 1 {
			t.Errorf("asked %d times, %+v", b.provider.asked(), b.ledger.entries[0])
		}
	})
	t.Run("while it is asked", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		b := newBench(t, func(ctx context.Context, _ int, _ llm.Request) (ledger.Reply, error) {
			stop()
			<-ctx.Done()
			return ledger.Reply{}, &llm.Fault{Err: ctx.Err(), Doubt: true}
		})
		_, err := b.Ask(ctx, question("q"))
		if !errors.Is(err, context.Canceled) || b.ledger.count(ledger.Open) != 1 {
			t.Errorf("error = %v, entry = %+v", err, b.ledger.entries[0])
		}
	})
	t.Run("while the reply was on its way", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		b := newBench(t, func(_ context.Context, _ int, r llm.Request) (ledger.Reply, error) {
			stop()
			return paidReply(r), nil
		})
		if reply, err := b.Ask(ctx, question("q")); err != nil || reply.Text == "" || b.ledger.count(ledger.Answered) != 1 {
			t.Errorf("a reply that was paid is kept: %+v, %v", reply, err)
		}
	})
	t.Run("while others are asked", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		b := newBench(t, func(ctx context.Context, n int, _ llm.Request) (ledger.Reply, error) {
			if n == 2 {
				stop()
			}
			<-ctx.Done()
			return ledger.Reply{}, &llm.Fault{Err: ctx.Err(), Doubt: true}
		})
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				if _, err := b.Ask(ctx, question(fmt.Sprint(i))); !errors.Is(err, context.Canceled) {
					t.Errorf("error = %v", err)
				}
			})
		}
		all.Wait()
		if b.provider.asked() != 2 || b.ledger.count(ledger.Open) != 2 || len(b.ledger.entries) != 2 {
			t.Errorf("asked %d, entries %d", b.provider.asked(), len(b.ledger.entries))
		}
	})
}

package llm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// Again implements llm.Ledger.
func (m *memory) Again(_ context.Context, id int64) error {
	return m.step(func() error {
		m.entries[id-1].State = ledger.New
		return nil
	})
}

// Used implements llm.Ledger.
func (m *memory) Used(_ context.Context, e ledger.Entry, _ ledger.Request) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used = append(m.used, e.ID)
	return nil
}

// Prepare implements llm.BatchLedger.
func (m *memory) Prepare(_ context.Context, list []ledger.Request, mark func([]ledger.Entry) string) (b ledger.Batch, sent []ledger.Entry, err error) {
	err = m.step(func() error {
		var kept []*ledger.Entry
		for _, r := range list {
			if e := m.find(r); e.State == ledger.New || e.State == ledger.Failed {
				e.State, e.Tries, e.Sent = ledger.Open, e.Tries+1, m.now()
				e.Key = e.BatchKey()
				kept, sent = append(kept, e), append(sent, *e)
			}
		}
		if len(sent) == 0 {
			return nil
		}
		b = ledger.Batch{Mark: mark(sent), Provider: "fake", Model: list[0].Model, State: ledger.BatchPrepared, Requests: len(sent), Written: m.now()}
		for _, e := range kept {
			e.Batch = b.Mark
		}
		m.batches = append(m.batches, b)
		return nil
	})
	return b, sent, err
}

// KeepBatch implements llm.BatchLedger.
func (m *memory) KeepBatch(_ context.Context, b ledger.Batch) error {
	return m.step(func() error {
		for i := range m.batches {
			if m.batches[i].Mark == b.Mark {
				m.batches[i].ID, m.batches[i].State = b.ID, b.State
			}
		}
		return nil
	})
}

// Batch implements llm.BatchLedger.
func (m *memory) Batch(_ context.Context, mark string) (b ledger.Batch, err error) {
	err = m.step(func() error {
		b = m.batches[slices.IndexFunc(m.batches, func(b ledger.Batch) bool { return b.Mark == mark })]
		return nil
	})
	return b, err
}

// Batches implements llm.BatchLedger.
func (m *memory) Batches(context.Context, string) (list []ledger.Batch, err error) {
	err = m.step(func() error {
		list = slices.Clone(m.batches)
		return nil
	})
	return list, err
}

// RequestsOf implements llm.BatchLedger.
func (m *memory) RequestsOf(_ context.Context, mark string) (list []ledger.Entry, err error) {
	err = m.step(func() error {
		for _, e := range m.entries {
			if e.Waits() && e.Batch == mark {
				list = append(list, *e)
			}
		}
		return nil
	})
	return list, err
}

// fakeHouse is a provider of batches: what it was handed in, how far it is, and what it does at a creation.
type fakeHouse struct {
	*fakeProvider
	marks   bool // it gives marks back
	clock   *fakeClock
	made    [][]llm.BatchItem // batch n has the ID "b<n>"
	ended   bool
	line    func(i llm.BatchItem) llm.BatchResult // nil: a good reply
	lose    int                                   // of the next creations: made, and the reply is lost on the way
	refuse  error                                 // of every creation
	others  []llm.Batch                           // that are in the account, too
	creates int
}

func (h *fakeHouse) CanBatch() bool   { return true }
func (h *fakeHouse) KeepsMarks() bool { return h.marks }

func (h *fakeHouse) CreateBatch(_ context.Context, items []llm.BatchItem) (llm.Batch, error) {
	h.creates++
	if h.refuse != nil {
		return llm.Batch{}, h.refuse
	}
	h.made = append(h.made, items)
	if h.lose > 0 {
		h.lose--
		return llm.Batch{}, severed()
	}
	return h.batch(len(h.made)), nil
}

func (h *fakeHouse) batch(n int) llm.Batch {
	b := llm.Batch{ID: fmt.Sprint("b", n), State: llm.BatchRunning, Total: len(h.made[n-1]), Created: h.clock.Now()}
	if h.marks {
		b.Mark = llm.BatchMark(h.made[n-1])
	}
	if h.ended {
		b.State = llm.BatchEnded
	}
	return b
}

func (h *fakeHouse) number(id string) int {
	var n int
	if _, err := fmt.Sscanf(id, "b%d", &n); err != nil || n > len(h.made) {
		return 0
	}
	return n
}

func (h *fakeHouse) Batch(_ context.Context, id string) (llm.Batch, error) {
	if n := h.number(id); n > 0 {
		return h.batch(n), nil
	}
	if i := slices.IndexFunc(h.others, func(b llm.Batch) bool { return b.ID == id }); i >= 0 {
		return h.others[i], nil
	}
	return llm.Batch{}, refuse("llm.batch-unknown", llm.Fault{Status: http.StatusNotFound})
}

func (h *fakeHouse) Batches(context.Context) (list []llm.Batch, err error) {
	for n := range h.made {
		list = append(list, h.batch(n+1))
	}
	return append(list, h.others...), nil
}

func (h *fakeHouse) CancelBatch(context.Context, string) error { return nil }

func (h *fakeHouse) Results(_ context.Context, id string, keys []string) (llm.BatchResults, error) {
	r := llm.BatchResults{By: make(map[string]llm.BatchResult)}
	n := h.number(id)
	if n == 0 {
		for i := range h.others[0].Total {
			r.Foreign = append(r.Foreign, fmt.Sprint("other-", i))
		}
		return r, nil
	}
	for _, i := range h.made[n-1] {
		switch {
		case !slices.Contains(keys, i.Key):
			r.Foreign = append(r.Foreign, i.Key)
		case h.line != nil:
			r.By[i.Key] = h.line(i)
		default:
			r.By[i.Key] = goodLine(i)
		}
	}
	return r, nil
}

func goodLine(i llm.BatchItem) llm.BatchResult {
	reply := paidReply(i.Request)
	reply.Notes = []string{llm.NoteBatch}
	return llm.BatchResult{Reply: reply}
}

// halved is a price of € 1 for a thousand tokens, half of it in a batch.
var halved = ledger.Price{ID: "own:halved", Model: "m", Currency: "EUR", Rates: dear.Rates, Batch: study.Known(0.5)}

// newHouse is a desk before a provider of batches.
func newHouse(t *testing.T, price ledger.Price, caps ...llm.Cap) (*bench, *fakeHouse) {
	t.Helper()
	b := newBench(t, asksNone, caps...)
	prices, err := llm.LoadPrices([]ledger.Price{price})
	if err != nil {
		t.Fatal(err)
	}
	h := &fakeHouse{fakeProvider: b.provider, marks: true, clock: b.clock}
	b.ledger.clock = b.clock
	b.cfg.Provider, b.cfg.Batches, b.cfg.Prices = h, b.ledger, prices
	b.Desk = llm.NewDesk(b.cfg)
	return b, h
}

func questions(n int) (list []llm.Request) {
	for i := range n {
		list = append(list, question(fmt.Sprint(i)))
	}
	return list
}

func TestABatchIsHandedInOnceAndFetchedLater(t *testing.T) {
	budget := capOf(euros(1e9))
	b, h := newHouse(t, halved, budget)
	for range 2 {
		p, err := b.InBatches(t.Context(), questions(3))
		wantAsProblem(t, err, "llm.batch-waiting")
		if len(h.made) != 1 || p.Waiting != 3 || b.ledger.count(ledger.Open) != 3 {
			t.Fatalf("%d batches, %+v", len(h.made), p)
		}
		b.restart(asksNone)
	}
	if got, want := budget.Account.Spent("EUR"), euros(3*questionCost/2+1); got.Micros < want.Micros-2 || got.Micros > want.Micros+2 {
		t.Errorf("while it runs %s are counted, want the estimate %s", got, want)
	}
	_, err := b.Ask(t.Context(), question("1"))
	wantAsProblem(t, err, "llm.batch-waiting")
	h.ended = true
	p, err := b.InBatches(t.Context(), questions(3))
	if err != nil || p.Answered != 3 || b.ledger.batches[0].State != ledger.BatchDone {
		t.Fatalf("at the end %+v, %v", p, err)
	}
	reply, err := b.Ask(t.Context(), question("1"))
	if err != nil || reply.Text != "re: 1" || !reply.FromLedger || reply.Cost != study.Known(euros(55_000)) || reply.PriceLine != halved.ID {
		t.Errorf("reply %+v, %v", reply, err) // 110 tokens at half the price
	}
	if got := budget.Account.Spent("EUR"); got != euros(3*55_000) {
		t.Errorf("spent %s", got)
	}
}

func TestALineWithoutAFactorForBatchesLeavesTheCostUnknown(t *testing.T) {
	b, h := newHouse(t, dear)
	h.ended = true
	_, _ = b.InBatches(t.Context(), questions(1))
	if _, err := b.InBatches(t.Context(), questions(1)); err != nil {
		t.Fatal(err)
	}
	if e := b.ledger.entries[0]; e.Reply.Cost.IsKnown() || b.EstimateBatch(question("0")) != study.Known(euros(questionCost)) {
		t.Errorf("cost %v, estimate %v", e.Reply.Cost, b.EstimateBatch(question("0")))
	}
}

func TestWhatFailsInABatchIsAskedAgainByTheNextCallOnly(t *testing.T) {
	b, h := newHouse(t, halved)
	h.ended = true
	h.line = func(i llm.BatchItem) llm.BatchResult {
		switch i.Request.Text {
		case "1":
			return llm.BatchResult{Err: refuse("llm.not-run", llm.Fault{Again: true})}
		case "2":
			return llm.BatchResult{Err: refuse("llm.not-an-answer", llm.Fault{Doubt: true})}
		}
		return goodLine(i)
	}
	_, err := b.InBatches(t.Context(), questions(3))
	wantAsProblem(t, err, "llm.batch-waiting")
	p, err := b.InBatches(t.Context(), questions(3))
	wantAsProblem(t, err, "llm.batch-failed")
	if p != (llm.BatchProgress{Answered: 1, Failed: 1, Open: 1}) || len(h.made) != 1 {
		t.Errorf("%+v, %d batches", p, len(h.made))
	}
	h.line = nil
	_, err = b.InBatches(t.Context(), questions(3))
	wantAsProblem(t, err, "llm.batch-waiting")
	if len(h.made) != 2 || len(h.made[1]) != 1 || h.made[1][0].Key == h.made[0][1].Key {
		t.Errorf("the second batch holds %+v", h.made[1:])
	}
	if p, err = b.InBatches(t.Context(), questions(3)); err != nil || p.Answered != 2 || p.Open != 1 {
		t.Errorf("%+v, %v", p, err) // the spoilt reply waits for a person
	}
}

func TestACreationInDoubtIsLookedForAndNeverRepeated(t *testing.T) {
	for name, marks := range map[string]bool{"by its mark": true, "by moment and number": false} {
		t.Run(name, func(t *testing.T) {
			b, h := newHouse(t, halved)
			h.marks, h.lose = marks, 1
			if marks { // others in the account carry other marks, or none
				h.others = []llm.Batch{{ID: "x1", Total: 3, Created: h.clock.Now()}, {ID: "x2", Total: 3, Mark: "iucom-other", Created: h.clock.Now()}}
			}
			_, err := b.InBatches(t.Context(), questions(3))
			wantAsProblem(t, err, "llm.batch-waiting")
			if h.creates != 1 || b.ledger.batches[0].ID != "b1" {
				t.Fatalf("%d creations, %+v", h.creates, b.ledger.batches)
			}
			h.ended = true
			if p, err := b.InBatches(t.Context(), questions(3)); err != nil || p.Answered != 3 {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
}

func TestABatchThatIsNotInTheListIsGivenUpAfterAWhileAndCreatedThen(t *testing.T) {
	budget := capOf(euros(1e9))
	b, h := newHouse(t, halved, budget)
	h.refuse = severed() // it left, and was never made
	_, err := b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-in-doubt")
	h.refuse = nil
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-in-doubt")
	h.clock.now = h.clock.now.Add(11 * time.Minute)
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-failed")
	if budget.Account.Spent("EUR").Micros > 2 || h.creates != 1 {
		t.Errorf("spent %s, %d creations", budget.Account.Spent("EUR"), h.creates)
	}
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-waiting")
	if len(h.made) != 1 {
		t.Errorf("%d batches", len(h.made))
	}
}

func TestAListThatMayBeCutGivesUpNothing(t *testing.T) {
	b, h := newHouse(t, halved)
	h.refuse = severed()
	_, err := b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-in-doubt")
	h.clock.now = h.clock.now.Add(24 * time.Hour)
	for i := range 20 {
		h.others = append(h.others, llm.Batch{ID: fmt.Sprint("x", i), Mark: "iucom-other", Created: h.clock.Now()})
	}
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-in-doubt")
}

func TestABatchOfAnotherProgramIsNotTakenForOurs(t *testing.T) {
	b, h := newHouse(t, halved)
	h.marks, h.refuse = false, severed()
	h.others = []llm.Batch{{ID: "x", Total: 2, State: llm.BatchEnded, Created: h.clock.Now()}}
	_, err := b.InBatches(t.Context(), questions(2)) // found, as far as moment and number tell
	wantAsProblem(t, err, "llm.batch-waiting")
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-in-doubt")
	if b.ledger.count(ledger.Open) != 2 || b.ledger.batches[0].ID != "" {
		t.Errorf("%+v", b.ledger.batches)
	}
}

func TestABatchThatTheProviderForgotIsAPersonsDecision(t *testing.T) {
	b, h := newHouse(t, halved)
	_, err := b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-waiting")
	made := h.made
	h.made = nil
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-unknown")
	if b.ledger.batches[0].State != ledger.BatchLost || b.ledger.count(ledger.Open) != 2 || h.creates != 1 {
		t.Errorf("%+v, %d creations", b.ledger.batches, h.creates)
	}
	h.made, h.ended = made, true // it was the wrong key
	if p, err := b.InBatches(t.Context(), questions(2)); err != nil || p.Answered != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestTheWholeBatchIsWithinTheCapBeforeItIsCreated(t *testing.T) {
	budget := capOf(euros(3*questionCost/2 - 1))
	b, h := newHouse(t, halved, budget)
	_, err := b.InBatches(t.Context(), questions(3))
	wantAsProblem(t, err, "llm.over-budget")
	if h.creates != 0 || len(b.ledger.entries) != 0 || budget.Account.Spent("EUR").Micros != 0 {
		t.Errorf("%d creations, %d entries, spent %s", h.creates, len(b.ledger.entries), budget.Account.Spent("EUR"))
	}
	_, err = b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.batch-waiting")
	other := question("x")
	other.Model = "nobody-knows"
	_, err = b.InBatches(t.Context(), []llm.Request{other})
	wantAsProblem(t, err, "llm.price-unknown")
}

func TestABatchThatIsRefusedCostsNothing(t *testing.T) {
	budget := capOf(euros(1e9))
	b, h := newHouse(t, halved, budget)
	h.refuse = badKey()
	_, err := b.InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.wrong-key")
	if b.ledger.count(ledger.Failed) != 2 || budget.Account.Spent("EUR").Micros != 0 || b.ledger.batches[0].State != ledger.BatchDone {
		t.Errorf("failed %d, spent %s, %+v", b.ledger.count(ledger.Failed), budget.Account.Spent("EUR"), b.ledger.batches)
	}
}

func TestAProviderWithoutBatchesSaysSo(t *testing.T) {
	_, err := newBench(t, asksNone).InBatches(t.Context(), questions(2))
	wantAsProblem(t, err, "llm.no-batch")
}

func TestAForecastOfABatchIsCheaperAndKnowsWhatWaits(t *testing.T) {
	b, _ := newHouse(t, halved)
	_, err := b.InBatches(t.Context(), questions(1))
	wantAsProblem(t, err, "llm.batch-waiting")
	f, err := b.ForecastBatch(t.Context(), questions(2))
	if cost := f.Cost.Or(ledger.Money{}); err != nil || f.Waiting != 1 || f.Send != 1 || cost.Micros != questionCost/2 {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestKilledAtAnyPointOfABatchNothingIsPaidTwice breaks the ledger at each of its calls, from the first to the fetching,
// before and after it has done its work; then the program starts again, as often as it takes.
func TestKilledAtAnyPointOfABatchNothingIsPaidTwice(t *testing.T) {
	const asked = 3
	cases := 0
	for _, marks := range []bool{true, false} {
		for _, late := range []bool{false, true} {
			for point := 1; ; point++ {
				b, h := newHouse(t, halved)
				h.marks = marks
				b.ledger.breakAt, b.ledger.how, b.ledger.late = point, func() error { panic(errBroken) }, late
				for start := range 6 {
					inBatchesUntilKilled(t, b, asked)
					b.ledger.breakAt = max(b.ledger.breakAt-b.ledger.calls, 0)
					b.ledger.calls = 0
					h.clock.now = h.clock.now.Add(11 * time.Minute)
					h.ended = start > 0
					b.Desk = llm.NewDesk(b.cfg)
				}
				cases++
				paid := make(map[string]int)
				for _, items := range h.made {
					for _, i := range items {
						paid[i.Request.Text]++
					}
				}
				for text, n := range paid {
					if n > 1 {
						t.Errorf("marks %t, late %t, at call %d: %q is in %d batches", marks, late, point, text, n)
					}
				}
				if n := b.ledger.count(ledger.Answered); n != asked {
					t.Errorf("marks %t, late %t, at call %d: %d answered of %d", marks, late, point, n, asked)
				}
				if b.ledger.breakAt > 0 { // the point was never reached: every call has been broken once
					break
				}
			}
		}
	}
	t.Logf("killed at %d points", cases)
}

// inBatchesUntilKilled is one start of the program.
func inBatchesUntilKilled(t *testing.T, b *bench, n int) {
	t.Helper()
	defer func() {
		if broke := recover(); broke != nil && broke != errBroken {
			panic(broke)
		}
	}()
	_, err := b.InBatches(t.Context(), questions(n))
	if p := study.Problems(err); err != nil && (len(p) == 0 || !strings.HasPrefix(p[0].ID, "llm.batch-")) {
		t.Errorf("ended with %v", err)
	}
}

func TestAReplyThatTheDiskRefusesIsWrittenASecondTime(t *testing.T) {
	b := newBench(t, answersAll)
	b.ledger.breakAt, b.ledger.how = 3, func() error { return errBroken } // look, before, after
	reply, err := b.Ask(t.Context(), question("q"))
	if err != nil || reply.Text != "re: q" || b.ledger.count(ledger.Answered) != 1 {
		t.Errorf("%+v, %v", reply, err)
	}
	b, h := newHouse(t, halved)
	h.ended = true
	_, _ = b.InBatches(t.Context(), questions(2))
	full := 0
	b.ledger.how = func() error { full++; return errBroken }
	for at := range 12 {
		b.ledger.breakAt = b.ledger.calls + at + 1
		if _, err := b.InBatches(t.Context(), questions(2)); err == nil {
			break
		} else if !errors.Is(err, errBroken) {
			t.Errorf("ended with %v", err)
		}
	}
	if b.ledger.count(ledger.Answered) != 2 || full == 0 {
		t.Errorf("answered %d", b.ledger.count(ledger.Answered))
	}
}

func TestWhatALocalModelLeftOpenIsAskedAgainAndSaysSo(t *testing.T) {
	b := newBench(t, answersAll)
	b.cfg.Payee.Local = true
	b.ledger.breakAt, b.ledger.how = 3, func() error { panic(errBroken) }
	run(t, b, 1)
	if b.ledger.count(ledger.Open) != 1 {
		t.Fatal("nothing was left open")
	}
	b.restart(answersAll)
	if f, err := b.Forecast(t.Context(), []llm.Request{question("0")}); err != nil || f.Open != nil || f.Send != 1 {
		t.Errorf("forecast %+v, %v", f, err)
	}
	reply, err := b.Ask(t.Context(), question("0"))
	if err != nil || !slices.Contains(reply.Notes, llm.NoteAgain) || b.ledger.count(ledger.Answered) != 1 {
		t.Errorf("%+v, %v", reply, err)
	}
}

func TestAReplyFromTheLedgerIsNoted(t *testing.T) {
	b := newBench(t, answersAll)
	for range 2 {
		if _, err := b.Ask(t.Context(), question("q")); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(b.ledger.used, []int64{1}) {
		t.Errorf("noted %v", b.ledger.used)
	}
}

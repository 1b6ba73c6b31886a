package llm_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

func euros(micros int64) ledger.Money { return ledger.Money{Micros: micros, Currency: "EUR"} }

// capOf is a cap on an account of its own.
func capOf(limit ledger.Money) llm.Cap {
	return llm.Cap{Account: llm.NewAccount(), Limit: study.Known(limit)}
}

// questionCost is the estimate of a question: a token of text and 100 of reply, at € 1 for a thousand.
const questionCost = 101_000

func TestBeyondTheCapNoCallStarts(t *testing.T) {
	budget := capOf(euros(3*questionCost - 1))
	b := newBench(t, func(_ context.Context, _ int, r llm.Request) (ledger.Reply, error) {
		reply := paidReply(r)
		reply.Usage = study.Known(ledger.Usage{Input: 1, Output: 100})
		return reply, nil
	}, budget)
	for i := range 2 {
		if _, err := b.Ask(t.Context(), question(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.Ask(t.Context(), question("2"))
	wantAsProblem(t, err, "llm.over-budget")
	if b.provider.asked() != 2 || len(b.ledger.entries) != 2 || budget.Account.Spent("EUR") != euros(2*questionCost) {
		t.Errorf("asked %d, entries %d, spent %s", b.provider.asked(), len(b.ledger.entries), budget.Account.Spent("EUR"))
	}
	if reply, err := b.Ask(t.Context(), question("1")); err != nil || !reply.FromLedger {
		t.Errorf("what was answered costs nothing: %+v, %v", reply, err)
	}
}

func TestRunningRequestsCountWithTheirEstimate(t *testing.T) {
	budget := capOf(euros(2*questionCost - 1))
	asked, go1 := make(chan bool), make(chan bool)
	b := newBench(t, func(_ context.Context, _ int, r llm.Request) (ledger.Reply, error) {
		close(asked)
		<-go1
		return paidReply(r), nil
	}, budget)
	var first sync.WaitGroup
	first.Go(func() {
		if _, err := b.Ask(t.Context(), question("1")); err != nil {
			t.Error(err)
		}
	})
	<-asked
	_, err := b.Ask(t.Context(), question("2"))
	wantAsProblem(t, err, "llm.over-budget")
	close(go1)
	first.Wait()
}

func TestWhatIsInDoubtCountsAsSpentAndWhatFailedDoesNot(t *testing.T) {
	for name, c := range map[string]struct {
		fault func() *llm.Fault
		spent int64
	}{"in doubt": {severed, questionCost}, "refused": {badKey, 0}} {
		budget := capOf(euros(10 * questionCost))
		b := newBench(t, func(context.Context, int, llm.Request) (ledger.Reply, error) { return ledger.Reply{}, c.fault() }, budget)
		if _, err := b.Ask(t.Context(), question("1")); err == nil {
			t.Errorf("%s: no error", name)
		}
		if budget.Account.Spent("EUR") != euros(c.spent) {
			t.Errorf("%s: spent %s", name, budget.Account.Spent("EUR"))
		}
	}
}

func TestAnUnknownPriceIsAskedAboutAndNeverFree(t *testing.T) {
	b := newBench(t, answersAll)
	r := question("q")
	r.Model = "other"
	_, err := b.Ask(t.Context(), r)
	wantAsProblem(t, err, "llm.price-unknown")
	if len(b.ledger.entries) != 0 || b.Estimate(r).IsKnown() {
		t.Errorf("entries %d, estimate %v", len(b.ledger.entries), b.Estimate(r))
	}
	b.cfg.AcceptUnknown = true
	b.Desk = llm.NewDesk(b.cfg)
	if reply, err := b.Ask(t.Context(), r); err != nil || reply.Cost.IsKnown() || reply.PriceLine != "" {
		t.Errorf("accepted: %+v, %v", reply, err)
	}
}

func TestALocalModelCostsNothingAndSaysSo(t *testing.T) {
	b := newBench(t, answersAll)
	b.cfg.Payee.Local = true
	b.Desk = llm.NewDesk(b.cfg)
	r := question("q")
	r.Model = "llama3"
	reply, err := b.Ask(t.Context(), r)
	if err != nil || reply.Cost != study.Known(ledger.Money{}) || reply.PriceLine != llm.LocalLine {
		t.Errorf("reply = %+v, %v", reply, err)
	}
}

func TestACapInAnotherCurrencyIsNotGuessed(t *testing.T) {
	b := newBench(t, asksNone, capOf(ledger.Money{Micros: 1e9, Currency: "USD"}))
	_, err := b.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "llm.other-currency")
}

func TestAForecastTellsWhatIsNeeded(t *testing.T) {
	b := newBench(t, answersAll)
	if _, err := b.Ask(t.Context(), question("kept")); err != nil {
		t.Fatal(err)
	}
	f, err := b.Forecast(t.Context(), []llm.Request{question("kept"), question("a"), question("b")})
	if err != nil || f.Send != 2 || f.Kept != 1 || f.Cost != study.Known(euros(2*questionCost)) || f.Unknown != nil {
		t.Errorf("forecast = %+v, %v", f, err)
	}
	other := question("c")
	other.Model = "nobody-knows"
	f, err = b.Forecast(t.Context(), []llm.Request{question("a"), other})
	if err != nil || f.Cost.IsKnown() || len(f.Unknown) != 1 || f.Unknown[0] != "nobody-knows" {
		t.Errorf("forecast = %+v, %v", f, err)
	}
}

// TestTheCapHoldsWhateverHappens runs many requests at once, with replies, refusals and doubts in any order.
func TestTheCapHoldsWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		limit := rapid.Int64Range(0, 12*questionCost).Draw(rt, "cap")
		endings := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 20).Draw(rt, "endings")
		budget := capOf(euros(limit))
		b := newBench(t, func(_ context.Context, n int, r llm.Request) (ledger.Reply, error) {
			switch endings[n%len(endings)] {
			case 0:
				return ledger.Reply{}, badKey()
			case 1:
				return ledger.Reply{}, severed()
			case 2:
				return ledger.Reply{}, hurried(time.Second)
			}
			return paidReply(r), nil
		}, budget)
		var all sync.WaitGroup
		for i := range len(endings) {
			all.Go(func() { _, _ = b.Ask(t.Context(), question(fmt.Sprint(i))) })
		}
		all.Wait()
		// A reply of this provider may cost 10 tokens of input where the estimate said one: so much more, and no call.
		if over := budget.Account.Spent("EUR").Micros - limit; over > 2*9_000 {
			rt.Errorf("spent %s with a cap of %s", budget.Account.Spent("EUR"), euros(limit))
		}
	})
}

// errBroken is what a broken ledger says.
var errBroken = errors.New("the ledger broke")

// TestKilledAtAnyPointNothingIsPaidTwice breaks the ledger at each of its calls, before and after it has done its work,
// by an error and by a panic; then the program starts again.
func TestKilledAtAnyPointNothingIsPaidTwice(t *testing.T) {
	how := map[string]func() error{
		"by an error": func() error { return errBroken },
		"by a panic":  func() error { panic(errBroken) },
	}
	const questions = 4
	for way, how := range how {
		for _, late := range []bool{false, true} {
			for point := 1; point <= 3*questions; point++ {
				t.Run(fmt.Sprintf("%s, late %t, at call %d", way, late, point), func(t *testing.T) {
					b := newBench(t, answersAll)
					b.ledger.breakAt, b.ledger.how, b.ledger.late = point, how, late
					run(t, b, questions)
					if open := b.ledger.count(ledger.Open); open > 1 {
						t.Errorf("%d requests are open, at most the one under way may be", open)
					}
					paid := b.provider.asked()
					b.restart(answersAll)
					run(t, b, questions)
					answered, open := b.ledger.count(ledger.Answered), b.ledger.count(ledger.Open)
					if answered+open != questions || open > 1 {
						t.Errorf("answered %d, open %d of %d", answered, open, questions)
					}
					if total := b.provider.asked(); total > questions {
						t.Errorf("asked %d times (%d before the end), want %d at most", total, paid, questions)
					}
				})
			}
		}
	}
}

// run asks one question after the other until the program ends: what was killed does not go on.
func run(t *testing.T, b *bench, questions int) {
	t.Helper()
	defer func() { _ = recover() }()
	for i := range questions {
		if _, err := b.Ask(t.Context(), question(fmt.Sprint(i))); errors.Is(err, errBroken) {
			return
		}
	}
}

func TestTheSameAtOnceIsAskedOnce(t *testing.T) {
	b := newBench(t, answersAll)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if reply, err := b.Ask(t.Context(), question("q")); err != nil || reply.Text != "re: q" {
				t.Errorf("reply = %+v, %v", reply, err)
			}
		})
	}
	all.Wait()
	if b.provider.asked() != 1 {
		t.Errorf("asked %d times", b.provider.asked())
	}
}

// together asks many questions of which a round waits until as many as may run at once are there, and gives the most
// that ran at once.
func together(t *testing.T, b *bench, from, n int) {
	t.Helper()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if _, err := b.Ask(t.Context(), question(fmt.Sprint(from+i))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestTwoAtOnceHalvedWhenTooFastAndGrowingSlowly(t *testing.T) {
	meet := make(chan bool)
	b := newBench(t, func(_ context.Context, n int, r llm.Request) (ledger.Reply, error) {
		if n <= 2 { // the first two meet: both run at once
			select {
			case meet <- true:
			case <-meet:
			}
		}
		if n == 3 {
			return ledger.Reply{}, hurried(3 * time.Second)
		}
		return paidReply(r), nil
	})
	together(t, b, 0, 2)
	if b.provider.busiest != 2 {
		t.Fatalf("%d at once to begin with", b.provider.busiest)
	}
	together(t, b, 2, 1) // too fast
	b.provider.busiest = 0
	together(t, b, 3, 8)
	if b.provider.busiest != 1 {
		t.Errorf("%d at once after the complaint", b.provider.busiest)
	}
	together(t, b, 11, 40)
	if b.provider.busiest > 6 {
		t.Errorf("%d at once after 49 good replies: that is not slow", b.provider.busiest)
	}
}

func TestARateKeepsRequestsApart(t *testing.T) {
	b := newBench(t, answersAll)
	b.cfg.Gate = llm.NewGate(llm.Limits{PerMinute: 6}, b.clock)
	b.Desk = llm.NewDesk(b.cfg)
	begun := b.clock.Now()
	together(t, b, 0, 4)
	if took := b.clock.Now().Sub(begun); took < 30*time.Second {
		t.Errorf("four requests at six a minute took %s", took)
	}
}

func TestDesksOfOneTestSeeWhatTheOthersSpend(t *testing.T) {
	shared := capOf(euros(2*questionCost + questionCost/2))
	free := llm.Cap{Account: shared.Account} // the same account, asked for without a cap
	one, other := newBench(t, answersAll, shared), newBench(t, answersAll, free)
	for i := range 2 {
		if _, err := other.Ask(t.Context(), question(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	_, err := one.Ask(t.Context(), question("q"))
	wantAsProblem(t, err, "llm.over-budget")
}

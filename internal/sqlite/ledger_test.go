package sqlite_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// asked is a request of the demo's test.
func asked(text string) ledger.Request {
	return ledger.Request{Study: ref.Study, Test: ref.Test, Purpose: "grade", Provider: "work", Model: "m", System: "S", Text: text, Repeat: 1,
		Settings: ledger.Settings{Temperature: study.Absent[float64](study.NotApplicable), Seed: study.Known[int64](7), MaxTokens: 100}}
}

// came is a reply with everything in it.
func came(text string) ledger.Reply {
	return ledger.Reply{Text: text, Finish: study.Complete, Stop: "stop", Model: "m-2026", Fingerprint: "fp", RequestID: "r1",
		Usage: study.Known(ledger.Usage{Input: 10, Output: 5, Searches: 1}), Cost: study.Known(ledger.Money{Micros: 1200, Currency: "EUR"}),
		PriceLine: "own:m", Sources: []ledger.Source{{Title: text, URL: "https://example.org"}}, Notes: []string{"model-differs"},
		Raw: []byte(`{"text":"` + text + `"}`), At: time.Date(2026, 11, 30, 9, 0, 0, 0, vienna), Took: time.Second}
}

// send keeps a request as sent.
func send(t *testing.T, db *sqlite.DB, r ledger.Request) (e ledger.Entry) {
	t.Helper()
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
		e, err = tx.SendRequest(ctx, r)
		return err
	})
	return e
}

func answerIt(t *testing.T, db *sqlite.DB, id int64, r ledger.Reply) {
	t.Helper()
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AnswerRequest(ctx, id, r) })
}

func TestARequestGoesThroughItsStates(t *testing.T) {
	db, _ := collecting(t)
	first := send(t, db, asked("q"))
	if first.State != ledger.New || first.Tries != 1 || first.Sent.IsZero() {
		t.Fatalf("first = %+v", first)
	}
	if again := send(t, db, asked("q")); again.State != ledger.Open || again.ID != first.ID || again.Tries != 1 {
		t.Errorf("while it is open: %+v", again)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DoubtRequest(ctx, first.ID, "cut") })
	if e := send(t, db, asked("q")); e.State != ledger.Open || e.Fault != "cut" {
		t.Errorf("in doubt: %+v", e)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.RetryRequest(ctx, first.ID) })
	if e := send(t, db, asked("q")); e.State != ledger.New || e.Tries != 2 {
		t.Errorf("after a person's decision: %+v", e)
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.FailRequest(ctx, first.ID, "no") })
	if e := send(t, db, asked("q")); e.State != ledger.New || e.Tries != 3 {
		t.Errorf("after a failure: %+v", e)
	}
	answerIt(t, db, first.ID, came("r"))
	e := send(t, db, asked("q"))
	if e.State != ledger.Answered || e.Fault != "" {
		t.Errorf("answered: %+v", e)
	}
	opts := []cmp.Option{cmp.Comparer(maybeEqual[ledger.Usage]), cmp.Comparer(maybeEqual[ledger.Money]), cmp.Comparer(maybeEqual[float64]), cmp.Comparer(maybeEqual[int64])}
	if diff := cmp.Diff(came("r"), e.Reply, opts...); diff != "" {
		t.Errorf("reply (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(asked("q"), e.Request, opts...); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if try(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.FailRequest(ctx, first.ID, "late") }) == nil {
		t.Error("an answered request was made a failed one")
	}
	if e, err := db.Request(t.Context(), first.ID); err != nil || e.State != ledger.Answered {
		t.Errorf("an answer is never taken back: %+v, %v", e, err)
	}
}

func TestDecisionsAboutRequestsThatNeedNone(t *testing.T) {
	db, _ := collecting(t)
	e := send(t, db, asked("q"))
	answerIt(t, db, e.ID, came("r"))
	retry := func(id int64) step {
		return func(ctx context.Context, tx *sqlite.Tx) error { return tx.RetryRequest(ctx, id) }
	}
	wantProblem(t, try(t, db, retry(e.ID)), "ledger.not-open")
	wantProblem(t, try(t, db, retry(99)), "ledger.not-found")
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AnswerRequest(ctx, 99, came("r")) }), "ledger.not-found")
}

func TestUnknownCostsStayUnknown(t *testing.T) {
	db, _ := collecting(t)
	for i, cost := range []study.Maybe[ledger.Money]{
		study.Known(ledger.Money{Micros: 5, Currency: "EUR"}), study.Absent[ledger.Money](study.NotVerifiable),
		study.Known(ledger.Money{Micros: 7, Currency: "EUR"}), study.Known(ledger.Money{}),
	} {
		e := send(t, db, asked(strings.Repeat("q", i+1)))
		r := came("r")
		r.Cost = cost
		answerIt(t, db, e.ID, r)
		if got, err := db.Request(t.Context(), e.ID); err != nil || got.Reply.Cost != cost {
			t.Errorf("cost = %v, %v; want %v", got.Reply.Cost, err, cost)
		}
	}
}

func TestRequestsAreListedWithoutTheirTexts(t *testing.T) {
	db, _ := collecting(t)
	e := send(t, db, asked("q"))
	send(t, db, asked("q2"))
	answerIt(t, db, e.ID, came("r"))
	for q, want := range map[sqlite.RequestQuery]int{
		{}: 2, {State: ledger.Open}: 1, {Provider: "work"}: 2, {Provider: "other"}: 0, {Study: ref.Study, Test: ref.Test}: 2, {Test: "T9"}: 0,
	} {
		list, err := db.Requests(t.Context(), q)
		if err != nil || len(list) != want {
			t.Errorf("%+v: %d entries, %v; want %d", q, len(list), err, want)
		}
		for _, e := range list {
			if e.Request.Text+e.Reply.Text+string(e.Reply.Raw) != "" {
				t.Errorf("an entry has its text: %+v", e)
			}
		}
	}
}

// quoted is true of texts with the mark.
func quoted(text string) bool { return strings.Contains(text, mark) }

func TestAWithdrawnAnswerLeavesTheLedger(t *testing.T) {
	inRaw := came("r")
	inRaw.Raw = []byte(`{"thinking":"` + strings.Replace(longText(mark), "Zw", `Z\u0077`, 1) + `"}`)
	for name, c := range map[string]struct {
		request ledger.Request
		reply   ledger.Reply
	}{
		"in what was asked":      {asked(longText(mark)), came("r")},
		"in what came back":      {asked("q"), came(longText(mark))},
		"in the raw reply alone": {asked("q"), inRaw},
	} {
		t.Run(name, func(t *testing.T) {
			db, _ := collecting(t)
			e, other := send(t, db, c.request), send(t, db, asked("untouched"))
			answerIt(t, db, e.ID, c.reply)
			answerIt(t, db, other.ID, came("kept"))
			n := 0
			must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
				n, err = tx.StrikeRequests(ctx, ref.Study, quoted)
				return err
			})
			if found := traces(t, db, mark); n != 1 || found != nil {
				t.Errorf("%d entries were struck, traces in %v", n, found)
			}
			got, err := db.Request(t.Context(), e.ID)
			if err != nil || got.State != ledger.Answered || got.Reply.Cost != c.reply.Cost || got.Reply.Usage != c.reply.Usage || got.Hash != "" || got.Reply.Sources != nil {
				t.Errorf("what stays of it = %+v, %v", got, err)
			}
			if again := send(t, db, c.request); again.State != ledger.New || again.ID == e.ID {
				t.Errorf("a struck entry was given as a reply: %+v", again)
			}
			if kept, err := db.Request(t.Context(), other.ID); err != nil || kept.Reply.Text != "kept" {
				t.Errorf("the other entry = %+v, %v", kept, err)
			}
		})
	}
}

func TestAReplyThatComesAfterTheWithdrawalBringsNothingBack(t *testing.T) {
	db, _ := collecting(t)
	e := send(t, db, asked(mark))
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.StrikeRequests(ctx, ref.Study, quoted)
		return err
	})
	answerIt(t, db, e.ID, came(longText(mark)))
	if found := traces(t, db, mark); found != nil {
		t.Errorf("traces in %v", found)
	}
	if got, err := db.Request(t.Context(), e.ID); err != nil || got.State != ledger.Answered || !got.Reply.Cost.IsKnown() {
		t.Errorf("entry = %+v, %v", got, err)
	}
}

func TestWhatWasPaidStaysKnownWithoutItsStudy(t *testing.T) {
	for name, remove := range map[string]func(*testing.T, *sqlite.DB){
		"the test is deleted": func(t *testing.T, db *sqlite.DB) {
			must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DeleteTest(ctx, ref) })
		},
		"the study is deleted": func(t *testing.T, db *sqlite.DB) {
			err := db.Write(t.Context(), sqlite.Archive, func(tx *sqlite.Tx) error {
				if err := tx.DeleteStudy(t.Context(), ref.Study); err != nil {
					return err
				}
				return tx.Note(t.Context(), "study-deleted", "", nil)
			})
			if err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			db, _ := collecting(t)
			e, open := send(t, db, asked(longText(mark))), send(t, db, asked(mark+" open"))
			answerIt(t, db, e.ID, came(longText(mark)))
			remove(t, db)
			if found := traces(t, db, mark); found != nil {
				t.Errorf("traces in %v", found)
			}
			list, err := db.Requests(t.Context(), sqlite.RequestQuery{Provider: "work", State: ledger.Answered})
			if err != nil || len(list) != 1 || list[0].Reply.Cost != came("").Cost {
				t.Errorf("what was paid = %+v, %v", list, err)
			}
			if got, err := db.Request(t.Context(), open.ID); err != nil || got.State != ledger.Open || got.Request.Study != "" {
				t.Errorf("the open one = %+v, %v", got, err)
			}
		})
	}
}

func TestAProviderIsKeptWithoutAKey(t *testing.T) {
	db := fresh(t)
	p := sqlite.Provider{Name: "work", Kind: "openai", BaseURL: "https://example.org/v1", Confirmed: true, Model: "m",
		Settings: ledger.Settings{Temperature: study.Known(0.2), MaxTokens: 9}, Limits: sqlite.Limits{Parallel: 3, PerMinute: 60, Timeout: 900},
		Cap: study.Known(ledger.Money{Micros: 20_000_000, Currency: "USD"})}
	for _, change := range []func(){func() {}, func() { p.Model, p.Cap = "n", study.Maybe[ledger.Money]{} }} {
		change()
		if err := db.SaveProvider(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if got, err := db.Provider(t.Context(), "work"); err != nil || got != p {
			t.Errorf("provider = %+v, %v; want %+v", got, err, p)
		}
	}
	if list, err := db.Providers(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("providers = %v, %v", list, err)
	}
	if err := db.DeleteProvider(t.Context(), "work"); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, db.DeleteProvider(t.Context(), "work"), "provider.not-found")
	_, err := db.Provider(t.Context(), "work")
	wantProblem(t, err, "provider.not-found")
}

func TestAPriceIsEndedAndNeverChanged(t *testing.T) {
	db := fresh(t)
	p := ledger.Price{ID: "own:m", Model: "m", Currency: "EUR", Rates: ledger.Rates{Input: 1_500_000, Output: 2}, Source: "s", Seen: "2026-11-30"}
	if err := db.AddPrice(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, db.AddPrice(t.Context(), p), "price.exists")
	wantProblem(t, db.EndPrice(t.Context(), "none", "2026-11-30"), "price.not-found")
	if err := db.EndPrice(t.Context(), p.ID, "2026-12-31"); err != nil {
		t.Fatal(err)
	}
	p.To = "2026-12-31"
	list, err := db.Prices(t.Context())
	if err != nil || len(list) != 1 || list[0] != p {
		t.Errorf("prices = %+v, %v", list, err)
	}
}

func TestRawRepliesAreKeptByteForByte(t *testing.T) {
	db, _ := collecting(t)
	e := send(t, db, asked("q"))
	r := came("r")
	r.Raw = []byte("{\x00\xff\r\n \"a\":1}")
	answerIt(t, db, e.ID, r)
	if got, err := db.Request(t.Context(), e.ID); err != nil || !bytes.Equal(got.Reply.Raw, r.Raw) {
		t.Errorf("raw = %q, %v", got.Reply.Raw, err)
	}
}

package conduct_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// counting answers every kind of request and counts as many tokens for it as are estimated: one for three characters.
func counting(w http.ResponseWriter, r *http.Request, question string, _ int) {
	whole := httptest.NewRecorder()
	full(whole, r, question)
	w.Header().Set("Content-Type", "application/json")
	tokens := utf8.RuneCountInString(question) / 3
	fmt.Fprint(w, strings.Replace(whole.Body.String(), `"prompt_tokens":10`, fmt.Sprintf(`"prompt_tokens":%d`, tokens), 1))
}

// TestACapThatStrikesAnywhereInAGradingLeavesNoFigureAndLosesNothing raises the cap step by step, so that it strikes before
// the first part of the answers, before its repair, before the second part, before a repetition. At each step the run is
// incomplete and no figure rests on it; what was paid is never asked again.
func TestACapThatStrikesAnywhereInAGradingLeavesNoFigureAndLosesNothing(t *testing.T) {
	server := serveModel(t, counting)
	c, p, _ := paid(t, server)
	ctx := t.Context()
	p.Settings.MaxTokens, p.Limits.Parallel = 10, 1
	if err := c.SaveProvider(ctx, p); err != nil {
		t.Fatal(err)
	}
	ref := blindedTest(t, c, 10, "claude-sonnet-4-5")
	o := gradeBy(p.Name)
	o.Repeats = 2
	const needed = 8 // requests: two parts, each with a repair, twice
	var strikes []int
	for cents := int64(1); ; cents += 20 {
		if cents > 20_000 {
			t.Fatalf("no end after %d requests", len(server.asked))
		}
		o.Terms.Cap = study.Known(ledger.Money{Micros: cents * 10_000, Currency: "EUR"})
		runs, err := c.Grade(ctx, ref, o, job.Silent)
		if err == nil {
			if !runs[0].Complete || runs[0].Graded != 10 {
				t.Errorf("runs %+v", runs)
			}
			break
		}
		wantProblem(t, err, "llm.over-budget")
		wantProblem(t, err, "grading.run-incomplete")
		if !errors.Is(err, conduct.ErrWaiting) || runs[0].Complete || runs[0].Because != "llm.over-budget" {
			t.Fatalf("at %d cents: %+v, %v", cents, runs, err)
		}
		if f := must(c.Figures(ctx, ref)); f.Grader != nil {
			t.Fatalf("at %d cents an incomplete run gives figures", cents)
		}
		if n := len(server.asked); len(strikes) == 0 || strikes[len(strikes)-1] != n {
			strikes = append(strikes, n)
		}
		if open := must(c.Requests(ctx, ref, ledger.Open)); len(open) > 0 {
			t.Fatalf("%d requests are in doubt", len(open))
		}
	}
	if len(strikes) < 5 {
		t.Errorf("the cap struck after %v requests only", strikes)
	}
	if n := len(server.asked); n != needed {
		t.Errorf("%d requests, %d are needed", n, needed)
	}
	spent := must(c.Spending(ctx, ref)).Total
	if limit, _ := o.Terms.Cap.Get(); len(spent.Cost) != 1 || spent.Cost[0].Micros > limit.Micros {
		t.Errorf("spent %+v of %+v", spent, limit)
	}
}

// TestACapThatStrikesWhileAskingLeavesWhatWasAnswered does the same with answers, plain ones and such from sources.
func TestACapThatStrikesWhileAskingLeavesWhatWasAnswered(t *testing.T) {
	for condition, perRun := range map[study.Condition]int{study.Control: 1, study.Reporter: 2} {
		t.Run(string(condition), func(t *testing.T) {
			server := serveModel(t, counting)
			c, p, _ := paid(t, server)
			ctx, ref := t.Context(), collecting(t, c)
			put(t, must(c.Home().Area("Tenancy law"))+"/notice.txt", "Notices\nA notice is effective when the period of notice is kept.")
			p.Settings.MaxTokens, p.Limits.Parallel = 10, 1
			price := ledger.Price{Provider: "far", Model: "m*", Currency: "EUR", Rates: ledger.Rates{Input: 1000e6, Output: 1000e6}, Source: "page"}
			must(c.AddPrice(ctx, price))
			if err := c.SaveProvider(ctx, p); err != nil {
				t.Fatal(err)
			}
			o := order(condition, 4)
			o.Provider = p.Name
			last, strikes := -1, make(map[int]bool)
			for cents := int64(1); ; cents += 10 {
				if cents > 2_000 {
					t.Fatal("no end")
				}
				o.Terms.Cap = study.Known(ledger.Money{Micros: cents * 10_000, Currency: "EUR"})
				done, err := c.Ask(ctx, ref, o, job.Silent)
				if n := done.Done(); n < last {
					t.Fatalf("%d runs were done, now %d", last, n)
				} else {
					last = n
				}
				if err == nil {
					break
				}
				wantProblem(t, err, "llm.over-budget")
				wantProblem(t, err, "ask.incomplete")
				strikes[len(server.asked)] = true
				if n := len(must(c.Answers(ctx, ref))); n != done.Done() {
					t.Fatalf("%d answers of %d runs", n, done.Done())
				}
			}
			if len(strikes) < 3 {
				t.Errorf("the cap struck after %v requests only", strikes)
			}
			if n := len(server.asked); n != 4*perRun {
				t.Errorf("%d requests for 4 runs: %s", n, fmt.Sprint(server.times()))
			}
		})
	}
}

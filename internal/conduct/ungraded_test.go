package conduct_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// ends is a reply in the shape of the provider that ended by a word.
func ends(w http.ResponseWriter, word, text string) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant","content":%q}}],
		"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`, word, text)
}

// TestAGradingThatLeavesAnswersOutIsIncompleteAndHasAWayOut has a model leave out answers in every way, and ask it again.
func TestAGradingThatLeavesAnswersOutIsIncompleteAndHasAWayOut(t *testing.T) {
	cut := func(question string) string { s := grades(question, 0); return s[:2*len(s)/3] }
	for name, c := range map[string]struct {
		first, repair func(w http.ResponseWriter, question string)
		problem       string
		graded        int
	}{
		"cut off, repair too": {
			func(w http.ResponseWriter, q string) { ends(w, "length", cut(q)) },
			func(w http.ResponseWriter, _ string) { ends(w, "length", "@@") }, "grading.truncated", 2},
		"cut off, repair without a word": {
			func(w http.ResponseWriter, q string) { ends(w, "length", cut(q)) },
			func(w http.ResponseWriter, _ string) { ends(w, "stop", "") }, "grading.truncated", 2},
		"left out": {
			func(w http.ResponseWriter, q string) { ends(w, "stop", cut(q)) },
			func(w http.ResponseWriter, _ string) { ends(w, "stop", "I decided nothing more.") }, "grading.left-out", 2},
		"no block": {
			func(w http.ResponseWriter, _ string) { ends(w, "stop", "Everything is fine.") },
			func(w http.ResponseWriter, _ string) { ends(w, "stop", "As I said.") }, "grading.no-block", 0},
		"empty": {
			func(w http.ResponseWriter, _ string) { ends(w, "stop", "") }, nil, "llm.empty-reply", 0},
		"cut off before the first word": {
			func(w http.ResponseWriter, _ string) { ends(w, "length", "") }, nil, "grading.truncated", 0},
	} {
		t.Run(name, func(t *testing.T) {
			cd, ctx, well := open(t, t.TempDir()), t.Context(), false
			s := serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
				switch {
				case well:
					gradesAll(w, r, question, n)
				case n == 1:
					c.first(w, question)
				default:
					c.repair(w, question)
				}
			})
			atModel(t, cd, "local", "mistral-small", s)
			ref := blindedTest(t, cd, 3, "claude-sonnet-4-5")
			runs, err := cd.Grade(ctx, ref, gradeBy("local"), job.Silent)
			wantProblem(t, err, c.problem)
			if !errors.Is(err, conduct.ErrWaiting) || len(runs) != 1 || runs[0].Complete || runs[0].Graded != c.graded || runs[0].Because != c.problem {
				t.Fatalf("runs %+v, %v", runs, err)
			}
			if f := must(cd.Figures(ctx, ref)); f.Grader != nil {
				t.Error("an incomplete grading gives figures")
			}
			asked := len(s.asked)
			if _, err := cd.Grade(ctx, ref, gradeBy("local"), job.Silent); !study.HasProblem(err, c.problem) || len(s.asked) != asked {
				t.Errorf("given again, the order asked %d times more: %v", len(s.asked)-asked, err)
			}
			well = true
			for _, p := range study.Problems(err) {
				if id, ok := p.Args["id"]; ok {
					var number int64
					if _, err := fmt.Sscan(fmt.Sprint(id), &number); err != nil {
						t.Fatal(err)
					}
					if err := cd.RetryRequest(ctx, number); err != nil {
						t.Fatal(err)
					}
				}
			}
			before := len(must(cd.Requests(ctx, ref, "")))
			runs, err = cd.Grade(ctx, ref, gradeBy("local"), job.Silent)
			if err != nil || !runs[0].Complete || runs[0].Graded != 3 {
				t.Errorf("sent again: %+v, %v", runs, err)
			}
			if after := len(must(cd.Requests(ctx, ref, ""))); after != before+1 {
				t.Errorf("%d requests in the ledger, want %d: what was paid stays", after, before+1)
			}
		})
	}
}

// TestARunIsShownAsWhatItIs has a model end in every way, and looks at state, reason and what can be done.
func TestARunIsShownAsWhatItIs(t *testing.T) {
	for _, condition := range []study.Condition{study.Control, study.Reporter} {
		for word, c := range map[string]struct {
			text  string
			state conduct.AskState
			done  int
		}{
			"stop":           {"The notice is void.", conduct.AskDone, 1},
			"length":         {"The notice is", conduct.AskTruncated, 1},
			"content_filter": {"", conduct.AskBlocked, 1},
			"stop without":   {"", conduct.AskEmpty, 0},
		} {
			t.Run(string(condition)+" "+word, func(t *testing.T) {
				server := serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
					if askedTerms.MatchString(question) {
						willing(w, r, question, n)
						return
					}
					ends(w, strings.Fields(word)[0], c.text)
				})
				cd, ref, _ := asks(t, server)
				for _, again := range []bool{false, true} {
					done, err := cd.Ask(t.Context(), ref, order(condition, 1), job.Silent)
					r := done.Runs[0]
					if r.State != c.state || done.Done() != c.done || (r.Why == nil) != (c.state == conduct.AskDone) {
						t.Errorf("again %v: %+v, %v", again, r, err)
					}
					if waits := errors.Is(err, conduct.ErrWaiting); waits != (c.state == conduct.AskEmpty || c.state == conduct.AskTruncated && !again) {
						t.Errorf("again %v: it waits: %v, %v", again, waits, err)
					}
				}
				if c.state == conduct.AskEmpty && len(must(cd.Asides(t.Context(), ref))) > 0 {
					t.Error("a reply without a word is kept as an outcome")
				}
				list := must(cd.Requests(t.Context(), ref, ""))
				err := cd.RetryRequest(t.Context(), list[len(list)-1].ID)
				if c.state == conduct.AskEmpty && err != nil || c.state != conduct.AskEmpty && !study.HasProblem(err, "ledger.not-open") {
					t.Errorf("sending it again: %v", err)
				}
			})
		}
	}
}

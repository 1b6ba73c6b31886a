package conduct_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

var (
	answerMark = regexp.MustCompile(`<<<ANSWER ([A-Z]+) ([0-9a-f]{6})>>>`)
	formMark   = regexp.MustCompile(`(?m)^@@END [A-Z]+ ([0-9a-f]{6})$`)
	gapLine    = regexp.MustCompile(`(?m)^Answer ([A-Z]+): `)
)

// gradedCodes reads the codes and the number of a grading request.
func gradedCodes(question string) (codes []string, nonce string) {
	for _, m := range answerMark.FindAllStringSubmatch(question, -1) {
		codes, nonce = append(codes, m[1]), m[2]
	}
	return codes, nonce
}

// gradingBlock is a block by the grammar, without category and agreement: no gold standard is used.
func gradingBlock(code, nonce string, quality int) string {
	var q strings.Builder
	for i := 1; i <= 8; i++ {
		fmt.Fprintf(&q, " Q%d=%d", i, quality)
	}
	return fmt.Sprintf(`@@%s %s
QUELLEN: N_S=2 E=0 F=0
FAKTEN: N_T=3 T=0
K: K1=OK K2=OK K3=OK K4=OK K5=OK K6=OK K7=OK K8=OK K9=OK
Q:%s
B: B1=2 B2=2 B3=2 B4=2 B5=2 B6=2 B7=2
ABWEICHUNG: Stelle="a" | Grund="b" | Beleg="" | Loesung="d"
ZIEL: NEIN
HERKUNFT: KI
RASTER: 2
@@END %s %s
`, code, nonce, q.String(), code, nonce)
}

// grades answers a grading request in full; the first answer gets the best level, the next the second …
func grades(question string, shift int) string {
	codes, nonce := gradedCodes(question)
	var b strings.Builder
	for i, code := range codes {
		b.WriteString(gradingBlock(code, nonce, 1+(i+shift)%5))
	}
	return b.String()
}

// gradesAll is a grader that grades everything.
func gradesAll(w http.ResponseWriter, _ *http.Request, question string, _ int) {
	completes(w, grades(question, 0))
}

// blindedTest is a test with so many answers by models, blinded and handed out.
func blindedTest(t *testing.T, c *conduct.Conduct, answers int, models ...string) conduct.Ref {
	t.Helper()
	ctx := context.Background()
	ref := collecting(t, c)
	for i := range answers {
		model := models[i%len(models)]
		bring(t, c, ref, fmt.Sprintf("a%02d.txt", i), fmt.Sprintf("Answer number %d: the notice is void under § %d of the Act.", i, i+1),
			conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Model: model}})
	}
	blind(t, c, ref)
	if _, err := c.Test(ctx, ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func blind(t *testing.T, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	ctx := context.Background()
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	if _, err := c.HandOut(ctx, ref, "", job.Silent); err != nil {
		t.Fatal(err)
	}
}

// atModel configures a model on this computer.
func atModel(t *testing.T, c *conduct.Conduct, name, model string, s *modelServer) {
	t.Helper()
	err := c.SaveProvider(context.Background(), conduct.Provider{Name: name, Kind: string(llm.KindCompatible), BaseURL: s.URL + "/v1", Model: model})
	if err != nil {
		t.Fatal(err)
	}
}

func gradeBy(name string) conduct.GradeOrder {
	return conduct.GradeOrder{Grader: llm.Choice{Provider: name}}
}

func TestAGradingIsSplitBeyondEightAnswersWithDisjointCodes(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, gradesAll)
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 10, "claude-sonnet-4-5", "gpt-5")
	forecast, err := c.ForecastGrading(ctx, ref, gradeBy("local"))
	if err != nil || len(forecast) != 1 || forecast[0].Parts != 2 || forecast[0].Forecast.Send != 2 {
		t.Fatalf("forecast %+v, %v", forecast, err)
	}
	runs, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	if r := runs[0]; !r.Complete || r.Graded != 10 || len(r.Parts) != 2 || r.Reason.Why != llm.Independent || r.WithoutEvidence != 10 {
		t.Errorf("run %+v", r)
	}
	seen := make(map[string]bool)
	for question := range s.times() {
		codes, _ := gradedCodes(question)
		for _, code := range codes {
			if seen[code] {
				t.Errorf("%s is asked twice", code)
			}
			seen[code] = true
		}
		for _, telling := range []string{"claude", "gpt", "a00.txt", "other-ai"} {
			if strings.Contains(question, telling) {
				t.Errorf("the request tells %q", telling)
			}
		}
	}
	if len(seen) != 10 {
		t.Errorf("%d codes were asked", len(seen))
	}
	f, err := c.Figures(ctx, ref)
	if err != nil || f.Grader == nil || f.Grader.Model != "m" {
		t.Errorf("grader %+v, %v", f.Grader, err)
	}
}

func TestARunThatWasStoppedGoesOnAndAsksNothingTwice(t *testing.T) {
	c := open(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
		if n == 3 {
			cancel()
		}
		gradesAll(w, r, question, n)
	})
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 3, "claude-sonnet-4-5")
	o := gradeBy("local")
	o.Repeats = 8
	runs, err := c.Grade(ctx, ref, o, job.Silent)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("ended with %v", err)
	}
	if runs[0].Complete || runs[0].Because != "stopped" {
		t.Errorf("run %+v", runs[0])
	}
	if f, err := c.Figures(context.Background(), ref); err != nil || f.Grader != nil {
		t.Errorf("an incomplete run gives figures: %+v %v", f.Grader, err)
	}
	retryOpen(t, c, ref)
	before := len(s.asked)
	runs, err = c.Grade(context.Background(), ref, o, job.Silent)
	if err != nil || !runs[0].Complete {
		t.Fatalf("runs %+v, %v", runs, err)
	}
	if len(s.asked)-before >= 8 {
		t.Errorf("%d requests were sent again after %d", len(s.asked)-before, before)
	}
	if len(s.times()) != 1 {
		t.Errorf("the repetitions asked %d different questions: the number changed", len(s.times()))
	}
	if n := len(s.asked); n > 8+4 {
		t.Errorf("%d requests for 8 repetitions", n)
	}
	for _, sp := range runs[0].Spread {
		if v, ok := sp.Same.Value(); sp.Item == "level_a" && (!ok || v != 1) {
			t.Errorf("the same reply differs: %v", sp.Same)
		}
	}
}

// retryOpen decides about requests that were under way when a run was stopped: they are sent again.
func retryOpen(t *testing.T, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	open, err := c.Requests(context.Background(), ref, ledger.Open)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range open {
		if err := c.RetryRequest(context.Background(), e.ID); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMissingFieldsAreAskedForOnceAndOnlyThose(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	var repairs atomic.Int64
	s := serveModel(t, func(w http.ResponseWriter, _ *http.Request, question string, _ int) {
		if gaps := gapLine.FindAllStringSubmatch(question, -1); len(gaps) > 0 {
			repairs.Add(1)
			if strings.Contains(question, "the notice is void") || len(gaps) != 1 {
				t.Errorf("the repair request holds more than the gaps:\n%s", question)
			}
			nonce := formMark.FindStringSubmatch(question)[1]
			completes(w, fmt.Sprintf("@@%s %s\nHERKUNFT: MENSCH\n@@END %s %s\n", gaps[0][1], nonce, gaps[0][1], nonce))
			return
		}
		completes(w, strings.Replace(grades(question, 0), "HERKUNFT: KI\n", "", 1))
	})
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 3, "claude-sonnet-4-5")
	if _, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent); err != nil {
		t.Fatal(err)
	}
	if repairs.Load() != 1 || len(s.asked) != 2 {
		t.Errorf("%d repairs, %d requests", repairs.Load(), len(s.asked))
	}
	f, err := c.Figures(ctx, ref)
	if err != nil || f.Grader == nil {
		t.Fatal(f.Grader, err)
	}
}

func TestATruncatedReplyIsIncompleteEvenIfItParses(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, func(w http.ResponseWriter, _ *http.Request, question string, n int) {
		if n > 1 {
			completes(w, "I decided nothing more.")
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"length","message":{"role":"assistant","content":%q}}],
			"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`, grades(question, 0))
	})
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 3, "claude-sonnet-4-5")
	runs, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent)
	wantProblem(t, err, "grading.truncated")
	wantProblem(t, err, "grading.run-incomplete")
	if !errors.Is(err, conduct.ErrWaiting) || runs[0].Complete || runs[0].Graded != 2 || len(runs[0].Cut) != 1 {
		t.Errorf("runs %+v, %v", runs, err)
	}
}

func TestAReplyWithoutAnyBlockIsNoGrading(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, func(w http.ResponseWriter, _ *http.Request, _ string, _ int) {
		completes(w, "Everything is fine. KATEGORIE: KORREKT")
	})
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
	runs, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent)
	wantProblem(t, err, "grading.no-block")
	wantProblem(t, err, "grading.run-incomplete")
	if runs[0].Complete || runs[0].Graded != 0 || !errors.Is(err, conduct.ErrWaiting) {
		t.Errorf("runs %+v", runs)
	}
}

func TestTheGraderIsChosenFromAnotherFamily(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, gradesAll)
	atModel(t, c, "first", "claude-opus-4", s)
	ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
	runs, err := c.Grade(ctx, ref, gradeBy("first"), job.Silent)
	if err != nil || runs[0].Reason.Why != llm.OwnFamily || !runs[0].Reason.Warns() {
		t.Fatalf("alone: %+v, %v", runs, err)
	}
	atModel(t, c, "second", "mistral-small", s)
	runs, err = c.Grade(ctx, ref, gradeBy("first"), job.Silent)
	if err != nil || runs[0].Reason.Why != llm.Replaced || runs[0].Provider != "second" || runs[0].Configured != "claude-opus-4" {
		t.Errorf("with another key: %+v, %v", runs, err)
	}
}

func TestTwoNamedModelsAreTwoGradersWhoeverComesFirst(t *testing.T) {
	own, independent, third := llm.Choice{Provider: "own", Model: "claude-opus-4"}, llm.Choice{Provider: "independent", Model: "mistral-small"},
		llm.Choice{Provider: "third", Model: "gpt-5"}
	beside := llm.Choice{Provider: "own", Model: "mistral-small"} // at the provider of the first
	for name, one := range map[string]struct {
		keys          []llm.Choice
		first, second llm.Choice
		want          [2]llm.Choice
		why           [2]llm.Independence
	}{
		"own family first":              {[]llm.Choice{own, independent}, own, independent, [2]llm.Choice{independent, own}, [2]llm.Independence{llm.Replaced, llm.OwnFamily}},
		"own family second":             {[]llm.Choice{own, independent}, independent, own, [2]llm.Choice{independent, own}, [2]llm.Independence{llm.Independent, llm.OwnFamily}},
		"a third is there":              {[]llm.Choice{own, third, independent}, own, independent, [2]llm.Choice{independent, own}, [2]llm.Independence{llm.Replaced, llm.OwnFamily}},
		"both independent":              {[]llm.Choice{independent, third}, third, independent, [2]llm.Choice{third, independent}, [2]llm.Independence{llm.Independent, llm.Independent}},
		"second model of same provider": {[]llm.Choice{own}, own, beside, [2]llm.Choice{beside, own}, [2]llm.Independence{llm.Replaced, llm.OwnFamily}},
	} {
		t.Run(name, func(t *testing.T) {
			c, ctx := open(t, t.TempDir()), context.Background()
			s := serveModel(t, gradesAll)
			for _, key := range one.keys {
				atModel(t, c, key.Provider, key.Model, s)
			}
			ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
			o := gradeBy(one.first.Provider)
			o.Grader, o.Second = one.first, &one.second
			plans, err := c.ForecastGrading(ctx, ref, o)
			if err != nil || len(plans) != 2 {
				t.Fatalf("plans %+v, %v", plans, err)
			}
			for i, p := range plans {
				if p.Choice != one.want[i] || p.Reason.Why != one.why[i] {
					t.Errorf("grader %d: %+v, %s; want %+v, %s", i+1, p.Choice, p.Reason.Why, one.want[i], one.why[i])
				}
			}
			o.Second = &one.first
			_, err = c.ForecastGrading(ctx, ref, o)
			wantProblem(t, err, "grading.same-grader")
		})
	}
}

func TestTwoGradersAreComparedAndTheFirstCounts(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, func(w http.ResponseWriter, _ *http.Request, question string, n int) {
		completesAs(w, "mistral-small", grades(question, 0))
	})
	kind := serveModel(t, func(w http.ResponseWriter, _ *http.Request, question string, n int) {
		completesAs(w, "gpt-5", grades(question, 1))
	})
	atModel(t, c, "one", "mistral-small", s)
	atModel(t, c, "two", "gpt-5", kind)
	ref := blindedTest(t, c, 4, "claude-sonnet-4-5", "gpt-5")
	o := gradeBy("one")
	o.Second = &llm.Choice{Provider: "two"}
	runs, err := c.Grade(ctx, ref, o, job.Silent)
	if err != nil || len(runs) != 2 || !runs[1].Complete || runs[1].Rater.ID != "AI2" || runs[1].Reason.Why != llm.OwnFamily {
		t.Fatalf("runs %+v, %v", runs, err)
	}
	if f, err := c.Figures(ctx, ref); err != nil || f.Grader == nil || f.Grader.ID != "AI" {
		t.Errorf("grader %+v, %v", f.Grader, err)
	}
	if runs[1].Preference != nil {
		t.Error("the preference was measured before unblinding: it tells origins")
	}
}

func TestAnswersOfPeopleGoToAProviderWithConsentOnly(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, gradesAll)
	atModel(t, c, "local", "mistral-small", s)
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	const private = "The student thinks that the notice is void for lack of form."
	bring(t, c, ref, "s.txt", private, conduct.Hint{Condition: study.Student, Origin: study.Origin{Participant: "T01", Consent: study.ConsentGiven}})
	blind(t, c, ref)
	_, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent)
	wantProblem(t, err, "grading.private-answers")
	if len(s.asked) > 0 {
		t.Fatal("something was sent")
	}
	o := gradeBy("local")
	o.Leave = conduct.LeaveOut
	runs, err := c.Grade(ctx, ref, o, job.Silent)
	if err != nil || len(runs[0].LeftOut) != 1 || runs[0].Graded != 2 {
		t.Errorf("runs %+v, %v", runs, err)
	}
	if slices.ContainsFunc(s.asked, func(q string) bool { return strings.Contains(q, private) }) {
		t.Error("the student's answer was sent")
	}
}

func TestABudgetThatEndsLeavesTheRunIncomplete(t *testing.T) {
	s := serveModel(t, gradesAll)
	c, p, _ := paid(t, s)
	ctx := context.Background()
	if err := c.SaveProvider(ctx, p); err != nil {
		t.Fatal(err)
	}
	ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
	o := gradeBy(p.Name)
	forecast, err := c.ForecastGrading(ctx, ref, o)
	if err != nil {
		t.Fatal(err)
	}
	most, known := forecast[0].Forecast.Cost.Get()
	if !known || most.Micros == 0 || most.Currency != "EUR" {
		t.Fatalf("forecast %+v", forecast)
	}
	o.Repeats = 400
	_, err = c.Grade(ctx, ref, o, job.Silent)
	wantProblem(t, err, "grading.repeats")
	o.Terms.Cap = study.Known(ledger.Money{Micros: 1, Currency: "EUR"})
	o.Repeats = 1
	runs, err := c.Grade(ctx, ref, o, job.Silent)
	wantProblem(t, err, "grading.run-incomplete")
	if runs[0].Complete || runs[0].Because != "llm.over-budget" || len(s.asked) > 0 || !errors.Is(err, conduct.ErrWaiting) {
		t.Errorf("runs %+v, %v", runs, err)
	}
	o.Terms.Cap = study.Known(most)
	if runs, err = c.Grade(ctx, ref, o, job.Silent); err != nil || !runs[0].Complete {
		t.Errorf("with a budget: %+v, %v", runs, err)
	}
}

package conduct_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

var (
	askedTerms = regexp.MustCompile(`@@SUCHE ([0-9a-f]{6})`)
	askedUsed  = regexp.MustCompile(`@@QUELLEN ([0-9a-f]{6})`)
	askedText  = regexp.MustCompile(`(?s)<<<TEXT [0-9a-f]{6}>>>\n(.*)\n<<<END TEXT`)
)

// willing answers each kind of request as a model should.
func willing(w http.ResponseWriter, _ *http.Request, question string, _ int) {
	switch {
	case askedTerms.MatchString(question):
		n := askedTerms.FindStringSubmatch(question)[1]
		completesAs(w, "m-0307", fmt.Sprintf("@@SUCHE %s\nBEGRIFF: notice\nBEGRIFF: period\n@@END SUCHE %s", n, n))
	case askedUsed.MatchString(question):
		n := askedUsed.FindStringSubmatch(question)[1]
		completesAs(w, "m-0307", fmt.Sprintf("The notice is effective.\n\n@@QUELLEN %s\nS1\n@@END QUELLEN %s", n, n))
	case askedText.MatchString(question):
		completesAs(w, "m-0307", strings.ReplaceAll(askedText.FindStringSubmatch(question)[1], "effectiv ", "effective "))
	default:
		completesAs(w, "m-0307", "The notice is void, I believe.")
	}
}

// asks is a test that collects, with a provider and one own document.
func asks(t *testing.T, server *modelServer) (*conduct.Conduct, conduct.Ref, string) {
	t.Helper()
	dir := t.TempDir()
	c := open(t, dir)
	ref := collecting(t, c)
	if err := c.SaveProvider(context.Background(), local(server)); err != nil {
		t.Fatal(err)
	}
	area, err := c.Home().Area("Tenancy law")
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(area, "notice.txt"), "Notices\nA notice is effective when the period of notice is kept and the notice is in writing.")
	put(t, filepath.Join(area, "goldstandard", "expert.txt"), "The expert says that the notice is effective.")
	return c, ref, area
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func order(condition study.Condition, runs int) conduct.AskOrder {
	return conduct.AskOrder{Condition: condition, Runs: runs, Provider: "local"}
}

func TestTheControlIsAskedOnceForEachRunAndComesInWithItsOrigin(t *testing.T) {
	server := serveModel(t, willing)
	c, ref, _ := asks(t, server)
	ctx := t.Context()
	o := order(study.Control, 3)
	o.Settings = ledger.Settings{Temperature: study.Known(0.3), MaxTokens: 500}
	done, err := c.Ask(ctx, ref, o, job.Silent)
	if err != nil || done.Done() != 3 || len(done.Imported.Answers) != 3 {
		t.Fatalf("%+v, %v", done, err)
	}
	for i, r := range done.Runs {
		if want := fmt.Sprintf("a%02d", i+1); r.Answer != want || r.Number != i+1 {
			t.Errorf("run %d is answer %s, want %s: answers come in in the order of the runs", r.Number, r.Answer, want)
		}
	}
	a, err := c.Answer(ctx, ref, "a02")
	if err != nil {
		t.Fatal(err)
	}
	if a.Condition != study.Control || a.Origin.Model != "m-0307" || a.Origin.Provider != "local" || a.Origin.Date == "" ||
		!strings.HasPrefix(a.Origin.Prompt, "Answer the legal question below.") || a.Question != "Is the notice effective?" || a.Finish != study.Complete {
		t.Errorf("answer = %+v", a)
	}
	if n := len(server.asked); n != 3 {
		t.Errorf("%d requests", n)
	}
	again, err := c.Ask(ctx, ref, o, job.Silent)
	if err != nil || again.Done() != 3 || len(again.Imported.Answers) != 0 || len(server.asked) != 3 {
		t.Errorf("asked again: %+v, %v, %d requests", again, err, len(server.asked))
	}
	o.Runs = 4
	if more, err := c.Ask(ctx, ref, o, job.Silent); err != nil || len(more.Imported.Answers) != 1 || len(server.asked) != 4 {
		t.Errorf("one more: %+v, %v, %d requests", more, err, len(server.asked))
	}
	if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
		t.Errorf("verification: %+v, %v", v, err)
	}
}

func TestWhatIsNoAnswerIsKeptAsWhatItIs(t *testing.T) {
	end := "length"
	server := serveModel(t, func(w http.ResponseWriter, _ *http.Request, _ string, _ int) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant","content":"The notice is"}}]}`, end)
	})
	c, ref, _ := asks(t, server)
	done, err := c.Ask(t.Context(), ref, order(study.Control, 1), job.Silent)
	if !errors.Is(err, conduct.ErrWaiting) || len(done.Imported.Open) != 1 || done.Runs[0].Answer != "w01" || done.Runs[0].Finish != study.FinTruncated {
		t.Errorf("cut off: %+v, %v", done, err)
	}
	end = "content_filter"
	o := order(study.Control, 1)
	o.Model = "other"
	done, err = c.Ask(t.Context(), ref, o, job.Silent)
	if err != nil || len(done.Imported.Outcomes) != 1 || done.Runs[0].Finish != study.FinBlocked {
		t.Errorf("blocked: %+v, %v", done, err)
	}
	if answers, err := c.Answers(t.Context(), ref); err != nil || len(answers) != 0 {
		t.Errorf("answers = %v, %v", answers, err)
	}
}

func TestTheReporterKeepsWhatItFound(t *testing.T) {
	server := serveModel(t, willing)
	c, ref, _ := asks(t, server)
	ctx := t.Context()
	done, err := c.Ask(ctx, ref, order(study.Reporter, 2), job.Silent)
	if err != nil || done.Done() != 2 || done.Runs[0].Sources != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	a, err := c.Answer(ctx, ref, "a01")
	if err != nil || a.Text != "The notice is effective." || a.Origin.SawGold || strings.Contains(a.Origin.Prompt, "expert") {
		t.Errorf("answer = %+v, %v", a, err)
	}
	entries, err := c.Archive(ctx, "")
	if err != nil || len(entries) != 1 || len(entries[0].Runs) != 2 {
		t.Fatalf("archive = %+v, %v", entries, err)
	}
	rec := entries[0].Runs[0].Record
	if rec.Answer != a.Text || len(rec.Sources) != 1 || rec.Sources[0].Document != "notice.txt" || !rec.UsedStated || len(rec.Used) != 1 || rec.Gold {
		t.Errorf("record = %+v", rec)
	}
	hits, err := c.SearchArchive(ctx, "noticed periods", 5)
	if err != nil || len(hits) != 1 || hits[0].Entry.Case.ID != entries[0].Case.ID {
		t.Errorf("found %+v, %v", hits, err)
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if strings.Contains(string(e.Data), "effective when") || e.Kind == "asked" && strings.Contains(string(e.Data), "notice") {
			t.Errorf("the log holds text: %s", e.Data)
		}
	}
}

func TestTheGoldStandardAmongTheSourcesIsMarkedEverywhere(t *testing.T) {
	c, ref, _ := asks(t, serveModel(t, willing))
	ctx := t.Context()
	o := order(study.Reporter, 1)
	o.Gold = true
	done, err := c.Ask(ctx, ref, o, job.Silent)
	if err != nil || !done.Gold {
		t.Fatalf("%+v, %v", done, err)
	}
	a, err := c.Answer(ctx, ref, "a01")
	if err != nil || !a.Origin.SawGold || !strings.Contains(a.Origin.Prompt, "The expert says") {
		t.Errorf("answer = %+v, %v", a, err)
	}
	entries, err := c.Archive(ctx, "")
	if err != nil || !entries[0].Runs[0].Gold || !entries[0].Runs[0].Record.Gold {
		t.Errorf("archive = %+v, %v", entries, err)
	}
}

func TestAStoppedReporterGoesOnWithWhatItHadFound(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	server := serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
		if askedUsed.MatchString(question) && n == 2 {
			stop() // the program is stopped while the answer is under way
			<-r.Context().Done()
			return
		}
		willing(w, r, question, n)
	})
	c, ref, area := asks(t, server)
	done, err := c.Ask(ctx, ref, order(study.Reporter, 1), job.Silent)
	if !errors.Is(err, context.Canceled) || done.Done() != 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	put(t, filepath.Join(area, "later.txt"), "Notices\nAnother document about notice and its period.")
	if done, err = c.Ask(t.Context(), ref, order(study.Reporter, 1), job.Silent); err != nil || done.Done() != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	for question, n := range server.times() { // a server on this computer is asked anew without a word: nothing is paid
		if terms := askedTerms.MatchString(question); terms && n != 1 || !terms && n != 2 {
			t.Errorf("asked %d times: %.60s", n, question)
		}
	}
}

func TestWhatCanNotBeAskedIsRefusedBeforeAnythingIsSent(t *testing.T) {
	server := serveModel(t, willing)
	c, ref, area := asks(t, server)
	for id, o := range map[string]conduct.AskOrder{
		"ask.condition":      order(study.Student, 1),
		"ask.runs":           order(study.Reporter, 11),
		"provider.not-found": {Condition: study.Control, Runs: 1, Provider: "nobody"},
	} {
		_, err := c.Ask(t.Context(), ref, o, job.Silent)
		wantProblem(t, err, id)
	}
	if err := os.Remove(filepath.Join(area, "notice.txt")); err != nil {
		t.Fatal(err)
	}
	_, err := c.Ask(t.Context(), ref, order(study.Reporter, 1), job.Silent)
	wantProblem(t, err, "ask.no-documents")
	put(t, filepath.Join(area, "other.txt"), "Nothing that fits.")
	_, err = c.Ask(t.Context(), ref, order(study.Reporter, 1), job.Silent)
	wantProblem(t, err, "answering.nothing-found")
	for question := range server.times() {
		if !askedTerms.MatchString(question) {
			t.Errorf("sent: %.60s", question)
		}
	}
}

func TestAlignmentNeedsConsentAndPassesTheCheck(t *testing.T) {
	server := serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
		if m := askedText.FindStringSubmatch(question); m != nil && strings.Contains(m[1], "§ 2") {
			completes(w, strings.ReplaceAll(m[1], "§ 2", "§ 3"))
			return
		}
		willing(w, r, question, n)
	})
	c, ref, _ := asks(t, server)
	ctx := t.Context()
	person := func(id string, agreed study.Maybe[bool]) conduct.Hint {
		return conduct.Hint{Condition: study.Student, Origin: study.Origin{Participant: id, Consent: study.ConsentGiven, AIConsent: agreed}}
	}
	bring(t, c, ref, "one.txt", "The notice is effectiv under § 1 ABGB.", conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Model: "x"}})
	bring(t, c, ref, "two.txt", "The notice is effectiv under § 2 ABGB.", person("T01", study.Known(true)))
	bring(t, c, ref, "three.txt", "The notice is effectiv under § 4 ABGB.", person("T02", study.Maybe[bool]{}))
	bring(t, c, ref, "four.txt", "The notice is effectiv under § 5 ABGB.", person("T03", study.Known(false)))
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	done, err := c.Align(ctx, ref, conduct.AlignOrder{Provider: "local"}, job.Silent)
	if err != nil || len(done) != 4 {
		t.Fatalf("%+v, %v", done, err)
	}
	taken, why := 0, map[string]int{}
	for _, a := range done {
		if a.Taken {
			taken++
		}
		why[a.Why]++
	}
	if taken != 1 || why["changed"] != 1 || why["no-consent"] != 2 || len(server.asked) != 2 {
		t.Errorf("%d taken, %v, %d requests", taken, why, len(server.asked))
	}
	blinded, err := c.RatersTexts(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range blinded {
		if strings.Contains(text, "§ 3") || strings.Contains(text, "effective") != strings.Contains(text, "§ 1") {
			t.Errorf("raters get %q", text)
		}
	}
}

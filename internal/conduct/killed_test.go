package conduct_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// childStep tells the test program, started again, which step of a study it is to do.
const childStep = "IUCOM_TEST_CHILD_STEP"

// step does a step that asks models, as often as it is called the same. What waits for a person is no fault.
func step(t *testing.T, c *conduct.Conduct, ref conduct.Ref, name string) error {
	t.Helper()
	var err error
	terms := conduct.Terms{UnknownPrice: true}
	switch name {
	case "control", "reporter":
		o := conduct.AskOrder{Condition: study.Condition(name), Runs: 3, Provider: "far", Terms: terms}
		_, err = c.Ask(t.Context(), ref, o, job.Silent)
	case "grade":
		o := conduct.GradeOrder{Grader: llm.Choice{Provider: "far"}, Repeats: 2, Terms: terms}
		_, err = c.Grade(t.Context(), ref, o, job.Silent)
	}
	if errors.Is(err, conduct.ErrWaiting) {
		return err
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return nil
}

// TestTheStepThatIsKilled is the step of the child: it does nothing in the parent.
func TestTheStepThatIsKilled(t *testing.T) {
	name := os.Getenv(childStep)
	if name == "" {
		return
	}
	c := reopen(t, os.Getenv(childHome), os.Getenv(childServer))
	ref, err := c.Find(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := step(t, c, ref, name); err != nil && !study.HasProblem(err, "ledger.open") {
		t.Fatal(err)
	}
}

// executioner is a server that has the program killed at moments drawn from a seed: when a request has come in, when half
// of the reply is out, or a little after all of it.
type executioner struct {
	*modelServer
	kill   chan time.Duration // kill the program after so long
	random *rand.Rand
	spare  int // requests until the next kill; negative: none
}

func newExecutioner(t *testing.T, seed uint64) *executioner {
	x := &executioner{kill: make(chan time.Duration, 100), random: rand.New(rand.NewPCG(seed, 8)), spare: -1}
	x.modelServer = serveModel(t, x.answers)
	return x
}

func (x *executioner) answers(w http.ResponseWriter, r *http.Request, question string, _ int) {
	x.mu.Lock()
	x.spare--
	struck := x.spare == 0
	how, after := x.random.IntN(3), time.Duration(x.random.IntN(12))*time.Millisecond
	x.mu.Unlock()
	whole := httptest.NewRecorder()
	full(whole, r, question)
	if !struck {
		copied(w, whole, 1)
		return
	}
	switch how {
	case 0:
		x.kill <- 0
		<-r.Context().Done()
	case 1:
		copied(w, whole, 0.5)
		x.kill <- 0
		<-r.Context().Done()
	default:
		copied(w, whole, 1)
		x.kill <- after
	}
}

// copied sends a share of a reply whose whole length is announced.
func copied(w http.ResponseWriter, whole *httptest.ResponseRecorder, share float64) {
	body := whole.Body.Bytes()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	if _, err := w.Write(body[:int(share*float64(len(body)))]); err == nil {
		w.(http.Flusher).Flush()
	}
}

// full answers every kind of request; of each grading something is missing, which the reply to the repair request has.
func full(w http.ResponseWriter, r *http.Request, question string) {
	switch gaps := gapLine.FindAllStringSubmatch(question, -1); {
	case len(gaps) > 0:
		nonce := formMark.FindStringSubmatch(question)[1]
		completes(w, fmt.Sprintf("@@%s %s\nHERKUNFT: MENSCH\n@@END %s %s\n", gaps[0][1], nonce, gaps[0][1], nonce))
	case answerMark.MatchString(question):
		completes(w, strings.Replace(grades(question, 0), "HERKUNFT: KI\n", "", 1))
	default:
		willing(w, r, question, 0)
	}
}

// runKilled starts a step as a program of its own, which is killed when the server says so, or ends by itself.
func (x *executioner) runKilled(t *testing.T, home, name string) (killed bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self, "-test.run=^TestTheStepThatIsKilled$")
	child.Env = append(os.Environ(), childHome+"="+home, childServer+"="+x.URL, childStep+"="+name)
	var said strings.Builder
	child.Stdout, child.Stderr = &said, &said
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	select {
	case after := <-x.kill:
		time.Sleep(after)
		if err := child.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		<-ended
		return true
	case err := <-ended:
		if err != nil {
			t.Fatalf("the step ended with %v:\n%s", err, said.String())
		}
		return false
	}
}

// TestKilledAtAnyMomentOfAnyStepNothingPaidIsAskedTwice kills the program again and again while it asks for answers, plain
// ones and such from sources, and for gradings with repetitions and repairs.
func TestKilledAtAnyMomentOfAnyStepNothingPaidIsAskedTwice(t *testing.T) {
	for seed := range uint64(2) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			x, home := newExecutioner(t, seed), t.TempDir()
			c := reopen(t, home, x.URL)
			ref := collecting(t, c)
			area := must(c.Home().Area("Tenancy law"))
			put(t, filepath.Join(area, "notice.txt"), "Notices\nA notice is effective when the period of notice is kept and the notice is in writing.")
			p := conduct.Provider{Name: "far", Kind: "compatible", BaseURL: "http://models.example/v1/", Confirmed: true, Model: "mistral-small"}
			p.Limits.Parallel = 1
			if err := c.SaveProvider(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			decided := make(map[string]int) // text of a request -> how often a person had it sent again
			kills := 0
			for _, name := range []string{"control", "reporter", "grade"} {
				if name == "grade" {
					blind(t, c, ref)
				}
				for {
					shut(t, c)
					x.mu.Lock()
					x.spare = 1 + x.random.IntN(3)
					x.mu.Unlock()
					killed := x.runKilled(t, home, name)
					c = reopen(t, home, x.URL)
					open := must(c.Requests(t.Context(), ref, ledger.Open))
					if len(open) > 1 || len(open) > 0 && !killed {
						t.Fatalf("%d requests in doubt after a kill during %s", len(open), name)
					}
					for _, e := range open {
						whole := must(c.Request(t.Context(), e.ID))
						decided[whole.Request.Text]++
						if err := c.RetryRequest(t.Context(), e.ID); err != nil {
							t.Fatal(err)
						}
					}
					if !killed {
						break
					}
					kills++
				}
			}
			defer shut(t, c)
			if kills < 6 {
				t.Errorf("%d kills only", kills)
			}
			answered := make(map[string]int)
			list := must(c.Requests(t.Context(), ref, ""))
			for _, e := range list {
				if e.State != ledger.Answered {
					t.Errorf("request %d is %s", e.ID, e.State)
				}
				answered[must(c.Request(t.Context(), e.ID)).Request.Text]++
			}
			for text, n := range x.times() {
				if n > answered[text]+decided[text] {
					t.Errorf("asked %d times, of these %d answered and %d decided again by a person:\n%.200s", n, answered[text], decided[text], text)
				}
			}
			if n := len(must(c.Answers(t.Context(), ref))); n != 6 {
				t.Errorf("%d answers of 6", n)
			}
			runs := must(c.GraderRuns(t.Context(), ref))
			if len(runs) != 1 || !runs[0].Complete || runs[0].Graded != 6 {
				t.Errorf("runs %+v", runs)
			}
			if s := must(c.Spending(t.Context(), ref)); s.Total.Answered != len(list) || s.Total.Input != 10*len(list) {
				t.Errorf("%d requests, spending %+v", len(list), s.Total)
			}
			if v := must(c.Verify(t.Context(), ref)); v.Err() != nil {
				t.Errorf("verification: %v", v.Err())
			}
		})
	}
}

package conduct_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

var referenceForm = regexp.MustCompile(`(?m)^@@REF ([0-9a-f]{6})$`)

// reads answers the request for the reference with lines.
func reads(lines string) func(http.ResponseWriter, *http.Request, string, int) {
	return func(w http.ResponseWriter, _ *http.Request, question string, _ int) {
		n := referenceForm.FindStringSubmatch(question)[1]
		completes(w, fmt.Sprintf("@@REF %s\n%s\n@@END REF %s\n", n, lines, n))
	}
}

// withGold adds two expert documents to a test.
func withGold(t *testing.T, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	_, err := c.AddGold(context.Background(), ref, []conduct.File{
		{Name: "one.txt", Data: []byte("Opinion one.\n\nThe notice is void for lack of form.")},
		{Name: "two.txt", Data: []byte("Opinion two.\n\nWithout a court there is no notice.")},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func atLocal() conduct.ModelOrder { return conduct.ModelOrder{Choice: llm.Choice{Provider: "local"}} }

func caseOf(t *testing.T, c *conduct.Conduct, ref conduct.Ref) study.Case {
	t.Helper()
	x, err := c.Test(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.Case(context.Background(), x.CaseID)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestTheReferenceIsReadBeforeAnswersAreSeen(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, reads("D1: NEIN\nD2: NEIN\nREFERENZ: NEIN\nBELEG: D1 \"The notice is void for lack of form.\""))
	atModel(t, c, "local", "mistral-small", s)
	ref := collecting(t, c)
	_, err := c.ReadReference(ctx, ref, atLocal(), false)
	wantProblem(t, err, "conduct.no-gold")
	withGold(t, c, ref)
	read, err := c.ReadReference(ctx, ref, atLocal(), false)
	if err != nil || read.Reference != study.Known(study.No) || read.AfterAnswers {
		t.Fatalf("read %+v, %v", read, err)
	}
	if k := caseOf(t, c, ref); k.Reference != study.Known(study.No) || !strings.Contains(k.ReferenceBy, "m") || strings.Contains(k.ReferenceBy, "after") {
		t.Errorf("case %+v", k)
	}
	_, err = c.ReadReference(ctx, ref, atLocal(), false)
	wantProblem(t, err, "reference.exists")
	withAnswers(t, c, ref)
	again, err := c.ReadReference(ctx, ref, atLocal(), true)
	if err != nil || !again.AfterAnswers || len(s.asked) != 1 {
		t.Errorf("again %+v, %v, asked %d times", again, err, len(s.asked))
	}
	if k := caseOf(t, c, ref); !strings.Contains(k.ReferenceBy, "after answers had come in") {
		t.Errorf("the report would not say that answers were in: %q", k.ReferenceBy)
	}
	if strings.Contains(s.asked[0], "under § 1 of the Act") {
		t.Error("an answer was part of the request")
	}
	blind(t, c, ref)
	_, err = c.ReadReference(ctx, ref, atLocal(), true)
	wantProblem(t, err, "case.in-use")
}

func TestWhereTheDocumentsDoNotAgreeAPersonDecidesByName(t *testing.T) {
	ctx := context.Background()
	for name, lines := range map[string]string{
		"contradictory": "D1: NEIN\nD2: JA\nREFERENZ: KEINE",
		"made-up proof": "D1: NEIN\nD2: NEIN\nREFERENZ: NEIN\nBELEG: D1 \"The notice is certainly void.\"",
	} {
		s := serveModel(t, reads(lines))
		c := open(t, t.TempDir())
		atModel(t, c, "local", "mistral-small", s)
		ref := collecting(t, c)
		withGold(t, c, ref)
		read, err := c.ReadReference(ctx, ref, atLocal(), false)
		wantProblem(t, err, "reference.undecided")
		if read.Reference.IsKnown() || !errors.Is(err, conduct.ErrWaiting) || caseOf(t, c, ref).Reference.IsKnown() {
			t.Errorf("%s: %+v, %v", name, read, err)
		}
		_, err = c.SetReference(ctx, ref, study.No, " ")
		wantProblem(t, err, "reference.no-author")
		_, err = c.SetReference(ctx, ref, study.Indeterminate, "The lead")
		wantProblem(t, err, "case.bad-reference")
		k, err := c.SetReference(ctx, ref, study.No, "The  lead")
		if err != nil || k.Reference != study.Known(study.No) || k.ReferenceBy != "set by The lead" {
			t.Errorf("%s: set %+v, %v", name, k, err)
		}
		log, err := c.Log(ctx, ref.Study)
		if err != nil {
			t.Fatal(err)
		}
		var kinds []studylog.Kind
		for _, e := range log {
			if e.Kind == studylog.ReferenceRead || e.Kind == studylog.ReferenceSet {
				kinds = append(kinds, e.Kind)
			}
		}
		if len(kinds) != 2 || kinds[0] != studylog.ReferenceRead || kinds[1] != studylog.ReferenceSet {
			t.Errorf("%s: the log tells %v", name, kinds)
		}
	}
}

var runForm = regexp.MustCompile(`(?m)^@@RUN r1 ([0-9a-f]{6})$`)

func TestASearchIsEvaluatedAfterGrading(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
		if m := runForm.FindStringSubmatch(question); m != nil {
			completes(w, fmt.Sprintf("@@RUN r1 %s\nSTUFE1: S1=2 S2=0\nTREFFER: G1=S1\nSTUFE2: TREU=3 VERZERRT=1 UNGEDECKT=0\nURSACHE: A1=VERARBEITUNG\n@@END RUN r1 %s", m[1], m[1]))
			return
		}
		gradesAll(w, r, question, n)
	})
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
	run := conduct.SearchRun{Run: "r1", Sources: []string{"§ 1 Act", "§ 2 Act"}, Answer: "Void (§ 1)."}
	_, err := c.EvaluateRetrieval(ctx, ref, atLocal(), run, []string{"§ 1 Act"})
	wantProblem(t, err, "retrieval.before-grading")
	if _, err := c.Grade(ctx, ref, gradeBy("local"), nothingSaid); err != nil {
		t.Fatal(err)
	}
	read, err := c.EvaluateRetrieval(ctx, ref, atLocal(), run, []string{"§ 1 Act"})
	if err != nil || read.Causes["A1"] != grading.CauseProcessing {
		t.Fatalf("read %+v, %v", read, err)
	}
	kept, err := c.Retrievals(ctx, ref)
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %+v, %v", kept, err)
	}
	for name, f := range map[string]float64{"retrieval.r1.precision": 0.5, "retrieval.r1.hit_rate": 1, "retrieval.r1.fidelity": 0.75} {
		figures, err := c.RetrievalFigures(ctx, ref)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range figures {
			if v, ok := one.Figure.Value(); one.Name == name && (!ok || v != f) {
				t.Errorf("%s is %v", name, one.Figure)
			}
		}
	}
	if runs, err := c.SearchRuns(ctx, ref); err != nil || len(runs) > 0 {
		t.Errorf("runs of a Reporter that was never asked: %v %v", runs, err)
	}
}

func nothingSaid(int, int, string) {}

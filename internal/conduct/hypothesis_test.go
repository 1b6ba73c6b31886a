package conduct_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

func better() evaluation.Hypothesis {
	return evaluation.Hypothesis{Claim: "The Reporter is right more often", Outcome: evaluation.IsCorrect,
		Conditions: []study.Condition{study.Reporter, study.OtherAI}}
}

func TestAHypothesisIsWrittenIntoTheStudyLog(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	ctx := context.Background()
	for _, want := range []string{"H1", "H2"} {
		kept, err := c.KeepHypothesis(ctx, ref.Study, better())
		if err != nil || kept.ID != want || kept.Hash == "" || kept.Test != evaluation.McNemarMidP || kept.Sheets != 0 {
			t.Errorf("%+v, %v", kept, err)
		}
	}
	again := better()
	again.ID = "H2"
	_, err := c.KeepHypothesis(ctx, ref.Study, again)
	wantProblem(t, err, "hypothesis.exists")
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	last := log[len(log)-1]
	var data struct{ Claim, Outcome, Test string }
	if err := json.Unmarshal(last.Data, &data); err != nil || last.Kind != studylog.HypothesisKept || data.Claim != better().Claim || data.Test != "mcnemar-mid-p" {
		t.Errorf("%s %s, %v", last.Kind, last.Data, err)
	}
	if err := studylog.Check(ref.Study, log); err != nil {
		t.Error(err)
	}
	_, err = c.Confirm(ctx, ref.Study)
	wantProblem(t, err, "hypothesis.all-blinded")
}

func TestAHypothesisAfterUnblindingIsRefused(t *testing.T) {
	c, d := ran(t, t.TempDir())
	ctx := context.Background()
	_, err := c.KeepHypothesis(ctx, d.Ref.Study, better())
	wantProblem(t, err, "hypothesis.after-unblinding")
	if err := c.DeleteTest(ctx, d.Ref); err != nil {
		t.Fatal(err)
	}
	_, err = c.KeepHypothesis(ctx, d.Ref.Study, better())
	wantProblem(t, err, "hypothesis.after-unblinding")
	_, err = c.Confirm(ctx, d.Ref.Study)
	wantProblem(t, err, "hypothesis.none")
}

func TestAHypothesisThatIsNoneIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	h := better()
	h.Outcome = "beauty"
	_, err := c.KeepHypothesis(context.Background(), ref.Study, h)
	wantProblem(t, err, "hypothesis.outcome")
	if all, err := c.Hypotheses(context.Background(), ref.Study); err != nil || len(all) != 0 {
		t.Errorf("%d kept, %v", len(all), err)
	}
	_, err = c.Hypotheses(context.Background(), "nowhere")
	wantProblem(t, err, "study.not-found")
}

// rated takes a test to its report; the Reporter's answer gets the better grade.
func rated(t *testing.T, c *conduct.Conduct, ref conduct.Ref) conduct.Written {
	t.Helper()
	ctx := context.Background()
	withAnswers(t, c, ref)
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	sheet := "# Study," + ref.Study + "\n# Reviewer,R01\nCode,Grade 1–5\n"
	for _, b := range must(c.Blinded(ctx, ref)) {
		grade := ",4\n"
		if strings.Contains(b.Before, "effective under") {
			grade = ",2\n"
		}
		sheet += string(b.Code) + grade
	}
	preview := must(c.PreviewRatings(ctx, ref, []conduct.File{{Name: "R01.csv", Data: []byte(sheet)}}))
	must(c.ImportRatings(ctx, ref, preview, false))
	if err := c.Unblind(ctx, ref); err != nil {
		t.Fatal(err)
	}
	return must(c.Report(ctx, ref, job.Silent))
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

// TestAStudyOfSevenCasesIsDecidedAtItsEnd goes the whole way: the first case alone says nothing, as long as tests are
// blinded nothing is decided, and the last one decides.
func TestAStudyOfSevenCasesIsDecidedAtItsEnd(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	refs := []conduct.Ref{collecting(t, c)}
	for i := range 6 {
		k := must(c.KeepCase(ctx, study.Case{Title: "Notice " + strings.Repeat("I", i+1), Facts: "Is this notice effective?"}))
		x := must(c.CreateTest(ctx, study.Test{StudyID: refs[0].Study, CaseID: k.ID, Seed: int32(i + 1)}))
		refs = append(refs, conduct.Ref{Study: x.StudyID, Test: x.ID})
	}
	h := better()
	h.Outcome, h.Cases = evaluation.MedianGrade, 7
	must(c.KeepHypothesis(ctx, refs[0].Study, h))
	for i, ref := range refs {
		page := string(must(os.ReadFile(rated(t, c, ref).HTML())))
		want := "Not yet decided"
		switch i {
		case 0:
			want = "there is one case only"
		case len(refs) - 1:
			want = "A difference is confirmed (p after correction = 0.016, level 0.050). The better outcome: Reporter."
		}
		if !strings.Contains(page, want) || !strings.Contains(page, ">confirmatory<") {
			t.Errorf("after %d cases the report does not say %q", i+1, want)
		}
	}
	v := must(c.Verify(ctx, refs[6]))
	if v.Err() != nil || v.Checks[1].Name != "hypotheses" || v.Checks[1].Detail != "1" {
		t.Errorf("verified %+v", v)
	}
	found := must(c.Confirm(ctx, refs[0].Study)).Hypotheses[0]
	if p, ok := found.P.Value(); !ok || p != 2.0/128 || !found.Decided || len(found.Paired) != 7 {
		t.Errorf("%v on %d cases, decided %v", found.P, len(found.Paired), found.Decided)
	}
	if err := c.DeleteTest(ctx, refs[3]); err != nil {
		t.Fatal(err)
	}
	if again := must(c.Confirm(ctx, refs[0].Study)); again.Deleted != 1 || again.Tests != 6 {
		t.Errorf("a deleted test is not told: %+v", again)
	}
}

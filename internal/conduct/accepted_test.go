package conduct_test

import (
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// TestAFindingThatWasAcceptedIsConfessedInTheReport goes the whole way with the log that the hand-out itself writes.
func TestAFindingThatWasAcceptedIsConfessedInTheReport(t *testing.T) {
	const reason = "The sentence is part of the opinion"
	c, ctx := open(t, t.TempDir()), t.Context()
	ref := collecting(t, c)
	bring(t, c, ref, "a.txt", "As an AI language model, I read § 33 of the Act so that the notice is void.",
		conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Model: "gpt-5"}})
	bring(t, c, ref, "b.txt", "The notice is valid under § 34 of the Act.", conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Model: "gpt-5"}})
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, second(c.HandOut(ctx, ref, "", job.Silent)), "handout.leak-self-naming")
	h, err := c.HandOut(ctx, ref, reason, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	rateAndUnblind(t, c, ref, h.Codes)
	w, err := c.Report(ctx, ref, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	n, because := studylog.TakenFindings(log, ref.Test)
	if n != 1 || because != reason {
		t.Errorf("one passage was accepted; the log says %d because of %q", n, because)
	}
	words, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	if want := words.N("report.limit.audit-taken", n, "because", reason); !strings.Contains(plainText(t, w.HTML()), want) {
		t.Errorf("the limits do not say %q", want)
	}
}

// rateAndUnblind brings in the sheet of one reviewer and opens the key.
func rateAndUnblind(t *testing.T, c *conduct.Conduct, ref conduct.Ref, codes []study.Code) {
	t.Helper()
	p, err := c.PreviewRatings(t.Context(), ref, []conduct.File{sheetFor(ref, codes)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ImportRatings(t.Context(), ref, p, false); err != nil {
		t.Fatal(err)
	}
	if err := c.Unblind(t.Context(), ref); err != nil {
		t.Fatal(err)
	}
}

func second[T any](_ T, err error) error { return err }

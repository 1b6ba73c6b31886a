package conduct_test

import (
	"context"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

func TestALeakIsNamedOnceByTheFileOfItsAnswer(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	bring(t, c, ref, "a.txt", "The notice is void, says ChatGPT, because no reason was given.", conduct.Hint{Condition: study.OtherAI})
	bring(t, c, ref, "b.txt", "The notice is effective under § 7 of the Act.", conduct.Hint{Condition: study.OtherAI})
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	_, err := c.HandOut(ctx, ref, "", job.Silent)
	wantProblem(t, err, "handout.leak-product")
	places := make(map[string]int)
	for _, p := range study.Problems(err) {
		if strings.Contains(p.File, "!") || strings.HasSuffix(p.File, ".xml") {
			t.Errorf("a person does not know the file %q", p.File)
		}
		places[p.ID+p.Args["excerpt"].(string)]++
	}
	for place, n := range places {
		if n > 1 {
			t.Errorf("%q is said %d times", place, n)
		}
	}
	if first := study.Problems(err)[0].File; !strings.Contains(first, "/") {
		t.Errorf("the first place named is in %q and not in the answer's own file", first)
	}
}

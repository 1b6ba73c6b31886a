package conduct_test

import (
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// TestNamesThatLeaveTheComputerAreNamedFirst asks with facts that name people, and with some that do not.
func TestNamesThatLeaveTheComputerAreNamedFirst(t *testing.T) {
	for facts, want := range map[string][]string{
		"Is the notice effective?": nil,
		"Herr Dr. Maximilian Huber kündigt Frau Anna Leitner die Wohnung. Ist die Kündigung wirksam?": {"Huber", "Leitner"},
	} {
		server := serveModel(t, willing)
		c, ctx := open(t, t.TempDir()), t.Context()
		s := must(c.CreateStudy(ctx, study.Study{Name: "Names", Language: study.German}))
		k := must(c.KeepCase(ctx, study.Case{Title: "Notice", Facts: facts}))
		x := must(c.CreateTest(ctx, study.Test{StudyID: s.ID, CaseID: k.ID, Seed: 7}))
		ref := conduct.Ref{Study: s.ID, Test: x.ID}
		names := must(c.NamesSent(ctx, ref))
		if len(names) != len(want) {
			t.Errorf("%q: names %q", facts, names)
		}
		for _, one := range want {
			if !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, one) }) {
				t.Errorf("%q: names %q lack %s", facts, names, one)
			}
		}
		if err := c.SaveProvider(ctx, local(server)); err != nil {
			t.Fatal(err)
		}
		must(c.Ask(ctx, ref, order(study.Control, 1), job.Silent))
		if !strings.Contains(server.asked[0], facts) {
			t.Errorf("other facts were sent than the names were taken from: %s", server.asked[0])
		}
		if !slices.ContainsFunc(must(c.Log(ctx, ref.Study)), func(e studylog.Entry) bool { return strings.Contains(string(e.Data), `"facts":"as-entered"`) }) {
			t.Error("the log does not say in which form the facts were sent")
		}
	}
}

package conduct_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// measured makes a test with two expert documents and gives the folder they lie in.
func measured(t *testing.T) (*conduct.Conduct, conduct.Ref, string) {
	t.Helper()
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	withGold(t, c, ref)
	dir, err := c.GoldFolder(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return c, ref, dir
}

// goldNames are the expert documents of a test, a blank between two.
func goldNames(t *testing.T, c *conduct.Conduct, ref conduct.Ref) string {
	t.Helper()
	docs, err := c.Gold(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range docs {
		names = append(names, d.Name)
	}
	return strings.Join(names, " ")
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// lastOf is the kind of the last entry of a study's log.
func lastOf(t *testing.T, c *conduct.Conduct, ref conduct.Ref) studylog.Entry {
	t.Helper()
	log, err := c.Log(context.Background(), ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	return log[len(log)-1]
}

func TestARemovedExpertDocumentIsMovedAsideAndComesBackToItsPlace(t *testing.T) {
	c, ref, dir := measured(t)
	ctx := context.Background()
	removed, err := c.RemoveGold(ctx, ref, "one.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := goldNames(t, c, ref); got != "two.txt" {
		t.Errorf("left are %q", got)
	}
	if there(filepath.Join(dir, "one.txt")) || !there(removed.MovedTo()) {
		t.Errorf("the file was not moved aside but to %q", removed.MovedTo())
	}
	if e := lastOf(t, c, ref); e.Kind != studylog.GoldRemoved || !strings.Contains(string(e.Data), removed.Document.SHA256) {
		t.Errorf("the log says %s %s", e.Kind, e.Data)
	}
	if err := c.RestoreGold(ctx, ref, removed); err != nil {
		t.Fatal(err)
	}
	if got := goldNames(t, c, ref); got != "one.txt two.txt" {
		t.Errorf("brought back: %q", got)
	}
	if !there(filepath.Join(dir, "one.txt")) || there(removed.MovedTo()) {
		t.Error("the file did not come back")
	}
	if e := lastOf(t, c, ref); e.Kind != studylog.GoldAdded || !strings.Contains(string(e.Data), `"restored":true`) {
		t.Errorf("the log says %s %s", e.Kind, e.Data)
	}
	v, err := c.Verify(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Err(); err != nil {
		t.Errorf("verification: %v, %+v", err, v)
	}
}

func TestAnExpertDocumentStaysInItsFolderForOtherTests(t *testing.T) {
	c, ref, dir := measured(t)
	ctx := context.Background()
	x, err := c.Test(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	other, err := c.CreateTest(ctx, study.Test{StudyID: ref.Study, CaseID: x.CaseID, UseGold: true})
	if err != nil {
		t.Fatal(err)
	}
	withGold(t, c, conduct.Ref{Study: ref.Study, Test: other.ID})
	removed, err := c.RemoveGold(ctx, ref, "two.txt")
	if err != nil {
		t.Fatal(err)
	}
	if removed.MovedTo() != "" || len(removed.Others) != 1 || !there(filepath.Join(dir, "two.txt")) {
		t.Errorf("moved to %q, others %v", removed.MovedTo(), removed.Others)
	}
	if err := c.RestoreGold(ctx, ref, removed); err != nil {
		t.Fatal(err)
	}
}

func TestAnExpertDocumentOnWhichRatingsRestStays(t *testing.T) {
	c, ref, _ := measured(t)
	ctx := context.Background()
	_, err := c.RemoveGold(ctx, ref, "three.txt")
	wantProblem(t, err, "gold.not-found")
	withAnswers(t, c, ref)
	if err := c.Run(ctx, ref, job.Silent); !errors.Is(err, conduct.ErrWaiting) {
		t.Fatal(err)
	}
	if x, err := c.Test(ctx, ref); err != nil || x.State == study.Collecting {
		t.Fatalf("the test was not handed out: %v, %v", x.State, err)
	}
	_, err = c.RemoveGold(ctx, ref, "one.txt")
	wantProblem(t, err, "gold.handed-out")
	if got := goldNames(t, c, ref); got != "one.txt two.txt" {
		t.Errorf("there are %q", got)
	}
}

func TestAnExpertDocumentFromWhichTheReferenceWasReadStaysUntilAPersonSetsIt(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s := serveModel(t, reads("D1: NEIN\nD2: NEIN\nREFERENZ: NEIN\nBELEG: D1 \"The notice is void for lack of form.\""))
	atModel(t, c, "local", "mistral-small", s)
	ref := collecting(t, c)
	withGold(t, c, ref)
	if _, err := c.ReadReference(ctx, ref, atLocal(), false); err != nil {
		t.Fatal(err)
	}
	_, err := c.RemoveGold(ctx, ref, "two.txt")
	wantProblem(t, err, "gold.reference-rests")
	if _, err := c.SetReference(ctx, ref, study.No, "Dr. Muster"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.RemoveGold(ctx, ref, "two.txt"); err != nil {
		t.Error(err)
	}
}

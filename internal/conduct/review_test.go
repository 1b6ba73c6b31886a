package conduct_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// underReview is a blinded test in which two people name Eva Pichler and Nordwind.
func underReview(t *testing.T, c *conduct.Conduct) conduct.Ref {
	t.Helper()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	bring(t, c, ref, "people.csv", "answer;source;id;consent\n"+
		"\"The tenant Eva Pichler was right, and Zorak was not. Zorak never paid.\";student;T07;yes\n"+
		"\"Mrs Eva Pichler may stay. Karl Ebner must pay.\";student;T08;yes\n", conduct.Hint{})
	if err := c.Blind(context.Background(), ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	return ref
}

// blindText is everything reviewers would read, as the study lead sees it.
func blindText(t *testing.T, c *conduct.Conduct, ref conduct.Ref) string {
	t.Helper()
	list, err := c.Blinded(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, one := range list {
		b.WriteString(one.After + "\n")
	}
	return b.String()
}

// replacementOf finds the replacement of a surface.
func replacementOf(t *testing.T, c *conduct.Conduct, ref conduct.Ref, surface string) conduct.Replacement {
	t.Helper()
	r, err := c.Review(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range r.Replacements {
		if slices.Contains(one.Surfaces, surface) {
			return one
		}
	}
	return conduct.Replacement{}
}

func TestTheReviewListsWhatWasReplacedAndWhere(t *testing.T) {
	c := open(t, t.TempDir())
	ref := underReview(t, c)
	eva := replacementOf(t, c, ref, "Eva Pichler")
	if eva.Kind != "PERSON" || eva.Places != 2 || len(eva.Codes) != 2 || eva.Beside || eva.Listed {
		t.Errorf("Eva Pichler: %+v", eva)
	}
	fresh := open(t, t.TempDir())
	_, err := fresh.Review(context.Background(), collecting(t, fresh))
	wantProblem(t, err, "test.not-blinded")
}

func TestWordsThatOnlyTheFactsHoldAreCountedWhereTheyStand(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := underReview(t, c)
	beside, err := c.Blinded(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, surface := range []string{"Is the notice effective", "is THE notice\neffective"} {
		for _, one := range beside {
			if strings.Contains(strings.ToLower(one.After), "is the notice effective") {
				t.Fatalf("an answer holds it, too: %s", one.After)
			}
		}
		if done, err := c.Keep(ctx, ref, surface); err != nil || !done.Blinded || done.Places == 0 {
			t.Errorf("%q: %+v, %v", surface, done, err)
		}
	}
}

func TestAReplacementIsUndoneAddedUnitedAndTakenBack(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := underReview(t, c)
	done, err := c.Keep(ctx, ref, " Karl  Ebner ")
	if err != nil || !done.Blinded || done.Places != 1 || !strings.Contains(blindText(t, c, ref), "Karl Ebner") {
		t.Errorf("kept: %+v, %v\n%s", done, err, blindText(t, c, ref))
	}
	done, err = c.Replace(ctx, ref, "Zorak", "person", "")
	if err != nil || done.Places != 2 || strings.Contains(blindText(t, c, ref), "Zorak") {
		t.Errorf("added: %+v, %v\n%s", done, err, blindText(t, c, ref))
	}
	eva := replacementOf(t, c, ref, "Eva Pichler")
	name := strings.Trim(eva.Placeholder, "[]")
	done, err = c.Replace(ctx, ref, "Zorak", "", name)
	if err != nil || done.Places != 4 {
		t.Errorf("united: %+v, %v\n%s", done, err, blindText(t, c, ref))
	}
	if now := replacementOf(t, c, ref, "Zorak"); now.Placeholder != eva.Placeholder || !slices.Contains(now.Surfaces, "Eva Pichler") {
		t.Errorf("united: %+v, before %+v", now, eva)
	}
	r, err := c.Review(ctx, ref)
	if err != nil || len(r.Corrections) != 2 {
		t.Errorf("corrections: %+v, %v", r.Corrections, err)
	}
	for _, surface := range []string{"Zorak", "Karl Ebner"} {
		if _, err := c.Forget(ctx, ref, surface); err != nil {
			t.Fatal(err)
		}
	}
	if text := blindText(t, c, ref); strings.Contains(text, "Karl Ebner") {
		t.Errorf("taken back:\n%s", text)
	}
}

func TestACorrectionThatCannotBeIsRefused(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := underReview(t, c)
	for id, try := range map[string]func() error{
		"blinding.empty-surface":  func() error { _, err := c.Keep(ctx, ref, " "); return err },
		"blinding.kind":           func() error { _, err := c.Replace(ctx, ref, "Zorak", "TOWN", ""); return err },
		"blinding.no-placeholder": func() error { _, err := c.Replace(ctx, ref, "Zorak", "PERSON", "PERSON-99"); return err },
		"blinding.no-correction":  func() error { _, err := c.Forget(ctx, ref, "Zorak"); return err },
	} {
		wantProblem(t, try(), id)
	}
	if _, err := c.HandOut(ctx, ref, "", job.Silent); err != nil {
		t.Fatal(err)
	}
	_, err := c.Keep(ctx, ref, "Karl Ebner")
	wantProblem(t, err, "test.already-blinded")
	if r, err := c.Review(ctx, ref); err != nil || !r.Fixed || len(r.Replacements) == 0 || len(r.Doubts) > 0 {
		t.Errorf("review after the hand-out: %+v, %v", r, err)
	}
}

func TestCorrectionsHoldForTheWholeStudyAndTheLogTellsNoName(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := underReview(t, c)
	second, err := c.CreateTest(ctx, study.Test{StudyID: ref.Study, CaseID: mustCase(t, c), Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	other := conduct.Ref{Study: ref.Study, Test: second.ID}
	bring(t, c, other, "more.csv", "answer;source;id;consent\n\"Karl Ebner must pay.\";student;T07;yes\n\"Nobody must pay.\";student;T08;yes\n", conduct.Hint{})
	if err := c.Blind(ctx, other, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Keep(ctx, ref, "Karl Ebner"); err != nil {
		t.Fatal(err)
	}
	name := strings.Trim(replacementOf(t, c, ref, "Eva Pichler").Placeholder, "[]")
	if _, err := c.Replace(ctx, ref, "Karl Ebner", "", name); err != nil { // in the first test alone
		t.Fatal(err)
	}
	if text := blindText(t, c, ref); strings.Contains(text, "Ebner") {
		t.Errorf("the first test keeps the name:\n%s", text)
	}
	if text := blindText(t, c, other); !strings.Contains(text, "Karl Ebner") {
		t.Errorf("the other test was not blinded again:\n%s", text)
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, e := range log {
		data, err := json.Marshal(e)
		if err != nil || strings.Contains(string(data), "Ebner") {
			t.Errorf("the log names somebody: %s, %v", data, err)
		}
		if e.Kind == studylog.BlindingEdited {
			said++
		}
	}
	if said != 2 {
		t.Errorf("%d entries on the corrections", said)
	}
}

// mustCase is the case of the small study.
func mustCase(t *testing.T, c *conduct.Conduct) string {
	t.Helper()
	k, err := c.KeepCase(context.Background(), study.Case{Title: "Payment", Area: "Tenancy law", Facts: "Who must pay?"})
	if err != nil {
		t.Fatal(err)
	}
	return k.ID
}

func TestAWithdrawalTakesAlongWhatWasCorrectedInThatAnswerAlone(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref := underReview(t, c)
	for _, surface := range []string{"Zorak", "Eva Pichler"} {
		if _, err := c.Replace(ctx, ref, surface, "PERSON", ""); err != nil {
			t.Fatal(err)
		}
	}
	if len(traces(t, dir, "Zorak")) == 0 {
		t.Fatal("the search finds nothing even before")
	}
	if _, err := c.WithdrawConsent(ctx, ref, "T07"); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, dir, "Zorak"); len(found) > 0 {
		t.Errorf("the name is still in %v", found)
	}
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Review(ctx, ref); err != nil || len(r.Corrections) != 1 || r.Corrections[0].Surface != "Eva Pichler" {
		t.Errorf("corrections left: %+v, %v", r.Corrections, err)
	}
}

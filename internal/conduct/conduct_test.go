package conduct_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// sampleDir is the bundled study on disk, with the expected values that the program does not carry.
const sampleDir = "../../assets/sample/study-tenancy"

// clock is a clock that goes on by a second at every look, so that the log has an order and tests one outcome.
func clock() func() time.Time {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.FixedZone("CET", 3600))
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// open opens a conduct below a folder of its own, with a fixed clock and salt.
func open(t testing.TB, dir string) *conduct.Conduct {
	t.Helper()
	home, err := folder.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := conduct.Open(context.Background(), conduct.Config{Home: home, Now: clock(), Salt: strings.NewReader(strings.Repeat("salt", 1000))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// read reads a JSON file of the sample.
func read[T any](t testing.TB, name string) (v T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sampleDir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// collecting makes a study with a test that collects answers to a small case.
func collecting(t testing.TB, c *conduct.Conduct) conduct.Ref {
	t.Helper()
	ctx := context.Background()
	s, err := c.CreateStudy(ctx, study.Study{Name: "Tenancy 2026", Language: study.English})
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.KeepCase(ctx, study.Case{Title: "Notice", Area: "Tenancy law", Facts: "Is the notice effective?", TargetQuestion: "Is it?"})
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.CreateTest(ctx, study.Test{StudyID: s.ID, CaseID: k.ID, Seed: 7, UseGold: true})
	if err != nil {
		t.Fatal(err)
	}
	return conduct.Ref{Study: s.ID, Test: x.ID}
}

// bring imports one text answer.
func bring(t testing.TB, c *conduct.Conduct, ref conduct.Ref, name, text string, hint conduct.Hint) conduct.Imported {
	t.Helper()
	ctx := context.Background()
	p, err := c.PreviewAnswers(ctx, ref, []conduct.File{{Name: name, Data: []byte(text)}}, hint)
	if err != nil {
		t.Fatal(err)
	}
	done, err := c.ImportAnswers(ctx, ref, p)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// withAnswers brings in two answers by models.
func withAnswers(t testing.TB, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	bring(t, c, ref, "one.txt", "The notice is effective under § 1 of the Act.", conduct.Hint{Condition: study.Reporter, Origin: study.Origin{Model: "alpha-1"}})
	bring(t, c, ref, "two.txt", "The notice is void, since no reason was given.", conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Model: "beta-2"}})
}

// wantProblem asks that err holds a problem that has words in every language.
func wantProblem(t *testing.T, err error, id string) {
	t.Helper()
	if !study.HasProblem(err, id) {
		t.Fatalf("got %v, want the problem %s", err, id)
	}
	all, loading := lang.All()
	if loading != nil {
		t.Fatal(loading)
	}
	for l, words := range all {
		if said := words.Error(err); strings.Contains(said, "‹") || strings.Contains(said, "<no value>") {
			t.Errorf("%s: %s", l, said)
		}
	}
}

func TestAStudyNeedsANameAndALanguage(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	_, err := c.CreateStudy(ctx, study.Study{Name: "  ", Language: study.English})
	wantProblem(t, err, "study.no-name")
	_, err = c.CreateStudy(ctx, study.Study{Name: "A", Language: "xx"})
	wantProblem(t, err, "lang.unknown")
}

func TestIdentifiersAreMadeOfNames(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	for name, want := range map[string]string{
		"Kündigung & Größe": "Kundigung-Grosse",
		"Zażółć łódź":       "Zazolc-lodz",
		"../../etc":         "etc",
		"Ein sehr langer Titel einer Studie über das Mietrecht": "Ein-sehr-langer-Titel-einer-",
	} {
		s, err := c.CreateStudy(ctx, study.Study{Name: name, Language: study.German})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.HasPrefix(s.ID, strings.TrimSuffix(want, "-")) {
			t.Errorf("%s became %s", name, s.ID)
		}
	}
}

func TestTheOnlyTestNeedsNoName(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	_, err := c.Find(ctx, "", "")
	wantProblem(t, err, "study.none")
	ref := collecting(t, c)
	found, err := c.Find(ctx, "", "")
	if err != nil || found != ref {
		t.Errorf("got %v, %v", found, err)
	}
	_, err = c.Find(ctx, ref.Study, "other")
	wantProblem(t, err, "test.not-found")
}

func TestATestWithoutASeedTakesOneFromTheClock(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	x, err := c.CreateTest(ctx, study.Test{StudyID: ref.Study, CaseID: "Notice"})
	if err != nil || x.Seed <= 0 || x.ID != "Test-02" {
		t.Errorf("got %+v, %v", x, err)
	}
}

func TestRunEndsWhereAPersonIsNeededAndGoesOnThere(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.too-few-answers")
	withAnswers(t, c, ref)
	stopped, stop := context.WithCancel(ctx)
	stop()
	if err := c.Run(stopped, ref, job.Silent); job.Ended(err) != job.Stopped {
		t.Errorf("a cancelled run ended with %v", err)
	}
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	x, err := c.Test(ctx, ref)
	if err != nil || x.State != study.BlindedOut {
		t.Errorf("got %+v, %v", x, err)
	}
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
}

func TestAnswersAreFixedOnceTheyAreHandedOut(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	_, err := c.PreviewAnswers(ctx, ref, []conduct.File{{Name: "three.txt", Data: []byte("late")}}, conduct.Hint{Condition: study.Control})
	wantProblem(t, err, "test.already-blinded")
	_, err = c.AddGold(ctx, ref, []conduct.File{{Name: "late.txt", Data: []byte("late")}})
	wantProblem(t, err, "test.already-blinded")
	wantProblem(t, c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent), "test.already-blinded")
	err = c.SetOrigin(ctx, ref, "a01", study.Control, study.Origin{}, "")
	wantProblem(t, err, "test.already-blinded")
	wantProblem(t, c.Unblind(ctx, ref), "conduct.no-ratings")
	_, err = c.Report(ctx, ref, job.Silent)
	wantProblem(t, err, "test.not-unblinded")
}

func TestAnswersAreReadOnlyOnceARaterCouldHaveSeenThem(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	_, err := c.PreviewRatings(ctx, ref, []conduct.File{{Name: "sheet.csv", Data: []byte("Code;Grade 1–5\nX;1\n")}})
	wantProblem(t, err, "test.not-blinded")
	_, err = c.TakeReply(ctx, ref, conduct.Reply{Text: "@@X 123456", Nonce: "123456"})
	wantProblem(t, err, "test.not-blinded")
}

// withdrawing is the error of a withdrawal.
func withdrawing(c *conduct.Conduct, ref conduct.Ref, participant string) error {
	_, err := c.WithdrawConsent(context.Background(), ref, participant)
	return err
}

func TestWhoeverWithdrawsIsGone(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	bring(t, c, ref, "student.txt", "A most peculiar sentence of a student.", conduct.Hint{Condition: study.Student, Origin: study.Origin{Participant: "T07", Consent: study.ConsentGiven}})
	if _, err := c.WithdrawConsent(ctx, ref, "T07"); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, withdrawing(c, ref, "T07"), "answer.no-participant")
	answers, err := c.Answers(ctx, ref)
	if err != nil || len(answers) != 3 || !answers[2].Withdrawn || answers[2].Text != "" {
		t.Errorf("got %+v, %v", answers, err)
	}
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	blinded, err := c.Blinded(ctx, ref)
	if err != nil || len(blinded) != 2 {
		t.Errorf("%d answers are blinded, %v", len(blinded), err)
	}
}

func TestNamesThatNoListCouldShowAreRefused(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	for _, name := range []string{"red\x1b[31m", "two\nlines", strings.Repeat("long ", 100)} {
		_, err := c.CreateStudy(ctx, study.Study{Name: name, Language: study.English})
		wantProblem(t, err, "study.bad-name")
	}
	for _, id := range []string{"Key", "Kategorien", "..", "a/b"} {
		if _, err := c.CreateStudy(ctx, study.Study{ID: id, Name: "A", Language: study.English}); len(study.Problems(err)) == 0 {
			t.Errorf("the ID %q was taken: %v", id, err)
		}
	}
}

func TestAReferenceNeedsAQuestionAndIsYesOrNo(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	k := study.Case{Title: "A", Facts: "Is it?", TargetQuestion: "Is it?", Reference: study.Known(study.Target("maybe"))}
	_, err := c.KeepCase(ctx, k)
	wantProblem(t, err, "case.bad-reference")
	k.TargetQuestion, k.Reference = "", study.Known(study.Yes)
	_, err = c.KeepCase(ctx, k)
	wantProblem(t, err, "case.reference-without-question")
}

// TestAnswersAreBlindedByTheRulesOfTheirOwnLanguage imports letters in three languages into an English study.
func TestAnswersAreBlindedByTheRulesOfTheirOwnLanguage(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	letters := map[string]string{
		"de.txt": "Sehr geehrte Frau Kollegin,\n\ndie Kündigung ist nach § 33 Abs 1 MRG unwirksam, weil der Vermieter nur gerichtlich kündigen kann.\n\nMit freundlichen Grüßen",
		"pl.txt": "Szanowna Pani Mecenas,\n\nwypowiedzenie jest bezskuteczne na podstawie art. 11 ustawy, ponieważ nie wskazano przyczyny.\n\nZ poważaniem",
		"en.txt": "Dear Ms Porter,\n\nthe notice is void under section 21 of the Act, since no reason was given to the tenant.\n\nYours sincerely",
	}
	for name, text := range letters {
		bring(t, c, ref, name, text, conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Model: name}})
	}
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	blinded, err := c.Blinded(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blinded {
		for _, tell := range []string{"Kollegin", "Grüßen", "Mecenas", "poważaniem", "Porter", "sincerely"} {
			if strings.Contains(b.After, tell) {
				t.Errorf("%s still says %q", b.Code, tell)
			}
		}
	}
}

func TestAHundredAnswersVerify(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	table := "answer,model\n"
	for i := range 101 {
		table += fmt.Sprintf("The notice number %d is void.,model-%d\n", i, i)
	}
	bring(t, c, ref, "answers.csv", table, conduct.Hint{Condition: study.OtherAI})
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	v, err := c.Verify(ctx, ref)
	if err != nil || v.Err() != nil {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestASheetWithoutAReviewerIsSentBack(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	wantProblem(t, c.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	for who, want := range map[string]string{"": "ratings.no-reviewer", "Max Müller": "ratings.reviewer-no-id"} {
		sheet := "# Study," + ref.Study + "\n# Reviewer," + who + "\nCode,Grade 1–5\nX,1\nY,2\n"
		preview, err := c.PreviewRatings(ctx, ref, []conduct.File{{Name: "sheet.csv", Data: []byte(sheet)}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.ImportRatings(ctx, ref, preview, false)
		wantProblem(t, err, want)
	}
}

func TestAnAnswerThatNamesAnAIProductIsNotHandedOutUnseen(t *testing.T) {
	for name, text := range map[string]string{
		"a German machine": "Als KI-Sprachmodell von OpenAI (ChatGPT, GPT-5) kann ich dazu nichts sagen, außer dass § 33 MRG gilt.",
		"an English one":   "As ChatGPT, a large language model by OpenAI, I refer to section 21 of the Act.",
		"a Polish one":     "Jako model językowy OpenAI (ChatGPT, GPT-5) wskazuję na art. 11 ustawy.",
	} {
		t.Run(name, func(t *testing.T) {
			c, ctx := open(t, t.TempDir()), context.Background()
			ref := collecting(t, c)
			withAnswers(t, c, ref)
			bring(t, c, ref, "three.txt", text, conduct.Hint{Condition: study.OtherAI})
			if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
				t.Fatal(err)
			}
			_, err := c.HandOut(ctx, ref, "", job.Silent)
			blinded, second := c.Blinded(ctx, ref)
			if second != nil {
				t.Fatal(second)
			}
			named := slices.ContainsFunc(blinded, func(b conduct.BlindedText) bool { return strings.Contains(b.After, "ChatGPT") })
			if named && len(study.Problems(err)) == 0 {
				t.Errorf("handed out with the product's name in it: %v", err)
			}
		})
	}
}

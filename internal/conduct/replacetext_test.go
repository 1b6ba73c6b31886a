package conduct_test

import (
	"context"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

func textFile(name, text string) conduct.File { return conduct.File{Name: name, Data: []byte(text)} }

func TestAReplacedTextKeepsOriginAndConsentAndCanBeTakenBack(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	student := study.Origin{Participant: "T01", Consent: study.ConsentGiven, Qualification: study.LevelStudent}
	id := bring(t, c, ref, "student.txt", "As Anna Muster I say: void.", conduct.Hint{Condition: study.Student, Origin: student}).Answers[0].ID
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	before, err := c.Answer(ctx, ref, id)
	if err != nil {
		t.Fatal(err)
	}
	done, err := c.ReplaceText(ctx, ref, id, textFile("better.txt", "The notice is void."))
	if err != nil {
		t.Fatal(err)
	}
	after, err := c.Answer(ctx, ref, id)
	if err != nil {
		t.Fatal(err)
	}
	if after.Text != "The notice is void." || after.Origin != before.Origin || after.Condition != before.Condition || after.File.Name != "better.txt" {
		t.Errorf("the answer is %+v", after)
	}
	e := lastOf(t, c, ref)
	if said := string(e.Data); e.Kind != studylog.TextReplaced || !strings.Contains(said, before.File.SHA256) || !strings.Contains(said, after.File.SHA256) ||
		strings.Contains(said, "better.txt") {
		t.Errorf("the log says %s %s", e.Kind, e.Data)
	}
	if blinded, err := c.Blinded(ctx, ref); err != nil || len(blinded) > 0 {
		t.Errorf("a blinding of the former text stands: %v", err)
	}
	if err := c.UndoReplaceText(ctx, ref, done); err != nil {
		t.Fatal(err)
	}
	if back, err := c.Answer(ctx, ref, id); err != nil || back != before {
		t.Errorf("taken back it is %+v, %v", back, err)
	}
	if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
		t.Errorf("verification: %v, %+v", err, v)
	}
}

func TestAnAnswerThatWaitsWaitsOnWithItsNewText(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	in := bring(t, c, ref, "cut.json", `{"choices":[{"finish_reason":"length","message":{"content":"The notice is vo"}}],"model":"alpha"}`,
		conduct.Hint{Condition: study.OtherAI})
	if len(in.Open) != 1 {
		t.Fatalf("imported %+v", in)
	}
	id := in.Open[0].ID
	done, err := c.ReplaceText(ctx, ref, id, textFile("whole.txt", "The notice is void."))
	if err != nil {
		t.Fatal(err)
	}
	asides, err := c.Asides(ctx, ref)
	if err != nil || len(asides) != 1 || !asides[0].Open || asides[0].Problem.ID != "import.text-replaced" {
		t.Fatalf("aside are %+v, %v", asides, err)
	}
	if err := c.UndoReplaceText(ctx, ref, done); err != nil {
		t.Fatal(err)
	}
	if asides, err = c.Asides(ctx, ref); err != nil || asides[0].Problem.ID != "intake.finish-truncated" {
		t.Fatalf("taken back: %+v, %v", asides, err)
	}
	if _, err = c.ReplaceText(ctx, ref, id, textFile("whole.txt", "The notice is void.")); err != nil {
		t.Fatal(err)
	}
	decided, err := c.DecideAnswer(ctx, ref, id, conduct.Decision{Take: true})
	if err != nil || decided.Answer == nil || decided.Answer.Text != "The notice is void." {
		t.Errorf("decided %+v, %v", decided, err)
	}
	if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
		t.Errorf("verification: %v, %+v", err, v)
	}
}

func TestATextIsReplacedOnlyByOneAndOnlyBeforeTheHandOut(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	for _, x := range []struct{ what, id, name, text, problem string }{
		{"an answer that is not there", "a99", "x.txt", "Void.", "answer.not-found"},
		{"a table with two answers", "a01", "two.csv", "id,answer,source\n1,Void.,other-ai\n2,Effective.,other-ai\n", "answer.replace-several"},
		{"the file of another answer", "a01", "again.txt", "The notice is void, since no reason was given.", "intake.same-file"},
		{"an answer that was cut off", "a01", "cut.json", `{"choices":[{"finish_reason":"length","message":{"content":"The notice is vo"}}],"model":"a"}`, "answer.replace-end"},
	} {
		t.Run(x.what, func(t *testing.T) {
			_, err := c.ReplaceText(ctx, ref, x.id, textFile(x.name, x.text))
			wantProblem(t, err, x.problem)
		})
	}
	if err := c.Run(ctx, ref, job.Silent); err == nil {
		t.Fatal("nothing waits for ratings")
	}
	_, err := c.ReplaceText(ctx, ref, "a01", textFile("late.txt", "Void."))
	wantProblem(t, err, "test.already-blinded")
}

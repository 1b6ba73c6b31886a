package sqlite_test

import (
	"context"
	"encoding/json"
	"testing"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// setAside is an answer that waits for consent and one that is none, from one file.
func setAside() []sqlite.IncomingAside {
	file := []byte("id;answer;consent\nT05;" + longText(mark) + ";vielleicht\n")
	from := study.SourceFile{Name: "late.csv", SHA256: hash(file), Size: int64(len(file)), At: "row 2"}
	return []sqlite.IncomingAside{
		{Original: file, Aside: sqlite.Aside{
			Open: true, Detail: json.RawMessage(`{"key":"T05"}`),
			Answer: study.Answer{Condition: study.Student, Text: longText(mark), File: from, Origin: study.Origin{
				Participant: "T05", Aids: study.Known(true), Consent: study.ConsentUnclear}},
			Why: study.Problem{ID: "intake.consent-unclear", File: "late.csv", Row: 2, Column: "consent", Args: map[string]any{"id": "T05"}},
		}},
		{Aside: sqlite.Aside{
			Answer: study.Answer{Condition: study.OtherAI, Finish: study.FinBlocked, Origin: study.Origin{Model: "beta-2"}},
			Why:    study.Problem{ID: "intake.finish-blocked", Args: map[string]any{"word": "SAFETY"}},
		}},
	}
}

// withAsides is a collecting test with two answers set aside.
func withAsides(t *testing.T) *sqlite.DB {
	t.Helper()
	db, _ := collecting(t)
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.AddAsides(ctx, ref, setAside())
		return err
	})
	return db
}

func TestWhatIsSetAsideComesBackAsItWas(t *testing.T) {
	db := withAsides(t)
	got, err := db.Asides(t.Context(), ref)
	if err != nil || len(got) != 2 {
		t.Fatalf("set aside = %v, %v", got, err)
	}
	for i, in := range setAside() {
		want := in.Aside
		want.ID, want.HasFile = []string{"w01", "w02"}[i], in.Original != nil
		same(t, want.ID, got[i], want)
	}
	if answers, err := db.Answers(t.Context(), ref); err != nil || len(answers) != 3 {
		t.Errorf("what is set aside is no answer of the test: %v, %v", answers, err)
	}
}

func TestWhatWasDecidedIsAsideNoLongerAndItsNumberIsNotGivenAgain(t *testing.T) {
	db := withAsides(t)
	ctx := t.Context()
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SettleAside(ctx, ref, "w02") })
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		a, err := tx.Aside(ctx, ref, "w01")
		if err != nil {
			return err
		}
		a.Open, a.Answer.Origin.Consent = false, study.ConsentGiven
		return tx.SetAside(ctx, ref, a)
	})
	list, err := db.Asides(ctx, ref)
	if err != nil || len(list) != 1 || list[0].Open || list[0].Answer.Origin.Consent != study.ConsentGiven {
		t.Errorf("set aside = %+v, %v", list, err)
	}
	_, err = db.Aside(ctx, ref, "w02")
	wantProblem(t, err, "answer.not-found")
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SettleAside(ctx, ref, "w02") }), "answer.not-found")
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		added, err := tx.AddAsides(ctx, ref, setAside()[1:])
		if err == nil && added[0].ID != "w03" {
			t.Errorf("the next one is %s", added[0].ID)
		}
		return err
	})
}

func TestWhatIsDroppedLeavesNoCopyOfTheText(t *testing.T) {
	db := withAsides(t)
	if len(traces(t, db, mark)) == 0 {
		t.Fatal("the search finds nothing even before")
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DropAside(ctx, ref, "w01") })
	if found := traces(t, db, mark); len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
}

func TestNothingIsSetAsideOnceTheTestIsBlinded(t *testing.T) {
	db, _ := blinded(t)
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.AddAsides(ctx, ref, setAside())
		return err
	}), "test.already-blinded")
}

func TestAnswersKeepWhatAPersonAcceptedAndWhatTheFileSaysBeside(t *testing.T) {
	db, _ := collecting(t)
	ctx := t.Context()
	in := []sqlite.Incoming{{
		Answer: study.Answer{Condition: study.Control, Text: "Halb", Finish: study.FinTruncated, Accepted: true},
		Detail: json.RawMessage(`{"usage":{"output":12}}`),
	}}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.AddAnswers(ctx, ref, in)
		return err
	})
	got, err := db.Answer(ctx, ref, "a04")
	if err != nil || !got.Accepted || !got.TakesPart() || got.Finish != study.FinTruncated {
		t.Errorf("answer = %+v, %v", got, err)
	}
	for id, want := range map[string]string{"a04": `{"usage":{"output":12}}`, "a01": ""} {
		if detail, err := db.AnswerDetail(ctx, ref, id); err != nil || string(detail) != want {
			t.Errorf("detail of %s = %s, %v", id, detail, err)
		}
	}
}

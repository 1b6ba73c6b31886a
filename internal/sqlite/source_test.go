package sqlite_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

func source(name string) sqlite.SourceDocument {
	return sqlite.SourceDocument{
		Collection: "area/Mietrecht", Name: name, Size: 12, Changed: time.Date(2026, 5, 1, 9, 0, 0, 5, vienna), SHA256: strings.Repeat("a", 64),
		Language: study.German, Rules: "words/1",
	}
}

func TestDocumentsAndTheirPassagesComeBackAndGo(t *testing.T) {
	db, _ := collecting(t)
	ctx := t.Context()
	passage := func(words, citations string) sqlite.Passage {
		return sqlite.Passage{First: 2, Last: 3, Heading: "Zins", Text: "Der Zins.", Words: words, Citations: citations}
	}
	find := func(match string, collections ...string) []sqlite.FoundPassage {
		t.Helper()
		got, err := db.SearchPassages(ctx, collections, match, 10)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if err := db.SaveSource(ctx, source("a.txt"), []sqlite.Passage{passage("der zins", "at_abgb_par1096"), passage("die miete", "")}); err != nil {
		t.Fatal(err)
	}
	scan := source("b.pdf")
	scan.Problem = &study.Problem{ID: "file.no-text", File: "b.pdf"}
	if err := db.SaveSource(ctx, scan, nil); err != nil {
		t.Fatal(err)
	}
	docs, err := db.SourceDocuments(ctx, "area/Mietrecht")
	if err != nil || len(docs) != 2 || docs[0].Passages != 2 || docs[1].Problem == nil || docs[1].Problem.ID != "file.no-text" || !docs[0].Changed.Equal(source("").Changed) {
		t.Fatalf("documents = %+v, %v", docs, err)
	}
	got := find(`citations : "at_abgb_par1096" OR words : "zin"*`, "area/Mietrecht")
	if len(got) != 1 || got[0].Document != "a.txt" || got[0].First != 2 || got[0].Last != 3 || got[0].Heading != "Zins" || got[0].Score <= 0 {
		t.Errorf("found %+v", got)
	}
	if got := find(`words : "zins"`, "gold/Mietrecht"); len(got) != 0 {
		t.Errorf("found in another collection: %+v", got)
	}
	if err := db.SaveSource(ctx, source("a.txt"), []sqlite.Passage{passage("die miete", "")}); err != nil {
		t.Fatal(err)
	}
	if got := find(`words : "zins"`, "area/Mietrecht"); len(got) != 0 {
		t.Errorf("what was replaced is found: %+v", got)
	}
	if err := db.DropSource(ctx, "area/Mietrecht", "a.txt"); err != nil {
		t.Fatal(err)
	}
	if got := find(`words : "miete"`, "area/Mietrecht"); len(got) != 0 {
		t.Errorf("what is gone is found: %+v", got)
	}
}

func TestARunKeepsWhatItFoundUntilItIsDone(t *testing.T) {
	db, _ := collecting(t)
	series := strings.Repeat("b", 64)
	save := func(run sqlite.AskedRun) error {
		return db.Write(t.Context(), ref.Study, func(tx *sqlite.Tx) error {
			if err := tx.SaveRun(t.Context(), ref, run); err != nil {
				return err
			}
			return tx.Note(t.Context(), studylog.Asked, ref.Test, nil)
		})
	}
	run := sqlite.AskedRun{Series: series, Number: 1, Condition: study.Reporter, Setup: json.RawMessage(`{"model":"m"}`), Record: json.RawMessage(`{"sources":[]}`)}
	if err := save(run); err != nil {
		t.Fatal(err)
	}
	run.Done = true
	if err := save(run); err == nil {
		t.Error("a run is done without an answer")
	}
	run.Answer = "a01"
	if err := save(run); err != nil {
		t.Fatal(err)
	}
	got, err := db.Runs(t.Context(), ref, series)
	if err != nil || len(got) != 1 || !got[0].Done || got[0].Answer != "a01" || string(got[0].Record) != `{"sources":[]}` {
		t.Errorf("runs = %+v, %v", got, err)
	}
}

func TestWhatWasFoundOutlivesItsStudy(t *testing.T) {
	db, _ := collecting(t)
	ctx := t.Context()
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.AddFound(ctx, sqlite.Found{Case: tenancy.ID, Study: ref.Study, Test: ref.Test, Run: 1, Gold: true, Data: json.RawMessage(`{"answer":"Ja."}`)})
	})
	wantProblem(t, try(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.AddFound(ctx, sqlite.Found{Case: "nirgends", Run: 1})
	}), "case.not-found")
	err := db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error {
		if err := tx.DeleteStudy(ctx, ref.Study); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.StudyDeleted, "", nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := db.Found(ctx, tenancy.ID)
	if err != nil || len(got) != 1 || !got[0].Gold || string(got[0].Data) != `{"answer":"Ja."}` {
		t.Errorf("found = %+v, %v", got, err)
	}
}

func TestAnAnswerKeepsConsentToAIAndThatItsModelSawTheGoldStandard(t *testing.T) {
	db, _ := collecting(t)
	ai, person := incoming[0], incoming[0]
	ai.Answer.Origin.SawGold = true
	person.Answer.Condition = study.Student
	person.Answer.Origin = study.Origin{Participant: "T99", Consent: study.ConsentGiven, AIConsent: study.Known(false)}
	var added []study.Answer
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) (err error) {
		added, err = tx.AddAnswers(ctx, ref, []sqlite.Incoming{ai, person})
		return err
	})
	for i, a := range added {
		got, err := db.Answer(t.Context(), ref, a.ID)
		if err != nil {
			t.Fatal(err)
		}
		same(t, a.ID, got, a)
		if got.MaySend() != (i == 0) {
			t.Errorf("%s may be sent: %t", a.ID, got.MaySend())
		}
	}
}

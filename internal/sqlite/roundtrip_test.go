package sqlite_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

func TestStudiesCasesTestsComeBackAsTheyWere(t *testing.T) {
	db, _ := collecting(t)
	ctx := t.Context()
	if s, err := db.Study(ctx, demo.ID); err != nil || s != demo && !s.Created.Equal(demo.Created) {
		t.Errorf("study = %+v, %v", s, err)
	}
	c, err := db.Case(ctx, tenancy.ID)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "case", c, tenancy)
	got, err := db.Test(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "test", got, first)
	if _, offset := got.Created.Zone(); offset != 2*60*60 {
		t.Errorf("the zone is lost: %s", got.Created)
	}
	finished := time.Date(2026, 6, 1, 12, 0, 0, 0, vienna)
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SetTest(ctx, ref, func(t *study.Test) { t.UseGold, t.Finished = false, finished })
	})
	got, err = db.Test(ctx, ref)
	if err != nil || got.UseGold || !got.Finished.Equal(finished) {
		t.Errorf("changed test = %+v, %v", got, err)
	}
}

func TestAnswersComeBackAsTheyWere(t *testing.T) {
	db, added := collecting(t)
	got, err := db.Answers(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "answers", got, added)
	for i, want := range []string{"a01", "a02", "a03"} {
		incomingAnswer := incoming[i].Answer
		incomingAnswer.ID = want
		same(t, want, got[i], incomingAnswer)
	}
	data, err := db.Original(t.Context(), hash(table))
	if err != nil || string(data) != string(table) {
		t.Errorf("original = %q, %v", data, err)
	}
}

func TestBlindingComesBackAsItWas(t *testing.T) {
	db, b := blinded(t)
	got, err := db.BlindingLog(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "blinding log", got, b.Answers)
	others, err := db.BlindedOthers(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "other texts", others, b.Others)
	key, err := db.Key(t.Context(), ref)
	if err != nil || !key.Equal(b.Key) {
		t.Errorf("key = %v, %v", key, err)
	}
	answers, err := db.Blinded(t.Context(), ref)
	if err != nil || len(answers) != 3 || answers[0] != b.Answers[0].BlindedAnswer {
		t.Errorf("blinded = %v, %v", answers, err)
	}
}

var (
	reviewer = study.Rater{ID: "R01", Kind: study.HumanRater}
	grader   = study.Rater{ID: "AI", Kind: study.AIRater, Model: "judge-1", Replayed: true}
	ratings  = []study.Rating{
		{
			Code: "X", Category: study.Known(study.Correct), Agreement: study.Known(0), Grade: study.Known(1),
			Grid: study.Known(study.GridBlocked), Target: study.Known(study.Indeterminate), Guess: study.Known(study.GuessAI),
			Comment: "zwei\nZeilen; \"Zitat\"",
		},
		{Code: "Y", Category: study.Absent[study.Category](study.NotVerifiable), Grade: study.Absent[int](study.Refused)},
		{Code: "Z"},
	}
	gradings = []study.Grading{
		{
			Rating: ratings[0], Sources: study.Known(study.SourceCounts{Checked: 4, Invented: 1}),
			Facts: study.Absent[study.FactCounts](study.NotReturned), Bars: map[string]bool{"K1": true, "K2": false},
			Quality:    map[string]study.Maybe[int]{"Q1": study.Known(2), "Q2": study.Absent[int](study.NotApplicable)},
			Sub:        map[string]study.Maybe[int]{"B1": study.Known(4)},
			SystemA:    study.Known(study.SystemA{Mean: 1.25, Level: 5}),
			Departures: []study.Departure{{Passage: "§ 99", Reason: "gibt es nicht"}}, Notes: []string{"INJECTION"}, Prose: "gut",
		},
		{Rating: ratings[1]},
		{Rating: ratings[2]},
	}
)

func TestSheetsAndGradingsComeBackAsTheyWere(t *testing.T) {
	db, _ := blinded(t)
	file := []byte("X;correct")
	sheet := sqlite.Sheet{
		Rater: reviewer, Ratings: ratings, Original: file,
		File: study.SourceFile{Name: "R01.csv", SHA256: hash(file), Size: int64(len(file))},
	}
	reply := sqlite.Reply{Text: "Z_S=4", Meta: json.RawMessage(`{"model":"judge-1"}`)}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SaveSheet(ctx, ref, sheet, false) })
	for _, part := range [][]study.Grading{gradings[1:], gradings[:2]} { // the second grading comes twice
		must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
			return tx.SaveGradings(ctx, ref, grader, part, reply)
		})
	}
	sheets, err := db.Sheets(t.Context(), ref)
	if err != nil || len(sheets) != 1 {
		t.Fatalf("sheets = %v, %v", sheets, err)
	}
	if sheets[0].Time.IsZero() {
		t.Error("the sheet has no time")
	}
	sheet.Original, sheets[0].Time = nil, time.Time{}
	same(t, "sheet", sheets[0], sheet)
	sets, err := db.Gradings(t.Context(), ref)
	if err != nil || len(sets) != 1 {
		t.Fatalf("gradings = %v, %v", sets, err)
	}
	same(t, "grader", sets[0].Rater, grader)
	same(t, "gradings", sets[0].Gradings, gradings)
	if len(sets[0].Replies) != 2 || sets[0].Replies[1].Text != reply.Text || string(sets[0].Replies[1].Meta) != string(reply.Meta) {
		t.Errorf("replies = %v", sets[0].Replies)
	}
}

func TestGoldPersonsRefusalsPreferencesComeBack(t *testing.T) {
	db, _ := collecting(t)
	opinion := []byte("Gutachten")
	gold := []study.GoldDocument{
		{Name: "b.txt", Text: "Gutachten", SHA256: hash(opinion), Size: 9},
		{Name: "a.txt", Text: "Zweites", SHA256: hash(nil), Size: 7},
	}
	names := []string{"Zoë Muster", "Anna Beispiel"}
	refusals := []sqlite.Refusal{
		{Time: demo.Created, File: "students.csv", At: "row 4", Participant: "T03", ProblemID: "answer.no-consent", Args: map[string]any{"value": "nein"}},
		{Time: demo.Created, File: "x.pdf", ProblemID: "file.no-text"},
	}
	must(t, db, func(ctx context.Context, tx *sqlite.Tx) error {
		for _, step := range []error{
			tx.SetGold(ctx, ref, gold, map[string][]byte{hash(opinion): opinion}),
			tx.SetPersons(ctx, ref.Study, names), tx.AddRefusals(ctx, ref, refusals[:1]), tx.AddRefusals(ctx, ref, refusals[1:]),
		} {
			if step != nil {
				return step
			}
		}
		return nil
	})
	ctx := t.Context()
	gotGold, err := db.Gold(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "gold", gotGold, gold)
	gotNames, err := db.Persons(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "persons", gotNames, names)
	gotRefusals, err := db.Refusals(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "refusals", gotRefusals, refusals)
	if err := db.SetPreference(ctx, "language", "pl"); err != nil {
		t.Fatal(err)
	}
	if v, err := db.Preference(ctx, "language"); v != "pl" || err != nil {
		t.Errorf("preference = %q, %v", v, err)
	}
	if err := db.SetPreference(ctx, "language", ""); err != nil {
		t.Fatal(err)
	}
	if v, err := db.Preference(ctx, "language"); v != "" || err != nil {
		t.Errorf("removed preference = %q, %v", v, err)
	}
}

func TestTheLogIsWholeAndEndsWithTheLastNote(t *testing.T) {
	db, _ := blinded(t)
	entries, err := db.Log(t.Context(), ref.Study)
	if err != nil || len(entries) != 2 {
		t.Fatalf("log = %v, %v", entries, err)
	}
	if err := studylog.Check(ref.Study, entries); err != nil {
		t.Error(err)
	}
}

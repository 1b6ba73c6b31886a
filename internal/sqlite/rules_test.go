package sqlite_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

type step = func(context.Context, *sqlite.Tx) error

// unblind ends a test.
func unblind(ctx context.Context, tx *sqlite.Tx) error {
	return tx.SetTest(ctx, ref, func(t *study.Test) { t.State = study.Unblinded })
}

func addAnswers(ctx context.Context, tx *sqlite.Tx) error {
	_, err := tx.AddAnswers(ctx, ref, incoming[:1])
	return err
}

func setOrigin(id string) step {
	return func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SetOrigin(ctx, ref, id, study.Control, study.Origin{Model: "m2"}, "Anders?")
	}
}

func withdraw(id string) step {
	return func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.Withdraw(ctx, ref, id)
		return err
	}
}

func saveSheet(replace bool, ratings ...study.Rating) step {
	return func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SaveSheet(ctx, ref, sqlite.Sheet{Rater: reviewer, Ratings: ratings}, replace)
	}
}

func saveGradings(rater study.Rater, gradings ...study.Grading) step {
	return func(ctx context.Context, tx *sqlite.Tx) error {
		return tx.SaveGradings(ctx, ref, rater, gradings, sqlite.Reply{})
	}
}

func dropBlinding(ctx context.Context, tx *sqlite.Tx) error { return tx.DropBlinding(ctx, ref) }

func TestWhatIsRefusedInWhichState(t *testing.T) {
	other := sqlite.Ref{Study: ref.Study, Test: "T9"}
	twice := []study.GoldDocument{{Name: "a.txt"}, {Name: "a.txt"}}
	type table map[string]struct {
		first step // "" nil: nothing
		do    step
		want  string
	}
	run := func(t *testing.T, db func(*testing.T) *sqlite.DB, cases table) {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) {
				db := db(t)
				if c.first != nil {
					must(t, db, c.first)
				}
				before, err := db.Log(t.Context(), ref.Study)
				if err != nil {
					t.Fatal(err)
				}
				wantProblem(t, try(t, db, c.do), c.want)
				after, err := db.Log(t.Context(), ref.Study)
				if err != nil {
					t.Fatal(err)
				}
				same(t, "the log after the refusal", after, before)
			})
		}
	}
	t.Run("collecting", func(t *testing.T) {
		run(t, func(t *testing.T) *sqlite.DB { db, _ := collecting(t); return db }, table{
			"same study":            {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AddStudy(ctx, demo) }, "study.exists"},
			"same case":             {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AddCase(ctx, tenancy) }, "case.exists"},
			"same test":             {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AddTest(ctx, first) }, "test.exists"},
			"test in other letters": {nil, func(ctx context.Context, tx *sqlite.Tx) error { u := first; u.ID = "t1"; return tx.AddTest(ctx, u) }, "test.exists"},
			"test of no case":       {nil, func(ctx context.Context, tx *sqlite.Tx) error { u := first; u.CaseID = "?"; return tx.AddTest(ctx, u) }, "case.not-found"},
			"unknown case changed":  {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.UpdateCase(ctx, study.Case{ID: "?"}) }, "case.not-found"},
			"unknown test changed":  {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SetTest(ctx, other, func(*study.Test) {}) }, "test.not-found"},
			"unknown test deleted":  {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.DeleteTest(ctx, other) }, "test.not-found"},
			"answers to no test": {nil, func(ctx context.Context, tx *sqlite.Tx) error {
				_, err := tx.AddAnswers(ctx, other, incoming)
				return err
			}, "test.not-found"},
			"refusals of no test":   {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.AddRefusals(ctx, other, nil) }, "test.not-found"},
			"unknown origin":        {nil, setOrigin("a99"), "answer.not-found"},
			"origin of a withdrawn": {withdraw("a01"), setOrigin("a01"), "answer.not-found"},
			"unknown withdrawn":     {nil, withdraw("a99"), "answer.not-found"},
			"withdrawn twice":       {withdraw("a01"), withdraw("a01"), "answer.already-withdrawn"},
			"sheet too early":       {nil, saveSheet(false), "test.not-blinded"},
			"grading too early":     {nil, saveGradings(grader), "test.not-blinded"},
			"unblinded too early":   {nil, unblind, "test.not-blinded"},
			"gold of one name":      {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SetGold(ctx, ref, twice, nil) }, "gold.twice"},
			"person twice": {nil, func(ctx context.Context, tx *sqlite.Tx) error {
				return tx.SetPersons(ctx, ref.Study, []string{"A", "A"})
			}, "person.twice"},
		})
	})
	t.Run("blinded", func(t *testing.T) {
		run(t, func(t *testing.T) *sqlite.DB { db, _ := blinded(t); return db }, table{
			"answers too late":    {nil, addAnswers, "test.already-blinded"},
			"origin too late":     {nil, setOrigin("a01"), "test.already-blinded"},
			"gold too late":       {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SetGold(ctx, ref, nil, nil) }, "test.already-blinded"},
			"case too late":       {nil, func(ctx context.Context, tx *sqlite.Tx) error { return tx.UpdateCase(ctx, tenancy) }, "case.in-use"},
			"sheet twice":         {saveSheet(false), saveSheet(false), "ratings.reviewer-exists"},
			"reviewer as grader":  {saveSheet(false), saveGradings(study.Rater{ID: reviewer.ID, Kind: study.AIRater}), "ratings.reviewer-exists"},
			"grader as reviewer":  {saveGradings(study.Rater{ID: reviewer.ID, Kind: study.AIRater}), saveSheet(true), "ratings.reviewer-exists"},
			"unknown code rated":  {nil, saveSheet(false, study.Rating{Code: "Q"}), "rating.no-such-code"},
			"withdrawn code":      {withdraw("a01"), saveSheet(false, study.Rating{Code: "Z"}), "rating.no-such-code"},
			"code rated twice":    {nil, saveSheet(false, study.Rating{Code: "X"}, study.Rating{Code: "X"}), "rating.twice"},
			"unknown code graded": {nil, saveGradings(grader, study.Grading{Rating: study.Rating{Code: "Q"}}), "rating.no-such-code"},
			"blinded after rated": {saveSheet(false), dropBlinding, "test.already-rated"},
			"state going back": {nil, func(ctx context.Context, tx *sqlite.Tx) error {
				return tx.SetTest(ctx, ref, func(t *study.Test) { t.State = study.Collecting })
			}, "test.no-way-back"},
			"answers unblinded":  {unblind, addAnswers, "test.already-unblinded"},
			"sheet unblinded":    {unblind, saveSheet(false), "test.already-unblinded"},
			"grading unblinded":  {unblind, saveGradings(grader), "test.already-unblinded"},
			"blinding unblinded": {unblind, dropBlinding, "test.already-unblinded"},
		})
	})
}

func TestWhatDevelopersMustNotDo(t *testing.T) {
	db, b := blinded(t)
	ctx := t.Context()
	wrong := b
	wrong.Answers = b.Answers[:2]
	for name, do := range map[string]func(tx *sqlite.Tx) error{
		"change without a note": func(tx *sqlite.Tx) error {
			return tx.SetTest(ctx, ref, func(*study.Test) {})
		},
		"change another study": func(tx *sqlite.Tx) error {
			return tx.AddTest(ctx, study.Test{ID: "T2", StudyID: "OTHER"})
		},
		"delete the study from inside": func(tx *sqlite.Tx) error { return tx.DeleteStudy(ctx, ref.Study) },
		"rename a test":                func(tx *sqlite.Tx) error { return tx.SetTest(ctx, ref, func(t *study.Test) { t.ID = "T2" }) },
		"a key of other answers":       func(tx *sqlite.Tx) error { return tx.SaveBlinding(ctx, ref, wrong) },
		"bytes of another file": func(tx *sqlite.Tx) error {
			return tx.SaveSheet(ctx, ref, sqlite.Sheet{Rater: reviewer, File: study.SourceFile{SHA256: hash(nil)}, Original: table}, false)
		},
		"a person as grader": func(tx *sqlite.Tx) error { return tx.SaveGradings(ctx, ref, reviewer, nil, sqlite.Reply{}) },
		"a note that is no object": func(tx *sqlite.Tx) error {
			return tx.Note(ctx, studylog.Reported, "", []int{1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := db.Write(ctx, ref.Study, do)
			if err == nil || len(study.Problems(err)) > 0 {
				t.Errorf("got %v, want an error for developers", err)
			}
		})
	}
}

func TestTheLogCanNotBeChangedFromOutside(t *testing.T) {
	db, _ := blinded(t)
	for _, statement := range []string{
		`UPDATE log SET data = '{}'`,
		`DELETE FROM log WHERE seq = 2`,
		`DELETE FROM log`,
	} {
		if err := db.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func TestTheArchiveHasALogOfItsOwn(t *testing.T) {
	db := fresh(t)
	ctx := t.Context()
	for _, id := range []string{"C1", "C2"} {
		err := db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error {
			if err := tx.AddCase(ctx, study.Case{ID: id}); err != nil {
				return err
			}
			return tx.Note(ctx, studylog.CaseCreated, "", map[string]any{"case": id})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	entries, err := db.Log(ctx, sqlite.Archive)
	if err != nil || len(entries) != 2 {
		t.Fatalf("log = %v, %v", entries, err)
	}
	if err := studylog.Check(sqlite.Archive, entries); err != nil {
		t.Error(err)
	}
}

func TestABlindingIsTakenBackWhenItsAnswersChange(t *testing.T) {
	for name, change := range map[string]step{
		"an answer came in":        addAnswers,
		"an origin was changed":    setOrigin("a01"),
		"an answer was withdrawn":  withdraw("a01"),
		"the gold standard came":   func(ctx context.Context, tx *sqlite.Tx) error { return tx.SetGold(ctx, ref, nil, nil) },
		"the question was changed": func(ctx context.Context, tx *sqlite.Tx) error { return tx.UpdateCase(ctx, tenancy) },
		"it was dropped":           dropBlinding,
	} {
		t.Run(name, func(t *testing.T) {
			db, answers := collecting(t)
			b := blindedOf(t, answers)
			b.State = study.Collecting
			must(t, db, func(ctx context.Context, tx *sqlite.Tx) error { return tx.SaveBlinding(ctx, ref, b) })
			must(t, db, change)
			_, err := db.Key(t.Context(), ref)
			wantProblem(t, err, "test.not-blinded")
			if rows, err := db.Blinded(t.Context(), ref); err != nil || len(rows) != 0 {
				t.Errorf("blinded = %v, %v", rows, err)
			}
		})
	}
}

func TestAReplacedSheetLeavesNothingOfTheOldOne(t *testing.T) {
	db, _ := blinded(t)
	must(t, db, saveSheet(false, ratings...))
	must(t, db, saveSheet(true, study.Rating{Code: "Y", Grade: study.Known(3)}))
	sheets, err := db.Sheets(t.Context(), ref)
	if err != nil || len(sheets) != 1 || len(sheets[0].Ratings) != 1 || sheets[0].Ratings[0].Code != "Y" {
		t.Errorf("sheets = %+v, %v", sheets, err)
	}
}

func TestCasesAreFoundByTheirWords(t *testing.T) {
	db := fresh(t)
	ctx := t.Context()
	err := db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error {
		for _, c := range []study.Case{
			{ID: "A1", Title: "Räumung", Area: "Mietrecht", Facts: "Der ÖKOSTROM fiel aus."},
			{ID: "A2", Title: "Łódź", Area: "Arbeitsrecht", Facts: "Kündigung per E-Mail", TargetQuestion: "Wirksam?"},
		} {
			if err := tx.AddCase(ctx, c); err != nil {
				return err
			}
		}
		return tx.Note(ctx, studylog.CaseCreated, "", nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		query sqlite.Query
		want  string
	}{
		"all":                      {sqlite.Query{}, "A1 A2"},
		"an area":                  {sqlite.Query{Area: "Mietrecht"}, "A1"},
		"capitals beyond ASCII":    {sqlite.Query{Words: "ökostrom"}, "A1"},
		"Polish capitals":          {sqlite.Query{Words: "łódź"}, "A2"},
		"every word, any order":    {sqlite.Query{Words: "wirksam kündigung"}, "A2"},
		"a word that is not there": {sqlite.Query{Words: "kündigung ökostrom"}, ""},
		"a percent sign is a sign": {sqlite.Query{Words: "%"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			cases, err := db.Cases(ctx, c.query)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, c := range cases {
				ids = append(ids, c.ID)
			}
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestManyReadWhileOneWrites(t *testing.T) {
	db, _ := collecting(t)
	const writes, readers = 20, 6
	var all sync.WaitGroup
	done := make(chan struct{})
	for range readers {
		all.Go(func() {
			for {
				answers, err := db.Answers(t.Context(), ref)
				if err != nil || len(answers) < 3 {
					t.Errorf("reading: %d answers, %v", len(answers), err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	var writers sync.WaitGroup
	for range writes {
		writers.Go(func() {
			if err := try(t, db, addAnswers); err != nil {
				t.Errorf("writing: %v", err)
			}
		})
	}
	writers.Wait()
	close(done)
	all.Wait()
	answers, err := db.Answers(t.Context(), ref)
	if err != nil || len(answers) != 3+writes || answers[len(answers)-1].ID != "a23" {
		t.Errorf("%d answers, %v", len(answers), err)
	}
	entries, err := db.Log(t.Context(), ref.Study)
	if err != nil || len(entries) != 1+writes || studylog.Check(ref.Study, entries) != nil {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

func TestAViewSeesOneMoment(t *testing.T) {
	db, _ := collecting(t)
	err := db.View(t.Context(), func(r sqlite.Reader) error {
		before, err := r.Answers(t.Context(), ref)
		if err != nil {
			return err
		}
		must(t, db, addAnswers)
		after, err := r.Answers(t.Context(), ref)
		if err != nil {
			return err
		}
		if len(before) != 3 || len(after) != 3 {
			t.Errorf("%d answers, then %d", len(before), len(after))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if answers, err := db.Answers(t.Context(), ref); err != nil || len(answers) != 4 {
		t.Errorf("afterwards %d answers, %v", len(answers), err)
	}
}

func TestAStoppedWriteChangesNothing(t *testing.T) {
	db, _ := collecting(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if _, err := tx.AddAnswers(ctx, ref, incoming); err != nil {
			return err
		}
		cancel()
		return tx.Note(ctx, studylog.AnswersImported, ref.Test, nil)
	})
	if err == nil || ctx.Err() == nil {
		t.Fatalf("got %v", err)
	}
	if answers, err := db.Answers(t.Context(), ref); err != nil || len(answers) != 3 {
		t.Errorf("%d answers, %v", len(answers), err)
	}
}

// maybe draws a value or a reason why there is none.
func maybe[T any](values *rapid.Generator[T]) *rapid.Generator[study.Maybe[T]] {
	return rapid.Custom(func(t *rapid.T) study.Maybe[T] {
		if rapid.Bool().Draw(t, "known") {
			return study.Known(values.Draw(t, "value"))
		}
		return study.Absent[T](study.Absence(rapid.IntRange(int(study.Missing), int(study.NotApplicable)).Draw(t, "why")))
	})
}

func TestEveryRatingComesBackAsItWas(t *testing.T) {
	db, _ := blinded(t)
	rapid.Check(t, func(r *rapid.T) {
		rating := study.Rating{
			Code:      study.Code(rapid.SampledFrom([]string{"X", "Y", "Z"}).Draw(r, "code")),
			Category:  maybe(rapid.SampledFrom(study.Categories())).Draw(r, "category"),
			Agreement: maybe(rapid.IntRange(0, 100)).Draw(r, "agreement"),
			Grade:     maybe(rapid.IntRange(1, 5)).Draw(r, "grade"),
			Grid:      maybe(rapid.Map(rapid.IntRange(1, 5), func(i int) study.Grid { return study.Grid(i) })).Draw(r, "grid"),
			Target:    maybe(rapid.SampledFrom(study.Targets())).Draw(r, "target"),
			Guess:     maybe(rapid.SampledFrom(study.Guesses())).Draw(r, "guess"),
			Comment:   rapid.String().Draw(r, "comment"),
		}
		if err := try(t, db, saveSheet(true, rating)); err != nil {
			r.Fatal(err)
		}
		sheets, err := db.Sheets(t.Context(), ref)
		if err != nil || len(sheets) != 1 || len(sheets[0].Ratings) != 1 {
			r.Fatalf("sheets = %v, %v", sheets, err)
		}
		if got := sheets[0].Ratings[0]; got != rating {
			r.Fatalf("got %+v, want %+v", got, rating)
		}
	})
}

package conduct_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// at is a conduct on the database below dir, at a moment that the test moves. Whoever opens it closes it.
func at(t *testing.T, dir string, moment *time.Time) *conduct.Conduct {
	t.Helper()
	home, err := folder.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := conduct.Open(t.Context(), conduct.Config{Home: home, Salt: strings.NewReader(strings.Repeat("salt", 1000)),
		Now: func() time.Time {
			*moment = moment.Add(time.Second)
			return *moment
		}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func shut(t *testing.T, c *conduct.Conduct) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAStudyWhoseTimeIsOverIsProposedAndNeverDeletedByItself(t *testing.T) {
	moment := time.Date(2026, 8, 31, 9, 0, 0, 0, time.UTC)
	c := at(t, t.TempDir(), &moment)
	defer shut(t, c)
	if _, err := c.Demo(t.Context(), job.Silent); err != nil {
		t.Fatal(err)
	}
	proposed := func() int {
		t.Helper()
		list, err := c.Overdue(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	moment = moment.AddDate(90, 0, 0)
	if n := proposed(); n != 0 {
		t.Errorf("without a term %d studies are proposed", n)
	}
	moment = moment.AddDate(-90, 0, 0)
	if err := c.SetRetention(t.Context(), 6); err != nil { // 31 August and six months: the last day of February
		t.Fatal(err)
	}
	moment = time.Date(2027, 2, 27, 23, 0, 0, 0, time.UTC)
	if n := proposed(); n != 0 {
		t.Errorf("a day too early %d studies are proposed", n)
	}
	moment = time.Date(2027, 2, 28, 23, 0, 0, 0, time.UTC)
	if n := proposed(); n != 1 {
		t.Errorf("when the time is over %d studies are proposed, want 1", n)
	}
	list, err := c.Studies(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("the program deleted by itself: %v, %v", list, err)
	}
	if _, err := c.CreateTest(t.Context(), study.Test{StudyID: list[0].ID, CaseID: must(c.Cases(t.Context(), ""))[0].ID}); err != nil {
		t.Fatal(err)
	}
	if n := proposed(); n != 0 {
		t.Errorf("a study in which a test goes on is proposed")
	}
	if err := c.SetRetention(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if months, err := c.Retention(t.Context()); months != 0 || err != nil {
		t.Errorf("the term is still %d, %v", months, err)
	}
}

func TestAnErasedStudyLeavesNothingOfItself(t *testing.T) {
	dir := t.TempDir()
	moment := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	c := at(t, dir, &moment)
	if _, err := c.Demo(t.Context(), job.Silent); err != nil {
		t.Fatal(err)
	}
	if _, err := c.BackUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := must(c.Studies(t.Context()))[0].ID
	wantProblem(t, c.EraseStudy(t.Context(), "none"), "study.not-found")
	if err := c.EraseStudy(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if list := must(c.Studies(t.Context())); len(list) > 0 {
		t.Errorf("the database still has %v", list)
	}
	if copies, err := c.Backups(); err != nil || len(copies) > 0 {
		t.Errorf("copies still have it: %v, %v", copies, err)
	}
	shut(t, c)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "cache") {
			return err
		}
		if strings.Contains(path, id) {
			t.Errorf("a file is left: %s", path)
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), "T01") && !strings.Contains(path, "Kategorien") {
			t.Errorf("%s still names a participant", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCopiesAreMadeOnceADayAndTheNewestAreKept(t *testing.T) {
	moment := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	c := at(t, t.TempDir(), &moment)
	defer shut(t, c)
	count := func(want int) {
		t.Helper()
		if err := c.BackUpDaily(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list := must(c.Backups()); len(list) != want {
			t.Errorf("there are %d copies, want %d: %v", len(list), want, list)
		}
	}
	count(0) // nothing to lose yet
	if _, err := c.CreateStudy(t.Context(), study.Study{Name: "One", Language: study.English}); err != nil {
		t.Fatal(err)
	}
	count(1)
	count(1)
	if n := must(c.BackupsKept(t.Context())); n != conduct.UsualBackups {
		t.Errorf("%d are kept where nobody chose", n)
	}
	for day := range 12 {
		moment = moment.AddDate(0, 0, 1)
		count(min(day+2, conduct.UsualBackups))
	}
	if err := c.SetBackupsKept(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	count(2)
}

func TestARestoredStudyIsAsItWasAndTheDocumentsStayWhereTheyAre(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	moment := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	c := at(t, dir, &moment)
	if _, err := c.CreateStudy(t.Context(), study.Study{Name: "One", Language: study.English}); err != nil {
		t.Fatal(err)
	}
	copied := must(c.BackUp(t.Context()))
	if _, err := c.CreateStudy(t.Context(), study.Study{Name: "Two", Language: study.English}); err != nil {
		t.Fatal(err)
	}
	home := c.Home()
	shut(t, c)
	plan := must(conduct.PlanDocuments(t.Context(), home, elsewhere))
	if err := conduct.MoveDocuments(t.Context(), home, plan, true, job.Silent); err != nil {
		t.Fatal(err)
	}
	if err := conduct.Restore(t.Context(), home, copied.Name, nil); err != nil {
		t.Fatal(err)
	}
	c = at(t, dir, &moment)
	defer shut(t, c)
	if list := must(c.Studies(t.Context())); len(list) != 1 || list[0].Name != "One" {
		t.Errorf("the studies are %v", list)
	}
	if got := c.Home().Documents; got != plan.Folder {
		t.Errorf("documents go to %s, want %s", got, plan.Folder)
	}
}

func TestDocumentsCanBeginAnewElsewhere(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	moment := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	c := at(t, dir, &moment)
	if _, err := c.Demo(context.Background(), job.Silent); err != nil {
		t.Fatal(err)
	}
	home := c.Home()
	shut(t, c)
	plan := must(conduct.PlanDocuments(t.Context(), home, elsewhere))
	if plan.Load.Files == 0 || plan.Occupied {
		t.Errorf("the plan is %+v", plan)
	}
	if err := conduct.MoveDocuments(t.Context(), home, plan, false, job.Silent); err != nil {
		t.Fatal(err)
	}
	c = at(t, dir, &moment)
	defer shut(t, c)
	if got := c.Home(); got.Documents != plan.Folder || got.Missing() {
		t.Errorf("documents go to %+v", got)
	}
	if _, err := os.Stat(home.Documents); errors.Is(err, fs.ErrNotExist) {
		t.Error("what stood in the old folder is gone")
	}
	back := must(conduct.PlanDocuments(t.Context(), c.Home(), home.Usual))
	if !back.Occupied || back.Folder != home.Usual {
		t.Errorf("the way back: %+v", back)
	}
}

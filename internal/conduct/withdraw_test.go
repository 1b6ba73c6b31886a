package conduct_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// peculiar is what T07 wrote: its words stand nowhere else.
const peculiar = "Zwetschkenkuchen backt man nicht mit einer Kündigung, die niemand je unterschrieben oder zugestellt hat."

// traces lists the files below a folder that hold the words, also packed.
func traces(t *testing.T, dir, words string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if holds(t, data, words) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func holds(t *testing.T, data []byte, words string) bool {
	t.Helper()
	if bytes.Contains(data, []byte(words)) {
		return true
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		inner, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if holds(t, inner, words) {
			return true
		}
	}
	return false
}

// sheetFor is a reviewer's sheet that quotes T07 in every row.
func sheetFor(ref conduct.Ref, codes []study.Code) conduct.File {
	text := "# Study," + ref.Study + "\n# Reviewer,R01\nCode,Grade 1–5,Grid level,Origin guess (last!),Remarks\n"
	for _, code := range codes {
		text += fmt.Sprintf("%s,2,2,ai,\"«%s» – nun ja\"\n", code, peculiar)
	}
	return conduct.File{Name: "R01.csv", Data: []byte(text)}
}

// reach takes a test with an answer of T07 to a point of its life.
func reach(t *testing.T, c *conduct.Conduct, ref conduct.Ref, point string) {
	t.Helper()
	ctx := context.Background()
	if point == "collecting" {
		return
	}
	steps := []struct {
		point string
		do    func() error
	}{
		{"blinded", func() error { return c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent) }},
		{"handed out", func() error { _, err := c.HandOut(ctx, ref, "", job.Silent); return err }},
		{"rated", func() error {
			h, err := c.Handed(ctx, ref)
			if err != nil {
				return err
			}
			p, err := c.PreviewRatings(ctx, ref, []conduct.File{sheetFor(ref, h.Codes)})
			if err != nil {
				return err
			}
			_, err = c.ImportRatings(ctx, ref, p, false)
			return err
		}},
		{"unblinded", func() error { return c.Unblind(ctx, ref) }},
		{"reported", func() error { _, err := c.Report(ctx, ref, job.Silent); return err }},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			t.Fatalf("%s: %v", s.point, err)
		}
		if s.point == point {
			return
		}
	}
	t.Fatalf("there is no point %q", point)
}

// withT07 is a collecting test in which T07 has an answer, from a table with others.
func withT07(t *testing.T, c *conduct.Conduct) conduct.Ref {
	t.Helper()
	ref := collecting(t, c)
	withAnswers(t, c, ref)
	bring(t, c, ref, "Anna Huber.csv", "answer;source;id;consent\n\""+peculiar+"\";student;T07;yes\n", conduct.Hint{})
	bring(t, c, ref, "others.csv", "answer;source;id;consent\nThe notice is void for lack of form.;student;T08;yes\n", conduct.Hint{})
	return ref
}

func TestAWithdrawalLeavesNoCopyWheneverItComes(t *testing.T) {
	for _, point := range []string{"collecting", "blinded", "handed out", "rated", "unblinded", "reported"} {
		t.Run(point, func(t *testing.T) {
			dir := t.TempDir()
			c, ctx := open(t, dir), context.Background()
			ref := withT07(t, c)
			reach(t, c, ref, point)
			words := strings.Join(strings.Fields(peculiar)[3:12], " ")
			if len(traces(t, dir, words)) == 0 {
				t.Fatal("the search finds nothing even before")
			}
			w, err := c.WithdrawConsent(ctx, ref, "T07")
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range []string{words, "Anna Huber"} {
				if found := traces(t, dir, what); len(found) > 0 {
					t.Errorf("%q is still in %v", what, found)
				}
			}
			for _, p := range w.Left {
				wantProblem(t, p, p.ID)
			}
			if point == "handed out" || point == "rated" || point == "unblinded" || point == "reported" {
				checkHandOut(t, c, ref, w)
			}
			v, err := c.Verify(ctx, ref)
			if err != nil || v.Err() != nil {
				t.Errorf("verification: %+v, %v", v, err)
			}
		})
	}
}

// checkHandOut asks that the blind folder was written anew without the code, and that nothing else changed.
func checkHandOut(t *testing.T, c *conduct.Conduct, ref conduct.Ref, w conduct.Withdrawal) {
	t.Helper()
	h, err := c.Handed(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if w.Code == "" || len(h.Codes) != 3 {
		t.Errorf("code %q, left are %v", w.Code, h.Codes)
	}
	for _, code := range append(h.Codes, w.Code) {
		_, err := os.Stat(filepath.Join(h.Folder, "answers", string(code)+".txt"))
		matches, _ := filepath.Glob(filepath.Join(h.Folder, "*", "*"+string(code)+".*"))
		if there := err == nil || len(matches) > 0; there == (code == w.Code) {
			t.Errorf("answer %s in the folder: %v", code, there)
		}
	}
}

func TestSheetsOfTheFormerFolderStillCountAfterAWithdrawal(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := withT07(t, c)
	reach(t, c, ref, "handed out")
	h, err := c.Handed(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	forms, err := filepath.Glob(filepath.Join(h.Folder, "*.csv"))
	if err != nil || len(forms) == 0 {
		t.Fatalf("no sheet in the blind folder: %v", err)
	}
	sheet, err := os.ReadFile(forms[0])
	if err != nil {
		t.Fatal(err)
	}
	w, err := c.WithdrawConsent(ctx, ref, "T07")
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.PreviewRatings(ctx, ref, []conduct.File{{Name: "Bewertung_R02.csv", Data: sheet}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range p[0].Ratings {
		if r.Code == w.Code {
			t.Error("the withdrawn answer was rated")
		}
	}
}

func TestTheLastAnswerThatIsWithdrawnTakesTheFolderAlong(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref := collecting(t, c)
	bring(t, c, ref, "people.csv", "answer;source;id;consent\n\""+peculiar+"\";student;T07;yes\nThe notice is void for lack of form.;student;T08;yes\n", conduct.Hint{})
	reach(t, c, ref, "reported")
	for _, id := range []string{"T07", "T08"} {
		if _, err := c.WithdrawConsent(ctx, ref, id); err != nil {
			t.Fatal(err)
		}
	}
	h, err := c.Handed(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{h.Folder, h.Zip} {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", filepath.Base(path), err)
		}
	}
	if found := traces(t, dir, "lack of form"); len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
}

func TestWhoIsOnlySetAsideCanWithdrawToo(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref := collecting(t, c)
	bring(t, c, ref, "late.csv", "answer;source;id;consent\n\""+peculiar+"\";student;T07;\n", conduct.Hint{})
	if _, err := c.WithdrawConsent(ctx, ref, "T07"); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, dir, "Zwetschkenkuchen"); len(found) > 0 {
		t.Errorf("the text is still in %v", found)
	}
	if asides, err := c.Asides(ctx, ref); err != nil || len(asides) != 0 {
		t.Errorf("set aside: %v, %v", asides, err)
	}
	wantProblem(t, withdrawing(c, ref, "T07"), "answer.no-participant")
	wantProblem(t, withdrawing(c, ref, ""), "answer.no-participant")
}

func TestAWithdrawalSaysWhereElseThePersonHasAnswers(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := withT07(t, c)
	x, err := c.CreateTest(ctx, study.Test{StudyID: ref.Study, CaseID: "Notice", Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	other := conduct.Ref{Study: ref.Study, Test: x.ID}
	bring(t, c, other, "again.csv", "answer;source;id;consent\nIt is void for lack of form.;student;T07;yes\n", conduct.Hint{})
	w, err := c.WithdrawConsent(ctx, ref, "T07")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := false
	for _, p := range w.Left {
		elsewhere = elsewhere || p.ID == "withdraw.elsewhere" && p.Args["test"] == x.ID
	}
	if !elsewhere {
		t.Errorf("%v", w.Left)
	}
}

func TestTheStardReportOfTheStudyIsWrittenAnewWithoutTheAnswer(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := withT07(t, c)
	reach(t, c, ref, "reported")
	before, err := c.Stard(ctx, ref.Study, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(before.Folder, "data.json")
	old, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	w, err := c.WithdrawConsent(ctx, ref, "T07")
	if err != nil {
		t.Fatal(err)
	}
	if now, err := os.ReadFile(data); err != nil || bytes.Equal(now, old) {
		t.Errorf("the STARD report still counts the answer (%v)", err)
	}
	if !slices.Contains(w.Rewritten, data) {
		t.Errorf("%s is not among what was written anew: %v", data, w.Rewritten)
	}
}

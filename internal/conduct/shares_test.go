package conduct_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// dozen is a blinded test of twelve answers, not yet handed out.
func dozen(t *testing.T, c *conduct.Conduct) conduct.Ref {
	t.Helper()
	ref := collecting(t, c)
	table := "answer;source;id;consent\n"
	for i := range 12 {
		table += fmt.Sprintf("The notice is void for reason number %d.;student;T%02d;yes\n", i+1, i+1)
	}
	bring(t, c, ref, "people.csv", table, conduct.Hint{})
	if err := c.Blind(context.Background(), ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	return ref
}

// graded is a filled sheet that gives every code a grade.
func graded(reviewer string, grades map[study.Code]int) conduct.File {
	text := "# Reviewer," + reviewer + "\nCode,Grade 1–5\n"
	for code, grade := range grades {
		text += fmt.Sprintf("%s,%d\n", code, grade)
	}
	return conduct.File{Name: reviewer + ".csv", Data: []byte(text)}
}

// take imports one sheet.
func take(t *testing.T, c *conduct.Conduct, ref conduct.Ref, f conduct.File) conduct.SheetPreview {
	t.Helper()
	p, err := c.PreviewRatings(context.Background(), ref, []conduct.File{f})
	if err == nil {
		_, err = c.ImportRatings(context.Background(), ref, p, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p[0]
}

// verified asks that everything of a test holds.
func verified(t *testing.T, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	v, err := c.Verify(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range v.Checks {
		if !check.OK {
			t.Errorf("%s does not hold: %v", check.Name, check.Why)
		}
	}
}

func TestSharesAreBalancedWhateverThePlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 9).Draw(t, "reviewers")
		o := conduct.Overlap{Each: rapid.IntRange(2, m).Draw(t, "each"), Seed: rapid.Int32().Draw(t, "seed")}
		for i := range m {
			o.Reviewers = append(o.Reviewers, fmt.Sprintf("R%02d", i+1))
		}
		codes := study.CodesFor(rapid.IntRange(1, 60).Draw(t, "answers"))
		list := conduct.Shares(o, codes)
		raters, least, most := make(map[study.Code]int), len(codes), 0
		for _, s := range list {
			least, most = min(least, len(s.Codes)), max(most, len(s.Codes))
			for _, code := range s.Codes {
				raters[code]++
			}
		}
		if most-least > 1 {
			t.Errorf("shares from %d to %d", least, most)
		}
		for _, code := range codes {
			if raters[code] != o.Each {
				t.Errorf("%s goes to %d reviewers, want %d", code, raters[code], o.Each)
			}
		}
		if again := conduct.Shares(o, codes); fmt.Sprint(again) != fmt.Sprint(list) {
			t.Error("the same plan gives other shares")
		}
	})
}

func TestNoPairOfReviewersStandsApart(t *testing.T) {
	o := conduct.Overlap{Each: 2, Seed: 7, Reviewers: []string{"R01", "R02", "R03", "R04", "R05"}}
	list := conduct.Shares(o, study.CodesFor(100))
	for i, a := range list {
		for _, b := range list[i+1:] {
			common := 0
			for _, code := range a.Codes {
				if slices.Contains(b.Codes, code) {
					common++
				}
			}
			if common < 8 || common > 12 { // 100 answers over 10 pairs
				t.Errorf("%s and %s have %d answers in common, want about 10", a.Reviewer, b.Reviewer, common)
			}
		}
	}
}

func TestEachReviewersFolderHoldsTheirShareAlone(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := dozen(t, c)
	planned, err := c.PlanOverlap(ctx, ref, conduct.Overlap{Each: 2, Reviewers: []string{"R01", "R02", "R03"}})
	if err != nil || len(planned) != 3 {
		t.Fatalf("%v, %v", planned, err)
	}
	h, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Orders: true}, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range h.Copies {
		if !slices.Equal(one.Codes, planned[i].Codes) || len(one.Codes) != 8 || len(one.Order) != 8 {
			t.Errorf("%s got %v in the order %v, planned was %v", one.Reviewer, one.Codes, one.Order, planned[i].Codes)
		}
		files, err := os.ReadDir(filepath.Join(one.Folder, "Answers"))
		if err != nil || len(files) != 16 {
			t.Errorf("%s has %d files of answers, %v", one.Reviewer, len(files), err)
		}
		sheet, err := os.ReadFile(filepath.Join(one.Folder, "Bewertung_Tenancy-2026_"+one.Reviewer+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range h.Codes {
			if bytes.Contains(sheet, []byte("\n"+string(code)+",")) != slices.Contains(one.Codes, code) {
				t.Errorf("%s: code %s is not on the sheet as it was given", one.Reviewer, code)
			}
		}
		p, err := c.PreviewRatings(ctx, ref, []conduct.File{{Name: "own.csv", Data: sheet}})
		if err != nil || len(p[0].Refused) > 0 {
			t.Errorf("the own sheet of %s: %v, %v", one.Reviewer, p, err)
		}
	}
	verified(t, c, ref)
	all := make(map[study.Code]int)
	for _, code := range h.Codes {
		all[code] = 2
	}
	p := take(t, c, ref, graded("R01", all))
	if len(p.Refused) != 4 || p.Values() != 8 || p.Refused[0].ID != "ratings.not-given" || p.Refused[0].Row == 0 {
		t.Errorf("taken %d, refused %v", p.Values(), p.Refused)
	}
	if _, err := c.PreviewRatings(ctx, ref, []conduct.File{graded("R09", all)}); err != nil {
		t.Fatal(err)
	}
	state, err := c.Reviewing(ctx, ref)
	if err != nil || len(state) != 3 || state[0].Values != 8 || len(state[0].Missing) != 0 || !state[1].Returned.IsZero() || state[1].HandedOut.IsZero() {
		t.Errorf("%+v, %v", state, err)
	}
	if _, err := c.Remind(ctx, ref, "R01", ""); !study.HasProblem(err, "reviewer.nothing-missing") {
		t.Errorf("a reminder to nobody: %v", err)
	}
}

func TestASheetWhoseReviewerIsSaidLaterIsHeldAgainstTheShare(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := dozen(t, c)
	if _, err := c.PlanOverlap(ctx, ref, conduct.Overlap{Each: 2, Reviewers: []string{"R01", "R02", "R03"}}); err != nil {
		t.Fatal(err)
	}
	h, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{}, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[study.Code]int)
	for _, code := range h.Codes {
		all[code] = 1
	}
	sheet := graded("R01", all)
	sheet.Name, sheet.Data = "sheet.csv", bytes.Replace(sheet.Data, []byte("# Reviewer,R01\n"), nil, 1)
	p, err := c.PreviewRatings(ctx, ref, []conduct.File{sheet})
	if err != nil {
		t.Fatal(err)
	}
	p[0].Reviewer = "R02"
	_, err = c.ImportRatings(ctx, ref, p, false)
	wantProblem(t, err, "ratings.not-given")
}

func TestAWithdrawalLeavesTheSharesOfTheOthersAsTheyAre(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := dozen(t, c)
	if _, err := c.PlanOverlap(ctx, ref, conduct.Overlap{Each: 2, Reviewers: []string{"R01", "R02", "R03"}}); err != nil {
		t.Fatal(err)
	}
	before, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Repeats: 12}, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	w, err := c.WithdrawConsent(ctx, ref, "T03")
	if err != nil {
		t.Fatal(err)
	}
	after, err := c.Handed(ctx, ref)
	if err != nil || len(after.Codes) != 22 {
		t.Fatalf("%d codes left, %v", len(after.Codes), err)
	}
	for i, one := range after.Copies {
		for _, code := range before.Copies[i].Codes {
			if gone := !slices.Contains(one.Codes, code); gone && slices.Contains(after.Codes, code) {
				t.Errorf("%s lost %s, withdrawn was %s", one.Reviewer, code, w.Code)
			}
		}
	}
	verified(t, c, ref)
}

func TestARepeatLooksLikeAnyOtherAnswer(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := dozen(t, c)
	h, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Repeats: 4, Reviewers: []string{"R01"}}, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(h.Codes, study.CodesFor(16)) {
		t.Fatalf("codes %v", h.Codes)
	}
	lines, err := c.ShowKey(ctx, ref, conduct.KeyOpening{})
	if err != nil {
		t.Fatal(err)
	}
	last, repeats := 0, 0
	for i, l := range lines {
		if l.RepeatOf != "" {
			if repeats++; i >= 12 {
				last++
			}
		}
	}
	if repeats != 4 || last == 4 {
		t.Errorf("%d repeats, %d of them under the last codes", repeats, last)
	}
	err = filepath.WalkDir(h.Copies[0].Folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(data), []byte("repeat")) && filepath.Ext(path) != ".html" && filepath.Ext(path) != ".xlsx" {
			t.Errorf("%s speaks of repeats", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	verified(t, c, ref)
	if _, err := c.HandOutTo(ctx, dozenAgain(t, c, ref), conduct.HandOutOptions{Repeats: 13}, job.Silent); !study.HasProblem(err, "handout.too-many-repeats") {
		t.Errorf("13 repeats of 12 answers: %v", err)
	}
}

// dozenAgain is a second blinded test of the same study.
func dozenAgain(t *testing.T, c *conduct.Conduct, ref conduct.Ref) conduct.Ref {
	t.Helper()
	first, err := c.Test(context.Background(), ref)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.CreateTest(context.Background(), study.Test{StudyID: ref.Study, CaseID: first.CaseID, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	again := conduct.Ref{Study: ref.Study, Test: x.ID}
	withAnswers(t, c, again)
	if err := c.Blind(context.Background(), again, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	return again
}

func TestRepeatsAndPracticeCountInNoOtherFigure(t *testing.T) {
	figures := func(o conduct.HandOutOptions) (string, *conduct.Conduct, conduct.Ref, conduct.HandedOut) {
		c, ctx := open(t, t.TempDir()), context.Background()
		ref := dozen(t, c)
		h, err := c.HandOutTo(ctx, ref, o, job.Silent)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := c.ShowKey(ctx, ref, conduct.KeyOpening{})
		if err != nil {
			t.Fatal(err)
		}
		for i, reviewer := range []string{"R01", "R02"} {
			grades := make(map[study.Code]int)
			for _, l := range lines {
				grades[l.Code] = 1 + (int(l.Answer[2]-'0')+i)%3
			}
			for _, code := range h.Codes {
				if grades[code] == 0 {
					grades[code] = 5 // to practise on
				}
			}
			take(t, c, ref, graded(reviewer, grades))
		}
		f, err := c.Figures(ctx, ref)
		if err != nil {
			t.Fatal(err)
		}
		alpha := f.Agreement[2].People // of the grade
		return fmt.Sprintf("%s over %d answers", alpha, len(f.Answers)), c, ref, h
	}
	plain, _, _, _ := figures(conduct.HandOutOptions{})
	practice := conduct.HandOutOptions{Repeats: 5, Calibration: []conduct.File{{Name: "p.txt", Data: []byte("The notice is fine.")}}}
	with, c, ref, h := figures(practice)
	if plain != with {
		t.Errorf("figures with repeats and practice: %s, without: %s", with, plain)
	}
	own, err := c.Consistency(context.Background(), ref)
	if err != nil || len(own) != 2 || own[0].Repeats != 5 {
		t.Fatalf("%+v, %v", own, err)
	}
	if v, ok := own[0].Grade.Value(); !ok || v != 1 {
		t.Errorf("R01 rates the same alike and has %s", own[0].Grade)
	}
	if _, err := json.Marshal(own); err != nil {
		t.Error(err)
	}
	apart, err := c.Calibration(context.Background(), ref)
	if err != nil || len(apart.Answers) != 1 || apart.Answers[0].Code != h.Codes[0] {
		t.Errorf("practised on %+v, %v; handed out first was %s", apart.Answers, err, h.Codes[0])
	}
	verified(t, c, ref)
}

func TestNoNameOfAReviewerLeavesTheDatabase(t *testing.T) {
	home := t.TempDir()
	c, ctx := open(t, home), context.Background()
	ref := dozen(t, c)
	who := conduct.Contact{Name: "Aurelia Musterfrau", Email: "aurelia@example.org", Deadline: "2026-06-01"}
	added, err := c.AddReviewer(ctx, ref.Study, who)
	if err != nil || added.ID != "R01" {
		t.Fatalf("%+v, %v", added, err)
	}
	if _, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Reviewers: []string{"R01"}}, job.Silent); err != nil {
		t.Fatal(err)
	}
	for _, l := range study.Languages() {
		r, err := c.Remind(ctx, ref, "r01", l)
		if err != nil || r.Email != who.Email || !strings.Contains(r.Text, who.Name) || !strings.Contains(r.Text, who.Deadline) ||
			strings.Contains(r.Text, "‹") || strings.Contains(r.Text, "<no value>") {
			t.Errorf("%s: %+v, %v", l, r, err)
		}
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if bytes.Contains(e.Data, []byte("Aurelia")) || bytes.Contains(e.Data, []byte("aurelia")) {
			t.Errorf("the log says %s", e.Data)
		}
	}
	err = filepath.WalkDir(c.Home().Documents, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("Aurelia")) || bytes.Contains(data, []byte("aurelia@")) {
			t.Errorf("%s holds the name", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

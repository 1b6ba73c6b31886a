package conduct_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// handedToEach is a test of many answers that R01 and R02 read in orders of their own.
func handedToEach(t *testing.T, c *conduct.Conduct, o conduct.HandOutOptions) (conduct.Ref, conduct.HandedOut) {
	t.Helper()
	ctx := context.Background()
	ref := collecting(t, c)
	table := "answer;source;id;consent\n"
	for i := range 12 {
		table += fmt.Sprintf("The notice is void for reason number %d.;student;T%02d;yes\n", i+1, i+1)
	}
	bring(t, c, ref, "people.csv", table, conduct.Hint{})
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	h, err := c.HandOutTo(ctx, ref, o, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	return ref, h
}

// eachOwn hands out to two reviewers in orders of their own.
var eachOwn = conduct.HandOutOptions{Reviewers: []string{"R01", "R02"}, Orders: true}

// readOrder is the order of the answers in a reviewer's text of all answers.
func readOrder(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "03_All_answers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, line := range strings.Split(string(data), "\n") {
		if code, ok := strings.CutPrefix(line, "Answer "); ok {
			codes = append(codes, code)
		}
	}
	return strings.Join(codes, " ")
}

func codes(list []study.Code) string { return strings.Trim(fmt.Sprint(list), "[]") }

func TestEachReviewerGetsAFolderInAnOrderOfTheirOwnAndTheSameCodes(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref, h := handedToEach(t, c, eachOwn)
	if len(h.Copies) != 2 || codes(h.Copies[0].Order) == codes(h.Copies[1].Order) {
		t.Fatalf("copies: %+v", h.Copies)
	}
	for _, one := range h.Copies {
		if filepath.Base(one.Folder) != "Blind_"+one.Reviewer || readOrder(t, one.Folder) != codes(one.Order) {
			t.Errorf("%s reads %s, drawn was %v", one.Folder, readOrder(t, one.Folder), one.Order)
		}
		forms, _ := filepath.Glob(filepath.Join(one.Folder, "*.csv"))
		if len(forms) != 1 || !strings.HasSuffix(forms[0], "_"+one.Reviewer+".csv") {
			t.Fatalf("sheets of %s: %v", one.Reviewer, forms)
		}
		sheet, err := os.ReadFile(forms[0])
		if err != nil {
			t.Fatal(err)
		}
		if at := strings.Index(string(sheet), "\nX,"); at < 0 || at > strings.Index(string(sheet), "\nY,") {
			t.Errorf("the sheet of %s is not in blind order:\n%s", one.Reviewer, sheet)
		}
		p, err := c.PreviewRatings(ctx, ref, []conduct.File{{Name: filepath.Base(forms[0]), Data: sheet}})
		if err != nil || p[0].Reviewer != one.Reviewer {
			t.Errorf("the sheet of %s does not come back: %v", one.Reviewer, err)
		}
	}
	if _, err := os.Stat(h.Folder); !os.IsNotExist(err) {
		t.Errorf("there is a folder for all, too: %v", err)
	}
	again, err := c.Handed(ctx, ref)
	if err != nil || len(again.Copies) != 2 || codes(again.Copies[1].Order) != codes(h.Copies[1].Order) {
		t.Errorf("handed out: %+v, %v", again, err)
	}
	verifies(t, c, ref)
}

// verifies asks that everything holds, the reading orders among it.
func verifies(t *testing.T, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	v, err := c.Verify(context.Background(), ref)
	if err != nil || v.Err() != nil {
		t.Errorf("verification: %+v, %v", v, err)
	}
	for _, check := range v.Checks {
		if check.Name == "reading-order" {
			return
		}
	}
	t.Errorf("no reading order was checked: %+v", v.Checks)
}

func TestReadingOrdersSurviveAWithdrawalAndAnotherWriting(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref, h := handedToEach(t, c, eachOwn)
	w, err := c.WithdrawConsent(ctx, ref, "T07")
	if err != nil {
		t.Fatal(err)
	}
	if found := traces(t, dir, "reason number 7."); len(found) > 0 {
		t.Errorf("the answer is still in %v", found)
	}
	left := strings.Join(strings.Fields(strings.ReplaceAll(" "+codes(h.Copies[0].Order)+" ", " "+string(w.Code)+" ", " ")), " ")
	if got := readOrder(t, h.Copies[0].Folder); got != left {
		t.Errorf("R01 reads %s, want %s", got, left)
	}
	verifies(t, c, ref)
	if err := os.RemoveAll(h.Copies[1].Folder); err != nil {
		t.Fatal(err)
	}
	v, err := c.Verify(ctx, ref)
	if err != nil || v.Err() == nil {
		t.Errorf("a folder that is gone is not found: %+v, %v", v, err)
	}
	if _, err := c.WriteAgain(ctx, ref, job.Silent); err != nil {
		t.Fatal(err)
	}
	verifies(t, c, ref)
}

func TestAHandOutToNobodyInParticularOrTwiceToOneIsRefused(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	for id, o := range map[string]conduct.HandOutOptions{
		"handout.orders-for-nobody": {Orders: true},
		"handout.reviewer-id":       {Reviewers: []string{"Anna Huber"}},
		"handout.reviewer-twice":    {Reviewers: []string{"R01", "r01"}},
		"handout.holder-reviews":    {Reviewers: []string{"R01"}, KeyHolder: "R01"},
	} {
		_, err := c.HandOutTo(ctx, ref, o, job.Silent)
		wantProblem(t, err, id)
	}
}

func TestWhoeverHoldsTheKeyIsNamedInTheLogAndCannotRateBlindly(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref, h := handedToEach(t, c, conduct.HandOutOptions{KeyHolder: "R01"})
	_, err := c.PreviewRatings(ctx, ref, []conduct.File{sheetFor(ref, h.Codes)})
	wantProblem(t, err, "ratings.key-holder")
	log, err := c.Log(ctx, ref.Study)
	if err != nil || !strings.Contains(string(log[len(log)-1].Data), `"key_holder":"R01"`) {
		t.Errorf("the log does not name the holder: %v", err)
	}
}
